#include "arrays/array.h"
#include "share/external_memory.h"

#include "front.h"
#include "handles.h"

_Static_assert(cudaArrayColorAttachment == GI_ARRAY_ATTACHMENT
               && cudaArraySparse == GI_ARRAY_SPARSE
               && cudaArrayDeferredMapping == GI_ARRAY_DEFERRED, "flags are passed on");
_Static_assert((int)cudaChannelFormatKindUnsignedNormalized8X1 == GI_CHANNEL_UNORM8X1
               && (int)cudaChannelFormatKindSignedNormalized16X4 == GI_CHANNEL_SNORM16X4
               && (int)cudaChannelFormatKindUnsignedBlockCompressed1 == GI_CHANNEL_BC1
               && (int)cudaChannelFormatKindUnsignedBlockCompressed7SRGB == GI_CHANNEL_BC7_SRGB
               && (int)cudaChannelFormatKindUnsignedNormalized1010102 == GI_CHANNEL_UNORM1010102,
               "kinds of channels are passed on");

/* ---- memory that comes later ---------------------------------------------------------------- */

/** Arrays here are neither sparse nor deferred, so they have no memory requirements to report.
 *  The vendor also refuses a NULL array, and zeroes the struct. */
static gi_status refuse_requirements(const char *caller, const struct gi_array_info *info)
{
    return gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; only deferred "
                   "arrays (0x%x) have memory requirements", caller, info->flags,
                   (unsigned int)GI_ARRAY_DEFERRED);
}

static gi_status refuse_sparse(const char *caller, const struct gi_array_info *info)
{
    return gi_fail(GI_INVALID_VALUE, "%s: array has flags 0x%x; it is not sparse (0x%x)", caller,
                   info->flags, (unsigned int)GI_ARRAY_SPARSE);
}

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *requirements,
                                           cudaArray_t array, int device)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(requirements);
    FRONT_NOT_NULL(array);
    *requirements = (struct cudaArrayMemoryRequirements){ .size = 0 };
    (void)device;
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    return front_error(refuse_requirements(__func__, &info));
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaMipmappedArray_t array, int device)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(requirements);
    FRONT_NOT_NULL(array);
    *requirements = (struct cudaArrayMemoryRequirements){ .size = 0 };
    (void)device;
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_mipmapped_array_query(front_from_mipmapped(array), &info));
    return front_error(refuse_requirements(__func__, &info));
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                         cudaArray_t array)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(properties);
    FRONT_NOT_NULL(array);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    return front_error(refuse_sparse(__func__, &info));
}

cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *properties,
                                                  cudaMipmappedArray_t array)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(properties);
    FRONT_NOT_NULL(array);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_mipmapped_array_query(front_from_mipmapped(array), &info));
    return front_error(refuse_sparse(__func__, &info));
}
