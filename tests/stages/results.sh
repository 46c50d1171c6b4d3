# shellcheck shell=sh disable=SC2034,SC2154 # build
# What the stages found, and how a part of a build's tests is run.

# Every stage leaves lines "result<TAB>stage: test<TAB>reason" in this file.
results=$build/results.txt

# begin_results: none yet. The ends of what failed tests have printed lie beside the lines.
begin_results() { : >"$results"; : >"$results.outputs"; }

# What starts `meson test`; whether the tests on the emulated card are built, and what the summary
# says of that.
launcher=
card_option=-Dcard_tests=false
card_set=

record() { printf '%s\t%s\t%s\n' "$1" "$2" "${3:-}" >>"$results"; }

# note_output NAME FILE: the summary has the file's last lines.
note_output() { python3 tests/stages/collect.py note "$1" "$2" "$results.outputs"; }

# suite STAGE FOLDER ARGUMENT...: runs a part of a build's tests. A stage that sets an environment
# calls it in a subshell, so that it is the stage's alone. Many tests wait, for a process or a
# device, more than they compute: three for each processor keep it busy. A test's limit is what it takes
# to end a hang: it is long, as a machine may have other work.
suite() {
    stage=$1
    folder=$2
    shift 2
    rm -f "$folder/meson-logs/$stage.json"
    [ "${set_of_tests:-}" = all ] || set -- "$@" --no-suite thorough
    # shellcheck disable=SC2086 # a command and its arguments, or nothing
    $launcher meson test -C "$folder" --print-errorlogs --logbase "$stage" \
        --num-processes $((3 * $(nproc))) -t 4 "$@" \
        && status=0 || status=$?
    python3 tests/stages/collect.py "$stage" "$folder/meson-logs/$stage.json" "$status" \
        "$results.outputs" >>"$results"
}

# Why tests failed, and last the counts of all stages, as some see only the end of the output. Fails
# when a test failed or none passed.
summary() {
    say summary
    [ -z "$card_set" ] || printf 'tests of the amdgpu driver, on the emulated card: %s\n' "$card_set"
    sort "$results" | awk -F '\t' '
        $1 != "passed" { print $1 ": " $2 (length($3) ? " (" $3 ")" : "") }'
    [ ! -s "$results.outputs" ] || python3 tests/stages/collect.py print "$results.outputs"
    awk -F '\t' '{ n[$1]++ }
        END { printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
              exit n["failed"] > 0 || n["passed"] == 0 }' "$results"
}
