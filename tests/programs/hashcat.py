#!/usr/bin/env python3
"""Lets hashcat find the words of hashes on this library, and prints how each search ends.

    hashcat.py LIBRARY [--only NAME...] [--seconds N] [--options WORDS]

LIBRARY is a folder with this library as libcuda.so.1 and libnvrtc.so.13: a build folder, or lib/gpuinterop of an
installation. hashcat compiles its kernels by NVRTC when it starts, and nothing of a vendor's is used. Ends with 77
without hashcat or clang, and with 1 if a search does not find its word.

    found      it printed the word of the hash
    wrong      it ended without the word, or with another one
    no device  it did not take this library's device
    not ended  it was stopped after the time limit
"""
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

WORD = "gpu"
# The number that hashcat has for a kind of hash, and the hash.
KINDS = {
    "MD5": (0, lambda text: hashlib.md5(text).hexdigest()),
    "SHA-1": (100, lambda text: hashlib.sha1(text).hexdigest()),
    "SHA-256": (1400, lambda text: hashlib.sha256(text).hexdigest()),
    "SHA-512": (1700, lambda text: hashlib.sha512(text).hexdigest()),
}
# Optimized kernels, in launches so small that a processor ends each soon.
OPTIONS = "-O -n 1 -u 16"
# The names that hashcat asks for, and those of this library.
NAMES = {"libcuda.so": ["libcuda.so.1"], "libcuda.so.1": ["libcuda.so.1"],
         "libnvrtc.so": ["libnvrtc.so.13", "libnvrtc.so.12"]}


def link_names(library, folder):
    """A folder with the names that hashcat asks for."""
    for name, targets in NAMES.items():
        found = [path for path in (os.path.join(library, target) for target in targets) if os.path.exists(path)]
        if not found:
            sys.exit(f"no {targets[0]} in {library}")
        os.symlink(found[0], os.path.join(folder, name))


def search(name, args, environment):
    """How a search ends, and what hashcat says of its speed."""
    number, digest = KINDS[name]
    digest = digest(WORD.encode())
    command = ["hashcat", "-d", "1", "-m", str(number), "-a", "3", digest, "?l?l?l", "--force", "--potfile-disable",
               *args.options.split()]
    try:
        done = subprocess.run(command, env=environment, text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=args.seconds, check=False)
    except subprocess.TimeoutExpired:
        return "not ended", ""
    lines = done.stdout.splitlines()
    speed = " ".join([line for line in lines if line.startswith("Speed.#1")][:1])
    if not any(line.startswith("CUDA API") for line in lines):
        return "no device", " ".join(lines[-3:])
    if done.returncode != 0 or f"{digest}:{WORD}" not in lines:
        return "wrong", " ".join(lines[-3:])
    return "found", speed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("--only", nargs="*", choices=KINDS)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--options", default=OPTIONS)
    args = parser.parse_args()
    missing = [name for name in ("hashcat", "clang") if shutil.which(name) is None]
    if missing:
        print(f"skipped: no {missing[0]} here")
        return 77
    library = os.path.abspath(args.library)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        link_names(library, folder)
        # hashcat keeps compiled kernels in the home folder.
        environment = dict(os.environ, LD_LIBRARY_PATH=f"{folder}:{library}", HOME=folder, XDG_DATA_HOME=folder,
                           XDG_CACHE_HOME=folder)
        for name in args.only or KINDS:
            result, said = search(name, args, environment)
            failed += result != "found"
            print(f"{name:8} {result:10} {said}", flush=True)
    return 1 if failed else 0


sys.exit(main())
