#!/usr/bin/env python3
"""Writes a C program that calls each exported function of the facts once, with nothing: every
argument is zero, NULL or a struct of zeros. Each has to return, and with a code that has a name.

    null_calls.py FACTS.json NOT_YET.txt PREFIX HEADER
"""
import sys

from facts import answering

PROGRAM = """#include <{header}>
#include <stdio.h>
#include <string.h>

/* What no code has. */
static const char *no_name;
static int unnamed;

static void report(const char *call, {prefix}Error_t code)
{{
    const char *name = {prefix}GetErrorName(code);

    if (name == NULL || (no_name != NULL && strcmp(name, no_name) == 0 && (int)code != {unknown})) {{
        printf("%s: its code %d has no name\\n", call, (int)code);
        unnamed++;
    }}
}}

/* The name comes first, so that the last one printed is the call that did not return. */
#define CALL(name, ...) (printf("%s\\n", name), fflush(stdout), report(name, __VA_ARGS__))

int main(void)
{{
    no_name = {prefix}GetErrorName(({prefix}Error_t)-1);
{calls}
    printf("%d calls, %d codes without a name\\n", {count}, unnamed);
    return unnamed != 0;
}}
"""


def main():
    facts, not_yet, prefix, header = sys.argv[1:]
    calls = []
    for name, function in answering(facts, not_yet, prefix):
        zeros = ["(%s){0}" % argument for argument in function["args"]]
        calls.append('    CALL("%s", %s(%s));' % (name, name, ", ".join(zeros)))
    print(PROGRAM.format(header=header, prefix=prefix, calls="\n".join(calls), count=len(calls),
                         unknown=prefix + "ErrorUnknown"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
