#!/usr/bin/env python3
"""Runs a program that was linked to another library of that name with ours in its place.

    run.py [--preload] PROGRAM NAME LIBRARY LIBGPUINTEROP

The program finds NAME, which is a link to LIBRARY, by LD_LIBRARY_PATH; with --preload, LIBRARY has
that name itself and comes before a run path of the program's. The loader may not miss a version
node, and the program has to say that it was served by LIBRARY.
"""
import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    preload = sys.argv[1] == "--preload"
    program, name, library, core = sys.argv[1 + preload:]
    library = os.path.realpath(library)
    with tempfile.TemporaryDirectory() as folder:
        linked = library if preload else os.path.join(folder, name)
        os.symlink(library, os.path.join(folder, name))
        environment = dict(os.environ, LD_BIND_NOW="1", LD_LIBRARY_PATH=os.pathsep.join(
            [folder, os.path.dirname(os.path.abspath(core)),
             os.environ.get("LD_LIBRARY_PATH", "")]).rstrip(os.pathsep))
        if preload:
            environment["LD_PRELOAD"] = library
        ran = subprocess.run([program, linked], env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    print(ran.stdout + ran.stderr, end="")
    if ran.returncode == SKIPPED:
        return SKIPPED
    if ran.returncode != 0:
        print("the program ended with %d" % ran.returncode)
        return 1
    if "version information" in ran.stderr:
        print("the loader missed a version node")
        return 1
    if "served by " + linked not in ran.stdout:
        print("the program was not served by " + library)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
