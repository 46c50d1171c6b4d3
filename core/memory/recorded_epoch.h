/** The objects that recordings of graphs rely on: memory that their commands name, modules, and the
 *  variant of kernels. Where one of these changes, the epoch rises. A recording that was made in
 *  another epoch is not submitted: the objects that its nodes name are looked up again.
 *  Threads: any. */
#ifndef GI_RECORDED_EPOCH_H
#define GI_RECORDED_EPOCH_H

#include <stdatomic.h>
#include <stdint.h>

extern _Atomic uint64_t gi_recorded_epoch;

static inline uint64_t gi_recorded_epoch_now(void)
{
    return atomic_load(&gi_recorded_epoch);
}

/** Something that recordings may rely on is gone, so no later look-up finds it. Work that may touch
 *  anything is looked at only after this call (gi_allocation_outlive). */
static inline void gi_recorded_epoch_rise(void)
{
    atomic_fetch_add(&gi_recorded_epoch, 1);
}

#endif
