#!/usr/bin/env python3
"""Makes of the list of entry points a table for C, or a linker's version script.

    entry_table.py entry_points.txt OUT.inc --table
    entry_table.py entry_points.txt OUT.map --map

The rows of the table are sorted by name, then by version. Hidden symbols are in the script alone. Symbols of the script have no node, as the
vendor's have none.
"""
import sys


def rows_of(path):
    with open(path, encoding="utf-8") as source:
        lines = [line.split() for line in source if line.strip() and line[0] != "#"]
    return sorted((name, int(since), kind, symbol) for name, since, kind, symbol in lines)


def table(rows):
    found = [row for row in rows if row[2] != "hidden"]
    text = "".join("void %s(void);\n" % symbol for symbol in symbols_of(found))
    text += "static const struct gicu_entry entries[] = {\n"
    for name, since, kind, symbol in found:
        where = "NULL" if symbol == "-" else symbol
        text += '    { "%s", %d, %s, %s },\n' % (name, since, str(kind == "own").lower(), where)
    return text + "};\n"


def symbols_of(rows):
    return sorted({symbol for *_, symbol in rows} - {"-"})


def main():
    source, out, what = sys.argv[1:4]
    rows = rows_of(source)
    with open(out, "w", encoding="utf-8") as file:
        if what == "--table":
            file.write(table(rows))
        else:
            file.write("{\nglobal:\n" + "".join("    %s;\n" % s for s in symbols_of(rows)))
            file.write("local:\n    *;\n};\n")


if __name__ == "__main__":
    main()
