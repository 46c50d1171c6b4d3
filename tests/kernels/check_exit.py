#!/usr/bin/env python3
"""How a process ends that GPUINTEROP_CHECK asks for: check_exit.py PROGRAM, which is a child
with an argument. The status is 1 only if "exit" is asked for and an error was found."""
import os
import subprocess
import sys

SKIPPED = 77
ILLEGAL_ADDRESS = "700\n"

# the variable, what the child does, its status, what it prints, a part of what it says
CASES = (
    ("memory", "wrong", 0, ILLEGAL_ADDRESS, "memory check: kernel writes, PTX line"),
    ("memory,exit", "wrong", 1, ILLEGAL_ADDRESS, "directly behind an allocation"),
    ("exit,memory", "wrong", 1, ILLEGAL_ADDRESS, "directly behind an allocation"),
    ("memory,exit", "right", 0, "0\n", ""),
    ("memory,exits", "right", 0, "0\n", 'the word "exits"'),
)


def main():
    failures = 0
    for words, what, status, printed, said in CASES:
        environment = dict(os.environ, GPUINTEROP_CHECK=words)
        child = subprocess.run([sys.argv[1], what], env=environment, capture_output=True,
                               text=True, check=False)
        if child.returncode == SKIPPED:
            return SKIPPED
        if (child.returncode, child.stdout) != (status, printed) or said not in child.stderr:
            failures += 1
            print(f"{words}, {what}: status {child.returncode}, {child.stdout!r}, "
                  f"{child.stderr!r}; wanted {status}, {printed!r}, {said!r}")
    print(f"{len(CASES)} cases, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
