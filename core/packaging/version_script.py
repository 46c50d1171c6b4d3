#!/usr/bin/env python3
"""Makes a linker's version script from another one.

    version_script.py IN.map OUT.map --plain
    version_script.py IN.map OUT.map --node NODE [--less LIST] [--more LIST]

--plain leaves the version nodes away and keeps the symbols. --node puts all of them into one node of
that name, less those of one list and more those of another, one a line; # begins a comment.
"""
import argparse
import re


def symbols_of(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return [symbol for block in re.findall(r"global:(.*?)(?:local:|})", text, flags=re.DOTALL)
            for symbol in re.findall(r"([\w*]+)\s*;", block)]


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
    parser.add_argument("--less")
    parser.add_argument("--more")
    args = parser.parse_args()

    with open(args.source, encoding="utf-8") as source:
        symbols = set(symbols_of(source.read()))
    symbols = sorted(symbols - listed(args.less) | listed(args.more))
    with open(args.out, "w", encoding="utf-8") as out:
        out.write("%s{\nglobal:\n" % (args.node + " " if args.node else ""))
        out.writelines("    %s;\n" % symbol for symbol in symbols)
        out.write("local:\n    *;\n};\n")


if __name__ == "__main__":
    main()
