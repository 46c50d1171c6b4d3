#!/usr/bin/env python3
"""Builds NVIDIA's cuda-samples, runs them on this library, and prints how each one ends.

    samples.py SAMPLES LIBRARY [--work DIR] [--only NAME...] [--seconds N] [--processor N] [--jobs N] [--table FILE]
               [--compiler PROGRAM] [--draw [--window xvfb|egl] [--frames N] [--pictures DIR]
               [--references DIR] [--record DIR]]

The compiler is nvcc, or cudainterop-cc where there is no nvcc.

SAMPLES is a checkout of the samples; LIBRARY is a folder with this library as libcudart.so.13 and
libcuda.so.1, and as libnvrtc.so.13 for the samples that compile while they run. The programs are
built with PTX alone (compute_80) and the shared runtime; nothing of them is changed. They get the arguments that the checkout's test_args.json has for them. With these,
the samples that draw with OpenGL compute an image without a display and compare it.

    right      it ends with success, and says so by a check of its own
    complete   it ends with success, and has no check of its own
    wrong      it ends with failure by its own check: the only result that makes this script fail
    refused    the library refuses something, with a sentence
    not ended  it was stopped after the time limit
    waived     it waives itself on this device
    not built  it needs what is not here: the vendor's libraries, a window

With --draw only the samples that draw are run, without arguments, each in a window of an Xvfb of its own, or with
"--window egl" without a window. After N frames (2) the picture goes to DIR, as PPM, and the sample is ended. Needs Xvfb
or EGL, and the headers of freeglut and GLEW.

    right      the picture is that of NAME.ppm in the folder of --references (64 x 64), or the one that NVIDIA has stored
               with the sample
    wrong      it is another one
    drew       there is none to compare, and the picture has more than one colour
    empty      it has one colour

--record DIR writes these pictures of 64 x 64.
"""
import argparse
import concurrent.futures
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys

import drawing

CHECKED = re.compile(r"\bPASS(ED)?\b|Result = PASS|\bOK\b|success|Success|match|correct", re.I)
FAILED = re.compile(r"Result = FAIL|FAILED|mismatch(?!ed \(count)|Test failed|verification failed")
VENDOR = re.compile(r"cublas|cufft|curand|cusolver|cusparse|npp|nvjpeg|cudla|nvsci|FreeImage|"
                    r"OpenCV|\bEGL|GLES|X11|Vulkan|MPI|D3D|libnvvm|glfw", re.I)
NVRTC = "libnvrtc.so.13"
WINDOW = ("-lGLEW", "-lglut", "-lGLU", "-lGL")
MADE = re.compile(r'set\(CUDA_(?:FATBIN|PTX)_FILE "\$\{CMAKE_CURRENT_BINARY_DIR\}/([\w.]+)"\)\s*'
                  r'set\(CUDA_KERNEL_SOURCE "\$\{CMAKE_CURRENT_SOURCE_DIR\}/([\w.]+)"\)')
COPIED = re.compile(r"\$\{CUDA_INCLUDE_DIR\}/([\w/.]+)")
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ORDER = ("drew", "right", "complete", "empty", "wrong", "refused", "not ended", "waived", "crashed", "not built")


class Sample:
    def __init__(self, folder):
        self.folder, self.name = folder, os.path.basename(folder)
        with open(os.path.join(folder, "CMakeLists.txt"), errors="replace") as file:
            self.text = file.read()
        found = re.search(r"add_executable\(\s*\$?\{?[\w]+\}?\s+([^)]*)\)", self.text)
        words = found.group(1).split() if found else []
        self.sources = [os.path.join(folder, word) for word in words
                        if word.endswith((".cu", ".cpp", ".c"))]

        found = re.search(r"target_include_directories\(\s*\w+\s+\w+([^)]*)\)", self.text)
        self.includes = [os.path.join(folder, word) for word in (found.group(1) if found else "").split()
                         if "$" not in word] + [folder]
        self.compiles = re.search(r"CUDA::nvrtc\b", self.text) is not None
        self.draws = re.search(r"find_package\((OpenGL|GLUT)", self.text) is not None
        self.made = MADE.findall(self.text)
        self.copied = COPIED.findall(self.text)

    def needs(self, arguments):
        if self.draws and not arguments:
            return "a window"
        linked = " ".join(re.findall(r"target_link_libraries\(([^)]*)\)", self.text, re.S))
        found = VENDOR.search(linked) or VENDOR.search(" ".join(
            re.findall(r"find_package\((\w+)", self.text)))
        if found:
            return found.group(0)
        if not self.sources:
            return "sources"
        missing = [path for path in self.sources if not os.path.exists(path)]
        return os.path.basename(missing[0]) if missing else None


