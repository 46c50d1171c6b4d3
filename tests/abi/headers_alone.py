#!/usr/bin/env python3
"""Compiles each public header alone, twice in one unit, with every warning an error.

Once more with the macros below, where the header or one that it includes has one of them.

    headers_alone.py --compiler CC --std c11|c++17 -I DIR
"""
import argparse
import os
import re
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
C_WARNINGS = ["-Wstrict-prototypes", "-Wmissing-prototypes", "-Wold-style-definition"]

MACROS = ["CUDA_API_PER_THREAD_DEFAULT_STREAM", "HIP_API_PER_THREAD_DEFAULT_STREAM",
          "__HIP_PLATFORM_AMD__"]
DEFINED = ["-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-DHIP_API_PER_THREAD_DEFAULT_STREAM=1",
           "-D__HIP_PLATFORM_AMD__"]


def has_macros(root, header, seen):
    """Whether a header has one of MACROS, or one that it includes and that lies below root."""
    if header in seen or not os.path.isfile(os.path.join(root, header)):
        return False
    seen.add(header)
    with open(os.path.join(root, header), encoding="utf-8") as file:
        text = file.read()
    beside = os.path.dirname(header)
    return any(macro in text for macro in MACROS) or any(
        has_macros(root, os.path.normpath(path), seen)
        for name in re.findall(r'^\s*#\s*include\s*["<]([^">]+)', text, re.MULTILINE)
        for path in (os.path.join(beside, name), name))


def headers_below(root):
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".h"):
                yield os.path.relpath(os.path.join(folder, name), root)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--compiler", nargs="+", required=True)
    parser.add_argument("--std", required=True)
    parser.add_argument("-I", dest="include", action="append", required=True)
    args = parser.parse_args()

    language = "c++" if "++" in args.std else "c"
    # ccache keeps nothing of a source that it reads from a pipe.
    compiler = args.compiler[os.path.basename(args.compiler[0]) == "ccache":]
    command = compiler + ["-std=" + args.std, "-fsyntax-only", "-x", language] + WARNINGS
    command += C_WARNINGS if language == "c" else []
    failed = count = 0
    for root in args.include:
        for header in sorted(headers_below(root)):
            for extra in [[], DEFINED] if has_macros(root, header, set()) else [[]]:
                source = "#include <%s>\n#include <%s>\nextern int some_declaration;\n" % (
                    header, header)
                run = subprocess.run(command + extra + ["-I" + root, "-"], input=source, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
                count += 1
                if run.returncode:
                    failed += 1
                    print("%s %s\n%s" % (header, " ".join(extra), run.stdout))
    print("%d compilations, %d failed" % (count, failed))
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
