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
import tempfile

# Arguments of gcc's that clang does not know are no mistake of the file's.
OWN = ["-fsyntax-only", "-Werror", "-Wno-unknown-warning-option",
       "-Wno-ignored-optimization-argument"]
WITH_VALUE = {"-o", "-MF", "-MQ"}
MOST = 12
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
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


def front_end(arguments_of_group, folder, file):
    """The command line of clang's own process for a file, without the file."""
    run = subprocess.run([*arguments_of_group, "-###", file], cwd=folder, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
    words = shlex.split(run.stdout.rstrip().split("\n")[-1])
    assert words[1] == "-cc1" and words[-1] == file, run.stdout
    return words[:-1]


def read(group):
    """One process reads all files of a group: to start it costs more than to read most files."""
    words, folder, files = group
    run = subprocess.run(front_end(words, folder, files[0]) + files, cwd=folder, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return run.returncode, run.stdout


def groups(entries):
    """Files with the same arguments, MOST at a time so that all processors have work."""
    found = {}
    for entry in entries:
        words = tuple(word for word in arguments(entry["command"]) if word != entry["file"])
        found.setdefault((words, entry["directory"]), []).append(entry["file"])
    return [(words, folder, files[at:at + MOST]) for (words, folder), files in found.items()
            for at in range(0, len(files), MOST)]


def reading(entry):
    """What tells a reading of a file from another: the macros of the command line. Programs that have
    them in common find the same headers, whatever folders they look into besides. A file of the tests
    is read once: by the other interface clang finds nothing more in it."""
    if os.path.normpath(os.path.join(entry["directory"], entry["file"])).startswith(TESTS):
        return (entry["file"],)
    return entry["file"], *(word for word in arguments(entry["command"]) if word.startswith("-D"))


def hears_a_mistake(entry):
    """Whether clang, called as for that entry, says something of a file that has to be warned of."""
    with tempfile.TemporaryDirectory() as folder:
        planted = os.path.join(folder, "planted.c")
        with open(planted, "w", encoding="utf-8") as file:
            file.write("int planted(int unused)\n{\n    return 0;\n}\n")
        words, directory, _ = groups([entry])[0]
        code, text = read((words, directory, [entry["file"], planted]))
    return code != 0 and "-Wunused-parameter" in text and "-Wmissing-prototypes" in text


def main(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = list({reading(entry): entry for entry in json.load(file)}.values())
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for code, text in pool.map(read, groups(entries)):
            if code != 0:
                failed += 1
                sys.stdout.write(text)
    print(f"clang read {len(entries)} files, {failed} with something to say")
    if not hears_a_mistake(next(entry for entry in entries if entry["file"].endswith(".c"))):
        failed += 1
        print("it says nothing of a planted mistake")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
