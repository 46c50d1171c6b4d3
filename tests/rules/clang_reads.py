#!/usr/bin/env python3
"""Lets clang read every file of a build, with the build's own arguments and warnings as errors.

    clang_reads.py BUILD

Nothing is compiled, so it takes a fraction of a second build's time. What a build writes for itself
has to be there. Exit: 0 if clang has nothing to say, else 1, after what it said.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

# Arguments of gcc's that clang does not know are no mistake of the file's.
OWN = ["-fsyntax-only", "-Werror", "-Wno-unknown-warning-option",
       "-Wno-ignored-optimization-argument"]
WITH_VALUE = {"-o", "-MF", "-MQ"}
DROPPED = {"-c", "-MD", "-fno-semantic-interposition"}


def arguments(command):
    """What clang is called with for one entry of compile_commands.json."""
    words = shlex.split(command)
    while not words[0].startswith("-"):
        compiler = os.path.basename(words.pop(0))
    kept, words = [], iter(words)
    for word in words:
        if word in WITH_VALUE:
            next(words)
        elif word not in DROPPED:
            kept.append(word)
    return ["clang++" if "++" in compiler else "clang"] + kept + OWN


def read(entry):
    run = subprocess.run(arguments(entry["command"]), cwd=entry["directory"], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run.returncode, run.stdout


def main(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        # The same file with the same arguments is read once, however many programs it is in.
        entries = {tuple(arguments(entry["command"])): entry for entry in json.load(file)}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for code, text in pool.map(read, entries.values()):
            if code != 0:
                failed += 1
                sys.stdout.write(text)
    print(f"clang read {len(entries)} files, {failed} with something to say")
    return 1 if failed or not entries else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
