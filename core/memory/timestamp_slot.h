/** Timestamps of the device: slots for its tick counts, which are reused, and the time between two
 *  timestamps.
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_TIMESTAMP_SLOT_H
#define GI_TIMESTAMP_SLOT_H

#include "queue/device_memory.h"

struct gi_device;

/** A slot of 8 bytes that the device writes its tick count to and the host reads. */
struct gi_timestamp_slot {
    struct gi_timestamp_slot *next;       /* in the list of free slots */
    struct gi_device *device;
    struct gi_place place;
    uint64_t *ticks;             /* the host address of place */
    _Atomic int64_t host_ns;     /* the slot's time on the monotonic clock, once it was computed; 0:
                                    not yet */
    _Atomic int64_t begun_ns;    /* of a time that opens work: when the work was enqueued, on the
                                    monotonic clock; 0: not yet */
    atomic_uint refs;
    struct gi_allocation *chunk; /* the allocation of place; the device keeps it */
};

/** A time: on the device's clock, or on the host's clock if stamp is NULL.
 *
 *  A record in an idle stream has both. Its time is that of the call, host_ns. If work follows, the
 *  device takes the time when that begins, and stamp holds it. Then the record's time is as long
 *  before that as its call came before the call that enqueued the work. So the way of the work to
 *  the device is not measured. */
struct gi_time {
    struct gi_timestamp_slot *stamp;
    int64_t host_ns;             /* on the monotonic clock; 0: none */
    uint64_t order;              /* numbers the times of one stream, in the order of their
                                    requests */
};

void gi_timestamp_slots_init(struct gi_timestamp_slots *slots);

/** Takes a slot with one reference, which holds no time yet. The caller holds no lock of a heap or
 *  of a stream.
 *  Errors: GI_OUT_OF_MEMORY and the driver's. */
GI_MUST_CHECK gi_status gi_timestamp_slot_take(struct gi_device *device,
                                               struct gi_timestamp_slot **out_slot);
void gi_timestamp_slot_ref(struct gi_timestamp_slot *slot);

/** Drops a reference; the last one frees the slot. slot may be NULL.
 *  Threads: any, under any lock. */
void gi_timestamp_slot_unref(struct gi_timestamp_slot *slot);

/** Whether the time stays one of the host: it is a record's in an idle stream, and no work has been
 *  enqueued behind it. With must_be_taken also if the device has not begun with the work. */
bool gi_time_is_hosts(const struct gi_time *time, bool must_be_taken);

/** Whether the device has a clock, and whether its times can be compared with the host's. */
bool gi_device_has_clock(const struct gi_device *device);
bool gi_device_is_calibrated(const struct gi_device *device);

/** The time from one tick count of a device to another one, which may be the earlier one. The
 *  counter may have wrapped around once in between.
 *  Units: nanoseconds. */
int64_t gi_ticks_between_ns(const struct gi_device_info *info, uint64_t from, uint64_t to);

/** The time between two timestamps of a device that have both been taken. is_ordered: both are of
 *  one stream, so the result never contradicts the order of their requests.
 *  Units:  milliseconds; negative if end is earlier than start.
 *  Errors: GI_INVALID_HANDLE if a stream failed before the device took the time; those of the
 *          driver's calibrate. */
GI_MUST_CHECK gi_status gi_time_between(struct gi_device *device, const struct gi_time *start,
                                        const struct gi_time *end, bool is_ordered,
                                        double *out_ms);

#endif
