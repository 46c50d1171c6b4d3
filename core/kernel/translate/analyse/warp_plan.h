/** How a kernel's warps of 32 lanes and its barriers are carried out: pure, facts in, a way out. */
#ifndef GI_WARP_PLAN_H
#define GI_WARP_PLAN_H

#include "kernel/target/target.h"

/** How the threads of a block come to an instruction. */
enum gi_warp_reach {
    GI_WARP_NEVER,              /* there is no instruction of this kind */
    GI_WARP_TOGETHER,           /* all threads of the block, or none */
    GI_WARP_LEFT,               /* all that have not left; a thread that left reaches no meeting any
                                   more */
    GI_WARP_LEFT_LOOP,          /* as GI_WARP_LEFT, and it stands in a loop */
    GI_WARP_APART               /* some without others */
};

/** The needs of a kernel: its barriers and its operations of warps. */
struct gi_warp_needs {
    enum gi_warp_reach barriers;    /* of the whole block */
    enum gi_warp_reach operations;  /* between the lanes of a warp */
    bool partial_barriers;          /* some wait for a part of the block, or do not wait */
    bool alike_barriers;            /* whole warps come to each, if their threads have one place in
                                       the second and third direction; all have one number, and they
                                       stand as in the PTX */
    bool turns;                     /* threads wait for others in loops, which give them turns */
};

enum gi_warp_way {
    GI_WARP_PLAIN,              /* no operations; barriers are the device's */
    GI_WARP_NATIVE_32,          /* a warp is a subgroup of 32 */
    GI_WARP_NATIVE_64,          /* a warp is half a subgroup of 64 */
    GI_WARP_EXCHANGE,           /* operations by shared memory and barriers of the block */
    GI_WARP_MACHINE,            /* the kernel is a loop: each thread runs to its next meeting */
    GI_WARP_WAYS
};

/** Threads: any. */
enum gi_warp_way gi_warp_plan(const struct gi_translate_target *target,
                              const struct gi_warp_needs *needs);

#endif
