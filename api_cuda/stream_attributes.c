#include "stream/stream_attributes.h"
#include "pools/managed.h"

#include "driver/runtime_parts.h"
#include "front.h"
#include "handles.h"
#include "stream/stream.h"

_Static_assert((int)cudaSyncPolicyAuto == (int)GI_SYNC_AUTO
               && (int)cudaSyncPolicyBlockingSync == (int)GI_SYNC_BLOCKING
               && (int)cudaAccessPropertyStreaming == (int)GI_ACCESS_STREAMING
               && (int)cudaAccessPropertyPersisting == (int)GI_ACCESS_PERSISTING,
               "attributes are passed on");

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
