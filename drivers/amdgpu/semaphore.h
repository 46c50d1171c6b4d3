/** Semaphores: the kernel's sync objects. */
#ifndef GIAMD_SEMAPHORE_H
#define GIAMD_SEMAPHORE_H

#include "driver.h"

struct giamd_semaphore {
    struct gi_semaphore base;
    uint32_t handle;             /* of the device's node */
    bool is_captured;            /* nobody else has it, and it is waited for once */
};

extern const struct gi_semaphore_ops giamd_semaphore_ops;

/** The driver's semaphore of a base that it owns. */
struct giamd_semaphore *giamd_semaphore_from(struct gi_semaphore *base);

#endif
