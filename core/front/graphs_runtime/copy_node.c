/** Copy nodes. */
#include "runtime_nodes.h"

#include "graph/exec/exec_change.h"
#include "graphs/copy_unit.h"
#include "handles.h"
#include "runtime/copy_volume.h"
#include "symbol_part.h"

gi_status front_ask_copy(const char *caller, const gpuMemcpy3DParms *parameters,
                         struct gi_asked **out_asked)
{
    struct gi_asked_copy copy = { .ordinal = 0 };
    gi_status status;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    status = front_take_volume(caller, &copy.copy, parameters);
    if (status != GI_OK)
        return status;
    copy.is_line = parameters->dstArray == NULL && parameters->srcArray == NULL &&
                   parameters->extent.height == 1 && parameters->extent.depth == 1;
    return gi_ask_copy(&copy, out_asked);
}

static gi_status ask_line(uint64_t destination, uint64_t source, size_t size,
                          gpuMemcpyKind kind, struct gi_asked **out_asked)
{
    const struct gi_asked_copy copy = {
        .copy = {
            .measure = GI_COPY_LINEAR, .width = size, .height = 1, .depth = 1,
            .dst = { .name = "destination", .pointer = destination },
            .src = { .name = "source", .pointer = source },
            .kind = front_from_kind(kind),
        },
        .is_line = true,
    };

    return gi_ask_copy(&copy, out_asked);
}

static gi_status check_size(const char *caller, size_t size)
{
    return size != 0 ? GI_OK : gi_fail(GI_INVALID_VALUE, "%s: size is 0", caller);
}

static gi_status ask_to_symbol(const char *caller, const void *symbol, const void *source,
                               size_t size, size_t offset, gpuMemcpyKind kind,
                               struct gi_asked **out_asked)
{
    uint64_t pointer;
    gi_status status = check_size(caller, size);

    if (status == GI_OK)
        status = front_symbol_part(caller, symbol, size, offset, kind, gpuMemcpyHostToDevice,
                                   &pointer);
    return status == GI_OK ? ask_line(pointer, front_from_pointer(source), size, kind, out_asked)
                           : status;
}

static gi_status ask_from_symbol(const char *caller, void *destination, const void *symbol,
                                 size_t size, size_t offset, gpuMemcpyKind kind,
                                 struct gi_asked **out_asked)
{
    uint64_t pointer;
    gi_status status = check_size(caller, size);

    if (status == GI_OK)
        status = front_symbol_part(caller, symbol, size, offset, kind, gpuMemcpyDeviceToHost,
                                   &pointer);
    return status == GI_OK ? ask_line(front_from_pointer(destination), pointer, size, kind,
                                      out_asked)
                           : status;
}

gpuError_t gpuGraphAddMemcpyNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                 const gpuGraphNode_t *dependencies, size_t count,
                                 const gpuMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_copy(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddMemcpyNode1D(gpuGraphNode_t *node, gpuGraph_t graph,
                                   const gpuGraphNode_t *dependencies, size_t count,
                                   void *destination, const void *source, size_t size,
                                   gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(ask_line(front_from_pointer(destination), front_from_pointer(source), size, kind,
                       &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddMemcpyNodeToSymbol(gpuGraphNode_t *node, gpuGraph_t graph,
                                         const gpuGraphNode_t *dependencies, size_t count,
                                         const void *symbol, const void *source, size_t size,
                                         size_t offset, gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddMemcpyNodeFromSymbol(gpuGraphNode_t *node, gpuGraph_t graph,
                                           const gpuGraphNode_t *dependencies, size_t count,
                                           void *destination, const void *symbol, size_t size,
                                           size_t offset, gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

/* The width of pitched memory is not kept, as by the vendor. */
static gpuPitchedPtr pitched_of(const struct gi_copy_side *side)
{
    return (gpuPitchedPtr){ .ptr = front_to_pointer(side->pointer), .pitch = side->pitch,
                            .ysize = side->rows };
}

static gpuArray_t array_of(const struct gi_copy_side *side)
{
    return front_to_array(side->declared == GI_DECLARED_ARRAY ? side->array : 0);
}

gpuError_t gpuGraphMemcpyNodeGetParams(gpuGraphNode_t node,
                                       gpuMemcpy3DParms *parameters)
{
    struct gi_asked *asked;
    struct gi_copy copy;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_COPY, &asked));
    copy = front_copy_in_texels(&((const struct gi_asked_copy *)asked)->copy, FRONT_VOLUME_MEASURE);
    gi_asked_unref(asked);
    *parameters = (gpuMemcpy3DParms){
        .dstArray = array_of(&copy.dst), .dstPtr = pitched_of(&copy.dst),
        .dstPos = { copy.dst.x, copy.dst.y, copy.dst.z },
        .srcArray = array_of(&copy.src), .srcPtr = pitched_of(&copy.src),
        .srcPos = { copy.src.x, copy.src.y, copy.src.z },
        .extent = { copy.width, copy.height, copy.depth },
        .kind = (gpuMemcpyKind)copy.kind,
    };
    return gpuSuccess;
}

gpuError_t gpuGraphMemcpyNodeSetParams(gpuGraphNode_t node,
                                       const gpuMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_copy(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphMemcpyNodeSetParams1D(gpuGraphNode_t node, void *destination,
                                         const void *source, size_t size,
                                         gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_line(front_from_pointer(destination), front_from_pointer(source), size, kind,
                       &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphMemcpyNodeSetParamsToSymbol(gpuGraphNode_t node, const void *symbol,
                                               const void *source, size_t size, size_t offset,
                                               gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphMemcpyNodeSetParamsFromSymbol(gpuGraphNode_t node, void *destination,
                                                 const void *symbol, size_t size, size_t offset,
                                                 gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphExecMemcpyNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                           gpuExecMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_copy(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecMemcpyNodeSetParams1D(gpuGraphExec_t exec, gpuGraphNode_t node,
                                             void *destination, const void *source, size_t size,
                                             gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_line(front_from_pointer(destination), front_from_pointer(source), size, kind,
                       &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecMemcpyNodeSetParamsToSymbol(gpuGraphExec_t exec, gpuGraphNode_t node,
                                                   const void *symbol, const void *source,
                                                   size_t size, size_t offset,
                                                   gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecMemcpyNodeSetParamsFromSymbol(gpuGraphExec_t exec, gpuGraphNode_t node,
                                                     void *destination, const void *symbol,
                                                     size_t size, size_t offset,
                                                     gpuMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}
