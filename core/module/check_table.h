/** The table that checked kernels look addresses up in: the live ranges of a device, in its memory.
 *  Threads: any that holds no lock. */
#ifndef GI_CHECK_TABLE_H
#define GI_CHECK_TABLE_H

#include "memory/live_ranges.h"

struct gi_allocation;

/** The view that a launch has of the table. */
struct gi_check_view {
    struct gi_live_ranges *live;         /* referenced */
    struct gi_allocation *memory;        /* referenced; the table */
    uint32_t steps;                      /* of a search in the table */
};

/** Takes the table of the ranges that are live now. It is made if they have changed.
 *  Owner:  the caller drops the view.
 *  Errors: GI_OUT_OF_MEMORY, GI_DEVICE_LOST; GI_NOT_SUPPORTED: there are too many ranges. */
GI_MUST_CHECK gi_status gi_check_view_take(struct gi_device *device,
                                           struct gi_check_view *out_view);

/** Drops a view, which may be all zero. */
void gi_check_view_drop(struct gi_check_view *view);

#endif
