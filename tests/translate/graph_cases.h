/** Graphs for tests: random ones, and runs of graphs and of their trees. */
#ifndef GRAPH_CASES_H
#define GRAPH_CASES_H

#include "kernel/translate/cfg/cfg.h"

#include "../unit/random.h"

enum { CASE_BLOCKS = 64, CASE_SUCCESSORS = 8, CASE_STEPS = 400 };

struct graph_case {
    struct gi_cfg graph;
    struct gi_cfg_block blocks[CASE_BLOCKS];
    uint32_t successors[CASE_BLOCKS][CASE_SUCCESSORS];
};

enum random_shape {
    SHAPE_NEAR,         /* to blocks nearby: often reducible */
    SHAPE_FAR,          /* anywhere: mostly irreducible */
    SHAPE_NESTED,       /* loops, branches and switches in each other, with early exits */
    SHAPE_COUNT
};

/** Makes a random graph. cost 0 only where free_returns. */
void graph_random(struct graph_case *made, struct test_random *random, enum random_shape shape,
                  bool free_returns);

/** The blocks in the order they run, where what a block does depends on seed and on how many ran
 *  before; at most CASE_STEPS. */
struct graph_trace {
    uint32_t count;
    uint32_t blocks[CASE_STEPS];
    bool returned;
};

void graph_run(const struct gi_cfg *graph, uint64_t seed, struct graph_trace *out_trace);

/** The same of a tree; NULL, or what a statement did that it must not. */
const char *tree_run(const struct gi_cfg *graph, const struct gi_cfg_tree *tree, uint64_t seed,
                     struct graph_trace *out_trace);

struct tree_counts {
    uint32_t statements, blocks, ifs, loops, scopes, switches, breaks, continues, sets, returns;
    uint32_t useless;           /* jumps to where control falls anyway */
    uint32_t depth;
    uint32_t *seen;             /* [block]: how often it stands in the tree */
    uint32_t *loops_around;     /* [block]: LOOPs around it */
};

/** Counts, and checks what graph.h promises of a tree; NULL or what is wrong. */
const char *tree_check(const struct gi_cfg *graph, const struct gi_cfg_tree *tree,
                       struct tree_counts *out_counts);

/** A tree as text: "0 if0{1}else{2} 3 return", "if!0{...}", "loop{...}", "scope{...}", "v0=1",
 *  "switch0{0,2:...|1:...}", "break", or "break-loop" for one through a SCOPE or SWITCH. */
const char *tree_text(const struct gi_cfg_tree *tree, char *text, size_t room);

#endif
