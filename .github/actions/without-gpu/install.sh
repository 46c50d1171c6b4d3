#!/bin/sh
# install.sh PREFIX: installs what is needed, builds and installs gpuinterop there. The variables
# for later steps go to the files that GITHUB_ENV and GITHUB_PATH name, or to the output.
set -eu
prefix=$1
top=$(cd "$(dirname "$0")/../../.." && pwd)

if command -v apt-get >/dev/null 2>&1; then
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -q
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        clang g++ glslang-tools libc6-dev libdrm-dev liblz4-dev libvulkan-dev libzstd-dev \
        mesa-vulkan-drivers meson ninja-build pkg-config python3
fi
build=$(mktemp -d)
meson setup "$build" "$top" --prefix="$prefix" --libdir=lib -Dexamples=disabled -Dbench=disabled
meson install -C "$build"
rm -rf "$build"

set_variable() { echo "$1=$2" >>"${GITHUB_ENV:-/dev/stdout}"; }
icd=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | head -n 1)
set_variable VK_DRIVER_FILES "$icd"
set_variable PKG_CONFIG_PATH "$prefix/lib/pkgconfig"
set_variable CMAKE_PREFIX_PATH "$prefix"
set_variable LD_LIBRARY_PATH "$prefix/lib:$prefix/lib/gpuinterop"
set_variable VK_ADD_LAYER_PATH "$prefix/share/vulkan/explicit_layer.d"
echo "$prefix/bin" >>"${GITHUB_PATH:-/dev/stdout}"
