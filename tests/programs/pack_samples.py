#!/usr/bin/env python3
"""Puts samples that are built into a folder, for machines without a compiler, X, GLUT and GLU.

    pack_samples.py SAMPLES WORK FOLDER

SAMPLES is the checkout, and WORK the folder where samples.py has built them with "--draw --window egl". FOLDER gets
samples/ (the sources and the data that the programs read), work/ (the programs and draw_glut) and work/lib (the
libraries that they need beside those of the C library, C++ and CUDA). There

    samples.py FOLDER/samples LIBRARY --work FOLDER/work --draw --window egl ...

runs them.
"""
import os
import re
import shutil
import subprocess
import sys

import samples

LEFT_OUT = re.compile(r"libcuda|libgpuinterop|libglut|libc\.|libm\.|libdl\.|libpthread|librt\.|libstdc|libgcc|ld-linux")


def needed(program):
    run = subprocess.run(["ldd", program], text=True, stdout=subprocess.PIPE, check=False)
    found = re.findall(r"(\S+) => (/\S+)", run.stdout)
    return {name: path for name, path in found if not LEFT_OUT.search(name)}


def ignored(_, names):
    return [name for name in names if name in ("doc", ".vscode") or re.match(r"ref_|reference", name)]


def main(words):
    if len(words) != 3:
        print(__doc__)
        return 2
    checkout, work, folder = (os.path.abspath(word) for word in words)
    packed, libraries = 0, {}
    os.makedirs(os.path.join(folder, "work/lib"), exist_ok=True)
    for sample in samples.all_samples(checkout):
        program = os.path.join(work, sample.name)
        if not sample.draws or not os.path.exists(program):
            continue
        place = os.path.relpath(sample.folder, checkout)
        shutil.copytree(sample.folder, os.path.join(folder, "samples", place), ignore=ignored, dirs_exist_ok=True)
        shutil.copy(program, os.path.join(folder, "work"))
        libraries.update(needed(program))
        packed += 1
    for name, path in libraries.items():
        shutil.copy(path, os.path.join(folder, "work/lib", name))
    shutil.copy(os.path.join(work, "libdraw_glut.so"), os.path.join(folder, "work"))
    print("%d samples, %d libraries" % (packed, len(libraries)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
