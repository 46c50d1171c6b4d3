#include "every/advised.h"

#include "front.h"
#include "handles.h"
#include "pools/memory.h"

/** Translates a location.
 *  Errors: GI_INVALID_DEVICE. */
static gi_status location_of(int device, int *out_location)
{
    *out_location = GI_LOCATION_HOST;
    return device == hipCpuDeviceId ? GI_OK
                                    : gi_visible_to_core(&front_interface, device, out_location);
}

enum { PAGE_BYTES = 4096 };

/** Rounds a range to whole pages, as far as its memory goes. */
static void to_pages(uint64_t *at, size_t *size)
{
    uint64_t begin = *at - *at % PAGE_BYTES, end = *at + *size;
    struct gi_pointer_info info;

    if (*size == 0 || end < *at || gi_pointer_query(*at, &info) != GI_OK ||
        info.kind != GI_POINTER_MANAGED || end > info.range_base + info.range_bytes)
        return;                  /* the call that follows says what is wrong */
    if (begin < info.range_base)
        begin = info.range_base;
    end += (PAGE_BYTES - end % PAGE_BYTES) % PAGE_BYTES;
    if (end > info.range_base + info.range_bytes)
        end = info.range_base + info.range_bytes;
    *at = begin;
    *size = (size_t)(end - begin);
}

hipError_t hipMemPrefetchAsync(const void *pointer, size_t size, int device, hipStream_t stream)
{
    uint64_t at = front_from_pointer(pointer);
    int to;

    FRONT_TRY(front_begin());
    FRONT_TRY(location_of(device, &to));
    to_pages(&at, &size);
    return front_error(gi_managed_prefetch(at, size, to, front_from_stream(stream)));
}

hipError_t hipMemAdvise(const void *pointer, size_t size, hipMemoryAdvise advice, int device)
{
    uint64_t at = front_from_pointer(pointer);
    struct gi_advised ignored;
    int to;

    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    to_pages(&at, &size);
    switch (advice) {
    case hipMemAdviseSetReadMostly:
    case hipMemAdviseUnsetReadMostly:
        return front_error(gi_managed_advise(at, size, GI_ADVICE_READ_MOSTLY,
                                             advice == hipMemAdviseSetReadMostly));
    case hipMemAdviseSetPreferredLocation:
        FRONT_TRY(location_of(device, &to));
        return front_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, to));
    case hipMemAdviseUnsetPreferredLocation:
        return front_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, GI_LOCATION_NONE));
    case hipMemAdviseSetAccessedBy:
        FRONT_TRY(location_of(device, &to));
        return front_error(gi_managed_advise(at, size, GI_ADVICE_ACCESSED, to));
    case hipMemAdviseUnsetAccessedBy:
        FRONT_TRY(location_of(device, &to));
        return front_error(gi_managed_advise(at, size, GI_ADVICE_NOT_ACCESSED, to));
    case hipMemAdviseSetCoarseGrain:
    case hipMemAdviseUnsetCoarseGrain:           /* the memory is coherent, whatever is advised */
        return front_error(gi_managed_advised(at, size, &ignored));
    }
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: advice is %d; 1 to 6, 100 and 101 exist",
                               __func__, (int)advice));
}

bool front_own_range_attribute(hipMemRangeAttribute attribute, const struct gi_advised *advised,
                               int *out_value)
{
    (void)advised;
    if (attribute != hipMemRangeAttributeCoherencyMode)
        return false;
    *out_value = 0;              /* fine-grained */
    return true;
}
