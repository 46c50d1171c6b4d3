# shellcheck shell=sh disable=SC2030,SC2031,SC2034,SC2154 # build; a driver for each stage
# ./run hardware: what differs with the device, on the GPUs of this machine.

# What differs with the device, here and below one test at a time: some look at how much of a
# device's memory is free. The examples' layer steps aside where the driver shares semaphores.
stage_vulkan() {
    say "the Vulkan driver on this machine's devices"
    if [ -n "${GPUINTEROP_CARD_FOLDER:-}" ]; then
        record skipped vulkan "the card is the emulated one, which runs no shaders"
        echo "skipped: the card is the emulated one, which runs no shaders"
        return
    fi
    GPUINTEROP_DRIVER=vulkan "$build/gpuinterop-info" --json >"$build/hardware-info.json" \
        2>/dev/null || true
    if [ "$GPUINTEROP_TEST_ICD" = system ] \
            && [ "$(python3 tests/hardware/report.py gpus "$build/hardware-info.json")" = 0 ]; then
        record skipped vulkan "Vulkan lists no GPU here"
        echo "skipped: Vulkan lists no GPU here"
        return
    fi
    (
        export GPUINTEROP_DRIVER=vulkan
        suite vulkan "$build" --no-rebuild --num-processes 1 -t 3 drivers info-real scenario_cuda \
            scenario_hip scenario_mixed scenario_per_thread_cuda scenario_per_thread_hip \
            scenario_images_cuda scenario_images_hip scenario_two_devices scenario_vendor_beside \
            scenario_images_beside textures textures_grid_cuda textures_grid_hip demo-picture \
            hip-semaphores
    )
}

# Straight on the kernel, with whatever Vulkan driver there is as the peer. `./run card ./run
# hardware` tries this part itself, on the emulated card.
stage_amdgpu() {
    say "the amdgpu driver on this machine's cards"
    if [ "$(python3 tests/hardware/report.py cards)" = 0 ]; then
        record skipped amdgpu "no card here has the kernel's amdgpu driver"
        echo "skipped: no card here has the kernel's amdgpu driver"
        return
    fi
    (
        export GPUINTEROP_DRIVER=amdgpu
        suite amdgpu "$build" --no-rebuild --num-processes 1 -t 3 amdgpu info-real scenario_cuda \
            scenario_hip scenario_mixed scenario_per_thread_cuda scenario_per_thread_hip \
            scenario_two_devices hip-semaphores
        "$build/gpuinterop-info" --json >"$build/hardware-amdgpu.json" 2>/dev/null || true
        if [ "$(python3 tests/hardware/report.py sdma "$build/hardware-amdgpu.json")" -lt 5 ]; then
            record skipped amdgpu-images "tiled images of other programs need GFX10 or later"
            return
        fi
        # All that RADV can copy images by without shaders is its transfer queue.
        [ -z "${GPUINTEROP_CARD_FOLDER:-}" ] \
            || export GPUINTEROP_TEST_PEER=transfer RADV_PERFTEST=transfer_queue
        suite amdgpu-images "$build" --no-rebuild --num-processes 1 -t 3 \
            scenario_images_dedicated_cuda scenario_images_dedicated_hip
    )
}

# Drivers for the CPU are left out, unless the caller has chosen one.
hardware() {
    started=$(date +%s)
    results=$build/hardware-results.txt
    card_option=-Dcard_tests=true
    report=$build/hardware-report.txt
    GPUINTEROP_TEST_ICD=${GPUINTEROP_TEST_ICD:-system}
    VK_LOADER_DRIVERS_DISABLE=${VK_LOADER_DRIVERS_DISABLE-"*lvp*"}
    [ "$GPUINTEROP_TEST_ICD" = system ] && export VK_LOADER_DRIVERS_DISABLE
    install_missing tests
    choose_driver
    mkdir -p "$build"
    begin_results
    rm -f "$report" "$build/meson-logs/vulkan.json" "$build/meson-logs/amdgpu.json" \
        "$build/meson-logs/amdgpu-images.json"
    if build_tests; then
        begin_results            # warnings are no matter of the machine's devices
        stage_vulkan
        stage_amdgpu
    else
        record failed build "the build failed"
    fi
    python3 tests/hardware/report.py write "$build" "$results" "$report" vulkan amdgpu \
        amdgpu-images
    summary || true              # which fails, too, where there was nothing to run
    printf '\nThe report is %s\nRead it before you attach it to an issue.\n' "$report"
    ! grep -q '^failed' "$results"
}
