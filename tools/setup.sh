#!/bin/sh
# Make .venv and install requirements.txt into it; with `homework` also what grading needs, with `tests` also what tests
# need. Does nothing when that is done already; repairs any other state.
# PYTHON=/path/to/python chooses the interpreter. Ends with one clear line when something is missing.

cd "$(dirname "$0")/.." || exit 1

fail() {
    [ ! -t 1 ] || printf '\r\033[K'
    echo "evalbook: $1" >&2
    exit 1
}

# Each stage needs those before it. A stage that was installed once is kept, even when the environment is made anew.
asked=${1:-book}
stages=""
for stage in tests homework book; do
    if [ -n "$stages" ] || [ "$stage" = "$asked" ] || [ -e ".venv/installed-$stage" ]; then
        stages="$stage $stages"
    fi
done
case " book homework tests " in
    *" $asked "*) ;;
    *) fail "there is no stage '$asked' of the set-up; expected book, homework or tests" ;;
esac

pins_of() {
    [ "$1" = book ] && echo requirements.txt || echo "requirements/$1.txt"
}

# What the environment was made from, where, and by which Python: if one of them changes, it is made anew.
state() {
    pwd
    cat requirements.txt pyproject.toml tools/pyproject.toml
    .venv/bin/python -VV
}

# What a later stage was made from: if that changes, it is installed again over the first.
state_of() {
    if [ "$1" = book ]; then
        state
    else
        cat "$(pins_of "$1")" homework/pyproject.toml
    fi
}

is_done() {
    state_of "$1" 2>/dev/null | cmp -s - ".venv/installed-$1"
}

find_python() {
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
        [ -z "${PYTHON:-}" ] || return  # a Python that was asked for is not replaced by another
    done
}

make_environment() {
    python=$(find_python)
    [ -n "$python" ] || fail "needs Python 3.11 or newer; found $("${PYTHON:-python3}" --version 2>&1 | tail -n 1). \
Install it, or name one: make PYTHON=/path/to/python3.12"
    rm -rf .venv || fail "cannot remove the old .venv; is it in use?"
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        fail "$python cannot make a virtual environment; install the package python3-venv (Debian, Ubuntu: \
apt install python3-venv) and try again"
    fi
}

is_done book && new="" || new=1
missing=""
for stage in $stages; do
    [ -z "$new" ] && is_done "$stage" || missing="$missing $stage"
done
[ -n "$missing" ] || exit 0

echo "evalbook: setting up .venv for:$missing (once, a minute or more) …"
[ -z "$new" ] || make_environment

log=.venv/install.log
total=0
set --
for stage in $missing; do
    : >".venv/installed-$stage"  # wanted, and not there yet: an attempt that fails is made again
    set -- "$@" -r "$(pins_of "$stage")"
    total=$((total + $(grep -c == "$(pins_of "$stage")")))
done

# On a terminal, how far the installation is; until it ends, or this script does.
progress() {
    while sleep 1 && kill -0 $$ 2>/dev/null; do
        step="$(grep -c '^Collecting' "$log") of $total packages fetched"
        ! grep -q '^Installing' "$log" || step="installing $total packages"
        printf '\r\033[K  %s' "$step"
    done
}
if [ -t 1 ]; then
    progress 2>/dev/null &
    trap 'kill '"$!"'; printf "\r\033[K"' EXIT
fi
# What is never imported need not be compiled: that takes two thirds of the time.
if ! .venv/bin/python -m pip install --disable-pip-version-check --no-input --no-compile "$@" >"$log" 2>&1; then
    fail "the installation failed: $(grep -i '^error' "$log" | tail -n 1) (all of it: $log). Is there a network? \
Then run the same command again"
fi
for stage in $missing; do
    state_of "$stage" >".venv/installed-$stage"
done
