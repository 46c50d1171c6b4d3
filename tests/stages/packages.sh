# shellcheck shell=sh disable=SC2154 # command
# Packages: what is needed, what is missing, and how it is installed.

# One line for each thing: package, how it is probed for, what it is. "may" things can be absent:
# the tests that need them are skipped then.
things() {
    cat <<'TEXT'
demo  must meson                    cmd:meson           the build system, Meson 1.0 or newer
demo  must ninja-build              cmd:ninja           the build tool Ninja
demo  must gcc                      cmd:cc              a C compiler
demo  must libc6-dev                c:stdio.h           the headers of the C library
demo  must python3                  cmd:python3         Python 3
demo  must pkg-config               cmd:pkg-config      pkg-config
demo  must libvulkan-dev            pc:vulkan           the Vulkan headers and loader
demo  must glslang-tools            cmd:glslangValidator the GLSL compiler for the shaders
demo  must libpng-dev               pc:libpng           libpng, for the demo's picture
demo  must mesa-vulkan-drivers      icd                 lavapipe, Mesa's Vulkan driver for the CPU
demo  may  libzstd-dev              pc:libzstd          libzstd, for kernels that nvcc packed by zstd
demo  may  liblz4-dev               pc:liblz4           liblz4, for kernels that nvcc packed by LZ4
demo  may  clang                    cmd:clang           clang, to compile kernels, also those of the demo
demo  may  libegl-dev               pc:egl              EGL's headers, for the demo's stage of OpenGL
demo  may  libopengl-dev            pc:opengl           OpenGL's library to link, for the same
demo  may  libgl-dev                c:GL/glext.h        OpenGL's headers, for the same
demo  may  libegl1                  so:libEGL.so.1      EGL, for the same
demo  may  libegl-mesa0             so:libEGL_mesa.so.0 Mesa's EGL, with llvmpipe
tests must g++                      cmd:c++             a C++ compiler, to check the headers in C++
tests may  g++                      cxx                 its sanitizers, for the builds with them
tests must libcmocka-dev            pc:cmocka           cmocka, the unit test library
tests must binutils                 cmd:readelf         nm and readelf, to check what is exported
tests may  cmake                    cmd:cmake           CMake, to test the installed CMake packages
tests may  make                     cmd:make            make, which CMake's builds run
tests may  vulkan-validationlayers  validation          Vulkan's validation layer
tests may  libdrm-dev               pc:libdrm_amdgpu    libdrm, for the emulated AMD card
tests may  vulkan-tools             cmd:vulkaninfo      vulkaninfo, to look at the emulated card
tests may  groff                    cmd:groff           groff, to check the manual pages
tests may  spirv-tools              cmd:spirv-as        SPIRV-Tools, to assemble kernels of tests
tests may  spirv-tools-dev          pc:SPIRV-Tools      its library, to check kernels; a package of its own since Debian 14
tests may  libgl1                   so:libGL.so.1       GLX, for the tests of OpenGL in windows
tests may  libglx-mesa0             so:libGLX_mesa.so.0 Mesa's GLX, with llvmpipe
tests may  xvfb                     cmd:Xvfb            Xvfb, an X server without a screen
tests may  spirv-headers            c:spirv/unified1/spirv.h the SPIR-V specification's numbers
tests may  libthrust-dev            c:thrust/version.h    thrust, to compile programs that use it
tests may  libcub-dev               c:cub/version.cuh     CUB, to compile programs that use it
tests may  libcu++-dev              c:nv/target           libcu++, on which they stand
TEXT
}

present() {
    case $1 in
        cmd:*) command -v "${1#cmd:}" >/dev/null 2>&1 ;;
        pc:*) pkg-config --exists "${1#pc:}" 2>/dev/null ;;
        c:*) printf '#include <%s>\n' "${1#c:}" | cc -E - >/dev/null 2>&1 ;;
        so:*) PATH=$PATH:/sbin ldconfig -p | grep -q "${1#so:}" ;;
        cxx) cxx_with_sanitizers ;;
        icd) [ -n "${GPUINTEROP_TEST_ICD:-}${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}" ] \
                 || [ -n "$(lavapipe_icd)" ] ;;
        validation) [ -n "$(validation_layer)" ] ;;
    esac
}

# Debian's clang alone is a `c++` whose sanitizer libraries are a package of their own.
cxx_with_sanitizers() {
    program=$(mktemp) || return 1
    printf 'int main() { }\n' \
        | ${CXX:-c++} -x c++ -fsanitize=address,undefined - -o "$program" 2>/dev/null \
        && status=0 || status=1
    rm -f "$program"
    return "$status"
}

first_file() {
    for file in "$@"; do
        [ -f "$file" ] && { printf '%s\n' "$file"; return; }
    done
    return 0
}

lavapipe_icd() {
    first_file /usr/share/vulkan/icd.d/lvp_icd*.json /usr/local/share/vulkan/icd.d/lvp_icd*.json \
        /etc/vulkan/icd.d/lvp_icd*.json
}

validation_layer() {
    first_file /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json \
        /usr/local/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json \
        /etc/vulkan/explicit_layer.d/VkLayer_khronos_validation.json
}

# missing WHAT MUST: the lines of things that WHAT (demo or tests) needs and that are not there.
missing() {
    things | while read -r for_what must package probe description; do
        [ "$for_what" = demo ] || [ "$1" = tests ] || continue
        case $2 in all) ;; *) [ "$must" = "$2" ] || continue ;; esac
        present "$probe" || printf '%s %s\n' "$package" "$description"
    done
}

install_missing() {
    absent=$(missing "$1" all)
    [ -n "$absent" ] || return 0
    say "needed for ./run $command and not found here:"
    printf '%s\n' "$absent" | while read -r package description; do
        printf '   %-24s %s\n' "$package" "$description"
    done
    as_root=
    if ! command -v apt-get >/dev/null 2>&1; then
        printf 'There is no apt-get here; docs/first-steps.md has the names of Fedora and Arch.\n'
    elif [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
        printf 'Installing them needs root: there is no sudo here.\n'
    else
        [ "$(id -u)" = 0 ] || as_root=sudo
        packages=$(printf '%s\n' "$absent" | cut -d' ' -f1)
        say "installing them by ${as_root:+sudo }apt-get"
        $as_root apt-get update -q || true
        packages=$(for package in $packages; do
            apt-cache show "$package" >/dev/null 2>&1 && printf '%s ' "$package" || true
        done)
        # shellcheck disable=SC2086 # one word for each package
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $packages || true
    fi
    absent=$(missing "$1" must | cut -d' ' -f1 | tr '\n' ' ')
    [ -z "$absent" ] || die "cannot go on without: $absent"
}
