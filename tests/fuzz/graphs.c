/* Nodes of every kind, whose parameters hold structs and lists, by CUDA's driver interface; graphs
 * that run as they are made; and the ends of captures. */
#include <cuda.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_IN_LIST = 3, CALLS_PER_CAPTURE = 12 };

#define HANDLE(type, kind) ((type)(uintptr_t)fuzz_handle(f, kind))

/* What the parameters of one node point to. */
struct lists {
    CUexternalSemaphore semaphores[MOST_IN_LIST];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signals[MOST_IN_LIST];
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS waits[MOST_IN_LIST];
    CUstreamBatchMemOpParams words[MOST_IN_LIST];
    void *arguments[1];
};

/* ---- parameters ------------------------------------------------------------------------------ */

static CUcontext context_of(struct fuzz *f)
{
    CUcontext context = NULL;

    if (fuzz_chance(f, 90))
        (void)cuCtxGetCurrent(&context);
    else
        context = HANDLE(CUcontext, FUZZ_CONTEXT);
    return context;
}

static unsigned int count_of(struct fuzz *f)
{
    return (unsigned int)fuzz_below(f, MOST_IN_LIST + 1);
}

static void fill_kernel(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    static uint64_t word;

    lists->arguments[0] = &word;
    if (fuzz_chance(f, 70))
        params->kernel.func = HANDLE(CUfunction, FUZZ_FUNCTION);
    else
        params->kernel.kern = HANDLE(CUkernel, FUZZ_KERNEL);
    params->kernel.gridDimX = (unsigned int)fuzz_below(f, 4);
    params->kernel.blockDimX = (unsigned int)fuzz_below(f, 20);
    params->kernel.gridDimY = params->kernel.gridDimZ = 1;
    params->kernel.blockDimY = params->kernel.blockDimZ = 1;
    params->kernel.sharedMemBytes = fuzz_chance(f, 95) ? 0 : fuzz_flags(f);
    params->kernel.kernelParams = fuzz_chance(f, 90) ? lists->arguments : NULL;
    params->kernel.ctx = fuzz_chance(f, 80) ? NULL : context_of(f);
}

static void fill_end(struct fuzz *f, const struct fuzz_box_end *end, CUmemorytype *type,
                     const void **host, CUdeviceptr *device, CUarray *array)
{
    *type = end->array != 0 ? CU_MEMORYTYPE_ARRAY : !end->is_host ? CU_MEMORYTYPE_DEVICE
        : fuzz_chance(f, 70) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    *host = *type == CU_MEMORYTYPE_HOST ? (const void *)(uintptr_t)end->pointer : NULL;
    *device = *type == CU_MEMORYTYPE_HOST ? 0 : end->pointer;
    *array = (CUarray)(uintptr_t)end->array;
}

static void fill_copy(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    CUDA_MEMCPY3D *copy = &params->memcpy.copyParams;
    const void *host;
    struct fuzz_box b;

    (void)lists;
    fuzz_box(f, &b, FUZZ_ANY_KIND);
    *copy = (CUDA_MEMCPY3D){
        .srcXInBytes = b.src.x, .srcY = b.src.y, .srcZ = b.src.z, .srcPitch = b.src.pitch,
        .srcHeight = b.src.rows, .dstXInBytes = b.dst.x, .dstY = b.dst.y, .dstZ = b.dst.z,
        .dstPitch = b.dst.pitch, .dstHeight = b.dst.rows,
        .WidthInBytes = b.width, .Height = b.height, .Depth = b.depth
    };
    fill_end(f, &b.src, &copy->srcMemoryType, &copy->srcHost, &copy->srcDevice, &copy->srcArray);
    fill_end(f, &b.dst, &copy->dstMemoryType, &host, &copy->dstDevice, &copy->dstArray);
    copy->dstHost = (void *)(uintptr_t)host;
    params->memcpy.copyCtx = context_of(f);
}

static void fill_fill(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->memset.dst = fuzz_pointer(f);
    params->memset.elementSize = fuzz_chance(f, 90) ? 1u << fuzz_below(f, 3) : fuzz_flags(f);
    params->memset.value = (unsigned int)fuzz_number(f);
    params->memset.width = fuzz_chance(f, 90) ? 1 + fuzz_below(f, 64) : fuzz_size(f);
    params->memset.height = fuzz_chance(f, 80) ? 1 : fuzz_extent(f);
    params->memset.pitch = fuzz_chance(f, 90) ? 256 : fuzz_size(f);
    params->memset.ctx = context_of(f);
}

static void fill_host(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->host.fn = fuzz_chance(f, 4) ? NULL : fuzz_host_function;
}

