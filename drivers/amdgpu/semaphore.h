/** Semaphores: the kernel's sync objects. */
#ifndef GIAMD_SEMAPHORE_H
#define GIAMD_SEMAPHORE_H

#include "contract/driver.h"

struct giamd_semaphore {
    struct gi_semaphore base;
    uint32_t handle;             /* of the device's node */
    bool is_captured;            /* nobody else has it, and it is waited for once */
};

extern const struct gi_semaphore_ops giamd_semaphore_ops;

/** To be called before a binary semaphore is signalled anew. Mesa's driver takes a signal away
 *  after it has submitted the wait for it: who comes behind that wait and signals at once would
 *  have the new signal taken instead of the old one, and the other program would wait for ever.
 *  Sleeps until the old one is taken, or for a second if nobody does.
 *  Threads: any. */
void giamd_semaphore_await_taken(struct giamd_semaphore *sem);

/** The driver's semaphore of a base that it owns. */
struct giamd_semaphore *giamd_semaphore_from(struct gi_semaphore *base);

#endif
