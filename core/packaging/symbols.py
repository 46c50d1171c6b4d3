#!/usr/bin/env python3
"""The symbols files of the Debian packages: each function with the version that first had it.

    symbols.py --record FOLDER VERSION LIBRARY...  adds new symbols with VERSION, and keeps the rest
    symbols.py --check FOLDER LIBRARY...           says which symbols are missing, which new

FOLDER is core/packaging/debian. LIBRARY is a built library; the package is named after its soname.
A symbol that was in a release and is gone is an error in both: programs ask for it.
"""
import os
import re
import subprocess
import sys

# The core's functions for its own front ends, which come from the same build.
PRIVATE = "GPUINTEROP_PRIVATE"


def soname(library):
    said = subprocess.run(["readelf", "-dW", library], stdout=subprocess.PIPE, text=True, check=True)
    return re.search(r"Library soname: \[(.*)\]", said.stdout)[1]


def package_of(name):
    return re.sub(r"\.so\.", "", name)


def exports(library):
    """NAME@NODE of each symbol; @Base where there is no node. Nodes are symbols, too."""
    said = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", library],
                          stdout=subprocess.PIPE, text=True, check=True)
    found = set()
    for line in said.stdout.splitlines():
        kind, name = line.split()[-2:]
        name, _, node = name.replace("@@", "@").partition("@")
        if kind == "A":                  # the node itself
            node = name
        found.add(f"(symver){PRIVATE}" if node == PRIVATE else f"{name}@{node or 'Base'}")
    return found


def read(path):
    """Each symbol's version."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return dict(line.split() for line in lines if line.startswith(" "))


def write(path, name, versions):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{name} {package_of(name)} #MINVER#\n* Build-Depends-Package: libgpuinterop-dev\n")
        for symbol in sorted(versions):
            file.write(f" {symbol} {versions[symbol]}\n")


def main(words):
    record = words[0] == "--record"
    folder, version, libraries = words[1], words[2] if record else None, words[3 if record else 2:]
    wrong = 0
    for library in libraries:
        name = soname(library)
        path = os.path.join(folder, package_of(name) + ".symbols")
        versions, there = read(path), exports(library)
        gone, new = sorted(set(versions) - there), sorted(there - set(versions))
        for symbol in gone:
            print(f"{path}: {symbol} is gone from {name}; programs of {versions[symbol]} ask for it")
        if record:
            versions.update((symbol, version) for symbol in new)
            write(path, name, versions)
        else:
            for symbol in new:
                print(f"{path}: {symbol} is new in {name}; symbols.py --record adds it")
        wrong += len(gone) + (0 if record else len(new))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
