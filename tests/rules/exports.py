#!/usr/bin/env python3
"""Checks that a shared library exports exactly the names of its export list and needs nothing it
should not.

    exports.py [--not-yet LIST] [--unversioned PATTERN] LIBRARY MAP NEEDED...
    exports.py --unused LIBRARY NODE USER...     shows which names of NODE no USER takes from it
    exports.py --self-test CC...       shows that each check finds a planted offender

NEEDED are patterns for the libraries it may be linked to. LIST names functions that may be in the
export list before they are exported. PATTERN is for names of libraries that have no versions.
USER is a library or a program that is linked to LIBRARY.
"""
import os
import re
import subprocess
import sys
import tempfile


def read_map(path):
    """({(name, node)}, [complaints]) of a linker version script."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|#[^\n]*", " ", file.read(), flags=re.S)
    names, complaints = set(), []
    for node, body in re.findall(r"([\w.]*)\s*\{(.*?)\}", text, flags=re.S):
        scope = "global"
        for word in re.findall(r"[^\s;]+", body.replace(":", ": ")):
            if word in ("global:", "local:"):
                scope = word[:-1]
            elif scope == "global" and re.search(r"[*?\[]", word):
                complaints.append(f"{node or 'it'} exports by the wildcard {word}: list the names")
            elif scope == "global":
                names.add((word, node))
    if not re.search(r"local\s*:\s*\*\s*;", text):
        complaints.append("the list has no 'local: *;'")
    if not names:
        complaints.append("the list names nothing")
    return names, complaints


def run(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


LINKERS = {("__bss_start", ""), ("_edata", ""), ("_end", "")}    # gold exports its own names


def exported(library):
    """{(name, node)} of what the library defines for others."""
    found = set()
    for line in run("nm", "-D", "--defined-only", library).split("\n"):
        fields = line.split()
        if len(fields) == 3 and fields[1] != "A":
            name, _, node = fields[2].replace("@@", "@").partition("@")
            found.add((name, node))
    return found - LINKERS


SUFFIX = re.compile(r"(_ptsz|_ptds|_spt|R0600|R0000)$")   # of a function's other symbols


def read_waiting(path):
    with open(path, encoding="utf-8") as file:
        return {SUFFIX.sub("", line.split()[0]) for line in file if line.strip() and line[0] != "#"}


def check(library, map_path, needed_patterns, waiting=frozenset(), unversioned=None):
    wanted, complaints = read_map(map_path)
    have = exported(library)
    for name, node in sorted(wanted - have):
        if SUFFIX.sub("", name) not in waiting:
            complaints.append(f"{name} ({node}) is in the list, but the library does not export it")
    for name, node in sorted(have - wanted):
        complaints.append(f"{name} ({node or 'no version'}) is exported, but not in the list")
    for line in run("nm", "-D", "--undefined-only", library).split("\n"):
        fields = line.split()
        if (len(fields) == 2 and fields[0] == "U" and "@" not in fields[1]
                and not (unversioned and re.fullmatch(unversioned, fields[1]))):
            complaints.append(f"{fields[1]} is undefined and bound to no library's version")
    for name in re.findall(r"\(NEEDED\).*\[(.*?)\]", run("readelf", "-d", library)):
        if not any(re.fullmatch(pattern, name) for pattern in needed_patterns):
            complaints.append(f"it is linked to {name}")
    return complaints


def taken(user):
    """The names that a library or program takes from others, without their versions."""
    lines = run("nm", "-D", "--undefined-only", user).split("\n")
    return {line.split()[-1].partition("@")[0] for line in lines if line.strip()}


def unused(library, node, users):
    """The names of a version node that no user takes."""
    wanted = set().union(*map(taken, users))
    return sorted(name for name, of in exported(library) if of == node and name not in wanted)


def self_test_unused(compiler):
    """One of two exported functions has a user; that of another node needs none."""
    with tempfile.TemporaryDirectory() as folder:
        def build(name, code, *flags):
            path = os.path.join(folder, name)
            with open(path + ".c", "w", encoding="utf-8") as file:
                file.write(code)
            subprocess.run([*compiler, "-shared", "-fPIC", "-o", path, path + ".c", *flags],
                           check=True)
            return path
        versions = os.path.join(folder, "map")
        with open(versions, "w", encoding="utf-8") as file:
            file.write("V_1 { global: one; two; local: *; };\nV_2 { global: three; };\n")
        library = build("a.so", "".join(f"int {name}(void); int {name}(void) {{ return 1; }}\n"
                                        for name in ("one", "two", "three")),
                        "-Wl,--version-script=" + versions)
        user = build("b.so", "int one(void); int four(void); int four(void) { return one(); }\n",
                     library)
        found = unused(library, "V_1", [user])
    if found != ["two"]:
        print(f"planted an unused export 'two', found {found}")
    return found != ["two"]


def self_test(compiler):
    good_map = "V_1 { global: one; local: *; };\n"
    good = "int one(void); int one(void) { return 1; }\n"
    stray = "int stray(void); int one(void); int one(void) { return stray(); }\n"
    cases = (
        ("", good, good_map, []),
        ("does not export it", good, "V_1 { global: one; two; local: *; };\n", []),
        ("not in the list", good + "int two(void); int two(void) { return 2; }\n",
         "V_1 { global: one; local: *; };\nV_2 { global: two; };\n", []),
        ("wildcard", good, "V_1 { global: o*; local: *; };\n", []),
        ("no 'local", good, "V_1 { global: one; };\n", []),
        ("undefined", stray, good_map, []),
        ("undefined", stray, good_map, [], "str|astray"),
        ("", stray, good_map, [], "st.*y"),
        ("linked to libm", "#include <math.h>\ndouble one(double x); double one(double x)"
                           " { return cbrt(x); }\n", good_map, ["-lm"]),
    )
    failures = 0
    for words, code, text, extra, *unversioned in cases:
        with tempfile.TemporaryDirectory() as folder:
            paths = {name: os.path.join(folder, name)
                     for name in ("a.c", "a.map", "listed.map", "a.so")}
            for name, content in (("a.c", code), ("a.map", text), ("listed.map", text)):
                with open(paths[name], "w", encoding="utf-8") as file:
                    file.write(content)
            subprocess.run([*compiler, "-shared", "-fPIC", "-Wl,--undefined-version",
                            "-Wl,--version-script=" + paths["a.map"], "-o", paths["a.so"],
                            paths["a.c"], *extra], check=True)
            if words == "not in the list":
                with open(paths["listed.map"], "w", encoding="utf-8") as file:
                    file.write(good_map)
            complaints = check(paths["a.so"], paths["listed.map"], [r"libc\.so\.6"],
                               unversioned=unversioned[0] if unversioned else None)
        if bool(words) != bool(complaints) or not any(words in c for c in complaints or [""]):
            print(f"planted '{words}', found {complaints}")
            failures += 1
    failures += self_test_unused(compiler)
    print(f"{len(cases) + 1} libraries, {failures} failures")
    return 1 if failures else 0


def main():
    if len(sys.argv) >= 3 and sys.argv[1] == "--self-test":
        return self_test(sys.argv[2:])
    if len(sys.argv) >= 5 and sys.argv[1] == "--unused":
        names = unused(sys.argv[2], sys.argv[3], sys.argv[4:])
        for name in names:
            print(f"{os.path.basename(sys.argv[2])}: {name} is exported, and nobody takes it")
        return 1 if names else 0
    waiting = frozenset()
    if sys.argv[1:2] == ["--not-yet"]:
        waiting = read_waiting(sys.argv[2])
        del sys.argv[1:3]
    unversioned = None
    if sys.argv[1:2] == ["--unversioned"]:
        unversioned = sys.argv[2]
        del sys.argv[1:3]
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    complaints = check(sys.argv[1], sys.argv[2], sys.argv[3:], waiting, unversioned)
    for complaint in complaints:
        print(f"{os.path.basename(sys.argv[1])}: {complaint}")
    print(f"{len(exported(sys.argv[1]))} names exported, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
