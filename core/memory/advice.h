/** Hints that a program has given about parts of one allocation, kept so that it can read them
 *  back. Pure.
 *  Threads: one at a time for a struct; the caller locks. */
#ifndef GI_ADVICE_H
#define GI_ADVICE_H

#include "base/status.h"

enum { GI_LOCATION_HOST = -1, GI_LOCATION_NONE = -2 };   /* else a device's ordinal */

#define GI_ADVICE_DEVICES 63     /* device ordinals below this can be kept as accessing */
#define GI_ADVICE_HOST_BIT (UINT64_C(1) << GI_ADVICE_DEVICES)

/** The hints for a part, or for a whole range. */
struct gi_advised {
    bool read_mostly;
    int preferred;               /* location */
    int prefetched;              /* location */
    uint64_t accessed_by;        /* one bit for each device, and the host's */
};

extern const struct gi_advised gi_advised_nothing;

struct gi_advice_span {
    uint64_t begin, end;         /* byte offsets in the allocation */
    struct gi_advised advised;
};

/** Sorted and disjoint spans; the bytes between them have the default. All zero: no hints. */
struct gi_advice {
    struct gi_advice_span *spans;
    size_t count, capacity;
};

/** Which field a change sets. */
enum gi_advice_field {
    GI_ADVICE_READ_MOSTLY,       /* value 0 or 1 */
    GI_ADVICE_PREFERRED,         /* a location */
    GI_ADVICE_PREFETCHED,        /* a location */
    GI_ADVICE_ACCESSED,          /* a location, added */
    GI_ADVICE_NOT_ACCESSED       /* a location, removed */
};

/** Sets a field for [begin, end).
 *  Errors: GI_OUT_OF_MEMORY; then nothing has changed. */
GI_MUST_CHECK gi_status gi_advice_set(struct gi_advice *advice, uint64_t begin, uint64_t end,
                                      enum gi_advice_field field, int value);

/** Returns the hints that hold for every byte of [begin, end). A field on which parts differ has
 *  its default. accessed_by has the bits that all parts share. */
struct gi_advised gi_advice_get(const struct gi_advice *advice, uint64_t begin, uint64_t end);

void gi_advice_finish(struct gi_advice *advice);

#endif
