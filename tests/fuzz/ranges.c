/* Reserved addresses, and parts of them to be mapped and unmapped. */
#include "fuzz.h"

#include <pthread.h>

#include "ranges/pages.h"
#include "ranges/range.h"

enum { RESERVATIONS = 6, STEP = 65536, PAGE = 4096, MOST_TRIES = 100 };

static struct {
    pthread_mutex_t lock;
    uint64_t bases[RESERVATIONS], sizes[RESERVATIONS];   /* 0: none */
} reserved = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint64_t fuzz_range(struct fuzz *f, uint64_t *out_size_bytes)
{
    uint64_t first = fuzz_below(f, RESERVATIONS), base = 0;

    *out_size_bytes = STEP;
    pthread_mutex_lock(&reserved.lock);
    for (uint64_t i = 0; i < RESERVATIONS && base == 0; i++) {
        base = reserved.bases[(first + i) % RESERVATIONS];
        if (base != 0)
            *out_size_bytes = reserved.sizes[(first + i) % RESERVATIONS];
    }
    pthread_mutex_unlock(&reserved.lock);
    if (fuzz_chance(f, 3))
        *out_size_bytes = fuzz_number(f);
    return base == 0 || fuzz_chance(f, 3) ? fuzz_pointer(f) : base;
}

uint64_t fuzz_range_part(struct fuzz *f, uint64_t *out_size_bytes)
{
    uint64_t base = fuzz_range(f, out_size_bytes), steps = *out_size_bytes / STEP, begin;

    if (steps == 0 || fuzz_chance(f, 5))
        return base;
    begin = fuzz_below(f, steps);
    *out_size_bytes = (1 + fuzz_below(f, steps - begin < 4 ? steps - begin : 4)) * STEP;
    return base + begin * STEP + (fuzz_chance(f, 3) ? fuzz_below(f, STEP) : 0);
}

void fuzz_release_pages(uint64_t pages)
{
    gi_status status = gi_pages_release(pages);

    if (status != GI_OK && status != GI_INVALID_HANDLE && status != GI_INVALID_VALUE)
        fuzz_fail("pages cannot be released: %s", gi_last_error_detail());
}

static bool is_mapped(uint64_t address)
{
    gi_handle pages;

    if (gi_range_retain(address, &pages) != GI_OK)
        return false;
    fuzz_release_pages(pages);
    return true;
}

/* A mapping may begin at any page. Where it ends is not known: the first size that is taken is
 * right. */
static void unmap_all(uint64_t base, uint64_t size_bytes)
{
    for (uint64_t begin = base; begin < base + size_bytes; begin += PAGE) {
        gi_status status = is_mapped(begin) ? GI_INVALID_VALUE : GI_OK;

        for (uint64_t end = begin + PAGE; end <= base + size_bytes && status != GI_OK; end += PAGE)
            status = gi_range_unmap(begin, end - begin);
    }
}

/* Another thread may map into it once more, or make a call of the driver fail. */
static void end(uint64_t base, uint64_t size_bytes)
{
    gi_status status = GI_INVALID_VALUE;

    for (int i = 0; i < MOST_TRIES && status != GI_OK; i++) {
        unmap_all(base, size_bytes);
        status = gi_range_free(base, size_bytes);
    }
    if (status != GI_OK)
        fuzz_fail("a reservation of 0x%llx bytes at 0x%llx cannot be freed: %s",
                  (unsigned long long)size_bytes, (unsigned long long)base, gi_last_error_detail());
}

void fuzz_range_made(uint64_t base, uint64_t size_bytes)
{
    bool has_room = false;

    pthread_mutex_lock(&reserved.lock);
    for (size_t i = 0; i < RESERVATIONS && !has_room; i++) {
        has_room = reserved.bases[i] == 0;
        if (has_room) {
            reserved.bases[i] = base;
            reserved.sizes[i] = size_bytes;
        }
    }
    pthread_mutex_unlock(&reserved.lock);
    if (!has_room)
        end(base, size_bytes);
}

uint64_t fuzz_range_taken(struct fuzz *f, uint64_t *out_size_bytes)
{
    uint64_t base;

    fuzz_range_put_back(f);
    base = fuzz_range(f, out_size_bytes);
    pthread_mutex_lock(&reserved.lock);
    for (size_t i = 0; i < RESERVATIONS; i++) {
        if (reserved.bases[i] != base)
            continue;
        f->taken_base = base;
        f->taken_bytes = reserved.sizes[i];
        reserved.bases[i] = 0;
    }
    pthread_mutex_unlock(&reserved.lock);
    return base;
}

void fuzz_range_gone(struct fuzz *f)
{
    f->taken_base = 0;
}

void fuzz_range_put_back(struct fuzz *f)
{
    if (f->taken_base != 0)
        fuzz_range_made(f->taken_base, f->taken_bytes);
    f->taken_base = 0;
}

void fuzz_ranges_end(void)
{
    for (size_t i = 0; i < RESERVATIONS; i++) {
        if (reserved.bases[i] != 0)
            end(reserved.bases[i], reserved.sizes[i]);
        reserved.bases[i] = 0;
    }
}
