#!/usr/bin/env python3
"""Builds NVIDIA's cuda-samples with nvcc, runs them on this library, and prints how each one ends.

    samples.py SAMPLES LIBRARY [--work DIR] [--only NAME...] [--seconds N] [--jobs N] [--table FILE]

SAMPLES is a checkout of the samples; LIBRARY is a folder with this library as libcudart.so.13. The
programs are built with PTX alone (compute_75) and the shared runtime; nothing of them is changed.

    right      it ends with success, and says so by a check of its own
    complete   it ends with success, and has no check of its own
    wrong      it ends with failure by its own check: the only result that makes this script fail
    refused    the library refuses something, with a sentence
    not ended  it was stopped after the time limit
    waived     it waives itself on this device
    not built  it needs what is not here: the vendor's libraries, the driver interface, a display
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

CHECKED = re.compile(r"\bPASS(ED)?\b|Result = PASS|\bOK\b|success|Success|match|correct", re.I)
FAILED = re.compile(r"Result = FAIL|FAILED|mismatch|Test failed|verification failed")
VENDOR = re.compile(r"cublas|cufft|curand|cusolver|cusparse|npp|nvjpeg|nvrtc|cudla|nvsci|OpenGL|GLUT|"
                    r"FreeImage|OpenCV|EGL|X11|Vulkan|MPI|D3D|libnvvm|cuda_driver|CUDA::cuda\b|glfw",
                    re.I)
ORDER = ("right", "complete", "wrong", "refused", "not ended", "waived", "crashed", "not built")


class Sample:
    def __init__(self, folder):
        self.folder, self.name = folder, os.path.basename(folder)
        with open(os.path.join(folder, "CMakeLists.txt"), errors="replace") as file:
            self.text = file.read()
        found = re.search(r"add_executable\(\s*\$?\{?[\w]+\}?\s+([^)]*)\)", self.text)
        words = found.group(1).split() if found else []
        self.sources = [os.path.join(folder, word) for word in words
                        if word.endswith((".cu", ".cpp", ".c"))]

    def needs(self):
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


def build(sample, root, work):
    """(path of the program, None) or (None, why it is not built)"""
    missing = sample.needs()
    if missing:
        return None, "needs " + missing
    program = os.path.join(work, sample.name)
    if os.path.exists(program):
        return program, None
    command = ["nvcc", "-std=c++17", "-O2", "-cudart", "shared", "-arch=compute_75",
               "-code=compute_75", "--extended-lambda", "-Xcompiler", "-fopenmp", "-w",
               "-I", os.path.join(root, "Common"), "-o", program] + sample.sources
    run = subprocess.run(command, cwd=sample.folder, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    if run.returncode != 0:
        lines = [line for line in run.stdout.split("\n") if "error" in line or "undefined" in line]
        return None, (lines or run.stdout.split("\n") or [""])[0][-150:]
    return program, None


def judge(code, text):
    if code == 2 or "waiv" in text.lower():
        return "waived"
    if code == 0:
        if FAILED.search(text) and not re.search(r"Result = PASS", text):
            return "wrong"
        return "right" if CHECKED.search(text) else "complete"
    return None


def ended(program, sample, library, seconds):
    """(result, what to say of it)"""
    environment = dict(os.environ, LD_LIBRARY_PATH=library, GPUINTEROP_LOG="error")
    try:
        run = subprocess.run([program], cwd=sample.folder, text=True, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=seconds, errors="replace")
    except subprocess.TimeoutExpired:
        return "not ended", "after %d s" % seconds
    result = judge(run.returncode, run.stdout + run.stderr)
    said = [line for line in run.stderr.split("\n") if "gpuinterop" in line]
    errors = [line for line in (run.stderr + "\n" + run.stdout).split("\n")
              if re.search(r"error", line, re.I)]
    words = (said or errors or run.stderr.strip().split("\n"))[0][:220]
    if result is None:
        if run.returncode < 0 and not said and not errors:
            return "crashed", "by signal %d" % -run.returncode
        result = "refused" if said or errors else "wrong"
    return result, words if result not in ("right", "complete") else ""


def one(sample, args):
    program, why = build(sample, args.samples, args.work)
    if program is None:
        return sample.name, "not built", why
    return (sample.name,) + ended(program, sample, args.library, args.seconds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("library")
    parser.add_argument("--work", default="samples-built")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table")
    args = parser.parse_args()
    if shutil.which("nvcc") is None:
        print("skipped: no nvcc here")
        return 77
    args.samples, args.library = os.path.abspath(args.samples), os.path.abspath(args.library)
    args.work = os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    samples = [s for s in all_samples(args.samples) if not args.only or s.name in args.only]
    counts, rows = dict.fromkeys(ORDER, 0), []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, result, words in pool.map(lambda sample: one(sample, args), samples):
            counts[result] += 1
            rows.append("%-34s %-10s %s" % (name, result, words))
            print(rows[-1], flush=True)
    print(", ".join("%d %s" % (counts[key], key) for key in ORDER if counts[key]))
    if args.table:
        with open(args.table, "w") as file:
            file.write("\n".join(rows) + "\n")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
