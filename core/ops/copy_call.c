#include "copy_call.h"

#include "copy_operands.h"
#include "carry/kinds.h"
#include "wiring.h"

gi_status gi_copy_call_begin(struct gi_copy_call *call)
{
    gi_status status = GI_OK;

    if (call->has_begun)
        return GI_OK;
    switch (call->order.where) {
    case GI_CALL_LEGACY:
        call->wait = GI_WAIT_DEVICE;
        status = gi_device_current(&call->current);
        break;
    case GI_CALL_PER_THREAD:
        call->wait = GI_WAIT_STREAM;
        status = gi_stream_acquire(GI_STREAM_PER_THREAD, &call->stream);
        break;
    case GI_CALL_ASYNC:
        call->wait = GI_WAIT_NOT;
        status = gi_stream_acquire(call->order.stream, &call->stream);
        break;
    }
    call->has_begun = status == GI_OK;
    return status;
}

/* A call that comes to several operations cannot be prepared. */
static gi_status prepare(const struct gi_copy_call *call, const struct gi_operation *operation)
{
    gi_status status;

    if (call->prepared->kind != NULL)
        return gi_fail(GI_NOT_SUPPORTED, "copy: it is several copies, and only one can be kept");
    status = gi_operation_keep(operation, call->prepared);
    if (status != GI_OK)
        call->prepared->kind = NULL;
    return status;
}

static gi_status enqueue(const struct gi_copy_call *call, struct gi_operation *operation)
{
    if (call->prepared != NULL)
        return prepare(call, operation);
    return call->stream != NULL ? gi_stream_enqueue(call->stream, operation)
                                : gi_legacy_enqueue(call->current, operation);
}

/* Whether the program wants a synchronous call to end with its work on device memory. */
static bool ends_call(const struct gi_copy_call *call, const struct gi_operand *dst,
                      const struct gi_operand *src)
{
    if (call->wait == GI_WAIT_NOT ||
        !atomic_load_explicit(&gi_some_end_calls, memory_order_relaxed))
        return false;
    return (dst->allocation != NULL && dst->allocation->rest->ends_calls) ||
           (src->allocation != NULL && src->allocation->rest->ends_calls) ||
           gi_wiring.context_ends_calls();
}

/* ---- copies --------------------------------------------------------------------------------- */

/* Enqueues a copy of resolved operands, and releases them. */
static gi_status enqueue_copy(const struct gi_copy_call *call, const struct gi_copy *copy,
                              struct gi_operation *operation)
{
    struct gi_operation_copy *operands = &operation->copy;
    gi_status status;

    operation->kind = &gi_kind_copy;
    operation->copy.wait = call->wait;
    operation->copy.asked = copy;
    operation->copy.ends_call = ends_call(call, &operands->dst, &operands->src);
    status = enqueue(call, operation);
    gi_operands_release(operands);
    return status;
}

gi_status gi_copy_call_linear(struct gi_copy_call *call, const struct gi_copy *copy)
{
    struct gi_operation operation;
    gi_status status = gi_copy_call_begin(call);

    if (status != GI_OK || copy->width == 0)
        return status;
    status = gi_operands_resolve_linear(&operation.copy, copy);
    return status == GI_OK ? enqueue_copy(call, copy, &operation) : status;
}

gi_status gi_copy_call_box(struct gi_copy_call *call, const struct gi_copy *box)
{
    const struct gi_box bytes = gi_copy_box_of(box);
    struct gi_operation operation;
    gi_status status = gi_copy_call_begin(call);

    if (status != GI_OK || gi_box_is_empty(&bytes))
        return status;
    status = gi_copy_operands_resolve(&operation.copy, box);
    if (status != GI_OK)
        return status;
    return enqueue_copy(call, call->whole != NULL ? call->whole : box, &operation);
}

/* ---- fills ---------------------------------------------------------------------------------- */

static gi_status check_pattern(const struct gi_fill *fill)
{
    const struct gi_copy_side *dst = &fill->dst;
    uint32_t pattern_bytes = fill->pattern_bytes;

    if (pattern_bytes == 1)
        return GI_OK;
    if (pattern_bytes != 2 && pattern_bytes != 4)
        return gi_fail(GI_INVALID_VALUE, "fill: a pattern of %u bytes; 1, 2 and 4 exist",
                       pattern_bytes);
    if ((dst->pointer + dst->x) % pattern_bytes != 0 ||
        fill->box.width_bytes % pattern_bytes != 0 ||
        (fill->box.height > 1 && dst->pitch % pattern_bytes != 0) ||
        (fill->box.depth > 1 && dst->slice_bytes % pattern_bytes != 0))
        return gi_fail(GI_INVALID_VALUE, "fill: elements of %u bytes at 0x%llx, in rows of %llu "
                       "bytes %llu apart", pattern_bytes, (unsigned long long)dst->pointer,
                       (unsigned long long)fill->box.width_bytes,
                       (unsigned long long)dst->pitch);
    return GI_OK;
}

gi_status gi_copy_call_fill(struct gi_copy_call *call, const struct gi_fill *fill)
{
    struct gi_operation operation;
    struct gi_operation_fill *to = &operation.fill;
    gi_status status = gi_copy_call_begin(call);

    if (status != GI_OK || gi_box_is_empty(&fill->box))
        return status;
    status = check_pattern(fill);
    if (status == GI_OK)
        status = gi_operand_resolve_box(&to->dst, &fill->dst, &fill->box, GI_DECLARED_DEVICE, true,
                                        "fill: dst");
    if (status != GI_OK)
        return status;
    operation.kind = &gi_kind_fill;
    to->box = fill->box;
    to->pattern = fill->pattern;
    to->pattern_bytes = fill->pattern_bytes;
    to->wait = call->wait;
    to->asked = fill;
    to->ends_call = ends_call(call, &to->dst, &to->dst);
    gi_box_simplify(&to->box, &to->dst.strides, NULL);
    status = enqueue(call, &operation);
    gi_operand_release(&to->dst);
    return status;
}
