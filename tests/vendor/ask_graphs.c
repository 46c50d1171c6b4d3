/** Asks a driver library about graphs: updates of executables, attributes of kernel nodes, and
 *  moved graphs (ask_moved.c). Each section is a process of its own:
 *      ask_graphs LIBCUDA SECTION
 *
 *  The library may be a HIP library, which is asked by HIP's names (as_hip.h). */
#include "ask_graphs.h"
#include "as_hip.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *library;

/* What a library without the function answers. */
static int absent(void)
{
    return -1;
}

void *look(const char *name)
{
    void *found = is_hip_library(library) ? find_in_hip(library, name) : dlsym(library, name);

    return found != NULL ? found : (void *)(uintptr_t)absent;
}

static const char ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry one(.param .u64 p, .param .u32 v)\n{\n .reg .b64 %rd<3>;\n .reg .b32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n cvta.to.global.u64 %rd2, %rd1;\n ld.param.u32 %r1, [v];\n"
    " st.global.u32 [%rd2], %r1;\n ret;\n}\n"
    ".visible .entry two(.param .u64 p, .param .u32 v)\n{\n .reg .b64 %rd<3>;\n .reg .b32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n cvta.to.global.u64 %rd2, %rd1;\n ld.param.u32 %r1, [v];\n"
    " st.global.u32 [%rd2+4], %r1;\n ret;\n}\n"
    ".visible .entry three(.param .u64 p)\n{\n ret;\n}\n";

static CUcontext context;
static CUfunction functions[3];
static CUdeviceptr memory;
static uint32_t host_words[64], *pinned;
static CUevent events[2];

static void begin(void)
{
    CUmodule module;
    static const char *const names[] = { "one", "two", "three" };

    CALL(cuInit, (unsigned int), 0);
    CALL(cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice), &context, 0);
    CALL(cuCtxSetCurrent, (CUcontext), context);
    if (CALL(cuModuleLoadData, (CUmodule *, const void *), &module, ptx) != 0)
        printf("no module\n");
    for (int i = 0; i < 3; i++)
        CALL(cuModuleGetFunction, (CUfunction *, CUmodule, const char *), &functions[i], module,
             names[i]);
    CALL(cuMemAlloc_v2, (CUdeviceptr *, size_t), &memory, 65536);
    CALL(cuMemAllocHost_v2, (void **, size_t), (void **)&pinned, 4096);
    CALL(cuEventCreate, (CUevent *, unsigned int), &events[0], 0);
    CALL(cuEventCreate, (CUevent *, unsigned int), &events[1], 0);
}

/* ---- making graphs --------------------------------------------------------------------------- */

CUgraph new_graph(void)
{
    CUgraph graph = NULL;

    CALL(cuGraphCreate, (CUgraph *, unsigned int), &graph, 0);
    return graph;
}

int add_kernel(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count,
               int function, unsigned int grid, uint32_t value)
{
    void *arguments[] = { &memory, &value };
    CUDA_KERNEL_NODE_PARAMS kernel = { .func = functions[function], .gridDimX = grid,
        .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1,
        .kernelParams = arguments };

    return CALL(cuGraphAddKernelNode_v2, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                          const CUDA_KERNEL_NODE_PARAMS *), node, graph, before,
                count, &kernel);
}

static int add_fill(CUgraph graph, CUgraphNode *node, size_t at, size_t pitch, unsigned int value,
                    unsigned int element, size_t width, size_t height, CUcontext with)
{
    CUDA_MEMSET_NODE_PARAMS fill = { memory + at, pitch, value, element, width, height };

    return CALL(cuGraphAddMemsetNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                       const CUDA_MEMSET_NODE_PARAMS *, CUcontext), node, graph,
                NULL, 0, &fill, with);
}

static CUDA_MEMCPY3D line(CUmemorytype dst_type, CUdeviceptr dst, void *dst_host,
                          CUmemorytype src_type, CUdeviceptr src, void *src_host, size_t size)
{
    CUDA_MEMCPY3D copy;

    memset(&copy, 0, sizeof copy);
    copy.dstMemoryType = dst_type;
    copy.dstDevice = dst;
    copy.dstHost = dst_host;
    copy.srcMemoryType = src_type;
    copy.srcDevice = src;
    copy.srcHost = src_host;
    copy.WidthInBytes = size;
    copy.Height = copy.Depth = 1;
    return copy;
}

