/** Launches on the fake, held in their queue: work that may touch anything. */
#ifndef SCHEDULER_LAUNCHES_H
#define SCHEDULER_LAUNCHES_H

#include "harness.h"

enum { SCHED_OBJECT_BYTES = 256 << 10 };

void sched_launch(gi_handle stream);

/** A stream whose queue is paused with a launch in it, and the end of the pause. */
gi_handle sched_held_launch(void);
void sched_let_go(gi_handle stream);

/** A stream whose queue goes on while that of the other is paused. */
gi_handle sched_other_stream(gi_handle than);

/** Waits until the launches of device 0 are done and noticed, without a look at their streams. */
void sched_await_launches(void);

/** The driver's memory objects that there are, and a wait until there are no more than count. */
unsigned sched_live_memories(void);
void sched_await_memories(unsigned count);

/** Fails if the driver has finished an object under a launch. */
void sched_expect_nothing_finished(void);

/** A mapped buffer of an imported object, of SCHED_OBJECT_BYTES. */
uint64_t sched_import(gi_handle *out_memory);

/** A texture object of memory, and whether the slot of one is filled. */
uint64_t sched_texture(uint64_t pointer);
bool sched_slot_is_filled(uint64_t number);

#endif
