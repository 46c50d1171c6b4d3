# shellcheck shell=sh disable=SC2154 # build
# A newer Mesa, unpacked beside the installed one.

mesa_driver() { find "$build/mesa25/root" -name libvulkan_lvp.so | head -n 1; }

# Downloads and unpacks Mesa 25 from Debian 12's backports, with a sources list, lists and a cache
# of its own: nothing is installed and the system's apt is left as it is. Prints why it cannot.
fetch_mesa() {
    mesa=$build/mesa25
    [ ! -f "$mesa/radeon_icd.json" ] || return 0
    command -v apt-get >/dev/null 2>&1 || { echo "there is no apt-get here"; return 1; }
    grep -q '^VERSION_CODENAME=bookworm' /etc/os-release 2>/dev/null \
        || { echo "this is not Debian 12"; return 1; }
    rm -rf "$mesa"
    mkdir -p "$mesa/apt/lists/partial" "$mesa/apt/cache/archives/partial"
    key='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
    for suite_name in bookworm bookworm-backports; do
        echo "deb $key http://deb.debian.org/debian $suite_name main"
    done >"$mesa/apt/sources.list"
    set -- -q -o Dir::Etc::SourceList="$mesa/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$mesa/apt/lists" -o Dir::Cache="$mesa/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 -o Acquire::Retries=1 \
        -o Acquire::http::Timeout=20 -o Dpkg::Use-Pty=0
    {
        apt-get "$@" --error-on=any update \
            && apt-get "$@" install -y --download-only --no-install-recommends \
                -t bookworm-backports mesa-vulkan-drivers
    } >"$mesa/apt/log" 2>&1 || {
        echo "apt-get cannot fetch it: $(tail -n 1 "$mesa/apt/log")"
        return 1
    }
    for package in "$mesa"/apt/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$mesa/root" || { echo "cannot unpack $package"; return 1; }
    done
    driver=$(mesa_driver)
    [ -n "$driver" ] || { echo "the packages hold no libvulkan_lvp.so"; return 1; }
    absent=$(LD_LIBRARY_PATH=$(dirname "$driver") ldd "$driver" | grep 'not found' | tr '\n' ' ')
    [ -z "$absent" ] || { echo "libraries are missing: $absent"; return 1; }
    printf '{"file_format_version": "1.0.0",
 "ICD": {"library_path": "%s", "api_version": "1.4.305"}}\n' "$driver" >"$mesa/lvp_icd.json"
    printf '{"file_format_version": "1.0.0",
 "ICD": {"library_path": "%s", "api_version": "1.4.305"}}\n' \
        "$(dirname "$driver")/libvulkan_radeon.so" >"$mesa/radeon_icd.json"
    rm -rf "$mesa/apt/cache" "$mesa/apt/lists"
}

# The download needs no processor: it begins before the first stage, and stage_mesa waits for it.
mesa_fetch=
begin_to_fetch_mesa() {
    fetch_mesa >"$build/mesa25.txt" 2>&1 &
    mesa_fetch=$!
}

# What fetch_mesa said, and whether it fetched.
mesa_status=
fetched_mesa() {
    if [ -z "$mesa_status" ]; then
        [ -n "$mesa_fetch" ] || begin_to_fetch_mesa
        wait "$mesa_fetch" && mesa_status=0 || mesa_status=$?
        mesa_fetch=
        reason=$(cat "$build/mesa25.txt")
    fi
    return "$mesa_status"
}

# What another driver cannot change, or answers much the same.
not_on_mesa="rules abi install man unit scheduler tsan behaviour stress fuzz variant not-of-vulkan"

# What the stage asan leaves to Mesa 25 runs on the installed Mesa where there is no other.
rest_of_shares() {
    (
        GPUINTEROP_TEST_SHARE=1
        export GPUINTEROP_TEST_SHARE
        suite shares "$build" textures cc-math
    )
}

# All but not_on_mesa, and a share of the sizes of blocks, of the random kernels, of the math functions
# and of the textures. Its plan has its own extensions, so the validation layer hears two programs that
# use most of them, and one whose buffers are OpenGL's.
stage_mesa() {
    say "on Mesa 25 from Debian's backports${*:+, $*}"
    fetched_mesa || {
        record skipped mesa25 "$reason"
        echo "skipped: $reason"
        [ $# != 0 ] || rest_of_shares
        return
    }
    (
        VK_DRIVER_FILES=$build/mesa25/lvp_icd.json
        VK_ICD_FILENAMES=$VK_DRIVER_FILES
        LD_LIBRARY_PATH=$(dirname "$(mesa_driver)")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
        GPUINTEROP_CARD_ICD=$build/mesa25/radeon_icd.json
        GPUINTEROP_TEST_SHARE=1
        GPUINTEROP_TEST_ROUNDS=8
        export VK_DRIVER_FILES VK_ICD_FILENAMES LD_LIBRARY_PATH GPUINTEROP_CARD_ICD
        export GPUINTEROP_TEST_SHARE GPUINTEROP_TEST_ROUNDS
        narrowed=$#
        for suite_name in $not_on_mesa; do
            set -- "$@" --no-suite "$suite_name"
        done
        suite mesa25 "$build" "$@" --no-suite validation
        [ "$narrowed" != 0 ] || [ -z "$(validation_layer)" ] || suite mesa25 "$build" --no-rebuild \
            drivers-validation scenario_cuda_validation gl_export_cuda_validation
    )
}
