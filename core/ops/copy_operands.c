#include "copy_operands.h"

gi_status gi_operands_check_kind(int kind)
{
    if (kind < GI_COPY_HOST_TO_HOST || kind > GI_COPY_INFER)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "copy: kind %d is none of 0 to 4", kind);
    return GI_OK;
}

enum gi_declared gi_kind_declares(int kind, bool is_target)
{
    switch (kind) {
    case GI_COPY_HOST_TO_HOST:     return GI_DECLARED_HOST;
    case GI_COPY_HOST_TO_DEVICE:   return is_target ? GI_DECLARED_DEVICE : GI_DECLARED_HOST;
    case GI_COPY_DEVICE_TO_HOST:   return is_target ? GI_DECLARED_HOST : GI_DECLARED_DEVICE;
    case GI_COPY_DEVICE_TO_DEVICE: return GI_DECLARED_DEVICE;
    default:                       return GI_DECLARED_NOTHING;
    }
}

static gi_status resolve_range(struct gi_operand *out_end, uint64_t pointer, uint64_t size_bytes,
                               bool is_target, const char *what)
{
    return is_target ? gi_operand_resolve_target(out_end, pointer, size_bytes, what)
                     : gi_operand_resolve(out_end, pointer, size_bytes, what);
}

static gi_status is_not_device(uint64_t pointer, const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx has to be device memory, but is in no allocation "
                   "of this library", what, (unsigned long long)pointer);
}

/* If the pointer is in an allocation, the box has to be in the same one. If it is in none, the
 * memory is pageable, and the box is looked up by itself, as a part may be registered. */
static gi_status resolve_behind(struct gi_operand *out_end, const struct gi_box_operand *end,
                                uint64_t span_bytes, bool must_be_device, bool is_target,
                                const char *what)
{
    uint64_t all_bytes;
    gi_status status;

    if (__builtin_add_overflow(end->skip_bytes, span_bytes, &all_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx: a box %llu bytes behind it overflows", what,
                       (unsigned long long)end->pointer, (unsigned long long)end->skip_bytes);
    status = resolve_range(out_end, end->pointer, all_bytes, is_target, what);
    if (status != GI_OK)
        return status;
    if (out_end->allocation == NULL)
        return must_be_device ? is_not_device(end->pointer, what)
                              : resolve_range(out_end, end->pointer + end->skip_bytes, span_bytes,
                                              is_target, what);
    out_end->pointer += end->skip_bytes;
    out_end->offset_bytes += end->skip_bytes;
    if (out_end->host != NULL)
        out_end->host = (char *)out_end->host + end->skip_bytes;
    return GI_OK;
}

gi_status gi_operand_resolve_box(struct gi_operand *out_end, const struct gi_box_operand *end,
                                 const struct gi_box *box, enum gi_declared kind_says,
                                     bool is_target,
                                 const char *what)
{
    bool must_be_device = end->said == GI_DECLARED_DEVICE || kind_says == GI_DECLARED_DEVICE;
    struct gi_strides strides = { end->row_bytes, end->slice_bytes };
    uint64_t span_bytes = box->width_bytes;
    gi_status status = GI_OK;

    if (box->height != 1 || box->depth != 1)
        status = gi_box_check(box, &strides, what, &span_bytes);
    if (status != GI_OK)
        return status;
    status = end->skip_bytes == 0
                 ? resolve_range(out_end, end->pointer, span_bytes, is_target, what)
                 : resolve_behind(out_end, end, span_bytes, must_be_device, is_target, what);
    if (status != GI_OK)
        return status;
    if (must_be_device && out_end->allocation == NULL)
        return is_not_device(end->pointer, what);
    out_end->strides = strides;
    return GI_OK;
}

void gi_operands_release(struct gi_operands *ends)
{
    gi_operand_release(&ends->dst);
    gi_operand_release(&ends->src);
}

gi_status gi_operands_resolve(struct gi_operands *out_ends, const struct gi_box_operand *dst,
                              const struct gi_box_operand *src, const struct gi_box *box, int kind)
{
    gi_status status = gi_operands_check_kind(kind);

    out_ends->box = *box;
    if (status != GI_OK)
        return status;
    status = gi_operand_resolve_box(&out_ends->dst, dst, box, gi_kind_declares(kind, true), true,
                                    "copy: dst");
    if (status != GI_OK)
        return status;
    status = gi_operand_resolve_box(&out_ends->src, src, box, gi_kind_declares(kind, false), false,
                                    "copy: src");
    if (status != GI_OK) {
        gi_operand_release(&out_ends->dst);
        return status;
    }
    gi_box_simplify(&out_ends->box, &out_ends->dst.strides, &out_ends->src.strides);
    return GI_OK;
}
