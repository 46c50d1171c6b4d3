#!/usr/bin/env python3
"""The results of one meson log, a line each: "result<TAB>stage: test<TAB>reason".

    collect.py STAGE LOG STATUS

STATUS is what meson ended with. A stage without a log, or with an empty one, has failed: its build
broke or no test carries its label. A case that a program skips, while others pass, is a line of its
own: the program says so by a line "skipped: CASE: REASON" (tests/skip_case.h). Under the validation
layer a test that the layer complained about has failed, unless it weighs the complaints itself.
"""
import json
import re
import sys

COMPLAINTS = ("VUID-", "Validation Error", "Validation Warning")


def read(log):
    try:
        with open(log, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except OSError:
        return []


def judge(stage, test):
    """(result, reason) of one test."""
    output = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
    lines = [line.strip() for line in output.split("\n") if line.strip()]
    weighs = any("with_validation" in word for word in test["command"])
    if stage == "validation" and not weighs and any(word in output for word in COMPLAINTS):
        return "failed", "the validation layer complained"
    if test["result"] in ("OK", "EXPECTEDFAIL"):
        return "passed", ""
    if test["result"] == "SKIP":
        return "skipped", lines[-1] if lines else "no reason given"
    return "failed", test["result"]


def skipped_cases(test):
    """(case, reason) of each case that a passed program has skipped."""
    output = (test.get("stdout") or "") + "\n" + (test.get("stderr") or "")
    return re.findall(r"^skipped: (\w+): (.+)$", output, re.MULTILINE)


def collect(stage, log, status):
    tests = read(log)
    if not tests:
        return [("failed", stage, "no test ran")]
    rows = []
    for test in tests:
        result, reason = judge(stage, test)
        name = test["name"].removeprefix("gpuinterop:")
        rows.append((result, f"{stage}: {name}", reason.replace("\t", " ")))
        for case, why in skipped_cases(test) if result == "passed" else ():
            rows.append(("skipped", f"{stage}: {name}, {case}", why.replace("\t", " ")))
    if status != "0" and all(result != "failed" for result, _, _ in rows):
        rows.append(("failed", stage, f"meson test ended with {status}"))
    return rows


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    for row in collect(*sys.argv[1:]):
        print("\t".join(row))
    return 0


if __name__ == "__main__":
    sys.exit(main())
