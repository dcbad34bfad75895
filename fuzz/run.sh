#!/usr/bin/env bash
# Runs the fuzz target `reviewer_text` for some seconds, beginning with the texts of tests/reviews.
# Further folders of texts may be named. Needs cargo-fuzz (`cargo install cargo-fuzz --locked`) and no
# nightly compiler: the flags it sets are let through, and the address sanitizer, which needs a standard
# library of its own, is left out. The project has no unsafe code.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-1800}
shift || true

# Each text with a first byte that lets the reader choose the dialect, one that forces its own choice
# with a code and one with a diff; see the target.
mkdir -p target/seeds target/corpus
{
    find ../tests/reviews -name input.md -print0
    for folder in "$@"; do find "$folder" -name '*.md' -size -64k -print0; done
} | while IFS= read -r -d '' text; do
    name=$(printf '%s' "$text" | cksum | cut -d' ' -f1)
    { printf '\x08'; cat "$text"; } > "target/seeds/$name-auto"
    { printf '\x38'; cat "$text"; } > "target/seeds/$name-diff"
    { printf '\xd0'; cat "$text"; } > "target/seeds/$name-forced"
done
echo "$(find target/seeds -type f | wc -l) seeds"

export RUSTC_BOOTSTRAP=1
cargo fuzz run -s none reviewer_text target/corpus target/seeds -- \
    -artifact_prefix=target/found- -dict=reviewer_text.dict -max_len=16384 -timeout=5 -rss_limit_mb=2048 \
    -max_total_time="$seconds" -print_final_stats=1 -verbosity=1
