#!/usr/bin/env python3
"""Writes a C function for each exported function of the facts: it draws the arguments, calls, and
takes note of what was made or ended.

    calls.py FACTS.json NOT_YET.txt PREFIX HEADER TABLE

An argument is drawn by its type. SPECS says where that is not enough: a statement that prepares, and
the first arguments; '*' and what is missing are drawn by type again. Functions of both runtime
interfaces share a line by the name after the prefix, without endings such as _spt. The driver
interface, whose prefix is cu, has specs_driver.py.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "abi"))
from facts import listed  # noqa: E402

import specs  # noqa: E402
import specs_driver  # noqa: E402

INTEGERS = {"int": "fuzz_int(f)", "hipDevice_t": "fuzz_int(f)", "unsigned int": "fuzz_flags(f)",
            "uint32_t": "fuzz_flags(f)", "size_t": "fuzz_size(f)", "float": "fuzz_float(f)",
            "unsigned long long": "fuzz_flags(f)", "uint64_t": "fuzz_number(f)",
            "unsigned char": "(unsigned char)fuzz_number(f)", "const char *": "fuzz_text(f)",
            "unsigned short": "(unsigned short)fuzz_number(f)"}
INTEGERS.update(specs_driver.INTEGERS)
# The vendor's header names a symbol that no library has.
OTHER = "#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM\n%s\n#endif"
POINTERS = ("void *", "const void *", "hipDeviceptr_t", "CUdeviceptr")


class Writer:
    """Writes the program of one interface."""

    def __init__(self, facts, prefix):
        self.facts = facts
        self.prefix = prefix
        self.specs = specs_driver if prefix == "cu" else specs
        self.enums = {}
        self.structs = {}

    def stem(self, name):
        return re.sub(r"^%s|_spt$" % self.prefix, "", name)

    def spell(self, text):
        """P_ becomes the interface's prefix."""
        return re.sub(r"\bP_", self.prefix, text)

    def plain(self, kind):
        """A type without what a typedef hides: 'enum X', 'struct X' or itself."""
        kind = kind.strip()
        while kind in self.facts["typedefs"]:
            kind = self.facts["typedefs"][kind]
        return kind

    def enum(self, kind):
        """The expression that draws a value of an enum type."""
        name = self.plain(kind).removeprefix("enum ")
        values = sorted(set(self.facts["enums"].get(name, {"": 0}).values()))
        self.enums[name] = "static const int values_%s[] = { %s };" % (
            name, ", ".join(str(v) if v < 2**31 else "(int)0x%xu" % v for v in values))
        return "(%s)fuzz_enum(f, values_%s, %d)" % (kind, name, len(values))

    def handle(self, kind):
        """The kind of object that a handle type is of, or None."""
        if self.prefix == "cu":
            return specs_driver.HANDLES.get(kind)
        return specs.HANDLES.get(re.sub(r"^(cuda|hip)|_const_t$|_t$", "", kind))

    def struct(self, kind):
        """The expression for a struct by value: a function fills it."""
        name = self.plain(kind).removeprefix("struct ").removeprefix("union ")
        if name not in self.structs:
            self.structs[name] = None
            self.structs[name] = self.filler(kind, name)
        return "fill_%s(f)" % name

    def filler(self, kind, name):
        fields = []
        for field in self.facts["structs"].get(name, {"fields": {}})["fields"].values():
            of = field["type"]
            if of in ("struct", "union") or field["size"] > 8 and "[" not in of:
                continue
            what = self.handle(of) or ("FUZZ_FIELD_POINTER" if of in POINTERS
                                       else "FUZZ_FIELD_NUMBER")
            fields.append("{ %d, %d, %s }" % (field["offset"], field["size"], what))
        bases = self.specs.BASES.get(re.sub(r"^(cuda|hip)|_st$|_t$|_tR0600$", "", name))
        lines = ["static %s fill_%s(struct fuzz *f)" % (kind, name), "{",
                 "    %s it;" % kind, "", "    memset(&it, 0, sizeof it);"]
        if bases:
            lines.append("    switch (fuzz_below(f, %d)) {" % len(bases))
            for i, base in enumerate(bases):
                label = "case %d" % i if i + 1 < len(bases) else "default"
                text = self.spell(base)
                lines.append("    %s: %s; break;" % (label, text))
            lines.append("    }")
        if fields:
            lines[:0] = ["static const struct fuzz_field fields_%s[] = {" % name,
                         "    " + ",\n    ".join(fields), "};", ""]
            lines.append("    fuzz_mutate(f, &it, fields_%s, %d);" % (name, len(fields)))
        return "\n".join(lines + ["    (void)f;", "    return it;", "}"])

    def argument(self, kind):
        """The expression that draws an argument, and what a success makes: 'KIND' or None."""
        made = None
        if kind in INTEGERS:
            draw = INTEGERS[kind]
        elif kind in POINTERS:
            draw = "(void *)(uintptr_t)fuzz_pointer(f)"
        elif self.handle(kind):
            draw = "(%s)fuzz_handle(f, %s)" % (kind, self.handle(kind))
        elif self.plain(kind).startswith("enum ") and not kind.endswith("*"):
            draw = self.enum(kind)
        elif kind.endswith("*") and self.handle(kind[:-1].strip()):
            draw, made = "fuzz_out(f, 8)", self.handle(kind[:-1].strip())
        elif "textureReference *" in kind and not kind.endswith("**"):
            draw = "(void *)f->references[fuzz_below(f, 2)]"
        elif kind.startswith("const ") and kind.endswith("*") and not kind.endswith("**"):
            of = kind.removeprefix("const ").rstrip("*").strip()
            draw = ("fuzz_chance(f, 3) ? NULL : (%s)memcpy(fuzz_cell(f, sizeof(%s)), "
                    "(%s[]){ %s }, sizeof(%s))" % (kind.removeprefix("const "), of, of,
                                                   self.struct(of), of))
        elif kind.endswith("*"):
            of = kind[:-1].strip()
            size = "16" if of in ("void", "float", "char") else "sizeof(%s)" % of
            draw = "fuzz_out(f, %s)" % size
        elif self.plain(kind).startswith("struct "):
            draw = self.struct(kind)
        elif "Callback" in kind or "HostFn" in kind:
            draw = "fuzz_chance(f, 4) ? NULL : (%s)host_function" % kind
        else:
            sys.exit("calls.py: no way to draw a " + kind)
        return draw, made

    def function(self, name, function):
        """One function that calls."""
        spec = self.specs.SPECS.get(name) or self.specs.SPECS.get(self.stem(name), ("", []))
        args = list(spec[1]) + ["*"] * (len(function["args"]) - len(spec[1]))
        after = list(spec[2:])
        lines, logged, notes = [], [], []
        for i, kind in enumerate(function["args"]):
            if args[i] == "*":
                draw, made = self.argument(kind)
            else:
                draw, made = self.spell(args[i]), None
            lines.append("    %s%sa%d = %s;" % (kind, "" if kind.endswith("*") else " ", i, draw))
            is_struct = self.plain(kind).startswith("struct ") and not kind.endswith("*") \
                and not self.plain(kind).endswith("*")
            logged.append("0" if is_struct or kind == "float" else "(uint64_t)a%d" % i)
            if made:
                notes.append("if (a%d != NULL)\n            fuzz_made(%s, (uint64_t)*a%d);"
                             % (i, made, i))
        if self.stem(name) in self.specs.MADE_MEMORY:
            touch = "true" if self.stem(name) in self.specs.TOUCHABLE else "false"
            at = "a0->ptr" if self.stem(name) == "Malloc3D" else "*a0"
            notes.append("if (a0 != NULL)\n            fuzz_memory_made((uint64_t)%s, %s);"
                         % (at, touch))
        if self.stem(name) in self.specs.ENDS:
            i, kind = self.specs.ENDS[self.stem(name)]
            notes.append("fuzz_memory_gone((uint64_t)a%d);" % i if kind == "MEMORY_RANGE" else
                         "fuzz_gone(%s, (uint64_t)a%d);" % (kind, i))
        notes += [self.spell(text) for text in after]
        call = "%s(%s)" % (name, ", ".join("a%d" % i for i in range(len(args))))
        body = ["static void call_%s(struct fuzz *f)" % name, "{"]
        if spec[0]:
            body.append("    " + self.spell(spec[0]))
        body += lines
        body.append("    const uint64_t logged[] = { %s };" % ", ".join(logged or ["0"]))
        body.append("    int result = 0;")
        body.append("")
        body.append('    fuzz_call_begin(f, "%s", %d, logged);' % (name, len(args)))
        if function["ret"] in (self.prefix + "Error_t", "CUresult"):
            body.append("    result = (int)%s;" % call)
        else:
            body.append("    (void)%s;" % call)
        if notes:
            body.append("    if (result == 0) {\n        %s\n    }" % "\n        ".join(notes))
        body.append("    fuzz_call_end(f, result);")
        return "\n".join(body + ["}"])


    def is_left_out(self, stem):
        if self.prefix != "cu":
            return stem in specs.EXCLUDED
        return stem in specs_driver.EXCLUDED or stem in specs_driver.BY_HAND or \
            any(part in stem for part in specs_driver.NEVER)


