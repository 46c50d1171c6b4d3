/** Attributes that a program sets on a stream. They are stored and returned, and have no effect
 *  on how this library runs the work.
 *
 *  Threads: any.
 *  Errors:  of all: GI_STALE_HANDLE. */
#ifndef GI_STREAM_ATTRIBUTES_H
#define GI_STREAM_ATTRIBUTES_H

#include "base/handle.h"

/** Priorities of streams: a lower number is more urgent. Each front end has its own range within
 *  this one. */
#define GI_PRIORITY_LEAST 1
#define GI_PRIORITY_GREATEST (-5)

enum gi_access { GI_ACCESS_NORMAL = 0, GI_ACCESS_STREAMING = 1, GI_ACCESS_PERSISTING = 2 };

/* GI_SYNC_UNSET: the value that the vendor returns if none was set. */
enum { GI_SYNC_UNSET = -1, GI_SYNC_AUTO = 1, GI_SYNC_BLOCKING = 4 };

/* The number of memory synchronisation domains, and of words in a mask of compute units. */
#define GI_SYNC_DOMAINS 4u
#define GI_UNIT_MASK_WORDS 16u

/** Hints about caches, waits and memory order. */
struct gi_stream_attributes {
    uint64_t window_base, window_bytes;          /* addresses to keep in the cache */
    float window_ratio;                          /* 0 to 1 */
    int window_hit, window_miss;                 /* enum gi_access; a miss is never persisting; a
                                                    hit is not checked */
    int sync_policy;                             /* GI_SYNC_AUTO .. GI_SYNC_BLOCKING, or unset */
    uint8_t domain_default, domain_remote;       /* below GI_SYNC_DOMAINS */
    int domain;                                  /* 0: domain_default, 1: domain_remote */
};

/** The attributes of a new stream. */
extern const struct gi_stream_attributes gi_stream_default_attributes;

static inline int gi_priority_clamp(int priority, int greatest, int least)
{
    if (priority < greatest)
        return greatest;
    return priority > least ? least : priority;
}

/** Returns the attributes. */
GI_MUST_CHECK gi_status gi_stream_get_attributes(gi_handle stream,
                                                 struct gi_stream_attributes *out_attributes);

/** Stores the attributes.
 *  Errors: GI_INVALID_VALUE if a field is out of range; then nothing has changed. */
GI_MUST_CHECK gi_status gi_stream_set_attributes(gi_handle stream,
                                                 const struct gi_stream_attributes *attributes);

/** Sets the priority, clamped to GI_PRIORITY_GREATEST .. GI_PRIORITY_LEAST. */
GI_MUST_CHECK gi_status gi_stream_set_priority(gi_handle stream, int priority);

/** Copies the attributes and the priority of source to destination.
 *  Errors: GI_INVALID_VALUE if the streams are of two devices. */
GI_MUST_CHECK gi_status gi_stream_copy_attributes(gi_handle destination, gi_handle source);

/** A number that no other stream of the process ever has. */
GI_MUST_CHECK gi_status gi_stream_get_id(gi_handle stream, uint64_t *out_id);

/** The compute units that a stream should use, as a bit mask: a hint. Without one a stream has
 *  all units of the device.
 *  Units:  count in words. A get writes a bit for each unit of the device, and needs at least
 *          that many words.
 *  Errors: GI_INVALID_VALUE for NULL, a count of 0, or too few words. */
GI_MUST_CHECK gi_status gi_stream_set_unit_mask(gi_handle stream, const uint32_t *words,
                                                uint32_t count);
GI_MUST_CHECK gi_status gi_stream_get_unit_mask(gi_handle stream, uint32_t *out_words,
                                                uint32_t count);

/** Swaps the calling thread's capture mode, which is GI_CAPTURE_GLOBAL at first. Any number is
 *  accepted, as the vendor does; one that is no mode counts as GI_CAPTURE_RELAXED. */
GI_MUST_CHECK gi_status gi_stream_exchange_capture_mode(int *mode);

#endif
