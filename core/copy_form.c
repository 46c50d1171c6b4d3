#include "copy_form.h"

#include "allocation.h"

/* ---- what an array is made of --------------------------------------------------------------- */

/* What a copy has to know of an array; of memory: is_array is false and a texel has 1 byte. */
struct texels {
    bool is_array;
    uint64_t bytes;              /* of one, or of a block */
    uint64_t row_bytes;
    uint64_t rows, slices;
};

static uint64_t blocks_of(uint64_t texels, uint32_t block)
{
    return texels == 0 ? 1 : (texels + block - 1) / block;
}

static gi_status ask(const struct gi_copy_side *side, struct texels *out)
{
    const struct gi_format_info *format;
    struct gi_array_info info;
    gi_status st;

    *out = (struct texels){ .bytes = 1, .row_bytes = UINT64_MAX };
    if (!side->is_array)
        return GI_OK;
    if (side->array == 0)
        return gi_fail(GI_INVALID_HANDLE, "%s is a NULL array", side->name);
    st = gi_array_query(side->array, &info);
    if (st != GI_OK)
        return st;
    format = gi_format_info(info.format);
    *out = (struct texels){
        .is_array = true, .bytes = format->block_bytes,
        .row_bytes = blocks_of(info.width, format->block_width) * format->block_bytes,
        .rows = blocks_of(info.height, format->block_height),
        .slices = info.depth == 0 ? 1 : info.depth,
    };
    return GI_OK;
}

static gi_status ask_both(const struct gi_copy_form *form, struct texels *dst, struct texels *src)
{
    gi_status st = ask(&form->dst, dst);

    if (st == GI_OK)
        st = ask(&form->src, src);
    if (st == GI_OK && dst->is_array && src->is_array && dst->bytes != src->bytes)
        st = gi_fail(GI_INVALID_VALUE, "%s has texels of %llu bytes and %s of %llu; they have to "
                     "be of the same size", form->dst.name, (unsigned long long)dst->bytes,
                     form->src.name, (unsigned long long)src->bytes);
    return st;
}

/* Bytes that are to be whole texels. */
static gi_status to_texels(const char *name, const char *field, uint64_t number_bytes,
                           uint64_t texel_bytes, uint64_t *out_texels)
{
    *out_texels = number_bytes / texel_bytes;
    if (number_bytes % texel_bytes == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %s is %llu bytes, but a texel of the array has %llu, and "
                   "none can be cut", name, field, (unsigned long long)number_bytes,
                   (unsigned long long)texel_bytes);
}

/* ---- boxes ---------------------------------------------------------------------------------- */

/* The width in texels and in bytes, whichever of them was given. */
static gi_status take_width(const struct gi_copy_form *form, uint64_t texel_bytes,
                            struct gi_copy_places *places)
{
    if (form->measure == GI_COPY_BYTES) {
        places->box.width_bytes = form->width;
        return to_texels("copy", "width", form->width, texel_bytes, &places->texels.width);
    }
    places->texels.width = form->width;
    if (__builtin_mul_overflow(form->width, texel_bytes, &places->box.width_bytes))
        return gi_fail(GI_INVALID_VALUE, "copy: a width of %llu texels of %llu bytes overflows",
                       (unsigned long long)form->width, (unsigned long long)texel_bytes);
    return GI_OK;
}

static gi_status take_array(const struct gi_copy_form *form, const struct gi_copy_side *side,
                            uint64_t texel_bytes, struct gi_array_end *out_end)
{
    *out_end = (struct gi_array_end){ .array = side->array, .x = side->x, .y = side->y,
                                      .z = side->z };
    if (form->measure != GI_COPY_BYTES)
        return GI_OK;
    return to_texels(side->name, "x", side->x, texel_bytes, &out_end->x);
}

static gi_status take_memory(const struct gi_copy_form *form, const struct gi_copy_side *side,
                             uint64_t texel_bytes, const struct gi_box *box,
                             struct gi_array_end *out_end)
{
    struct gi_pitched pitched = {
        .pointer = side->pointer, .pitch_bytes = side->pitch, .rows = side->rows,
        .x_bytes = side->x, .y = side->y, .z = side->z,
    };

