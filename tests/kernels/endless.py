#!/usr/bin/env python3
"""Kernels that do not end: endless.py PROGRAM [CASE...], which is a child with an argument. With
GPUINTEROP_KERNEL_SECONDS each call answers LaunchTimeout with the kernel's name. With it or
without it the process ends
by itself, with its status, its output and its exit handlers. A GPU also has kernels with wrong
addresses."""
import os
import re
import subprocess
import sys

SKIPPED, STATUS, HANGS = 77, 7, 120
CALLS = ("synchronize", "query", "device", "malloc", "memset", "event", "last")
TIMEOUT, ILLEGAL_ADDRESS = 702, 700


def failing(error):
    return ["launch: 0"] + [f"{call}: {error}" for call in CALLS]


def timed_out(kernel):
    return rf"kernel {kernel}, grid \(\d+, 1, 1\), block \(1, 1, 1\), has run for .* " \
           r"GPUINTEROP_KERNEL_SECONDS is 0.5: .*GPUINTEROP_CHECK=memory"


def lost(kernel):
    return rf"kernel {kernel}, grid \(1, 1, 1\), block \(1, 1, 1\) used an address that is nobody's"


AGAIN = ["reset: 0", "malloc: 0", "memset: 0", "memcpy: 0", "right: 0"]

# what the child does, the limit, the errors of its calls, the sentence of the first one
CASES = {
    "released": ("100", ["launch: 0", "synchronize: 0"], ""),
    "endless": ("0.5", failing(TIMEOUT), timed_out("endless")),
    "resets": ("0.5", failing(TIMEOUT) + AGAIN, timed_out("endless")),
    "unfinished": ("", ["launch: 0"], ""),
}
WILD = {
    "loads": ("0.5", failing(TIMEOUT), timed_out("loads")),
    "changes": ("0.5", failing(TIMEOUT), timed_out("changes")),
    "misaligned": ("0.5", failing(TIMEOUT), timed_out("stores")),
    "stores": ("", failing(ILLEGAL_ADDRESS), lost("stores")),
    "near": ("", failing(ILLEGAL_ADDRESS), lost("stores")),
}


def start(what, limit):
    given = {"GPUINTEROP_KERNEL_SECONDS": limit, "GPUINTEROP_LOG": "", "GPUINTEROP_CHECK": ""}
    return subprocess.Popen([sys.argv[1], what], env=dict(os.environ, **given), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wrong(what, child, errors, sentence):
    try:
        printed, said = child.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        child.kill()
        print(f"{what}: the process does not end")
        return True
    if child.returncode == SKIPPED:
        sys.exit(SKIPPED)
    lines = printed.splitlines()
    sentences = [line for line in lines if not re.fullmatch(r"\w+: \d+|bye", line)]
    is_right = child.returncode == STATUS and lines[-1:] == ["bye"] \
        and [line for line in lines if re.fullmatch(r"\w+: \d+", line)] == errors \
        and re.search(sentence, "".join(sentences)) and bool(sentences) == bool(sentence)
    if not is_right:
        print(f"{what}: status {child.returncode}, {printed!r}, {said!r}")
    return not is_right


def main():
    is_processor = subprocess.run([sys.argv[1], "is-processor"], check=False,
                                  stdout=subprocess.DEVNULL).returncode == 0
    cases = CASES if is_processor else {**CASES, **WILD}
    wanted = sys.argv[2:] or list(cases)
    failures = 0
    for what in wanted:
        limit, errors, sentence = cases[what]
        failures += wrong(what, start(what, limit), errors, sentence)
    print(f"{len(wanted)} cases, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
