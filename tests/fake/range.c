/* Ranges of the fake: addresses of no access, into which the mappings of pages are put. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "internal.h"

/* A granule of a range. Untouched ones cost no memory. */
struct gifake_granule {
    struct gi_memory *pages;     /* NULL: none */
    uint64_t pages_offset;
    bool read_only;
    unsigned uses;               /* rows of batches in flight */
};

enum { MOST_BYTES_LOG2 = 40 };

static uint64_t granule_bytes(const struct gi_memory *range)
{
    return range->device->info.range_granularity_bytes;
}

static bool is_multiple(const struct gi_memory *range, uint64_t value)
{
    return value % granule_bytes(range) == 0;
}

/* ---- making ------------------------------------------------------------------------------- */

static void *map_nothing(void *at, uint64_t size_bytes, int flags)
{
    return mmap(at, size_bytes, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

/** Addresses of the host, aligned; NULL if there are none. A wish is no more than that: with
 *  MAP_FIXED_NOREPLACE ThreadSanitizer would map at 0 where it has no room for the wish. */
static uint8_t *find_addresses(uint64_t size_bytes, uint64_t alignment_bytes, uint64_t wanted)
{
    uint8_t *bytes = MAP_FAILED;
    uint64_t skipped;

    if (wanted != 0 && wanted % alignment_bytes == 0)
        bytes = map_nothing((void *)(uintptr_t)wanted, size_bytes, 0);
    if (bytes != MAP_FAILED && (uint64_t)(uintptr_t)bytes == wanted)
        return bytes;
    if (bytes != MAP_FAILED)
        munmap(bytes, size_bytes);
    bytes = map_nothing(NULL, size_bytes + alignment_bytes, 0);
    if (bytes == MAP_FAILED)
        return NULL;
    skipped = -(uint64_t)(uintptr_t)bytes & (alignment_bytes - 1);
    if (skipped != 0)
        munmap(bytes, skipped);
    munmap(bytes + skipped + size_bytes, alignment_bytes - skipped);
    return bytes + skipped;
}

gi_status gifake_range_reserve(struct gi_memory *base, uint64_t size_bytes,
                               uint64_t alignment_bytes, uint64_t wanted_address)
{
    struct gifake_memory *range = gifake_memory_from(base);
    void *granules;

    range->fd = -1;
    gi_status status = gifake_enter(base->device, "memory.reserve", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (granule_bytes(base) == 0 || size_bytes == 0 || !is_multiple(base, size_bytes) ||
        !is_multiple(base, alignment_bytes) || (alignment_bytes & (alignment_bytes - 1)) != 0)
        return gifake_violation("memory.reserve: %llu bytes, aligned to %llu",
                                (unsigned long long)size_bytes,
                                (unsigned long long)alignment_bytes);
    if (size_bytes >> MOST_BYTES_LOG2 != 0 || alignment_bytes >> MOST_BYTES_LOG2 != 0)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: no %llu addresses, aligned to %llu",
                       (unsigned long long)size_bytes, (unsigned long long)alignment_bytes);
    range->granule_count = size_bytes / granule_bytes(base);
    granules = mmap(NULL, range->granule_count * sizeof(struct gifake_granule),
                    PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (granules == MAP_FAILED)
        return gi_fail(GI_OUT_OF_MEMORY, "memory: notes of a range: %s", strerror(errno));
    range->bytes = find_addresses(size_bytes, alignment_bytes, wanted_address);
    if (range->bytes == NULL) {
        munmap(granules, range->granule_count * sizeof(struct gifake_granule));
        return gi_fail(GI_OUT_OF_MEMORY, "memory: %llu addresses: %s",
                       (unsigned long long)size_bytes, strerror(errno));
    }
    range->granules = granules;
    range->mapped_bytes = size_bytes;
    base->size_bytes = size_bytes;
    base->size_is_known = true;
    gifake_give_addresses(range, GI_MEMORY_DEVICE, alignment_bytes);
    return GI_OK;
}

void gifake_range_finish(struct gifake_memory *range)
{
    for (size_t i = 0; i < range->granule_count; i++) {
        if (range->granules[i].pages != NULL) {
            gifake_violation("memory.finish: pages are in a range");
            break;
        }
    }
    munmap(range->granules, range->granule_count * sizeof(struct gifake_granule));
}

/* ---- places ------------------------------------------------------------------------------- */

static gi_status check_pages(const struct gi_memory *range, const struct gi_range_place *place)
{
    const struct gifake_memory *pages = gifake_memory_from(place->pages);
    bool is_near = pages->base.device == range->device ||
                   (pages->base.device->info.ranges_at_host_address &&
                    range->device->info.ranges_at_host_address);

    if (!is_near)
        return gifake_violation("memory.place: pages of another device");
    if (pages->granules != NULL || pages->is_wrapped ||
        (pages->kind != GI_MEMORY_PAGES && pages->fd < 0 && !pages->is_imported))
        return gifake_violation("memory.place: that memory is no pages");
    if (place->pages_offset_bytes % granule_bytes(range) != 0 ||
        place->pages_offset_bytes > pages->mapped_bytes ||
        place->size_bytes > pages->mapped_bytes - place->pages_offset_bytes)
        return gifake_violation("memory.place: %llu + %llu bytes of pages of %zu",
                                (unsigned long long)place->pages_offset_bytes,
                                (unsigned long long)place->size_bytes, pages->mapped_bytes);
    return GI_OK;
}

/** Whether a granule may become what the place says. */
static gi_status check_granule(const struct gi_memory *range, const struct gifake_granule *granule,
                               const struct gi_range_place *place, uint64_t at)
{
    bool loses = place->pages == NULL || (place->read_only && !granule->read_only);

    if (loses)
        gifake_await_drop(range->device, &granule->uses);

    if (loses && granule->uses != 0)
        return gifake_violation("memory.place: %u rows of batches in flight use the part",
                                granule->uses);
    if (place->pages != NULL && granule->pages != NULL &&
        (granule->pages != place->pages || granule->pages_offset != place->pages_offset_bytes + at))
        return gifake_violation("memory.place: other pages are there");
    return GI_OK;
}

static gi_status check_place(struct gifake_memory *range, const struct gi_range_place *place)
{
    uint64_t step = granule_bytes(&range->base), size_bytes = range->mapped_bytes;
    gi_status status = GI_OK;

    if (place->size_bytes == 0 || !is_multiple(&range->base, place->size_bytes) ||
        !is_multiple(&range->base, place->offset_bytes) || place->offset_bytes > size_bytes ||
        place->size_bytes > size_bytes - place->offset_bytes)
        return gifake_violation("memory.place: %llu + %llu of %llu bytes",
                                (unsigned long long)place->offset_bytes,
                                (unsigned long long)place->size_bytes,
                                (unsigned long long)size_bytes);
    if (place->pages != NULL)
        status = check_pages(&range->base, place);
    for (uint64_t at = 0; at < place->size_bytes && status == GI_OK; at += step)
        status = check_granule(&range->base, &range->granules[(place->offset_bytes + at) / step],
                               place, at);
    return status;
}

static void note_place(struct gifake_memory *range, const struct gi_range_place *place)
{
    uint64_t step = granule_bytes(&range->base);

    for (uint64_t at = 0; at < place->size_bytes; at += step) {
        struct gifake_granule *granule = &range->granules[(place->offset_bytes + at) / step];

        granule->pages = place->pages;
        granule->pages_offset = place->pages_offset_bytes + at;
        granule->read_only = place->read_only;
    }
}

static bool put(struct gifake_memory *range, const struct gi_range_place *place)
{
    uint8_t *at = range->bytes + place->offset_bytes;

    if (place->pages == NULL)
        return map_nothing(at, place->size_bytes, MAP_FIXED) != MAP_FAILED;
    return mremap(gifake_memory_from(place->pages)->bytes + place->pages_offset_bytes, 0,
                  place->size_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) != MAP_FAILED &&
           (!place->read_only || mprotect(at, place->size_bytes, PROT_READ) == 0);
}

static void take_away(struct gifake_memory *range, const struct gi_range_place *places,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct gi_range_place nothing = places[i];

        nothing.pages = NULL;
        if (!put(range, &nothing))
            gifake_violation("memory.place: no addresses can be given back");
        note_place(range, &nothing);
    }
}

gi_status gifake_range_place(struct gi_memory *base, const struct gi_range_place *places,
                             size_t count)
{
    struct gifake_memory *range = gifake_memory_from(base);
    gi_status status = GI_OK;
    bool has_pages = false;

    if (range->granules == NULL)
        return gifake_violation("memory.place: that memory is no range");
    gifake_lock();
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        status = check_place(range, &places[i]);
        has_pages |= places[i].pages != NULL;
    }
    gifake_unlock();
    if (status != GI_OK)
        return status;
    if (has_pages)
        status = gifake_enter(base->device, "memory.place", GI_OUT_OF_MEMORY);
    gifake_lock();
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        if (!put(range, &places[i]))
            status = gi_fail(GI_OUT_OF_MEMORY, "memory: placing pages: %s", strerror(errno));
        else
            note_place(range, &places[i]);
    }
    if (status != GI_OK)
        take_away(range, places, count);
    gifake_unlock();
    return status;
}

