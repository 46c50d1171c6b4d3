/** The push constants of a module: words, and numbers of 64 bits where those lie. */
#ifndef GI_EMIT_PUSH_H
#define GI_EMIT_PUSH_H

#include "kernel/translate/analyse/emit.h"

/** Declares the block; its size and the places of parameters are known. */
void gi_emit_make_push(struct gi_emit *emit);

/** A word of the push constants, or two, by their place in bytes. */
gi_id gi_emit_push_word(struct gi_emit *emit, uint64_t at);
gi_id gi_emit_push_u64(struct gi_emit *emit, uint64_t at);

/** A number of 64 bits in a block that another compiler made. */
struct gi_emit_push_number {
    uint32_t at;                /* in bytes */
    uint32_t member;
    gi_type pointer;            /* the type of the pointer that it is; 0: it is none */
};

/** Takes a variable in the place of the block. Only the numbers can be read, by their places. The
 *  first is an address, and there is one. */
void gi_emit_adopt_push(struct gi_emit *emit, gi_id variable,
                        const struct gi_emit_push_number *numbers, uint32_t count);

#endif