static int add_copy(CUgraph graph, CUgraphNode *node, const CUDA_MEMCPY3D *copy, CUcontext with)
{
    return CALL(cuGraphAddMemcpyNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                       const CUDA_MEMCPY3D *, CUcontext), node, graph, NULL, 0,
                copy, with);
}

static void nothing(void *argument)
{
    (void)argument;
}

static int add_host(CUgraph graph, CUgraphNode *node, CUhostFn fn, void *data)
{
    CUDA_HOST_NODE_PARAMS host = { fn, data };

    return CALL(cuGraphAddHostNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                     const CUDA_HOST_NODE_PARAMS *), node, graph, NULL, 0, &host);
}

int add_empty(CUgraph graph, CUgraphNode *node, const CUgraphNode *before, size_t count)
{
    return CALL(cuGraphAddEmptyNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t), node,
                graph, before, count);
}

/* ---- updates --------------------------------------------------------------------------------- */

static int edge(CUgraph graph, CUgraphNode from, CUgraphNode to, const CUgraphEdgeData *data)
{
    return CALL(cuGraphAddDependencies_v2, (CUgraph, const CUgraphNode *, const CUgraphNode *,
                                            const CUgraphEdgeData *, size_t), graph, &from, &to,
                data, 1);
}

static int set_attribute(CUgraphNode node, int id, int value)
{
    CUlaunchAttributeValue attribute;

    memset(&attribute, 0, sizeof attribute);
    memcpy(&attribute, &value, sizeof value);
    return CALL(cuGraphKernelNodeSetAttribute, (CUgraphNode, int, const CUlaunchAttributeValue *),
                node, id, &attribute);
}

enum { VARIANTS = 80 };

static const char *const variant_names[VARIANTS] = {
    "kernel", "kernel grid", "kernel function", "kernel arguments", "kernel cooperative",
    "kernel priority", "kernel value", "fill", "fill value", "fill place", "fill width",
    "fill element", "fill 2D", "fill 2D value", "fill 2D place", "fill 2D width", "fill 2D pitch",
    "copy", "copy place", "copy size", "copy to host", "copy to pinned", "copy 2D", "copy unified",
    "host", "host data", "record", "record other", "wait", "wait other", "child", "child value",
    "child more", "empty", "two", "two edge", "two edge back", "two edge programmatic", "join",
    "join swapped", "join less", "join other", "words", "words value", "words place", "words wait",
    "words more", "child type", "kernel then empty", "empty then kernel", "none",
    "copy host to device",
    "three nodes",
};

static CUgraph child_of(int variant)
{
    CUgraph graph = new_graph();
    CUgraphNode node;

    if (variant == 3)
        add_empty(graph, &node, NULL, 0);
    else
        add_kernel(graph, &node, NULL, 0, 0, 1, (uint32_t)variant);
    if (variant == 2)
        add_kernel(graph, &node, NULL, 0, 0, 1, 1);
    return graph;
}

/* One kernel. */
static int make_kernel(CUgraph graph, int variant, CUgraphNode *n)
{
    int code = add_kernel(graph, &n[0], NULL, 0, variant == 2 ? 1 : variant == 3 ? 2 : 0,
                          variant == 1 ? 2 : 1, variant == 6 ? 9 : 1);

    if (variant == 4)
        code = set_attribute(n[0], 2, 1);
    if (variant == 5)
        code = set_attribute(n[0], 8, -2);
    return code;
}

/* One fill. */
static int make_fill(CUgraph graph, int variant, CUgraphNode *n)
{
    bool is_flat = variant <= 11;
    size_t at = variant == 9 || variant == 14 ? 64 : 0;
    size_t pitch = is_flat ? 0 : variant == 16 ? 512 : 256;
    unsigned int value = variant == 8 || variant == 13 ? 2 : 1;

    return add_fill(graph, &n[0], at, pitch, value, variant == 11 ? 1 : 4,
                    variant == 10 || variant == 15 ? 8 : 16, is_flat ? 1 : 2, context);
}

