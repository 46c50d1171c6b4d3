/** Launches with attributes, and kernels by handle. */
#include "launch_attribute.h"

#include "runtime/chosen_stream.h"
#include "handles.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/lookup.h"
#include "module/registered.h"
#include "ops/event.h"

gi_status gicuda_launch_attribute(const char *caller, const cudaLaunchAttribute *attribute,
                                  struct gi_launch *described, gi_handle *out_event)
{
    const cudaLaunchAttributeValue *value = &attribute->val;

    switch ((int)attribute->id) {
    case cudaLaunchAttributeCooperative:
        described->is_cooperative = value->cooperative != 0;
        return GI_OK;
    case cudaLaunchAttributeClusterDimension:
        if (value->clusterDim.x <= 1 && value->clusterDim.y <= 1 && value->clusterDim.z <= 1)
            return GI_OK;
        return gi_fail(GI_NOT_SUPPORTED, "%s: no device has clusters", caller);
    case cudaLaunchAttributeProgrammaticEvent:
        *out_event = front_from_event(value->programmaticEvent.event);
        return GI_OK;
    case cudaLaunchAttributeLaunchCompletionEvent:
        *out_event = front_from_event(value->launchCompletionEvent.event);
        return GI_OK;
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
        if (value->deviceUpdatableKernelNode.deviceUpdatable == 0)
            return GI_OK;
        return gi_fail(GI_NOT_SUPPORTED, "%s: no device updates nodes of graphs", caller);
    case cudaLaunchAttributeIgnore:      /* these have no effect */
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeSynchronizationPolicy:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributeProgrammaticStreamSerialization:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        return GI_OK;
    default:
        return gi_fail(GI_INVALID_VALUE, "%s: attribute %d is not one of a launch", caller,
                       (int)attribute->id);
    }
}

/** The most attributes that a node keeps: one of each. */
enum { MOST_ATTRIBUTES = 16 };

/* The attributes that the node of a captured launch keeps. */
static void keep_attributes(const cudaLaunchConfig_t *config, struct gi_node_attribute *kept,
                            struct gi_launch *described)
{
    size_t count = 0;

    for (unsigned int i = 0; i < config->numAttrs && count < MOST_ATTRIBUTES; i++) {
        cudaLaunchAttributeValue value = config->attrs[i].val;

        if (!gicuda_is_node_attribute((int)config->attrs[i].id))
            continue;
        if (config->attrs[i].id == cudaLaunchAttributePriority)
            value.priority = front_priority(value.priority);
        kept[count].id = (int)config->attrs[i].id;
        memcpy(kept[count++].value, &value, sizeof value);
    }
    described->attributes = kept;
    described->attribute_count = count;
}

static gi_status launch(const char *caller, const cudaLaunchConfig_t *config,
                        const void *function, void **arguments, cudaStream_t stream)
{
    struct gi_node_attribute kept[MOST_ATTRIBUTES];
    struct gi_launch described = front_describe(config->gridDim, config->blockDim, arguments,
                                                config->dynamicSmemBytes, stream);
    gi_handle event = 0;
    gi_status status = front_begin();

    if (status == GI_OK && config->numAttrs != 0 && config->attrs == NULL)
        status = gi_fail(GI_INVALID_VALUE, "%s: numAttrs is %u, and attrs is NULL", caller,
                         config->numAttrs);
    for (unsigned int i = 0; status == GI_OK && i < config->numAttrs; i++)
        status = gicuda_launch_attribute(caller, &config->attrs[i], &described, &event);
    if (status == GI_OK && config->numAttrs != 0 && gi_stream_captures(described.stream))
        keep_attributes(config, kept, &described);
    if (status == GI_OK)
        status = front_launch(function, &described);
    if (status == GI_OK && event != 0)
        status = gi_event_record(event, described.stream);
    return status;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments)
{
    FRONT_NOT_NULL(config);
    return front_error(launch(__func__, config, function, arguments, config->stream));
}

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *function,
                                     void **arguments)
{
    FRONT_NOT_NULL(config);
    return front_error(launch(__func__, config, function, arguments,
                              front_chosen(config->stream)));
}

/* ---- kernels by handle ----------------------------------------------------------------------- */

/** The handle of a registered kernel is the address that the program knows it by. */
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    FRONT_NOT_NULL(kernel);
    FRONT_TRY(front_begin());
    if (!gi_registered_has_kernel(function))
        return front_error(gi_fail(GI_INVALID_FUNCTION, "%s: %p is no kernel of the program",
                                   __func__, function));
    *kernel = (cudaKernel_t)(uintptr_t)function;
    return cudaSuccess;
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
                                            int value, int device)
{
    struct gi_function *found;
    int ordinal;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(gi_lookup_function_on(kernel, ordinal, &found));
    status = gi_function_set(found, (int)attribute, value);
    gi_object_unref(&found->object);
    return front_error(status);
}
