# shellcheck shell=sh disable=SC2154 # build
# libdrm's own test of an amdgpu card.

# The program is libdrm's own and comes as source; see amdgpu_test.py.
stage_libdrm() {
    say "libdrm's amdgpu_test on the emulated card"
    library=$build/tests/amdgpu_card/gpuinterop-card.so
    if [ ! -f "$library" ]; then
        record skipped "libdrm: amdgpu_test" "the emulated card was not built"
        return
    fi
    output=$(python3 tests/amdgpu_card/amdgpu_test.py "$library" "$build/amdgpu_test" 2>&1) \
        && status=0 || status=$?
    last=$(printf '%s\n' "$output" | tail -n 1)
    echo "$last"
    case $status in
        0) record passed "libdrm: amdgpu_test" ;;
        77) record skipped "libdrm: amdgpu_test" "$last" ;;
        *) printf '%s\n' "$output"; record failed "libdrm: amdgpu_test" "$last" ;;
    esac
}