/* One copy. */
static int make_copy(CUgraph graph, int variant, CUgraphNode *n)
{
    CUDA_MEMCPY3D copy = line(CU_MEMORYTYPE_DEVICE, memory, NULL, CU_MEMORYTYPE_DEVICE,
                              memory + 4096, NULL, 64);

    if (variant == 18)
        copy.dstDevice += 128;
    if (variant == 19)
        copy.WidthInBytes = 32;
    if (variant == 20 || variant == 21) {
        copy.dstMemoryType = CU_MEMORYTYPE_HOST;
        copy.dstHost = variant == 20 ? host_words : pinned;
    }
    if (variant == 22) {
        copy.Height = 2;
        copy.srcPitch = copy.dstPitch = 128;
    }
    if (variant == 23)
        copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    if (variant == 51) {
        copy.srcMemoryType = CU_MEMORYTYPE_HOST;
        copy.srcHost = host_words;
    }
    return add_copy(graph, &n[0], &copy, context);
}

typedef int (*event_fn)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent);

/* Two kernels, and an edge. */
static int make_two(CUgraph graph, int variant, CUgraphNode *n)
{
    const CUgraphEdgeData programmatic = { 1, 0, 1, { 0 } };

    add_kernel(graph, &n[0], NULL, 0, 0, 1, 1);
    add_kernel(graph, &n[1], NULL, 0, 0, 1, 2);
    return variant == 34 ? 0 : edge(graph, n[variant == 36], n[variant != 36],
                                    variant == 37 ? &programmatic : NULL);
}

/* Three empty nodes, and edges. */
static int make_join(CUgraph graph, int variant, CUgraphNode *n)
{
    int code = 0;

    for (int i = 0; i < 3; i++)
        add_empty(graph, &n[i], NULL, 0);
    edge(graph, n[variant == 39], n[variant == 41 ? 1 : 2], NULL);
    if (variant == 41)
        code = edge(graph, n[0], n[2], NULL);
    else if (variant != 40)
        code = edge(graph, n[variant != 39], n[2], NULL);
    return code;
}

/* Kernels and empty nodes without edges. */
static int make_loose(CUgraph graph, int variant, CUgraphNode *n)
{
    if (variant == 48) {
        add_kernel(graph, &n[0], NULL, 0, 0, 1, 1);
        return add_empty(graph, &n[1], NULL, 0);
    }
    if (variant == 49) {
        add_empty(graph, &n[0], NULL, 0);
        return add_kernel(graph, &n[1], NULL, 0, 0, 1, 1);
    }
    for (int i = 0; variant == 52 && i < 3; i++)
        add_kernel(graph, &n[i], NULL, 0, 0, 1, 1);
    return 0;
}

static int make_other(CUgraph graph, int variant, CUgraphNode *n)
{
    static int any;

    switch (variant) {
    case 24: return add_host(graph, &n[0], nothing, NULL);
    case 25: return add_host(graph, &n[0], nothing, &any);
    case 26: case 27:
        return ((event_fn)look("cuGraphAddEventRecordNode"))(&n[0], graph, NULL, 0,
                                                             events[variant - 26]);
    case 28: case 29:
        return ((event_fn)look("cuGraphAddEventWaitNode"))(&n[0], graph, NULL, 0,
                                                           events[variant - 28]);
    case 30: case 31: case 32: case 47:
        return CALL(cuGraphAddChildGraphNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                               CUgraph), &n[0], graph, NULL, 0,
                    child_of(variant == 47 ? 3 : variant - 30));
    case 33: return add_empty(graph, &n[0], NULL, 0);
    default: return make_loose(graph, variant, n);
    }
}

/* Makes a variant; n gets its nodes. */
static CUgraph make(int variant, CUgraphNode *n)
{
    CUgraph graph = new_graph();
    int code;

    memset(n, 0, 4 * sizeof *n);
    if (variant <= 6)
        code = make_kernel(graph, variant, n);
    else if (variant <= 16)
        code = make_fill(graph, variant, n);
    else if (variant <= 23 || variant == 51)
        code = make_copy(graph, variant, n);
    else if (variant >= 34 && variant <= 37)
        code = make_two(graph, variant, n);
    else if (variant >= 38 && variant <= 41)
        code = make_join(graph, variant, n);
    else
        code = make_other(graph, variant, n);
    if (code != 0)
        printf("making %s: %d\n", variant_names[variant], code);
    return graph;
}

