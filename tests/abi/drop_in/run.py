#!/usr/bin/env python3
"""Runs a program that was linked to another library of that name with ours in its place.

    run.py PROGRAM NAME LIBRARY LIBGPUINTEROP

The program is found NAME, which is a link to LIBRARY, by LD_LIBRARY_PATH. The loader may not miss a
version node, and the program has to say that it was served by LIBRARY.
"""
import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    program, name, library, core = sys.argv[1:]
    library = os.path.realpath(library)
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(library, os.path.join(folder, name))
        environment = dict(os.environ, LD_BIND_NOW="1", LD_LIBRARY_PATH=os.pathsep.join(
            [folder, os.path.dirname(os.path.abspath(core)),
             os.environ.get("LD_LIBRARY_PATH", "")]).rstrip(os.pathsep))
        ran = subprocess.run([program, os.path.join(folder, name)], env=environment, text=True,
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
    if "served by " + os.path.join(folder, name) not in ran.stdout:
        print("the program was not served by " + library)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
