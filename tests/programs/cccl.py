#!/usr/bin/env python3
"""Builds small programs over NVIDIA's libraries of kernels (CUB, thrust, libcu++), runs them on this
library, and prints how each one ends.

    cccl.py CCCL SOURCES BUILD [--only NAME...] [--must NAME...] [--define NAME...] [--clang PROGRAM] [--seconds N]

CCCL is a checkout of the libraries, or the folder in which cub/, thrust/ and cuda/ lie: /usr/include with
Debian's packages. SOURCES is the source tree of this library, BUILD its build folder.

    right      it ends with success: each program compares all results with those of the host
    wrong      a result differs: this and "crashed" make the script fail
    refused    the library refuses something: shared memory above the device's, for example
    not ended  it was stopped after the time limit
    crashed    it ended by a signal or an exception
    not built  the compiler refuses it

Programs named behind --must make it fail unless they are right, or CCCL does not have the headers that
they include: it exits with 77 then.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cccl")
REFUSED = 3                 # check.h


def includes_of(cccl):
    """The folders to search: three in a checkout, none where the compiler looks by itself."""
    checkout = [os.path.join(cccl, folder) for folder in ("libcudacxx/include", "cub", "thrust")]
    if all(os.path.isdir(folder) for folder in checkout):
        return checkout
    return [] if os.path.realpath(cccl) == "/usr/include" else [cccl]


def lacks(name, includes):
    """The headers of the libraries that a program includes and that are nowhere."""
    with open(os.path.join(HERE, name + ".cu"), encoding="utf-8") as file:
        wanted = re.findall(r"#include <((?:cub|thrust|cuda)/[^>]+)>", file.read())
    return [header for header in wanted
            if not any(os.path.exists(os.path.join(folder, header)) for folder in includes or ["/usr/include"])]


def build(arguments, name, folder, includes):
    """The program, or None, and the compiler's first error."""
    driver = os.path.join(arguments.build, "api_cuda/cc/cudainterop-cc")
    program = os.path.join(folder, name)
    words = [driver, os.path.join(HERE, name + ".cu"), "-o", program, "--rpath",
             *(f"-I{include}" for include in includes), *(f"-D{macro}" for macro in arguments.define)]
    if arguments.clang:
        words.append(f"--clang={arguments.clang}")
    environment = {**os.environ, "GPUINTEROP_HEADERS": os.path.join(arguments.sources, "include"),
                   "GPUINTEROP_LIBRARIES": arguments.build}
    done = subprocess.run(words, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode == 0:
        return program, ""
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    return None, (errors or [done.stdout.strip()])[0]


def result(arguments, name, folder, includes):
    """How a program ends, and why."""
    program, error = build(arguments, name, folder, includes)
    if program is None:
        return "not built", error
    try:
        done = subprocess.run([program], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=arguments.seconds, check=False)
    except subprocess.TimeoutExpired:
        return "not ended", f"{arguments.seconds} s"
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if done.returncode == 0:
        return "right", ""
    if done.returncode == REFUSED:
        return "refused", last
    return "crashed" if done.returncode < 0 else "wrong", last


def main():
    parser = argparse.ArgumentParser()
    for word in ("cccl", "sources", "build"):
        parser.add_argument(word, type=os.path.abspath)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--must", nargs="+", default=[])
    parser.add_argument("--define", nargs="+", default=[])
    parser.add_argument("--clang")
    parser.add_argument("--seconds", type=int, default=300)
    arguments = parser.parse_args()
    includes = includes_of(arguments.cccl)
    names = arguments.only or arguments.must or sorted(
        name[:-3] for name in os.listdir(HERE) if name.endswith(".cu"))
    status = 0

    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            missing = lacks(name, includes)
            if missing and arguments.must:
                print(f"skipped: there is no {missing[0]} in {arguments.cccl}")
                return 77
            how, why = result(arguments, name, folder, includes)
            print(f"{name:10} {how:10} {why}", flush=True)
            if how in ("wrong", "crashed") or (name in arguments.must and how != "right"):
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
