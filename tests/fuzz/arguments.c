/* Random arguments, and the memory that calls may write. */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>

#include "places.h"

uint64_t fuzz_below(struct fuzz *f, uint64_t limit)
{
    return test_random_below(&f->random, limit);
}

bool fuzz_chance(struct fuzz *f, unsigned percent)
{
    return fuzz_below(f, 100) < percent;
}

/* ---- numbers --------------------------------------------------------------------------------- */

uint64_t fuzz_number(struct fuzz *f)
{
    switch (fuzz_below(f, 8)) {
    case 0: return 0;
    case 1: case 2: return fuzz_below(f, 8);
    case 3: return fuzz_below(f, 300);
    case 4: return (UINT64_C(1) << fuzz_below(f, 64)) - fuzz_below(f, 2);
    case 5: return UINT64_MAX - fuzz_below(f, 3);
    case 6: return UINT32_MAX - fuzz_below(f, 3);
    default: return test_random_next(&f->random) >> fuzz_below(f, 64);
    }
}

size_t fuzz_size(struct fuzz *f)
{
    uint64_t kind = fuzz_below(f, 20);

    if (kind < 11)
        return 1 + fuzz_below(f, 512);
    if (kind < 15)
        return 1 + fuzz_below(f, 65536);
    if (kind < 16)
        return 0;
    if (kind < 18)
        return (UINT64_C(1) << fuzz_below(f, 22)) + fuzz_below(f, 3) - 1;
    return (UINT64_C(1) << (48 + fuzz_below(f, 16))) + fuzz_below(f, 3) - 1;
}

size_t fuzz_extent(struct fuzz *f)
{
    if (fuzz_chance(f, 92))
        return 1 + fuzz_below(f, 24);
    return fuzz_chance(f, 50) ? 0 : (UINT64_C(1) << (20 + fuzz_below(f, 44))) - fuzz_below(f, 2);
}

uint32_t fuzz_flags(struct fuzz *f)
{
    if (fuzz_chance(f, 65))
        return 0;
    if (fuzz_chance(f, 60))
        return UINT32_C(1) << fuzz_below(f, 8);
    return (uint32_t)fuzz_number(f);
}

int fuzz_int(struct fuzz *f)
{
    if (fuzz_chance(f, 75))
        return 0;
    return fuzz_chance(f, 60) ? (int)fuzz_below(f, 5) - 2 : (int)(uint32_t)fuzz_number(f);
}

float fuzz_float(struct fuzz *f)
{
    static const float values[] = { 0, 1, -1, 0.5f, 1e30f, -1e30f };

    return values[fuzz_below(f, sizeof values / sizeof values[0])];
}

int fuzz_enum(struct fuzz *f, const int *values, size_t count)
{
    if (fuzz_chance(f, 92))
        return values[fuzz_below(f, count)];
    return (int)(uint32_t)fuzz_number(f);
}

const char *fuzz_text(struct fuzz *f)
{
    static const char *const texts[] = {
        NULL, "", "/dev/null", "/nowhere/at/all", "0000:00:00.0", "cudaMalloc", "hipMalloc",
        "cudaMemcpyAsync", "cudaNothing", "%s%n", "ffff:ff:ff.f", "0:0:0"
    };

    return texts[fuzz_below(f, sizeof texts / sizeof texts[0])];
}

/* ---- the arena ------------------------------------------------------------------------------- */

enum { STRIP = 0xa5 };

static uint8_t *map_between_guards(size_t size_bytes)
{
    size_t guard = 1 << 16;
    uint8_t *base = mmap(NULL, size_bytes + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                         0);

    if (base == MAP_FAILED || mprotect(base + guard, size_bytes, PROT_READ | PROT_WRITE) != 0)
        fuzz_fail("no memory for the arena");
    memset(base + guard, STRIP, size_bytes);
    return base + guard;
}

static void unmap(uint8_t *base, size_t size_bytes)
{
    size_t guard = 1 << 16;

    munmap(base - guard, size_bytes + 2 * guard);
}

void fuzz_arena_begin(struct fuzz_arena *arena)
{
    arena->source = map_between_guards(FUZZ_SLOTS * FUZZ_SLOT_STEP);
    arena->target = map_between_guards(FUZZ_SLOTS * FUZZ_SLOT_STEP);
    arena->pages = map_between_guards(FUZZ_PAGES * FUZZ_PAGE_BYTES);
    arena->cells = map_between_guards(FUZZ_CELLS * 2 * FUZZ_CELL_BYTES);
}

