# shellcheck shell=sh disable=SC2034,SC2089,SC2090,SC2154 # build, top; launcher; quotes for a sanitizer
# The builds with sanitizers, and what runs in them.

# The sanitizers of older compilers cannot live with the address randomisation of newer kernels.
# Prints the command that switches it off for what it starts, where that is allowed.
fixed_addresses() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        echo "setarch $(uname -m) -R"
    fi
}

# Lines are all that a report needs of what debuggers read. The tests themselves run for less time
# than it takes to optimise them.
sanitized="-Dtests=true -Db_lundef=false -Ddebug=false -Dc_args=-g1 -Doptimization=0
    -Dlibrary_optimization=1 -Dexamples=disabled -Dman=disabled -Dbench=disabled"

configure_asan() {
    # shellcheck disable=SC2086 # several options
    configure "$build/asan" -Db_sanitize=address,undefined $sanitized "$card_option" \
        && set_options "$build/asan" "$card_option" \
        && ninja -C "$build/asan" tests/libno_dlclose.so
}

# The drivers and the loader unload libraries at will, after which a leak of theirs can no longer
# be told from one of ours: no_dlclose keeps them in place. What is freed stays unused for 4 MB of
# later frees, not 256: compilers and kernels of the drivers free most, and fresh pages took half the time.
# gcc 12's leak check takes a thread's variables of a library for a block of an old glibc where they
# begin 16 bytes behind a page, and dies ("Tracer caught signal 11") in one of some thousand runs.
# So it does not follow __tls_get_addr; it finds these variables by the thread's own table.
asan_environment() {
    ASAN_OPTIONS=detect_leaks=1:halt_on_error=1:abort_on_error=1:verify_asan_link_order=0
    ASAN_OPTIONS=$ASAN_OPTIONS:quarantine_size_mb=4:thread_local_quarantine_size_kb=64
    ASAN_OPTIONS=$ASAN_OPTIONS:intercept_tls_get_addr=0
    LSAN_OPTIONS="suppressions='$top/tests/lsan.supp':print_suppressions=0"
    UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:print_stacktrace=1
    launcher=$(fixed_addresses)
    export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS
    compile_quickly
    preload "$build/asan/tests" libno_dlclose.so
}

# Not empty: stage_asan leaves twins out.
leaves_twins=

# Rules, headers and installation are not a matter of sanitizers.
stage_asan() {
    say "the suite under AddressSanitizer and UndefinedBehaviorSanitizer${*:+, $*}"
    end_configuring
    configure_asan || { record failed asan "the build failed"; return; }
    (
        asan_environment
        suite asan "$build/asan" -t 8 "$@" --no-suite rules --no-suite abi --no-suite install \
            --no-suite man --no-suite validation --no-suite variant ${leaves_twins:+--no-suite twin}
    )
}

configure_tsan() {
    # shellcheck disable=SC2086 # several options
    configure "$build/tsan" -Db_sanitize=thread $sanitized
}

# Meson takes one processor for some seconds a folder: the two are set up beside the normal build.
configuring=
begin_to_configure() {
    { configure_asan && configure_tsan; } >"$build/configure.txt" 2>&1 &
    configuring=$!
}

# From here on the folders are nobody else's. What went wrong is said when a stage configures again.
end_configuring() { [ -z "$configuring" ] || wait "$configuring" || true; configuring=; }

# Every process sleeps at its exit, for a second unless told otherwise, to see races of threads that
# still run. Many tests are a process for each case.
tsan_environment() {
    TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:atexit_sleep_ms=5
    TSAN_OPTIONS="$TSAN_OPTIONS:suppressions='$top/tests/tsan.supp'"
    launcher=$(fixed_addresses)
    export TSAN_OPTIONS
}

stage_tsan() {
    say "the scheduler under ThreadSanitizer"
    end_configuring
    configure_tsan || { record failed tsan "the build failed"; return; }
    (
        tsan_environment
        suite tsan "$build/tsan" -t 10 --suite tsan
    )
}
