#include "every/advised.h"

#include "driver/runtime_parts.h"
#include "front.h"
#include "handles.h"
#include "starts.h"
#include "base/host/host_node.h"
#include "pools/memory.h"
#include "stream/stream.h"

/** Translates a location.
 *  Errors: GI_INVALID_VALUE if the type or the node does not exist; GI_INVALID_DEVICE. */
static gi_status location_of(const char *caller, struct cudaMemLocation location,
                             int *out_location)
{
    *out_location = GI_LOCATION_HOST;
    switch (location.type) {
    case cudaMemLocationTypeInvalid:
        break;
    case cudaMemLocationTypeDevice:
        return gi_visible_to_core(&front_interface, location.id, out_location);
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNumaCurrent:
        return GI_OK;
    case cudaMemLocationTypeHostNuma:
        if (gi_host_node_exists(location.id))
            return GI_OK;
        break;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: location has type %d and id %d, which is no place for it",
                   caller, (int)location.type, location.id);
}

/* ---- prefetch and discard -------------------------------------------------------------------- */

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    FRONT_NOT_NULL(pointer);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(front_begin());
    return front_error(gicuda_prefetch(__func__, front_from_pointer(pointer), size,
                                       (int)location.type, location.id,
                                       front_from_stream(stream)));
}

gi_status gicuda_prefetch(const char *caller, uint64_t pointer, size_t size, int location_type,
                          int location_id, gi_handle stream)
{
    const struct cudaMemLocation location = { (enum cudaMemLocationType)location_type,
                                              location_id };
    int to;
    gi_status status = location_of(caller, location, &to);

    return status == GI_OK ? gi_managed_prefetch(pointer, size, to, stream) : status;
}

static gi_status check_batch(const char *caller, void *const *pointers, const size_t *sizes,
                             size_t count, unsigned long long flags, cudaStream_t stream)
{
    if (pointers == NULL || sizes == NULL || count == 0)
        return gi_fail(GI_INVALID_VALUE, "%s: pointers is %p, sizes is %p, count is %zu", caller,
                       (const void *)pointers, (const void *)sizes, count);
    if (flags != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%llx, it must be 0", caller, flags);
    return gi_stream_takes_batches(front_from_stream(stream));
}

/* The driver interface begins its calls itself: front_begin makes the runtime interface a user of
 * the primary context. */
static gi_status begin_batch(const char *caller, void *const *pointers, const size_t *sizes,
                             size_t count, unsigned long long flags, cudaStream_t stream)
{
    gi_status status = check_batch(caller, pointers, sizes, count, flags, stream);

    return status == GI_OK ? front_begin() : status;
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
        st = gicuda_check_start(caller, "location_starts", starts, i, count);
        if (st == GI_OK)
            st = location_of(caller, locations[i], &ignored);
    }
    return st;
}

/** Checks every range before it changes any. */
static gi_status discard_all(void *const *pointers, const size_t *sizes, size_t count,
                             cudaStream_t stream)
{
    gi_status st = GI_OK;

    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = gi_managed_discard(front_from_pointer(pointers[i]), sizes[i],
                                front_from_stream(stream));
    return st;
}

static gi_status prefetch_all(const char *caller, void *const *pointers, const size_t *sizes,
                              size_t count, const struct cudaMemLocation *locations,
                              const size_t *starts, size_t location_count, cudaStream_t stream)
{
    gi_status st = check_places(caller, locations, starts, location_count, count);
    size_t place = 0;            /* the location of the range; starts are ascending */

    if (st == GI_OK)
        st = discard_all(pointers, sizes, count, stream);
    for (size_t i = 0; i < count && st == GI_OK; i++) {
        int to;

        if (place + 1 < location_count && starts[place + 1] == i)
            place++;
        st = location_of(caller, locations[place], &to);
        if (st == GI_OK)
            st = gi_managed_prefetch(front_from_pointer(pointers[i]), sizes[i], to,
                                     front_from_stream(stream));
    }
    return st;
}

gi_status gicuda_prefetch_batch(const char *caller, void *const *pointers, const size_t *sizes,
                                size_t count, const void *locations, const size_t *starts,
                                size_t location_count, unsigned long long flags, gi_handle stream)
{
    cudaStream_t in = front_to_stream(stream);
    gi_status status = check_batch(caller, pointers, sizes, count, flags, in);

    return status != GI_OK ? status : prefetch_all(caller, pointers, sizes, count, locations,
                                                   starts, location_count, in);
}

gi_status gicuda_discard_batch(const char *caller, void *const *pointers, const size_t *sizes,
                               size_t count, unsigned long long flags, gi_handle stream)
{
    cudaStream_t in = front_to_stream(stream);
    gi_status status = check_batch(caller, pointers, sizes, count, flags, in);

    return status != GI_OK ? status : discard_all(pointers, sizes, count, in);
}

cudaError_t cudaMemPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count,
                                      struct cudaMemLocation *locations, size_t *location_starts,
                                      size_t location_count, unsigned long long flags,
                                      cudaStream_t stream)
{
    FRONT_TRY(begin_batch(__func__, pointers, sizes, count, flags, stream));
    return front_error(gicuda_prefetch_batch(__func__, pointers, sizes, count, locations,
                                             location_starts, location_count, flags,
                                             front_from_stream(stream)));
}

