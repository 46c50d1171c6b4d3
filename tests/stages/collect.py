#!/usr/bin/env python3
"""The results of one meson log, a line each: "result<TAB>stage: test<TAB>reason".

    collect.py STAGE LOG STATUS OUTPUTS    also appends the end of each failed test's output to OUTPUTS
    collect.py note NAME FILE OUTPUTS      appends the end of a file's text, for what is no test of meson's
    collect.py print OUTPUTS               prints these, as much as a screen or two hold

STATUS is what meson ended with. A stage without a log, or with an empty one, has failed: its build
broke or no test carries its label. A case that a program skips, while others pass, is a line of its
own: the program says so by a line "skipped: CASE: REASON" (tests/skip_case.h). Under the validation
layer a test that the layer complained about has failed, unless it weighs the complaints itself.
"""
import json
import re
import sys

# Lines of failed tests that are printed at the end: of each, and of all together if there are many.
MOST_LINES = 25
MOST_OF_ALL = 100
LEAST_LINES = 4
COMPLAINTS = ("VUID-", "Validation Error", "Validation Warning")


def read(log):
    try:
        with open(log, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except OSError:
        return []


def output_of(test):
    return (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")


def full_lines(output):
    return [line.strip() for line in output.split("\n") if line.strip()]


def judge(stage, test):
    """(result, reason) of one test."""
    output = output_of(test)
    lines = full_lines(output)
    weighs = any("with_validation" in word for word in test["command"])
    if stage == "validation" and not weighs and any(word in output for word in COMPLAINTS):
        return "failed", "the validation layer complained"
    if test["result"] in ("OK", "EXPECTEDFAIL"):
        return "passed", ""
    if test["result"] == "SKIP":
        return "skipped", lines[-1] if lines else "no reason given"
    code = test.get("returncode") or 0
    how = f", signal {-code}" if code < 0 else f", exit status {code}" if code > 0 else ""
    return "failed", test["result"] + how


def skipped_cases(test):
    """(case, reason) of each case that a passed program has skipped."""
    return re.findall(r"^skipped: (\w+): (.+)$", output_of(test), re.MULTILINE)


def collect(stage, log, status, outputs=None):
    """Rows of the stage. To outputs, a list, comes (row's name and reason, lines) of each failure."""
    tests = read(log)
    if not tests:
        return [("failed", stage, "no test ran")]
    rows = []
    for test in tests:
        result, reason = judge(stage, test)
        name = test["name"].removeprefix("gpuinterop:")
        rows.append((result, f"{stage}: {name}", reason.replace("\t", " ")))
        if result == "failed" and outputs is not None:
            outputs.append((f"{stage}: {name} ({reason})",
                            full_lines(output_of(test))[-MOST_LINES:]))
        for case, why in skipped_cases(test) if result == "passed" else ():
            rows.append(("skipped", f"{stage}: {name}, {case}", why.replace("\t", " ")))
    if status != "0" and all(result != "failed" for result, _, _ in rows):
        rows.append(("failed", stage, f"meson test ended with {status}"))
    return rows


def endings(outputs):
    """The lines to print of what collect has noted. Many failures have fewer lines each."""
    each = max(LEAST_LINES, min(MOST_LINES, MOST_OF_ALL // max(1, len(outputs))))
    lines = []
    for name, output in outputs:
        lines += ["", f"end of {name}:"] + ["    " + line[:400] for line in output[-each:]]
    return lines


def append(path, outputs):
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(output) + "\n" for output in outputs)


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "note":
        with open(sys.argv[3], encoding="utf-8", errors="replace") as file:
            append(sys.argv[4], [(sys.argv[2], full_lines(file.read())[-MOST_LINES:])])
        return 0
    if len(sys.argv) == 3 and sys.argv[1] == "print":
        print("\n".join(endings(read(sys.argv[2]))))
        return 0
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    outputs = []
    for row in collect(*sys.argv[1:4], outputs):
        print("\t".join(row))
    append(sys.argv[4], outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
