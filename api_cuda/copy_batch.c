#include "ops/copy_batch.h"

#include <stdlib.h>

#include "driver/runtime_parts.h"
#include "front.h"
#include "handles.h"
#include "starts.h"
#include "base/scratch.h"

_Static_assert((int)cudaMemcpySrcAccessOrderStream == GI_SOURCE_IN_STREAM
               && (int)cudaMemcpySrcAccessOrderDuringApiCall == GI_SOURCE_DURING_CALL
               && (int)cudaMemcpySrcAccessOrderAny == GI_SOURCE_ANY, "orders are passed on");

#define LOCAL_COPIES 16

/** Checks a location hint, which has no effect. */
static gi_status check_hint(const char *caller, size_t index, const struct cudaMemLocation *hint)
{
    int ordinal;

    switch (hint->type) {
    case cudaMemLocationTypeInvalid:
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
        return GI_OK;
    case cudaMemLocationTypeDevice:
        return gi_visible_location(&front_interface, hint->id, &ordinal);
    }
    return gi_fail(GI_INVALID_VALUE, "%s: location type %d of number %zu is none", caller,
                   (int)hint->type, index);
}

static gi_status check_flags(const char *caller, size_t index, unsigned int flags)
{
    if ((flags & ~(unsigned int)cudaMemcpyFlagPreferOverlapWithCompute) == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: flags of number %zu is 0x%x, only 1 is known", caller,
                   index, flags);
}

/** Checks that the attributes have valid counts, begins and values. */
static gi_status check_attributes(const char *caller, const struct cudaMemcpyAttributes *attributes,
                                  const size_t *starts, size_t attribute_count, size_t count)
{
    gi_status st = GI_OK;

    if (attribute_count == 0 || attribute_count > count)
        return gi_fail(GI_INVALID_VALUE, "%s: attribute_count is %zu for %zu copies", caller,
                       attribute_count, count);
    for (size_t i = 0; i < attribute_count && st == GI_OK; i++) {
        st = gicuda_check_start(caller, "attribute_starts", starts, i, count);
        if (st == GI_OK)
            st = check_flags(caller, i, attributes[i].flags);
        if (st == GI_OK)
            st = check_hint(caller, i, &attributes[i].srcLocHint);
        if (st == GI_OK)
            st = check_hint(caller, i, &attributes[i].dstLocHint);
    }
    return st;
}

static void take_copies(void *const *destinations, const void *const *sources,
                        const size_t *sizes, size_t count,
                        const struct cudaMemcpyAttributes *attributes, const size_t *starts,
                        size_t attribute_count, struct gi_batch_copy *copies)
{
    size_t attribute = 0;

    for (size_t i = 0; i < count; i++) {
        if (attribute + 1 < attribute_count && starts[attribute + 1] == i)
            attribute++;
        copies[i] = (struct gi_batch_copy){
            .copy = { .measure = GI_COPY_LINEAR, .width = sizes[i],
                      .dst.pointer = front_from_pointer(destinations[i]),
                      .src.pointer = front_from_pointer(sources[i]) },
            .order = (int)attributes[attribute].srcAccessOrder,
        };
    }
}

