#!/usr/bin/env python3
"""Checks the manual pages.

    check.py --pages PAGES SOURCE  every public function has a whole page, every page that is named
                                   exists, and groff, and mandoc where it is installed, find nothing
                                   wrong
    check.py --self-test           what pages cannot be made of is found

A function is public if a library exports it, or if a header of include/ declares it. A whole page
says what the function does, which threads may call it and which errors it returns, and describes
each parameter. So each header states threads and errors for each of its functions.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/front"))
import functions as lists  # noqa: E402
import manual  # noqa: E402

# The lists of functions, and the export list of the library below them.
LISTS = ("api_cuda/functions.txt", "api_hip/functions.txt")
MAP = "core/gpuinterop.map"
PUBLIC = re.compile(r"^\s*(gpuinterop_\w+);", re.M)

# Ends of the names of symbols that no program writes: the headers choose them.
CHOSEN = re.compile(r"_ptsz$|_ptds$|R0000$|R0600$")

# The functions of CUDA's driver interface, by the names that programs write. Loaders and programs of
# the runtime look for those of EGL's streams and of VDPAU, which no header declares.
ENTRY_POINTS = "api_cuda/driver/functions.txt"
UNDECLARED = re.compile(r"cu(?:da)?(?:EGL|VDPAU|GraphicsVDPAU|EventCreateFromEGLSync)")
# cuda.h declares the function by another name, cuGraphInstantiate.
OTHER_NAME = {"cuGraphInstantiateWithFlags"}

# mandoc and newer groffs want a date. Pages have none, so that each build makes the same ones.
NO_DATE = ("missing date", ".TH missing third argument")

# The headers that list errors.
ERROR_LISTS = ("errors.h", "driver_errors.h", "hiprtc_types.h", "nvrtc.h")
GOOD = """/** Does it.
 *
 *  Parameter count: how often; 'often' is \\ no word.
 *  Threads: any.
 *  Returns: cudaSuccess.
 *  Errors: cudaErrorOne if a; cudaErrorTwo if b.
 *  Mirrors: nothing. */
GPUINTEROP_API cudaError_t cudaDoIt(unsigned int count GPUINTEROP_DEFAULT(0));
"""
ERRORS_LINE = " *  Errors: cudaErrorOne if a; cudaErrorTwo if b.\n"
FAMILY = """/* The families.
 *
 *  Errors of a far call: cudaErrorThree if far;
 *      cudaErrorFour if farther.
 *
 * The rest. */
"""
SECOND = "GPUINTEROP_API cudaError_t cudaDoMore(unsigned int count);\n"
# A comment of CUDA's driver interface, whose functions have no macro.
DRIVER = """/** Does it.
 *
 *  Parameter count: how often.
 *  Threads: any.
 *  Errors: CUDA_ERROR_ONE if a.
 *  Mirrors: nothing. */
