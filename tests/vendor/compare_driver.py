#!/usr/bin/env python3
"""Compares what two driver libraries answered to ask_driver.

    compare_driver.py VENDOR.txt OURS.txt [DIFFERENCES.txt]
    compare_driver.py --ask PROGRAM LIBRARY VENDOR.txt DIFFERENCES.txt GROUP...

Prints each answer that differs. DIFFERENCES has lines "PATTERN: reason"; * in a pattern stands for
anything. Answers that it names may differ, and each pattern must name one that does. With --ask the
program is run for each group; a group is its words, with commas between them.
"""
import fnmatch
import lzma
import subprocess
import sys


def lines_of(path):
    opener = lzma.open if path.endswith(".xz") else open
    with opener(path, "rt", encoding="utf-8") as source:
        return source.read().splitlines()


def answers(lines):
    found = {}
    for line in lines:
        name, colon, answer = line.partition(":")
        if colon and not line.startswith("#"):
            found[name] = answer.strip()
    return found


def reasons(path):
    return [line.split(":", 1)[0] for line in lines_of(path)
            if line.strip() and not line.startswith("#")]


def compare(vendor, ours, patterns):
    """The complaints, as lines."""
    used, said = set(), []
    for name, answer in vendor.items():
        if ours.get(name) == answer:
            continue
        fits = [p for p in patterns if fnmatch.fnmatchcase(name, p)]
        used.update(fits)
        if not fits:
            said.append(f"{name}: vendor {answer} | ours {ours.get(name, 'nothing')}")
    said += [f"{name}: vendor nothing | ours {answer}" for name, answer in ours.items()
             if name not in vendor]
    return said + [f"{p}: no answer differs" for p in patterns if p not in used]


def ask(program, library, groups):
    found = {}
    for group in groups:
        run = subprocess.run([program, library] + group.split(","), stdout=subprocess.PIPE,
                             text=True, check=False)
        if run.returncode:
            sys.exit(run.returncode if run.returncode == 77 else f"{group}: exit {run.returncode}")
        found.update(answers(run.stdout.splitlines()))
    return found


def main():
    if sys.argv[1] == "--ask":
        program, library, recorded, differences = sys.argv[2:6]
        ours = ask(program, library, sys.argv[6:])
        vendor = {name: answer for name, answer in answers(lines_of(recorded)).items()
                  if name.split(".")[0] in {n.split(".")[0] for n in ours}}
        said = compare(vendor, ours, reasons(differences))
    else:
        vendor, ours = answers(lines_of(sys.argv[1])), answers(lines_of(sys.argv[2]))
        said = compare(vendor, ours, reasons(sys.argv[3]) if len(sys.argv) > 3 else [])
    for line in said:
        print(line)
    print(f"{len(vendor)} answers of the vendor's, {len(said)} complaints")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
