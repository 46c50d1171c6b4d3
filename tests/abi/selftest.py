#!/usr/bin/env python3
"""Says whether hold.py notices what is spoilt in a copy of the headers, and says of what.

    selftest.py cuda|hip FACTS.json FUNCTIONS.txt INCLUDE [LIB.so NOT_YET.txt LATER.txt GROUPS.txt]

All is spoilt at once, but for a function that nobody knows: that alone has to fail too. With a
library, a symbol is added to the groups that nobody exports or waits for.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HOLD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hold.py")
ADDED = "extern int %sNoSuchFunction(int);"

# (what is spoilt, file, pattern, replacement, what a line of the answer begins with)
SPOILT = {
    "cuda": [
        ("an enumerator's value", "cudainterop/runtime/errors.h", r"cudaErrorNotReady = 600",
         "cudaErrorNotReady = 601", "disagree: cudaErrorNotReady is [601]"),
        ("a lost enumerator", "cudainterop/runtime/errors.h", r".*cudaErrorTimeout = .*\n", "",
         "  cudaErrorTimeout"),
        ("a field's offset", "cudainterop/runtime/external_types.h", r"(?m)^    unsigned int flags;.*$",
         "    unsigned long long flags;", "disagree: struct cudaExternalMemoryHandleDesc.flags"),
        ("a lost function", "cuda_runtime_api.h", r"GPUINTEROP_API cudaError_t cudaFree\(.*\n", "",
         "  cudaFree()"),
        ("an argument's type", "cuda_runtime_api.h", r"cudaSetDevice\(int device",
         "cudaSetDevice(long device", "disagree: cudaSetDevice() has to be of type"),
        ("a lost default argument", "cuda_runtime_api.h",
         r"(cudaMemcpyAsync\([^;]*stream) GPUINTEROP_DEFAULT\(0\)", r"\1",
         "disagree: cudaMemcpyAsync(): a C++ call with 4 arguments"),
        ("a lost per-thread symbol", "cudainterop/runtime/per_thread.h", r".*cudaStreamQuery_ptsz\n", "",
         "disagree: cudaStreamQuery(): links to cudaStreamQuery,"),
    ],
    "hip": [
        ("a macro's value", "hip/driver_types.h", r"hipEventDisableTiming 0x2",
         "hipEventDisableTiming 0x4", "disagree: hipEventDisableTiming is [4]"),
        ("a lost macro", "hip/hipinterop/runtime/renamed.h",
         r"#define hipGetDeviceProperties hipGetDevicePropertiesR0600\n", "",
         "disagree: hipGetDeviceProperties(): links to hipGetDeviceProperties,"),
        ("a struct's tag", "hip/hipinterop/runtime/external_types.h",
         r"hipExternalMemoryBufferDesc_st", "hipExternalMemoryBufferDesc_tag",
         "  struct hipExternalMemoryBufferDesc_st"),
    ],
}
UNKNOWN = {
    "cuda": ("a function nobody knows", "cuda_runtime.h", r"\n#endif\s*$", "\n%s\n#endif\n",
             "names that the facts lack: cudaNoSuchFunction"),
    "hip": ("a function nobody knows", "hip/hip_runtime.h", r"\n#endif\s*$", "\n%s\n#endif\n",
            "names that the facts lack: hipNoSuchFunction"),
}


def held(facts, functions, include, header):
    run = subprocess.run([sys.executable, HOLD, facts, "--functions", functions, "-I", include,
                          header],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.returncode == 0, run.stdout


def spoil(api, root, case):
    _, name, pattern, replacement, _ = case
    path = os.path.join(root, name)
    with open(path) as source:
        text = source.read()
    replacement = replacement.replace("%s", ADDED % api)
    changed = re.sub(pattern, replacement, text, count=1)
    if changed == text:
        raise SystemExit("the case does not fit the header any more: " + case[0])
    with open(path, "w") as out:
        out.write(changed)


def groups_are_held(api, facts, include, header, library):
    lib, not_yet, later, groups = library
    lost = "%sNoSuchThing_spt" % api
    with tempfile.TemporaryDirectory() as tmp:
        longer = os.path.join(tmp, "groups.txt")
        shutil.copy(groups, longer)
        with open(longer, "a") as out:
            out.write(lost + "\n")
        run = subprocess.run([sys.executable, HOLD, facts, "-I", include, "--lib", lib, "--not-yet",
                              not_yet, "--later", later, "--groups", longer, header],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             check=False)
    faults = [line for line in run.stdout.splitlines() if line.startswith("fault: ")]
    return len(faults) == 1 and lost in faults[0], run.stdout


def unnoticed(api, cases, facts, functions, include, header):
    """The cases that do not make hold.py fail with a line of their own, and what it said."""
    with tempfile.TemporaryDirectory() as tmp:
        copy = os.path.join(tmp, "include")
        shutil.copytree(include, copy)
        shutil.copytree(os.path.join(include, "../gpuinterop_device"),
                        os.path.join(tmp, "gpuinterop_device"))
        for case in cases:
            spoil(api, copy, case)
        good, output = held(facts, functions, copy, header)
    lines = output.splitlines()
    return [case[0] for case in cases
            if good or not any(line.startswith(case[-1]) for line in lines)], output


def main():
    api, facts, functions, include, *library = sys.argv[1:]
    header = {"cuda": "cuda_runtime.h", "hip": "hip/hip_runtime.h"}[api]
    failed = 0
    if library:
        good, output = groups_are_held(api, facts, include, header, library)
        if not good:
            failed += 1
            print("a lost symbol of the groups: not noticed, or not alone\n%s" % output)
    for cases in SPOILT[api], [UNKNOWN[api]]:
        lost, output = unnoticed(api, cases, facts, functions, include, header)
        failed += len(lost)
        for name in lost:
            print("%s: not noticed" % name)
        if lost:
            print(output)
    print("%d cases, %d failed" % (len(SPOILT[api]) + 1 + bool(library), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