static int number_of(CUgraphNode node, const CUgraphNode *nodes)
{
    if (node == NULL)
        return -1;
    for (int i = 0; i < 4; i++) {
        if (nodes[i] == node)
            return i;
    }
    return 99;
}

int make_exec(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return CALL(cuGraphInstantiateWithFlags, (CUgraphExec *, CUgraph, unsigned long long), exec,
                graph, flags);
}

static void ask_update(int from, int to, unsigned long long flags)
{
    CUgraphNode was[4], n[4];
    CUgraph first = make(from, was), second = make(to, n);
    CUgraphExec exec = NULL;
    CUgraphExecUpdateResultInfo info;
    int made = make_exec(&exec, first, flags), code;

    memset(&info, 0x55, sizeof info);
    code = CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo *), exec,
                second, &info);
    printf("update %llu|%s|%s: %d %d result %d node %d from %d launch %d\n", flags,
           variant_names[from], variant_names[to], made, code, (int)info.result,
           number_of(info.errorNode, n), number_of(info.errorFromNode, n),
           CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    fflush(stdout);
    CALL(cuCtxSynchronize, (void), );
}

static void section_updates(void)
{
    static const int groups[][2] = {
        { 0, 6 }, { 7, 16 }, { 17, 23 }, { 24, 25 }, { 26, 27 }, { 28, 29 }, { 30, 32 },
        { 34, 37 }, { 38, 41 },
    };

    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        for (int from = groups[g][0]; from <= groups[g][1]; from++) {
            for (int to = groups[g][0]; to <= groups[g][1]; to++)
                ask_update(from, to, 0);
        }
    }
    ask_update(0, 5, 8);
    ask_update(5, 0, 8);
    ask_update(5, 5, 8);
    ask_update(0, 33, 0);
    ask_update(33, 0, 0);
    ask_update(30, 47, 0);
    ask_update(7, 17, 0);
    ask_update(48, 49, 0);
    ask_update(0, 34, 0);
    ask_update(34, 0, 0);
    ask_update(0, 50, 0);
    ask_update(50, 0, 0);
    ask_update(50, 50, 0);
    ask_update(17, 51, 0);
    ask_update(20, 51, 0);
    ask_update(26, 28, 0);
    ask_update(52, 34, 0);
    ask_update(35, 48, 0);
}

static void section_update_arguments(void)
{
    CUgraphNode n[4], was[4];
    CUgraph first = make(0, was), second = make(6, n);
    CUgraphExec exec = NULL;
    CUgraphExecUpdateResultInfo info;
    CUgraphNode bad = NULL;
    CUgraphExecUpdateResult result = (CUgraphExecUpdateResult)77;

    make_exec(&exec, first, 0);
    ASK("update info NULL", CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, void *), exec, second,
                                 NULL));
    ASK("update graph NULL", CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, void *), exec, NULL,
                                  &info));
    ASK("update exec NULL", CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, void *), NULL, second,
                                 &info));
    ASK("update old", CALL(cuGraphExecUpdate, (CUgraphExec, CUgraph, CUgraphNode *, void *), exec,
                           second, &bad, &result));
    printf("old result %d node %p\n", (int)result, (void *)bad);
    ASK("update old node NULL", CALL(cuGraphExecUpdate, (CUgraphExec, CUgraph, CUgraphNode *,
                                                         void *), exec, second, NULL, &result));
    ASK("update old result NULL", CALL(cuGraphExecUpdate, (CUgraphExec, CUgraph, CUgraphNode *,
                                                           void *), exec, second, &bad, NULL));
    second = make(34, n);
    ASK("update old count", CALL(cuGraphExecUpdate, (CUgraphExec, CUgraph, CUgraphNode *, void *),
                                 exec, second, &bad, &result));
    printf("old result %d node %d\n", (int)result, number_of(bad, n));
}

