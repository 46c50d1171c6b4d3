#!/usr/bin/env python3
"""Reads fatbins that this machine's nvcc makes.

    made_by_nvcc.py LIST PACKINGS    LIST is the program of list.c, PACKINGS names the libraries
                                     of this build, as in ZSTD,LZ4

Skipped (77) without nvcc.
"""
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = """__global__ void kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 2.0f + 1.0f;
}
"""
PTX_75 = ["-gencode", "arch=compute_75,code=compute_75"]
PTX_80 = ["-gencode", "arch=compute_80,code=compute_80"]
PTX_90 = ["-gencode", "arch=compute_90,code=compute_90"]
PTX_90A = ["-gencode", "arch=compute_90a,code=compute_90a"]
ELF_80 = ["-gencode", "arch=compute_80,code=sm_80"]


def main():
    nvcc = shutil.which("nvcc")
    if not nvcc:
        print("skipped: there is no nvcc")
        return 77
    program, packings = sys.argv[1], sys.argv[2].split(",")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "kernel.cu")
        image = os.path.join(folder, "kernel.fatbin")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE)

        def listed(*options):
            made = subprocess.run([nvcc, "--fatbin", *options, source, "-o", image], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if made.returncode != 0:
                print("nvcc cannot:", *options, made.stdout)
                return None
            return subprocess.run([program, image], text=True, check=True,
                                  stdout=subprocess.PIPE).stdout

        seen = 0
        for mode in ("default", "balance", "size", "speed", "none"):
            output = listed(*PTX_90, *PTX_75, f"--compress-mode={mode}")
            if output is None:
                continue
            rows = output.split("\n")
            print(mode, rows[:2])
            how = {row.split()[1] for row in rows[:2]}
            assert [row.split()[0] for row in rows[:2]] == ["PTX", "PTX"], output
            assert {row.split()[2] for row in rows[:2]} == {"75", "90"}, output
            if how <= {"plain"} | ({"zstd"} if "ZSTD" in packings else set()) | (
                    {"LZ4"} if "LZ4" in packings else set()):
                assert "taken:" in output and ".target sm_75" in output, output
                assert output.rstrip().endswith("}"), output
            else:
                assert "lacks" in output, output
            seen += 1
        output = listed(*PTX_75, *PTX_90, *PTX_80)
        assert output is None or "lacks" in output or ".target sm_80" in output, output
        output = listed(*ELF_80)
        assert output is None or "only machine code (ELF) for sm_80" in output, output
        output = listed(*PTX_90A)
        assert output is None or " 90 specific " in output, output
        if not seen:
            print("skipped: nvcc compiled nothing")
            return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
