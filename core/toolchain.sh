#!/bin/sh
# Makes sure that a Rust new enough for the core is there. Installs Debian's packages where it may, else says what to do.
set -eu
cd "$(dirname "$0")"
minimum=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)

at_least_minimum() {
    [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$minimum" "$1" | sort -V | head -n 1)" = "$minimum" ]
}

installed_version() {
    command -v cargo >/dev/null 2>&1 || return 0
    rustc --version 2>/dev/null | cut -d ' ' -f 2
}

offered_version() {
    apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9.]*\).*/\1/p'
}

install_first_that_suffices() {
    for packages in "rustc-web cargo-web rustfmt-web rust-web-clippy" "rustc cargo rustfmt rust-clippy"; do
        at_least_minimum "$(offered_version "${packages%% *}")" || continue
        echo "Installing $packages"
        # shellcheck disable=SC2086  # one word for each package
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-remove --no-install-recommends $packages >/dev/null
        return
    done
}

version=$(installed_version)
at_least_minimum "$version" && exit 0
echo "Rust ${version:-is missing}${version:+ is too old}: the core needs $minimum or newer."
if [ -z "${NO_SYSTEM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq || true
    install_first_that_suffices || true
    at_least_minimum "$(installed_version)" && exit 0
fi
echo "Install Rust $minimum or newer with cargo, rustfmt and clippy, first on the path (Debian 12: rustc-web cargo-web rustfmt-web rust-web-clippy; elsewhere: https://rustup.rs), then run make again." >&2
exit 1
