#!/bin/sh
# system_packages.sh [PACKAGE...]: install Debian packages, as root or with sudo.
set -eu
[ $# -gt 0 ] || { echo "Every program that make check needs is installed."; exit 0; }
command -v apt-get >/dev/null || { echo "this system has no apt-get; install these programs yourself: $*" >&2; exit 1; }
root=
[ "$(id -u)" = 0 ] || root=sudo
$root apt-get update -qq
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
echo "Installed: $*"
