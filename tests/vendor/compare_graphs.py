#!/usr/bin/env python3
"""Compares a driver library's answers about graphs with those that the vendor's gave.

    compare_graphs.py PROGRAM LIBRARY ANSWERS DIFFERENCES
    compare_graphs.py --hip=HIP.json,ROWS PROGRAM LIBRARY ANSWERS DIFFERENCES SECTION...

PROGRAM is ask_graphs. ANSWERS has its lines on the vendor's library, a section after the other.
DIFFERENCES says which answers may differ, and why. The second form asks a HIP library, about these
sections. HIP's form of an update does not name the second node, so that is not compared. ROWS has lines
"LINE | OUR LINE | REASON" as compare_driver.py describes them; "not in HIP" for our line leaves the
vendor's out. HIP.json are the facts about HIP's header.
"""
import fnmatch
import re
import subprocess
import sys

from compare_driver import codes_of, reasons

HEAD = "== section "
SECONDS = 60
NOT_IN_HIP = "not in HIP"


def sections_of(text):
    """{section: its lines}"""
    found, lines = {}, None
    for line in text.splitlines():
        if line.startswith(HEAD):
            lines = found.setdefault(line[len(HEAD):], [])
        elif line:
            lines.append(line)
    return found


class Hip:
    """What differs with HIP; nothing without the option."""

    def __init__(self, option):
        self.is_asked = option is not None
        self.rows = []
        if self.is_asked:
            facts, rows = option.split(",")
            self.rows = reasons(rows, codes_of(facts))
        self.unused = {row for row in self.rows if row[2]}

    def form(self, line):
        return re.sub(r" from -?\d+", "", line) if self.is_asked else line

    def explains(self, line, given):
        fits = [row for row in self.rows if fnmatch.fnmatchcase(line, row[0]) and
                (row[1] == NOT_IN_HIP or fnmatch.filter(given, row[1]))]
        self.unused -= set(fits)
        return bool(fits)


def main():
    arguments = sys.argv[1:]
    option = arguments.pop(0)[len("--hip="):] if arguments[0].startswith("--hip=") else None
    program, library, answers, differences = arguments[:4]
    hip = Hip(option)
    with open(answers, encoding="utf-8") as file:
        wanted = sections_of(file.read())
    with open(differences, encoding="utf-8") as file:
        allowed = [line.split("\t")[0] for line in file if line.strip() and not line.startswith("#")]
    wrong, unused, count = 0, set() if hip.is_asked else set(allowed), 0
    for section, lines in wanted.items():
        if arguments[4:] and section not in arguments[4:]:
            continue
        run = subprocess.run([program, library, section], capture_output=True, text=True,
                             timeout=SECONDS, check=False)
        given = {hip.form(line) for line in run.stdout.splitlines()}
        for line in map(hip.form, lines):
            count += 1
            if line in given:
                continue
            begins = [begin for begin in allowed if line.startswith(begin)]
            unused -= set(begins)
            if not begins and not hip.explains(line, given):
                wrong += 1
                print(f"section {section}: the vendor's library answers: {line}")
    for begin in sorted(unused) + sorted(" | ".join(row[:2]) for row in hip.unused):
        wrong += 1
        print(f"no difference any more: {begin}")
    print(f"{count} answers, {wrong} wrong")
    sys.exit(1 if wrong or not count else 0)


if __name__ == "__main__":
    main()
