#include "stream_attributes.h"
#include "managed.h"

#include "front.h"
#include "handles.h"
#include "stream.h"

_Static_assert((int)cudaSyncPolicyAuto == (int)GI_SYNC_AUTO
               && (int)cudaSyncPolicyBlockingSync == (int)GI_SYNC_BLOCKING
               && (int)cudaAccessPropertyStreaming == (int)GI_ACCESS_STREAMING
               && (int)cudaAccessPropertyPersisting == (int)GI_ACCESS_PERSISTING,
               "attributes are passed on");
_Static_assert(cudaMemAttachGlobal == GI_ATTACH_GLOBAL && cudaMemAttachHost == GI_ATTACH_HOST
               && cudaMemAttachSingle == GI_ATTACH_SINGLE, "attach flags are passed on");

/* ---- what a stream is ------------------------------------------------------------------------ */

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    GICUDA_TRY(gicuda_begin());
    if (least != NULL)
        *least = GICUDA_PRIORITY_LEAST;
    if (greatest != NULL)
        *greatest = GICUDA_PRIORITY_GREATEST;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    int known;

    GICUDA_NOT_NULL(priority);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_priority(gicuda_from_stream(stream), &known));
    *priority = gicuda_priority(known);
    return cudaSuccess;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    uint64_t known;

    GICUDA_NOT_NULL(id);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_id(gicuda_from_stream(stream), &known));
    *id = known;
    return cudaSuccess;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    int known;

    GICUDA_NOT_NULL(device);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_device(gicuda_from_stream(stream), &known));
    known = gi_visible_from_core(&gicuda_visible, known);
    if (known < 0)
        return gicuda_error(gi_fail(GI_INVALID_DEVICE, "%s: the stream's device is hidden from the "
                                    "program", __func__));
    *device = known;
    return cudaSuccess;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void get_window(const struct gi_stream_attributes *attributes,
                       struct cudaAccessPolicyWindow *out)
{
    *out = (struct cudaAccessPolicyWindow){
        .base_ptr = gicuda_to_pointer(attributes->window_base),
        .num_bytes = attributes->window_bytes,
        .hitRatio = attributes->window_ratio,
        .hitProp = (enum cudaAccessProperty)attributes->window_hit,
        .missProp = (enum cudaAccessProperty)attributes->window_miss,
    };
}

static void set_window(struct gi_stream_attributes *attributes,
                       const struct cudaAccessPolicyWindow *window)
{
    attributes->window_base = gicuda_from_pointer(window->base_ptr);
    attributes->window_bytes = window->num_bytes;
    attributes->window_ratio = window->hitRatio;
    attributes->window_hit = (int)window->hitProp;
    attributes->window_miss = (int)window->missProp;
}

static cudaError_t refuse_attribute(const char *caller, int attribute)
{
    return gicuda_error(gi_fail(GI_INVALID_VALUE, "%s: attribute %d is not one of a stream", caller,
                                attribute));
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value)
{
    struct gi_stream_attributes known;
    int priority;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_attributes(gicuda_from_stream(stream), &known));
    GICUDA_TRY(gi_stream_get_priority(gicuda_from_stream(stream), &priority));
    switch ((int)attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        get_window(&known, &value->accessPolicyWindow);
        return cudaSuccess;
    case cudaStreamAttributeSynchronizationPolicy:
        value->syncPolicy = (enum cudaSynchronizationPolicy)known.sync_policy;
        return cudaSuccess;
    case cudaStreamAttributePriority:
        value->priority = gicuda_priority(priority);
        return cudaSuccess;
    case cudaStreamAttributeMemSyncDomainMap:
        value->memSyncDomainMap.default_ = known.domain_default;
        value->memSyncDomainMap.remote = known.domain_remote;
        return cudaSuccess;
    case cudaStreamAttributeMemSyncDomain:
        value->memSyncDomain = (cudaLaunchMemSyncDomain)known.domain;
        return cudaSuccess;
    default:
        return refuse_attribute(__func__, (int)attribute);
    }
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value)
{
    struct gi_stream_attributes wanted;
    gi_handle handle = gicuda_from_stream(stream);

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_attributes(handle, &wanted));
    switch ((int)attribute) {
    case cudaStreamAttributeAccessPolicyWindow:
        set_window(&wanted, &value->accessPolicyWindow);
        break;
    case cudaStreamAttributeSynchronizationPolicy:
        GICUDA_REQUIRE((int)value->syncPolicy != GI_SYNC_UNSET, "%s: the synchronization policy "
                       "is %d, 1 to 4 exist", __func__, GI_SYNC_UNSET);
        wanted.sync_policy = (int)value->syncPolicy;
        break;
    case cudaStreamAttributePriority:
        return gicuda_error(gi_stream_set_priority(handle, gicuda_priority(value->priority)));
    case cudaStreamAttributeMemSyncDomainMap:
        wanted.domain_default = value->memSyncDomainMap.default_;
        wanted.domain_remote = value->memSyncDomainMap.remote;
        break;
    case cudaStreamAttributeMemSyncDomain:
        wanted.domain = (int)value->memSyncDomain;
        break;
    default:
        return refuse_attribute(__func__, (int)attribute);
    }
    return gicuda_error(gi_stream_set_attributes(handle, &wanted));
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_stream_copy_attributes(gicuda_from_stream(destination),
                                                  gicuda_from_stream(source)));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size,
                                     unsigned int flags)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_stream_attach(gicuda_from_stream(stream),
                                         gicuda_from_pointer(pointer), size, flags));
}

/* ---- recording into graphs, which no stream does yet ----------------------------------------- */

/** Checks the stream, and says that it does not record. */
static cudaError_t not_capturing(cudaStream_t stream, enum cudaStreamCaptureStatus *out_status)
{
    uint32_t flags;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_stream_get_flags(gicuda_from_stream(stream), &flags));
    *out_status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    GICUDA_NOT_NULL(status);
    return not_capturing(stream, status);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *dependency_count)
{
    GICUDA_NOT_NULL(status);
    (void)id;                    /* these are told of a stream that records alone */
    (void)graph;
    (void)dependencies;
    (void)edges;
    (void)dependency_count;
    return not_capturing(stream, status);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    int wanted;

    GICUDA_NOT_NULL(mode);
    GICUDA_TRY(gicuda_begin());
    wanted = (int)*mode;
    GICUDA_TRY(gi_stream_exchange_capture_mode(&wanted));
    *mode = (enum cudaStreamCaptureMode)wanted;
    return cudaSuccess;
}
