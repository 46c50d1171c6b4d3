#!/usr/bin/env python3
"""Since when functions are there: since.py SOURCE, or --self-test

Each public header states the version of its functions, Since:, in its first comment. A function that came later
states its own. The symbols files of the packages (core/packaging/debian) have the same versions."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import manual  # noqa: E402


def symbols(folder):
    """{function: version}"""
    found = {}
    for path in glob.glob(os.path.join(folder, "*.symbols")):
        with open(path, encoding="utf-8") as file:
            found.update(re.findall(r"^ (\w+)@\S+ (\S+)$", file.read(), re.M))
    return found


def stated(function):
    """The version that a function's comment states, or that of its header or section."""
    own = dict(manual.blocks(function.comment or ""))
    return (own.get("Since") or function.defaults.get("Since", "")).rstrip(".")


def wrong(path, text, versions):
    said = []
    for function in manual.functions(text):
        version = stated(function)
        for one in [function] + function.aliases:
            wanted = versions.get(one.name, version)
            if not version:
                said.append(f"{path}: {one.name}: neither it nor its header states Since:")
            elif version != wanted:
                said.append(f"{path}: {one.name}: Since: {version}, but its package has it since {wanted}")
    return said


def check(source):
    versions = symbols(os.path.join(source, "core", "packaging", "debian"))
    said = [] if versions else ["no symbols were read"]
    for _, path in manual.headers(os.path.join(source, "include")):
        with open(path, encoding="utf-8") as file:
            said += wrong(os.path.relpath(path, source), file.read(), versions)
    return said


HEADER = """/** A header.
 *  Since: 0.2.0. */
#ifndef H
#define H
/** Does it. */
GPUINTEROP_API cudaError_t cudaOld(int n);

/** Does more.%s */
GPUINTEROP_API cudaError_t cudaNew(int n);
#endif
"""


def self_test():
    later = "\n *  Since: 0.3.0."
    versions = {"cudaOld": "0.2.0", "cudaNew": "0.3.0"}
    said = [wrong("h", HEADER % later, versions), wrong("h", HEADER % "", versions),
            wrong("h", HEADER % later, {**versions, "cudaOld": "0.1.0"}),
            wrong("h", HEADER.replace("Since: 0.2.0", "Nothing") % later, versions)]
    counts = [len(lines) for lines in said]
    return [] if counts == [0, 1, 1, 1] else [f"found {counts} instead of [0, 1, 1, 1]: {said}"]


def main(words):
    said = self_test() if words == ["--self-test"] else check(words[0])
    print("\n".join(said))
    return 1 if said else 0


sys.exit(main(sys.argv[1:]))
