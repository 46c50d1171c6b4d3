#include "copy_operands.h"

gi_status gi_operands_check_kind(int kind)
{
    if (kind < GI_COPY_HOST_TO_HOST || kind > GI_COPY_INFER)
        return gi_fail(GI_INVALID_COPY_DIRECTION, "copy: kind is %d; 0 to 4 exist", kind);
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

static gi_status resolve_range(struct gi_operand *out_operand, uint64_t pointer,
                               uint64_t size_bytes, bool is_target, const char *what)
{
    return is_target ? gi_operand_resolve_target(out_operand, pointer, size_bytes, what)
                     : gi_operand_resolve(out_operand, pointer, size_bytes, what);
}

static gi_status is_not_device(uint64_t pointer, const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "%s 0x%llx has to be device memory, but is in no allocation "
                   "of this library", what, (unsigned long long)pointer);
}

/* If the pointer lies in an allocation, the box must lie in the same one. Otherwise the memory
 * is pageable, and the box is looked up on its own, because a part may be registered. */
static gi_status resolve_behind(struct gi_operand *out_operand, const struct gi_copy_side *side,
                                uint64_t span_bytes, bool must_be_device, bool is_target,
                                const char *what)
{
    uint64_t all_bytes;
    gi_status status;

    if (__builtin_add_overflow(side->x, span_bytes, &all_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s 0x%llx: a box %llu bytes behind it overflows", what,
                       (unsigned long long)side->pointer, (unsigned long long)side->x);
    status = resolve_range(out_operand, side->pointer, all_bytes, is_target, what);
    if (status != GI_OK)
        return status;
    if (out_operand->allocation == NULL)
        return must_be_device ? is_not_device(side->pointer, what)
                              : resolve_range(out_operand, side->pointer + side->x, span_bytes,
                                              is_target, what);
    out_operand->pointer += side->x;
    out_operand->offset_bytes += side->x;
    if (out_operand->host != NULL)
        out_operand->host = (char *)out_operand->host + side->x;
    return GI_OK;
}

gi_status gi_operand_resolve_box(struct gi_operand *out_operand,
                                 const struct gi_copy_side *side,
                                 const struct gi_box *box, enum gi_declared by_kind,
                                 bool is_target, const char *what)
{
    bool must_be_device = side->declared == GI_DECLARED_DEVICE || by_kind == GI_DECLARED_DEVICE;
    bool one_row = box->height == 1 && box->depth == 1;
    struct gi_strides strides = { side->pitch, side->slice_bytes };
    uint64_t span_bytes = box->width_bytes;
    gi_status status = GI_OK;

    if (!one_row)
        status = gi_box_check(box, &strides, what, &span_bytes);
    if (status != GI_OK)
        return status;
    status = side->x == 0
                 ? resolve_range(out_operand, side->pointer, span_bytes, is_target, what)
                 : resolve_behind(out_operand, side, span_bytes, must_be_device, is_target, what);
    if (status != GI_OK)
        return status;
    if (must_be_device && out_operand->allocation == NULL)
        return is_not_device(side->pointer, what);
    if (!one_row)
        out_operand->strides = strides;
    return GI_OK;
}

void gi_operands_release(struct gi_operation_copy *operands)
{
    gi_operand_release(&operands->dst);
    gi_operand_release(&operands->src);
}

static gi_status resolve_linear(struct gi_operand *out_operand, uint64_t pointer,
                                uint64_t size_bytes, int kind, bool is_target, const char *what)
{
    gi_status status = resolve_range(out_operand, pointer, size_bytes, is_target, what);

    if (status == GI_OK && out_operand->allocation == NULL &&
        gi_kind_declares(kind, is_target) == GI_DECLARED_DEVICE)
        return is_not_device(pointer, what);
    return status;
}

gi_status gi_operands_resolve_linear(struct gi_operation_copy *out_operands,
                                     const struct gi_copy *copy)
{
    gi_status status = gi_operands_check_kind(copy->kind);

    if (status != GI_OK)
        return status;
    status = resolve_linear(&out_operands->dst, copy->dst.pointer, copy->width, copy->kind, true,
                            "copy: dst");
    if (status != GI_OK)
        return status;
    status = resolve_linear(&out_operands->src, copy->src.pointer, copy->width, copy->kind, false,
                            "copy: src");
    if (status != GI_OK)
        gi_operand_release(&out_operands->dst);
    out_operands->box = gi_box_linear(copy->width);
    return status;
}

gi_status gi_operands_resolve(struct gi_operation_copy *out_operands, const struct gi_copy *copy)
{
    const struct gi_box box = gi_copy_box_of(copy);
    gi_status status = gi_operands_check_kind(copy->kind);

    if (status != GI_OK)
        return status;
    status = gi_operand_resolve_box(&out_operands->dst, &copy->dst, &box,
                                    gi_kind_declares(copy->kind, true), true, "copy: dst");
    if (status != GI_OK)
        return status;
    status = gi_operand_resolve_box(&out_operands->src, &copy->src, &box,
                                    gi_kind_declares(copy->kind, false), false, "copy: src");
    if (status != GI_OK) {
        gi_operand_release(&out_operands->dst);
        return status;
    }
    out_operands->box = box;
    gi_box_simplify(&out_operands->box, &out_operands->dst.strides, &out_operands->src.strides);
    return GI_OK;
}
