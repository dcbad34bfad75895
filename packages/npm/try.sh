#!/usr/bin/env bash
# Packs the program for this platform, installs the packages into an empty folder with npm cut off from any registry, and
# starts it through them: packages/npm/try.sh [path of the countersign binary]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:-$here/../../target/release/countersign}")
platform=$(node -p 'process.platform + "-" + process.arch')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$here/pack.py" "$scratch/out" "$platform=$program"

mkdir "$scratch/user" && cd "$scratch/user"
# An address that answers nothing: what is not in the tarballs is not installed, and no script runs.
cat > package.json <<JSON
{
  "private": true,
  "dependencies": { "countersign": "file:$scratch/out/countersign-0.1.0.tgz" },
  "overrides": {
    "@countersign/$platform": "file:$scratch/out/countersign-$platform-0.1.0.tgz"
  }
}
JSON
npm install --silent --no-audit --no-fund --ignore-scripts --registry http://127.0.0.1:9 --fetch-retries 0
countersign=node_modules/.bin/countersign

wanted=$("$program" --version)
[ "$("$countersign" --version)" = "$wanted" ] || { echo "the version differs"; exit 1; }
# Exit codes and streams are the program's own.
code=0; echo '## REVIEW' | "$countersign" parse > parsed 2>&1 || code=$?
direct=0; echo '## REVIEW' | "$program" parse > wanted 2>&1 || direct=$?
{ [ "$code" = "$direct" ] && cmp -s parsed wanted; } || { echo "parse ends with $code, not $direct"; exit 1; }
asked='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"try","version":"0"}}}'
echo "$asked" | "$countersign" serve 2> /dev/null | grep -q '"name":"countersign"' || { echo "the server does not answer"; exit 1; }
# The host ends it as hosts do.
sleep 30 | "$countersign" serve 2> /dev/null & shim=$!
sleep 1; kill -TERM "$shim"; wait "$shim" 2> /dev/null || true
echo "npm: ok, $platform, $(node --version)"
