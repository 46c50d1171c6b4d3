/** Attributes of kernel nodes. */
#include "graphs/nodes.h"

#include "launch_attribute.h"
#include "module/function.h"

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
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &asked));
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
    gi_status status = gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &former);

    if (status != GI_OK)
        return status;
    described.is_cooperative = ((struct gi_asked_kernel *)former)->launch.is_cooperative;
    memcpy(kept.value, &attribute->val, sizeof kept.value);
    status = gicuda_launch_attribute(caller, attribute, &described, &event);
    if (status == GI_OK)
        status = with_attribute((struct gi_asked_kernel *)former, &kept,
                                described.is_cooperative, &asked);
    if (status == GI_OK)
        status = gi_node_ask(front_from_node(node), asked);
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
    FRONT_TRY(gi_node_asked(front_from_node(source), GI_NODE_KERNEL, &from));
    status = gi_node_asked(front_from_node(destination), GI_NODE_KERNEL, &to);
    if (status == GI_OK) {
        status = with_attributes_of((const struct gi_asked_kernel *)to,
                                    (const struct gi_asked_kernel *)from, &asked);
        if (status == GI_OK)
            status = gi_node_ask(front_from_node(destination), asked);
        gi_asked_unref(to);
    }
    gi_asked_unref(from);
    return front_error(status);
}
