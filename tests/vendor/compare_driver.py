#!/usr/bin/env python3
"""Compares what two driver libraries answered to ask_driver.

    compare_driver.py VENDOR.txt OURS.txt [DIFFERENCES.txt]
    compare_driver.py --names VENDOR.txt    prints the names of the entry points
    compare_driver.py --ask PROGRAM LIBRARY VENDOR.txt DIFFERENCES.txt GROUP...

Prints each answer that differs; what the vendor's did not answer is not looked at. DIFFERENCES has lines "PATTERN: reason"; * in a pattern stands for
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
    if sys.argv[1] == "--names":
        print("\n".join(sorted({name.split(".")[1] for name in answers(lines_of(sys.argv[2]))
                                if name.startswith("entries.cu")})))
        return 0
    if sys.argv[1] == "--ask":
        program, library, recorded, differences = sys.argv[2:6]
        ours = ask(program, library, sys.argv[6:])
        asked = {name.split(".")[0] for name in ours}
        vendor = {name: answer for name, answer in answers(lines_of(recorded)).items()
                  if name.split(".")[0] in asked}
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
