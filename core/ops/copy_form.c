#include "copy_form.h"

#include "base/least.h"
#include "copy_bytes.h"
#include "copy_operands.h"
#include "pitched.h"

/* ---- kinds of sides ------------------------------------------------------------------------- */

static bool has_array(const struct gi_copy *form)
{
    return gi_copy_is_of_array(&form->dst) || gi_copy_is_of_array(&form->src);
}

static gi_status find_layout(const struct gi_copy_side *side, struct gi_array_layout *out)
{
    *out = (struct gi_array_layout){ .texel_bytes = 0 };
    return gi_copy_is_of_array(side) ? gi_array_layout_of(side->array, side->name, out) : GI_OK;
}

/* The layouts of both sides, where they are arrays; of memory texel_bytes is 0. */
static gi_status ask_both(const struct gi_copy *form, struct gi_array_layout *out_dst,
                          struct gi_array_layout *out_src)
{
    gi_status st = find_layout(&form->dst, out_dst);

    return st == GI_OK ? find_layout(&form->src, out_src) : st;
}

static bool counts_bytes(const struct gi_copy *form)
{
    return form->measure == GI_COPY_BYTES || form->measure == GI_COPY_RUN ||
           form->measure == GI_COPY_ROW;
}

static gi_status wrong_kind(gi_status code, const struct gi_copy_side *array, int kind)
{
    return gi_fail(code, "copy: kind is %d, which says that %s is host memory, but it is an array",
                   kind, array->name);
}

/* For rows and runs the kind must match both arrays. For volumes only the source is checked, as
 * the vendor does. */
static gi_status check_kind(const struct gi_copy *form)
{
    bool from_host = form->kind == GI_COPY_HOST_TO_HOST || form->kind == GI_COPY_HOST_TO_DEVICE;
    bool to_host = form->kind == GI_COPY_HOST_TO_HOST || form->kind == GI_COPY_DEVICE_TO_HOST;
    gi_status code = counts_bytes(form) ? GI_INVALID_COPY_DIRECTION : GI_INVALID_VALUE;

    if (gi_copy_is_of_array(&form->src) && from_host)
        return wrong_kind(code, &form->src, form->kind);
    if (gi_copy_is_of_array(&form->dst) && to_host && counts_bytes(form))
        return wrong_kind(code, &form->dst, form->kind);
    return GI_OK;
}

static bool is_nothing(const struct gi_copy *form)
{
    return form->width == 0 || form->height == 0 || form->depth == 0;
}

/* ---- boxes of texels ------------------------------------------------------------------------ */

/* The size of texels or blocks. A box between a compressed array and a plain one is counted in
 * texels of the compressed one. */
struct unit {
    uint64_t bytes;
    uint32_t width, height;
};

static gi_status take_unit(const struct gi_copy *form, const struct gi_array_layout *dst,
                           const struct gi_array_layout *src, struct unit *out_unit)
{
    const struct gi_array_layout *of = dst;

    *out_unit = (struct unit){ 1, 1, 1 };
    if (!has_array(form))
        return GI_OK;
    if (gi_copy_is_of_array(&form->dst) && gi_copy_is_of_array(&form->src) &&
        dst->texel_bytes != src->texel_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s has texels of %llu bytes and %s of %llu; they have to "
                       "be of the same size", form->dst.name, (unsigned long long)dst->texel_bytes,
                       form->src.name, (unsigned long long)src->texel_bytes);
    if (!gi_copy_is_of_array(&form->dst) || src->block_width > dst->block_width)
        of = src;
    *out_unit = (struct unit){ of->texel_bytes, of->block_width, of->block_height };
    return GI_OK;
}

static uint64_t blocks(uint64_t texels, uint32_t block)
{
    return texels / block + (texels % block != 0);
}

static gi_status take_box(const struct gi_copy *form, const struct unit *unit,
                          struct gi_box *out_box)
{
    *out_box = (struct gi_box){ 0, blocks(form->height, unit->height), form->depth };
    if (__builtin_mul_overflow(blocks(form->width, unit->width), unit->bytes,
                               &out_box->width_bytes))
        return gi_fail(GI_INVALID_VALUE, "copy: a width of %llu texels of %llu bytes overflows",
                       (unsigned long long)form->width, (unsigned long long)unit->bytes);
    return GI_OK;
}

