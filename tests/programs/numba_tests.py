#!/usr/bin/env python3
"""Runs Numba's own tests of CUDA on this library, each module in a process, and prints how it ends.

    numba_tests.py LIBRARY CUDA [--only WORD...] [--seconds N] [--python FILE]

LIBRARY is a folder with this library as libcuda.so.1 and libcudart.so.13. CUDA is a folder of the
vendor's toolkit: Numba compiles with its libnvvm and libdevice. --python names an interpreter that
has Numba 0.56. Ends with 77 without it, and with 1 if a test fails.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Numba 0.56 is older than CUDA 13, so three things are said to it when an interpreter starts:
# - it calls the newest version of a function as if it were the oldest; two have become newer;
# - it writes version 1.6 of libnvvm's language, and libnvvm wants its own number;
# - it asks libnvvm for compute capability 5.3, which is gone.
START = '''
import os, re, sys
os.environ.setdefault("NUMBA_CUDA_DEFAULT_PTX_CC", "7.5")
class Later:
    def find_spec(self, name, path, target=None):
        if name != "numba.cuda.api":
            return None
        sys.meta_path.remove(self)
        from numba.cuda.cudadrv import driver, nvvm
        find, add = driver.Driver._find_api, nvvm.CompilationUnit.add_module
        plain = ("cuCtxGetDevice", "cuCtxSynchronize")
        driver.Driver._find_api = lambda self, name: (
            getattr(self.lib, name) if name in plain else find(self, name))
        def add_module(self, text):
            number = b"i32 %d, i32 %d," % nvvm.NVVM().get_ir_version()[:2]
            return add(self, re.sub(rb"i32 1, i32 [26],(?= i32 [23], i32 0)", number, text))
        nvvm.CompilationUnit.add_module = add_module
        return None
sys.meta_path.insert(0, Later())
'''
RUN = "import unittest; unittest.main(module=None, argv=['', %r])"
COUNTS = re.compile(r"(?<!expected )(failures|errors|skipped)=(\d+)")


def toolkit(cuda, library, folder):
    """A folder as Numba wants it: libraries and libdevice at old places."""
    places = {"nvvm/lib64/libnvvm.so": ("nvvm/lib64/libnvvm.so", "lib/libnvvm.so", "lib64/libnvvm.so"),
              "nvvm/libdevice/libdevice.10.bc": ("nvvm/libdevice/libdevice.10.bc",)}
    for target, sources in places.items():
        found = [path for path in (os.path.join(cuda, name) for name in sources)
                 if os.path.exists(path)]
        if not found:
            sys.exit("no %s in %s" % (sources[0], cuda))
        os.makedirs(os.path.dirname(os.path.join(folder, target)), exist_ok=True)
        os.symlink(os.path.realpath(found[0]), os.path.join(folder, target))
    os.makedirs(os.path.join(folder, "lib64"))
    os.symlink(os.path.join(library, "libcudart.so.13"), os.path.join(folder, "lib64/libcudart.so"))
    with open(os.path.join(folder, "sitecustomize.py"), "w", encoding="utf-8") as file:
        file.write(START)


def run(module, args, environment):
    """(passed, failed, skipped, what to say)"""
    try:
        done = subprocess.run([args.python, "-c", RUN % module], env=environment, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=args.seconds)
    except subprocess.TimeoutExpired:
        return 0, 1, 0, "not ended after %d s" % args.seconds
    ran = re.search(r"^Ran (\d+) test", done.stdout, re.M)
    counts = {word: int(number) for word, number in COUNTS.findall(done.stdout.split("\n")[-2])}
    failed = counts.get("failures", 0) + counts.get("errors", 0)
    if ran is None or (done.returncode != 0 and failed == 0):
        return 0, 1, 0, "ended with %d" % done.returncode
    skipped = counts.get("skipped", 0)
    said = re.findall(r"^(?:FAIL|ERROR): (\w+)", done.stdout, re.M)
    return max(int(ran.group(1)) - failed - skipped, 0), failed, skipped, " ".join(said)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("cuda")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--python", default="/usr/bin/python3")
    args = parser.parse_args()
    args.library = os.path.abspath(args.library)
    found = subprocess.run([args.python, "-c", "import numba.cuda; print(numba.cuda.__path__[0])"],
                           text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if found.returncode != 0:
        print("skipped: no Numba here")
        return 77
    tests = os.path.join(found.stdout.strip().split("\n")[-1], "tests")
    modules = sorted(glob.glob(os.path.join(tests, "cuda*", "test_*.py")))
    names = [os.path.relpath(path, tests)[:-3].replace("/", ".") for path in modules]
    folder, sums = tempfile.mkdtemp(), [0, 0, 0]
    toolkit(args.cuda, args.library, folder)
    environment = dict(os.environ, LD_LIBRARY_PATH=args.library, CUDA_HOME=folder, PYTHONPATH=folder)
    for name in names:
        if name.startswith("cudasim") or (args.only and not any(w in name for w in args.only)):
            continue
        *counts, said = run("numba.cuda.tests." + name, args, environment)
        sums = [a + b for a, b in zip(sums, counts)]
        print("%-40s %4d passed %3d failed %3d skipped  %s" % (name, *counts, said), flush=True)
    shutil.rmtree(folder)
    print("%d passed, %d failed, %d skipped" % tuple(sums))
    return 1 if sums[1] else 0


sys.exit(main())