cudaError_t cudaMemDiscardBatchAsync(void **pointers, size_t *sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream)
{
    FRONT_TRY(begin_batch(__func__, pointers, sizes, count, flags, stream));
    return front_error(gicuda_discard_batch(__func__, pointers, sizes, count, flags,
                                            front_from_stream(stream)));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **pointers, size_t *sizes, size_t count,
                                                struct cudaMemLocation *locations,
                                                size_t *location_starts, size_t location_count,
                                                unsigned long long flags, cudaStream_t stream)
{
    FRONT_TRY(begin_batch(__func__, pointers, sizes, count, flags, stream));
    return front_error(gicuda_prefetch_batch(__func__, pointers, sizes, count, locations,
                                             location_starts, location_count, flags,
                                             front_from_stream(stream)));
}

/* ---- advice ---------------------------------------------------------------------------------- */

static bool is_node(struct cudaMemLocation location)
{
    return location.type == cudaMemLocationTypeHostNuma
           || location.type == cudaMemLocationTypeHostNumaCurrent;
}

/** Translates the location of an advice. nodes: NUMA nodes of the host are valid; they are not
 *  for accesses, which only devices and the host make.
 *  Errors: GI_INVALID_VALUE. */
static gi_status advised_place(const char *caller, struct cudaMemLocation location, bool nodes,
                               int *out_location)
{
    if (location.type == cudaMemLocationTypeDevice)
        return gi_visible_location(&front_interface, location.id, out_location);
    if (is_node(location) && !nodes)
        return gi_fail(GI_INVALID_VALUE, "%s: location has type %d; devices and the host access "
                       "memory", caller, (int)location.type);
    return location_of(caller, location, out_location);
}

/** Translates an advice. Every advice has a location of some type, but few use it.
 *  Errors: GI_INVALID_VALUE. */
static gi_status advice_of(const char *caller, enum cudaMemoryAdvise advice,
                           struct cudaMemLocation location, enum gi_advice_field *out_field,
                           int *out_value)
{
    *out_value = 0;
    *out_field = GI_ADVICE_READ_MOSTLY;
    if (location.type < cudaMemLocationTypeDevice
        || location.type > cudaMemLocationTypeHostNumaCurrent)
        return gi_fail(GI_INVALID_VALUE, "%s: location has type %d; 1 to 4 exist", caller,
                       (int)location.type);
    switch (advice) {
    case cudaMemAdviseSetReadMostly:
        *out_value = 1;
        return GI_OK;
    case cudaMemAdviseUnsetReadMostly:
        return GI_OK;
    case cudaMemAdviseSetPreferredLocation:
        *out_field = GI_ADVICE_PREFERRED;
        return advised_place(caller, location, true, out_value);
    case cudaMemAdviseUnsetPreferredLocation:
        *out_field = GI_ADVICE_PREFERRED;
        *out_value = GI_LOCATION_NONE;
        return GI_OK;
    case cudaMemAdviseSetAccessedBy:
        *out_field = GI_ADVICE_ACCESSED;
        return advised_place(caller, location, false, out_value);
    case cudaMemAdviseUnsetAccessedBy:
        *out_field = GI_ADVICE_NOT_ACCESSED;
        return advised_place(caller, location, false, out_value);
    }
    return gi_fail(GI_INVALID_VALUE, "%s: advice is %d; 1 to 6 exist", caller, (int)advice);
}

gi_status gicuda_advise(const char *caller, uint64_t pointer, size_t size, int advice,
                        int location_type, int location_id)
{
    const struct cudaMemLocation location = { (enum cudaMemLocationType)location_type,
                                              location_id };
    struct gi_pointer_info info;
    enum gi_advice_field field;
    int value;
    gi_status status = advice_of(caller, (enum cudaMemoryAdvise)advice, location, &field, &value);

    if (status == GI_OK)
        status = gi_pointer_query(pointer, &info);
    if (status != GI_OK || (info.kind != GI_POINTER_MANAGED && is_node(location)))
        return status;           /* as for the vendor: host nodes accept any memory */
    return gi_managed_advise(pointer, size, field, value);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gicuda_advise(__func__, front_from_pointer(pointer), size, (int)advice,
                                     (int)location.type, location.id));
}

static enum cudaMemLocationType type_of_location(int location)
{
    if (location == GI_LOCATION_HOST)
        return cudaMemLocationTypeHost;
    return location == GI_LOCATION_NONE ? cudaMemLocationTypeInvalid : cudaMemLocationTypeDevice;
}

bool front_own_range_attribute(enum cudaMemRangeAttribute attribute,
                               const struct gi_advised *advised, int *out_value)
{
    return gicuda_range_attribute((int)attribute, advised, out_value);
}

bool gicuda_range_attribute(int attribute, const struct gi_advised *advised, int *out_value)
{
    switch (attribute) {
    case cudaMemRangeAttributePreferredLocationId:
        *out_value = front_location_number(advised->preferred);
        return true;
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *out_value = front_location_number(advised->prefetched);
        return true;
    case cudaMemRangeAttributePreferredLocationType:
        *out_value = (int)type_of_location(advised->preferred);
        return true;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *out_value = (int)type_of_location(advised->prefetched);
        return true;
    default:
        return false;
    }
}
