/** The parameters of nodes, which programs get and set. Lists that a program gets are the node's,
 *  until its parameters are set or it is destroyed. */
#include "graph.h"

#include "handles.h"
#include "launch_attribute.h"
#include "module/function.h"

/* ---- kernels --------------------------------------------------------------------------------- */

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *parameters)
{
    const struct gi_asked_kernel *kernel;
    struct gi_asked *asked;
    const struct gi_launch *launch;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_KERNEL, &asked));
    kernel = (const struct gi_asked_kernel *)asked;
    launch = &kernel->launch;
    *parameters = (struct cudaKernelNodeParams){
        .func = front_to_pointer(kernel->name),
        .gridDim = { launch->grid[0], launch->grid[1], launch->grid[2] },
        .blockDim = { launch->block[0], launch->block[1], launch->block[2] },
        .sharedMemBytes = (unsigned int)launch->shared_bytes,
        .kernelParams = (void **)launch->arguments,
    };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *parameters)
{
    struct gi_asked *former, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_KERNEL, &former));
    status = gicuda_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)former,
                               &asked);
    if (status == GI_OK)
        status = gi_node_ask(gicuda_from_node(node), asked);
    gi_asked_unref(former);
    return front_error(status);
}

/* Attributes of launches that a node keeps. */
static bool is_of_node(int id)
{
    switch (id) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        return true;
    default:
        return false;
    }
}

static gi_status refuse_attribute(const char *caller, int id)
{
    return gi_fail(GI_INVALID_VALUE, "%s: attribute %d is not one of a kernel node", caller, id);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue *value)
{
    const struct gi_asked_kernel *kernel;
    struct gi_asked *asked;

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    if (!is_of_node((int)attribute))
        return front_error(refuse_attribute(__func__, (int)attribute));
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_KERNEL, &asked));
    kernel = (const struct gi_asked_kernel *)asked;
    memset(value, 0, sizeof *value);
    if (attribute == cudaLaunchAttributeMemSyncDomainMap)
        value->memSyncDomainMap.remote = 1;
    for (size_t i = 0; i < kernel->attribute_count; i++) {
        if (kernel->attributes[i].id == (int)attribute)
            memcpy(value, kernel->attributes[i].value, sizeof *value);
    }
    gi_asked_unref(asked);
    return cudaSuccess;
}

_Static_assert(sizeof(cudaLaunchAttributeValue) == sizeof ((struct gi_node_attribute *)0)->value,
               "values are kept");

/** The most attributes that a node keeps: one of each. */
enum { MOST_ATTRIBUTES = 16 };

/* A kernel with one attribute more, or another value of it. */
static gi_status with_attribute(const struct gi_asked_kernel *kernel,
                                const struct gi_node_attribute *attribute, bool is_cooperative,
                                struct gi_asked **out_asked)
{
    struct gi_node_attribute attributes[MOST_ATTRIBUTES];
    struct gi_launch launch = kernel->launch;
    struct gi_function *function;
    size_t count = 0;
    gi_status status;

    for (size_t i = 0; i < kernel->attribute_count; i++) {
        if (kernel->attributes[i].id != attribute->id)
            attributes[count++] = kernel->attributes[i];
    }
    attributes[count++] = *attribute;
    launch.is_cooperative = is_cooperative;
    status = gi_function_acquire(kernel->function, &function);
    if (status != GI_OK)
        return status;
    status = gi_ask_kernel(function, kernel->name, &launch, attributes, count, out_asked);
    gi_object_unref(&function->object);
    return status;
}

/* A kernel with the attributes of another. */
static gi_status with_attributes_of(const struct gi_asked_kernel *kernel,
                                    const struct gi_asked_kernel *other,
                                    struct gi_asked **out_asked)
{
    struct gi_launch launch = kernel->launch;
    struct gi_function *function;
    gi_status status = gi_function_acquire(kernel->function, &function);

    if (status != GI_OK)
        return status;
    launch.is_cooperative = other->launch.is_cooperative;
    status = gi_ask_kernel(function, kernel->name, &launch, other->attributes,
                           other->attribute_count, out_asked);
    gi_object_unref(&function->object);
    return status;
}

static gi_status set_attribute(const char *caller, cudaGraphNode_t node,
                               const cudaLaunchAttribute *attribute)
{
    struct gi_node_attribute kept = { .id = (int)attribute->id };
    struct gi_launch described = { .is_cooperative = false };
    struct gi_asked *former, *asked;
    gi_handle event = 0;
    gi_status status = gi_node_asked(gicuda_from_node(node), GI_NODE_KERNEL, &former);

    if (status != GI_OK)
        return status;
    described.is_cooperative = ((struct gi_asked_kernel *)former)->launch.is_cooperative;
    memcpy(kept.value, &attribute->val, sizeof kept.value);
    status = gicuda_launch_attribute(caller, attribute, &described, &event);
    if (status == GI_OK)
        status = with_attribute((struct gi_asked_kernel *)former, &kept,
                                described.is_cooperative, &asked);
    if (status == GI_OK)
        status = gi_node_ask(gicuda_from_node(node), asked);
    gi_asked_unref(former);
    return status;
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue *value)
{
    cudaLaunchAttribute described = { .id = attribute };

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    if (!is_of_node((int)attribute))
        return front_error(refuse_attribute(__func__, (int)attribute));
    described.val = *value;
    if (attribute == cudaLaunchAttributePriority)
        described.val.priority = front_priority(value->priority);
    return front_error(set_attribute(__func__, node, &described));
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination,
                                              cudaGraphNode_t source)
{
    struct gi_asked *from, *to, *asked = NULL;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(source), GI_NODE_KERNEL, &from));
    status = gi_node_asked(gicuda_from_node(destination), GI_NODE_KERNEL, &to);
    if (status == GI_OK) {
        status = with_attributes_of((const struct gi_asked_kernel *)to,
                                    (const struct gi_asked_kernel *)from, &asked);
        if (status == GI_OK)
            status = gi_node_ask(gicuda_from_node(destination), asked);
        gi_asked_unref(to);
    }
    gi_asked_unref(from);
    return front_error(status);
}

