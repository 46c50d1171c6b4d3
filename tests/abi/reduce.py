#!/usr/bin/env python3
"""Keeps of a facts file what a set of headers declares, and lists the symbols that go with it.

    reduce.py FULL.json OUT.json [--functions FUNCTIONS.txt] [--groups GROUPS.json API LIST.txt]
              -I DIR HEADER...

A struct or enum of which the headers have anything is kept whole, so that a field or
an enumerator that goes missing later is told of. --functions is the interface's list: what it exports
and no header declares is kept as well. --groups lists every symbol of the vendor's functions in the
groups that we mean to have whole.
"""
import argparse
import json
import re
import sys

import facts
from check import compare
from functions import exports_of, read
from probe import Probe

GROUPS = ("device", "error", "streams", "events", "memory", "external resource interop",
          "entry points and versions", "arrays/textures/surfaces")
LISTS = ("typedefs", "aliases", "macros", "other_macros", "functions")


def reduced(full, probe):
    agree, _, wrong, _ = compare(full, probe)
    present = agree + list(wrong)
    names = {section: {f.name for f in present if f.section == section}
             for section in LISTS + ("enums", "structs")}
    small = {section: {} if isinstance(value, dict) else value for section, value in full.items()}
    small["meta"] = full["meta"]
    for section, kept in names.items():
        small[section] = {name: full[section][name] for name in sorted(kept)}
    small["tags"] = {name: tag for name, tag in full["tags"].items()
                     if name in names["structs"] | names["enums"]}
    return small


def symbols_of(data):
    """{symbol: version node or ""} that a library with the functions of data exports."""
    found = dict(data["undeclared_exports"])
    for function in data["functions"].values():
        found.update(symbols_of_function(function))
    return found


def symbols_of_function(function):
    if function.get("inline"):
        return {}
    node = function.get("version", "")
    found = {function["symbol"]: node}
    if "symbol_per_thread" in function and function.get("per_thread_exported", True):
        found[function["symbol_per_thread"]] = function.get("version_per_thread", node)
    return found


def symbols_of_groups(full, groups, old):
    """All that the vendor exports for the functions of GROUPS, whether our headers have it or not."""
    found = set(old)
    for group in GROUPS:
        for name in groups[group]:
            found |= set(symbols_of_function(full["functions"][name]))
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("full")
    parser.add_argument("out")
    parser.add_argument("headers", nargs="+")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--functions", help="the list of functions that the library exports")
    parser.add_argument("--groups", nargs=3, metavar=("GROUPS", "API", "LIST"),
                        help="which function is in which group, whose, and what to write")
    parser.add_argument("--rename", action="append", default=[], help="OLD=NEW: the headers' name")
    args = parser.parse_args()

    with open(args.full) as source:
        text = source.read()
    for old, new in (r.split("=") for r in args.rename):
        text = re.sub(r"\b%s\b" % old, new, text)
    full = json.loads(text)
    small = reduced(full, Probe(args.headers, ["-I" + d for d in args.include]))
    small["undeclared_exports"] = {}
    exports = exports_of(read(args.functions)) if args.functions else ()
    old = sorted(set(exports) - set(symbols_of(small)))
    small["undeclared_exports"] = {s: full["undeclared_exports"].get(s, "") for s in old}
    facts.write(small, args.out)
    if args.groups:
        with open(args.groups[0]) as source:
            groups = json.load(source)[args.groups[1]]
        with open(args.groups[2], "w") as out:
            out.writelines(s + "\n" for s in symbols_of_groups(full, groups, old))
    return 0


if __name__ == "__main__":
    sys.exit(main())