static void fill_child(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->graph.graph = HANDLE(CUgraph, FUZZ_GRAPH);
    params->graph.ownership = fuzz_chance(f, 80) ? CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE
                                                 : CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
}

static void fill_event(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->eventWait.event = HANDLE(CUevent, FUZZ_EVENT);   /* records have it there, too */
}

static void fill_signal(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    for (size_t i = 0; i < MOST_IN_LIST; i++) {
        lists->semaphores[i] = HANDLE(CUexternalSemaphore, FUZZ_SEMAPHORE);
        lists->signals[i].params.fence.value = fuzz_signal_value(f);
        lists->signals[i].flags = fuzz_chance(f, 95) ? 0 : fuzz_flags(f);
    }
    params->extSemSignal.extSemArray = lists->semaphores;
    params->extSemSignal.paramsArray = lists->signals;
    params->extSemSignal.numExtSems = count_of(f);
}

static void fill_wait(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    for (size_t i = 0; i < MOST_IN_LIST; i++) {
        lists->semaphores[i] = HANDLE(CUexternalSemaphore, FUZZ_SEMAPHORE);
        lists->waits[i].params.fence.value = fuzz_wait_value(f);
        lists->waits[i].flags = fuzz_chance(f, 95) ? 0 : fuzz_flags(f);
    }
    params->extSemWait.extSemArray = lists->semaphores;
    params->extSemWait.paramsArray = lists->waits;
    params->extSemWait.numExtSems = count_of(f);
}

static void fill_allocation(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params->alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    params->alloc.bytesize = fuzz_chance(f, 90) ? 1 + fuzz_below(f, 300000) : fuzz_size(f);
}

static void fill_free(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    (void)lists;
    params->free.dptr = fuzz_chance(f, 80) ? fuzz_handle(f, FUZZ_GRAPH_MEMORY) : fuzz_pointer(f);
}

static void fill_word(struct fuzz *f, CUstreamBatchMemOpParams *operation)
{
    struct fuzz_word word;
    bool is_long = fuzz_chance(f, 50);

    if (fuzz_chance(f, 50)) {
        fuzz_word_wait(f, true, &word);
        operation->operation = is_long ? CU_STREAM_MEM_OP_WAIT_VALUE_64
                                       : CU_STREAM_MEM_OP_WAIT_VALUE_32;
        operation->waitValue.address = word.pointer;
        operation->waitValue.value64 = word.value;
        operation->waitValue.flags = word.flags;
        return;
    }
    fuzz_word_write(f, &word);
    operation->operation = is_long ? CU_STREAM_MEM_OP_WRITE_VALUE_64
                                   : CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operation->writeValue.address = word.pointer;
    operation->writeValue.value64 = word.value;
    operation->writeValue.flags = word.flags;
}

static void fill_words(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    for (size_t i = 0; i < MOST_IN_LIST; i++)
        fill_word(f, &lists->words[i]);
    params->memOp.paramArray = lists->words;
    params->memOp.count = count_of(f);
    params->memOp.ctx = context_of(f);
}

/* The handle's first value ends a loop. */
static void fill_condition(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists)
{
    params->conditional.type = (CUgraphConditionalNodeType)fuzz_below(f, 3);
    params->conditional.size = 1 + (unsigned int)fuzz_below(f, MOST_IN_LIST);
    params->conditional.ctx = context_of(f);
    (void)lists;
}

