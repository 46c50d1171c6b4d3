"""Runs samples that draw, and judges their pictures; a part of samples.py.

The window is one of an Xvfb, or with "egl" a pbuffer: draw_glut.c is preloaded then in freeglut's place.
"""
import contextlib
import os
import re
import shutil
import subprocess

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))

# Pictures that NVIDIA has stored with its samples, and that their windows show as well. Behind "/" stands one whose
# rows begin at the bottom.
STORED = {
    "FunctionPointers": "ref_orig.pgm",
    "Mandelbrot": "Mandelbrot_fp32.ppm",
    "SobelFilter": "ref_orig.pgm",
    "bilateralFilter": "/ref_05.ppm",
    "boxFilter": "/ref_14.ppm",
    "imageDenoising": "/ref_passthru.ppm",
    "marchingCubes": "ref_march_cubes.ppm",
    "recursiveGaussian": "ref_10.ppm",
    "simpleCUDA2GL": "ref_simpleCUDA2GL.ppm",
    "volumeRender": "/ref_volume.ppm",
}
# Recorded ones that fit no other window than the pbuffer: a sphere stands for GLUT's teapot, there is no text, and a
# picture that is read is damaged.
OF_PBUFFERS = {"bicubicTexture", "nbody", "postProcessGL"}
PRELOADED = {"xvfb": ("draw_frames", []), "egl": ("draw_glut", ["-lEGL", "-lGL", "-lm"])}


def soname_of_glut():
    """The name by which programs ask for freeglut here"""
    run = subprocess.run("ldconfig -p", shell=True, text=True, stdout=subprocess.PIPE,
                         env=dict(os.environ, PATH=os.environ["PATH"] + ":/sbin"), check=False)
    found = re.search(r"\blibglut\.so\.[\d.]+", run.stdout)
    return found.group(0) if found else "libglut.so.3.12"


def make_preloaded(args):
    """None, or what is wrong. A library that was built before serves if it is newer than its sources, and where it
    cannot be compiled."""
    name, linked = PRELOADED[args.window]
    args.preloaded = os.path.join(args.work, "lib%s.so" % name)
    if args.window == "egl":
        linked = linked + ["-Wl,-soname," + soname_of_glut()]
    sources = [os.path.join(HERE, file) for file in (name + ".c", "draw_picture.c", "draw_picture.h")]
    there = os.path.exists(args.preloaded)
    if there and os.path.getmtime(args.preloaded) > max(os.path.getmtime(path) for path in sources):
        return None
    wrong = compile_library(sources[:2], args.preloaded, linked + ["-ldl"])
    if wrong and there:
        print("%s: the library that was built before serves" % wrong)
    return None if there else wrong


def compile_library(sources, path, linked):
    """None, or what is wrong; then a library that was there stays."""
    if shutil.which("cc") is None:
        return "there is no C compiler"
    made = "%s.%d" % (path, os.getpid())
    run = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE"] + sources + ["-o", made] + linked,
                         text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if run.returncode == 0:
        os.replace(made, path)
        return None
    lines = [line for line in run.stdout.split("\n") if "error" in line or "cannot find" in line]
    return "%s is not compiled: %s" % (os.path.basename(sources[0]), (lines or [run.stdout.strip()])[0][:150])


def prepare(args):
    """None, or what is missing"""
    if args.window == "xvfb" and shutil.which("Xvfb") is None:
        return "there is no Xvfb"
    args.pictures = os.path.abspath(args.pictures or args.work)
    for folder in [args.pictures] + ([args.record] if args.record else []):
        os.makedirs(folder, exist_ok=True)
    return make_preloaded(args)


@contextlib.contextmanager
def display(args):
    """What the environment needs to draw: for Xvfb the name of an X server without a screen. Without a window it is
    the name of none, as some samples do not start without a name."""
    if args.window == "egl":
        yield {"DISPLAY": ":none"}
        return
    ends = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(ends[1]), "-screen", "0", "1280x1024x24", "-nolisten",
                               "tcp"], pass_fds=[ends[1]], stderr=subprocess.DEVNULL)
    os.close(ends[1])
    try:
        with os.fdopen(ends[0]) as said:
            yield {"DISPLAY": ":" + said.readline().strip()}
    finally:
        server.kill()
        server.wait()


def reference(sample, args):
    """(picture, whose it is) or None"""
    recorded = os.path.join(args.references or "", sample.name + ".ppm")
    fits = args.frames == 2 and (args.window == "egl" or sample.name not in OF_PBUFFERS)
    if args.references and fits and os.path.exists(recorded):
        return pictures.read(recorded), "the recorded one"
    name = STORED.get(sample.name, "none")
    stored = os.path.join(sample.folder, "data", name.lstrip("/"))
    if args.frames != 2 or not os.path.exists(stored):
        return None
    picture = pictures.read(stored)
    return pictures.upside_down(picture) if name[0] == "/" else picture, os.path.basename(stored)


def judge(sample, path, args):
    """(result, what to say of the picture)"""
    picture = pictures.read(path)
    count = pictures.colours(picture)
    said = "%d x %d, %d colours" % (picture[:2] + (count,))
    if count < 2:
        return "empty", said
    result, wanted = "drew", reference(sample, args)
    if wanted is not None:
        same, apart = pictures.compare(picture, wanted[0])
        result, said = "right" if same else "wrong", "%s; beside %s: %s" % (said, wanted[1], apart)
    if args.record and result != "wrong":
        pictures.write(os.path.join(args.record, sample.name + ".ppm"), pictures.shrink(picture))
    return result, said


def draw(sample, program, place, args, ended):
    """(result, what to say of it) of a program that is built; ended runs it."""
    path = os.path.join(args.pictures, sample.name + ".ppm")
    if os.path.exists(path):
        os.remove(path)
    with display(args) as more:
        result = ended([program], place, args.library, args.seconds, dict(
            more, LD_LIBRARY_PATH=args.library + ":" + os.path.join(args.work, "lib"), LD_PRELOAD=args.preloaded,
            DRAW_FRAMES=str(args.frames), DRAW_PICTURE=path))
    if result[3] != 0 or not os.path.exists(path):
        return ("refused" if result[0] in ("right", "complete") else result[0],
                result[1] or "it ended before frame %d: %s" % (args.frames, result[2][:120]))
    try:
        return judge(sample, path, args)
    except ValueError as error:
        return "wrong", str(error)
