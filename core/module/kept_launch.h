/** The shape and the arguments that a function keeps for launches of CUDA 2 and 3. A program sets
 *  them one by one.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_KEPT_LAUNCH_H
#define GI_KEPT_LAUNCH_H

#include "base/status.h"

struct gi_function;

/** The most bytes of arguments. */
enum { GI_KEPT_BYTES = 4096 };

struct gi_kept_launch {
    uint32_t block[3];                   /* 1 x 1 x 1 if the program never said */
    uint32_t shared_bytes;
    unsigned char arguments[GI_KEPT_BYTES];      /* zeros where the program set none */
};

/** One change. */
struct gi_kept_change {
    enum { GI_KEPT_BLOCK, GI_KEPT_SHARED, GI_KEPT_SIZE, GI_KEPT_ARGUMENT } what;
    int block[3];
    uint32_t bytes;                      /* of shared memory, of all arguments, of one argument */
    int64_t offset;                      /* of the argument */
    const void *argument;
};

/** Changes what a function keeps. The size of all arguments is checked and not kept: a launch takes
 *  as many bytes as the kernel has.
 *  Errors: GI_INVALID_VALUE for a block that the device does not have, and for arguments outside of
 *          the most bytes; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_kept_launch_change(struct gi_function *function,
                                              const struct gi_kept_change *change);

/** Copies what a function keeps. */
void gi_kept_launch_read(struct gi_function *function, struct gi_kept_launch *out_kept);

#endif
