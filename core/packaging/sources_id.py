#!/usr/bin/env python3
"""Writes a header with a number that changes with the C files of some folders.

    sources_id.py OUTPUT DEPFILE FOLDER...
"""
import hashlib
import os
import sys


def main():
    output, depfile, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    paths = [os.path.join(folder, name) for folder in folders
             for name in sorted(os.listdir(folder)) if name.endswith((".c", ".h"))]
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
