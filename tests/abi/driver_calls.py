#!/usr/bin/env python3
"""Writes a C program that calls every function of cuda.h: with nothing, with handles that never were,
and with those of objects that were destroyed; before cuInit, without a context, and with one. Each
call has to return, with a code that has a name. Before cuInit few succeed.

    driver_calls.py FACTS.json
"""
import json
import sys

# Calls without a handle or pointer that take a context away, or free what the rest needs.
LEFT_OUT = {"cuCtxPopCurrent", "cuCtxSetCurrent", "cuDevicePrimaryCtxReset", "cuInit"}
HANDLES = ("CUcontext", "CUstream", "CUevent", "CUarray", "CUmodule", "CUfunction", "CUkernel",
           "CUlibrary", "CUlinkState", "CUtexref", "CUsurfref", "CUmipmappedArray", "CUmemoryPool",
           "CUexternalMemory", "CUexternalSemaphore", "CUgraphicsResource", "CUgreenCtx",
           "CUlogsCallbackHandle", "CUasyncCallbackHandle", "CUdevResourceDesc")
NUMBERED = ("CUtexObject", "CUsurfObject")       # handles that are integers
EARLY = {"cuDriverGetVersion", "cuGetErrorName", "cuGetErrorString", "cuGetProcAddress"}

OTHER = "#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM\n%s\n#endif"

PROGRAM = """#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#include "multicast_guard.h"

static int unnamed, early;
static void *handle;

/* The name comes first, so that the last one printed is the call that did not return. */
static void report(CUresult code, int is_early)
{
    const char *name;

    if (cuGetErrorName(code, &name) != CUDA_SUCCESS)
        unnamed++;
    if (is_early && code == CUDA_SUCCESS) {
        printf("succeeds before cuInit\\n");
        early++;
    }
}

#define CALL(name, call) (printf("%s\\n", name), fflush(stdout), report(call, is_early))

static void call_all(int is_early)
{
CALLS
}

#define NEED(call) if ((call) != CUDA_SUCCESS) { printf("%s fails\\n", #call); return 1; }

int main(void)
{
    CUcontext context, other;
    CUstream stream;
    CUevent event;

    multicast_guard();
    call_all(1);
    NEED(cuInit(0));
    call_all(0);                         /* without a context */
    NEED(cuCtxCreate(&context, NULL, 0, 0));
    call_all(0);
    handle = (void *)(size_t)0x1234567;
    call_all(0);
    NEED(cuCtxCreate(&other, NULL, 0, 0));
    NEED(cuStreamCreate(&stream, 0));
    NEED(cuEventCreate(&event, 0));
    handle = event;                      /* of a wrong kind, for most */
    NEED(cuCtxDestroy(other));           /* and ended with its context */
    call_all(0);
    handle = stream;
    call_all(0);
    handle = other;
    call_all(0);
    NEED(cuCtxSynchronize());
    printf("%d codes without a name, %d calls succeed before cuInit\\n", unnamed, early);
    return unnamed != 0 || early != 0;
}
"""


def main():
    with open(sys.argv[1], encoding="utf-8") as source:
        functions = json.load(source)["functions"]
    calls = []
    for name, function in sorted(functions.items()):
        if name in LEFT_OUT:
            continue
        given = ["handle" if argument in HANDLES else "(size_t)handle" if argument in NUMBERED
                 else "(%s){0}" % argument for argument in function["args"]]
        early = "if (!is_early)\n        " if name in EARLY else ""
        call = '    %sCALL("%s", %s(%s));' % (early, name, name, ", ".join(given))
        if not function.get("per_thread_exported", True):    # the vendor's header names a symbol that
            call = OTHER % call                              # no library has
        calls.append(call)
    print(PROGRAM.replace("CALLS", "\n".join(calls)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
