#include "copy_form.h"

#include "copy_bytes.h"
#include "copy_operands.h"
#include "pitched.h"

/* ---- what the sides are --------------------------------------------------------------------- */

/* The layouts of both operands, where they are arrays. */
struct sides {
    struct gi_array_layout dst, src;     /* of memory: texel_bytes is 0 */
};

static bool is_array(const struct gi_copy_side *side)
{
    return side->declared == GI_DECLARED_ARRAY;
}

static bool has_array(const struct gi_copy *form)
{
    return is_array(&form->dst) || is_array(&form->src);
}

static gi_status ask(const struct gi_copy_side *side, struct gi_array_layout *out)
{
    *out = (struct gi_array_layout){ .texel_bytes = 0 };
    return is_array(side) ? gi_array_layout_of(side->array, side->name, out) : GI_OK;
}

static gi_status ask_both(const struct gi_copy *form, struct sides *sides)
{
    gi_status st = ask(&form->dst, &sides->dst);

    return st == GI_OK ? ask(&form->src, &sides->src) : st;
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

    if (is_array(&form->src) && from_host)
        return wrong_kind(code, &form->src, form->kind);
    if (is_array(&form->dst) && to_host && counts_bytes(form))
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

static gi_status take_unit(const struct gi_copy *form, const struct sides *sides,
                           struct unit *out_unit)
{
    const struct gi_array_layout *dst = &sides->dst, *src = &sides->src, *of = dst;

    *out_unit = (struct unit){ 1, 1, 1 };
    if (!has_array(form))
        return GI_OK;
    if (is_array(&form->dst) && is_array(&form->src) && dst->texel_bytes != src->texel_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s has texels of %llu bytes and %s of %llu; they have to "
                       "be of the same size", form->dst.name, (unsigned long long)dst->texel_bytes,
                       form->src.name, (unsigned long long)src->texel_bytes);
    if (!is_array(&form->dst) || src->block_width > dst->block_width)
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

static struct gi_copy_operand take_array(const struct gi_copy_side *side,
                                         const struct gi_array_layout *layout)
{
    return (struct gi_copy_operand){
        .name = side->name, .array = side->array, .layout = *layout,
        .x_bytes = column_bytes(side->x / layout->block_width, layout->texel_bytes),
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
                              const struct gi_box *box, struct gi_pitched *pitched,
                              struct gi_box_operand *out_operand)
{
    gi_status st = to_bytes(side->name, blocks(side->pitch, unit->width), unit,
                            &pitched->pitch_bytes);

    pitched->rows = blocks(side->rows, unit->height);
    return st == GI_OK ? gi_pitched_operand_end(pitched, box, side->name, out_operand) : st;
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
                             struct gi_copy_operand *out_operand)
{
    struct gi_pitched pitched = {
        .pointer = side->pointer, .pitch_bytes = side->pitch, .rows = side->rows,
        .x_bytes = side->x, .y = side->y, .z = side->z,
    };
    gi_status st;

    *out_operand = (struct gi_copy_operand){ .name = side->name };
    if (form->measure == GI_COPY_OPERANDS)
        return take_operand(side, unit, box, &pitched, &out_operand->memory);
    st = check_pitch(form, side, box);
    if (st == GI_OK && form->measure == GI_COPY_ELEMENTS) {
        pitched.y /= unit->height;
        st = to_bytes(side->name, side->x / unit->width, unit, &pitched.x_bytes);
    }
    return st == GI_OK ? gi_pitched_end(&pitched, box, side->name, &out_operand->memory) : st;
}

static gi_status take_side(const struct gi_copy *form, const struct gi_copy_side *side,
                           const struct gi_array_layout *layout, const struct unit *unit,
                           const struct gi_box *box, struct gi_copy_operand *out_operand)
{
    gi_status st;

    if (is_array(side)) {
        *out_operand = take_array(side, layout);
        return GI_OK;
    }
    st = take_memory(form, side, unit, box, out_operand);
    out_operand->memory.declared = side->declared;
    return st;
}

/* A linear copy of memory. */
static void take_linear(const struct gi_copy *form, struct gi_copy_box *out_box)
{
    *out_box = (struct gi_copy_box){
        .dst.memory.pointer = form->dst.pointer, .src.memory.pointer = form->src.pointer,
        .box = gi_box_linear(form->width),
    };
}

gi_status gi_copy_form_box(const struct gi_copy *form, struct gi_copy_box *out_box)
{
    struct gi_box *box = &out_box->box;
    struct sides sides;
    struct unit unit;
    gi_status st;

    if (form->measure == GI_COPY_LINEAR) {
        take_linear(form, out_box);
        return GI_OK;
    }
    st = ask_both(form, &sides);
    if (st == GI_OK)
        st = take_unit(form, &sides, &unit);
    if (st == GI_OK)
        st = take_box(form, &unit, box);
    if (st == GI_OK)
        st = take_side(form, &form->dst, &sides.dst, &unit, box, &out_box->dst);
    if (st == GI_OK)
        st = take_side(form, &form->src, &sides.src, &unit, box, &out_box->src);
    return st;
}

static gi_status copy_texels(struct gi_copy_call *call, const struct gi_copy *form)
{
    struct gi_copy_box copy;
    gi_status st = gi_copy_form_box(form, &copy);

    if (st == GI_OK && !is_nothing(form))
        st = check_kind(form);
    return st == GI_OK ? gi_copy_call_box(call, &copy.dst, &copy.src, &copy.box, form->kind) : st;
}

/* ---- boxes of bytes ------------------------------------------------------------------------- */

static gi_status take_rows(const struct gi_copy_side *side, const struct gi_array_layout *layout,
                           const struct gi_box *box, struct gi_copy_operand *out_operand)
{
    struct gi_pitched pitched = {
        .pointer = side->pointer, .pitch_bytes = side->pitch, .rows = side->rows,
        .x_bytes = side->x, .y = side->y, .z = side->z,
    };
    gi_status st;

    *out_operand = (struct gi_copy_operand){
        .name = side->name, .array = is_array(side) ? side->array : 0, .layout = *layout,
        .x_bytes = side->x, .y = side->y, .z = side->z,
    };
    if (is_array(side))
        return GI_OK;
    st = gi_pitched_end(&pitched, box, side->name, &out_operand->memory);
    out_operand->memory.declared = side->declared;
    return st;
}

static gi_status copy_rows(struct gi_copy_call *call, const struct gi_copy *form)
{
    const struct gi_box box = { form->width, form->height, form->depth };
    struct gi_copy_operand dst, src;
    struct sides sides;
    gi_status st = ask_both(form, &sides);

    if (st == GI_OK)
        st = take_rows(&form->dst, &sides.dst, &box, &dst);
    if (st == GI_OK)
        st = take_rows(&form->src, &sides.src, &box, &src);
    if (st == GI_OK)
        st = check_kind(form);
    return st == GI_OK ? gi_copy_bytes(call, &dst, &src, &box, form->kind) : st;
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* One operand of a run, and its progress. */
struct run_side {
    struct gi_copy_operand operand;          /* operand of the next piece */
    uint64_t at_bytes;                   /* array: offset from its first byte, row after row */
};

static gi_status begin_array(const struct gi_copy *form, const struct gi_copy_side *side,
                             struct run_side *run)
{
    const struct gi_array_layout *layout = &run->operand.layout;
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
    run->at_bytes = side->y * layout->row_bytes + side->x;
    if (form->width > whole - run->at_bytes)
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
    const struct gi_box_operand memory = { .pointer = side->pointer, .declared = side->declared };
    const struct gi_box box = gi_box_linear(form->width);

    return gi_operand_resolve_box(out_operand, &memory, &box,
                                  gi_kind_declares(form->kind, is_target), is_target, side->name);
}

static gi_status begin_side(const struct gi_copy *form, const struct gi_copy_side *side,
                            const struct gi_array_layout *layout, bool is_target,
                            struct run_side *run, struct gi_operand *out_operand)
{
    *run = (struct run_side){ .operand = {
        .name = side->name, .array = is_array(side) ? side->array : 0, .layout = *layout,
        .memory = { .pointer = side->pointer, .declared = side->declared },
    } };
    return is_array(side) ? begin_array(form, side, run)
                          : begin_memory(form, side, is_target, out_operand);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The bytes of a row; memory has no rows. */
static uint64_t row_of(const struct run_side *side)
{
    return side->operand.array != 0 ? side->operand.layout.row_bytes : UINT64_MAX;
}

static uint64_t left_in_row(const struct run_side *side)
{
    return side->operand.array != 0 ? row_of(side) - side->at_bytes % row_of(side) : UINT64_MAX;
}

/* The largest box that both operands have next. It has whole rows if both are at the start of a
 * row and their rows are equally long; else it is a part of a row. */
static struct gi_box next_box(const struct run_side *dst, const struct run_side *src,
                              uint64_t left_bytes)
{
    uint64_t row = smaller(row_of(dst), row_of(src));
    uint64_t width = smaller(left_in_row(dst), left_in_row(src));
    bool same = dst->operand.array == 0 || src->operand.array == 0 || row_of(dst) == row_of(src);

    if (same && width == row && left_bytes >= row)
        return (struct gi_box){ row, left_bytes / row, 1 };
    return (struct gi_box){ smaller(width, left_bytes), 1, 1 };
}

/* Sets an operand to its current position. */
static void take_place(struct run_side *side, const struct gi_box *box)
{
    if (side->operand.array == 0) {
        side->operand.memory.row_bytes = box->width_bytes;
        return;
    }
    side->operand.x_bytes = side->at_bytes % row_of(side);
    side->operand.y = side->at_bytes / row_of(side);
}

static void go_on(struct run_side *side, uint64_t bytes)
{
    side->at_bytes += bytes;
    side->operand.memory.pointer += bytes;
}

static gi_status copy_pieces(struct gi_copy_call *call, const struct gi_copy *form,
                             struct run_side *dst, struct run_side *src)
{
    uint64_t left = form->width;
    gi_status st = GI_OK;

    while (left > 0 && st == GI_OK) {
        struct gi_box box = next_box(dst, src, left);

        take_place(dst, &box);
        take_place(src, &box);
        st = gi_copy_bytes(call, &dst->operand, &src->operand, &box, form->kind);
        go_on(dst, gi_box_bytes(&box));
        go_on(src, gi_box_bytes(&box));
        left -= gi_box_bytes(&box);
    }
    return st;
}

static gi_status copy_run(struct gi_copy_call *call, const struct gi_copy *form)
{
    struct gi_operand dst_end = { .allocation = NULL }, src_end = { .allocation = NULL };
    struct run_side dst, src;
    struct sides sides;
    gi_status st = ask_both(form, &sides);

    if (st == GI_OK)
        st = check_kind(form);
    if (st == GI_OK)
        st = begin_side(form, &form->dst, &sides.dst, true, &dst, &dst_end);
    if (st == GI_OK)
        st = begin_side(form, &form->src, &sides.src, false, &src, &src_end);
    if (st == GI_OK)
        st = copy_pieces(call, form, &dst, &src);
    gi_operand_release(&dst_end);
    gi_operand_release(&src_end);
    return st;
}

/* ---- the calls ------------------------------------------------------------------------------ */

static gi_status copy_linear(struct gi_copy_call *call, const struct gi_copy *form)
{
    const struct gi_box_operand dst = { .pointer = form->dst.pointer };
    const struct gi_box_operand src = { .pointer = form->src.pointer };
    const struct gi_box box = gi_box_linear(form->width);

    return gi_copy_call_memory(call, &dst, &src, &box, form->kind);
}

gi_status gi_copy_form(struct gi_copy_call *call, const struct gi_copy *form)
{
    switch (form->measure) {
    case GI_COPY_LINEAR:
        return copy_linear(call, form);
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
