#include "managed.h"

#include "front.h"
#include "handles.h"

/** What the core calls a place; nodes: one node of the host is a place too.
 *  Errors: GI_INVALID_VALUE if the type is none, GI_INVALID_DEVICE. */
static gi_status location_of(const char *caller, struct cudaMemLocation location, bool nodes,
                             int *out_location)
{
    *out_location = GI_LOCATION_HOST;
    switch (location.type) {
    case cudaMemLocationTypeInvalid:
        break;
    case cudaMemLocationTypeDevice:
        return gi_visible_to_core(&gicuda_visible, location.id, out_location);
    case cudaMemLocationTypeHost:
        return GI_OK;
    case cudaMemLocationTypeHostNuma:
        if (!nodes || location.id < 0)
            break;
        return GI_OK;
    case cudaMemLocationTypeHostNumaCurrent:
        if (!nodes)
            break;
        return GI_OK;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: location has type %d and id %d, which is no place for it",
                   caller, (int)location.type, location.id);
}

/* ---- prefetch and discard -------------------------------------------------------------------- */

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    int to;

    GICUDA_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(location_of(__func__, location, true, &to));
    return gicuda_error(gi_managed_prefetch(gicuda_from_pointer(pointer), size, to,
                                            gicuda_from_stream(stream)));
}

/** Which location a range of a batch has; starts are in order. */
static size_t place_of(size_t range, const size_t *starts, size_t location_count)
{
    size_t at = 0;

    while (at + 1 < location_count && starts[at + 1] <= range)
        at++;
    return at;
}

static gi_status check_batch(const char *caller, void *const *pointers, const size_t *sizes,
                             size_t count, unsigned long long flags)
{
    if (pointers == NULL || sizes == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: pointers is %p, sizes is %p, count is %zu", caller,
                       (const void *)pointers, (const void *)sizes, count);
    if (flags != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%llx, it must be 0", caller, flags);
    return gicuda_begin();
}

static gi_status check_places(const char *caller, const struct cudaMemLocation *locations,
                              const size_t *starts, size_t location_count, size_t count)
{
    gi_status st = GI_OK;
    int ignored;

    if (locations == NULL || starts == NULL || location_count == 0 || location_count > count)
        return gi_fail(GI_INVALID_VALUE, "%s: locations is %p, location_starts is %p, "
                       "location_count is %zu for %zu ranges", caller, (const void *)locations,
                       (const void *)starts, location_count, count);
    for (size_t i = 0; i < location_count && st == GI_OK; i++) {
        if (i == 0 ? starts[i] != 0 : starts[i] <= starts[i - 1] || starts[i] >= count)
            return gi_fail(GI_INVALID_VALUE, "%s: location_starts[%zu] is %zu; they begin with 0 "
                           "and rise below %zu", caller, i, starts[i], count);
        st = location_of(caller, locations[i], true, &ignored);
    }
    return st;
}

/** Checks every range before any is changed. */
static gi_status discard_all(void *const *pointers, const size_t *sizes, size_t count,
                             cudaStream_t stream)
{
    gi_status st = GI_OK;

    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = gi_managed_discard(gicuda_from_pointer(pointers[i]), sizes[i],
                                gicuda_from_stream(stream));
    return st;
}

static gi_status prefetch_all(const char *caller, void *const *pointers, const size_t *sizes,
                              size_t count, const struct cudaMemLocation *locations,
                              const size_t *starts, size_t location_count, cudaStream_t stream)
{
    gi_status st = check_places(caller, locations, starts, location_count, count);

    if (st == GI_OK)
        st = discard_all(pointers, sizes, count, stream);
    for (size_t i = 0; i < count && st == GI_OK; i++) {
        int to;

        st = location_of(caller, locations[place_of(i, starts, location_count)], true, &to);
        if (st == GI_OK)
            st = gi_managed_prefetch(gicuda_from_pointer(pointers[i]), sizes[i], to,
                                     gicuda_from_stream(stream));
    }
    return st;
}

cudaError_t cudaMemPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count,
                                      struct cudaMemLocation *locations, size_t *location_starts,
                                      size_t location_count, unsigned long long flags,
                                      cudaStream_t stream)
{
    GICUDA_TRY(check_batch(__func__, pointers, sizes, count, flags));
    return gicuda_error(prefetch_all(__func__, pointers, sizes, count, locations, location_starts,
                                     location_count, stream));
}

