#!/usr/bin/env python3
"""Compares what the library answers with what the vendor's answered.

    compare.py [--except=PATTERN,...] [--also=DIFFERENCES.txt] PROGRAM VENDOR.txt
               DIFFERENCES.txt... [-- ARGUMENTS]
    compare.py --self-test

PROGRAM prints lines "question.name: answer", VENDOR.txt holds the vendor's. The DIFFERENCES.txt
explain where they differ. A line there that begins with "always:" or "sometimes:" gives a reason
for the rows under it, which have three columns:

    NAMES | VENDOR'S ANSWER | OUR ANSWER

NAMES is a pattern as in a shell. The answers are regular expressions for the whole answer; \\1 in
the second is what the first group of the first has matched, and "-" is no such line. The first row
that fits explains a difference. One without an explanation fails; so does a row under "always:"
that explains nothing any more, for then it is not true. "sometimes:" is for what depends on luck or
on the device. Questions that fit a pattern of --except are counted, not compared, and rows for them
may wait. The rows of --also come last and need not explain anything: it is another form's file.

VENDOR.txt is made by record.sh on a machine with the vendor's library.
"""
import collections
import concurrent.futures
import difflib
import fnmatch
import lzma
import os
import re
import subprocess
import sys

ABSENT = "-"
SKIPPED = 77
AT_ONCE = 8             # processes, which mostly wait
TOGETHER = "24"         # questions in a process, whose start takes longer than most of them
PATIENT_MS = "5000"     # a question with ten of them stays below its limit of 120 seconds

Row = collections.namedtuple("Row", "file number names vendor ours always")


def read_rows(text, file=""):
    rows, always = [], None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("always:", "sometimes:")):
            always = line.startswith("always:")
        elif " | " in line and not line.startswith("#"):
            columns = [column.strip() for column in line.split(" | ")]
            if len(columns) != 3 or always is None:
                raise ValueError(f"{file}:{number}: not three columns under a reason: {line}")
            rows.append(Row(file, number, *columns, always))
    return rows


def fits(row, name, vendor, ours):
    if not fnmatch.fnmatchcase(name, row.names):
        return False
    if ABSENT in (row.vendor, vendor):
        found = re.match("", "") if row.vendor == vendor else None
    else:
        found = re.fullmatch(row.vendor, vendor)
    if not found:
        return False
    if ABSENT in (row.ours, ours):
        return row.ours == ours
    pattern = re.sub(r"\\(\d)", lambda m: re.escape(found.group(int(m.group(1)))), row.ours)
    return re.fullmatch(pattern, ours) is not None


def read_answers(text):
    """{question: [(name, answer)]}; a name may come more than once."""
    questions = collections.OrderedDict()
    for line in text.split("\n"):
        name, colon, answer = line.partition(": ")
        if colon and not line.startswith("#"):
            questions.setdefault(".".join(name.split(".")[:2]), []).append((name, answer))
    return questions


def differences(vendor, ours):
    """Yields (name, vendor's answer, our answer) of two lists for one question."""
    matcher = difflib.SequenceMatcher(None, [name for name, _ in vendor],
                                      [name for name, _ in ours], autojunk=False)
    for kind, v0, v1, o0, o1 in matcher.get_opcodes():
        if kind == "equal":
            for (name, said), (_, say) in zip(vendor[v0:v1], ours[o0:o1]):
                if said != say:
                    yield name, said, say
            continue
        for name, said in vendor[v0:v1]:
            yield name, said, ABSENT
        for name, say in ours[o0:o1]:
            yield name, ABSENT, say


def unexplained(vendor, ours, rows, used):
    """Lists what no row explains, and notes in used which rows were needed."""
    left = []
    for name, said, say in differences(vendor, ours):
        row = next((row for row in rows if fits(row, name, said, say)), None)
        if row:
            used.add(row)
        else:
            left.append((name, said, say))
    return left


def told(left):
    return [f"{name}\n    vendor: {said}\n    ours:   {say}" for name, said, say in left]


def compare(vendor, ours, rows, ask_again=None, later=()):
    """(complaints, number of rows that were needed). ask_again is given a question that was asked
    beside others, or whose answer depends on the speed of the machine, and asks it in a process of
    its own and with more patience. later are the names of answers that are left out."""
    complaints, used, differing = [], set(), []
    for question in list(vendor) + [q for q in ours if q not in vendor]:
        needed = set()
        left = unexplained(vendor.get(question, []), ours.get(question, []), rows, needed)
        if left and ask_again:
            differing.append(question)
            continue
        used |= needed
        complaints += told(left)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for question, answers in zip(differing, pool.map(ask_again, differing)):
            complaints += told(unexplained(vendor.get(question, []), answers.get(question, []),
                                           rows, used))
    complaints += [f"{row.file}:{row.number}: explains nothing any more: {row.names}"
                   for row in rows if row.always and row not in used and
                   not any(fnmatch.fnmatchcase(name, row.names) for name in later)]
    return complaints, len(used)


