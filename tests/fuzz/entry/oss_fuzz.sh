#!/bin/sh
# The fuzzers by the rules of OSS-Fuzz, whose base image sets the variables: CC, CXX, CFLAGS, CXXFLAGS (with the
# sanitizer and the coverage), LIB_FUZZING_ENGINE, OUT (where the fuzzers go), WORK (any files).
# The image needs: meson ninja-build pkg-config python3 zip glslang-tools libvulkan-dev libcmocka-dev
# spirv-tools liblz4-dev libzstd-dev. Meson is at least 1.0: that of Ubuntu 24.04 is, that of 20.04 is not.
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
: "${CC:?}" "${CXX:?}" "${LIB_FUZZING_ENGINE:?}" "${OUT:?}" "${WORK:?}"
built=$WORK/gpuinterop

meson setup "$built" "$top" -Dtests=true -Db_lundef=false -Dfuzzing_engine="$LIB_FUZZING_ENGINE" \
    -Dexamples=disabled -Dman=disabled -Dbench=disabled -Dlayer=disabled -Damdgpu=disabled
ninja -C "$built" fuzzers_coverage

entries=$built/tests/fuzz/entry
mkdir -p "$OUT/lib"
for fuzzer in "$entries"/*_fuzzer; do
    name=$(basename "$fuzzer" _fuzzer)
    cp "$fuzzer" "$OUT"
    # The machines that run fuzzers have no packages: what is not of the C library goes along.
    ldd "$fuzzer" | awk '$3 ~ /lib(zstd|lz4|SPIRV)/ { print $3 }' | xargs -r cp -Lt "$OUT/lib"
    case $name in
        ptx) seeds="$top/tests/translate/kernels $top/tests/interpreter/kernels" ;;
        *) seeds=$entries/seeds/$name ;;
    esac
    # shellcheck disable=SC2086 # two folders
    find $seeds -type f ! -name '*.cu' | zip -qj@ "$OUT/${name}_fuzzer_seed_corpus.zip"
    [ ! -f "$entries/seeds/$name.dict" ] || cp "$entries/seeds/$name.dict" "$OUT/${name}_fuzzer.dict"
done
library=$built/libgpuinterop-spirv.so.0
if [ -f "$library" ]; then
    cp -L "$library" "$OUT/lib"
    ldd "$library" | awk '$3 ~ /libSPIRV/ { print $3 }' | xargs -r cp -Lt "$OUT/lib"
fi
