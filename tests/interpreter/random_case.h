/* A random kernel with its input, and the generators that make one from a seed. */
#ifndef INTERPRETER_RANDOM_CASE_H
#define INTERPRETER_RANDOM_CASE_H

#include "kernel/translate/ptx/ptx.h"

enum { MOST_LINES = 700, LINE_ROOM = 240, MOST_SLOTS = 64 };

/* How a result is compared. */
enum slot_check {
    EXACT,                      /* all bits; NaN is NaN */
    ALONE,                      /* the same, but may be a constant zero after folding: llvmpipe
                                 * takes a product with it for zero, with NaN, too */
    ANY_ZERO,                   /* either zero is right */
    ANY_SMALL,                  /* up to the least normal number, any of its sign */
    NEAR,                       /* an approximation, within a few steps of an f32 or f16 */
    NEAR_SINE                   /* the same with a larger absolute error */
};

/* A result of each thread: 8 bytes at (thread * slot_count + slot) * 8 of the output. */
struct slot {
    enum gi_ptx_type type;
    enum slot_check check;
};

struct case_line {
    char text[LINE_ROOM];
    char instead[LINE_ROOM];    /* what stands for it when it is dropped */
    bool fixed;                 /* the kernel makes no sense without it */
};

/* A kernel k(.param .u64 in, .param .u64 out). Line i of the text is line i + 1 of the PTX. */
struct random_case {
    const char *generator;
    uint64_t seed;
    uint64_t random;            /* the state of its random numbers */
    bool flushed;               /* f32 with .ftz: the result is the same on devices that keep no
                                 * small numbers of f32 */
    struct case_line lines[MOST_LINES];
    uint32_t line_count;
    uint32_t grid, block;
    uint32_t dynamic_bytes;
    uint8_t *in;
    uint64_t in_bytes, out_bytes;
    struct slot slots[MOST_SLOTS];
    uint32_t slot_count;        /* 0: the output is words without a meaning, all exact */
};

uint64_t next_random(struct random_case *one);
uint32_t below(struct random_case *one, uint32_t count);
bool one_in(struct random_case *one, uint32_t count);

/* Adds a line that stays, or one that may be dropped. */
GI_PRINTF(2, 3) void fixed_line(struct random_case *one, const char *format, ...);
GI_PRINTF(3, 4) void loose_line(struct random_case *one, const char *instead, const char *format,
                                ...);

/* The lines up to the entry, and the entry's with %in, %out, %t: its thread number in the grid. */
void module_lines(struct random_case *one);
void entry_lines(struct random_case *one);

/* Words of input for each thread, with edges of integers among them. */
void word_input(struct random_case *one, uint32_t words);

/* The lines that load a thread's words into %r0 and so on, with %in and %out at its own, and the
 * last lines, which store them. */
void load_words(struct random_case *one, uint32_t words);
void store_words(struct random_case *one, uint32_t words);
uint64_t edge_integer(struct random_case *one);

/* The generators. */
void generate_straight(struct random_case *one);
void generate_flushed(struct random_case *one);
void generate_flow(struct random_case *one);
void generate_memory(struct random_case *one);
void generate_barriers(struct random_case *one);
void generate_apart(struct random_case *one);
void generate_calls(struct random_case *one);
void generate_mbarriers(struct random_case *one);
void generate_warps(struct random_case *one);
void generate_atomics(struct random_case *one);

#endif
