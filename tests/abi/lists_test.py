#!/usr/bin/env python3
"""What core/front/functions.py makes of small lists, and which lines it refuses."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/front"))
import functions as lists  # noqa: E402

CUDA = """# A comment, and an empty line.

__cudaStart 13 ptsz - - registration
cudaGone 12 ptsz - - -
cudaNew 13 ptds both:Newer context a
cudaOld 12,13 - front stream b
"""
HIP = """hipA 4.2 spt@5.2 front context a
hipB 10.0 - driver:DrvB context a
hipC own spt front context a
"""
DRIVER = """cuA !2000,3020_v2 ptsz front:B context a
cuB 8000,12020_v2 ptsz - context a
cuC 2000,4000_v2 - driver context a
cuD !12060 ptsz - context a
"""

# (list, words after the table, what is made)
CASES = (
    (CUDA, ("--map",), "libcudart.so.13 {\nglobal:\n    __cudaStart;\n    __cudaStart_ptsz;\n"
                       "    cudaNew;\n    cudaNew_ptds;\n    cudaOld;\nlocal:\n    *;\n};\n"),
    (CUDA, ("--map", "libcudart.so.12"), "libcudart.so.12 {\nglobal:\n    cudaGone;\n"
                                         "    cudaGone_ptsz;\n    cudaOld;\nlocal:\n    *;\n};\n"),
    (CUDA, ("--names", "front"), "#define gpuOld cudaOld\n"),
    (CUDA, ("--names", "both"), "#define gpuNewer cudaNew\n"),
    (CUDA, ("--all-names",), "#define gpuNew cudaNew\n#define gpuOld cudaOld\n"),
    (CUDA, ("--twins",), "extern __typeof__(cudaNew) cudaNew_ptds;\n"),
    (HIP, ("--map",), "hip_4.2 {\nglobal:\n    hipA;\nlocal:\n    *;\n};\n"
                      "hip_5.2 {\nglobal:\n    hipA_spt;\n} hip_4.2;\n"
                      "hip_10.0 {\nglobal:\n    hipB;\n} hip_5.2;\n"
                      "hipinterop_1 {\nglobal:\n    hipC;\n    hipC_spt;\n} hip_10.0;\n"),
    (HIP, ("--plain",), "{\nglobal:\n    hipA;\n    hipA_spt;\n    hipB;\n    hipC;\n    hipC_spt;\n"
                        "local:\n    *;\n};\n"),
    (HIP, ("--plain", "hipC"), "{\nglobal:\n    hipC;\n    hipC_spt;\nlocal:\n    *;\n};\n"),
    (HIP, ("--names", "front"), "#define gpuA hipA\n#define gpuA_per_thread hipA_spt\n"
                                "#define gpuC hipC\n#define gpuC_per_thread hipC_spt\n"),
    (HIP, ("--names", "driver"), "#define gpuDrvB hipB\n"),
    (HIP, ("--symbols",), '{ "hipA", "hip_4.2" },\n{ "hipA_spt", "hip_5.2" },\n'
                          '{ "hipB", "hip_10.0" },\n{ "hipC", "hipinterop_1" },\n'
                          '{ "hipC_spt", "hipinterop_1" },\n'),
    (DRIVER, ("--exports",), "cuA\ncuA_v2\ncuA_v2_ptsz\ncuB\ncuB_ptsz\ncuB_v2\ncuB_v2_ptsz\ncuC\n"
                             "cuC_v2\ncuD\ncuD_ptsz\n"),
    (DRIVER, ("--names", "front"), "#define gpuB cuA\n"),
    (DRIVER, ("--entries",), "void cuA_v2(void);\nvoid cuA_v2_ptsz(void);\nvoid cuB(void);\n"
                             "void cuB_ptsz(void);\nvoid cuB_v2(void);\nvoid cuB_v2_ptsz(void);\n"
                             "void cuC(void);\nvoid cuC_v2(void);\n"
                             "static const struct gicu_entry entries[] = {\n"
                             '    { "cuA", 3020, false, cuA_v2 },\n'
                             '    { "cuA", 7000, true, cuA_v2_ptsz },\n'
                             '    { "cuB", 8000, false, cuB },\n'
                             '    { "cuB", 8000, true, cuB_ptsz },\n'
                             '    { "cuB", 12020, false, cuB_v2 },\n'
                             '    { "cuB", 12020, true, cuB_v2_ptsz },\n'
                             '    { "cuC", 2000, false, cuC },\n'
                             '    { "cuC", 4000, false, cuC_v2 },\n};\n'),
)

REFUSED = (
    ("cudaA 13 - front context\n", ":1: 5 columns, not 6"),
    ("cudaA 13 - front context a\ncudaA 13 - front context a\n", "cudaA has 2 lines"),
    ("cudaA 14 - front context a\n", "'14' is nothing for the column versions"),
    ("cudaA 13 spz front context a\n", "'spz' is nothing for the column twin"),
    ("cudaA 13 - frnt context a\n", "'frnt' is nothing for the column neutral"),
    ("# c\ncudaA 13 - front contxt a\n", ":2: 'contxt' is nothing for the column begins"),
    ("malloc 13 - front context a\n", "'malloc' is nothing for the column name"),
)


def read(folder, text):
    path = os.path.join(folder, "functions.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return lists.read(path)


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for text, (what, *words), wanted in CASES:
            made = lists.WRITERS[what](read(folder, text), *words)
            if made != wanted:
                failures.append(f"{what} {words}: wanted\n{wanted}made\n{made}")
        for text, words in REFUSED:
            try:
                read(folder, text)
                failures.append(f"taken: {text}")
            except SystemExit as refused:
                if words not in str(refused):
                    failures.append(f"{text}refused with: {refused}")
    for failure in failures:
        print(failure)
    print(f"{len(CASES) + len(REFUSED)} cases, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
