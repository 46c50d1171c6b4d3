/** The driver's device, and what its other files need of it. */
#ifndef GIAMD_DEVICE_H
#define GIAMD_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"
#include "driver_state.h"

enum { GIAMD_SPARE_SYNCOBJS = 16 };

struct giamd_device {
    struct gi_device_base base;
    const struct giamd_calls *calls;     /* of driver.c, until the process ends; */
    const struct giamd_listed *listed;   /* so is this */
    amdgpu_device_handle handle;
    atomic_bool lost;            /* for good */
    pthread_mutex_t taking;      /* held while a binary signal is looked at and taken away; guards
                                    the next two */
    uint32_t spare_syncobjs[GIAMD_SPARE_SYNCOBJS];       /* of captures, to be used again */
    uint32_t spare_count;
};

extern const struct gi_device_ops giamd_device_ops;

/** The driver's device of a base that it owns. */
struct giamd_device *giamd_device_from(struct gi_device_base *base);

/** Notes that the device is lost, and says so; why completes "the device is lost: ". */
GI_COLD gi_status giamd_device_lose(struct giamd_device *dev, const char *why);

/** Fails for an errno of a call; what begins the sentence. One that only a lost device answers
 *  loses the device. */
GI_COLD gi_status giamd_device_fail(struct giamd_device *dev, int error, const char *what);

/** GI_DEVICE_LOST with a sentence once it is lost. */
GI_MUST_CHECK gi_status giamd_device_check(struct giamd_device *dev);

#endif
