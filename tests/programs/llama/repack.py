#!/usr/bin/env python3
"""Makes a copy of llama.cpp's CUDA backend that an older driver of the vendor's takes as well as this library.

    repack.py LIBRARY OUTPUT [--target 80] [--version 9.0] [--machine EXPRESSION] [--arch 90]

LIBRARY is libggml-cuda.so as a package of npm ships it. Its compiler writes a PTX version that a driver of CUDA 13.0
refuses ("compiled with an unsupported toolchain"), although no instruction needs it. OUTPUT has the PTX of --target
alone, with --version in the place of its own. Modules with a kernel whose name matches --machine get machine code for
--arch, too, by the vendor's ptxas, so that its driver need not compile them. Needs zstd, and ptxas and fatbinary of
CUDA 13.0 in PATH or /usr/local/cuda/bin.
"""
import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import llama  # noqa: E402  pylint: disable=wrong-import-position


def tool(name):
    return shutil.which(name) or llama.need(f"/usr/local/cuda/bin/{name}", name)


def text_of(entries, number, args):
    """The PTX of a fatbin for the target, with the older version."""
    for at, target, is_packed, data in entries:
        if (at, target) == (number, args.target):
            if is_packed:
                data = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout
            return re.sub(rb"(?m)^\.version [\d.]+$", b".version " + args.version.encode(), data.rstrip(b"\0"), count=1)
    raise llama.Missing(f"no PTX for {args.target} in fatbin {number}")


def pack(text, args, folder):
    """A fatbin of the text, and of its machine code if it is asked for."""
    ptx, cubin, out = (os.path.join(folder, name) for name in ("one.ptx", "one.cubin", "one.fatbin"))
    images = [f"--image3=kind=ptx,sm={args.target},file={ptx}"]
    with open(ptx, "wb") as file:
        file.write(text)
    kernels = re.findall(rb"\.entry (\w+)", text)
    if args.machine and any(re.search(args.machine, name.decode()) for name in kernels):
        subprocess.run([tool("ptxas"), f"-arch=sm_{args.arch}", ptx, "-o", cubin], check=True)
        images.append(f"--image3=kind=elf,sm={args.arch},file={cubin}")
    subprocess.run([tool("fatbinary"), "-64", "--compress-all", "--compress-mode=size", f"--create={out}", *images], check=True)
    with open(out, "rb") as file:
        return file.read()


def places_of(data):
    """Where each fatbin of a section begins, and how many bytes it has."""
    at = data.find(struct.pack("<I", llama.FATBIN))
    while at >= 0:
        header, left = struct.unpack_from("<HQ", data, at + 6)
        yield at, header + left
        at = data.find(struct.pack("<I", llama.FATBIN), at + header + left)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("output")
    parser.add_argument("--target", type=int, default=80)
    parser.add_argument("--version", default="9.0")
    parser.add_argument("--machine")
    parser.add_argument("--arch", type=int, default=90)
    args = parser.parse_args()
    with open(args.library, "rb") as file:
        library = bytearray(file.read())
    section = llama.section_of(args.library, ".nv_fatbin")
    start = library.find(section)
    entries = list(llama.entries_of(section))
    with tempfile.TemporaryDirectory() as folder:
        for number, (at, size) in enumerate(places_of(section)):
            packed = pack(text_of(entries, number, args), args, folder)
            if len(packed) > size:
                raise llama.Missing(f"fatbin {number} grows from {size} to {len(packed)} bytes")
            library[start + at:start + at + size] = packed.ljust(size, b"\0")
            print(f"{number}: {size} to {len(packed)} bytes", flush=True)
    with open(args.output, "wb") as file:
        file.write(library)
    return 0


if __name__ == "__main__":
    sys.exit(main())
