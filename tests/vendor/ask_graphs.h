/** What the files of ask_graphs share. */
#ifndef ASK_GRAPHS_H
#define ASK_GRAPHS_H

#include <stdint.h>
#include <stdio.h>

#include "cuda.h"

/** The library's function of this name, or one that answers -1. */
void *look(const char *name);

#define CALL(name, types, ...) \
    (((int (*) types)look(#name))(__VA_ARGS__))

#define ASK(text, call) do { int code_ = (int)(call); printf("%s: %d\n", text, code_); \
                             fflush(stdout); } while (0)

CUgraph new_graph(void);
int add_kernel(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count,
               int function, unsigned int grid, uint32_t value);
int add_empty(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count);
int make_exec(CUgraphExec *exec, CUgraph graph, unsigned long long flags);

/* ---- sections, each a process of its own ----------------------------------------------------- */

void section_condition_handles(void);
void section_condition_sizes(void);
void section_condition_uses(void);
void section_condition_updates(void);
void section_condition_runs(void);
void section_moved_alone(void);
void section_moved_parents(void);
void section_moved_changes(void);
void section_moved_refused(void);
void section_moved_nested(void);
void section_moved_ends(void);
void section_moved_into_itself(void);
void section_moved_memory(void);
void section_moved_set(void);

#endif
