# Which binary is tried, where none was named (`binary`), and where clients are installed (`cache`). Sourced.

if [ -z "$binary" ]; then
    for build in release debug; do
        if [ -x "../../target/$build/countersign" ]; then binary=$(realpath "../../target/$build/countersign"); break; fi
    done
fi
[ -n "$binary" ] && [ -x "$binary" ] || { echo "no binary: run \`cargo build\` first, or name one" >&2; exit 2; }

cache=${COUNTERSIGN_CLIENTS:-${XDG_CACHE_HOME:-$HOME/.cache}/countersign-clients}
