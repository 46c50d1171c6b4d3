/** Attributes of kernel nodes. */
#include "nodes.h"

#include "module/function.h"

/* All interfaces number the attributes alike, and a value has at most the bytes that a node
 * keeps. */
_Static_assert(sizeof(gpuLaunchAttributeValue) <= sizeof ((struct gi_node_attribute *)0)->value,
               "values are kept");

static gi_status check_attribute(const char *caller, int id)
{
    if (front_is_node_attribute(id))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: attribute %d is not one of a kernel node", caller, id);
}

gpuError_t gpuGraphKernelNodeGetAttribute(gpuGraphNode_t node, gpuLaunchAttributeID attribute,
                                          gpuLaunchAttributeValue *value)
{
    const struct gi_asked_kernel *kernel;
    struct gi_asked *asked;

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    FRONT_TRY(check_attribute(__func__, (int)attribute));
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &asked));
    kernel = (const struct gi_asked_kernel *)asked;
    memset(value, 0, sizeof *value);
    FRONT_ATTRIBUTE_DEFAULT(attribute, value);
    for (size_t i = 0; i < kernel->attribute_count; i++) {
        if (kernel->attributes[i].id == (int)attribute)
            memcpy(value, kernel->attributes[i].value, sizeof *value);
    }
    gi_asked_unref(asked);
    return gpuSuccess;
}

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

static gi_status set_attribute(const char *caller, gpuGraphNode_t node,
                               const struct gi_node_attribute *attribute)
{
    struct gi_launch described = { .is_cooperative = false };
    struct gi_asked *former, *asked;
    gi_status status = gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &former);

    if (status != GI_OK)
        return status;
    described.is_cooperative = ((struct gi_asked_kernel *)former)->launch.is_cooperative;
    status = front_apply_attribute(caller, attribute, &described);
    if (status == GI_OK)
        status = with_attribute((struct gi_asked_kernel *)former, attribute,
                                described.is_cooperative, &asked);
    if (status == GI_OK)
        status = gi_node_ask(front_from_node(node), asked);
    gi_asked_unref(former);
    return status;
}

gpuError_t gpuGraphKernelNodeSetAttribute(gpuGraphNode_t node, gpuLaunchAttributeID attribute,
                                          const gpuLaunchAttributeValue *value)
{
    struct gi_node_attribute kept = { .id = (int)attribute };
    int priority;

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin());
    FRONT_TRY(check_attribute(__func__, (int)attribute));
    memcpy(kept.value, value, sizeof *value);
    if (attribute == gpuLaunchAttributePriority) {
        priority = front_priority(value->priority);
        memcpy(kept.value, &priority, sizeof priority);
    }
    return front_error(set_attribute(__func__, node, &kept));
}

gpuError_t gpuGraphKernelNodeCopyAttributes(gpuGraphNode_t first, gpuGraphNode_t second)
{
    gpuGraphNode_t source = FRONT_COPIES_FROM_FIRST ? first : second;
    gpuGraphNode_t destination = FRONT_COPIES_FROM_FIRST ? second : first;
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