    *out_end = (struct gi_array_end){ .array = 0 };
    if (form->measure != GI_COPY_OPERANDS)
        return gi_pitched_end(&pitched, box, side->name, &out_end->memory);
    if (__builtin_mul_overflow(side->pitch, texel_bytes, &pitched.pitch_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s: a row of %llu texels of %llu bytes overflows",
                       side->name, (unsigned long long)side->pitch,
                       (unsigned long long)texel_bytes);
    return gi_pitched_operand_end(&pitched, box, side->name, &out_end->memory);
}

static gi_status take_side(const struct gi_copy_form *form, const struct gi_copy_side *side,
                           uint64_t texel_bytes, const struct gi_box *box,
                           struct gi_array_end *out_end)
{
    return side->is_array ? take_array(form, side, texel_bytes, out_end)
                          : take_memory(form, side, texel_bytes, box, out_end);
}

gi_status gi_copy_form_places(const struct gi_copy_form *form, struct gi_copy_places *out_places)
{
    struct texels dst = { .bytes = 0 }, src = { .bytes = 0 };
    uint64_t texel_bytes;
    gi_status st = ask_both(form, &dst, &src);

    *out_places = (struct gi_copy_places){
        .has_array = dst.is_array || src.is_array,
        .box = { 0, form->height, form->depth }, .texels = { 0, form->height, form->depth },
    };
    if (st != GI_OK)
        return st;
    texel_bytes = dst.is_array ? dst.bytes : src.bytes;
    st = take_width(form, texel_bytes, out_places);
    if (st == GI_OK)
        st = take_side(form, &form->dst, texel_bytes, &out_places->box, &out_places->dst);
    if (st == GI_OK)
        st = take_side(form, &form->src, texel_bytes, &out_places->box, &out_places->src);
    return st;
}

/* ---- in which stream ------------------------------------------------------------------------ */

/* How a copy is called for: synchronous in the legacy or the thread's stream, or in one. */
enum call { CALL_LEGACY, CALL_PER_THREAD, CALL_ASYNC };

struct order {
    enum call call;
    gi_handle stream;            /* where it is CALL_ASYNC */
};

static gi_status copy_arrays(const struct gi_copy_places *places, int kind,
                             const struct order *order)
{
    switch (order->call) {
    case CALL_LEGACY:
        return gi_array_copy(&places->dst, &places->src, &places->texels, kind);
    case CALL_PER_THREAD:
        return gi_array_copy_per_thread(&places->dst, &places->src, &places->texels, kind);
    case CALL_ASYNC:
        return gi_array_copy_async(&places->dst, &places->src, &places->texels, kind,
                                   order->stream);
    }
    return gi_fail(GI_INTERNAL, "copy: called for in no way");
}

static gi_status copy_memory(const struct gi_copy_places *places, int kind,
                             const struct order *order)
{
    const struct gi_box_end *dst = &places->dst.memory, *src = &places->src.memory;

    switch (order->call) {
    case CALL_LEGACY:
        return gi_copy_box(dst, src, &places->box, kind);
    case CALL_PER_THREAD:
        return gi_copy_box_per_thread(dst, src, &places->box, kind);
    case CALL_ASYNC:
        return gi_copy_box_async(dst, src, &places->box, kind, order->stream);
    }
    return gi_fail(GI_INTERNAL, "copy: called for in no way");
}

static gi_status copy_places(const struct gi_copy_places *places, int kind,
                             const struct order *order)
{
    return places->has_array ? copy_arrays(places, kind, order) : copy_memory(places, kind, order);
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* One side of a run, and how far it has come. */
struct run_side {
    struct texels texels;
    gi_handle array;             /* 0: memory */
    uint64_t pointer;            /* of memory's next byte */
    uint64_t at_bytes;           /* in the array: from its first byte on, row after row */
};

static gi_status begin_array(const struct gi_copy_form *form, const struct gi_copy_side *side,
                             struct run_side *run)
{
    const struct texels *texels = &run->texels;
    uint64_t whole, ignored;
    gi_status st = to_texels(side->name, "x", side->x, texels->bytes, &ignored);

    if (st == GI_OK)
        st = to_texels(side->name, "the size", form->width, texels->bytes, &ignored);
    if (st != GI_OK)
        return st;
    if (form->measure == GI_COPY_ROW && (texels->rows != 1 || texels->slices != 1))
        return gi_fail(GI_INVALID_VALUE, "%s has %llu rows and %llu slices; this copy is for "
                       "arrays of one row", side->name, (unsigned long long)texels->rows,
                       (unsigned long long)texels->slices);
    if (side->x >= texels->row_bytes || side->y >= texels->rows)
        return gi_fail(GI_INVALID_VALUE, "%s: byte %llu of row %llu is no place in an array of "
                       "%llu rows of %llu bytes", side->name, (unsigned long long)side->x,
                       (unsigned long long)side->y, (unsigned long long)texels->rows,
                       (unsigned long long)texels->row_bytes);
    whole = texels->row_bytes * texels->rows;
    run->at_bytes = side->y * texels->row_bytes + side->x;
    if (form->width > whole - run->at_bytes)
        return gi_fail(GI_INVALID_VALUE, "%s: %llu bytes from byte %llu of row %llu on leave the "
                       "array, which has %llu rows of %llu bytes", side->name,
                       (unsigned long long)form->width, (unsigned long long)side->x,
                       (unsigned long long)side->y, (unsigned long long)texels->rows,
                       (unsigned long long)texels->row_bytes);
    return GI_OK;
}

/* Memory is looked at as a whole: its parts might be taken for something else. It is referenced
 * until the run is over. */
static gi_status begin_memory(const struct gi_copy_form *form, const struct gi_copy_side *side,
                              bool is_target, struct gi_end *out_end)
{
    if (form->width == 0)
        return GI_OK;
    return is_target ? gi_end_resolve_target(out_end, side->pointer, form->width, side->name)
                     : gi_end_resolve(out_end, side->pointer, form->width, side->name);
}

static gi_status begin_side(const struct gi_copy_form *form, const struct gi_copy_side *side,
                            bool is_target, struct run_side *run, struct gi_end *out_end)
{
    run->pointer = side->pointer;
    run->array = side->is_array ? side->array : 0;
    return side->is_array ? begin_array(form, side, run)
                          : begin_memory(form, side, is_target, out_end);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Bytes from where a side is to the end of its row; memory has no rows. */
static uint64_t left_in_row(const struct run_side *side)
{
    return side->array != 0 ? side->texels.row_bytes - side->at_bytes % side->texels.row_bytes
                            : UINT64_MAX;
}

/* The largest box that both sides have next: rows where both are at the begin of one and rows are
 * as long, else a part of a row. */
static struct gi_box next_box(const struct run_side *dst, const struct run_side *src,
                              uint64_t left_bytes)
{
    uint64_t row = smaller(dst->texels.row_bytes, src->texels.row_bytes);
    uint64_t width = smaller(left_in_row(dst), left_in_row(src));
    bool same = dst->array == 0 || src->array == 0 ||
                dst->texels.row_bytes == src->texels.row_bytes;

    if (same && width == row && left_bytes >= row)
        return (struct gi_box){ row, left_bytes / row, 1 };
    return (struct gi_box){ smaller(width, left_bytes), 1, 1 };
}

/* Where a side is; it goes on behind the box. */
static struct gi_array_end advance(struct run_side *side, const struct gi_box *box)
{
    uint64_t row = side->texels.row_bytes;
    struct gi_array_end end = { .array = side->array };

    if (side->array != 0) {
        end.x = side->at_bytes % row / side->texels.bytes;
        end.y = side->at_bytes / row;
        side->at_bytes += gi_box_bytes(box);
    } else {
        end.memory = (struct gi_box_end){ .pointer = side->pointer, .row_bytes = box->width_bytes };
        side->pointer += gi_box_bytes(box);
    }
    return end;
}

static gi_status copy_run(const struct gi_copy_form *form, struct run_side *dst,
                          struct run_side *src, const struct order *order)
{
    uint64_t texel_bytes = dst->array != 0 ? dst->texels.bytes : src->texels.bytes;
    uint64_t left = form->width;
    gi_status st;

    do {
        struct gi_copy_places places = { .has_array = dst->array != 0 || src->array != 0 };

        places.box = places.has_array ? next_box(dst, src, left) : gi_box_linear(left);
        places.texels.width = places.box.width_bytes / texel_bytes;
        places.texels.height = places.box.height;
        places.texels.depth = 1;
        places.dst = advance(dst, &places.box);
        places.src = advance(src, &places.box);
        left -= gi_box_bytes(&places.box);
        st = copy_places(&places, form->kind, order);
    } while (left > 0 && st == GI_OK);
    return st;
}

static gi_status begin_run(const struct gi_copy_form *form, const struct order *order)
{
    struct gi_end dst_end = { .allocation = NULL }, src_end = { .allocation = NULL };
    struct run_side dst = { .array = 0 }, src = { .array = 0 };
    gi_status st = ask_both(form, &dst.texels, &src.texels);

    if (st != GI_OK)
        return st;
    st = begin_side(form, &form->dst, true, &dst, &dst_end);
    if (st == GI_OK)
        st = begin_side(form, &form->src, false, &src, &src_end);
    if (st == GI_OK)
        st = copy_run(form, &dst, &src, order);
    gi_end_release(&dst_end);
    gi_end_release(&src_end);
    return st;
}

/* ---- the calls ------------------------------------------------------------------------------ */

static gi_status run(const struct gi_copy_form *form, const struct order *order)
{
    struct gi_copy_places places;
    gi_status st;

    if (form->measure == GI_COPY_RUN || form->measure == GI_COPY_ROW)
        return begin_run(form, order);
    st = gi_copy_form_places(form, &places);
    return st == GI_OK ? copy_places(&places, form->kind, order) : st;
}

gi_status gi_copy_form(const struct gi_copy_form *form)
{
    const struct order order = { .call = CALL_LEGACY };

    return run(form, &order);
}

gi_status gi_copy_form_async(const struct gi_copy_form *form, gi_handle stream)
{
    const struct order order = { .call = CALL_ASYNC, .stream = stream };

    return run(form, &order);
}

gi_status gi_copy_form_per_thread(const struct gi_copy_form *form)
{
    const struct order order = { .call = CALL_PER_THREAD };

    return run(form, &order);
}
