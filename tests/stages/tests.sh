# shellcheck shell=sh disable=SC2034,SC2154 # build, top; started, card_set
# ./run tests: its stages, one after another.

# The labels of tests that the short set leaves out.
not_short="validation sanitized variant complete twin"

# stage_short: of the normal build's tests those that take little time for what they can find.
stage_short() {
    say "the short set of the tests"
    # shellcheck disable=SC2086 # an option a label
    suite normal "$build" $(printf -- '--no-suite %s ' $not_short)
}

# stage_normal [ARGUMENT...]: the normal build's tests, but those that the labels of
# tests/meson.build leave to other stages. Here and in the other stages arguments narrow down which.
stage_normal() {
    say "the whole suite${*:+, $*}"
    suite normal "$build" "$@" --no-suite validation --no-suite sanitized
}

# The normal build is gcc's; clang reads the same files the same way.
stage_warnings() {
    say "warnings are errors: clang"
    if ! command -v clang >/dev/null 2>&1; then
        record skipped "warnings: clang" "there is no clang here"
    elif python3 tests/rules/clang_reads.py "$build" >"$build/clang.txt" 2>&1; then
        record passed "warnings: clang"
    else
        cat "$build/clang.txt"
        record failed "warnings: clang" "it has something to say"
        note_output "warnings: clang" "$build/clang.txt"
    fi
}

# choose_card_set complete|all: sets card_set, whether the tests on the emulated card run and why, and
# card_option, the option with which they are built.
choose_card_set() {
    card_set=$(python3 tests/stages/card_set.py which "$top" "$1") || exit 1
    case $card_set in all:*) card_option=-Dcard_tests=true ;; esac
    echo "Tests of the amdgpu driver, on the emulated card: $card_set"
}

# What was begun beside the stages uses their folders, so it ends before ./run does.
end_background() {
    end_configuring
    [ -z "$mesa_fetch" ] || wait "$mesa_fetch" || true
}

# The stages of ./run tests complete, behind the build. Most of what stage_mesa runs, the normal build
# does not run on the installed Mesa as well: stage_asan does, and on none else where there is no other.
complete_stages() {
    set --
    if fetched_mesa; then
        for suite_name in $not_on_mesa; do
            set -- "$@" --suite "$suite_name"
        done
        [ "$set_of_tests" = all ] || leaves_twins=1
    fi
    stage_normal "$@"
    stage_asan
    stage_tsan
    stage_warnings
    stage_validation
    stage_mesa
    case $card_set in all:*) stage_libdrm ;; esac
}

# tests [complete|all]
tests() {
    started=$(date +%s)
    set_of_tests=${1:-${GPUINTEROP_TESTS:-}}
    install_missing tests
    choose_driver
    mkdir -p "$build"
    begin_results
    trap 'end_background; exit 130' INT TERM
    if [ -n "$set_of_tests" ]; then
        choose_card_set "$set_of_tests"
        begin_to_fetch_mesa
        begin_to_configure
    fi
    if [ -n "$set_of_tests" ]; then set -- all; else set -- short; fi
    if ! build_tests "$1"; then
        record failed build "the build failed"
    elif [ -n "$set_of_tests" ]; then
        complete_stages
    else
        stage_short
    fi
    end_background
    [ -n "$set_of_tests" ] || echo "The short set. CI runs all stages: ./run tests complete"
    summary
}

# ./run card-tests [--record]: the tests on the emulated card, as the stages of ./run tests run them,
# and nothing else. --record writes down what it passed with, for card_set.py.
card_tests() {
    started=$(date +%s)
    results=$build/card-results.txt
    card_option=-Dcard_tests=true
    install_missing tests
    choose_driver
    mkdir -p "$build"
    begin_results
    python3 tests/stages/card_set.py print "$top" >"$build/card-files.txt"
    if build_tests; then
        stage_normal --suite card
        stage_asan --suite card
        stage_mesa --suite card
        stage_libdrm
    else
        record failed build "the build failed"
    fi
    summary || return 1
    [ "${1:-}" != --record ] \
        || python3 tests/stages/card_set.py record "$top" "$results" "$build/card-files.txt"
}
