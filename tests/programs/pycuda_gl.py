#!/usr/bin/env python3
"""Runs PyCUDA's example of OpenGL (gl_interop.py) on this library, and looks at its pictures.

    pycuda_gl.py EXAMPLE LIBRARY [--packages DIR] [--nvcc PROGRAM] [--pictures DIR] [--seconds N]

EXAMPLE is the file, which Debian's python-pycuda-doc has among its examples (from-wiki). LIBRARY is a folder with this
library as libcuda.so.1. DIR is a folder where packages are unpacked that are not installed (dpkg -x). The compiler is
nvcc, or PROGRAM, which may be cudainterop-cc (of a build folder: with GPUINTEROP_HEADERS=include). NVIDIA's own makes
machine code for PyCUDA, which this library refuses. Nothing of the example or of PyCUDA is changed, and nothing of them
is part of this repository. Needs Xvfb, PyCUDA with OpenGL, PyOpenGL and freeglut; ends with 77 without one of them.

The example draws a teapot, a kernel inverts what was drawn by two registered buffers, and OpenGL draws the result. It
can do without the kernel, so each frame is drawn twice. It prints one of these results, and fails with "wrong":

    right      each texel of a frame is the inverse of the same texel without the kernel, and the frames differ
    wrong      some are not, or a frame has one colour
    not ended  it was stopped after the time limit, or ended by itself
"""
import argparse
import os
import runpy
import subprocess
import sys
import tempfile
import time

import drawing
import pictures

FRAMES = ((0.0, 0.0, 0.0), (20.0, 30.0, 40.0), (70.0, 10.0, 200.0))
MODULES = ("OpenGL.GLUT", "pycuda.gl")


def draw_frames(names, folder):
    """Draws each frame without the kernel and with it, by the functions of the example."""
    import OpenGL.GL as gl

    names["animate"] = False
    for number, angles in enumerate(FRAMES):
        names["heading"], names["pitch"], names["bank"] = angles
        for inverts in (False, True):
            names["enable_cuda"] = inverts
            names["display"]()
            width, height = names["current_size"]
            gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
            gl.glReadBuffer(gl.GL_BACK)
            texels = gl.glReadPixels(0, 0, width, height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE)
            picture = (width, height, bytes(texels))
            pictures.write(os.path.join(folder, "%d%s.ppm" % (number, "-inverted" if inverts else "")),
                           pictures.upside_down(picture))


def run_example(example, folder):
    """In a process of its own. The frame stays in the back buffer, as it is not shown."""
    import OpenGL.GLUT as glut

    def main_loop():
        draw_frames(sys._getframe(1).f_globals, folder)
        sys.stdout.flush()
        os._exit(0)

    if not hasattr(time, "clock"):               # Python 3.8 took it away
        time.clock = time.perf_counter
    glut.glutMainLoop = main_loop
    glut.glutSwapBuffers = lambda: None
    runpy.run_path(example, run_name="__main__")


def texels_apart(picture, inverse):
    """How many bytes are not the inverse; a rounding is allowed."""
    return sum(abs(one + other - 255) > 1 for one, other in zip(picture[2], inverse[2]))


def judge(folder):
    """(result, what to say)"""
    seen, said = set(), []
    for number in range(len(FRAMES)):
        plain = pictures.read(os.path.join(folder, "%d.ppm" % number))
        inverse = pictures.read(os.path.join(folder, "%d-inverted.ppm" % number))
        apart, colours = texels_apart(plain, inverse), pictures.colours(plain)
        seen.add(bytes(plain[2]))
        said.append("%d colours, %d bytes not inverted" % (colours, apart))
        if plain[:2] != inverse[:2] or apart or colours < 2:
            return "wrong", "frame %d: %s" % (number, said[-1])
    if len(seen) < len(FRAMES):
        return "wrong", "frames are alike"
    return "right", "; ".join(said)


def python_with_packages(environment):
    """The first python3 that has the modules, or None"""
    for python in dict.fromkeys(("/usr/bin/python3", sys.executable)):
        run = subprocess.run([python, "-c", "import " + ", ".join(MODULES)], env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if run.returncode == 0:
            return python
        print("%s: %s" % (python, run.stdout.strip().split("\n")[-1]))
    return None


def environment_of(args, work):
    """The environment of the example: packages that are unpacked, the library, and a compiler called nvcc"""
    environment, libraries = dict(os.environ), [os.path.abspath(args.library)]
    if args.packages:
        root = os.path.abspath(args.packages)
        environment["PYTHONPATH"] = os.path.join(root, "usr/lib/python3/dist-packages")
        libraries.append(os.path.join(root, "usr/lib/x86_64-linux-gnu"))
    if args.nvcc:
        os.symlink(os.path.abspath(args.nvcc), os.path.join(work, "nvcc"))
        environment["PATH"] = work + ":" + environment["PATH"]
    environment["LD_LIBRARY_PATH"] = ":".join(libraries + [environment.get("LD_LIBRARY_PATH", "")]).rstrip(":")
    environment["XDG_CACHE_HOME"] = work         # PyCUDA keeps compiled kernels there
    return environment


def run(python, args, folder, environment):
    """(result, what to say)"""
    with drawing.display(argparse.Namespace(window="xvfb")) as more:
        try:
            done = subprocess.run([python, os.path.abspath(__file__), "--child", os.path.abspath(args.example), folder],
                                  env=dict(environment, **more), timeout=args.seconds, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        except subprocess.TimeoutExpired:
            return "not ended", "after %d s" % args.seconds
    lines = done.stdout.strip().split("\n")
    last = ([line for line in lines if "rror: " in line] or lines)[-1]
    if done.returncode or not os.path.exists(os.path.join(folder, "%d-inverted.ppm" % (len(FRAMES) - 1))):
        return "not ended", "it ended with %d: %s" % (done.returncode, last)
    return judge(folder)


def main():
    if sys.argv[1:2] == ["--child"]:
        return run_example(*sys.argv[2:])
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("example", "library"):
        parser.add_argument(name)
    for name in ("packages", "nvcc", "pictures"):
        parser.add_argument("--" + name)
    parser.add_argument("--seconds", type=int, default=120)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        environment = environment_of(args, work)
        python = python_with_packages(environment)
        if not python or not drawing.shutil.which("Xvfb"):
            print("there is no %s" % ("Xvfb" if python else "PyCUDA with OpenGL"))
            return 77
        folder = os.path.abspath(args.pictures or work)
        os.makedirs(folder, exist_ok=True)
        result, said = run(python, args, folder, environment)
    print("%-10s %s: %s" % (result, os.path.basename(args.example), said))
    return 0 if result == "right" else 1


if __name__ == "__main__":
    sys.exit(main())
