#!/usr/bin/env python3
"""Writes a library that only has a vendor's symbols, for programs to be linked to.

    stub.py SOURCE.c SCRIPT.map [--node NODE] FACTS.json...

Every function answers 999. The symbols and their version nodes are those of the facts, later files
before earlier ones; --node puts all of them into one.
"""
import argparse
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from reduce import symbols_of  # noqa: E402  the folder has to be known first
from functions import script  # noqa: E402  reduce.py knows its folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source")
    parser.add_argument("script")
    parser.add_argument("facts", nargs="+")
    parser.add_argument("--node")
    args = parser.parse_args()

    symbols = {}
    for path in args.facts:
        with open(path, encoding="utf-8") as facts:
            symbols.update(symbols_of(json.load(facts)))
    if args.node:
        symbols = dict.fromkeys(symbols, args.node)
    nodes = {}
    for symbol, node in sorted(symbols.items(), key=lambda pair: (pair[1], pair[0])):
        nodes.setdefault(node, []).append(symbol)
    nodes.pop("", None)
    with open(args.source, "w", encoding="utf-8") as out:
        out.writelines("int %s(void);\nint %s(void)\n{\n    return 999;\n}\n" % (symbol, symbol)
                       for symbol in sorted(sum(nodes.values(), [])))
    with open(args.script, "w", encoding="utf-8") as out:
        out.write(script(nodes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