void fuzz_arena_end(struct fuzz_arena *arena)
{
    unmap(arena->source, FUZZ_SLOTS * FUZZ_SLOT_STEP);
    unmap(arena->target, FUZZ_SLOTS * FUZZ_SLOT_STEP);
    unmap(arena->pages, FUZZ_PAGES * FUZZ_PAGE_BYTES);
    unmap(arena->cells, FUZZ_CELLS * 2 * FUZZ_CELL_BYTES);
}

static void expect_strip(const uint8_t *bytes, size_t size_bytes, const char *what)
{
    for (size_t i = 0; i < size_bytes; i++) {
        if (bytes[i] != STRIP)
            fuzz_fail("%s: byte %zu behind it was written", what, i);
    }
}

/* A slot is followed by a strip that no call was given. */
void fuzz_arena_check(const struct fuzz_arena *arena)
{
    for (size_t i = 0; i < FUZZ_SLOTS; i++)
        expect_strip(arena->target + i * FUZZ_SLOT_STEP + FUZZ_SLOT_BYTES,
                     FUZZ_SLOT_STEP - FUZZ_SLOT_BYTES, "a host target");
}

/* ---- cells ----------------------------------------------------------------------------------- */

static uint8_t *cell_at(const struct fuzz *f, unsigned i)
{
    return f->arena.cells + i * 2 * FUZZ_CELL_BYTES + FUZZ_CELL_BYTES;
}

/* It ends where its part of the arena ends, before the strip of the next; what lies before it is a
 * strip too. */
void *fuzz_cell(struct fuzz *f, size_t size_bytes)
{
    unsigned i = f->arena.cells_used++;
    uint8_t *end, *cell;

    if (i >= FUZZ_CELLS || size_bytes > FUZZ_CELL_BYTES)
        fuzz_fail("a call has too many out arguments");
    f->arena.cell_bytes[i] = size_bytes;
    end = cell_at(f, i) + FUZZ_CELL_BYTES;
    cell = end - (size_bytes + 15) / 16 * 16;
    for (size_t k = 0; k < size_bytes; k++)
        cell[k] = (uint8_t)(k % 8 == 0 ? fuzz_below(f, 4) : 0);
    return cell;
}

void *fuzz_out(struct fuzz *f, size_t size_bytes)
{
    return fuzz_chance(f, 4) ? NULL : fuzz_cell(f, size_bytes);
}

/* Looks at what lies around the cells of a call, and makes them strips again. */
void fuzz_cells_check(struct fuzz *f, const char *name)
{
    for (unsigned i = 0; i < f->arena.cells_used; i++) {
        uint8_t *end = cell_at(f, i) + FUZZ_CELL_BYTES;
        size_t rounded = (f->arena.cell_bytes[i] + 15) / 16 * 16;
        uint8_t *cell = end - rounded;

        expect_strip(cell + f->arena.cell_bytes[i], rounded - f->arena.cell_bytes[i], name);
        expect_strip(cell - 64, 64, name);
        if (i + 1 < FUZZ_CELLS)
            expect_strip(end, 64, name);
        memset(cell, STRIP, rounded);
    }
    f->arena.cells_used = 0;
}

/* ---- structs --------------------------------------------------------------------------------- */

void fuzz_mutate(struct fuzz *f, void *object, const struct fuzz_field *fields, size_t count)
{
    bool much = fuzz_chance(f, 3);

    if (!much && fuzz_chance(f, 70))
        return;
    for (size_t i = 0; i < count; i++) {
        uint64_t value;

        if (!fuzz_chance(f, much ? 50 : 8))
            continue;
        if (fields[i].what < FUZZ_OBJECT_KINDS)
            value = fuzz_handle(f, (enum fuzz_object_kind)fields[i].what);
        else
            value = fields[i].what == FUZZ_FIELD_POINTER ? fuzz_pointer(f) : fuzz_number(f);
        memcpy((uint8_t *)object + fields[i].offset, &value,
               fields[i].size < sizeof value ? fields[i].size : sizeof value);
    }
}
