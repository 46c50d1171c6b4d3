#include "advice.h"

#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/vector.h"

const struct gi_advised gi_advised_nothing = {
    .preferred = GI_LOCATION_NONE,
    .prefetched = GI_LOCATION_NONE,
};

static bool same(const struct gi_advised *a, const struct gi_advised *b)
{
    return a->read_mostly == b->read_mostly && a->preferred == b->preferred &&
           a->prefetched == b->prefetched && a->accessed_by == b->accessed_by;
}

static uint64_t bit_of(int location)
{
    return location == GI_LOCATION_HOST ? GI_ADVICE_HOST_BIT : UINT64_C(1) << location;
}

static void change_field(struct gi_advised *advised, enum gi_advice_field field, int value)
{
    switch (field) {
    case GI_ADVICE_READ_MOSTLY:
        advised->read_mostly = value != 0;
        break;
    case GI_ADVICE_PREFERRED:
        advised->preferred = value;
        break;
    case GI_ADVICE_PREFETCHED:
        advised->prefetched = value;
        break;
    case GI_ADVICE_ACCESSED:
        advised->accessed_by |= bit_of(value);
        break;
    case GI_ADVICE_NOT_ACCESSED:
        advised->accessed_by &= ~bit_of(value);
        break;
    }
}

/* Appends a span to a list that has room. Merges it with the one before, and omits default
 * hints. */
static void push(struct gi_advice *list, uint64_t begin, uint64_t end,
                 const struct gi_advised *advised)
{
    struct gi_advice_span *last = list->count > 0 ? &list->spans[list->count - 1] : NULL;

    if (begin >= end || same(advised, &gi_advised_nothing))
        return;
    if (last != NULL && last->end == begin && same(&last->advised, advised)) {
        last->end = end;
        return;
    }
    list->spans[list->count++] = (struct gi_advice_span){ begin, end, *advised };
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Rewrites the spans with the change applied to [begin, end). */
static void rewrite(const struct gi_advice *from, struct gi_advice *to, uint64_t begin,
                    uint64_t end, enum gi_advice_field field, int value)
{
    struct gi_advised fresh = gi_advised_nothing;
    uint64_t at = begin;                 /* the change is applied up to here */

    change_field(&fresh, field, value);
    for (size_t i = 0; i < from->count; i++) {
        const struct gi_advice_span *span = &from->spans[i];
        struct gi_advised changed = span->advised;

        change_field(&changed, field, value);
        push(to, at, most(at, gi_least(end, span->begin)), &fresh);
        if (at < gi_least(end, span->begin))
            at = gi_least(end, span->begin);
        push(to, span->begin, gi_least(span->end, begin), &span->advised);
        push(to, most(span->begin, begin), gi_least(span->end, end), &changed);
        push(to, most(span->begin, end), span->end, &span->advised);
        at = most(at, gi_least(end, span->end));
    }
    push(to, at, end, &fresh);
}

gi_status gi_advice_set(struct gi_advice *advice, uint64_t begin, uint64_t end,
                        enum gi_advice_field field, int value)
{
    struct gi_advice renewed = { 0 };

    if (!gi_grow((void **)&renewed.spans, &renewed.capacity, 3 * advice->count + 2,
                 sizeof *renewed.spans))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to note advice");
    rewrite(advice, &renewed, begin, end, field, value);
    free(advice->spans);
    *advice = renewed;
    return GI_OK;
}

/* Reduces `all` to the hints that hold for a part too. */
static void meet(struct gi_advised *all, const struct gi_advised *part)
{
    all->read_mostly &= part->read_mostly;
    if (all->preferred != part->preferred)
        all->preferred = GI_LOCATION_NONE;
    if (all->prefetched != part->prefetched)
        all->prefetched = GI_LOCATION_NONE;
    all->accessed_by &= part->accessed_by;
}

struct gi_advised gi_advice_get(const struct gi_advice *advice, uint64_t begin, uint64_t end)
{
    struct gi_advised all = gi_advised_nothing;
    uint64_t at = begin;
    bool first = true;

    for (size_t i = 0; i < advice->count && at < end; i++) {
        const struct gi_advice_span *span = &advice->spans[i];

        if (span->end <= at)
            continue;
        if (span->begin > at || span->begin >= end)
            return gi_advised_nothing;   /* a part without hints */
        if (first)
            all = span->advised;
        meet(&all, &span->advised);
        first = false;
        at = span->end;
    }
    return at < end ? gi_advised_nothing : all;
}

void gi_advice_finish(struct gi_advice *advice)
{
    free(advice->spans);
    *advice = (struct gi_advice){ 0 };
}
