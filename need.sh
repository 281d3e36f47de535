#!/bin/sh
# need.sh COMMAND PACKAGE...: installs the packages if the command is missing and we may, and otherwise says how.
# What is missing fails: checks that did not run must not look as if they had passed.
command=$1
shift
command -v "$command" >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    command -v "$command" >/dev/null && exit 0
fi
echo "expected $command, without which a part of the project is not checked; install it with: sudo apt install $*" >&2
exit 1
