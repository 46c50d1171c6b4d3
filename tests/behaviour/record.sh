#!/bin/sh
# record.sh [PROGRAM [PREFIX]]: asks the vendor's library all questions and prints the table
# vendor_cuda13.txt; with the prefix image. those about images, for vendor_cuda13_images.txt.xz
# (by way of xz).
# On a machine with CUDA 13 and a GPU, from any folder; PROGRAM is one that was built elsewhere and
# linked to a libcudart.so.13, for machines without a C compiler. CUDART=FILE names the library
# where it is not found.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cudart=${CUDART:-$(find / -xdev -name 'libcudart.so.13*' -type f 2>/dev/null | head -n 1)}
[ -n "$cudart" ] || { echo "record.sh: no libcudart.so.13 here; CUDART=FILE names it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$cudart" "$work/libcudart.so.13"
program=${1:-}
prefix=${2:-}
if [ -z "$program" ]; then
    program=$work/behaviour
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -w -I"$here/../../include" -I"$here/../../include/cuda" \
        -o "$program" "$here"/*.c "$work/libcudart.so.13" -lpthread -ldl
fi
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
echo "# $(basename "$cudart"), $gpu, $(uname -s) $(uname -m), Vulkan exporter: the same driver"
unset VK_INSTANCE_LAYERS
LD_LIBRARY_PATH=$work${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$program" -j "${JOBS:-12}" ${prefix:+"$prefix"}