CUresult cuDoIt(unsigned int count);
"""
DRIVER_SECOND = "CUresult cuDoMore(unsigned int count);\n"
WITHOUT_RESULT = GOOD.replace(" *  Returns: cudaSuccess.\n", "")

# (what the complaint says, the header)
PLANTED = (
    ("no comment", GOOD[GOOD.index("GPUINTEROP_API"):]),
    ("no comment", GOOD.replace("*/\n", "*/\n/* not a comment of its kind */\n")),
    ("no comment", GOOD.replace("*/\n", "*/\nextern int between;\n")),
    ("cudaDoMore: there is no comment", GOOD + "\n" + SECOND),
    ("no 'Returns:'", WITHOUT_RESULT.replace("cudaError_t", "int")),
    ("no 'Errors:'", WITHOUT_RESULT.replace("Errors:", "Mistakes -")),
    ("no 'Threads:'", GOOD.replace("Threads:", "Processes -")),
    ("no family of errors is called 'those of a lost call'",
     GOOD.replace("cudaErrorOne if a", "those of a lost call")),
    ("no 'Mirrors:'", GOOD.replace("Mirrors:", "Like")),
    ("does not say when cudaErrorOne is returned", GOOD.replace("cudaErrorOne if a", "cudaErrorOne")),
    ("does not say what", GOOD.replace("/** Does it.\n *\n *  Parameter", "/** Parameter")),
    ("describes the parameter often", GOOD.replace("int count", "int often")),
    ("describes number", GOOD.replace(" *  Threads", " *  Parameter number: more.\n *  Threads")),
    ("cuDoIt: there is no comment", DRIVER[DRIVER.index("CUresult"):]),
    ("cuDoMore: there is no comment", DRIVER + "\n" + DRIVER_SECOND),
    ("cuDoIt: the comment has no 'Errors:'", DRIVER.replace("Errors:", "Mistakes -")),
    ("cuDoIt: the comment has no 'Threads:'", DRIVER.replace("Threads:", "Processes -")),
    ("cuDoIt: the comment has no 'Mirrors:'", DRIVER.replace("Mirrors:", "Like")),
    ("cuDoIt: cudaErrorOne is an error of another interface",
     DRIVER.replace("CUDA_ERROR_ONE", "cudaErrorOne")),
    ("cuDoIt: nothing describes the parameter often", DRIVER.replace("int count", "int often")),
    ("cuDoIt: no family of errors is called 'those of a lost call'",
     DRIVER.replace("CUDA_ERROR_ONE if a", "those of a lost call")),
)


def complaints(header):
    """The faults of the comments of a header of the CUDA interface."""
    return [what for function in manual.share_spt(manual.functions(header))
            for what in manual.problems(function, "cuda")]


def public_names(source):
    """The names that programs write and the libraries export."""
    with open(os.path.join(source, MAP), encoding="utf-8") as file:
        names = set(PUBLIC.findall(file.read()))
    for path in LISTS:
        symbols = lists.exports_of(lists.read(os.path.join(source, path)))
        names |= {CHOSEN.sub("", symbol) for symbol in symbols
                  if not symbol.startswith("__") and not UNDECLARED.match(symbol)}
    return names | entry_points(os.path.join(source, ENTRY_POINTS))


def entry_points(path):
    """The names that programs write of the driver interface's list."""
    return {function.name for function in lists.read(path)
            if not UNDECLARED.match(function.name) and function.name not in OTHER_NAME}


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


def unknown_names(include):
    """Errors that no enum has, and functions that a comment refers to and that do not exist."""
    collected = manual.collect(include)
    names = {one.name for found in collected.values() for function in found
             for one in [function] + function.aliases}
    known = set()
    for _, path in manual.headers(include):
        if os.path.basename(path) in ERROR_LISTS:
            with open(path, encoding="utf-8") as file:
                known |= set(re.findall(r"^ +(\w+) = \d+", file.read(), re.M))
    said = []
    for function in (function for found in collected.values() for function in found):
        parts = (manual.errors_of(function) or []) + sum(function.families.values(), [])
        said += [f"{function.name}: no enum has {name}" for part in parts
                 for name in manual.ERROR_NAME.findall(part) if name not in known]
        likes = [re.fullmatch(r"(?:else )?as (\w+)", part) for part in parts]
        said += [f"{function.name}: there is no function {like.group(1)}" for like in likes
                 if like and like.group(1) not in names]
    return said


def environment(source, pages):
    """Variables that only one of docs/environment.md and the manual page names."""
    with open(os.path.join(source, "docs", "environment.md"), encoding="utf-8") as file:
        table = file.read()
    with open(os.path.join(pages, "man7", "gpuinterop.7"), encoding="utf-8") as file:
        page = file.read().split(".SH ENVIRONMENT\n")[1].split(".SH ")[0]
    in_table = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M)
                for name in re.findall(r"`(\w+)", row)}
    in_page = set(re.findall(r"^\.TP\n\.\w+ (\w+?)\b ?=", page, re.M))
    return [f"{name} stands in one of docs/environment.md and gpuinterop(7)" for name in
            sorted(in_table ^ in_page)]


