/** What streams are told about their work: kept, and given back. None of it changes how this
 *  library runs the work. */
#ifndef GI_STREAM_ATTRIBUTES_H
#define GI_STREAM_ATTRIBUTES_H

#include "base/handle.h"

/** The priorities of streams: the lower the number, the more urgent. Each front end has its own
 *  range, which lies in this one. */
#define GI_PRIORITY_LEAST 1
#define GI_PRIORITY_GREATEST (-5)

enum gi_access { GI_ACCESS_NORMAL = 0, GI_ACCESS_STREAMING = 1, GI_ACCESS_PERSISTING = 2 };

/* Unset: what the vendor tells of a stream that was told nothing. */
enum { GI_SYNC_UNSET = -1, GI_SYNC_AUTO = 1, GI_SYNC_BLOCKING = 4 };

/* Domains of memory order that a stream can be mapped to, and words of a mask of compute units. */
#define GI_SYNC_DOMAINS 4u
#define GI_UNIT_MASK_WORDS 16u

/** Hints about caches, waits and memory order. */
struct gi_stream_attributes {
    uint64_t window_base, window_bytes;          /* addresses that the cache should keep */
    float window_ratio;                          /* 0 to 1 */
    int window_hit, window_miss;                 /* enum gi_access; a miss is never persisting,
                                                    a hit is not looked at */
    int sync_policy;                             /* GI_SYNC_AUTO .. GI_SYNC_BLOCKING, or unset */
    uint8_t domain_default, domain_remote;       /* below GI_SYNC_DOMAINS */
    int domain;                                  /* 0: the default one, 1: the remote one */
};

/** What a new stream has. */
extern const struct gi_stream_attributes gi_stream_default_attributes;

static inline int gi_priority_clamp(int priority, int greatest, int least)
{
    if (priority < greatest)
        return greatest;
    return priority > least ? least : priority;
}

/** Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_stream_get_attributes(gi_handle stream,
                                                 struct gi_stream_attributes *out_attributes);

/** Errors: GI_INVALID_VALUE for a field that is out of range, with nothing changed;
 *          GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_stream_set_attributes(gi_handle stream,
                                                 const struct gi_stream_attributes *attributes);

/** The priority, clamped to GI_PRIORITY_GREATEST .. GI_PRIORITY_LEAST.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_stream_set_priority(gi_handle stream, int priority);

/** Attributes and priority of source become destination's.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE if they are of two devices. */
GI_MUST_CHECK gi_status gi_stream_copy_attributes(gi_handle destination, gi_handle source);

/** A number that no other stream of the process ever has. */
GI_MUST_CHECK gi_status gi_stream_get_id(gi_handle stream, uint64_t *out_id);

/** The compute units that a stream should use, as bits: a hint. A stream that was told none has
 *  all of the device's.
 *  Units:  count words; gets as many as the device has units, in count words at least.
 *  Errors: GI_INVALID_VALUE for NULL, a count of 0, no bit set or too few words;
 *          GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_stream_set_unit_mask(gi_handle stream, const uint32_t *words,
                                                uint32_t count);
GI_MUST_CHECK gi_status gi_stream_get_unit_mask(gi_handle stream, uint32_t *out_words,
                                                uint32_t count);

/** Swaps what the calling thread may do while a stream records its work (0 at first). No stream
 *  records, so nothing follows from it, and any number is kept, as the vendor does. */
GI_MUST_CHECK gi_status gi_stream_exchange_capture_mode(int *mode);

#endif
