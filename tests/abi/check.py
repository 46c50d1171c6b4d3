#!/usr/bin/env python3
"""Holds C headers against a facts file written from the vendor's headers.

    check.py FACTS.json --groups GROUPS.json -I DIR [-D X] [...] HEADER...

What the headers declare has to agree with the facts; what they leave out is
listed as missing and fails nothing. Exits 1 on a disagreement, and 2 where the
headers do not compile.
"""
import argparse
import json
import os
import re
import sys
from collections import defaultdict
from functools import partial

from facts import exported, listed, strings
from probe import (HeaderError, Probe, bit_field_statement, cxx_layouts, field_statement,
                   size_statement, spelled, static_assert, value_statement)

WORD = re.compile(r"[A-Za-z_]\w*")


class Fact:
    """One thing to hold the headers to."""

    def __init__(self, section, name, label, present, expected=None, values=None, same=None):
        self.section, self.name, self.label = section, name, label
        self.present = present       # statement that compiles only if it is declared; None: a macro
        self.expected = expected     # the numbers that values(index), a statement, prints
        self.values = values
        self.same = same             # two types that have to be one


def facts_of(data):
    tags = data["tags"]
    for name, enumerators in data["enums"].items():
        if not name.startswith("unnamed:"):
            kind = spelled(name, tags)
            yield Fact("enums", name, kind, "(void)sizeof(%s);" % kind,
                       [4], partial(value_statement, "sizeof(%s)" % kind))
        for enumerator, value in enumerators.items():
            yield Fact("enums", name, enumerator, "(void)(%s);" % enumerator,
                       [value], partial(value_statement, enumerator))
    for name, value in data["macros"].items():
        yield Fact("macros", name, name, "(void)(%s);" % name,
                   [value], partial(value_statement, name))
    for name, struct in data["structs"].items():
        kind = spelled(name, tags)
        yield Fact("structs", name, kind, "(void)sizeof(%s);" % kind,
                   [struct["size"], struct["align"]], partial(size_statement, kind))
        for path, field in struct["fields"].items():
            member = Fact("structs", name, "%s.%s" % (kind, path),
                          "static %s s; (void)s.%s;" % (kind, path))
            if "bits" in field:
                member.expected = [field["bit"], field["bits"]]
                member.values = partial(bit_field_statement, kind, path)
            else:
                member.expected = [field["offset"], field["size"]]
                member.values = partial(field_statement, kind, path)
                if not re.match(r"(struct|union)(\[|$)", field["type"]):
                    member.same = ("__typeof__(((%s *)0)->%s)" % (kind, path), field["type"])
            yield member
    for section in ("typedefs", "aliases"):
        for name, target in data[section].items():
            yield Fact(section, name, name, "typedef %s t;" % name, same=(name, target))
    for name, function in data["functions"].items():
        yield Fact("functions", name, name + "()", "(void)&%s;" % name,
                   same=("__typeof__(%s)" % name, prototype(function)))
    for name in data["other_macros"]:
        yield Fact("other_macros", name, "macro " + name, None)


def prototype(function, middle=""):
    return "%s %s(%s)" % (function["ret"], middle, ", ".join(function["args"]) or "void")


def stand_ins(data, missing, wanted):
    """Declarations for the types that the facts' text names and the headers lack,
    so that a type can be compared although one of its names is missing."""
    lines, done = [], set()

    def need(text):
        for word in WORD.findall(text):
            if word in done or word not in missing:
                continue
            done.add(word)
            if word in data["typedefs"]:
                need(data["typedefs"][word])
                lines.append("typedef __typeof__(%s) %s;" % (data["typedefs"][word], word))
            elif word not in data["tags"] and (word in data["structs"] or word in data["enums"]):
                lines.append("typedef struct { char absent; } %s;" % word)

    for text in wanted:
        need(text)
    return " ".join(lines)


