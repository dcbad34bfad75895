#!/usr/bin/env bash
# Tries the server with other people's clients: the official Python and TypeScript SDKs, and Inspector's lint.
#
#   tests/clients/run.sh [BINARY]        default: target/release/countersign, else target/debug/countersign
#
# Installs what it needs, at the versions of versions.env, outside the project: into $COUNTERSIGN_CLIENTS, by
# default the user's cache folder. A registry that cannot be reached is said and that client left out; a client
# that runs and fails, or an install that fails for any other reason, fails the script.
set -euo pipefail
binary=${1:+$(realpath "$1")}
cd "$(dirname "$0")"
here=$PWD
. ./versions.env
. ./place.sh

mkdir -p "$cache"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# An empty repository, made by hand so that no git program is needed.
mkdir -p "$scratch/repo/.git/objects" "$scratch/repo/.git/refs/heads"
echo 'ref: refs/heads/main' > "$scratch/repo/.git/HEAD"
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n' > "$scratch/repo/.git/config"

# What the server logs is of use only where something goes wrong.
export COUNTERSIGN_LOG=${COUNTERSIGN_LOG:-error}

left_out=()
failed=()

# What package managers say when there is no network, and only then.
unreachable='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT'
unreachable+='|Temporary failure in name resolution|Failed to establish a new connection|NewConnectionError'
unreachable+='|ConnectTimeout|ReadTimeout|Read timed out|ProxyError|Name or service not known'

# install NAME FOLDER COMMAND...: runs COMMAND in a new FOLDER once; 1 when the client is to be left out.
install() {
    local name=$1 folder=$2 log=$scratch/install.log
    shift 2
    [ -e "$folder/.complete" ] && return 0
    echo "$name: installing into $folder"
    rm -rf "$folder" && mkdir -p "$folder"
    if (cd "$folder" && "$@") > "$log" 2>&1; then
        touch "$folder/.complete"
    elif grep -qE "$unreachable" "$log"; then
        echo "$name: NOT RUN, its registry cannot be reached: $(grep -oE "$unreachable" "$log" | head -1)"
        left_out+=("$name")
        return 1
    else
        echo "$name: the install failed:"
        tail -20 "$log"
        failed+=("$name")
        return 1
    fi
}

# run NAME COMMAND...: runs a client; its failure is remembered, the others still run.
run() {
    local name=$1
    shift
    if "$@"; then echo "$name: ok"; else echo "$name: FAILED ($?)"; failed+=("$name"); fi
}

npm_install() {
    echo '{"private": true}' > package.json
    npm install --no-audit --no-fund --no-package-lock --save-exact --loglevel=error \
        --fetch-retries=1 --fetch-retry-mintimeout=2000 "$@"
}

python_install() {
    python3 -m venv . && ./bin/pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 "$@"
}

python=$cache/python-mcp-$PYTHON_MCP
if install "python sdk" "$python" python_install "mcp==$PYTHON_MCP"; then
    run "python sdk" "$python/bin/python" "$here/python_client.py" "$binary" "$scratch/repo"
fi

typescript=$cache/typescript-sdk-$TYPESCRIPT_SDK
if install "typescript sdk" "$typescript" npm_install "@modelcontextprotocol/sdk@$TYPESCRIPT_SDK"; then
    run "typescript sdk" env -C "$typescript" node "$here/typescript_client.mjs" "$binary" "$scratch/repo"
fi

# Inspector 2 needs node 22.19; on an older one npm brings it along.
inspector=$cache/inspector-$INSPECTOR
packages=("@modelcontextprotocol/inspector@$INSPECTOR")
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)'; then
    inspector+=-node-$NODE
    packages+=("node@$NODE")
fi
inspect() {
    env -C "$scratch/repo" PATH="$inspector/node_modules/.bin:$PATH" \
        "$inspector/node_modules/.bin/mcp-inspector" --cli "$binary" serve "$@" > "$scratch/inspector.out" 2>&1 ||
        { local code=$?; cat "$scratch/inspector.out"; return "$code"; }
}
# The portability lint over every tool (exit 6 on an error), in both lifecycles, and a call.
lint() {
    for era in legacy modern; do
        inspect --method tools/list --strict --protocol-era "$era" || return
        for tool in "$here"/../../schemas/tools/*.json; do
            grep -q "$(basename "$tool" .json)" "$scratch/inspector.out" ||
                { echo "$(basename "$tool" .json) is not listed ($era)"; return 1; }
        done
    done
    inspect --method tools/call --tool-name parse_verdict --tool-args-json '{"text": "LGTM"}' --format json -q || return
    grep -q '"approved"' "$scratch/inspector.out" || { cat "$scratch/inspector.out"; return 1; }
    if inspect --method tools/call --tool-name parse_verdict --tool-args-json '{"txt": "LGTM"}' --format json -q \
        > "$scratch/refusal.out"; then
        echo "an unknown field was taken"; return 1
    fi
    grep -q txt "$scratch/refusal.out" || { echo "the refusal does not name the field"; cat "$scratch/refusal.out"; return 1; }
}
if install "inspector" "$inspector" npm_install "${packages[@]}"; then
    run "inspector" lint
fi

[ ${#left_out[@]} -eq 0 ] || echo "left out: ${left_out[*]} (no registry)"
if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
