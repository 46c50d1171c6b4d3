#include "hazard.h"

#include <stdlib.h>
#include <string.h>

/* Index of the first span that ends at or after address, so a span that touches it counts. */
static size_t first_touching(const struct gi_span_set *set, uint64_t address)
{
    size_t low = 0, high = set->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (set->spans[middle].end < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether a span lies behind the span that grew last, and before the next one. This is the
 * common case: programs access ascending addresses. */
static inline bool follows_last(const struct gi_span_set *set, struct gi_span span)
{
    const struct gi_span *last;

    if (set->count == 0)
        return true;
    last = &set->spans[set->last];
    return span.begin >= last->end &&
           (set->last + 1 == set->count || span.end < last[1].begin);
}

static bool meets_one_of(const struct gi_span_set *set, struct gi_span span)
{
    size_t i = first_touching(set, span.begin + 1);

    return i < set->count && set->spans[i].begin < span.end;
}

static inline bool overlaps(const struct gi_span_set *set, struct gi_span span)
{
    return span.begin < span.end && !follows_last(set, span) && meets_one_of(set, span);
}

static bool insert_within(struct gi_span_set *set, struct gi_span span)
{
    size_t first, last;

    first = first_touching(set, span.begin);
    last = first;
    while (last < set->count && set->spans[last].begin <= span.end)
        last++;
    if (last > first) {    /* merge with the spans it touches */
        struct gi_span *merged = &set->spans[first];

        if (span.begin < merged->begin)
            merged->begin = span.begin;
        if (set->spans[last - 1].end > span.end)
            span.end = set->spans[last - 1].end;
        merged->end = span.end;
        memmove(merged + 1, set->spans + last, (set->count - last) * sizeof *set->spans);
        set->count -= last - first - 1;
        set->last = first;
        return true;
    }
    if (set->count == set->capacity) {
        size_t capacity = set->capacity == 0 ? 32 : set->capacity * 2;
        struct gi_span *spans = realloc(set->spans, capacity * sizeof *spans);

        if (spans == NULL)
            return false;
        set->spans = spans;
        set->capacity = capacity;
    }
    memmove(set->spans + first + 1, set->spans + first, (set->count - first) * sizeof *set->spans);
    set->spans[first] = span;
    set->count++;
    set->last = first;
    return true;
}

static inline bool insert(struct gi_span_set *set, struct gi_span span)
{
    if (span.begin >= span.end)
        return true;
    if (set->count == 0 || !follows_last(set, span) || set->spans[set->last].end != span.begin)
        return insert_within(set, span);
    set->spans[set->last].end = span.end;
    return true;
}

/* The object of a touch that other addresses may reach, too. */
static const void *aliased_object(const struct gi_touch *touch)
{
    return touch->span.begin < touch->span.end ? touch->object : NULL;
}

const char gi_touch_anywhere;

/* Whether two objects may be the same memory at different addresses. */
static bool may_be_the_same(const void *one, const void *other)
{
    return one != NULL && other != NULL && (one != other || one == &gi_touch_anywhere);
}

static bool may_meet_alias(const struct gi_hazard *hazard, const void *read, const void *written)
{
    return may_be_the_same(read, hazard->object_written) ||
           may_be_the_same(written, hazard->object_written) ||
           may_be_the_same(written, hazard->object_read) ||
           (written != NULL && hazard->several_read);
}

static void note_objects(struct gi_hazard *hazard, const void *read, const void *written)
{
    if (may_be_the_same(read, hazard->object_read))
        hazard->several_read = true;
    if (hazard->object_read == NULL)
        hazard->object_read = read;
    if (written != NULL)
        hazard->object_written = written;
}

/* Whether a command needs a barrier because memory may have several addresses. Adds the objects. */
static bool add_objects(struct gi_hazard *hazard, struct gi_touch *read,
                        const struct gi_touch *written, bool barrier)
{
    const void *object_read = aliased_object(read), *object_written = aliased_object(written);

    barrier |= may_meet_alias(hazard, object_read, object_written);
    if (barrier)
        gi_hazard_reset(hazard);
    note_objects(hazard, object_read, object_written);
    if (object_read != NULL && hazard->several_read)     /* any write to an object that may have
                                                            an alias */
        read->span = (struct gi_span){ 0, 0 };           /* gets a barrier, at whatever address */
    return barrier;
}

bool gi_hazard_add(struct gi_hazard *hazard, struct gi_touch read, struct gi_touch written)
{
    bool barrier = hazard->incomplete || overlaps(&hazard->writes, read.span) ||
                   overlaps(&hazard->writes, written.span) ||
                   overlaps(&hazard->reads, written.span);

    if (read.object != NULL || written.object != NULL)
        barrier = add_objects(hazard, &read, &written, barrier);
    else if (barrier)
        gi_hazard_reset(hazard);
    if (!insert(&hazard->reads, read.span) || !insert(&hazard->writes, written.span))
        hazard->incomplete = true;
    return barrier;
}

void gi_hazard_add_anything(struct gi_hazard *hazard)
{
    gi_hazard_reset(hazard);
    hazard->incomplete = true;
}

void gi_hazard_reset(struct gi_hazard *hazard)
{
    hazard->reads.count = 0;
    hazard->writes.count = 0;
    hazard->object_read = hazard->object_written = NULL;
    hazard->several_read = false;
    hazard->incomplete = false;
}

void gi_hazard_finish(struct gi_hazard *hazard)
{
    free(hazard->reads.spans);
    free(hazard->writes.spans);
    *hazard = (struct gi_hazard){ 0 };
}