def compare(data, probe):
    """(agreeing, missing, {fact: complaint}, stand-ins for missing types)"""
    facts = list(facts_of(data))
    macros = probe.macros()
    failing = probe.failing([f.present or "" for f in facts])
    absent = {f for i, f in enumerate(facts)
              if i in failing or (f.present is None and f.name not in macros)}
    missing = [f for f in facts if f in absent]
    here = [f for f in facts if f not in absent]
    wrong = {}

    numbered = [f for f in here if f.values]
    values = probe.values([f.values(i) for i, f in enumerate(numbered)])
    for i, fact in enumerate(numbered):
        if values[i] != fact.expected:
            wrong[fact] = "is %s, has to be %s" % (values[i], fact.expected)

    typed = [f for f in here if f.same]
    gone = {f.label for f in missing}
    prologue = stand_ins(data, gone, [f.same[1] for f in typed])
    differs = probe.failing(
        [static_assert("__builtin_types_compatible_p(%s, %s)" % f.same) for f in typed], prologue)
    for i in differs:
        wrong.setdefault(typed[i], "has to be of type " + typed[i].same[1])
    return [f for f in here if f not in wrong], missing, wrong, prologue


def symbol_faults(data, probe, names, prologue):
    """Functions that link to another symbol than the vendor's, both ways of streams."""
    found = []
    ways = [("symbol", [])]
    if data["meta"]["per_thread_define"]:
        ways.append(("symbol_per_thread", ["-D" + data["meta"]["per_thread_define"]]))
    for key, extra in ways:
        chosen = {}
        for name in names:
            fact = data["functions"][name]
            header_only = key == "symbol_per_thread" and fact.get("per_thread_exported") is False
            if not fact.get("inline") and not header_only:
                # In C++ a name may have overloads besides; the cast picks the C function.
                chosen[name] = name if probe.lang == "c" else "(%s)%s" % (prototype(fact, "(*)"), name)
        functions = list(chosen)
        failing = probe.failing(["(void)%s;" % c for c in chosen.values()], prologue, *extra)
        for i, message in failing.items():
            del chosen[functions[i]]
            found.append("%s(): %s in %s" % (functions[i], message, " ".join([probe.lang, *extra])))
        for name, symbol in zip(chosen, probe.symbols(list(chosen.values()), prologue, *extra)):
            fact = data["functions"][name]
            expected = fact.get(key, fact["symbol"])
            if symbol != expected:
                found.append("%s(): links to %s, has to link to %s%s"
                             % (name, symbol, expected, "".join(" with " + e for e in extra)))
    return found


def default_faults(data, probe, names, prologue):
    """Functions that C++ cannot call with the vendor's default arguments left out."""
    statements, counts = [], []
    for name in names:
        fact = data["functions"][name]
        given = fact["args"][:len(fact["args"]) - len(fact.get("cxx_defaults", []))]
        counts.append(len(given))
        arguments = ", ".join("probe_any<%s>()" % a for a in given if a != "...")
        statements.append("(void)sizeof(%s(%s), 0);" % (name, arguments))
    prologue += " template <class T> T probe_any();"
    return ["%s(): a C++ call with %d arguments: %s" % (names[i], counts[i], message)
            for i, message in probe.failing(statements, prologue).items()]


def layout_faults(data, probe):
    """Structs whose size or alignment in C++ is not the vendor's."""
    found = []
    for name, layout in cxx_layouts(probe, data["structs"], data["tags"]).items():
        struct = data["structs"][name]
        expected = [struct.get("cxx_size", struct["size"]), struct.get("cxx_align", struct["align"])]
        if layout != expected:
            found.append("%s is %s in C++, has to be %s" % (name, layout, expected))
    return found


def library_faults(data, libraries, names, plain):
    """Symbols of declared functions that the libraries do not export as the vendor's do."""
    exports, found = exported(libraries), []
    for name in names:
        fact = data["functions"][name]
        version = fact.get("version", "")
        for symbol, exported_there, node in (
                (fact.get("symbol"), fact.get("exported", True), version),
                (fact.get("symbol_per_thread"), fact.get("per_thread_exported", True),
                 fact.get("version_per_thread", version))):
            if not symbol or not exported_there:
                continue
            if symbol not in exports:
                found.append("%s: not exported" % symbol)
            elif exports[symbol] != ("" if plain else node):
                found.append("%s: exported with version %r, has to be %r"
                             % (symbol, exports[symbol], "" if plain else node))
    return found


