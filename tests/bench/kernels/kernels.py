#!/usr/bin/env python3
"""Times of kernels on this library beside those of another one, in one run.

    kernels.py PROGRAM OURS [OTHER] [--small]

PROGRAM is kernels.cu, built by nvcc with -cudart shared, with PTX (for ours) and machine code of the
device (for the vendor's). OURS and OTHER are folders with a libcudart.so.13 each. It prints the
medians of both, and the other's time divided by ours: 1 is as fast, more is faster. --small is for
devices that are CPUs.
"""
import math
import os
import subprocess
import sys


def times(program, library, small):
    environment = dict(os.environ, LD_LIBRARY_PATH=library)
    run = subprocess.run([program] + (["64"] if small else []), text=True, env=environment,
                         stdout=subprocess.PIPE)
    found = {}
    for line in run.stdout.splitlines():
        name, value = line.split()
        found[name] = float(value) if value != "refused" else None
    if run.returncode != 0:
        print("with %s it ended with %d" % (library, run.returncode))
    return found


def main():
    small = "--small" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    ours = times(arguments[0], arguments[1], small)
    other = times(arguments[0], arguments[2], small) if len(arguments) > 2 else {}
    ratios = []
    print("%-20s %12s %12s %8s" % ("kernel or launch", "ours, us", "other, us", "ratio"))
    for name, mine in ours.items():
        theirs = other.get(name)
        ratio = theirs / mine if mine and theirs else None
        if ratio and not name.endswith(("_call", "_all", "_wait")):
            ratios.append(ratio)
        print("%-20s %12s %12s %8s" % (name, "refused" if mine is None else "%.3f" % mine,
                                       "" if theirs is None else "%.3f" % theirs,
                                       "" if ratio is None else "%.2f" % ratio))
    if ratios:
        mean = math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))
        print("%d kernels: geometric mean %.2f, lowest %.2f" % (len(ratios), mean, min(ratios)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
