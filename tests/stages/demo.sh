# shellcheck shell=sh disable=SC2154 # build, top
# ./run demo and ./run bench.

# A build that was configured without clang draws the demo by copies: looks for it again.
look_for_clang() {
    [ -f "$build/build.ninja" ] && command -v clang >/dev/null 2>&1 || return 0
    grep -q '/waves\.cu' "$build/build.ninja" || meson setup --reconfigure "$build" >/dev/null || true
}

demo() {
    install_missing demo
    choose_driver
    look_for_clang
    build_normal examples || die "the build failed"
    say "demo"
    [ -x "$build/docs/examples/demo" ] || die "the demo was not built: see build/setup.log"
    if [ "${GPUINTEROP_TEST_ICD:-}" != system ]; then
        VK_LAYER_PATH=$build/drivers/layer
        VK_INSTANCE_LAYERS=VK_LAYER_GPUINTEROP_external_semaphore
        export VK_LAYER_PATH VK_INSTANCE_LAYERS
    fi
    rm -f demo.png demo-cuda.dot demo-hip.dot
    "$build/docs/examples/demo"
    for file in demo.png demo-cuda.dot demo-hip.dot; do
        [ -f "$file" ] || die "the demo ended without $file"
    done
    # what a user of this device should know of its loops
    "$build/gpuinterop-info" 2>/dev/null | sed -n '/^  loops /,/^  remedy /p'
    printf '\nThe picture is %s/demo.png\n' "$top"
    printf 'The graphs are demo-cuda.dot and demo-hip.dot: dot -Tsvg demo-cuda.dot -o cuda.svg\n'
}

# The pictures of README.md, in docs/pictures.
pictures() {
    timelines=$(mktemp -d)
    GPUINTEROP_TRACE=$timelines/%p.json
    export GPUINTEROP_TRACE
    demo
    mkdir -p docs/pictures
    "$build/gpuinterop-trace" draw "$timelines"/*.json -o docs/pictures/timeline.svg
    cp demo.png docs/pictures/frame.png
    rm -rf "$timelines"
}

bench() {
    install_missing demo
    choose_driver
    build_normal bench || die "the build failed"
    say "benchmarks"
    program=$build/tests/bench/bench_interop
    [ -x "$program" ] || die "the benchmarks were not built: see build/setup.log"
    LD_LIBRARY_PATH=$build${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$program" "$@"
}
