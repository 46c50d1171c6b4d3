/** What a program has advised about the parts of one allocation: hints, kept so that they can be
 *  asked for. Pure. */
#ifndef GI_ADVICE_H
#define GI_ADVICE_H

#include "base/status.h"

enum { GI_LOCATION_HOST = -1, GI_LOCATION_NONE = -2 };   /* else a device's ordinal */

#define GI_ADVICE_DEVICES 63     /* ordinals below it can be noted as accessing */
#define GI_ADVICE_HOST_BIT (UINT64_C(1) << GI_ADVICE_DEVICES)

/** What holds for a part, or for all of a range alike. */
struct gi_advised {
    bool read_mostly;
    int preferred;               /* location */
    int prefetched;              /* location */
    uint64_t accessed_by;        /* a bit for each device, and the host's */
};

extern const struct gi_advised gi_advised_nothing;

struct gi_advice_span {
    uint64_t begin, end;         /* bytes into the allocation */
    struct gi_advised advised;
};

/** Sorted and disjoint; what lies between has the default. All zero: nothing is advised. */
struct gi_advice {
    struct gi_advice_span *spans;
    size_t count, capacity;
};

/** Which field of what a change sets. */
enum gi_advice_field {
    GI_ADVICE_READ_MOSTLY,       /* value 0 or 1 */
    GI_ADVICE_PREFERRED,         /* a location */
    GI_ADVICE_PREFETCHED,        /* a location */
    GI_ADVICE_ACCESSED,          /* a location, added */
    GI_ADVICE_NOT_ACCESSED       /* a location, taken away */
};

/** Notes advice for [begin, end).
 *  Errors: GI_OUT_OF_MEMORY; then nothing has changed. */
GI_MUST_CHECK gi_status gi_advice_set(struct gi_advice *advice, uint64_t begin, uint64_t end,
                                      enum gi_advice_field field, int value);

/** What holds for every byte of [begin, end): where parts differ, the default of the field, and of
 *  those that access it the ones that all parts have. */
struct gi_advised gi_advice_get(const struct gi_advice *advice, uint64_t begin, uint64_t end);

void gi_advice_finish(struct gi_advice *advice);

#endif