static const struct {
    CUgraphNodeType type;
    void (*fill)(struct fuzz *f, CUgraphNodeParams *params, struct lists *lists);
} kinds[] = {
    { CU_GRAPH_NODE_TYPE_KERNEL, fill_kernel },
    { CU_GRAPH_NODE_TYPE_MEMCPY, fill_copy },
    { CU_GRAPH_NODE_TYPE_MEMSET, fill_fill },
    { CU_GRAPH_NODE_TYPE_HOST, fill_host },
    { CU_GRAPH_NODE_TYPE_GRAPH, fill_child },
    { CU_GRAPH_NODE_TYPE_WAIT_EVENT, fill_event },
    { CU_GRAPH_NODE_TYPE_EVENT_RECORD, fill_event },
    { CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, fill_signal },
    { CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, fill_wait },
    { CU_GRAPH_NODE_TYPE_MEM_ALLOC, fill_allocation },
    { CU_GRAPH_NODE_TYPE_MEM_FREE, fill_free },
    { CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, fill_words },
    { CU_GRAPH_NODE_TYPE_CONDITIONAL, fill_condition },
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* Valid parameters of a kind, mostly. */
static void fill(struct fuzz *f, size_t kind, CUgraphNodeParams *params, struct lists *lists)
{
    memset(params, 0, sizeof *params);
    memset(lists, 0, sizeof *lists);
    params->type = kinds[kind].type;
    kinds[kind].fill(f, params, lists);
    if (params->type != CU_GRAPH_NODE_TYPE_CONDITIONAL && fuzz_chance(f, 1))
        params->type = CU_GRAPH_NODE_TYPE_EMPTY;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void take_results(const CUgraphNodeParams *params)
{
    if (params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        fuzz_made(FUZZ_GRAPH_MEMORY, params->alloc.dptr);
    if (params->type != CU_GRAPH_NODE_TYPE_CONDITIONAL || params->conditional.phGraph_out == NULL)
        return;
    for (unsigned int i = 0; i < params->conditional.size; i++)
        fuzz_made(FUZZ_GRAPH, (uint64_t)(uintptr_t)params->conditional.phGraph_out[i]);
}

static void add_node(struct fuzz *f)
{
    size_t kind = (size_t)fuzz_below(f, KINDS);
    CUgraph graph = HANDLE(CUgraph, FUZZ_GRAPH);
    CUgraphNode before = HANDLE(CUgraphNode, FUZZ_NODE), node = NULL;
    size_t count = fuzz_chance(f, 30);
    CUgraphNodeParams params;
    struct lists lists;
    int result;

    fill(f, kind, &params, &lists);
    const uint64_t logged[] = { (uint64_t)params.type, (uint64_t)(uintptr_t)graph,
                                (uint64_t)(uintptr_t)before, count };

    fuzz_call_begin(f, "cuGraphAddNode", 4, logged);
    if (params.type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        (void)cuGraphConditionalHandleCreate(&params.conditional.handle, graph,
                                             params.conditional.ctx, 0, 1);
    result = (int)cuGraphAddNode(&node, graph, count != 0 ? &before : NULL, NULL, count, &params);
    if (result == 0) {
        take_results(&params);           /* before the node can end, whose list it reads */
        fuzz_made(FUZZ_NODE, (uint64_t)(uintptr_t)node);
    }
    fuzz_call_end(f, result);
}

/* Parameters of the node's own kind, mostly. */
static size_t kind_for(struct fuzz *f, CUgraphNode node)
{
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    size_t kind = (size_t)fuzz_below(f, KINDS);

    if (fuzz_chance(f, 95) && cuGraphNodeGetType(node, &type) == CUDA_SUCCESS) {
        for (size_t i = 0; i < KINDS; i++) {
            if (kinds[i].type == type)
                kind = i;
        }
    }
    return kind;
}

static void set_params(struct fuzz *f)
{
    CUgraphNode node = HANDLE(CUgraphNode, FUZZ_NODE);
    CUgraphNodeParams params;
    struct lists lists;

    fill(f, kind_for(f, node), &params, &lists);
    const uint64_t logged[] = { (uint64_t)(uintptr_t)node, (uint64_t)params.type };

    fuzz_call_begin(f, "cuGraphNodeSetParams", 2, logged);
    fuzz_call_end(f, (int)cuGraphNodeSetParams(node, &params));
}

static void set_exec_params(struct fuzz *f)
{
    CUgraphExec exec = HANDLE(CUgraphExec, FUZZ_EXEC);
    CUgraphNode node = HANDLE(CUgraphNode, FUZZ_NODE);
    CUgraphNodeParams params;
    struct lists lists;

    fill(f, kind_for(f, node), &params, &lists);
    const uint64_t logged[] = { (uint64_t)(uintptr_t)exec, (uint64_t)(uintptr_t)node,
                                (uint64_t)params.type };

    fuzz_call_begin(f, "cuGraphExecNodeSetParams", 3, logged);
    fuzz_call_end(f, (int)cuGraphExecNodeSetParams(exec, node, &params));
}

/* ---- graphs that run ------------------------------------------------------------------------- */

enum { MOST_NODES = 6, MOST_LAUNCHES = 3 };

static void add_some(struct fuzz *f, CUgraph graph, CUgraphNode *nodes)
{
    for (size_t i = 0; i < MOST_NODES; i++) {
        CUgraphNode *before = &nodes[fuzz_below(f, MOST_NODES)];
        CUgraphNodeParams params;
        struct lists lists;

        fill(f, (size_t)fuzz_below(f, KINDS), &params, &lists);
        if (params.type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            (void)cuGraphConditionalHandleCreate(&params.conditional.handle, graph,
                                                 params.conditional.ctx, 0, 1);
        (void)cuGraphAddNode(&nodes[i], graph, before, NULL, *before != NULL, &params);
    }
}

static CUgraphExec instantiate(struct fuzz *f, CUgraph graph)
{
    static const unsigned int flags[] = { 0, 0, 1, 2, 8, 9 };
    CUgraphExec exec = NULL;

    (void)cuGraphInstantiate(&exec, graph, flags[fuzz_below(f, sizeof flags / sizeof flags[0])]);
    return exec;
}

static void change(struct fuzz *f, CUgraphExec exec, CUgraph graph, CUgraphNode node)
{
    CUgraphExecUpdateResultInfo info;
    CUgraphNodeParams params;
    struct lists lists;

    fill(f, kind_for(f, node), &params, &lists);
    switch (fuzz_below(f, 4)) {
    case 0: (void)cuGraphExecNodeSetParams(exec, node, &params); break;
    case 1:
        (void)cuGraphNodeSetParams(node, &params);
        (void)cuGraphExecUpdate(exec, graph, &info);
        break;
    case 2: (void)cuGraphNodeSetEnabled(exec, node, (unsigned int)fuzz_below(f, 2)); break;
    default: (void)cuGraphExecUpdate(exec, HANDLE(CUgraph, FUZZ_GRAPH), &info); break;
    }
}

/* A whole graph, which random calls seldom come to. */
static void run_graph(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    const uint64_t logged[] = { (uint64_t)(uintptr_t)stream };
    CUgraphNode nodes[MOST_NODES] = { NULL };
    CUgraph graph = NULL;
    CUgraphExec exec;
    int result;

    fuzz_call_begin(f, "cuGraphLaunch of a new one", 1, logged);
    result = (int)cuGraphCreate(&graph, 0);
    if (result == 0) {
        add_some(f, graph, nodes);
        exec = instantiate(f, graph);
        for (uint64_t i = 1 + fuzz_below(f, MOST_LAUNCHES); exec != NULL && i > 0; i--) {
            result = (int)cuGraphLaunch(exec, stream);
            change(f, exec, graph, nodes[fuzz_below(f, MOST_NODES)]);
        }
        fuzz_made(FUZZ_EXEC, (uint64_t)(uintptr_t)exec);
        fuzz_made(FUZZ_GRAPH, (uint64_t)(uintptr_t)graph);
        for (size_t i = 0; i < MOST_NODES; i++)
            fuzz_made(FUZZ_NODE, (uint64_t)(uintptr_t)nodes[i]);
    }
    fuzz_call_end(f, result);
}

/* ---- graphs that are captured ---------------------------------------------------------------- */

static void copy_some(struct fuzz *f, CUstream stream)
{
    struct fuzz_copy c = { .kind = 0 };

    fuzz_copy(f, &c, FUZZ_DEFAULT, false);
    (void)cuMemcpyAsync((CUdeviceptr)(uintptr_t)c.dst, (CUdeviceptr)(uintptr_t)c.src, c.width,
                        stream);
}

static void allocate_some(struct fuzz *f, CUstream stream)
{
    CUdeviceptr memory = 0;

    (void)cuMemAllocAsync(&memory, 1 + fuzz_below(f, 100000), stream);
    if (memory != 0 && fuzz_chance(f, 70))
        (void)cuMemsetD8Async(memory, 1, 1, stream);
    if (memory != 0 && fuzz_chance(f, 50))
        (void)cuMemFreeAsync(memory, stream);
    else
        fuzz_made(FUZZ_GRAPH_MEMORY, memory);
}

static void use_semaphores(struct fuzz *f, CUstream stream)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_EMPTY };
    struct lists lists = { .arguments = { NULL } };

    if (fuzz_chance(f, 50)) {
        fill_signal(f, &params, &lists);
        (void)cuSignalExternalSemaphoresAsync(lists.semaphores, lists.signals,
                                              params.extSemSignal.numExtSems, stream);
    } else {
        fill_wait(f, &params, &lists);
        (void)cuWaitExternalSemaphoresAsync(lists.semaphores, lists.waits,
                                            params.extSemWait.numExtSems, stream);
    }
}

/* Another stream joins, and mostly is joined again. */
static void fork_some(struct fuzz *f, CUstream stream)
{
    CUevent event = HANDLE(CUevent, FUZZ_EVENT);
    CUstream other = HANDLE(CUstream, FUZZ_STREAM);

    (void)cuEventRecord(event, stream);
    (void)cuStreamWaitEvent(other, event, fuzz_chance(f, 95) ? 0 : 1);
    (void)cuMemsetD8Async(fuzz_pointer(f), 2, 1, other);
    if (fuzz_chance(f, 10))
        return;
    (void)cuEventRecord(event, other);
    (void)cuStreamWaitEvent(stream, event, 0);
}

static void capture_one(struct fuzz *f, CUstream stream)
{
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_EMPTY };
    struct lists lists = { .arguments = { NULL } };

    switch (fuzz_below(f, 8)) {
    case 0: copy_some(f, stream); break;
    case 1: (void)cuMemsetD8Async(fuzz_pointer(f), 3, 1 + fuzz_below(f, 64), stream); break;
    case 2: (void)cuLaunchHostFunc(stream, fuzz_host_function, NULL); break;
    case 3:
        fill_kernel(f, &params, &lists);
        (void)cuLaunchKernel(params.kernel.func, 1, 1, 1, params.kernel.blockDimX, 1, 1, 0, stream,
                             lists.arguments, NULL);
        break;
    case 4: allocate_some(f, stream); break;
    case 5: use_semaphores(f, stream); break;
    case 6: fork_some(f, stream); break;
    default:
        fill_words(f, &params, &lists);
        (void)cuStreamBatchMemOp(stream, params.memOp.count, lists.words, 0);
    }
}

/* The threads of the fuzzer call meanwhile. */
static void run_captured(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM), into = HANDLE(CUstream, FUZZ_STREAM);
    CUstreamCaptureMode mode = fuzz_chance(f, 60) ? CU_STREAM_CAPTURE_MODE_RELAXED
                                                  : (CUstreamCaptureMode)fuzz_below(f, 3);
    const uint64_t logged[] = { (uint64_t)(uintptr_t)stream, (uint64_t)mode };
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    int result;

    fuzz_call_begin(f, "cuGraphLaunch of a captured one", 2, logged);
    result = (int)cuStreamBeginCapture(stream, mode);
    for (uint64_t i = fuzz_below(f, MOST_NODES + 1); result == 0 && i > 0; i--)
        capture_one(f, stream);
    if (result == 0)
        result = (int)cuStreamEndCapture(stream, &graph);
    if (graph != NULL)
        exec = instantiate(f, graph);
    for (uint64_t i = 1 + fuzz_below(f, MOST_LAUNCHES); exec != NULL && i > 0; i--)
        result = (int)cuGraphLaunch(exec, into);
    fuzz_made(FUZZ_EXEC, (uint64_t)(uintptr_t)exec);
    fuzz_made(FUZZ_GRAPH, (uint64_t)(uintptr_t)graph);
    fuzz_call_end(f, result);
}

/* ---- captures -------------------------------------------------------------------------------- */

void fuzz_capture_began(struct fuzz *f, uint64_t stream)
{
    CUcontext context = NULL;
    size_t i = 0;

    if (stream == 0)
        stream = (uint64_t)(uintptr_t)CU_STREAM_PER_THREAD;  /* the legacy stream takes none */
    while (i < FUZZ_CAPTURES && f->captures[i].stream != 0)
        i++;
    if (i == FUZZ_CAPTURES) {
        fuzz_captures_end(f);
        i = 0;
    }
    (void)cuCtxGetCurrent(&context);
    f->captures[i] = (struct fuzz_capture){ stream, (uint64_t)(uintptr_t)context };
    f->captures_until = f->call_count + CALLS_PER_CAPTURE;
}

/* The thread's own stream is another one in each context. */
void fuzz_captures_end(struct fuzz *f)
{
    for (size_t i = 0; i < FUZZ_CAPTURES; i++) {
        struct fuzz_capture *capture = &f->captures[i];
        CUgraph graph = NULL;
        CUcontext context;

        if (capture->stream == 0)
            continue;
        if (cuCtxPushCurrent((CUcontext)(uintptr_t)capture->context) == CUDA_SUCCESS) {
            (void)cuStreamEndCapture((CUstream)(uintptr_t)capture->stream, &graph);
            (void)cuCtxPopCurrent(&context);
        }
        capture->stream = 0;
        fuzz_made(FUZZ_GRAPH, (uint64_t)(uintptr_t)graph);
    }
}

void fuzz_captures_look(struct fuzz *f)
{
    if (f->captures[0].stream != 0 && f->call_count >= f->captures_until)
        fuzz_captures_end(f);
}

const struct fuzz_function fuzz_graphs[] = {
    { "cuGraphAddNode", add_node, 30 },
    { "cuGraphNodeSetParams", set_params, 10 },
    { "cuGraphExecNodeSetParams", set_exec_params, 10 },
    { "cuGraphLaunch of a new one", run_graph, 12 },
    { "cuGraphLaunch of a captured one", run_captured, 12 },
};
const size_t fuzz_graphs_count = sizeof fuzz_graphs / sizeof fuzz_graphs[0];