/* ---- copies and fills ------------------------------------------------------------------------ */

/* The width of pitched memory is not kept, as by the vendor. */
static struct cudaPitchedPtr pitched_of(const struct gi_copy_side *side)
{
    return (struct cudaPitchedPtr){ .ptr = front_to_pointer(side->pointer), .pitch = side->pitch,
                                    .ysize = side->rows };
}

static cudaArray_t array_of(const struct gi_copy_side *side)
{
    return front_to_array(side->declared == GI_DECLARED_ARRAY ? side->array : 0);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemcpy3DParms *parameters)
{
    const struct gi_copy *copy;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_COPY, &asked));
    copy = &((const struct gi_asked_copy *)asked)->copy;
    *parameters = (struct cudaMemcpy3DParms){
        .dstArray = array_of(&copy->dst), .dstPtr = pitched_of(&copy->dst),
        .dstPos = { copy->dst.x, copy->dst.y, copy->dst.z },
        .srcArray = array_of(&copy->src), .srcPtr = pitched_of(&copy->src),
        .srcPos = { copy->src.x, copy->src.y, copy->src.z },
        .extent = { copy->width, copy->height, copy->depth },
        .kind = (enum cudaMemcpyKind)copy->kind,
    };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_copy(__func__, parameters, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *destination,
                                           const void *source, size_t size,
                                           enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_line(front_from_pointer(destination), front_from_pointer(source), size,
                              kind, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
                                                 const void *source, size_t size, size_t offset,
                                                 enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *destination,
                                                   const void *symbol, size_t size, size_t offset,
                                                   enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         struct cudaMemsetParams *parameters)
{
    const struct gi_asked_fill *fill;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_FILL, &asked));
    fill = (const struct gi_asked_fill *)asked;
    *parameters = (struct cudaMemsetParams){
        .dst = front_to_pointer(fill->pointer), .pitch = fill->pitch, .value = fill->value,
        .elementSize = fill->element_bytes, .width = fill->width, .height = fill->height,
    };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_fill(__func__, parameters, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

/* ---- host functions and events --------------------------------------------------------------- */

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *parameters)
{
    const struct gi_asked_host *host;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_HOST, &asked));
    host = (const struct gi_asked_host *)asked;
    *parameters = (struct cudaHostNodeParams){ host->fn, host->argument };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_host(__func__, parameters, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

static cudaError_t get_event(cudaGraphNode_t node, enum gi_node_type type, cudaEvent_t *out_event)
{
    struct gi_asked *asked;

    FRONT_TRY(gi_node_asked(gicuda_from_node(node), type, &asked));
    *out_event = front_to_event(((const struct gi_asked_event *)asked)->event);
    gi_asked_unref(asked);
    return cudaSuccess;
}

static cudaError_t set_event(cudaGraphNode_t node, const struct gi_node_kind *kind,
                             cudaEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(gi_ask_event(kind, front_from_event(event), &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    return get_event(node, GI_NODE_EVENT_RECORD, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    FRONT_TRY(front_begin());
    return set_event(node, &gi_node_event_record, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    return get_event(node, GI_NODE_EVENT_WAIT, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    FRONT_TRY(front_begin());
    return set_event(node, &gi_node_event_wait, event);
}

/* ---- semaphores ------------------------------------------------------------------------------ */

cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    const struct gi_asked_semaphores *semaphores;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_SEMAPHORE_SIGNAL, &asked));
    semaphores = (const struct gi_asked_semaphores *)asked;
    *parameters = (struct cudaExternalSemaphoreSignalNodeParams){
        semaphores->handles, semaphores->parameters, (unsigned int)semaphores->count
    };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_signals(__func__, parameters, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    const struct gi_asked_semaphores *semaphores;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_SEMAPHORE_WAIT, &asked));
    semaphores = (const struct gi_asked_semaphores *)asked;
    *parameters = (struct cudaExternalSemaphoreWaitNodeParams){
        semaphores->handles, semaphores->parameters, (unsigned int)semaphores->count
    };
    gi_asked_unref(asked);
    return cudaSuccess;
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_waits(__func__, parameters, &asked));
    return front_error(gi_node_ask(gicuda_from_node(node), asked));
}