/* A position that overflows is too large for any array, and stays so. */
static uint64_t column_bytes(uint64_t column, uint64_t texel_bytes)
{
    uint64_t bytes;

    return __builtin_mul_overflow(column, texel_bytes, &bytes)
               ? UINT64_MAX - UINT64_MAX % texel_bytes : bytes;
}

static struct gi_copy_side take_array(const struct gi_copy_side *side,
                                      const struct gi_array_layout *layout)
{
    return (struct gi_copy_side){
        .name = side->name, .declared = GI_DECLARED_ARRAY, .array = side->array,
        .x = column_bytes(side->x / layout->block_width, layout->texel_bytes),
        .y = side->y / layout->block_height, .z = side->z,
    };
}

/* Converts a number of texels in memory to bytes. */
static gi_status to_bytes(const char *name, uint64_t texel_blocks, const struct unit *unit,
                          uint64_t *out_bytes)
{
    if (!__builtin_mul_overflow(texel_blocks, unit->bytes, out_bytes))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %llu texels of %llu bytes overflow", name,
                   (unsigned long long)texel_blocks, (unsigned long long)unit->bytes);
}

static gi_status take_operand(const struct gi_copy_side *side, const struct unit *unit,
                              const struct gi_box *box, struct gi_copy_side *out_side)
{
    struct gi_copy_side bytes = *side;
    gi_status st = to_bytes(side->name, blocks(side->pitch, unit->width), unit, &bytes.pitch);

    bytes.rows = blocks(side->rows, unit->height);
    return st == GI_OK ? gi_pitched_operand_end(&bytes, box, out_side) : st;
}

/* Checks the pitch of memory in a copy with an array, as the vendor does. A pitch from the box's
 * width in texels to below its bytes is GI_INVALID_VALUE. A smaller one is GI_INVALID_PITCH,
 * which gi_pitched_end returns. */
static gi_status check_pitch(const struct gi_copy *form, const struct gi_copy_side *side,
                             const struct gi_box *box)
{
    if (gi_box_is_empty(box))
        return GI_OK;
    if (side->pointer == 0 && (has_array(form) || side->pitch == 0))
        return gi_fail(GI_INVALID_VALUE, "%s is neither memory nor an array", side->name);
    if (has_array(form) && (box->height > 1 || box->depth > 1) && side->pitch >= form->width &&
        side->pitch < box->width_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s: pitch is %llu bytes, but rows have %llu", side->name,
                       (unsigned long long)side->pitch, (unsigned long long)box->width_bytes);
    return GI_OK;
}

static gi_status take_memory(const struct gi_copy *form, const struct gi_copy_side *side,
                             const struct unit *unit, const struct gi_box *box,
                             struct gi_copy_side *out_side)
{
    struct gi_copy_side bytes = *side;
    gi_status st;

    if (form->measure == GI_COPY_OPERANDS)
        return take_operand(side, unit, box, out_side);
    st = check_pitch(form, side, box);
    if (st == GI_OK && form->measure == GI_COPY_ELEMENTS) {
        bytes.y /= unit->height;
        st = to_bytes(side->name, side->x / unit->width, unit, &bytes.x);
    }
    return st == GI_OK ? gi_pitched_end(&bytes, box, out_side) : st;
}

static gi_status take_side(const struct gi_copy *form, const struct gi_copy_side *side,
                           const struct gi_array_layout *layout, const struct unit *unit,
                           const struct gi_box *box, struct gi_copy_side *out_side)
{
    if (!gi_copy_is_of_array(side))
        return take_memory(form, side, unit, box, out_side);
    *out_side = take_array(side, layout);
    return GI_OK;
}

/* All of a copy but its sides. */
static void set_box(struct gi_copy *copy, const struct gi_box *box, int kind)
{
    copy->measure = GI_COPY_BOX;
    copy->width = box->width_bytes;
    copy->height = box->height;
    copy->depth = box->depth;
    copy->kind = kind;
}

static gi_status take_texels(const struct gi_copy *form, struct gi_copy *out_box)
{
    struct gi_array_layout dst, src;
    struct unit unit;
    struct gi_box box;
    gi_status st = ask_both(form, &dst, &src);

    if (st == GI_OK)
        st = take_unit(form, &dst, &src, &unit);
    if (st == GI_OK)
        st = take_box(form, &unit, &box);
    if (st == GI_OK)
        st = take_side(form, &form->dst, &dst, &unit, &box, &out_box->dst);
    if (st == GI_OK)
        st = take_side(form, &form->src, &src, &unit, &box, &out_box->src);
    if (st == GI_OK)
        set_box(out_box, &box, form->kind);
    return st;
}

