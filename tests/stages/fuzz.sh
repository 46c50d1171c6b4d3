# shellcheck shell=sh disable=SC2154 # build, launcher
# ./run fuzz: the fuzzers with new seeds.

# fuzz_with FOLDER SEED PROGRAM ARGUMENT...: one run; its output counts only where it fails.
fuzz_with() {
    (
        program=$1/tests/fuzz/$3
        log=$1/fuzz.log
        case $1 in
            */asan) asan_environment ;;
            */tsan) tsan_environment ;;
        esac
        seed=$2
        shift 3
        # shellcheck disable=SC2086 # a command and its arguments, or nothing
        $launcher "$program" --seed "$seed" "$@" >"$log" 2>&1 || {
            status=$?
            [ "$status" = 77 ] && exit 0
            cat "$log"
            printf '\nrun: ended with %s: %s --seed %s %s\n' "$status" "$program" "$seed" "$*"
            exit 1
        }
    )
}

# One seed in all ways and builds. What differs from run to run is the order of threads alone.
fuzz_seed() {
    for folder in "$build" "$build/asan" "$build/tsan"; do
        for name in calls_fake calls fds pages; do
            case $folder/$name in
                */tsan/calls | */tsan/fds | */tsan/pages) continue ;;
            esac
            [ -x "$folder/tests/fuzz/fuzz_$name" ] || continue
            fuzz_with "$folder" "$1" "fuzz_$name" --seconds 5 || return 1
            case $name in calls*) ;; *) continue ;; esac
            for ways in --resets "--threads 3" "--threads 4 --resets" "--threads 2 --faults"; do
                [ "$name" = calls_fake ] || [ "${ways%--faults}" = "$ways" ] || continue
                # shellcheck disable=SC2086 # several words
                fuzz_with "$folder" "$1" "fuzz_$name" --seconds 5 $ways || return 1
            done
        done
    done
}

# The entry points of libFuzzer: clang's coverage leads the changes.
entries="ptx container spirv descriptors pages trace"

is_entry() { case " $entries " in *" $1 "*) true ;; *) false ;; esac; }

# What an entry point begins with, besides what earlier runs have found.
seeds_of() {
    case $1 in
        ptx) echo "$top/tests/translate/kernels $top/tests/interpreter/kernels" ;;
        *) echo "$folder/tests/fuzz/entry/seeds/$1" ;;
    esac
}

# The engine is C++, so clang's own driver of that name links it.
configure_coverage() {
    cxx=$(printf '%s\n' "$clang" | sed 's/clang\([^/]*\)$/clang++\1/')
    command -v "$cxx" >/dev/null 2>&1 || die "there is no $cxx"
    CC=$clang CXX=$cxx configure "$folder" -Dtests=true -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args=-fsanitize=fuzzer-no-link -Dfuzzing_engine=-fsanitize=fuzzer -Doptimization=1 \
        -Dexamples=disabled -Dman=disabled -Dbench=disabled
}

# fuzz_entry NAME [SECONDS [FOLDER]]: inputs that were found to lead on stay in FOLDER, which the next run goes
# on from; one that fails is written there, too.
fuzz_entry() {
    seconds=${2:-600}
    corpus=${3:-$build/fuzz-corpus/$1}
    folder=$build/coverage
    clang=$(command -v "${GPUINTEROP_CLANG:-clang}") || die "there is no clang"
    say "building the fuzzer of $1"
    { configure_coverage && ninja -C "$folder" fuzzers_coverage; } || die "the build failed"
    mkdir -p "$corpus/failed" "$corpus/inputs"
    asan_environment
    say "changing inputs in $corpus"
    dictionary=$folder/tests/fuzz/entry/seeds/$1.dict
    # shellcheck disable=SC2046,SC2086 # commands and their arguments, or nothing
    LD_LIBRARY_PATH=$folder $launcher "$folder/tests/fuzz/entry/$1_fuzzer" -max_total_time="$seconds" \
        -max_len=20000 -timeout=60 -rss_limit_mb=2500 -print_final_stats=1 \
        $([ ! -f "$dictionary" ] || echo "-dict=$dictionary") \
        -artifact_prefix="$corpus/failed/" "$corpus/inputs" $(seeds_of "$1") \
        || die "an input failed: see $corpus/failed"
    printf 'no failure\n'
}

fuzz() {
    seed=${2:-$(date +%s)}
    install_missing tests
    choose_driver
    say "building the fuzzers"
    { configure_normal -Dtests=true && configure_asan && configure_tsan; } \
        || die "the build failed"
    for folder in "$build" "$build/asan" "$build/tsan"; do
        ninja -C "$folder" fuzzers || die "the build failed"
    done
    end=$(($(date +%s) + ${1:-600}))
    while [ "$(date +%s)" -lt "$end" ]; do
        say "seed $seed"
        fuzz_seed "$seed" || die "seed $seed failed"
        seed=$((seed + 100))
    done
    printf 'no failure\n'
}
