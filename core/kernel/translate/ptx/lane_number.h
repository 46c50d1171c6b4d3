/** Numbers that follow from a thread's place in its block, and which of them all lanes of a warp
 *  share. This holds of warps that are rows of a block or parts of rows, so that a warp has one
 *  %tid.y and %tid.z, and of blocks that are one row. Pure.
 *
 *  Threads: any. */
#ifndef GI_PTX_LANE_NUMBER_H
#define GI_PTX_LANE_NUMBER_H

#include "kernel/translate/ptx/ptx.h"

/** Facts of a number, as bits. */
enum {
    GI_PTX_LANES_SHARE = 1,         /* all lanes of a warp have the same */
    GI_PTX_IS_WHOLE = 2,            /* shared, and a multiple of 32 */
    GI_PTX_IS_ROW = 4,              /* shared, and 0 where the block is one row */
    GI_PTX_IS_WIDTH = 8,            /* shared, and a multiple of 32 where it is not */
    GI_PTX_COUNTS_LANES = 16,       /* a whole number and the lane's */
    GI_PTX_IS_CONSTANT = 32         /* it is `most` */
};

/** A number of 16, 32 or 64 bits without a sign. */
struct gi_ptx_lane_number {
    uint8_t facts;
    uint64_t most;                  /* it is at most this */
};

/** A number of which nothing is known. */
static inline struct gi_ptx_lane_number gi_ptx_lanes_unknown(void)
{
    return (struct gi_ptx_lane_number){ 0, UINT64_MAX };
}

/** The number that an instruction without a guard writes into its first operand, by those of the
 *  registers that it reads. */
struct gi_ptx_lane_number gi_ptx_lane_number_of(const struct gi_ptx_instruction *instruction,
                                                const struct gi_ptx_lane_number *registers);

/** Whether an operation between lanes gives all that come to it one result, if all lanes come that
 *  have not left: votes, and a word of a lane that the instruction names. */
bool gi_ptx_gives_lanes_one(const struct gi_ptx_instruction *instruction,
                            const struct gi_ptx_lane_number *registers);

#endif
