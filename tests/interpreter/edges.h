/* Single cases of the interpreter whose answers were worked out by hand from the manual. */
#ifndef INTERPRETER_EDGES_H
#define INTERPRETER_EDGES_H

#include "interpreter.h"

/* One instruction, or a few: they read %a, %b, %c of type in, and write %d of type out. */
struct edge {
    const char *code, *in, *out;
    uint64_t a, b, c, expected;
};

/* A kernel of several threads. Each thread's answer is a word of 32 bits at %o. */
struct thread_edge {
    const char *name, *code;
    uint32_t threads;
    enum interpreter_outcome outcome;
    uint32_t (*expected)(uint32_t thread);
};

extern const struct edge number_edges[];
extern const uint32_t number_edge_count;
extern const struct thread_edge thread_edges[];
extern const uint32_t thread_edge_count;

#endif
