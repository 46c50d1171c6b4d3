#!/usr/bin/env python3
"""Compares a driver library's answers about graphs with those that the vendor's gave.

    compare_graphs.py PROGRAM LIBRARY ANSWERS DIFFERENCES
    compare_graphs.py [--also=DIFFERENCES] --codes=HIP.json PROGRAM LIBRARY ANSWERS DIFFERENCES SECTION...

PROGRAM is ask_graphs. ANSWERS has its lines on the vendor's library, a section after the other. The
second form asks a HIP library, about these sections. HIP's form of an update does not name the second
node, so that is not compared.

DIFFERENCES and the options are as compare_driver.py describes them. The name of an answer is its
section, / and the question; a question that the section repeats has " #2" and so on behind it.

"not in HIP" stands for our answer where HIP cannot make a node. Of the answers that have this name in a
section, those are compared as others are that come before the refusal, which must be there; what
follows the refusal is left out.
"""
import fnmatch
import re
import subprocess
import sys

from compare_driver import compare, lines_of, options_of, rows_of

HEAD = "== section "
SECONDS = 60
NOT_IN_HIP = "not in HIP"
REFUSAL = "-8"                  # of as_hip.h

# A question ends before ": " if an answer follows, else before the first number.
FORMS = [re.compile(r"(.+?): +((?:-?\d|get |priority ).*)"), re.compile(r"(.+?) (-?\d.*)")]


def answers(lines):
    """{section: {name: answer}}; a line that is no answer is a question whose answer is empty."""
    found, named = {}, None
    for line in filter(None, lines):
        if line.startswith(HEAD):
            section = line[len(HEAD):]
            named = found.setdefault(section, {})
            continue
        if named is None:
            sys.exit(f"before the first section: {line}")
        parts = next(filter(None, (form.fullmatch(line) for form in FORMS)), None)
        question, answer = parts.groups() if parts else (line, "")
        name, times = f"{section}/{question}", 1
        while name in named:
            times += 1
            name = f"{section}/{question} #{times}"
        named[name] = answer
    return found


def ask(program, library, section):
    """Our answers to a section; ends the test without any."""
    run = subprocess.run([program, library, section], stdout=subprocess.PIPE, text=True,
                         timeout=SECONDS, check=False)
    if run.returncode:
        sys.exit(f"section {section}: exit {run.returncode}")
    ours = answers(run.stdout.splitlines()).get(section)
    if not ours:
        sys.exit(f"section {section}: no answers")
    return ours


def leave_out(pattern, vendor, ours):
    """Takes the answers behind a refusal from both; whether there was one."""
    names = fnmatch.filter(ours, pattern)
    first = next((i for i, name in enumerate(names) if ours[name] != vendor.get(name)), len(names))
    if first == len(names) or ours[names[first]] != REFUSAL:
        return False
    before = set(names[:first])
    for answered in (vendor, ours):
        for name in fnmatch.filter(list(answered), pattern):
            if name not in before:
                del answered[name]
    return True


def without_second_node(named):
    return {name: re.sub(r" from -?\d+", "", answer) for name, answer in named.items()}


def main():
    options = options_of(sys.argv)
    program, library, recorded, differences = sys.argv[1:5]
    rows = rows_of(differences, options)
    refused, used, vendor, ours = [row for row in rows if row[1] == NOT_IN_HIP], set(), {}, {}
    recorded = answers(lines_of(recorded))
    for section in sys.argv[5:] or recorded:
        wanted, given = dict(recorded[section]), ask(program, library, section)
        if "codes" in options:
            wanted, given = without_second_node(wanted), without_second_node(given)
        used.update([row for row in refused if leave_out(row[0], wanted, given)])
        vendor.update(wanted)
        ours.update(given)
    said = compare(vendor, ours, [row for row in rows if row not in refused])
    said += [f"{name}: ours {answer}, and the vendor's has no answer"
             for name, answer in ours.items() if name not in vendor]
    said += [f"{row[0]}: no refusal" for row in refused if row not in used]
    print("\n".join(said + [f"{len(vendor)} answers, {len(said)} wrong"]))
    sys.exit(1 if said or not vendor else 0)


if __name__ == "__main__":
    main()
