#!/usr/bin/env python3
"""How a process ends that GPUINTEROP_CHECK asks for: check_exit.py PROGRAM, which is a child
with an argument. The status is 1 only if "exit" is asked for and an error was found. Without the
check a wild pointer ends a process whose device is the processor, and its handlers see the signal.
All children share a cache: the check's translations are kept apart."""
import os
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
ILLEGAL_ADDRESS = "700\n"

WILD = "SIGSEGV at address 0x10 while kernels run on the processor, the oldest first: writes"
DIES = -signal.SIGSEGV

# the variable, what the child does, its status, what it prints, a part of what it says
CASES = (
    ("memory", "wrong", 0, ILLEGAL_ADDRESS, "memory check: kernel writes, PTX line"),
    ("memory,exit", "wrong", 1, ILLEGAL_ADDRESS, "directly behind an allocation"),
    ("exit,memory", "wrong", 1, ILLEGAL_ADDRESS, "directly behind an allocation"),
    ("memory,exit", "right", 0, "0\n", ""),
    ("memory", "wild", 0, ILLEGAL_ADDRESS, "an offset from the null pointer"),
    ("memory,exits", "right", 0, "0\n", 'the word "exits"'),
)

# on a processor: the level of the log, what the child does, its status, what it prints and says
DEATHS = (
    ("error", "wild", DIES, "", WILD),
    ("error", "wild-handler", 5, "handled\n", WILD),
    ("error", "wild-stack", 5, "handled\n", WILD),
    ("", "wild", DIES, "", ""),
)


def wrong(environment, what, status, printed, said):
    given = {"GPUINTEROP_CHECK": "", "GPUINTEROP_LOG": "", **environment}
    child = subprocess.run([sys.argv[1], what], env=dict(os.environ, **given),
                           capture_output=True, text=True, check=False)
    if child.returncode == SKIPPED:
        sys.exit(SKIPPED)
    is_right = (child.returncode, child.stdout) == (status, printed) and said in child.stderr \
        and (said or not child.stderr)
    if not is_right:
        print(f"{environment}, {what}: status {child.returncode}, {child.stdout!r}, "
              f"{child.stderr!r}; wanted {status}, {printed!r}, {said!r}")
    return not is_right


def main():
    count = len(CASES) + 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GPUINTEROP_CACHE_DIR"] = folder      # translations with and without the check
        failures = wrong({}, "right", 0, "0\n", "")
        failures += sum(wrong({"GPUINTEROP_CHECK": words}, *rest) for words, *rest in CASES)
        if subprocess.run([sys.argv[1], "is-processor"], check=False).returncode == 0:
            failures += sum(wrong({"GPUINTEROP_LOG": level}, *rest) for level, *rest in DEATHS)
            count += len(DEATHS)
    print(f"{count} cases, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
