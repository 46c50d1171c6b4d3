#!/usr/bin/env python3
"""Whether the tests on the emulated card run: they do if something differs from what they were last
seen to pass on.

    card_set.py which ROOT [complete|all]         prints "none: WHY" or "all: WHY"
    card_set.py print ROOT               prints the fingerprint of the tree
    card_set.py record ROOT RESULTS OLD  writes RECORD, unless RESULTS has a failure or a stage that
                                         did not run, or the tree is no longer as in file OLD

A fingerprint is a line "HASH PATH" for each file that the amdgpu driver, the card and the
conformance suite are made of: the folders below, and the headers of the core that the driver and the card include, first of all
core/contract/driver.h, with the sources of the same names. Nothing is asked of git.
"""
import hashlib
import os
import re
import sys

RECORD = "tests/amdgpu/passed.txt"
FOLDERS = ("drivers/amdgpu", "tests/amdgpu", "tests/amdgpu_card", "tests/bench/card",
           "tests/conformance")
# Whose includes are followed, and where those are looked for that are not beside the file.
INCLUDERS = ("drivers/amdgpu", "tests/amdgpu_card")
INCLUDED = "core"
SUFFIXES = (".c", ".h", ".py", ".txt", ".map", ".build")
STAGES = ("normal", "asan", "mesa25", "libdrm")
HEAD = f"""# The files that the tests on the emulated card last passed with.
# Written by `./run card-tests --record`; see docs/testing.md. Do not merge it by hand: record again.
"""


def read(root, path):
    with open(os.path.join(root, path), "rb") as file:
        return file.read()


def files_of(root, folder):
    for place, _, names in os.walk(os.path.join(root, folder)):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), root)
            if name.endswith(SUFFIXES) and path != RECORD:
                yield path


def included(root, paths):
    """The headers that the files at paths include, and those that these include, with their .c."""
    found = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        beside = os.path.dirname(path)
        for name in re.findall(rb'^\s*#\s*include\s*"([^"]+)"', read(root, path), re.M):
            header = os.path.normpath(os.path.join(beside, name.decode()))
            if not os.path.isfile(os.path.join(root, header)):
                header = os.path.normpath(os.path.join(INCLUDED, name.decode()))
            for candidate in (header, os.path.splitext(header)[0] + ".c"):
                if candidate not in found and os.path.isfile(os.path.join(root, candidate)):
                    found.add(candidate)
                    if candidate == header:
                        waiting.append(candidate)
    return found


def fingerprint(root):
    """{path: hash}"""
    paths = {path for folder in FOLDERS for path in files_of(root, folder)}
    paths |= included(root, [path for path in paths if path.startswith(INCLUDERS)
                             and path.endswith((".c", ".h"))])
    return {path: hashlib.sha256(read(root, path)).hexdigest()[:32] for path in paths}


def parse(text):
    rows = [line.split() for line in text.split("\n") if line and not line.startswith("#")]
    return {row[1]: row[0] for row in rows if len(row) == 2}


def recorded(root):
    try:
        return parse(read(root, RECORD).decode())
    except OSError:
        return {}


def lines(prints):
    return "".join(f"{prints[path]} {path}\n" for path in sorted(prints))


def which(root, wanted):
    if wanted == "all":
        return "all: it was asked for"
    if wanted != "complete":
        sys.exit(f"card_set.py: GPUINTEROP_TESTS is complete, all or nothing, not '{wanted}'")
    old, new = recorded(root), fingerprint(root)
    if not old:
        return f"all: {RECORD} records no pass of them"
    changed = sorted(path for path in set(old) | set(new) if old.get(path) != new.get(path))
    if not changed:
        return (f"none: their files are those that they last passed with ({RECORD}); "
                "`./run tests all` runs them")
    named = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
    return (f"all: not as in {RECORD}: {named}; "
            "`./run card-tests --record` runs them and records that they pass")


def counts(results):
    """What each stage passed and skipped, or the reason why that is no full pass."""
    with open(results, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    failed = [row[1] for row in rows if row[0] == "failed"]
    if failed:
        sys.exit(f"not recorded: {failed[0]} failed")
    text = ""
    for stage in STAGES:
        here = [row for row in rows if row[1].split(":")[0] == stage]
        passed = sum(row[0] == "passed" for row in here)
        if not passed:
            reasons = [row[2] for row in here if row[2]]
            sys.exit(f"not recorded: nothing passed in stage {stage}"
                     + (f" ({reasons[0]})" if reasons else ""))
        text += f"# {stage}: {passed} passed, {len(here) - passed} skipped\n"
    return text


def write(root, results, old):
    passes = counts(results)
    new = fingerprint(root)
    with open(old, encoding="utf-8") as file:
        if parse(file.read()) != new:
            sys.exit("not recorded: files changed while the tests ran")
    with open(os.path.join(root, RECORD), "w", encoding="utf-8") as file:
        file.write(HEAD + passes + lines(new))
    return f"recorded in {RECORD}"


def main():
    command, *arguments = sys.argv[1:] or [""]
    if command == "which" and 1 <= len(arguments) <= 2:
        print(which(arguments[0], *arguments[1:] or ["complete"]))
    elif command == "print" and len(arguments) == 1:
        print(lines(fingerprint(arguments[0])), end="")
    elif command == "record" and len(arguments) == 3:
        print(write(*arguments))
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