def unknown_names(data, probe, directories, prefix):
    """Names with the API's prefix that the headers use and the facts lack."""
    roots = tuple(os.path.realpath(d) + os.sep for d in directories)
    known = set()
    for section in data.values():
        for name, value in section.items():
            known.update(WORD.findall(name))
            for text in strings(value):
                known.update(WORD.findall(text))
    seen, mine = set(), False
    for line in probe.preprocess("", "-dD").splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            mine = os.path.realpath(marker[1]).startswith(roots)
        elif mine:
            words = WORD.findall(re.sub(r'"[^"]*"', "", line))
            seen.update(w for w in words if re.match(prefix, w) and not w.endswith("_H"))
    return sorted(seen - known)


def types_behind(data, functions):
    """Every type name that the functions' signatures lead to."""
    found, todo = set(), [prototype(data["functions"][f]) for f in functions]
    while todo:
        for word in WORD.findall(todo.pop()):
            if word in found:
                continue
            if word in data["typedefs"]:
                todo.append(data["typedefs"][word])
            if word in data["structs"]:
                todo += [f["type"] for f in data["structs"][word]["fields"].values()]
            if word in data["typedefs"] or word in data["structs"] or word in data["enums"]:
                found.add(word)
    return found


def report_groups(data, api, groups, missing):
    lacking = defaultdict(list)
    for fact in missing:
        lacking[fact.name].append(fact)
    for group, members in groups.items():
        members = [m for m in members if m in data["functions"]]
        if not members:
            continue
        functions = [m for m in members if m in lacking]
        print("%s, %s: %d of %d functions missing" % (api, group, len(functions), len(members)))
        for name in functions:
            print("  " + name)
        types = sorted(t for t in types_behind(data, members) if t in lacking)
        if types:
            print("  types, whole or in part: " + " ".join(types))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("facts")
    parser.add_argument("headers", nargs="+")
    parser.add_argument("--groups", help="JSON of function groups")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("-D", dest="define", action="append", default=[])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++", help="'' leaves C++ out")
    parser.add_argument("--lib", action="append", default=[], help="library that has to export what is declared")
    parser.add_argument("--not-yet", help="list of functions that the library need not export yet")
    parser.add_argument("--plain", action="store_true", help="the library is to have no version nodes")
    parser.add_argument("--prefix", default=r"(cuda|cu|CU|CUDA|hip|HIP)[A-Z_]", help="names that belong to the API")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every missing fact")
    args = parser.parse_args()

    with open(args.facts) as source:
        data = json.load(source)
    flags = ["-I" + d for d in args.include] + ["-D" + d for d in args.define]
    languages = [("c", args.cc)] + ([("c++", args.cxx)] if args.cxx else [])
    try:
        for lang, compiler in languages:
            for header in args.headers:
                Probe([header], flags, compiler, lang)
        probe = Probe(args.headers, flags, args.cc)
        agree, missing, wrong, prologue = compare(data, probe)
        declared = [f.name for f in agree + list(wrong) if f.section == "functions"]
        complaints = ["%s %s" % (f.label, text) for f, text in wrong.items()]
        complaints += symbol_faults(data, probe, declared, prologue)
        if args.cxx:
            cxx = Probe(args.headers, flags, args.cxx, "c++")
            told = set(complaints)
            complaints += [c for c in symbol_faults(data, cxx, declared, prologue) if c not in told]
            complaints += default_faults(data, cxx, declared, prologue)
            complaints += layout_faults(data, cxx)
        extra = unknown_names(data, probe, args.include, args.prefix)
    except HeaderError as error:
        print(error, file=sys.stderr)
        return 2
    if args.lib:
        waiting = set(listed(args.not_yet))
        complaints += library_faults(data, args.lib, [d for d in declared if d not in waiting], args.plain)

    for complaint in complaints:
        print("disagree: " + complaint)
    if args.groups:
        with open(args.groups) as source:
            for api, groups in json.load(source).items():
                if api.startswith("hip") == any(n.startswith("hip") for n in data["functions"]):
                    report_groups(data, api, groups, missing)
    if args.verbose:
        print("missing:", *(f.label for f in missing), sep="\n  ")
    if extra:
        print("names that the facts lack: " + " ".join(extra))
    print("%d agree, %d disagree, %d missing" % (len(agree), len(complaints), len(missing)))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
