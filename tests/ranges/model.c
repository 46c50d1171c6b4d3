/* Random ranges, pages, mappings, copies, fills, exports and unmappings against a model: an array
 * of bytes for each step of the pages, and for each step of the addresses which one is there.
 *
 *      model [STEPS [SEED]]
 *
 * Exit: 0 all bytes are the model's, 1 some are not, 77 no device has ranges. */
#include <string.h>
#include <unistd.h>

#include "device/device.h"
#include "ranges/pages.h"
#include "ranges/range.h"
#include "walk.h"

enum {
    LEAST_STEP = 65536, RANGES = 2, STEPS = 8, PIECES = 10, MOST_PIECE_STEPS = 3, CELLS = 64,
    MAPPINGS = RANGES * STEPS
};

/* A model of a step's bytes: what they are, in runs of equal bytes. Fills are of whole cells. */
struct step_model {
    uint8_t cells[CELLS];
};

/* Pages, which may have several handles. */
struct piece {
    gi_handle handle;            /* 0: none */
    struct step_model *steps;    /* shared by all handles of the same pages; NULL: none */
    unsigned *users;             /* handles and mapped steps that use the model */
    uint64_t count;              /* steps */
};

/* A step of a range. */
struct place {
    struct step_model *step;     /* NULL: nothing is mapped */
    unsigned *users;
    struct step_model *owner;    /* first step of its pages */
    int mapping;                 /* number of the mapping; equal for all of its steps */
    int access;
};

static struct {
    uint64_t step;               /* bytes */
    bool shares;                 /* pages have fds */
    uint64_t bases[RANGES];
    struct place places[RANGES][STEPS];
    struct piece pieces[PIECES];
    uint64_t out;                /* host memory of STEPS steps */
    int newest_mapping;
} world;

/* ---- pieces -------------------------------------------------------------------------------- */

static void drop(struct step_model *steps, unsigned *users)
{
    if (--*users > 0)
        return;
    free(steps);
    free(users);
}

static void create(struct piece *piece)
{
    struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                              .handle_types = world.shares && below(2) };

    piece->count = 1 + below(MOST_PIECE_STEPS);
    piece->steps = calloc(piece->count, sizeof *piece->steps);
    piece->users = calloc(1, sizeof *piece->users);
    CHECK(piece->steps != NULL && piece->users != NULL, "no memory");
    *piece->users = 1;
    OK(gi_pages_create(&properties, piece->count * world.step, &piece->handle));
    walk.counts[7]++;
}

static void release(struct piece *piece)
{
    OK(gi_pages_release(piece->handle));
    drop(piece->steps, piece->users);
    *piece = (struct piece){ .handle = 0 };
}

/* The same pages by another handle. */
static void export_to(const struct piece *from, struct piece *to)
{
    struct gi_pages_properties properties;
    int fd;

    OK(gi_pages_properties(from->handle, &properties));
    if (properties.handle_types == 0) {
        CHECK(gi_pages_export(from->handle, 1, &fd) == GI_INVALID_VALUE, "an export was possible");
        return;
    }
    OK(gi_pages_export(from->handle, 1, &fd));
    OK(gi_pages_import(1, fd, &to->handle));
    close(fd);
    to->steps = from->steps;
    to->users = from->users;
    to->count = from->count;
    ++*to->users;
    walk.counts[0]++;
}

static void change_pieces(void)
{
    struct piece *piece = &world.pieces[below(PIECES)], *other = &world.pieces[below(PIECES)];

    if (piece->handle == 0)
        create(piece);
    else if (other->handle == 0 && below(2) == 0)
        export_to(piece, other);
    else
        release(piece);
}

/* ---- mappings ------------------------------------------------------------------------------ */

static void map(void)
{
    uint64_t range = below(RANGES), at = below(STEPS);
    const struct piece *piece = &world.pieces[below(PIECES)];
    uint64_t offset, count;
    bool is_free = true;
    gi_status status;

    if (piece->handle == 0)
        return;
    offset = below(piece->count);
    count = 1 + below(piece->count - offset);
    for (uint64_t i = at; i < at + count; i++)
        is_free &= i < STEPS && world.places[range][i].step == NULL;
    status = gi_range_map(world.bases[range] + at * world.step, count * world.step,
                          offset * world.step, piece->handle);
    CHECK(status == (is_free ? GI_OK : GI_INVALID_VALUE), "mapping: %s", gi_status_name(status));
    if (!is_free)
        return;
    world.newest_mapping++;
    for (uint64_t i = 0; i < count; i++) {
        world.places[range][at + i] = (struct place){ &piece->steps[offset + i], piece->users,
                                                      piece->steps, world.newest_mapping, 0 };
        ++*piece->users;
    }
    walk.counts[1]++;
}

