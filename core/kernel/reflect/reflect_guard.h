/** Inside reflect: the memory check in the functions of a module. In front of an access its address
 *  is looked at, and a thread that has failed leaves it out: it reads zeros, and writes nothing. */
#ifndef GI_REFLECT_GUARD_H
#define GI_REFLECT_GUARD_H

#include "kernel/reflect/reflect_values.h"
#include "kernel/translate/emit/space/given.h"

/** A block of a function, by its label. */
struct gi_guard_block {
    uint32_t accesses;              /* that are guarded; each parts the block */
    uint32_t merge;                 /* the word of its OpLoopMerge; 0: it heads no loop */
    uint32_t last;                  /* the label of its last part */
    bool parts_head;                /* its instructions stand in a block behind the head of its
                                       loop */
};

struct gi_guard {
    struct gi_emit *emit;
    struct gi_reflect_values values;
    uint32_t own_bound;             /* functions from this id on are the library's */
    uint32_t glsl;                  /* the set of instructions; 0: none */
    uint32_t nothing;               /* the type void; 0: none */
    bool has_barrier;               /* threads may wait for those that have failed */
    uint32_t accesses;              /* of the module */
    struct gi_guard_block *blocks;  /* by label */
    uint32_t *used;                 /* by pointer: how many instructions have used it */
    uint32_t *operands;             /* of an instruction that is changed */

    /* the function that is written */
    bool is_own;
    uint32_t result_type;
    uint32_t block, part;           /* the label of the module, and that of the open part */
    uint32_t left;                  /* accesses of the block that are still to come */
    bool is_head;                   /* the block has still to be parted at its head */
};

/** Finds which accesses of a module are guarded.
 *  \param own_bound  functions of the module itself have ids below it.
 *  Owner:   the arena; the words are borrowed.
 *  Errors:  GI_INVALID_VALUE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_guard_read(struct gi_guard *guard, struct gi_arena *arena,
                                      const uint32_t *words, size_t word_count,
                                      uint32_t own_bound);

/** Writes an instruction of a function, from OpFunction to OpFunctionEnd, with what belongs to it.
 *  A failure sticks in the builder. */
void gi_guard_put(struct gi_guard *guard, const uint32_t *at);

#endif
