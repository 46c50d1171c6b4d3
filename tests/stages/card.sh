# shellcheck shell=sh disable=SC2154 # build
# ./run card, ./run bench counts, ./run kernel: programs on the emulated card.

configure_with_card() { configure_normal -Dtests=true -Dcard_tests=true; }

# Only what is needed is built, and nothing is printed, so that the program's output is its own.
card() {
    install_missing tests >&2
    { configure_with_card && ninja -C "$build" tests/amdgpu_card/gpuinterop-card.so; } \
        >"$build.card.log" 2>&1 || {
        cat "$build.card.log" >&2
        die "the emulated card was not built; it needs Linux and libdrm's headers (libdrm-dev)"
    }
    rm -f "$build.card.log"
    if [ -z "${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}" ]; then
        VK_DRIVER_FILES=$(first_file /usr/share/vulkan/icd.d/radeon_icd*.json \
            /usr/local/share/vulkan/icd.d/radeon_icd*.json)
        VK_ICD_FILENAMES=$VK_DRIVER_FILES
        export VK_DRIVER_FILES VK_ICD_FILENAMES
    fi
    MESA_SHADER_CACHE_DISABLE=${MESA_SHADER_CACHE_DISABLE:-true}
    export MESA_SHADER_CACHE_DISABLE
    preload "$build/tests/amdgpu_card" gpuinterop-card.so "${LD_PRELOAD:-}"
    exec "$@"
}

# On the emulated card nothing is timed: calls of the kernel, packets and allocations are counted.
counts() {
    install_missing tests
    { configure_with_card && ninja -C "$build" tests/bench/card/bench_card; } \
        || die "the build failed"
    say "counts on the emulated card"
    RADV_PERFTEST=${RADV_PERFTEST:-transfer_queue}
    GPUINTEROP_CARD=${GPUINTEROP_CARD:-no=leaks}
    export RADV_PERFTEST GPUINTEROP_CARD
    card "$build/tests/bench/card/bench_card"
}

# Not a part of tests: it downloads a kernel. Exits with 77 and a reason where that cannot be done.
kernel() {
    its_folder=tests/amdgpu_card
    install_missing tests
    say "building the card and the program that asks"
    { configure_with_card && ninja -C "$build" $its_folder/gpuinterop-card.so \
        $its_folder/syncobj-card $its_folder/syncobj-kernel; } \
        || die "the emulated card was not built; it needs Linux and libdrm's headers (libdrm-dev)"
    say "asking the kernel"
    exec python3 $its_folder/oracle/kernel.py kernel "$build/$its_folder/syncobj-kernel" \
        "$build/$its_folder/gpuinterop-card.so" "$build/$its_folder/syncobj-card" "$build/kernel" \
        "$@"
}
