#!/usr/bin/env python3
"""The PTX of malloc and free of kernels.

heap_text.py --record              compiles heap_device.h by clang and writes heap.ptx
heap_text.py --check               fails if heap.ptx was made of other sources
heap_text.py --header PTX OUTPUT   writes heap.ptx as a text of C
"""
import hashlib
import os
import re
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCES = ("heap_layout.h", "heap_functions.h", "heap_device.h")
COMMAND = ("clang", "-S", "-O2", "--target=nvptx64-nvidia-cuda", "-march=sm_70", "-nocudalib",
           "-ffreestanding", "-fno-builtin", "-fno-unroll-loops", "-Wall", "-Wextra", "-Werror",
           "-Xclang", "-target-feature", "-Xclang", "+ptx60", "-o", "-", "-x", "c",
           "heap_device.h")
# The name in C, and the one that programs declare.
NAMES = ("__gpuinterop_aligned_malloc", "__cuda_syscall_aligned_malloc")
VARIABLE = ".extern .global .align 8 .b8 __gpuinterop_heap[24];"


def digest():
    """Of the sources."""
    total = hashlib.sha256()
    for name in SOURCES:
        with open(os.path.join(FOLDER, name), "rb") as source:
            total.update(source.read())
    return total.hexdigest()


def plain(text):
    """The declarations and functions alone: no comments, no head, no indents. The variable is
    defined here."""
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"^\s*\.(version|target|address_size|pragma)[^\n]*", "", text, flags=re.MULTILINE)
    if VARIABLE not in text:
        raise SystemExit("heap_text.py: clang declares the variable in another way")
    text = text.replace(VARIABLE, VARIABLE.replace(".extern ", "")).replace(*NAMES)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line) + "\n"


def record():
    """Writes heap.ptx."""
    text = subprocess.run(COMMAND, cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True).stdout
    with open(os.path.join(FOLDER, "heap.ptx"), "w", encoding="ascii") as output:
        output.write(f"// Made by heap_text.py --record of sources {digest()}\n{plain(text)}")


def check():
    """Whether heap.ptx is of the sources that are here."""
    with open(os.path.join(FOLDER, "heap.ptx"), encoding="ascii") as text:
        if digest() not in text.readline():
            raise SystemExit("heap.ptx was made of other sources: core/kernel/heap/heap_text.py --record")


def header(ptx, output):
    """Writes a C header, without the line about the sources."""
    with open(ptx, encoding="ascii") as text:
        lines = text.read().split("\n")[1:-1]
    with open(output, "w", encoding="ascii") as out:
        out.write("static const char heap_text[] =\n")
        out.writelines(f"    \"{line}\\n\"\n" for line in lines)
        out.write("    ;\n")


if sys.argv[1:] == ["--record"]:
    record()
elif sys.argv[1:] == ["--check"]:
    check()
elif len(sys.argv) == 4 and sys.argv[1] == "--header":
    header(*sys.argv[2:])
else:
    raise SystemExit(__doc__)