static void set_access(void)
{
    static const int accesses[] = { 3, 3, 3, 3, 1, 0 };
    uint64_t range = below(RANGES), at = below(4) == 0 ? below(STEPS) : 0;
    uint64_t count = 1 + below(STEPS - at);
    struct gi_range_location location = { .type = 1, .access = accesses[below(6)] };
    bool is_whole = true;
    gi_status status;

    while (at + 1 < STEPS && below(8) != 0 && world.places[range][at].step == NULL)
        at++;
    count = count > STEPS - at ? STEPS - at : count;
    for (uint64_t i = 1; i < count && below(8) != 0; i++)
        count = world.places[range][at + i].step == NULL ? i : count;
    for (uint64_t i = at; i < at + count; i++)
        is_whole &= world.places[range][i].step != NULL;
    status = gi_range_set_access(world.bases[range] + at * world.step, count * world.step,
                                 &location, 1);
    CHECK(status == (is_whole ? GI_OK : GI_INVALID_VALUE), "access: %s", gi_status_name(status));
    for (uint64_t i = at; i < at + count && is_whole; i++)
        world.places[range][i].access = location.access;
    walk.counts[2] += is_whole;
}

static bool is_whole_mappings(uint64_t range, uint64_t at, uint64_t count)
{
    const struct place *places = world.places[range];

    for (uint64_t i = at; i < at + count; i++) {
        if (places[i].step == NULL)
            return false;
    }
    return (at == 0 || places[at - 1].mapping != places[at].mapping) &&
           (at + count == STEPS || places[at + count].mapping != places[at + count - 1].mapping);
}

static void unmap_part(uint64_t range, uint64_t at, uint64_t count)
{
    bool is_right = is_whole_mappings(range, at, count);
    gi_status status = gi_range_unmap(world.bases[range] + at * world.step, count * world.step);

    CHECK(status == (is_right ? GI_OK : GI_INVALID_VALUE), "unmapping: %s",
          gi_status_name(status));
    for (uint64_t i = at; i < at + count && is_right; i++) {
        drop(world.places[range][i].owner, world.places[range][i].users);
        world.places[range][i] = (struct place){ .mapping = 0 };
    }
    walk.counts[3] += is_right;
}

static void unmap(void)
{
    uint64_t range = below(RANGES), at = below(STEPS), count = 1;

    /* Mostly up to the end of a mapping, or of the next one. */
    while (at > 0 && below(8) != 0 && world.places[range][at - 1].step != NULL &&
           world.places[range][at - 1].mapping == world.places[range][at].mapping)
        at--;
    while (at + count < STEPS && world.places[range][at + count].step != NULL &&
           (world.places[range][at + count].mapping ==
            world.places[range][at + count - 1].mapping || below(3) == 0))
        count++;
    unmap_part(range, at, count);
}

/* ---- work ---------------------------------------------------------------------------------- */

/* Whether [at, at + count) may be used by one command. */
static bool may_use(uint64_t range, uint64_t at, uint64_t count, bool writes)
{
    for (uint64_t i = at; i < at + count; i++) {
        const struct place *place = &world.places[range][i];

        if (place->access == 0 || (writes && place->access != 3))
            return false;
    }
    return true;
}

static void draw(uint64_t *range, uint64_t *at, uint64_t *count)
{
    *range = below(RANGES);
    *at = below(STEPS);
    *count = 1 + below(STEPS - *at < 4 ? STEPS - *at : 4);
}

static uint8_t *cell(uint64_t range, uint64_t number)
{
    return &world.places[range][number / CELLS].step->cells[number % CELLS];
}

static void fill(void)
{
    const uint64_t cell_bytes = world.step / CELLS;
    uint64_t range, at, count, skip, cells;
    uint8_t value = (uint8_t)below(256);
    gi_status status;
    bool may;

    draw(&range, &at, &count);
    skip = below(CELLS);
    cells = count * CELLS - skip;
    may = may_use(range, at, count, true);
    status = gi_fill_async(world.bases[range] + at * world.step + skip * cell_bytes, value, 1,
                           cells * cell_bytes, stream());
    CHECK(status == (may ? GI_OK : GI_INVALID_VALUE), "filling: %s", gi_status_name(status));
    for (uint64_t i = 0; i < cells && may; i++)
        *cell(range, at * CELLS + skip + i) = value;
    walk.counts[4] += may;
}

