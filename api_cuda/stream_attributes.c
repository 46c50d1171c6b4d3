#include "stream/stream_attributes.h"
#include "ops/managed.h"

#include "driver/runtime_parts.h"
#include "front.h"
#include "handles.h"
#include "stream/stream.h"

_Static_assert((int)cudaSyncPolicyAuto == (int)GI_SYNC_AUTO
               && (int)cudaSyncPolicyBlockingSync == (int)GI_SYNC_BLOCKING
               && (int)cudaAccessPropertyStreaming == (int)GI_ACCESS_STREAMING
               && (int)cudaAccessPropertyPersisting == (int)GI_ACCESS_PERSISTING,
               "attributes are passed on");

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    uint64_t known;

    FRONT_NOT_NULL(id);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_stream_get_id(front_from_stream(stream), &known));
    *id = known;
    return cudaSuccess;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void get_window(const struct gi_stream_attributes *attributes,
                       struct cudaAccessPolicyWindow *out)
{
    *out = (struct cudaAccessPolicyWindow){
        .base_ptr = front_to_pointer(attributes->window_base),
        .num_bytes = attributes->window_bytes,
        .hitRatio = attributes->window_ratio,
        .hitProp = (enum cudaAccessProperty)attributes->window_hit,
        .missProp = (enum cudaAccessProperty)attributes->window_miss,
    };
}

static void set_window(struct gi_stream_attributes *attributes,
                       const struct cudaAccessPolicyWindow *window)
{
    attributes->window_base = front_from_pointer(window->base_ptr);
    attributes->window_bytes = window->num_bytes;
    attributes->window_ratio = window->hitRatio;
    attributes->window_hit = (int)window->hitProp;
    attributes->window_miss = (int)window->missProp;
}

static gi_status refuse_attribute(const char *caller, int attribute)
{
    return gi_fail(GI_INVALID_VALUE, "%s: attribute %d is not one of a stream", caller, attribute);
}

gi_status gicuda_get_stream_attribute(const char *caller, gi_handle stream, int attribute,
                                      void *out_value)
{
    cudaLaunchAttributeValue *value = out_value;
    struct gi_stream_attributes known;
    int priority;
    gi_status status = gi_stream_get_attributes(stream, &known);

    if (status == GI_OK)
        status = gi_stream_get_priority(stream, &priority);
    if (status != GI_OK)
        return status;
    switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        get_window(&known, &value->accessPolicyWindow);
        return GI_OK;
    case cudaStreamAttributeSynchronizationPolicy:
        value->syncPolicy = (enum cudaSynchronizationPolicy)known.sync_policy;
        return GI_OK;
    case cudaStreamAttributePriority:
        value->priority = front_priority(priority);
        return GI_OK;
    case cudaStreamAttributeMemSyncDomainMap:
        value->memSyncDomainMap.default_ = known.domain_default;
        value->memSyncDomainMap.remote = known.domain_remote;
        return GI_OK;
    case cudaStreamAttributeMemSyncDomain:
        value->memSyncDomain = (cudaLaunchMemSyncDomain)known.domain;
        return GI_OK;
    default:
        return refuse_attribute(caller, attribute);
    }
}

gi_status gicuda_set_stream_attribute(const char *caller, gi_handle stream, int attribute,
                                      const void *wanted_value)
{
    const cudaLaunchAttributeValue *value = wanted_value;
    struct gi_stream_attributes wanted;
    gi_status status = gi_stream_get_attributes(stream, &wanted);

    if (status != GI_OK)
        return status;
    switch (attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        set_window(&wanted, &value->accessPolicyWindow);
        break;
    case cudaStreamAttributeSynchronizationPolicy:
        if ((int)value->syncPolicy == GI_SYNC_UNSET)
            return gi_fail(GI_INVALID_VALUE, "%s: the synchronization policy is %d, 1 to 4 exist",
                           caller, GI_SYNC_UNSET);
        wanted.sync_policy = (int)value->syncPolicy;
        break;
    case cudaStreamAttributePriority:
        return gi_stream_set_priority(stream, front_priority(value->priority));
    case cudaStreamAttributeMemSyncDomainMap:
        wanted.domain_default = value->memSyncDomainMap.default_;
        wanted.domain_remote = value->memSyncDomainMap.remote;
        break;
    case cudaStreamAttributeMemSyncDomain:
        wanted.domain = (int)value->memSyncDomain;
        break;
    default:
        return refuse_attribute(caller, attribute);
    }
    return gi_stream_set_attributes(stream, &wanted);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    return front_error(gicuda_get_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    return front_error(gicuda_set_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source)
{
    FRONT_TRY(front_begin());
    return front_error(gi_stream_copy_attributes(front_from_stream(destination),
                                                 front_from_stream(source)));
}

/* ---- recording into graphs, which no stream does yet ----------------------------------------- */

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *dependency_count)
{
    (void)id;                    /* these are returned for a capturing stream only */
    (void)graph;
    (void)dependencies;
    (void)edges;
    (void)dependency_count;
    return front_not_capturing(__func__, stream, status);
}
