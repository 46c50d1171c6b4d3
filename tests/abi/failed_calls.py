#!/usr/bin/env python3
"""Writes a C program that calls each exported function of the facts where each has to fail: in a
process without a device, or in a forked child of one with a device. Every argument that a function
could write to is memory of one repeated byte, which a failed call has to leave as it is.

    failed_calls.py FACTS.json NOT_YET.txt PREFIX HEADER [FUNCTION...]

The functions named last write although they fail, as the vendor's do. The program takes "forked" as
its argument for the second way; with no argument the environment hides the devices.
"""
import json
import sys

from facts import listed

PROGRAM = """#include <{header}>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARK 0xab
#define ROOM 65536
#define ARGUMENTS 16

/* What pointers to constants point to, and what the others do. */
static const unsigned char nothing[ROOM];
static unsigned char marked[ARGUMENTS][ROOM];
static int failed, written;

static void mark(void)
{{
    memset(marked, MARK, sizeof marked);
}}

static void check(const char *call, {prefix}Error_t code)
{{
    if (code == {prefix}Success)
        return;
    failed++;
    for (int i = 0; i < ARGUMENTS; i++) {{
        for (int at = 0; at < ROOM; at++) {{
            if (marked[i][at] != MARK) {{
                printf("%s failed with %d and wrote to argument %d\\n", call, (int)code, i);
                written++;
                break;
            }}
        }}
    }}
}}

/* The name comes first, so that the last one printed is the call that did not return. */
#define CALL(name, call) (mark(), printf("%s\\n", name), fflush(stdout), check(name, call))

static int make_calls(void)
{{
{calls}
    printf("{count} calls, %d failed, %d of them wrote\\n", failed, written);
    return written != 0 || failed < {count} / 2;
}}

int main(int argc, char **argv)
{{
    int status = 0;
    void *memory = NULL;

    if (argc < 2 || strcmp(argv[1], "forked") != 0)
        return make_calls();
    if ({prefix}Malloc(&memory, 64) != {prefix}Success) {{
        printf("skipped: no device\\n");
        return 77;
    }}
    fflush(stdout);
    if (fork() == 0) {{
        status = make_calls();
        fflush(stdout);
        _exit(status);
    }}
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}}
"""


def value_of(argument, index):
    """An argument by its type: memory for what is pointed to, else zero."""
    if not argument.rstrip().endswith("*") or argument.count("(") > 0:
        return "(%s){0}" % argument
    pointee = argument.rstrip()[:-1].rstrip()
    constant = pointee.endswith("const") or "*" not in pointee and pointee.startswith("const ")
    return "(%s)(void *)%s" % (argument, "nothing" if constant else "marked[%d]" % index)


def main():
    facts, not_yet, prefix, header = sys.argv[1:5]
    with open(facts, encoding="utf-8") as source:
        functions = json.load(source)["functions"]
    left_out = set(listed(not_yet)) | set(sys.argv[5:])
    calls = []
    for name, function in sorted(functions.items()):
        if function.get("inline") or name in left_out or function["ret"] != prefix + "Error_t":
            continue
        values = [value_of(argument, index) for index, argument in enumerate(function["args"])]
        calls.append('    CALL("%s", %s(%s));' % (name, name, ", ".join(values)))
    print(PROGRAM.format(header=header, prefix=prefix, calls="\n".join(calls), count=len(calls)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