def all_samples(root):
    for place, folders, names in sorted(os.walk(os.path.join(root, "Samples"))):
        if "CMakeLists.txt" in names and not any(
                os.path.exists(os.path.join(place, folder, "CMakeLists.txt"))
                for folder in folders):
            yield Sample(place)


def all_runs(root):
    """The arguments of each run, by the sample's name."""
    path = os.path.join(root, "test_args.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        said = json.load(file)
    return {name: [run["args"] for run in entry.get("runs", [])] or [entry["args"]]
            for name, entry in said.items() if "runs" in entry or "args" in entry}


def found_compiler(args):
    """nvcc, or the compiler driver of an installation or a build folder, or None"""
    built = os.path.join(args.library, "api_cuda/cc/cudainterop-cc")
    if os.path.exists(built):            # it is not installed, and finds neither by itself
        os.environ.setdefault("GPUINTEROP_HEADERS", os.path.join(SOURCES, "include"))
        os.environ.setdefault("GPUINTEROP_LIBRARIES", os.path.abspath(args.library))
    if args.compiler or shutil.which("nvcc"):
        return args.compiler or "nvcc"
    return shutil.which("cudainterop-cc") or (built if os.path.exists(built) else None)


def compile_with(compiler, words, folder):
    """None, or the first line that says what is wrong"""
    run = subprocess.run([compiler, "-std=c++17", "-O2", "-w"] + words, cwd=folder, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode == 0:
        return None
    lines = [line for line in run.stdout.split("\n") if "error" in line or "undefined" in line]
    return (lines or run.stdout.split("\n") or [""])[0][-150:]


def make_device_code(sample, include, folder, compiler):
    """The files with device code that a program loads by name, in a folder beside links to the
    sample's own files, and to the headers of CUDA that its build copies: here this library's.
    None, or what is wrong."""
    os.makedirs(folder, exist_ok=True)
    links = {name: os.path.join(sample.folder, name) for name in os.listdir(sample.folder)}
    links.update({os.path.basename(name): os.path.join(SOURCES, "include/cuda", name) for name in sample.copied})
    for name, to in links.items():
        if os.path.exists(to) and not os.path.lexists(os.path.join(folder, name)):
            os.symlink(to, os.path.join(folder, name))
    for target, source in sample.made:
        how = ["-ptx", "-arch=compute_80"] if target.endswith(".ptx") else [
            "-fatbin", "-arch=compute_80", "-code=compute_80"]
        wrong = compile_with(compiler, how + include
                             + ["-o", os.path.join(folder, target), source], sample.folder)
        if wrong:
            return wrong
    return None


def build(sample, args):
    """(path of the program, the folder where it runs) or (None, why it is not built)"""
    missing = sample.needs(["in a window"] if args.draw else args.runs.get(sample.name))
    if missing:
        return None, "needs " + missing
    program = os.path.join(args.work, sample.name)
    folder = program + ".run" if sample.made or sample.copied else sample.folder
    if os.path.exists(program):
        return program, folder
    if args.compiler is None:
        return None, "needs a compiler"
    if sample.compiles and not os.path.exists(os.path.join(args.library, NVRTC)):
        return None, "needs nvrtc"
    include = [word for path in [os.path.join(args.samples, "Common")] + sample.includes
               for word in ("-I", path)]
    wrong = None
    if sample.made or sample.copied:
        wrong = make_device_code(sample, include, folder, args.compiler)
    if wrong is None:
        wrong = compile_with(
            args.compiler, ["-cudart", "shared", "-arch=compute_80", "-code=compute_80",
                            "--extended-lambda", "-Xcompiler", "-fopenmp", "-o", program] + include
            + sample.sources + list(WINDOW if sample.draws else ())
            + (["-Xlinker", os.path.join(args.library, NVRTC)] if sample.compiles else [])
            + ["-ldl", "-lrt", "-Xlinker", os.path.join(args.library, "libcuda.so.1"),
               "-Xlinker", "--allow-shlib-undefined"], sample.folder)
    return (program, folder) if wrong is None else (None, wrong)


def judge(code, text):
    if code == 2 or "waiv" in text.lower():
        return "waived"
    if code == 0:
        if FAILED.search(text) and not re.search(r"Result = PASS", text):
            return "wrong"
        return "right" if CHECKED.search(text) else "complete"
    return None


def ended(command, folder, library, seconds, more=None, processor=None):
    """(result, what to say of it, the program's last line, its status or None). A limit of seconds of a processor is fair
    on a busy machine."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))

    environment = dict(os.environ, LD_LIBRARY_PATH=library, GPUINTEROP_LOG="error")
    environment.update(more or {})
    try:
        run = subprocess.run(command, cwd=folder, text=True, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=seconds, errors="replace",
                             preexec_fn=limit if processor else None)
    except subprocess.TimeoutExpired:
        return "not ended", "after %d s" % seconds, "", None
    last = (run.stdout.strip() or run.stderr.strip()).split("\n")[-1]
    if processor and -run.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return "not ended", "after %d s of a processor" % processor, last, None
    result = judge(run.returncode, run.stdout + run.stderr)
    said = [line for line in run.stderr.split("\n") if "gpuinterop" in line or line.startswith("draw_glut: ")]
    errors = [line for line in (run.stderr + "\n" + run.stdout).split("\n")
              if re.search(r"error", line, re.I)]
    words = (said or errors or run.stderr.strip().split("\n"))[0][:220]
    if result is None:
        if run.returncode < 0 and not said and not errors:
            return "crashed", "by signal %d" % -run.returncode, last, run.returncode
        result = "refused" if said or errors else "wrong"
    return result, words if result not in ("right", "complete") else "", last, run.returncode


def one(sample, args):
    program, place = build(sample, args)
    if program is None:
        return sample.name, "not built", place
    results = []
    for words in args.runs.get(sample.name, [[]]):
        results.append(ended([program] + words, place,
                             args.library + ":" + os.path.join(args.work, "lib"), args.seconds,
                             processor=args.processor))
        if results[-1][0] not in ("right", "complete"):
            break
    return (sample.name,) + results[-1][:2]


def draw_one(sample, args):
    program, place = build(sample, args)
    if program is None:
        return sample.name, "not built", place
    return (sample.name,) + drawing.draw(sample, program, place, args, ended)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("library")
    parser.add_argument("--work", default="samples-built")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--processor", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table")
    parser.add_argument("--compiler")
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--frames", type=int, default=2)
    parser.add_argument("--window", choices=("xvfb", "egl"), default="xvfb")
    parser.add_argument("--pictures")
    parser.add_argument("--references",
                        default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded"))
    parser.add_argument("--record")
    args = parser.parse_args()
    args.samples, args.library = os.path.abspath(args.samples), os.path.abspath(args.library)
    args.compiler = found_compiler(args)
    args.work = os.path.abspath(args.work)
    if args.compiler is None and not os.path.isdir(args.work):
        print("skipped: neither nvcc nor cudainterop-cc is here")
        return 77
    args.runs = {} if args.draw else all_runs(args.samples)
    os.makedirs(args.work, exist_ok=True)
    missing = drawing.prepare(args) if args.draw else None
    if missing:
        print("skipped: " + missing)
        return 77
    samples = [s for s in all_samples(args.samples)
               if (not args.only or s.name in args.only) and (s.draws or not args.draw)]
    counts, rows = dict.fromkeys(ORDER, 0), []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, result, words in pool.map(lambda sample: (draw_one if args.draw else one)(sample, args), samples):
            counts[result] += 1
            rows.append("%-34s %-10s %s" % (name, result, words))
            print(rows[-1], flush=True)
    print(", ".join("%d %s" % (counts[key], key) for key in ORDER if counts[key]))
    if args.table:
        with open(args.table, "w") as file:
            file.write("\n".join(rows) + "\n")
    return 1 if counts["wrong"] or counts["empty"] else 0


if __name__ == "__main__":
    sys.exit(main())
