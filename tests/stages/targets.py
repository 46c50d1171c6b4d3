#!/usr/bin/env python3
"""What ninja builds before the short set of the tests: what is installed, and what those tests start
or name. Programs of other sets stay unbuilt.

    targets.py BUILD SUITE...    prints a target a line, of the tests in none of the suites
"""
import json
import os
import subprocess
import sys


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", "--" + what, build], check=True,
                                     stdout=subprocess.PIPE).stdout)


def needed(build, targets, tests, left_out):
    """The files, relative to the folder of the build, sorted."""
    build = os.path.abspath(build)
    files = {target["id"]: target["filename"] for target in targets}
    found = [file for target in targets if target["installed"] for file in target["filename"]]
    for test in tests:
        if left_out.isdisjoint(suite.split(":")[-1] for suite in test["suite"]):
            found += test["cmd"][:1]
            for target in test["depends"]:
                found += files[target]
    return sorted({os.path.relpath(file, build) for file in found
                   if file.startswith(build + os.sep)})


def main():
    build, *suites = sys.argv[1:]
    print("\n".join(needed(build, introspect(build, "targets"), introspect(build, "tests"),
                           set(suites))))


if __name__ == "__main__":
    main()
