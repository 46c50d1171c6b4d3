#!/usr/bin/env python3
"""Compiles a program against the vendor's own CUDA header, links it to our library, runs it.

    vendor_header.py FACTS.json PROGRAM.c --compiler CC --lib LIBCUDAINTEROP.so

Ends with 77, which means skipped, where there is no such header.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from facts import listed

SKIPPED = 77
PLACES = ["/usr/local/cuda", "/usr/local/cuda-*", "/opt/cuda", "/usr/lib/cuda", "/usr"]


def vendor_include():
    """(folder, None) of the header, or (None, why not)."""
    roots = [os.environ[name] for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    for pattern in PLACES:
        roots += sorted(glob.glob(pattern), reverse=True)
    reason = "no cuda_runtime_api.h below " + ", ".join(roots + ["CUDA_HOME"])
    for root in roots:
        for folder in (os.path.join(root, "include"),
                       os.path.join(root, "targets", "x86_64-linux", "include")):
            header = os.path.join(folder, "cuda_runtime_api.h")
            if not os.path.exists(header):
                continue
            with open(header, errors="replace") as source:
                version = re.search(r"#define\s+CUDART_VERSION\s+(\d+)", source.read())
            if version and version[1].startswith("13"):
                return folder, None
            reason = "%s is of version %s, not 13" % (header, version[1] if version else "unknown")
    return None, reason


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("facts")
    parser.add_argument("program")
    parser.add_argument("--compiler", nargs="+", required=True)
    parser.add_argument("--lib", required=True)
    parser.add_argument("--not-yet", default="", help="list of functions to leave out")
    parser.add_argument("--sanitize", default="none", help="what the library was built with")
    args = parser.parse_args()

    include, reason = vendor_include()
    if not include:
        print("skipped: " + reason)
        return SKIPPED
    waiting = listed(args.not_yet)
    with open(args.facts) as source:
        functions = [name for name, fact in json.load(source)["functions"].items()
                     if not fact.get("inline") and name not in waiting]
    print("the header is in %s; %d functions" % (include, len(functions)))
    library = os.path.abspath(args.lib)
    folder = os.path.dirname(library)
    for mode in [], ["-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"]:
        with tempfile.TemporaryDirectory() as tmp:
            with open(os.path.join(tmp, "vendor_table.h"), "w") as table:
                table.writelines("(void *)%s,\n" % name for name in functions)
            program = os.path.join(tmp, "program")
            command = args.compiler + ["-std=gnu11", "-Wall", "-Werror",
                                       "-Wno-deprecated-declarations"] + mode
            if args.sanitize != "none":
                command.append("-fsanitize=" + args.sanitize)
            command += ["-I" + tmp, "-isystem", include, args.program, "-o", program, library,
                        "-Wl,-rpath," + folder, "-Wl,-rpath-link," + folder]
            subprocess.run(command, check=True)
            ran = subprocess.run([program], check=False)
            if ran.returncode:
                print("the program ended with %d, compiled with %s" % (ran.returncode, mode))
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
