/* Copies whose host ends are mapped, whatever else is wrong with them. */
#include "fuzz.h"

#include "places.h"

enum { MOST_ROWS = 6 };

struct place {
    uint64_t pointer;
    size_t room;
    bool strict;                         /* nothing behind room may be touched */
};

static bool is_said_device(int kind, bool is_dst)
{
    return kind == FUZZ_DTOD || kind == (is_dst ? FUZZ_HTOD : FUZZ_DTOH);
}

static int draw_kind(struct fuzz *f)
{
    return fuzz_chance(f, 95) ? (int)fuzz_below(f, 5) : (int)(uint32_t)fuzz_number(f);
}

static struct place draw_place(struct fuzz *f, int kind, bool is_dst)
{
    struct place place = { .room = FUZZ_SLOT_BYTES };

    if (is_said_device(kind, is_dst)) {
        if (fuzz_chance(f, 75))
            place.pointer = fuzz_live_range(f, false, &place.room);
        else
            place.pointer = fuzz_pointer(f);
        return place;
    }
    place.pointer = (uint64_t)(uintptr_t)fuzz_touchable(f, is_dst, true, &place.room,
                                                        &place.strict);
    /* What "default" finds in a range of the library's has to end there. */
    if (kind != FUZZ_DEFAULT)
        place.strict = true;
    return place;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many bytes lie between the first and the last of some rows; SIZE_MAX if that overflows. */
static size_t span(size_t pitch, size_t width, size_t height)
{
    size_t before;

    if (height == 0 || width == 0)
        return 0;
    if (__builtin_mul_overflow(pitch, height - 1, &before) ||
        __builtin_add_overflow(before, width, &before))
        return SIZE_MAX;
    return before;
}

static bool fits(const struct place *place, size_t pitch, size_t width, size_t height)
{
    return !place->strict || span(pitch, width, height) <= place->room;
}

static void spoil(struct fuzz *f, struct fuzz_copy *copy)
{
    switch (fuzz_below(f, 6)) {
    case 0: copy->width = fuzz_size(f); break;
    case 1: copy->height = fuzz_number(f); break;
    case 2: copy->dpitch = fuzz_number(f); break;
    case 3: copy->spitch = fuzz_number(f); break;
    case 4: copy->width = 0; break;
    default: copy->height = 0; break;
    }
}

void fuzz_copy(struct fuzz *f, struct fuzz_copy *copy, int kind, bool rows)
{
    struct place dst, src;
    size_t room;

    copy->kind = kind == FUZZ_ANY_KIND ? draw_kind(f) : kind;
    dst = draw_place(f, copy->kind, true);
    src = draw_place(f, copy->kind, false);
    if (copy->dst_is_array)
        dst = src;
    if (copy->src_is_array)
        src = dst;
    room = least(least(dst.room, src.room), FUZZ_SLOT_BYTES);
    copy->height = rows ? 1 + fuzz_below(f, MOST_ROWS) : 1;
    copy->dpitch = copy->spitch = room / copy->height;
    copy->width = copy->dpitch == 0 ? 0 : 1 + fuzz_below(f, copy->dpitch);
    if (fuzz_chance(f, 50))
        copy->width = least(copy->width, 1 + fuzz_below(f, 256));
    if (fuzz_chance(f, 15))
        spoil(f, copy);
    if (!rows)
        copy->height = 1;
    if (!fits(&dst, copy->dpitch, copy->width, copy->height) ||
        !fits(&src, copy->spitch, copy->width, copy->height)) {
        copy->width = least(16, room);
        copy->height = 1;
    }
    copy->dst = (void *)(uintptr_t)dst.pointer;
    copy->src = (void *)(uintptr_t)src.pointer;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static struct fuzz_box_end draw_end(struct fuzz *f, int kind, bool is_dst, size_t *out_room,
                                    bool *out_strict)
{
    struct fuzz_box_end end = { .array = 0 };
    struct place place = draw_place(f, kind, is_dst);

    *out_room = place.room;
    *out_strict = place.strict;
    end.is_host = !is_said_device(kind, is_dst);
    end.pointer = place.pointer;
    if (fuzz_chance(f, 25)) {
        end.array = fuzz_handle(f, FUZZ_ARRAY);
        /* Both an array and memory is wrong; which of them it then is has no say in this. */
        if (fuzz_chance(f, 95) || place.strict)
            end.pointer = 0;
    }
    return end;
}

static size_t draw_place_in_box(struct fuzz *f, size_t limit)
{
    return fuzz_chance(f, 75) ? 0 : fuzz_below(f, limit);
}

static void lay_out(struct fuzz *f, struct fuzz_box_end *end, const struct fuzz_box *box)
{
    end->pitch = 16 * (box->width + fuzz_below(f, 32));
    end->row_bytes = end->pitch;
    end->rows = box->height + fuzz_below(f, 3);
    end->x = draw_place_in_box(f, 40);
    end->y = draw_place_in_box(f, 4);
    end->z = draw_place_in_box(f, 4);
    if (!fuzz_chance(f, 12))
        return;
    switch (fuzz_below(f, 6)) {
    case 0: end->pitch = fuzz_number(f); break;
    case 1: end->rows = fuzz_number(f); break;
    case 2: end->x = fuzz_number(f); break;
    case 3: end->y = fuzz_number(f); break;
    case 4: end->z = fuzz_number(f); break;
    default: end->row_bytes = fuzz_number(f); break;
    }
}

/* Of a texel's at most 16 bytes; a number that is not small does not fit at all. In some calls a
 * pitch of 0 stands for rows without gaps. */
static bool box_fits(const struct fuzz_box_end *end, const struct fuzz_box *box, size_t room)
{
    size_t small = 65536;
    size_t row = (end->x + box->width) * 16;
    size_t rows;

    if (end->pitch > small || end->rows > small || end->x > small || end->y > small ||
        end->z > small || box->width > small || box->height > small || box->depth > small)
        return false;
    rows = (end->z + box->depth) * (end->rows > end->y + box->height ? end->rows
                                                                       : end->y + box->height);
    return rows * (end->pitch > row ? end->pitch : row) + row <= room;
}

static void make_fit(struct fuzz_box_end *end, bool strict, struct fuzz_box *box, size_t room)
{
    if (!strict || end->array != 0 || box_fits(end, box, room))
        return;
    end->x = end->y = end->z = 0;
    end->pitch = end->row_bytes = 64;
    end->rows = 1;
    box->width = box->height = box->depth = 1;
    if (room < 128)
        end->pointer = 0;
}

/* A box can begin in another allocation than its pointer. One that can reach a canary begins at the
 * pointer. */
static void keep_off_canaries(struct fuzz_box_end *end, const struct fuzz_box *box)
{
    size_t reach = 0, slice;

    if (__builtin_mul_overflow(end->pitch, end->rows + box->height, &slice) ||
        __builtin_mul_overflow(slice, end->z + box->depth, &reach) ||
        __builtin_add_overflow(reach, end->pitch * (end->y + box->height), &reach) ||
        __builtin_add_overflow(reach, (end->x + box->width) * 16, &reach) ||
        fuzz_canary_within(end->pointer, reach))
        end->x = end->y = end->z = 0;
}

void fuzz_box(struct fuzz *f, struct fuzz_box *box, int kind)
{
    size_t dst_room, src_room;
    bool dst_strict, src_strict;

    box->kind = kind == FUZZ_ANY_KIND ? draw_kind(f) : kind;
    box->width = 1 + fuzz_below(f, 12);
    box->height = 1 + fuzz_below(f, 4);
    box->depth = 1 + fuzz_below(f, 3);
    if (fuzz_chance(f, 6))
        box->width = fuzz_extent(f);
    if (fuzz_chance(f, 6))
        box->depth = fuzz_extent(f) - 1;
    box->dst = draw_end(f, box->kind, true, &dst_room, &dst_strict);
    box->src = draw_end(f, box->kind, false, &src_room, &src_strict);
    lay_out(f, &box->dst, box);
    lay_out(f, &box->src, box);
    make_fit(&box->dst, dst_strict, box, dst_room);
    make_fit(&box->src, src_strict, box, src_room);
    make_fit(&box->dst, dst_strict, box, dst_room);
    keep_off_canaries(&box->dst, box);
    f->next.has_box = true;
    f->next.box = *box;
}
