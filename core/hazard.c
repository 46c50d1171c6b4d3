#include "hazard.h"

#include <stdlib.h>
#include <string.h>

/* Index of the first span that ends at or after address (so one that touches it counts). */
static size_t first_touching(const struct gi_span_set *set, uint64_t address)
{
    size_t low = 0, high = set->count;

    /* Most programs walk upwards: look at the end first. */
    if (high > 0 && set->spans[high - 1].end < address)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (set->spans[middle].end < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool overlaps(const struct gi_span_set *set, struct gi_span span)
{
    size_t i = first_touching(set, span.begin + 1);

    return span.begin < span.end && i < set->count && set->spans[i].begin < span.end;
}

static bool insert(struct gi_span_set *set, struct gi_span span)
{
    size_t first, last;

    if (span.begin >= span.end)
        return true;
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
    return true;
}

/* The object that a touch may reach under other addresses too. */
static const void *object_of(const struct gi_touch *touch)
{
    return touch->span.begin < touch->span.end ? touch->object : NULL;
}

/* Two objects, each of which may be the same memory as others. */
static bool may_be_the_same(const void *one, const void *other)
{
    return one != NULL && other != NULL && one != other;
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

bool gi_hazard_add(struct gi_hazard *hazard, struct gi_touch read, struct gi_touch written)
{
    const void *object_read = object_of(&read), *object_written = object_of(&written);
    bool barrier = hazard->incomplete || overlaps(&hazard->writes, read.span) ||
                   overlaps(&hazard->writes, written.span) ||
                   overlaps(&hazard->reads, written.span) ||
                   may_meet_alias(hazard, object_read, object_written);

    if (barrier)
        gi_hazard_reset(hazard);
    note_objects(hazard, object_read, object_written);
    if (object_read != NULL && hazard->several_read)     /* any write to such an object has a */
        read.span = (struct gi_span){ 0, 0 };            /* barrier, wherever in it */
    if (!insert(&hazard->reads, read.span) || !insert(&hazard->writes, written.span))
        hazard->incomplete = true;
    return barrier;
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
