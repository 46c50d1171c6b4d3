#!/usr/bin/env python3
"""The suite's programs bring PTX that the vendor's assembler takes: ptx_texts.py PROGRAM...

A library may translate all modules of a program as it begins, as NVIDIA's does. Then one that is not PTX by the vendor's
rules fails every case of the program. Needs ptxas, of CUDA's toolkit, in PATH."""
import re
import shutil
import subprocess
import sys

# Texts that are wrong on purpose; no program registers them.
WRONG = (b"frobnicate", b".visible .entry fill(.param .u64\n")


def complaint(text):
    done = subprocess.run(["ptxas", "-arch=sm_90", "-o", "/dev/null", "/dev/stdin"], input=text,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode().split("\n")[0] if done.returncode else None


def main(programs):
    if shutil.which("ptxas") is None:
        print("skipped: there is no ptxas")
        return 77
    texts = {}
    for program in programs:
        with open(program, "rb") as file:
            for found in re.finditer(rb"\.version [0-9.]+\n[^\0]*", file.read()):
                texts.setdefault(found[0], program)
    said = {text: complaint(text) for text in texts}
    for text, words in said.items():
        is_wrong = any(mark in text for mark in WRONG)
        if (words is None) == is_wrong:
            sys.exit(f"{texts[text]}: {words or 'ptxas takes this'}: {text[:200].decode()}")
    if sum(words is None for words in said.values()) < 1:
        sys.exit(f"no PTX was found in {len(programs)} programs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
