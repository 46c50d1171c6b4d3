#!/usr/bin/env python3
"""Writes HIP's names for the functions of CUDA's runtime that both have under one name.

    as_hip_names.py FUNCTIONS.py CUDA.txt HIP.txt AS_HIP.h OUT.h

What AS_HIP.h defines itself is left to it.
"""
import os
import re
import sys


def main():
    reader, cuda, hip, own, out = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(reader))
    import functions as lists
    with open(own, encoding="utf-8") as source:
        defined = set(re.findall(r"^#define (\w+)", source.read(), re.M))
    there = {function.name for function in lists.read(hip)}
    with open(out, "w", encoding="utf-8") as file:
        for function in lists.read(cuda):
            other = re.sub("^cuda", "hip", function.name)
            if function.name.startswith("cuda") and other in there and function.name not in defined:
                file.write(f"#define {function.name} {other}\n")


if __name__ == "__main__":
    main()
