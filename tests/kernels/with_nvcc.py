#!/usr/bin/env python3
"""Programs of this machine's nvcc: one with NVIDIA's runtime inside is told how to link, and runs
when its objects are linked again; objects with code to be linked (-rdc=true) run.

    with_nvcc.py VECTOR_ADD BUILD    VECTOR_ADD is a source, BUILD has this library

Skipped (77) without nvcc.
"""
import os
import shutil
import subprocess
import sys
import tempfile

PTX = ["-w", "-arch=compute_75", "-code=compute_75"]
SHARED = ["-cudart", "shared"]
USING = """#include <cstdio>
extern __device__ int added;
extern __device__ int twice(int);
int other();
static __global__ void same(int *out) { *out = twice(20) + added; }
int main()
{
    int *out, got = 0;
    cudaMalloc(&out, sizeof(int));
    same<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d\\n", got, other());
}
"""
DEFINING = """__device__ int added = 5;
__device__ int twice(int x) { return 2 * x; }
static __global__ void same(int *out) { *out = 77; }
int other()
{
    int *out, got = 0;
    cudaMalloc(&out, sizeof(int));
    same<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
    return got;
}
"""


def run(words, folder, build=None, may_fail=False):
    """What a command writes; build: the folder of libraries that a program is to find"""
    environment = dict(os.environ, GPUINTEROP_LOG="error")
    if build:
        environment["LD_LIBRARY_PATH"] = build
    done = subprocess.run(words, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode and not may_fail:
        sys.exit("%s\nended with %d:\n%s" % (" ".join(words), done.returncode, done.stdout))
    return done.returncode, done.stdout


def expect(condition, what, text):
    if not condition:
        sys.exit("failed: %s:\n%s" % (what, text))


def link_again(source, build, folder):
    run(["nvcc", *PTX, "-c", source, "-o", "add.o"], folder)
    run(["nvcc", *PTX, "add.o", "-o", "static"], folder)
    status, text = run(["./static"], folder, build, may_fail=True)
    expect(status != 0 and "-cudart shared" in text, "a static program is told how to link", text)

    run(["nvcc", *PTX, *SHARED, "add.o", "-o", "shared"], folder)
    run(["c++", "add.o", "-o", "ours", "-L" + build, "-lcudainterop"], folder)
    for program in ("./shared", "./ours"):
        text = run([program], folder, build)[1]
        expect(", 0 wrong" in text, program, text)


def join(build, folder):
    for name, text in (("using.cu", USING), ("defining.cu", DEFINING)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    run(["nvcc", *PTX, "-dc", "using.cu", "defining.cu"], folder)
    run(["ar", "rcs", "libdefining.a", "defining.o"], folder)
    run(["nvcc", *PTX, *SHARED, "using.o", "-L.", "-ldefining", "-o", "joined"], folder)
    text = run(["./joined"], folder, build)[1]
    expect(text == "45 77\n", "two objects are joined", text)


def main():
    if not shutil.which("nvcc"):
        print("skipped: there is no nvcc")
        return 77
    source, build = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        link_again(source, build, folder)
        join(build, folder)
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