def lint(pages):
    """The warnings of the formatters about the pages, all at once."""
    tools = [["groff", "-man", "-ww", "-z", "-Tutf8", "-rCHECKSTYLE=3"],
             ["mandoc", "-Tlint", "-W", "warning"]]
    said, ran = [], 0
    for tool in tools:
        if not shutil.which(tool[0]):
            continue
        ran += 1
        done = subprocess.run(tool + pages, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        lines = done.stdout.strip().splitlines()
        left = [line for line in lines if not any(words in line for words in NO_DATE)]
        if left or done.returncode and not lines:
            said.append(f"{tool[0]}: " + "\n".join(left or ["it failed without a word"]))
    return said, ran


def write_one(header, folder):
    """The page of the first function of a header."""
    path = os.path.join(folder, "page.3")
    with open(path, "w", encoding="utf-8") as file:
        file.write(manual.page(manual.functions(header)[0], ["cudaOther"], "1.0", "cuda"))
    return path


def errors_stated(header):
    """The errors of the first function of a header, with a family of its interface."""
    function = manual.functions(header)[0]
    function.families = manual.families_of(FAMILY)
    return manual.errors(function)


def check_defaults():
    """The statements of a header or a section stand in the pages of its functions, and only there."""
    bare = GOOD.replace(" *  Threads: any.\n", "").replace(ERRORS_LINE, "")
    of_file = "/** A header.\n *  Threads: one.\n *  Errors: those of a far call. */\n#define X\n\n"
    of_section = "/* Section.\n *  Threads: two.\n *  Errors: none. */\n\n"
    cases = (
        ("the header's", of_file + bare, ["CudaErrorThree if far.", "CudaErrorFour if farther."]),
        ("the section's", of_file + of_section + bare, ["None."]),
        ("its own and the header's", of_file + GOOD,
         ["CudaErrorOne if a.", "CudaErrorTwo if b.", "CudaErrorThree if far.",
          "CudaErrorFour if farther."]),
        ("its own alone", of_file + GOOD.replace("if b.", "if b; no other."),
         ["CudaErrorOne if a.", "CudaErrorTwo if b."]),
        ("a family of its own", of_section + GOOD.replace("if b.", "if b; those of a far call."),
         ["CudaErrorOne if a.", "CudaErrorTwo if b.", "CudaErrorThree if far.",
          "CudaErrorFour if farther."]))
    said = [f"errors, {what}: {errors_stated(header)}" for what, header, expected in cases
            if [text.lower() for text in errors_stated(header)]
            != [text.lower() for text in expected]]
    threads = manual.labelled_of(manual.functions(of_file + of_section + bare)[0],
                                 manual.APIS["cuda"])["Threads"]
    return said + ([f"threads of a section: {threads}"] if threads != "two." else [])


def check_names(folder):
    """Errors and functions that do not exist are found."""
    files = {"cuda/errors.h": "enum {\n    cudaErrorOne = 1,\n};\n",
             "cuda/driver_errors.h": "enum {\n    CUDA_ERROR_ONE = 1,\n};\n",
             "cuda/a.h": GOOD.replace("cudaErrorTwo if b", "cudaErrorTwo if b; as cudaNone"),
             "cuda/b.h": DRIVER.replace("if a", "if a; CUDA_ERROR_TWO if b; as cuNone")}
    os.makedirs(os.path.join(folder, "cuda"))
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    said = unknown_names(folder)
    return [] if len(said) == 4 else [f"planted two errors and two functions, found: {said}"]


def check_driver(folder):
    """The pages of CUDA's driver interface name its header and its results, and each function of
    its list needs one."""
    said = complaints(DRIVER) + complaints(DRIVER + DRIVER_SECOND)
    path = write_one(DRIVER + DRIVER_SECOND, folder)
    said += lint([path])[0]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    said += [f"the page of a function of the driver interface lacks '{words}'" for words in
             ("#include <cuda.h>", "CUresult cuDoIt(", "CUDA_SUCCESS", "libcuda.so.1",
              "cuDoIt, cuDoMore \\-") if words not in page]
    table = os.path.join(folder, "functions.txt")
    with open(table, "w", encoding="utf-8") as file:
        for name, versions in ("cuOne", "2000,3020_v2"), ("cuTwo", "!3020"), ("cuEGLThree", "!2000"):
            file.write(" ".join([name, versions] + ["-"] * (lists.COLUMNS - 2)) + "\n")
    found = entry_points(table)
    if found != {"cuOne", "cuTwo"}:
        said.append(f"entry points that need a page: {sorted(found)}")
    return said


def self_test():
    failures = complaints(GOOD) + complaints(GOOD + SECOND) + check_defaults()
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
        failures += check_names(os.path.join(folder, "include")) + check_driver(folder)
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
    said += unknown_names(include)
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
