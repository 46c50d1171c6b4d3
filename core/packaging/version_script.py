#!/usr/bin/env python3
"""Makes a linker's version script from another one, or a table.

    version_script.py IN.map OUT.map --plain
    version_script.py IN.map OUT.map --node NODE [--less LIST] [--more LIST]
    version_script.py IN.map OUT.h --table

--plain leaves the version nodes away and keeps the symbols. --node puts all of them into one node of
that name, less those of one list and more those of another, one a line; # begins a comment. --table
writes rows for a C array: symbol and node, sorted by symbol.
"""
import argparse
import re


def nodes_of(path):
    """{symbol: its node}."""
    with open(path, encoding="utf-8") as source:
        text = re.sub(r"/\*.*?\*/", "", source.read(), flags=re.DOTALL)
    blocks = re.findall(r"([\w.]*)\s*\{\s*global:(.*?)(?:local:|})", text, flags=re.DOTALL)
    return {symbol: node for node, block in blocks
            for symbol in re.findall(r"([\w*]+)\s*;", block)}


def listed(path):
    if not path:
        return set()
    with open(path, encoding="utf-8") as source:
        return {line.split()[0] for line in source if line.strip() and line[0] != "#"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source")
    parser.add_argument("out")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--plain", action="store_true")
    what.add_argument("--node")
    what.add_argument("--table", action="store_true")
    parser.add_argument("--less")
    parser.add_argument("--more")
    args = parser.parse_args()

    nodes = nodes_of(args.source)
    symbols = sorted(set(nodes) - listed(args.less) | listed(args.more))
    with open(args.out, "w", encoding="utf-8") as out:
        if args.table:
            out.writelines('{ "%s", "%s" },\n' % (symbol, nodes[symbol]) for symbol in symbols)
            return
        out.write("%s{\nglobal:\n" % (args.node + " " if args.node else ""))
        out.writelines("    %s;\n" % symbol for symbol in symbols)
        out.write("local:\n    *;\n};\n")


if __name__ == "__main__":
    main()