def self_test():
    vendor = read_answers("# note\na.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n")
    cases = (
        ("", "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 0),
        ("", "a.b.one: good 2\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 1),
        ("", "a.b.one: good 1\nc.d.x: x\nc.d.end: crash 11\n", 1),
        ("", "a.b.one: good 1\na.b.two: bad\n", 2),
        ("", "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\ne.f.g: new\n", 1),
        ("always: r\nc.d.end | crash .* | -\nc.d.y | - | code\n",
         "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.y: code\n", 0),
        ("always: r\nc.d.end | crash .* | -\n",
         "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.y: code\n", 1),
        ("always: r\na.b.* | (\\w+) 1 | \\1 2\n",
         "a.b.one: good 2\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 0),
        ("always: r\na.b.* | (\\w+) 1 | \\1 2\n",
         "a.b.one: poor 2\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 2),
        ("always: r\na.b.two | bad | worse\n",
         "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 1),
        ("sometimes: r\na.b.two | bad | worse\n",
         "a.b.one: good 1\na.b.two: bad\nc.d.x: x\nc.d.end: crash 11\n", 0),
        ("always: r\na.b.two | ba | bad\n",
         "a.b.one: good 1\na.b.two: badly\nc.d.x: x\nc.d.end: crash 11\n", 2),
    )
    failures = 0
    for table, text, expected in cases:
        complaints, _ = compare(vendor, read_answers(text), read_rows(table))
        if len(complaints) != expected:
            print(f"{table!r} on {text!r}: {len(complaints)} complaints, not {expected}")
            failures += 1
    unneeded = read_rows("always: r\ne.f.* | x | y\n")
    for later, expected in ((["e.f.g"], 0), (["e.g.h"], 1), ([], 1)):
        if len(compare(vendor, vendor, unneeded, later=later)[0]) != expected:
            print(f"a row for what is compared later, {later}: not {expected} complaints")
            failures += 1
    print(f"{len(cases) + 3} comparisons, {failures} failures")
    return 1 if failures else 0


def run(program, *arguments, **more):
    environment = dict(os.environ, **more)
    # The questions leave what they have to the end of their process.
    environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    return subprocess.run([program, *arguments], env=environment, check=False, text=True,
                          stdout=subprocess.PIPE)


def ask(program, *arguments, **more):
    done = run(program, *arguments, **more)
    done.check_returncode()
    return read_answers(done.stdout)


def read(path):
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as file:
        return file.read()


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    given = sys.argv[1:]
    patterns, others = [], []
    while given and given[0].startswith("--"):
        option, _, value = given.pop(0).partition("=")
        if option == "--except" and value:
            patterns += value.split(",")
        elif option == "--also" and value:
            others.append(value)
        else:
            sys.exit(__doc__)
    arguments = []
    if "--" in given:
        given, arguments = given[:given.index("--")], given[given.index("--") + 1:]
    if len(given) < 3:
        sys.exit(__doc__)
    program, vendor_path, *row_paths = given
    vendor = read_answers(read(vendor_path))
    rows = [row for path in row_paths for row in read_rows(read(path), os.path.basename(path))]
    rows += [row._replace(always=False) for path in others for row in read_rows(read(path), path)]
    check = run(program, "--check")
    if check.returncode == SKIPPED:
        print(check.stdout, end="")
        return SKIPPED
    ours = ask(program, *(arguments or ["-j", str(AT_ONCE), "--together", TOGETHER]))
    later = {q for q in [*vendor, *ours] for p in patterns if fnmatch.fnmatchcase(q, p)}
    left_out = [name for question in later
                for name, _ in vendor.pop(question, []) + ours.pop(question, [])]
    if later:
        print(f"{len(later)} questions are not compared yet")
    complaints, used = compare(vendor, ours, rows,
                               lambda q: ask(program, q, BEHAVIOUR_PATIENCE_MS=PATIENT_MS), left_out)
    print("\n".join(complaints))
    print(f"{sum(map(len, ours.values()))} answers, {used} of {len(rows)} explanations needed, "
          f"{len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
