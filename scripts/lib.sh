# Set-up shared by scripts/play and scripts/test; sourced, not run.
#
# Brings a fresh Debian-like machine to a working .venv with the model and the
# voice, and is done in a moment when everything is there already. Every step
# can be interrupted: the next run goes on from there.

set -euo pipefail

top=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$top/.venv

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# The first Python that is new enough: $PYTHON, python3, or one with a version in its name.
find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

# Commands that act as root here, or nothing.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

can_install() { command -v apt-get >/dev/null && as_root true; }

# install_packages PACKAGE ... : with apt-get where that is allowed; fails with one line otherwise.
apt_updated=
install_packages() {
    if ! can_install; then
        say "Missing system packages. Please run: sudo apt-get install $*"
        return 1
    fi
    say "Installing system packages: $*"
    local options=(-qq -o DPkg::Lock::Timeout=120)
    if [ -z "$apt_updated" ]; then
        as_root apt-get "${options[@]}" update >&2 || say "The package lists could not be renewed; going on."
        apt_updated=yes
    fi
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" \
        install -y --no-install-recommends "$@" </dev/null >&2; then
        say "Could not install: $*"
        return 1
    fi
}

# can_compile PYTHON: evdev comes as source only.
can_compile() {
    command -v cc >/dev/null && [ -e /usr/include/linux/input.h ] &&
        "$1" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))'
}

has_portaudio() { "$1" -c 'import ctypes; ctypes.CDLL("libportaudio.so.2")' 2>/dev/null; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# What this set-up was made from and for: when it is still the same, nothing is to be done.
# A moved checkout counts as another one (a .venv holds its own path).
stamp_of() {
    printf '%s\n' "$top" "$@"
    cat -- "$top/pyproject.toml" "$top"/requirements*.lock
}

stamp() { stamp_of "$@" | sha256sum | cut -d' ' -f1; }

is_stamped() {
    [ -x "$venv/bin/voicekeeper" ] && [ "$(cat -- "$venv/.stamp-$1" 2>/dev/null)" = "$2" ]
}

# pip writes RECORD last: a package without one was interrupted, and is installed again.
drop_half_installed() {
    local info
    for info in "$venv"/lib/python3*/site-packages/*.dist-info; do
        if [ -d "$info" ] && [ ! -f "$info/RECORD" ]; then
            rm -rf -- "$info"
        fi
    done
}

make_venv() {
    local python=$1
    if "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        drop_half_installed
        return
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install_packages "$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')" ||
            fail "Python cannot make a virtual environment without it."
    fi
    say "Making the virtual environment .venv"
    "$python" -m venv --clear "$venv"
}

# pip_install ARGUMENT ... : quiet but for its progress bars and errors.
pip_install() {
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --use-pep517 -q \
        --progress-bar "$([ -t 2 ] && echo on || echo off)" "$@" </dev/null >&2
}

# build KIND [LOCK ...]: the .venv from requirements.lock and these, if it is not there yet.
# Whatever the kind, it holds all that `play` needs.
build() {
    local kind=$1 python flavour=evdev mark locks=() lock
    shift
    python=$(find_python) || install_packages python3 python3-venv || fail "Python 3.11 or newer is needed."
    python=$(find_python) || fail "Python 3.11 or newer is needed; this system's own is older."
    can_compile "$python" || flavour=plain
    if is_stamped "$kind" "$(stamp "$flavour")"; then
        return
    fi
    rm -f -- "$venv"/.stamp-*

    if [ $flavour = plain ] && install_packages gcc libc6-dev linux-libc-dev python3-dev &&
        can_compile "$python"; then
        flavour=evdev
    fi
    has_portaudio "$python" || install_packages libportaudio2 ||
        say "Without libportaudio2 there is no sound; typed play works."
    make_venv "$python"

    say "Installing the Python packages (a few minutes the first time)"
    mark=$(stamp "$flavour")
    for lock in requirements.lock "$@"; do
        locks+=(-r "$top/$lock")
    done
    if [ $flavour = evdev ]; then
        pip_install "${locks[@]}"
    else
        say "Without a compiler a USB button cannot be used; the keyboard can."
        grep -v '^evdev==' "$top/requirements.lock" >"$venv/requirements-plain.lock"
        locks[1]=$venv/requirements-plain.lock
        pip_install "${locks[@]}"
    fi || fail "The Python packages could not be installed. Is the network there? Run it again to go on."
    pip_install --no-deps -e "$top" || fail "voicekeeper itself could not be installed into .venv."
    for kind in play "$kind"; do
        printf '%s\n' "$mark" >"$venv/.stamp-$kind"
    done
}

# The model and the voice. Without them typed play still works, so this does not fail.
fetch_models() {
    run_setup && return
    if ! command -v mvn >/dev/null && can_install; then
        say "Trying once more by way of Maven"
        install_packages maven && run_setup && return
    fi
    say "Going on without it; run the same command again to try again."
}

run_setup() {
    local status=0
    "$venv/bin/voicekeeper" setup --quick </dev/null >&2 || status=$?
    if [ $status = 130 ]; then # Ctrl-C in a program that ends well does not end its script
        exit $status
    fi
    return $status
}

# set_up KIND [LOCK ...]: one set-up at a time for each checkout.
set_up() {
    exec 9<"$top"
    if command -v flock >/dev/null; then
        flock 9
    fi
    build "$@"
    fetch_models
    exec 9<&-
}
