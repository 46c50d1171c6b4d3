#!/usr/bin/env python3
"""core/front/driver/ and driver_stream/ compile for an interface whose device pointers are integers, as those of
CUDA's driver interface are: HIP's headers with integers in place of them stand in for it.

    device_pointers.py ROOT COMPILER...
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/front"))
import functions as lists  # noqa: E402

INTEGER = "typedef unsigned long long hipDeviceptr_t;"
PLANTED = """#include "front.h"
#include "handles.h"
#include "driver/device_pointer.h"
uint64_t gpuPlanted(gpuDeviceptr_t device_pointer);
uint64_t gpuPlanted(gpuDeviceptr_t device_pointer)
{
    return %s(device_pointer);
}
"""


def replace(path, pattern, text):
    """Replaces what has to be there."""
    with open(path, encoding="utf-8") as file:
        before = file.read()
    after, count = re.subn(pattern, text, before)
    if count == 0:
        sys.exit(f"{path}: nothing there looks like {pattern}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(after)


def integer_headers(root, folder):
    """HIP's headers with integers for device pointers, also where HIP says void *."""
    headers = os.path.join(folder, "hip")
    shutil.copytree(os.path.join(root, "include/hip"), headers)
    shutil.copytree(os.path.join(root, "include/gpuinterop_device"),
                    os.path.join(folder, "gpuinterop_device"))
    own = os.path.join(headers, "hip/hipinterop/runtime")
    replace(os.path.join(own, "handles.h"), r"typedef void \*hipDeviceptr_t;", INTEGER)
    replace(os.path.join(own, "stream_api.h"), r"void \*pointer, (?=uint\d+_t value)",
            "hipDeviceptr_t pointer, ")
    return headers


def write_names(root, folder):
    """The names of functions, as the build makes them."""
    functions = lists.read(os.path.join(root, "api_hip/functions.txt"))
    for names in "front", "driver":
        path = os.path.join(folder, f"hip_{names}_functions.h")
        with open(path, "w", encoding="utf-8") as file:
            file.write(lists.write_names(functions, names))


def reads(compiler, root, headers, path):
    """Whether the compiler takes the file, and what it says."""
    folders = (headers, os.path.dirname(headers), *(os.path.join(root, name) for name in
                          ("api_hip", "core/front", "core", "include")))
    run = subprocess.run([*compiler, "-fsyntax-only", "-std=c11", "-D_GNU_SOURCE", "-Wall",
                          "-Wextra", "-Werror", *("-I" + name for name in folders), path],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.returncode == 0, run.stdout


def main(root, compiler):
    folders = [os.path.join(root, "core/front", name) for name in ("driver", "driver_stream")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        headers = integer_headers(root, folder)
        write_names(root, folder)
        paths = sorted(os.path.join(place, name) for place in folders
                       for name in os.listdir(place) if name.endswith(".c"))
        for path in paths:
            taken, text = reads(compiler, root, headers, path)
            if not taken:
                failed += 1
                sys.stdout.write(text)
        for call, expected in (("front_from_device", True), ("front_from_pointer", False)):
            planted = os.path.join(folder, "planted.c")
            with open(planted, "w", encoding="utf-8") as file:
                file.write(PLANTED % call)
            taken, text = reads(compiler, root, headers, planted)
            if taken != expected:
                failed += 1
                print(f"a planted {call} is {'taken' if taken else 'refused'}: {text}")
    print(f"{len(paths)} files read with integers for device pointers, {failed} failures")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
