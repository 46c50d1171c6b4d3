#!/usr/bin/env python3
"""A front end keeps nothing between calls: its objects have no variables, so that several libraries
of one interface cannot disagree. What they would keep belongs into the core (core/base/interface.h).

    no_state.py ARCHIVE...              exit 1 if an object has a variable
    no_state.py --self-test COMPILER... shows that variables of each kind are found
"""
import os
import re
import subprocess
import sys
import tempfile

# Sections of variables; those of constants with addresses are called .data.rel.ro.
VARIABLES = re.compile(r"^\.(?:data|bss|tdata|tbss)(?!\.rel\.ro)(?:\.\S*)?$")
PLANTED = ("int planted = 1;", "int planted;", "static int planted; int *f(void){return &planted;}",
           "_Thread_local int planted;", "_Thread_local int planted = 1;",
           "int f(void){static int n; return n++;}")
CLEAN = "int f(void); static int (*const table[])(void) = { f }; int g(void){return table[0]();}"


def variables(path):
    """Every section with variables in an archive or object: (object, section, bytes)."""
    listing = subprocess.run(["size", "-A", path], stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    found, member, members = [], path, 0
    for line in listing.split("\n"):
        words = line.split()
        if line.rstrip().endswith(":"):
            member, members = words[0], members + 1
        elif len(words) == 3 and VARIABLES.match(words[0]) and int(words[1]) > 0:
            found.append((member, words[0], int(words[1])))
    if members == 0:
        sys.exit(f"{path}: size tells of no object")
    return found


def self_test(compiler):
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for text in (CLEAN,) + PLANTED:
            source, made = os.path.join(folder, "a.c"), os.path.join(folder, "a.o")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            subprocess.run([*compiler, "-fPIC", "-c", source, "-o", made], check=True)
            if bool(variables(made)) != (text != CLEAN):
                failures.append(text)
    for text in failures:
        print(f"judged wrongly: {text}")
    return 1 if failures else 0


def main():
    if sys.argv[1:2] == ["--self-test"]:
        return self_test(sys.argv[2:])
    if not sys.argv[1:]:
        sys.exit(__doc__)
    failed = 0
    for path in sys.argv[1:]:
        for member, section, size in variables(path):
            failed = 1
            print(f"{path}: {member} has {size} bytes of variables in {section}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
