#!/usr/bin/env bash
# Runs the protocol's own conformance suite against the server, in both revisions, and holds what comes of each scenario
# against conformance.list.
#
#   tests/clients/conformance.sh [BINARY]        default: target/release/countersign, else target/debug/countersign
#
# The suite speaks HTTP only. http_bridge.mjs carries its messages to the standard streams of the binary as it ships, so
# nothing is built in for the test's sake. Installs the suite, at the version of versions.env, outside the project: into
# $COUNTERSIGN_CLIENTS, by default the user's cache folder. A registry that cannot be reached is said, and nothing is run.
set -euo pipefail
binary=${1:+$(realpath "$1")}
cd "$(dirname "$0")"
here=$PWD
. ./versions.env
. ./place.sh

suite=$cache/conformance-$CONFORMANCE
packages=("@modelcontextprotocol/conformance@$CONFORMANCE")
# It needs node 22; on an older one npm brings it along.
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 22 ? 0 : 1)'; then
    suite+=-node-$NODE
    packages+=("node@$NODE")
fi

scratch=$(mktemp -d)
bridge=
end() {
    [ -z "$bridge" ] || kill "$bridge" 2> /dev/null || true
    rm -rf "$scratch"
}
trap end EXIT

unreachable='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT'
if [ ! -e "$suite/.complete" ]; then
    echo "conformance: installing into $suite"
    rm -rf "$suite" && mkdir -p "$suite"
    echo '{"private": true}' > "$suite/package.json"
    if ! npm --prefix "$suite" install --no-audit --no-fund --no-package-lock --save-exact --loglevel=error \
        --fetch-retries=1 --fetch-retry-mintimeout=2000 "${packages[@]}" > "$scratch/install.log" 2>&1; then
        if grep -qE "$unreachable" "$scratch/install.log"; then
            echo "conformance: NOT RUN, its registry cannot be reached: $(grep -oE "$unreachable" "$scratch/install.log" | head -1)"
            exit 0
        fi
        echo "conformance: the install failed:" >&2
        tail -20 "$scratch/install.log" >&2
        exit 1
    fi
    touch "$suite/.complete"
fi
export PATH="$suite/node_modules/.bin:$PATH"

# An empty repository, made by hand so that no git program is needed.
mkdir -p "$scratch/repo/.git/objects" "$scratch/repo/.git/refs/heads"
echo 'ref: refs/heads/main' > "$scratch/repo/.git/HEAD"
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n' > "$scratch/repo/.git/config"

export COUNTERSIGN_LOG=${COUNTERSIGN_LOG:-error}
node "$here/http_bridge.mjs" "$binary" "$scratch/repo" > "$scratch/address" 2> "$scratch/bridge.log" &
bridge=$!
for _ in $(seq 100); do
    [ -s "$scratch/address" ] && break
    sleep 0.1
done
address=$(cat "$scratch/address")
[ -n "$address" ] || { echo "conformance: the bridge did not start:" >&2; cat "$scratch/bridge.log" >&2; exit 1; }

failed=0
for revision in 2025-11-25 2026-07-28; do
    # Its own exit code counts what needs a fixture as failed; the list tells these apart.
    timeout 300 conformance server --url "$address" --suite all --spec-version "$revision" \
        --output-dir "$scratch/$revision" > "$scratch/$revision.log" 2>&1 || true
    python3 "$here/conformance.py" "$revision" "$scratch/$revision" || { failed=1; tail -3 "$scratch/$revision.log"; }
done
if [ "$failed" = 1 ]; then
    cat "$scratch/bridge.log"
    echo "conformance: FAILED" >&2
    exit 1
fi
echo "conformance: ok"
