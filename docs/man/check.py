#!/usr/bin/env python3
"""Checks the manual pages.

    check.py --pages PAGES SOURCE  every public function has a whole page, every page that is named
                                   exists, and groff, and mandoc where it is installed, find nothing
                                   wrong
    check.py --self-test           what pages cannot be made of is found
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import manual  # noqa: E402

# (the export lists, what begins the names of public functions there)
MAPS = ("api_cuda/cudainterop.map", "api_hip/hipinterop.map", "core/gpuinterop.map")
PUBLIC = re.compile(r"^\s*((?:cuda|hip|gpuinterop_)\w+);", re.M)

# What the names of symbols end in that no program writes: the headers choose them.
CHOSEN = re.compile(r"_ptsz$|_ptds$|R0000$|R0600$")
GOOD = """/** Does it.
 *
 *  Parameter count: how often; 'often' is \\ no word.
 *  Threads: any.
 *  Returns: cudaSuccess.
 *  Errors: cudaErrorOne if a; cudaErrorTwo if b.
 *  Mirrors: nothing. */
GPUINTEROP_API cudaError_t cudaDoIt(unsigned int count GPUINTEROP_DEFAULT(0));
"""
SECOND = "GPUINTEROP_API cudaError_t cudaDoMore(unsigned int count);\n"
WITHOUT_RESULT = GOOD.replace(" *  Returns: cudaSuccess.\n", "")

# (what the complaint says, the header)
PLANTED = (
    ("no comment", GOOD[GOOD.index("GPUINTEROP_API"):]),
    ("no comment", GOOD.replace("*/\n", "*/\n/* not a comment of its kind */\n")),
    ("no comment", GOOD.replace("*/\n", "*/\nextern int between;\n")),
    ("cudaDoMore: there is no comment", GOOD + "\n" + SECOND),
    ("no 'Returns:'", WITHOUT_RESULT.replace("cudaError_t", "int")),
    ("no 'Errors:'", WITHOUT_RESULT.replace("Errors:", "Mistakes -")),
    ("no 'Mirrors:'", GOOD.replace("Mirrors:", "Like")),
    ("does not say what", GOOD.replace("/** Does it.\n *\n *  Parameter", "/** Parameter")),
    ("describes the parameter often", GOOD.replace("int count", "int often")),
    ("describes number", GOOD.replace(" *  Threads", " *  Parameter number: more.\n *  Threads")),
)


def complaints(header):
    """What is wrong with the functions of a header of the CUDA interface."""
    return [what for function in manual.share_spt(manual.functions(header))
            for what in manual.problems(function, "cuda")]


def public_names(source):
    """The names that programs write and the libraries export."""
    names = set()
    for path in MAPS:
        with open(os.path.join(source, path), encoding="utf-8") as file:
            names |= {CHOSEN.sub("", name) for name in PUBLIC.findall(file.read())}
    return names


def without_page(names, pages):
    return [f"{name}: it has no page" for name in sorted(names)
            if not os.path.exists(os.path.join(pages, "man3", name + ".3"))]


def dead_links(pages):
    """Pages that others name and that are not there."""
    said = []
    for path in glob.glob(os.path.join(pages, "man?", "*")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        named = re.findall(r"^\.BR ([\w\\-]+) \((\d)\)", text, re.M)
        named += [tuple(target.rsplit(".", 1)) for target in re.findall(r"^\.so man3/(.*)$", text,
                                                                        re.M)]
        for name, number in named:
            target = f"man{number}/{name}.{number}".replace("\\", "")
            if not os.path.exists(os.path.join(pages, target)):
                said.append(f"{path}: there is no {target}")
    return said


def environment(source, pages):
    """Variables that only one of the README and the page about the environment names."""
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        table = file.read().split("## Environment\n")[1].split("\n## ")[0]
    with open(os.path.join(pages, "man7", "gpuinterop.7"), encoding="utf-8") as file:
        page = file.read().split(".SH ENVIRONMENT\n")[1].split(".SH ")[0]
    in_table = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M)
                for name in re.findall(r"`(\w+)", row)}
    in_page = set(re.findall(r"^\.TP\n\.\w+ (\w+?)\b ?=", page, re.M))
    return [f"{name} stands in one of README.md and gpuinterop(7)" for name in
            sorted(in_table ^ in_page)]


def lint(pages):
    """What the formatters say about the pages, all at once."""
    tools = [["groff", "-man", "-ww", "-z", "-Tutf8", "-rCHECKSTYLE=3"],
             ["mandoc", "-Tlint", "-W", "warning"]]
    said, ran = [], 0
    for tool in tools:
        if not shutil.which(tool[0]):
            continue
        ran += 1
        done = subprocess.run(tool + pages, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode or done.stdout.strip():
            said.append(f"{tool[0]}: {done.stdout.strip()}")
    return said, ran


def write_one(header, folder):
    """The page of the first function of a header."""
    path = os.path.join(folder, "page.3")
    with open(path, "w", encoding="utf-8") as file:
        file.write(manual.page(manual.functions(header)[0], ["cudaOther"], "1.0", "cuda"))
    return path


def self_test():
    failures = complaints(GOOD) + complaints(GOOD + SECOND)
    with tempfile.TemporaryDirectory() as folder:
        failures += lint([write_one(GOOD, folder)])[0]
        with open(write_one(GOOD + SECOND, folder), encoding="utf-8") as file:
            if "cudaDoIt, cudaDoMore \\-" not in file.read():
                failures.append("a function that shares a comment is not on its page")
        for words, header in PLANTED:
            said = complaints(header)
            if not any(words in what for what in said):
                failures.append(f"planted '{words}': {said}")
        bad = os.path.join(folder, "bad.3")
        with open(bad, "w", encoding="utf-8") as file:
            file.write(".TH bad 3\n.SH NAME\nbad \\- bad\n.NOSUCHMACRO\n")
        said, ran = lint([bad])
        if ran and not said:
            failures.append("a bad page passes")
        if not without_page({"cudaNone"}, folder):
            failures.append("a function without a page passes")
    for failure in failures:
        print(failure)
    print(f"{len(PLANTED)} bad headers, {len(failures)} failures")
    return 1 if failures else 0


def check_pages(pages, source):
    include = os.path.join(source, "include")
    said = [what for folder, found in manual.collect(include).items() for function in found
            for what in manual.problems(function, folder)]
    names = public_names(source) | set(manual.all_names(include))
    said += without_page(names, pages) + dead_links(pages) + environment(source, pages)
    written = []
    for path in sorted(glob.glob(os.path.join(pages, "man?", "*"))):
        with open(path, encoding="utf-8") as file:
            if not file.read(4).startswith(".so"):
                written.append(path)
    linted, ran = lint(written)
    for line in said + linted:
        print(line)
    if not ran:
        print("neither groff nor mandoc is installed: the pages were not formatted")
    print(f"{len(names)} functions, {len(written)} pages, {len(said + linted)} complaints")
    return 1 if said or linted else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 4 or sys.argv[1] != "--pages":
        sys.exit(__doc__)
    return check_pages(sys.argv[2], sys.argv[3])


if __name__ == "__main__":
    sys.exit(main())