/* ---- attributes ------------------------------------------------------------------------------ */

typedef int (*attribute_fn)(CUgraphNode, int, void *);
typedef int (*copy_fn)(CUgraphNode, CUgraphNode);

static int get_priority(CUgraphNode node)
{
    CUlaunchAttributeValue value;
    int code, got;

    memset(&value, 0x33, sizeof value);
    code = ((attribute_fn)look("cuGraphKernelNodeGetAttribute"))(node, 8, &value);
    memcpy(&got, &value, sizeof got);
    return code != 0 ? 1000 + code : got;
}

static void section_attributes(void)
{
    CUgraph graph = new_graph();
    CUgraphNode a, b, empty;
    copy_fn copy = (copy_fn)look("cuGraphKernelNodeCopyAttributes");
    CUlaunchAttributeValue value;

    add_kernel(graph, &a, NULL, 0, 0, 1, 1);
    add_kernel(graph, &b, NULL, 0, 0, 1, 1);
    add_empty(graph, &empty, NULL, 0);
    printf("priority first %d\n", get_priority(a));
    for (int wish = -8; wish <= 3; wish++) {
        int code = set_attribute(a, 8, wish);

        printf("priority %d: %d gives %d\n", wish, code, get_priority(a));
    }
    for (int id = -1; id <= 18; id++) {
        memset(&value, 0, sizeof value);
        printf("attribute %d: get %d", id,
               ((attribute_fn)look("cuGraphKernelNodeGetAttribute"))(b, id, &value));
        for (int i = 0; i < 16; i++)
            printf(" %02x", ((unsigned char *)&value)[i]);
        printf(" set back %d\n", ((attribute_fn)look("cuGraphKernelNodeSetAttribute"))(b, id,
                                                                                      &value));
    }
    set_attribute(a, 8, -3);
    set_attribute(b, 8, -1);
    ASK("copy a b", copy(a, b));
    printf("a %d b %d\n", get_priority(a), get_priority(b));
    ASK("copy a empty", copy(a, empty));
    ASK("copy empty a", copy(empty, a));
    ASK("copy a a", copy(a, a));
    ASK("get of empty", CALL(cuGraphKernelNodeGetAttribute, (CUgraphNode, int, void *), empty, 8,
                             &value));
}

/* The priority of kernels that are captured in a stream with a priority. */
static void section_captured_priorities(void)
{
    static const int priorities[] = { 0, -3, -5, 2 };
    uint32_t value = 1;
    void *arguments[] = { &memory, &value };

    for (int i = 0; i < 4; i++) {
        CUgraphNode node = NULL;
        CUgraph graph = NULL;
        CUstream stream;
        size_t count = 1;

        CALL(cuStreamCreateWithPriority, (CUstream *, unsigned int, int), &stream, 1,
             priorities[i]);
        CALL(cuStreamBeginCapture_v2, (CUstream, int), stream, 2);
        CALL(cuLaunchKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned, unsigned, CUstream, void **, void **), functions[0], 1, 1,
             1, 1, 1, 1, 0, stream, arguments, NULL);
        CALL(cuStreamEndCapture, (CUstream, CUgraph *), stream, &graph);
        CALL(cuGraphGetNodes, (CUgraph, CUgraphNode *, size_t *), graph, &node, &count);
        printf("captured with %d: priority %d\n", priorities[i], get_priority(node));
    }
}

int main(int argc, char **argv)
{
    static void (*const sections[])(void) = {
        section_updates, section_update_arguments, section_attributes, section_moved_alone,
        section_moved_parents, section_moved_changes, section_moved_refused, section_moved_nested,
        section_moved_ends, section_moved_into_itself, section_moved_memory,
        section_captured_priorities, section_moved_set, section_condition_handles,
        section_condition_sizes, section_condition_uses, section_condition_updates,
        section_condition_runs,
    };
    int section = argc > 2 ? atoi(argv[2]) : 0;

    if (argc < 3 || section < 0 || section >= (int)(sizeof sections / sizeof sections[0]))
        return 2;
    library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return 2;
    }
    begin();
    printf("== section %d\n", section);
    sections[section]();
    return 0;
}
