#!/usr/bin/env python3
"""The compiler takes no number for an id of SPIR-V, no id for a word, and no type for a value.

    mixed_ids.py SOURCE INCLUDE COMPILER...

SOURCE (mixed_ids.c) has numbered cases, and compiles with none of them.
"""
import re
import subprocess
import sys


def compiled(source, include, compiler, number):
    """The result of compiling a case, with the warnings that the library is built with."""
    return subprocess.run(
        [*compiler, "-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", include,
         f"-DMIXED={number}", source], capture_output=True, text=True, check=False,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})


def main(source, include, *compiler):
    with open(source, encoding="utf-8") as file:
        cases = [int(number) for number in re.findall(r"MIXED == (\d+)", file.read())]
    failures = 0
    for number in [0, *cases]:
        result = compiled(source, include, compiler, number)
        is_refused = result.returncode != 0 and re.search(r"gi_id|gi_type|GI_SPIRV_IDS|braces",
                                                          result.stderr)
        if bool(is_refused) != (number != 0) or (number == 0 and result.returncode != 0):
            print(f"case {number}: the compiler returned {result.returncode}\n{result.stderr}")
            failures += 1
    print(f"{len(cases)} mixtures, {failures} failures")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