/* A linear copy of memory. */
static void take_linear(const struct gi_copy *form, struct gi_copy *out_box)
{
    *out_box = (struct gi_copy){
        .measure = GI_COPY_BOX, .dst.pointer = form->dst.pointer, .src.pointer = form->src.pointer,
        .width = form->width, .height = 1, .depth = 1, .kind = form->kind,
    };
}

gi_status gi_copy_form_box(const struct gi_copy *form, struct gi_copy *out_box)
{
    if (form->measure != GI_COPY_LINEAR)
        return take_texels(form, out_box);
    take_linear(form, out_box);
    return GI_OK;
}

static gi_status copy_texels(struct gi_copy_call *call, const struct gi_copy *form)
{
    struct gi_copy box;
    gi_status st = take_texels(form, &box);

    if (st == GI_OK && !is_nothing(form))
        st = check_kind(form);
    call->whole = form;
    return st == GI_OK ? gi_copy_call_box(call, &box) : st;
}

/* ---- boxes of bytes ------------------------------------------------------------------------- */

static gi_status take_rows(const struct gi_copy_side *side, const struct gi_box *box,
                           struct gi_copy_side *out_side)
{
    if (!gi_copy_is_of_array(side))
        return gi_pitched_end(side, box, out_side);
    *out_side = *side;
    return GI_OK;
}