/* ---- rows of commands --------------------------------------------------------------------- */

gi_status gifake_range_check(struct gi_memory *base, uint64_t begin, uint64_t end, bool writes)
{
    const struct gifake_memory *range = gifake_memory_from(base);
    uint64_t step;

    if (range->granules == NULL)
        return GI_OK;
    step = granule_bytes(base);
    for (uint64_t i = begin / step; i * step < end; i++) {
        if (range->granules[i].pages == NULL)
            return gifake_violation("submit: a command touches a part of a range without pages");
        if (writes && range->granules[i].read_only)
            return gifake_violation("submit: a command writes to a read-only part of a range");
    }
    return GI_OK;
}

void gifake_range_use(struct gi_memory *base, uint64_t begin, uint64_t end, int change)
{
    const struct gifake_memory *range = gifake_memory_from(base);
    uint64_t step = granule_bytes(base);

    if (range->granules == NULL)         /* the device may have no ranges at all */
        return;
    for (uint64_t i = begin / step; i * step < end; i++)
        range->granules[i].uses += (unsigned)change;
}

struct gi_memory *gifake_range_find(struct gi_memory *base, uint64_t *in_out_begin,
                                    uint64_t *in_out_end)
{
    const struct gifake_memory *range = gifake_memory_from(base);
    uint64_t step = granule_bytes(base), begin = *in_out_begin, within;
    const struct gifake_granule *granule;

    if (range->granules == NULL)
        return base;
    granule = &range->granules[begin / step];
    within = begin % step;
    *in_out_begin = granule->pages_offset + within;
    if (*in_out_end - begin > step - within)
        *in_out_end = *in_out_begin + step - within;
    else
        *in_out_end = *in_out_begin + (*in_out_end - begin);
    return granule->pages;
}
