#!/usr/bin/env python3
"""GPUINTEROP_KERNEL_DUMP and GPUINTEROP_KERNEL_REPLACE, on a program whose kernel says 1234.

    kernel_files.py PROGRAM

Exit: 0; 1 with a sentence for each that is wrong; 77 if the program has no device.
"""
import os
import struct
import subprocess
import sys
import tempfile

MAGIC = 0x07230203
failures = []


def run(program, **variables):
    """What the program prints, and what it logs."""
    environment = {**os.environ, "GPUINTEROP_CACHE_DIR": "", "GPUINTEROP_LOG": "error",
                   **variables}
    done = subprocess.run([program], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=True)
    return done.stdout.strip(), done.stderr


def want(condition, sentence, *more):
    if not condition:
        failures.append(" ".join([sentence, *map(str, more)]))


def words_of(path):
    with open(path, "rb") as file:
        contents = file.read()
    return list(struct.unpack(f"<{len(contents) // 4}I", contents))


def write_words(path, words):
    with open(path, "wb") as file:
        file.write(struct.pack(f"<{len(words)}I", *words))


def dumped(folder, ending):
    return [name for name in sorted(os.listdir(folder)) if name.endswith(ending)]


def check_dump(program, folder):
    """Returns the name of the kernel's file."""
    said, _ = run(program, GPUINTEROP_KERNEL_DUMP=folder)
    if said == "error 100":
        sys.exit(77)
    want(said == "said 1234", "with a dump the kernel", said)
    kernels, modules = dumped(folder, ".spv"), dumped(folder, ".ptx")
    want(len(kernels) == 1 and len(modules) == 1 and len(os.listdir(folder)) == 2,
         "the dump has", os.listdir(folder))
    if not kernels or not modules:
        return None
    want(kernels[0].startswith(modules[0][:-4] + "-say-"), "names are", kernels[0], modules[0])
    with open(os.path.join(folder, modules[0]), encoding="utf-8") as file:
        want(".entry say(" in file.read(), "the PTX is another one")
    words = words_of(os.path.join(folder, kernels[0]))
    want(words[0] == MAGIC and words.count(1234) == 1, "the SPIR-V is another one")
    want(os.stat(os.path.join(folder, kernels[0])).st_mode & 0o077 == 0, "others may read the dump")
    return kernels[0]


def check_replace(program, dump, name, folder):
    there = os.path.join(folder, name)
    words = words_of(os.path.join(dump, name))
    write_words(there, [4321 if word == 1234 else word for word in words])
    said, log = run(program, GPUINTEROP_KERNEL_REPLACE=folder)
    want(said == "said 4321", "with another kernel in its place", said)
    want(name in log and "GPUINTEROP_KERNEL_REPLACE" in log, "no line tells the replacement:", log)

    said, _ = run(program, GPUINTEROP_KERNEL_REPLACE=folder, GPUINTEROP_KERNEL_DUMP=folder)
    want(said == "said 4321", "with one folder for both", said)
    want(words_of(there).count(4321) == 1, "a dump has overwritten the edited file")


def check_wrong_files(program, dump, name, folder):
    there = os.path.join(folder, name)
    words = words_of(os.path.join(dump, name))
    for what, wrong in (("no magic", [0] + words[1:]), ("cut", words[:len(words) // 2]),
                        ("header alone", words[:5])):
        write_words(there, wrong)
        said, log = run(program, GPUINTEROP_KERNEL_REPLACE=folder)
        want(said == "error 200", what, said)
        want(name in log, what, "has no line:", log)
    with open(there, "ab") as file:
        file.write(b"x")
    said, _ = run(program, GPUINTEROP_KERNEL_REPLACE=folder)
    want(said == "error 200", "with bytes that are no word", said)

    os.remove(there)
    os.symlink(os.path.join(dump, name), there)
    said, _ = run(program, GPUINTEROP_KERNEL_REPLACE=folder)
    want(said == "error 200", "a symbolic link was followed:", said)
    os.remove(there)
    if os.geteuid() == 0:
        write_words(there, words)
        os.chown(there, 65534, 65534)
        said, _ = run(program, GPUINTEROP_KERNEL_REPLACE=folder)
        want(said == "error 200", "another user's file was taken:", said)


def check_wrong_folders(program, folder):
    said, log = run(program, GPUINTEROP_KERNEL_DUMP="here")
    want(said == "said 1234" and "absolute path" in log, "a relative path:", said, log)
    link = os.path.join(folder, "link")
    os.symlink(folder, link)
    said, log = run(program, GPUINTEROP_KERNEL_DUMP=link)
    want(said == "said 1234" and "no folder of this user" in log, "a link:", said, log)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as top:
        dump, replace, other = (os.path.join(top, name) for name in ("dump", "replace", "other"))
        os.mkdir(replace)
        os.mkdir(other)
        name = check_dump(program, dump)
        if name is not None:
            check_replace(program, dump, name, replace)
            check_wrong_files(program, dump, name, replace)
        check_wrong_folders(program, other)
    print("\n".join(failures + [f"{len(failures)} failures"]))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
