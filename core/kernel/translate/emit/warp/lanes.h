/** The lanes of a warp that take part in an operation, and their values: by the device's subgroups,
 *  or by words in shared memory. */
#ifndef GI_EMIT_LANES_H
#define GI_EMIT_LANES_H

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/value.h"

/** One operation between lanes while it is emitted. */
struct gi_emit_lanes {
    gi_id values[GI_EMIT_LANE_WORDS];       /* the words that this lane brings */
    uint32_t count;
    gi_id lane;                 /* its number: 0 to 31 */
    gi_id base;                 /* by shared memory: where the words of the warp begin */
    gi_id here;                 /* a bit for each lane that takes part */
};

/** Constants and arrays of shared memory that the way of the kernel needs; the block's size is
 *  made already. */
void gi_emit_lanes_declare(struct gi_emit *emit);

/** At the start of the entry: clears what barriers count in; lanes that fill up a block end. */
void gi_emit_lanes_begin(struct gi_emit *emit);

/** Says, once, that lanes of a subgroup which part come together again as early as the code lets
 *  them. The device has to offer it (reconverges). */
void gi_emit_reconverge(struct gi_emit *emit);

/** The lanes come together, each with count words. The machine has stored them already and reads
 *  none of them here. */
void gi_emit_lanes_meet(struct gi_emit *emit, struct gi_emit_lanes *lanes, const gi_id *values,
                        uint32_t count);

/** A word of a lane, by its place; and the lanes whose first word is not 0, or whose words are this
 *  lane's. Only lanes that are here count. */
gi_id gi_emit_lanes_word(struct gi_emit *emit, const struct gi_emit_lanes *lanes, gi_id lane,
                         uint32_t place);
gi_id gi_emit_lanes_ballot(struct gi_emit *emit, const struct gi_emit_lanes *lanes);
gi_id gi_emit_lanes_same(struct gi_emit *emit, const struct gi_emit_lanes *lanes);

/** A word of a lane by shared memory, whose place is a value. */
gi_id gi_emit_lanes_word_at(struct gi_emit *emit, const struct gi_emit_lanes *lanes,
                            gi_id lane, gi_id place);

/** The index of a thread's word in the array for values, by the word's place. */
gi_id gi_emit_lanes_index(struct gi_emit *emit, gi_id thread, uint32_t place);

/** Emits something for each lane, in a loop. */
void gi_emit_each_lane(struct gi_emit *emit, gi_emit_each *each, void *context);

/** The lanes below the number of the block's threads that lie in the warp of a first thread. */
gi_id gi_emit_lanes_existing(struct gi_emit *emit, gi_id base);

/** Sets a bit of a variable of 32 bits where a condition holds. */
void gi_emit_set_bit(struct gi_emit *emit, gi_id variable, gi_id condition, gi_id bit);

/** A word of an array in shared memory, as others see it. */
gi_id gi_emit_shared_word(struct gi_emit *emit, gi_id array, gi_id index);
gi_id gi_emit_shared_load(struct gi_emit *emit, gi_id array, gi_id index);
void gi_emit_shared_store(struct gi_emit *emit, gi_id array, gi_id index, gi_id value);

/** A barrier of a scope's threads. It orders accesses to shared memory, and those to device memory
 *  if device says so. */
void gi_emit_control_barrier(struct gi_emit *emit, enum gi_spirv_scope scope, bool device);

/** A barrier of the whole block, for all memory. */
void gi_emit_block_barrier(struct gi_emit *emit);

#endif
