#!/usr/bin/env python3
"""Builds FFmpeg's CUDA filters as FFmpeg does, runs their kernels on this library, and compares what
they write with the same sources compiled for the processor.

    filters.py FFMPEG BUILD [--work DIR] [--nvcc]

FFMPEG is a checkout of FFmpeg; BUILD is this project's build folder. Kernels are compiled by clang, or
with --nvcc by nvcc. Nothing of FFmpeg is part of this repository. Ends with 77 without a compiler.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

FILTERS = ("bilateral", "bwdif", "chromakey", "colorspace", "overlay", "scale", "thumbnail", "yadif")
HERE = os.path.dirname(os.path.abspath(__file__))


def run(command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), done.stdout))


def device_code(source, includes, target, ffmpeg, nvcc):
    if nvcc:
        run(["nvcc", "-gencode", "arch=compute_75,code=sm_75", "-O2", "-std=c++11", "-w", "-m64",
             "-ptx", source, "-o", target] + includes)
    else:
        run(["clang", "-S", "-nocudalib", "-nocudainc", "--cuda-device-only", "-std=c++11", "-m64",
             "-O2", "-Wno-c++11-narrowing", "-Wno-unknown-cuda-version", "--cuda-gpu-arch=sm_60",
             "-include", os.path.join(ffmpeg, "compat/cuda/cuda_runtime.h"), source, "-o", target]
            + includes)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("ffmpeg")
    parser.add_argument("build")
    parser.add_argument("--work")
    parser.add_argument("--nvcc", action="store_true")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    work = options.work or tempfile.mkdtemp()
    filters = os.path.join(options.ffmpeg, "libavfilter")
    headers = os.path.join(HERE, "..", "..", "include")
    ours = ["-I", os.path.join(headers, "cuda"), "-I", headers,
            "-I", os.path.join(HERE, "filters")]

    if not shutil.which("nvcc" if options.nvcc else "clang") or not shutil.which("clang++"):
        print("no %s here" % ("nvcc" if options.nvcc else "clang"))
        return 77
    os.makedirs(work, exist_ok=True)
    for name in FILTERS:
        source = os.path.join(filters, "vf_%s_cuda.cu" % name)
        target = os.path.join(work, "vf_%s_cuda" % name)
        device_code(source, ["-I", filters, "-I", options.ffmpeg], target + ".ptx", options.ffmpeg,
                    options.nvcc)
        run(["clang++", "-x", "c++", "-std=c++17", "-O1", "-w", "-shared", "-fPIC",
             "-Wno-c++11-narrowing", "-include", "reference.h", source, "-o",
             target + ".so"] + ours + ["-I", filters])
    program = os.path.join(work, "filters")
    run(["clang++", "-std=c++17", "-O1", os.path.join(HERE, "filters", "filters.cpp"), "-o", program,
         "-L", build, "-lcudainterop", "-lgpuinterop", "-ldl", "-Wl,-rpath," + build] + ours)
    return subprocess.run([program, work]).returncode


sys.exit(main())
