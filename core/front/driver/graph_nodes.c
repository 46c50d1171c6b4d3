/** Copies, fills and batches of words of graphs by the structs of driver interfaces. */
#include "graph_nodes.h"

#include "context/context.h"
#include "driver/device_pointer.h"
#include "driver/volume_struct.h"
#include "driver/word_operations.h"
#include "graphs/copy_unit.h"
#include "handles.h"

/* The work of a node belongs to a context, which is current while the node is made. NULL: the
 * current one. */
static gi_status enter_context(gpuCtx_t context)
{
    gi_status status = front_begin();

    return status == GI_OK && context != NULL ? gi_context_push((gi_handle)(uintptr_t)context)
                                              : status;
}

static void leave_context(gpuCtx_t context)
{
    gi_handle popped;

    if (context != NULL)
        (void)!gi_context_pop(&popped);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static gi_status ask_copy(const char *caller, const GPU_MEMCPY3D *parameters,
                          struct gi_asked **out_asked)
{
    struct gi_asked_copy copy = { .ordinal = 0 };
    gi_status status;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    status = front_take_struct(caller, parameters, &copy.copy);
    if (status != GI_OK)
        return status;
    copy.is_line = parameters->Height == 1 && parameters->Depth == 1 &&
                   !gi_copy_is_of_array(&copy.copy.dst) && !gi_copy_is_of_array(&copy.copy.src);
    status = gi_ask_copy(&copy, out_asked);
    return status == GI_INVALID_PITCH ? GI_INVALID_VALUE : status;
}

gi_status front_ask_struct_copy(const char *caller, const GPU_MEMCPY3D *parameters,
                                gpuCtx_t context, struct gi_asked **out_asked)
{
    gi_status status = enter_context(context);

    if (status != GI_OK)
        return status;
    status = ask_copy(caller, parameters, out_asked);
    leave_context(context);
    return status;
}

gpuError_t gpuDrvGraphAddMemcpyNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                    const gpuGraphNode_t *dependencies, size_t count,
                                    const GPU_MEMCPY3D *parameters, gpuCtx_t context)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_ask_struct_copy(__func__, parameters, context, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuDrvGraphExecMemcpyNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                              const GPU_MEMCPY3D *parameters, gpuCtx_t context)
{
    struct gi_asked *asked;

    FRONT_TRY(front_ask_struct_copy(__func__, parameters, context, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuDrvGraphMemcpyNodeSetParams(gpuGraphNode_t node, const GPU_MEMCPY3D *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_ask_struct_copy(__func__, parameters, NULL, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

/* The type of an operand, for the struct of a driver interface. */
static gpuMemoryType type_of(const struct gi_copy_side *side)
{
    switch (side->declared) {
    case GI_DECLARED_ARRAY:
        return gpuMemoryTypeArray;
    case GI_DECLARED_HOST:
        return gpuMemoryTypeHost;
    case GI_DECLARED_DEVICE:
        return gpuMemoryTypeDevice;
    case GI_DECLARED_NOTHING:
        break;
    }
    return gpuMemoryTypeUnified;
}

static uint64_t pointer_of(const struct gi_copy_side *side, bool is_host)
{
    return (side->declared == GI_DECLARED_HOST) == is_host ? side->pointer : 0;
}

static gpuArray_t array_of(const struct gi_copy_side *side)
{
    return front_to_array(gi_copy_is_of_array(side) ? side->array : 0);
}

gpuError_t gpuDrvGraphMemcpyNodeGetParams(gpuGraphNode_t node, GPU_MEMCPY3D *parameters)
{
    struct gi_asked *asked;
    struct gi_copy copy;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_COPY, &asked));
    copy = front_copy_in_bytes(&((const struct gi_asked_copy *)asked)->copy);
    gi_asked_unref(asked);
    memset(parameters, 0, sizeof *parameters);
    *parameters = (GPU_MEMCPY3D){
        .srcXInBytes = copy.src.x, .srcY = copy.src.y, .srcZ = copy.src.z,
        .srcMemoryType = type_of(&copy.src),
        .srcHost = front_to_pointer(pointer_of(&copy.src, true)),
        .srcDevice = front_to_device(pointer_of(&copy.src, false)),
        .srcArray = array_of(&copy.src), .srcPitch = copy.src.pitch, .srcHeight = copy.src.rows,
        .dstXInBytes = copy.dst.x, .dstY = copy.dst.y, .dstZ = copy.dst.z,
        .dstMemoryType = type_of(&copy.dst),
        .dstHost = front_to_pointer(pointer_of(&copy.dst, true)),
        .dstDevice = front_to_device(pointer_of(&copy.dst, false)),
        .dstArray = array_of(&copy.dst), .dstPitch = copy.dst.pitch, .dstHeight = copy.dst.rows,
        .WidthInBytes = copy.width, .Height = copy.height, .Depth = copy.depth,
    };
    return gpuSuccess;
}

/* ---- fills ----------------------------------------------------------------------------------- */

gi_status front_ask_struct_fill(const char *caller, const GPU_MEMSET_NODE_PARAMS *parameters,
                                gpuCtx_t context, struct gi_asked **out_asked)
{
    struct gi_asked_fill fill = { .pitch = 0 };
    gi_status status = enter_context(context);

    if (status != GI_OK)
        return status;
    if (parameters == NULL) {
        status = gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    } else {
        fill.pointer = front_from_device(parameters->dst);
        fill.pitch = parameters->pitch;
        fill.width = parameters->width;
        fill.height = parameters->height;
        fill.value = parameters->value;
        fill.element_bytes = parameters->elementSize;
        status = gi_ask_fill(&fill, out_asked);
    }
    leave_context(context);
    return status;
}

gpuError_t gpuDrvGraphAddMemsetNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                    const gpuGraphNode_t *dependencies, size_t count,
                                    const GPU_MEMSET_NODE_PARAMS *parameters, gpuCtx_t context)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_ask_struct_fill(__func__, parameters, context, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuDrvGraphExecMemsetNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                              const GPU_MEMSET_NODE_PARAMS *parameters,
                                              gpuCtx_t context)
{
    struct gi_asked *asked;

    FRONT_TRY(front_ask_struct_fill(__func__, parameters, context, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

/* ---- batches of words ------------------------------------------------------------------------ */

static gi_status take_words(const char *caller, const GPU_BATCH_MEM_OP_NODE_PARAMS *parameters,
                            struct gi_asked **out_asked)
{
    struct gi_value_op ops[FRONT_MOST_WORD_OPERATIONS];
    const struct gi_word_list list = {
        .ops = ops, .count = parameters->count, .parameters = parameters->paramArray,
        .parameter_bytes = sizeof *parameters->paramArray,
    };
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    for (size_t i = 0; i < parameters->count && status == GI_OK; i++)
        status = front_take_word(caller, i, &parameters->paramArray[i], &ops[i]);
    return status == GI_OK
               ? gi_ask_words(device->ordinal, (gi_handle)(uintptr_t)parameters->ctx, &list,
                              out_asked)
               : status;
}

static gi_status check_words(const char *caller, const GPU_BATCH_MEM_OP_NODE_PARAMS *parameters)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    if (FRONT_WORDS_NEED_CONTEXT && parameters->ctx == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: ctx is NULL", caller);
    if (parameters->flags != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x, it must be 0", caller,
                       parameters->flags);
    if (parameters->count > FRONT_MOST_WORD_OPERATIONS)
        return gi_fail(GI_INVALID_VALUE, "%s: count is %u, at most %d are taken", caller,
                       parameters->count, FRONT_MOST_WORD_OPERATIONS);
    if (parameters->count > 0 && parameters->paramArray == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: count is %u, and paramArray is NULL", caller,
                       parameters->count);
    return GI_OK;
}

gi_status front_ask_words(const char *caller, const GPU_BATCH_MEM_OP_NODE_PARAMS *parameters,
                          struct gi_asked **out_asked)
{
    gi_status status = check_words(caller, parameters);

    if (status == GI_OK)
        status = enter_context(parameters->ctx);
    if (status != GI_OK)
        return status;
    status = take_words(caller, parameters, out_asked);
    leave_context(parameters->ctx);
    return status;
}

gpuError_t gpuGraphAddBatchMemOpNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                     const gpuGraphNode_t *dependencies, size_t count,
                                     const GPU_BATCH_MEM_OP_NODE_PARAMS *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_words(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphBatchMemOpNodeGetParams(gpuGraphNode_t node,
                                           GPU_BATCH_MEM_OP_NODE_PARAMS *parameters)
{
    const struct gi_asked_words *words;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_WORDS, &asked));
    words = (const struct gi_asked_words *)asked;
    *parameters = (GPU_BATCH_MEM_OP_NODE_PARAMS){
        .ctx = (gpuCtx_t)(uintptr_t)words->context, .count = (unsigned int)words->count,
        .paramArray = words->parameters,
    };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphBatchMemOpNodeSetParams(gpuGraphNode_t node,
                                           GPU_SET_BATCH_MEM_OP_NODE_PARAMS *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_words(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphExecBatchMemOpNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                               const GPU_BATCH_MEM_OP_NODE_PARAMS *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_words(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}
