#!/usr/bin/env python3
"""Writes a header with a number that changes with the C files in some folders, at any depth.

    sources_id.py OUTPUT DEPFILE FOLDER...
"""
import hashlib
import os
import sys


def main():
    output, depfile, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    paths = sorted(os.path.join(place, name) for folder in folders
                   for place, _, names in os.walk(folder)
                   for name in names if name.endswith((".c", ".h")))
    made = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            contents = file.read()
        made.update(b"%d " % len(contents))
        made.update(contents)
    with open(output, "w") as file:
        file.write("/* Of the sources that make SPIR-V of PTX. */\n"
                   "#define GI_TRANSLATOR_ID UINT64_C(0x%s)\n" % made.hexdigest()[:16])
    with open(depfile, "w") as file:
        file.write("%s: %s\n" % (output, " ".join(path.replace(" ", "\\ ") for path in paths)))


if __name__ == "__main__":
    main()
