#!/usr/bin/env bash
# Runs one fuzz target for some seconds: fuzz/run.sh [TARGET [SECONDS [FOLDER…]]]. It begins with the project's own
# texts; further folders of texts may be named. Needs cargo-fuzz (`cargo install cargo-fuzz --locked`) and no
# nightly compiler: the flags it sets are let through, and the address sanitizer, which needs a standard
# library of its own, is left out. The project has no unsafe code.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:-reviewer_text}
seconds=${2:-1800}
shift $(($# < 2 ? $# : 2))

seeds=target/seeds/$target
corpus=target/corpus/$target
mkdir -p "$seeds" "$corpus"
# A seed is a text behind a first byte, by which the target chooses what it does with it.
seed() {
    local text=$1 name byte
    shift
    name=$(printf '%s' "$text" | cksum | cut -d' ' -f1)
    for byte in "$@"; do { printf "\\x$byte"; cat "$text"; } > "$seeds/$name-$byte"; done
}
texts() { find ../tests/reviews ../tests/goldens ../agents "$@" -name '*.md' -size -64k -print0; }
case $target in
    # The reader's own choice of dialect; with a diff; one dialect by force, with a code.
    reviewer_text) bytes=(08 38 d0) ;;
    plan_md) bytes=(00 11 22 33) ;;
    documents) bytes=(00 01 02 03 04 05 06) ;;
    *) bytes=(20) ;;
esac
case $target in
    # What no Markdown comes near to: a message a line, a hook's JSON, a file of settings.
    frames | hook_input | configuration | sarif)
        while IFS= read -r line; do
            printf '\xff%s\n' "$line" > "$seeds/$(printf '%s' "$line" | cksum | cut -d' ' -f1)"
        done < "$target.seeds"
        [ "$target" = frames ] || for file in "$seeds"/*; do sed -i '1s/^\xff//' "$file"; done
        ;;
    *)
        while IFS= read -r -d '' text; do seed "$text" "${bytes[@]}"; done < <(texts "$@")
        ;;
esac
echo "$(find "$seeds" -type f | wc -l) seeds"

dictionary=()
[ ! -f "$target.dict" ] || dictionary=("-dict=$target.dict")
export RUSTC_BOOTSTRAP=1
cargo fuzz run -s none "$target" "$corpus" "$seeds" -- \
    -artifact_prefix="target/found-$target-" "${dictionary[@]}" -max_len=16384 -timeout=5 -rss_limit_mb=2048 \
    -max_total_time="$seconds" -print_final_stats=1 -verbosity=1
