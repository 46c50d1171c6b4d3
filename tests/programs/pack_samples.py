#!/usr/bin/env python3
"""Puts samples that are built into a folder, for machines without a compiler, X, GLUT and GLU.

    pack_samples.py SAMPLES WORK FOLDER [NAME...]

SAMPLES is the checkout, and WORK the folder where samples.py has built them: with "--draw --window egl", or, if names
follow, without. Without names the samples that draw are packed. FOLDER gets samples/ (the sources and the data that the
programs read), work/ (the programs, without debugging information, and draw_glut) and work/lib (the libraries that they
need beside those of the C library, C++ and CUDA). There

    samples.py FOLDER/samples LIBRARY --work FOLDER/work [--draw --window egl] ...

runs them.
"""
import os
import re
import shutil
import subprocess
import sys

import samples

LEFT_OUT = re.compile(r"libcuda|libnvrtc|libgpuinterop|libc\.|libm\.|libdl\.|libpthread|librt\.|libstdc|libgcc|ld-linux")


def needed(program, draws):
    """The libraries of a program. One that draws gets draw_glut in GLUT's place."""
    run = subprocess.run(["ldd", program], text=True, stdout=subprocess.PIPE, check=False)
    found = re.findall(r"(\S+) => (/\S+)", run.stdout)
    return {name: path for name, path in found
            if not LEFT_OUT.search(name) and not (draws and name.startswith("libglut"))}


def ignored(_, names):
    return [name for name in names if name in ("doc", ".vscode")]


def ignored_to_draw(_, names):
    return ignored(_, names) + [name for name in names if re.match(r"ref_|reference", name)]


def main(words):
    if len(words) < 3:
        print(__doc__)
        return 2
    checkout, work, folder = (os.path.abspath(word) for word in words[:3])
    names = words[3:]
    packed, libraries = 0, {}
    os.makedirs(os.path.join(folder, "work/lib"), exist_ok=True)
    for sample in samples.all_samples(checkout):
        program = os.path.join(work, sample.name)
        if not (sample.name in names if names else sample.draws) or not os.path.exists(program):
            continue
        place = os.path.relpath(sample.folder, checkout)
        shutil.copytree(sample.folder, os.path.join(folder, "samples", place), dirs_exist_ok=True,
                        ignore=ignored if names else ignored_to_draw)
        subprocess.run(["strip", "-o", os.path.join(folder, "work", sample.name), program], check=True)
        if os.path.isdir(program + ".run"):
            shutil.copytree(program + ".run", os.path.join(folder, "work", sample.name + ".run"), ignore=ignored,
                            dirs_exist_ok=True)
        libraries.update(needed(program, not names))
        packed += 1
    for name in os.listdir(os.path.join(checkout, "Common")):
        if names and name.endswith((".c", ".cpp")):
            os.makedirs(os.path.join(folder, "samples/Common"), exist_ok=True)
            shutil.copy(os.path.join(checkout, "Common", name), os.path.join(folder, "samples/Common"))
    for name, path in libraries.items():
        shutil.copy(path, os.path.join(folder, "work/lib", name))
    if not names:
        shutil.copy(os.path.join(work, "libdraw_glut.so"), os.path.join(folder, "work"))
    if os.path.exists(os.path.join(checkout, "test_args.json")):
        shutil.copy(os.path.join(checkout, "test_args.json"), os.path.join(folder, "samples"))
    print("%d samples, %d libraries" % (packed, len(libraries)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
