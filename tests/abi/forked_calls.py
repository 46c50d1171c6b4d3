#!/usr/bin/env python3
"""Writes a C program that uses the library, forks, and calls each exported function of the facts in
the child: pointers point to zeroed memory, everything else is zero. Each has to answer the error
for a forked child, or one about its arguments, but for the functions below.

    forked_calls.py FACTS.json NOT_YET.txt PREFIX HEADER
"""
import sys

from facts import answering

# They answer from what the process itself has, as in the parent; so do the vendor's.
ANSWERED = {"GetDeviceCount", "DriverGetVersion", "RuntimeGetVersion", "GetLastError",
            "ExtGetLastError", "PeekAtLastError", "DrvGetErrorName", "DrvGetErrorString",
            "LogsCurrent", "__hipPushCallConfiguration", "__hipPopCallConfiguration",
            "__cudaPushCallConfiguration", "__cudaPopCallConfiguration"}
# The fields of a structure of the program's own.
FIELDS = ("TexRefGet", "TexRefSet")

PROGRAM = """#include <{header}>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Alignas(64) char memory[1 << 16];
static int wrong, told;

static void *zeroed(void)
{{
    return memset(memory, 0, sizeof memory);
}}

static void function(void)
{{
}}

static void report(const char *call, {prefix}Error_t code)
{{
    told += code == {prefix}ErrorInitializationError;
    if (code != {prefix}Success)
        return;
    printf("%s succeeds in a forked child\\n", call);
    wrong++;
}}

#define CALL(name, ...) (fflush(stdout), report(name, __VA_ARGS__))

static int in_child(void)
{{
{calls}
    printf("%d calls, %d told of the fork, %d succeeded\\n", {count}, told, wrong);
    fflush(stdout);
    return wrong != 0 || told < {count} * 3 / 4;
}}

int main(void)
{{
    void *pointer;
    int status;
    pid_t child;

    if ({prefix}Malloc(&pointer, 64) != {prefix}Success)
        return 77;
    child = fork();
    if (child == 0)
        _exit(in_child());
    if (waitpid(child, &status, 0) != child || status != 0) {{
        printf("the child ended with 0x%x\\n", (unsigned int)status);
        return 1;
    }}
    return {prefix}Memset(pointer, 1, 64) != {prefix}Success;
}}
"""


def value(kind):
    if kind.endswith("*") or kind.endswith("const"):
        return "zeroed()"
    if "allback_t" in kind or kind.endswith(("HostFn_t", "AsyncCallback")):
        return "(%s)(uintptr_t)function" % kind
    return "(%s){0}" % kind


def main():
    facts, not_yet, prefix, header = sys.argv[1:]
    calls = []
    for name, function in answering(facts, not_yet, prefix):
        short = name[len(prefix):] if name.startswith(prefix) else name
        if short in ANSWERED or short.startswith(FIELDS):
            continue
        values = [value(argument) for argument in function["args"]]
        calls.append('    CALL("%s", %s(%s));' % (name, name, ", ".join(values)))
    print(PROGRAM.format(header=header, prefix=prefix, calls="\n".join(calls), count=len(calls)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
