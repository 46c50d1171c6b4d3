#!/usr/bin/env python3
"""Compares our answers to ask_virtual_memory with those that NVIDIA's library gave.

    compare_virtual_memory.py PROGRAM LIBRARY VENDOR.txt DIFFERENCES.txt

Each answer is a row of items, which are compared in turn. DIFFERENCES has lines "QUESTION.VENDOR'S ITEM |
OUR ITEM | reason"; * stands for anything. An item of ours that is not the vendor's must fit a line, and each
line must be fitted by one.
Exit: 0, 1, or 77 without a device.
"""
import fnmatch
import re
import subprocess
import sys


def rows(lines):
    found = {}
    for line in lines:
        question, colon, answer = line.strip().partition(": ")
        if colon and not line.startswith("#"):
            found[question] = re.split(r"[,;] *(?=\S)|(?<=\)) (?=\d+: )", answer.strip(" ;,"))
    return found


def differences(path):
    with open(path, encoding="utf-8") as source:
        lines = [line.strip() for line in source]
    return [[part.strip() for part in line.split("|", 2)]
            for line in lines if line and not line.startswith("#")]


def compare(vendor, ours, table):
    """The complaints, as lines."""
    used, said = set(), []
    for question, items in vendor.items():
        answered = ours.get(question, [])
        if len(items) != len(answered):
            said.append(f"{question}: {len(answered)} items, the vendor has {len(items)}")
        for theirs, own in zip(items, answered):
            name = f"{question}.{theirs}"
            fits = [i for i, (pattern, our, _) in enumerate(table)
                    if fnmatch.fnmatchcase(name, pattern) and fnmatch.fnmatchcase(own, our)]
            used.update(fits)
            if own != theirs and not fits:
                said.append(f"{name} | {own} | no reason")
    return said + [f"{pattern} | {our}: no answer is so"
                   for i, (pattern, our, _) in enumerate(table) if i not in used]


def main():
    program, library, vendor, table = sys.argv[1:]
    run = subprocess.run([program, library, "-"], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        return run.returncode
    ours = rows(run.stdout.splitlines())
    if ours and all("no device" in items[0] for items in ours.values()):
        print("skipped: no device")
        return 77
    with open(vendor, encoding="utf-8") as source:
        said = compare(rows(source), ours, differences(table))
    print("\n".join(said) or f"{len(ours)} questions: each answer is the vendor's or has its reason")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main())
