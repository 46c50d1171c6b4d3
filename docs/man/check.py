#!/usr/bin/env python3
"""Checks the manual pages.

    check.py --pages PAGE...   groff, and mandoc where it is installed, find nothing wrong with them
    check.py --self-test       the generator refuses what a page cannot be made of
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import manual  # noqa: E402

SKIP = 77
GOOD = """/** Does it.
 *
 *  Parameter count: how often; 'often' is \\ no word.
 *  Threads: any.
 *  Returns: cudaSuccess.
 *  Errors: cudaErrorOne if a; cudaErrorTwo if b.
 *  Mirrors: nothing. */
GPUINTEROP_API cudaError_t cudaDoIt(unsigned int count GPUINTEROP_DEFAULT(0));
"""

# (what the complaint says, the header)
PLANTED = (
    ("no comment", GOOD[GOOD.index("GPUINTEROP_API"):]),
    ("no comment", GOOD.replace("*/\n", "*/\n/* not a comment of its kind */\n")),
    ("no comment", GOOD.replace("*/\n", "*/\nextern int between;\n")),
    ("no 'Threads:'", GOOD.replace(" *  Threads: any.\n", "")),
    ("no 'Returns:'", GOOD.replace(" *  Returns: cudaSuccess.\n", "")),
    ("no 'Errors:'", GOOD.replace("Errors:", "Mistakes -")),
    ("no 'Mirrors:'", GOOD.replace("Mirrors:", "Like")),
    ("does not say what", GOOD.replace("/** Does it.\n *\n *  Parameter", "/** Parameter")),
    ("does not describe the parameter count", GOOD.replace("Parameter count", "Parameter number")),
    ("describes number", GOOD.replace(" *  Threads", " *  Parameter number: more.\n *  Threads")),
    ("differ in cudaDoMore", GOOD + GOOD.replace("cudaDoIt", "cudaDoMore")),
    ("differ in cudaDoIt", ""),
)


def generate(header, folder):
    """(exit status, complaint, page) of the generator."""
    source = os.path.join(folder, "header.h")
    target = os.path.join(folder, "cudaDoIt.3")
    with open(source, "w", encoding="utf-8") as file:
        file.write(header)
    done = subprocess.run([sys.executable, manual.__file__, "1.0", "x.h", "x", source, target],
                          text=True, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stderr, target


def lint(pages):
    """What the formatters say about the pages."""
    tools = [["groff", "-man", "-ww", "-z", "-Tutf8", "-rCHECKSTYLE=3"],
             ["mandoc", "-Tlint", "-W", "warning"]]
    said, ran = [], 0
    for tool in tools:
        if not shutil.which(tool[0]):
            continue
        ran += 1
        for path in pages:
            done = subprocess.run(tool + [path], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            if done.returncode or done.stdout.strip():
                said.append(f"{tool[0]}: {path}: {done.stdout.strip()}")
    return said, ran


def self_test():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        status, complaint, page = generate(GOOD, folder)
        if status:
            failures.append(f"a good header is refused: {complaint}")
        else:
            failures += lint([page])[0]
        for words, header in PLANTED:
            status, complaint, _ = generate(header, folder)
            if not status or words not in complaint:
                failures.append(f"planted '{words}': status {status}, {complaint.strip()}")
        bad = os.path.join(folder, "bad.3")
        with open(bad, "w", encoding="utf-8") as file:
            file.write(".TH bad 3\n.SH NAME\nbad \\- bad\n.NOSUCHMACRO\n")
        said, ran = lint([bad])
        if ran and not said:
            failures.append("a bad page passes")
    for failure in failures:
        print(failure)
    print(f"{len(PLANTED)} bad headers, {len(failures)} failures")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 3 or sys.argv[1] != "--pages":
        sys.exit(__doc__)
    said, ran = lint(sys.argv[2:])
    for line in said:
        print(line)
    if not ran:
        print("neither groff nor mandoc is installed")
        return SKIP
    print(f"{len(sys.argv) - 2} pages, {len(said)} complaints")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