gi_status gicuda_copy_batch(const char *caller, void *const *destinations,
                            const void *const *sources, const size_t *sizes, size_t count,
                            const void *attributes, const size_t *attribute_starts,
                            size_t attribute_count, gi_handle stream)
{
    struct gi_batch_copy local[LOCAL_COPIES], *copies;
    gi_status st;

    if (destinations == NULL || sources == NULL || sizes == NULL || attributes == NULL ||
        attribute_starts == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: a pointer is NULL, or count is 0", caller);
    st = check_attributes(caller, attributes, attribute_starts, attribute_count, count);
    if (st != GI_OK)
        return st;
    copies = gi_scratch(local, sizeof local, count, sizeof *copies);
    if (!copies)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for %zu copies", count);
    take_copies(destinations, sources, sizes, count, attributes, attribute_starts, attribute_count,
                copies);
    st = gi_copy_batch(copies, count, stream);
    gi_scratch_free(copies, local);
    return st;
}

cudaError_t cudaMemcpyBatchAsync(void *const *destinations, const void *const *sources,
                                 const size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attributes,
                                 size_t *attribute_starts, size_t attribute_count,
                                 cudaStream_t stream)
{
    FRONT_NOT_NULL(destinations);
    FRONT_NOT_NULL(sources);
    FRONT_NOT_NULL(sizes);
    FRONT_NOT_NULL(attributes);
    FRONT_NOT_NULL(attribute_starts);
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    FRONT_TRY(front_begin());
    return front_error(gicuda_copy_batch(__func__, destinations, sources, sizes, count, attributes,
                                         attribute_starts, attribute_count,
                                         front_from_stream(stream)));
}

static gi_status take_operand(const char *caller, size_t index,
                              const struct cudaMemcpy3DOperand *operand,
                              const struct cudaExtent *extent, struct gi_copy_side *out_side)
{
    switch (operand->type) {
    case cudaMemcpyOperandTypePointer:
        *out_side = (struct gi_copy_side){
            .name = "operand", .pointer = front_from_pointer(operand->op.ptr.ptr),
            .pitch = operand->op.ptr.rowLength ? operand->op.ptr.rowLength : extent->width,
            .rows = operand->op.ptr.layerHeight ? operand->op.ptr.layerHeight : extent->height,
        };
        return check_hint(caller, index, &operand->op.ptr.locHint);
    case cudaMemcpyOperandTypeArray:
        *out_side = (struct gi_copy_side){
            .name = "operand", .declared = GI_DECLARED_ARRAY,
            .array = front_from_array(operand->op.array.array),
            .x = operand->op.array.offset.x, .y = operand->op.array.offset.y,
            .z = operand->op.array.offset.z,
        };
        return GI_OK;
    case cudaMemcpyOperandTypeMax:
        break;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: type %d of an operand of operations[%zu] is none",
                   caller, (int)operand->type, index);
}

static gi_status take_operation(const char *caller, size_t index,
                                const struct cudaMemcpy3DBatchOp *operation,
                                struct gi_batch_copy *out_copy)
{
    const struct cudaExtent *extent = &operation->extent;
    struct gi_copy *copy = &out_copy->copy;
    gi_status st = check_flags(caller, index, operation->flags);

    *copy = (struct gi_copy){
        .measure = GI_COPY_OPERANDS, .width = extent->width, .height = extent->height,
        .depth = extent->depth,
    };
    out_copy->order = (int)operation->srcAccessOrder;
    if (st == GI_OK && (extent->width == 0 || extent->height == 0 || extent->depth == 0))
        st = gi_fail(GI_INVALID_VALUE, "%s: extent of operations[%zu] has a 0", caller, index);
    if (st == GI_OK)
        st = take_operand(caller, index, &operation->dst, extent, &copy->dst);
    if (st == GI_OK)
        st = take_operand(caller, index, &operation->src, extent, &copy->src);
    return st;
}

gi_status gicuda_copy_boxes(const char *caller, size_t count, const void *operations,
                            gi_handle stream)
{
    const struct cudaMemcpy3DBatchOp *all = operations;
    struct gi_batch_copy local[LOCAL_COPIES], *copies;
    gi_status st = GI_OK;

    copies = gi_scratch(local, sizeof local, count, sizeof *copies);
    if (!copies)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for %zu copies", count);
    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = take_operation(caller, i, &all[i], &copies[i]);
    if (st == GI_OK)
        st = gi_copy_batch(copies, count, stream);
    gi_scratch_free(copies, local);
    return st;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                   unsigned long long flags, cudaStream_t stream)
{
    FRONT_NOT_NULL(operations);
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx, it must be 0", __func__, flags);
    FRONT_TRY(front_begin());
    return front_error(gicuda_copy_boxes(__func__, count, operations, front_from_stream(stream)));
}
