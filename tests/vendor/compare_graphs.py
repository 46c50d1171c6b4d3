#!/usr/bin/env python3
"""Compares a driver library's answers about graphs with those that the vendor's gave.

    compare_graphs.py PROGRAM LIBRARY ANSWERS DIFFERENCES

PROGRAM is ask_graphs. ANSWERS has its lines on the vendor's library, a section after the other.
DIFFERENCES says which answers may differ, and why.
"""
import subprocess
import sys

HEAD = "== section "
SECONDS = 60


def sections_of(text):
    """{section: its lines}"""
    found, lines = {}, None
    for line in text.splitlines():
        if line.startswith(HEAD):
            lines = found.setdefault(line[len(HEAD):], [])
        elif line:
            lines.append(line)
    return found


def main():
    program, library, answers, differences = sys.argv[1:]
    with open(answers, encoding="utf-8") as file:
        wanted = sections_of(file.read())
    with open(differences, encoding="utf-8") as file:
        allowed = [line.split("\t")[0] for line in file if line.strip() and not line.startswith("#")]
    wrong, unused, count = 0, set(allowed), 0
    for section, lines in wanted.items():
        run = subprocess.run([program, library, section], capture_output=True, text=True,
                             timeout=SECONDS, check=False)
        given = set(run.stdout.splitlines())
        for line in lines:
            count += 1
            if line in given:
                continue
            begins = [begin for begin in allowed if line.startswith(begin)]
            unused -= set(begins)
            if not begins:
                wrong += 1
                print(f"section {section}: the vendor's library answers: {line}")
    for begin in sorted(unused):
        wrong += 1
        print(f"no difference any more: {begin}")
    print(f"{count} answers, {wrong} wrong")
    sys.exit(1 if wrong or not count else 0)


main()
