#!/usr/bin/env python3
"""Holds our headers, and the library where it is built, to the reduced facts kept here.

    hold.py FACTS.json -I DIR [--functions FUNCTIONS.txt] [--lib LIB.so] [--not-yet LIST.txt]
            [--later LIST.txt] [--groups LIST.txt] [--plain] HEADER...

Stricter than check.py, for the facts hold what we declare and nothing else: whatever the
headers lack, and whatever they declare that the facts do not know, fails as well.

--functions is the interface's list of functions, which has the symbols of the facts.
--not-yet lists what is declared and not exported yet, so that declarations can come first; what
is exported has to leave it. --later lists the vendor's functions that a later step brings: a name,
the reason behind it. None of them may be declared. --groups lists all symbols of the groups that we
mean to have whole: each is exported, or a function of one of these two lists. --plain says that the
library's symbols are to have no version nodes.
"""
import argparse
import json
import os
import re
import subprocess
import sys

from facts import exported, listed
from functions import exports_of, read
from reduce import symbols_of, symbols_of_function

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check.py")


def header_faults(args):
    command = [sys.executable, CHECK, args.facts, "--cc", args.cc, "--cxx", args.cxx, "-v"]
    command += ["--not-yet", args.not_yet] if args.not_yet else []
    command += ["--plain"] if args.plain else []
    command += ["-I" + d for d in args.include] + ["--lib=" + lib for lib in args.lib]
    run = subprocess.run(command + args.headers, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, check=False)
    print(run.stdout, end="")
    if run.returncode:
        yield "check.py ended with %d" % run.returncode
        return
    if "names that the facts lack:" in run.stdout:
        yield "a header declares names that the facts lack; run reduce.py if they are the vendor's"
    if not run.stdout.rstrip().endswith(" 0 disagree, 0 missing"):
        yield "a header lost something that the facts hold"


def export_faults(args):
    with open(args.facts) as source:
        data = json.load(source)
    wanted = set(symbols_of(data))
    named = set(exports_of(read(args.functions)))
    for symbol in sorted(wanted ^ named):
        yield "%s: %s %s" % (symbol, "not in" if symbol in wanted else "only in", args.functions)
    if args.lib:
        there = set(exported(args.lib))
        waiting = set()
        for name in sorted(listed(args.not_yet)):
            function = data["functions"].get(name)
            symbols = {name} & wanted | set(symbols_of_function(function) if function else ())
            if symbols <= there:
                yield "%s: %s" % (name, "exported, and has to leave the list of what is not yet"
                                  if symbols else "nothing has this name; the list of what is not yet")
            waiting |= symbols
        for symbol in sorted(named - there - waiting):
            yield "%s: not exported" % symbol
        for symbol in sorted(there - named):
            if not symbol.startswith("gpuinterop_"):
                yield "%s: exported, but not listed in %s" % (symbol, args.functions)


def later_faults(args):
    with open(args.facts) as source:
        declared = json.load(source)["functions"]
    for name, reason in sorted(listed(args.later).items()):
        if name in declared:
            yield "%s: declared, and has to leave %s" % (name, args.later)
        if not reason:
            yield "%s: no reason stands in %s" % (name, args.later)


ENDINGS = re.compile(r"_(ptsz|ptds|spt)$")


def group_faults(args):
    if not args.groups or not args.lib:
        return
    there = set(exported(args.lib))
    waiting = set(listed(args.not_yet)) | set(listed(args.later))
    for symbol in sorted(listed(args.groups)):
        if symbol not in there and not {symbol, ENDINGS.sub("", symbol)} & waiting:
            yield "%s: of %s, and neither exported nor waited for" % (symbol, args.groups)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("facts")
    parser.add_argument("headers", nargs="+")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--functions", help="the list of functions that the library exports")
    parser.add_argument("--lib", action="append", default=[])
    parser.add_argument("--not-yet", default="")
    parser.add_argument("--later", default="")
    parser.add_argument("--groups", default="")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()

    faults = list(header_faults(args))
    if args.functions:
        faults += export_faults(args)
    faults += later_faults(args)
    faults += group_faults(args)
    for fault in faults:
        print("fault: " + fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
