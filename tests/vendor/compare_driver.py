#!/usr/bin/env python3
"""Compares what two driver libraries answered to ask_driver.

    compare_driver.py VENDOR.txt OURS.txt [DIFFERENCES.txt]
    compare_driver.py --names VENDOR.txt    prints the names of the entry points
    compare_driver.py [--also=DIFFERENCES.txt --codes=HIP.json] --ask PROGRAM LIBRARY VENDOR.txt
                      DIFFERENCES.txt GROUP...

Prints each answer that differs; what the vendor's did not answer is not looked at. DIFFERENCES has
lines "PATTERN | OURS | REASON"; * in the first two stands for anything. An answer may differ if a line
has its name and our answer, and each line must have one that does; not one that begins with the word
"sometimes", which is for what depends on the device. With --ask the program is run for
each group; a group is its words, with commas between them. The lines of --also come last and need not
have an answer: they are another interface's. With --codes, the facts about HIP's header (tests/abi),
the second parts may have HIP's names of codes.
"""
import fnmatch
import json
import lzma
import os
import re
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


def codes_of(path):
    """{name: number} of HIP's codes."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)["enums"]["hipError_t"]


def numbered(text, codes):
    """With the numbers of codes for their names."""
    return re.sub(r"\bhip(Error\w+|Success)\b", lambda name: str(codes[name.group()]), text)


def reasons(path, codes=None):
    """[(pattern of names, pattern of our answer, whether one has to differ so)] of each line; a line
    without a reason is wrong."""
    found = []
    for line in lines_of(path):
        if line.strip() and not line.startswith("#"):
            parts = [part.strip() for part in line.split(" | ", 2)]
            if len(parts) < 3 or not all(parts):
                sys.exit(f"{path}: a part is missing: {line}")
            names = parts[0].removeprefix("sometimes ")
            found.append((names, numbered(parts[1], codes or {}), names == parts[0]))
    return found


def compare(vendor, ours, rows):
    """The complaints, as lines."""
    used, said = set(), []
    for name, answer in vendor.items():
        own = ours.get(name, "nothing")
        if own == answer:
            continue
        fits = [row for row in rows
                if fnmatch.fnmatchcase(name, row[0]) and fnmatch.fnmatchcase(own, row[1])]
        used.update(fits)
        if not fits:
            said.append(f"{name}: vendor {answer} | ours {own}")
    return said + [f"{pattern} | {own}: no answer differs so"
                   for pattern, own, always in rows
                   if always and (pattern, own, always) not in used]


def with_vulkan_driver():
    """The environment, with the one Vulkan driver that VK_DRIVER_FILES names preloaded: the program forks
    for most questions, and each child would load the driver and its compiler anew."""
    manifest = os.environ.get("VK_DRIVER_FILES", "")
    if not os.path.isfile(manifest):
        return os.environ
    with open(manifest, encoding="utf-8") as file:
        library = json.load(file)["ICD"]["library_path"]
    if library.startswith("."):
        library = os.path.join(os.path.dirname(manifest), library)
    words = [word for word in (os.environ.get("LD_PRELOAD"), library) if word]
    return {**os.environ, "LD_PRELOAD": ":".join(words)}


def ask(program, library, groups):
    found, environment = {}, with_vulkan_driver()
    for group in groups:
        run = subprocess.run([program, library] + group.split(","), stdout=subprocess.PIPE,
                             env=environment, text=True, check=False)
        if run.returncode:
            sys.exit(run.returncode if run.returncode == 77 else f"{group}: exit {run.returncode}")
        found.update(answers(run.stdout.splitlines()))
    return found


def rows_of(path, options):
    """The rows of a file, and those of --also, none of which is needed."""
    codes = codes_of(options["codes"]) if "codes" in options else None
    rows = reasons(path, codes)
    for other in filter(None, [options.get("also")]):
        rows += [(names, own, False) for names, own, _ in reasons(other)]
    return rows


def options_of(argv):
    """Takes the leading options from the arguments."""
    options = {}
    while len(argv) > 1 and argv[1].startswith(("--also=", "--codes=")):
        name, _, value = argv.pop(1)[2:].partition("=")
        options[name] = value
    return options


def main():
    options = options_of(sys.argv)
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
        said = compare(vendor, ours, rows_of(differences, options))
    else:
        vendor, ours = answers(lines_of(sys.argv[1])), answers(lines_of(sys.argv[2]))
        said = compare(vendor, ours, reasons(sys.argv[3]) if len(sys.argv) > 3 else [])
    for line in said:
        print(line)
    print(f"{len(vendor)} answers of the vendor's, {len(said)} complaints")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