/* Whether one page is in both, or twice in the first. What a copy makes of that is not defined. */
static bool share_a_page(uint64_t dst_range, uint64_t dst, uint64_t src_range, uint64_t src,
                         uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t k = 0; k < count; k++) {
            const struct step_model *step = world.places[dst_range][dst + i].step;

            if (step == world.places[src_range][src + k].step ||
                (k != i && step == world.places[dst_range][dst + k].step))
                return true;
        }
    }
    return false;
}

static void copy(void)
{
    uint64_t dst_range, dst, src_range, src, count, other;
    gi_status status;
    bool may;

    draw(&dst_range, &dst, &count);
    draw(&src_range, &src, &other);
    count = count < other ? count : other;
    may = may_use(dst_range, dst, count, true) && may_use(src_range, src, count, false);
    if (may && share_a_page(dst_range, dst, src_range, src, count))
        return;
    status = gi_copy_async(world.bases[dst_range] + dst * world.step,
                           world.bases[src_range] + src * world.step, count * world.step,
                           GI_COPY_DEVICE_TO_DEVICE, stream());
    CHECK(status == (may ? GI_OK : GI_INVALID_VALUE), "copying: %s", gi_status_name(status));
    for (uint64_t i = 0; i < count && may; i++)
        *world.places[dst_range][dst + i].step = *world.places[src_range][src + i].step;
    walk.counts[5] += may;
}

/* Reads a part, and goes on with the other stream. */
static void look(void)
{
    const uint64_t cell_bytes = world.step / CELLS;
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)world.out;
    uint64_t range, at, count;

    draw(&range, &at, &count);
    if (may_use(range, at, count, false)) {
        OK(gi_copy_async(world.out, world.bases[range] + at * world.step, count * world.step,
                         GI_COPY_DEVICE_TO_HOST, stream()));
        OK(gi_stream_synchronize(stream()));
        for (uint64_t i = 0; i < count * world.step; i++)
            CHECK(bytes[i] == *cell(range, at * CELLS + i / cell_bytes), "byte %llu of step %llu "
                  "of range %llu is %d instead of %d", (unsigned long long)i,
                  (unsigned long long)at, (unsigned long long)range, bytes[i],
                  *cell(range, at * CELLS + i / cell_bytes));
        walk.counts[6]++;
    }
    OK(gi_stream_synchronize(stream()));
    next_stream();
}

/* ---- all of it ----------------------------------------------------------------------------- */

static void read_device(void)
{
    const struct gi_device_info *info;

    world.step = LEAST_STEP;
    if (gi_device_info(0, &info) != GI_OK)
        return;
    world.shares = info->tells_import_size;
    if (info->range_granularity_bytes > LEAST_STEP)
        world.step = info->range_granularity_bytes;
}

static bool begin(void)
{
    read_device();
    for (int i = 0; i < RANGES; i++) {
        gi_status status = gi_range_reserve(STEPS * world.step, 0, 0, &world.bases[i]);

        if (status == GI_NOT_SUPPORTED) {
            printf("skipped: %s\n", gi_last_error_detail());
            return false;
        }
        CHECK(status == GI_OK, "reserving");
    }
    OK(gi_memory_host_alloc(STEPS * world.step, 0, &world.out));
    return true;
}

static void end(void)
{
    for (uint64_t range = 0; range < RANGES; range++) {
        for (uint64_t at = 0; at < STEPS; at++) {
            uint64_t count = 1;

            if (world.places[range][at].step == NULL)
                continue;
            while (at + count < STEPS && world.places[range][at + count].mapping ==
                   world.places[range][at].mapping)
                count++;
            unmap_part(range, at, count);
        }
        OK(gi_range_free(world.bases[range], STEPS * world.step));
    }
    for (int i = 0; i < PIECES; i++) {
        if (world.pieces[i].handle != 0)
            release(&world.pieces[i]);
    }
    OK(gi_memory_host_free(world.out));
}

int main(int argc, char **argv)
{
    static void (*const steps[])(void) = {
        change_pieces, map, map, map, set_access, set_access, set_access, unmap,
        fill, fill, fill, fill, fill, fill, copy, copy, copy, copy, copy, copy, copy, look
    };
    static const struct walk_plan plan = {
        .steps = steps, .step_count = sizeof steps / sizeof steps[0], .default_steps = 3000,
        .words = { "imports", "maps", "accesses", "unmaps", "fills", "copies", "looks",
                   "creations" },
        .begin = begin, .end = end
    };

    return walk_main(argc, argv, &plan);
}
