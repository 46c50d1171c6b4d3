/** Times that the device takes: places for its tick counts, used again and again, and what lies
 *  between two of them. */
#ifndef GI_TIMESTAMP_SLOT_H
#define GI_TIMESTAMP_SLOT_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"

struct gi_device;

/** A place of 8 bytes that the host sees and the device writes its tick count to. */
struct gi_timestamp_slot {
    struct gi_timestamp_slot *next;       /* in the list of free ones */
    struct gi_device *device;
    struct gi_place place;
    uint64_t *ticks;             /* the place, as the host sees it */
    _Atomic int64_t host_ns;     /* the same time on the monotonic clock, once somebody asked;
                                    0: nobody did */
    atomic_uint refs;
    struct gi_allocation *chunk; /* of the place; the device keeps it */
};

/** A device's free stamps; those that were made once stay for the next. */
struct gi_timestamp_slots {
    pthread_mutex_t lock;        /* a leaf; guards free */
    struct gi_timestamp_slot *free;
};

/** When something was: as the device counts, or, where stamp is NULL, as the host does. */
struct gi_time {
    struct gi_timestamp_slot *stamp;
    int64_t host_ns;             /* on the monotonic clock */
    uint64_t order;              /* times of one stream are numbered as they were asked for */
};

void gi_timestamp_slots_init(struct gi_timestamp_slots *stamps);

/** A stamp with one reference that holds no time yet.
 *  Threads: any; no lock of a heap is held.
 *  Errors:  GI_OUT_OF_MEMORY and the driver's. */
GI_MUST_CHECK gi_status gi_timestamp_slot_take(struct gi_device *device,
                                               struct gi_timestamp_slot **out_stamp);
void gi_timestamp_slot_ref(struct gi_timestamp_slot *stamp);

/** The last reference makes it free again; stamp may be NULL.
 *  Threads: any, under any lock. */
void gi_timestamp_slot_unref(struct gi_timestamp_slot *stamp);

/** Whether the device has a clock, and whether its times can be set beside the host's. */
bool gi_device_has_clock(const struct gi_device *device);
bool gi_device_is_calibrated(const struct gi_device *device);

/** What lies between two times of a device that have come. is_ordered: they are of one stream, so
 *  the one that was asked for later is not the earlier one.
 *  Units:  milliseconds; below 0 if end is the earlier one.
 *  Errors: GI_INVALID_HANDLE if a stream failed before the device took the time; those of the
 *          driver's calibrate. */
GI_MUST_CHECK gi_status gi_time_between(struct gi_device *device, const struct gi_time *start,
                                        const struct gi_time *end, bool is_ordered,
                                        double *out_ms);

#endif
