# Everyday commands. `just` lists them; each is a plain cargo command, so none needs just.

_default:
    @just --list

# Builds the program as it is shipped
build:
    cargo build --release

# Runs all tests
test *ARGS:
    cargo test {{ARGS}}

# Denies every warning
lint:
    cargo clippy --all-targets -- -D warnings

# Formats the source
fmt:
    cargo fmt

# Rewrites what is generated and checked in: schemas and expected outputs. Look at the difference before committing it
bless:
    cargo run -- schema --write schemas
    UPDATE_EXPECT=1 cargo test
    git diff --stat

# Times the reader beside a plain regular expression, opening a review beside git's own diff, and hooks as processes; words choose rows of the reader, a number its largest text
bench *ARGS:
    cargo bench --bench reader -- {{ARGS}}
    cargo bench --bench review
    cargo bench --bench hook
    cargo bench --bench growth

# Reads random texts for that many seconds, in a workspace of its own
fuzz TARGET="reviewer_text" SECONDS="1800":
    fuzz/run.sh {{TARGET}} {{SECONDS}}

# Plays one loop and one verification on a scratch repository
demo *ARGS:
    cargo run --release -- demo {{ARGS}}

# Draws the picture of README.md from what the demo calls and is answered
picture: build
    docs/loop.py target/release/countersign

# Tries the server with the official SDKs and Inspector
clients: build
    tests/clients/run.sh target/release/countersign

# Drives the real Claude Code through whole loops, with a scripted model and no account
claude: build
    tests/claude/run.py target/release/countersign
    tests/claude/home.py target/release/countersign

# Licences, bans, sources and advisories of the dependency tree
deny:
    cargo deny check

# Puts the program on the path and registers it with Claude Code for the repository you are in
register:
    cargo install --path {{justfile_directory()}} --locked
    cd {{invocation_directory()}} && countersign init

# Everything that must hold
ci:
    .ci/run

# A hundred thousand generated histories of the loop under every protocol, some twenty minutes
histories N="100000":
    COUNTERSIGN_HISTORIES={{N}} cargo test --test it -- histories

# Bit flips and cuts of the store, full disks and stores of other versions, so many of each: some ten minutes
rot N="1000":
    COUNTERSIGN_ROT={{N}} COUNTERSIGN_SPACE=50 COUNTERSIGN_VERSIONS=100 cargo test --test it -- rot:: space:: versions:: --nocapture

# Eight servers writing to one repository at once, built as it is shipped: is one busy, does one starve, how long do they wait
load SECONDS="60":
    COUNTERSIGN_LOAD={{SECONDS}} cargo test --release --test it -- load:: --nocapture

# Servers killed by the thousand under load, each system call of a commit and a report failing in turn, and files removed from under servers at work: an hour and more
torture KILLS="2000" FAULTS="all" REMOVALS="40":
    COUNTERSIGN_KILLS={{KILLS}} COUNTERSIGN_FAULTS={{FAULTS}} COUNTERSIGN_REMOVALS={{REMOVALS}} cargo test --test it -- torture:: faults:: removed:: --nocapture