def main():
    path, not_yet, prefix, header, table = sys.argv[1:]
    with open(path, encoding="utf-8") as source:
        facts = json.load(source)
    waiting = listed(not_yet)
    writer = Writer(facts, prefix)
    functions, rows = [], []
    for name, function in sorted(facts["functions"].items()):
        if function.get("inline") or name in waiting or \
                writer.is_left_out(writer.stem(name)):
            continue
        guard = "%s" if function.get("per_thread_exported", True) else OTHER
        functions.append(guard % writer.function(name, function))
        weight = writer.specs.WEIGHTS.get(writer.stem(name), 1 if prefix == "cu" else 2)
        rows.append(guard % ('    { "%s", call_%s, %d },' % (name, name, weight)))
    print('#include <%s>\n\n#include <string.h>\n\n#include "fuzz.h"\n' % header)
    print('#pragma GCC diagnostic ignored "-Wdeprecated-declarations"')
    print('#pragma GCC diagnostic ignored "-Wunused-function"')
    print('#pragma GCC diagnostic ignored "-Wunused-variable"')
    print('#pragma GCC diagnostic ignored "-Wcast-function-type"')
    print("\n#define host_function fuzz_host_function\n")
    for kind, stem in specs.TAGS if prefix == "cuda" else ():
        print("typedef %s cuda%s cuda%s;" % (kind, stem, stem))
    for text in list(writer.enums.values()) + [s for s in writer.structs.values() if s] + functions:
        print(text + "\n")
    print("const struct fuzz_function %s[] = {\n%s\n};" % (table, "\n".join(rows)))
    print("const size_t %s_count = sizeof %s / sizeof %s[0];" % (table, table, table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
