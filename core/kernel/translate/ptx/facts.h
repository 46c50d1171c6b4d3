/** Facts of the opcodes of instructions, for analyses. */
#ifndef GI_PTX_FACTS_H
#define GI_PTX_FACTS_H

#include "kernel/translate/ptx/ptx.h"

/** Facts of opcodes, as bits; opcode_list.h has those of each. */
enum gi_ptx_fact {
    /* where the thread goes on */
    GI_PTX_JUMPS = 1 << 0,          /* at a label */
    GI_PTX_SWITCHES = 1 << 1,       /* at a label of a table */
    GI_PTX_RETURNS = 1 << 2,
    GI_PTX_EXITS = 1 << 3,          /* nowhere */
    GI_PTX_CALLS = 1 << 4,
    GI_PTX_FAILS = 1 << 5,          /* nowhere, and it is an error */
    /* other threads */
    GI_PTX_MEETS_BLOCK = 1 << 6,    /* the block, a part of it or a warp, as its modifiers say */
    GI_PTX_MEETS_WARP = 1 << 7,
    GI_PTX_AWAITS = 1 << 8,         /* it is about a barrier in memory, and may ask for its state */
    GI_PTX_FENCES = 1 << 9,
    GI_PTX_WHOLE_WARPS = 1 << 30,   /* all threads of a warp meet at the same instruction */
    /* memory: the last type says the width, the instruction the space */
    GI_PTX_LOADS = 1 << 10,
    GI_PTX_STORES = 1 << 11,
    GI_PTX_UPDATES = 1 << 12,       /* atomically */
    GI_PTX_COPIES = 1 << 13,
    GI_PTX_HINTS = 1 << 14,         /* says what will be used, or not; changes nothing */
    GI_PTX_CONVERTS_ADDRESS = 1 << 15,  /* between a space and all of them */
    /* textures and surfaces */
    GI_PTX_SAMPLES = 1 << 16,
    GI_PTX_GATHERS = 1 << 17,       /* one component of four texels */
    GI_PTX_READS_SURFACE = 1 << 18,
    GI_PTX_ASKS = 1 << 19,          /* for a size or the like */
    /* values */
    GI_PTX_WRITES = 1 << 20,        /* the first operand; of opcodes that have no forms */
    GI_PTX_MOVES = 1 << 21,
    GI_PTX_CHOOSES = 1 << 22,       /* one of two operands */
    GI_PTX_CONVERTS = 1 << 23,
    GI_PTX_TAKES_CARRY = 1 << 24,
    GI_PTX_KEEPS_LOW = 1 << 25,     /* the lower half of the result follows from lower halves */
    GI_PTX_MULTIPLIES = 1 << 26,    /* its lower product keeps low */
    /* matrices */
    GI_PTX_PARTS = 1 << 27,         /* each lane moves its part of one in memory */
    GI_PTX_BY_WORDS = 1 << 28,      /* uses shared memory by words of 32 bits, also by a generic
                                       address */
    GI_PTX_ALL_LANES = 1 << 29      /* needs all lanes of a warp, and has no mask */
};

/** The bits of each opcode. */
extern const uint32_t gi_ptx_facts[GI_PTX_OP_COUNT];

/** Whether one of some facts holds. */
static inline bool gi_ptx_does(const struct gi_ptx_instruction *instruction, uint32_t facts)
{
    return (gi_ptx_facts[instruction->opcode] & facts) != 0;
}

/** Whether the next instruction is not always the one behind it in the text. */
static inline bool gi_ptx_ends_block(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_does(instruction,
                       GI_PTX_JUMPS | GI_PTX_SWITCHES | GI_PTX_RETURNS | GI_PTX_EXITS);
}

/** Whether the first operand is written. */
bool gi_ptx_writes_first(const struct gi_ptx_instruction *instruction);

#endif