static gi_status copy_rows(struct gi_copy_call *call, const struct gi_copy *form)
{
    const struct gi_box bytes = gi_copy_box_of(form);
    struct gi_array_layout dst, src;
    struct gi_copy box;
    gi_status st = ask_both(form, &dst, &src);

    if (st == GI_OK)
        st = take_rows(&form->dst, &bytes, &box.dst);
    if (st == GI_OK)
        st = take_rows(&form->src, &bytes, &box.src);
    if (st == GI_OK)
        st = check_kind(form);
    set_box(&box, &bytes, form->kind);
    return st == GI_OK ? gi_copy_bytes(call, &box, &dst, &src) : st;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static gi_status check_array(const struct gi_copy *form, const struct gi_copy_side *side,
                             const struct gi_array_layout *layout)
{
    uint64_t whole = layout->row_bytes * layout->rows;

    if (form->measure == GI_COPY_ROW && (layout->rows != 1 || layout->slices != 1))
        return gi_fail(GI_INVALID_VALUE, "%s has %llu rows and %llu slices; this copy is for "
                       "arrays of one row", side->name, (unsigned long long)layout->rows,
                       (unsigned long long)layout->slices);
    if (side->x > layout->row_bytes || side->y >= layout->rows)
        return gi_fail(GI_INVALID_VALUE, "%s: byte %llu of row %llu is no place in an array of "
                       "%llu rows of %llu bytes", side->name, (unsigned long long)side->x,
                       (unsigned long long)side->y, (unsigned long long)layout->rows,
                       (unsigned long long)layout->row_bytes);
    if (form->width > whole - (side->y * layout->row_bytes + side->x))
        return gi_fail(GI_INVALID_VALUE, "%s: %llu bytes from byte %llu of row %llu on leave the "
                       "array, which has %llu rows of %llu bytes", side->name,
                       (unsigned long long)form->width, (unsigned long long)side->x,
                       (unsigned long long)side->y, (unsigned long long)layout->rows,
                       (unsigned long long)layout->row_bytes);
    return GI_OK;
}

/* Resolves the memory of a run as a whole, because parts of it might be resolved differently. It
 * is referenced until the run is done. */
static gi_status begin_memory(const struct gi_copy *form, const struct gi_copy_side *side,
                              bool is_target, struct gi_operand *out_operand)
{
    const struct gi_copy_side memory = { .pointer = side->pointer, .declared = side->declared };
    const struct gi_box box = gi_box_linear(form->width);

    return gi_operand_resolve_box(out_operand, &memory, &box,
                                  gi_kind_declares(form->kind, is_target), is_target, side->name);
}

static gi_status begin_side(const struct gi_copy *form, const struct gi_copy_side *side,
                            const struct gi_array_layout *layout, bool is_target,
                            struct gi_operand *out_operand)
{
    return gi_copy_is_of_array(side) ? check_array(form, side, layout)
                                     : begin_memory(form, side, is_target, out_operand);
}

/* The bytes of a row; memory has no rows, and no layout. */
static uint64_t row_of(const struct gi_array_layout *layout)
{
    return layout->texel_bytes != 0 ? layout->row_bytes : UINT64_MAX;
}

/* The largest box that both sides have at their places. It has whole rows if both are at the start
 * of a row and their rows are equally long; else it is a part of a row. */
static void take_next(struct gi_copy *box, const struct gi_array_layout *dst,
                      const struct gi_array_layout *src, uint64_t left_bytes)
{
    uint64_t row = gi_least(row_of(dst), row_of(src));
    uint64_t width = gi_least(row_of(dst) - box->dst.x, row_of(src) - box->src.x);
    bool same = dst->texel_bytes == 0 || src->texel_bytes == 0 || row_of(dst) == row_of(src);
    bool whole = same && width == row && left_bytes >= row;

    box->width = whole ? row : gi_least(width, left_bytes);
    box->height = whole ? left_bytes / row : 1;
    box->dst.pitch = box->src.pitch = box->width;        /* of memory, which is packed */
}

/* Moves a side on behind a box. */
static void go_on(struct gi_copy_side *side, const struct gi_array_layout *layout, uint64_t bytes)
{
    side->pointer += bytes;
    if (!gi_copy_is_of_array(side))
        return;
    side->x += bytes;
    side->y += side->x / layout->row_bytes;
    side->x %= layout->row_bytes;
}

/* Where a run begins. In an array the end of a row is the beginning of the next. */
static struct gi_copy_side start_of(const struct gi_copy_side *side,
                                    const struct gi_array_layout *layout)
{
    struct gi_copy_side start = {
        .name = side->name, .declared = side->declared, .array = side->array,
        .pointer = side->pointer,
    };

    if (!gi_copy_is_of_array(side))
        return start;
    start.x = side->x;
    start.y = side->y;
    go_on(&start, layout, 0);
    return start;
}

static gi_status copy_pieces(struct gi_copy_call *call, const struct gi_copy *form,
                             const struct gi_array_layout *dst, const struct gi_array_layout *src)
{
    struct gi_copy box = {
        .measure = GI_COPY_BOX, .dst = start_of(&form->dst, dst), .src = start_of(&form->src, src),
        .depth = 1, .kind = form->kind,
    };
    uint64_t left = form->width;
    gi_status st = GI_OK;

    while (left > 0 && st == GI_OK) {
        take_next(&box, dst, src, left);
        st = gi_copy_bytes(call, &box, dst, src);
        go_on(&box.dst, dst, box.width * box.height);
        go_on(&box.src, src, box.width * box.height);
        left -= box.width * box.height;
    }
    return st;
}

static gi_status copy_run(struct gi_copy_call *call, const struct gi_copy *form)
{
    struct gi_operand dst_end = { .allocation = NULL }, src_end = { .allocation = NULL };
    struct gi_array_layout dst, src;
    gi_status st = ask_both(form, &dst, &src);

    if (st == GI_OK)
        st = check_kind(form);
    if (st == GI_OK)
        st = begin_side(form, &form->dst, &dst, true, &dst_end);
    if (st == GI_OK)
        st = begin_side(form, &form->src, &src, false, &src_end);
    if (st == GI_OK)
        st = copy_pieces(call, form, &dst, &src);
    gi_operand_release(&dst_end);
    gi_operand_release(&src_end);
    return st;
}

/* ---- the calls ------------------------------------------------------------------------------ */

gi_status gi_copy_form(struct gi_copy_call *call, const struct gi_copy *form)
{
    switch (form->measure) {
    case GI_COPY_LINEAR:
        return gi_copy_call_linear(call, form);
    case GI_COPY_BOX:
        return gi_copy_call_box(call, form);
    case GI_COPY_BYTES:
        /* Copies nothing, but the stream must be valid. */
        return is_nothing(form) ? gi_copy_call_begin(call) : copy_rows(call, form);
    case GI_COPY_RUN:
    case GI_COPY_ROW:
        return is_nothing(form) ? gi_copy_call_begin(call) : copy_run(call, form);
    case GI_COPY_TEXELS:
    case GI_COPY_ELEMENTS:
    case GI_COPY_OPERANDS:
        break;
    }
    return copy_texels(call, form);
}
