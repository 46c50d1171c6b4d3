/** Nodes that allocate and free memory, and the memory of graphs on a device. */
#include "nodes.h"

#include "graph/exec/memory_nodes.h"
#include "handles.h"

/* ---- allocations ----------------------------------------------------------------------------- */

_Static_assert(sizeof(gpuMemPoolProps) == sizeof(struct gi_graph_properties), "it is taken over");

enum { MOST_ACCESSES = 1024, READ = 1, READ_WRITE = 3, HOST = 2 };

/* No device reaches the memory of another one. */
static gi_status check_access_device(const char *caller, const gpuMemAccessDesc *access, int own)
{
    int device;
    gi_status status = gi_visible_find(&front_interface, access->location.id, &device);

    if (status == GI_OK && device != own)
        status = gi_fail(GI_INVALID_DEVICE, "%s: device %d does not reach memory of device %d",
                         caller, access->location.id, own);
    return status;
}

/* CUDA takes the host for a location, and gives it no access. */
static gi_status check_access(const char *caller, const gpuMemAccessDesc *access, size_t number,
                              int own)
{
    int type = (int)access->location.type, flags = (int)access->flags;

    if (type != gpuMemLocationTypeDevice && type != HOST)
        return gi_fail(GI_INVALID_VALUE, "%s: the location of access %zu is of type %d; 1 (a "
                       "device) and 2 (the host) are what there is", caller, number, type);
    if (flags == 0 || flags == READ)
        return gi_fail(GI_NOT_SUPPORTED, "%s: access %zu is %d; memory of graphs has 3 (read and "
                       "write)", caller, number, flags);
    if (flags != READ_WRITE)
        return gi_fail(GI_INVALID_VALUE, "%s: access %zu is %d; 3 (read and write) is what there "
                       "is", caller, number, flags);
    return type == HOST ? GI_OK : check_access_device(caller, access, own);
}

static gi_status check_accesses(const char *caller, const gpuMemAccessDesc *accesses, size_t count,
                                int own)
{
    gi_status status = GI_OK;

    if (count > MOST_ACCESSES || (count > 0 && accesses == NULL))
        return gi_fail(GI_INVALID_VALUE, "%s: %zu accesses; %s", caller, count,
                       accesses == NULL ? "the list is NULL" : "there are fewer devices");
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        status = check_access(caller, &accesses[i], i, own);
        for (size_t j = 0; j < i && status == GI_OK; j++) {
            if (memcmp(&accesses[i].location, &accesses[j].location,
                       sizeof accesses[i].location) == 0)
                status = gi_fail(GI_INVALID_VALUE, "%s: accesses %zu and %zu name one location",
                                 caller, j, i);
        }
    }
    return status;
}

gi_status front_ask_alloc(const char *caller, const gpuMemAllocNodeParams *parameters,
                          struct gi_asked **out_asked)
{
    const gpuMemPoolProps *properties;
    struct gi_alloc_request request;
    gi_status status = GI_OK;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    properties = &parameters->poolProps;
    for (size_t i = 0; FRONT_CHECKS_POOL_RESERVED && i < sizeof properties->reserved; i++) {
        if (properties->reserved[i] != 0)
            return gi_fail(GI_INVALID_VALUE, "%s: reserved[%zu] is not 0", caller, i);
    }
    request = (struct gi_alloc_request){
        .allocation_type = (int)properties->allocType,
        .handle_type = (int)properties->handleTypes,
        .location_type = (int)properties->location.type, .size_bytes = parameters->bytesize,
        .properties = properties, .property_bytes = sizeof *properties,
        .accesses = parameters->accessDescs, .access_count = parameters->accessDescCount,
        .access_bytes = sizeof *parameters->accessDescs,
    };
    if (properties->location.type == gpuMemLocationTypeDevice)
        status = gi_visible_location(&front_interface, properties->location.id, &request.ordinal);
    if (status == GI_OK)
        status = check_accesses(caller, parameters->accessDescs, parameters->accessDescCount,
                                request.ordinal);
    return status == GI_OK ? gi_ask_alloc(&request, out_asked) : status;
}

gpuError_t front_add_alloc(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                           const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                           size_t count, struct gi_asked *asked, gpuAddress_t *out_address)
{
    gpuError_t error;

    gi_asked_ref(asked);
    error = front_add_node_with(caller, out_node, graph, dependencies, data, count, asked,
                                (struct front_child){ NULL, false });
    if (error == gpuSuccess)
        *out_address = front_to_address(((const struct gi_asked_memory *)asked)->pointer);
    gi_asked_unref(asked);
    return error;
}

gpuError_t gpuGraphAddMemAllocNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                   const gpuGraphNode_t *dependencies, size_t count,
                                   gpuMemAllocNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_alloc(__func__, parameters, &asked));
    return front_add_alloc(__func__, node, graph, dependencies, NULL, count, asked,
                           &parameters->dptr);
}

gpuError_t gpuGraphMemAllocNodeGetParams(gpuGraphNode_t node, gpuMemAllocNodeParams *parameters)
{
    const struct gi_asked_alloc *alloc;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_ALLOC, &asked));
    alloc = (const struct gi_asked_alloc *)asked;
    *parameters = (gpuMemAllocNodeParams){
        .accessDescs = alloc->accesses, .accessDescCount = alloc->access_count,
        .bytesize = alloc->size_bytes, .dptr = front_to_address(alloc->memory.pointer),
    };
    memcpy(&parameters->poolProps, alloc->properties, sizeof parameters->poolProps);
    parameters->poolProps.location.id = gi_visible_from_core(&front_interface, alloc->ordinal);
    gi_asked_unref(asked);
    return gpuSuccess;
}

/* ---- frees ----------------------------------------------------------------------------------- */

gpuError_t gpuGraphAddMemFreeNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                  const gpuGraphNode_t *dependencies, size_t count,
                                  gpuAddress_t pointer)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_free(front_from_address(pointer), &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphMemFreeNodeGetParams(gpuGraphNode_t node, gpuAddressOut_t pointer)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(pointer);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_FREE, &asked));
    *(gpuAddress_t *)pointer = front_to_address(((const struct gi_asked_memory *)asked)->pointer);
    gi_asked_unref(asked);
    return gpuSuccess;
}

/* ---- the memory of graphs -------------------------------------------------------------------- */

FRONT_SAME_NUMBER(GI_GRAPH_USED, gpuGraphMemAttrUsedMemCurrent);
FRONT_SAME_NUMBER(GI_GRAPH_USED_HIGH, gpuGraphMemAttrUsedMemHigh);
FRONT_SAME_NUMBER(GI_GRAPH_RESERVED, gpuGraphMemAttrReservedMemCurrent);
FRONT_SAME_NUMBER(GI_GRAPH_RESERVED_HIGH, gpuGraphMemAttrReservedMemHigh);

gpuError_t gpuDeviceGetGraphMemAttribute(gpuDevice_t device, gpuGraphMemAttributeType attribute,
                                         void *value)
{
    int ordinal;

    FRONT_NOT_NULL(value);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(gi_graph_memory_amount(ordinal, (int)attribute, value));
}

gpuError_t gpuDeviceSetGraphMemAttribute(gpuDevice_t device, gpuGraphMemAttributeType attribute,
                                         void *value)
{
    int ordinal;

    FRONT_NOT_NULL(value);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(gi_graph_memory_set_amount(ordinal, (int)attribute,
                                                  *(const uint64_t *)value));
}

gpuError_t gpuDeviceGraphMemTrim(gpuDevice_t device)
{
    int ordinal;

    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(gi_graph_memory_trim(ordinal));
}