cudaError_t cudaMemDiscardBatchAsync(void **pointers, size_t *sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream)
{
    GICUDA_TRY(check_batch(__func__, pointers, sizes, count, flags));
    return gicuda_error(discard_all(pointers, sizes, count, stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count,
                                                struct cudaMemLocation *locations,
                                                size_t *location_starts, size_t location_count,
                                                unsigned long long flags, cudaStream_t stream)
{
    GICUDA_TRY(check_batch(__func__, pointers, sizes, count, flags));
    return gicuda_error(prefetch_all(__func__, pointers, sizes, count, locations, location_starts,
                                     location_count, stream));
}

/* ---- advice ---------------------------------------------------------------------------------- */

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    uint64_t at = gicuda_from_pointer(pointer);
    int to;

    GICUDA_TRY(gicuda_begin());
    switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
        return gicuda_error(gi_managed_advise(at, size, GI_ADVICE_READ_MOSTLY,
                                              advice == cudaMemAdviseSetReadMostly));
    case cudaMemAdviseSetPreferredLocation:
        GICUDA_TRY(location_of(__func__, location, true, &to));
        return gicuda_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, to));
    case cudaMemAdviseUnsetPreferredLocation:
        return gicuda_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, GI_LOCATION_NONE));
    case cudaMemAdviseSetAccessedBy:
        GICUDA_TRY(location_of(__func__, location, false, &to));
        return gicuda_error(gi_managed_advise(at, size, GI_ADVICE_ACCESSED, to));
    case cudaMemAdviseUnsetAccessedBy:
        GICUDA_TRY(location_of(__func__, location, false, &to));
        return gicuda_error(gi_managed_advise(at, size, GI_ADVICE_NOT_ACCESSED, to));
    }
    return gicuda_error(gi_fail(GI_INVALID_VALUE, "%s: advice is %d; 1 to 6 exist", __func__,
                                (int)advice));
}

/** The program's number of a place, as the attributes give it. */
static int number_of(int location)
{
    if (location == GI_LOCATION_HOST)
        return cudaCpuDeviceId;
    return location == GI_LOCATION_NONE ? cudaInvalidDeviceId
                                        : gi_visible_from_core(&gicuda_visible, location);
}

/** Writes the numbers of those that access the range, and what is no number behind them. */
static gi_status write_accessing(const char *caller, int *data, size_t data_size, uint64_t bits)
{
    size_t room = data_size / sizeof *data;
    size_t count = 0;

    if (room == 0 || data_size % sizeof *data != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; a multiple of 4 would be right",
                       caller, data_size);
    if ((bits & GI_ADVICE_HOST_BIT) != 0)
        data[count++] = cudaCpuDeviceId;
    for (int i = 0; i < GI_ADVICE_DEVICES && count < room; i++)
        if ((bits >> i & 1) != 0)
            data[count++] = number_of(i);
    while (count < room)
        data[count++] = cudaInvalidDeviceId;
    return GI_OK;
}

static enum cudaMemLocationType type_of(int location)
{
    if (location == GI_LOCATION_HOST)
        return cudaMemLocationTypeHost;
    return location == GI_LOCATION_NONE ? cudaMemLocationTypeInvalid : cudaMemLocationTypeDevice;
}

static gi_status write_attribute(const char *caller, int *data, size_t data_size,
                                 enum cudaMemRangeAttribute attribute,
                                 const struct gi_advised *advised)
{
    if (data == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: data is NULL", caller);
    if (attribute == cudaMemRangeAttributeAccessedBy)
        return write_accessing(caller, data, data_size, advised->accessed_by);
    if (data_size != sizeof *data)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; 4 would be right", caller,
                       data_size);
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
        *data = advised->read_mostly;
        return GI_OK;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
        *data = number_of(advised->preferred);
        return GI_OK;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *data = number_of(advised->prefetched);
        return GI_OK;
    case cudaMemRangeAttributePreferredLocationType:
        *data = (int)type_of(advised->preferred);
        return GI_OK;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *data = (int)type_of(advised->prefetched);
        return GI_OK;
    case cudaMemRangeAttributeAccessedBy:
        break;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d; 1 to 8 exist", caller, (int)attribute);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t size)
{
    struct gi_advised advised;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_managed_advised(gicuda_from_pointer(pointer), size, &advised));
    return gicuda_error(write_attribute(__func__, data, data_size, attribute, &advised));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *data_sizes,
                                      enum cudaMemRangeAttribute *attributes, size_t count,
                                      const void *pointer, size_t size)
{
    struct gi_advised advised;

    GICUDA_REQUIRE(data && data_sizes && attributes && count > 0,
                "%s: data is %p, data_sizes is %p, attributes is %p, count is %zu", __func__,
                (void *)data, (void *)data_sizes, (void *)attributes, count);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_managed_advised(gicuda_from_pointer(pointer), size, &advised));
    for (size_t i = 0; i < count; i++)
        GICUDA_TRY(write_attribute(__func__, data[i], data_sizes[i], attributes[i], &advised));
    return cudaSuccess;
}
