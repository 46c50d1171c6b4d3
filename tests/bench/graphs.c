/* Launches of graphs: for the caller and until they are done, beside the same recorded by hand in
 * Vulkan, and beside the library of the vendor where there is one. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hand_graph.h"
#include "vendor.h"

#define BURST 20
#define FRAMES 64
#define IN_BUFFER 64
#define MOST_NODES 10000

#define GRAPH_CALLS(X) \
    X(cudaGraphAddExternalSemaphoresSignalNode) \
    X(cudaGraphAddExternalSemaphoresWaitNode) \
    X(cudaGraphAddKernelNode) \
    X(cudaGraphCreate) \
    X(cudaGraphDestroy) \
    X(cudaGraphExecDestroy) \
    X(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) \
    X(cudaGraphExecKernelNodeSetParams) \
    X(cudaGraphInstantiateWithFlags) \
    X(cudaGraphLaunch) \
    X(cudaLaunchKernel) \
    X(cudaLibraryGetKernel) \
    X(cudaLibraryLoadData) \
    X(cudaLibraryUnload)

#define GRAPH_MEMBER(name) __typeof__(name) *name;

/* A library, with a kernel that does nothing. */
struct side {
    struct bench_side base;
    GRAPH_CALLS(GRAPH_MEMBER)
    cudaLibrary_t library;
    cudaKernel_t kernel;
    uint64_t value;                      /* of the timeline, for frames */
};

#define SIDE(side, call) \
    bench_check_side(&(side)->base, (side)->call, #call, __FILE__, __LINE__)
#define BASE(side, call) BENCH_SIDE(&(side)->base, call)

static const char code[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                           ".visible .entry empty(.param .u32 n)\n{ ret; }\n";

static uint32_t argument;
static void *arguments[] = {&argument};

/* ---- sides ----------------------------------------------------------------------------------- */

static bool fill_calls(struct side *side, void *library)
{
    void *address;
#define GRAPH_FIND(name) \
    address = library ? dlsym(library, #name) : NULL; \
    if (library && !address) \
        return false; \
    if (library) \
        memcpy(&side->name, &address, sizeof(address)); \
    else \
        side->name = name;
    GRAPH_CALLS(GRAPH_FIND)
    return true;
}

static void open_timeline(struct side *side)
{
    if (!bench_vulkan_has_semaphores())
        return;
    side->base.timeline = bench_vulkan_timeline_create(bench_vulkan_exporter());
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
        .handle.fd = bench_vulkan_timeline_export(bench_vulkan_exporter(), side->base.timeline),
    };
    BASE(side, cudaImportExternalSemaphore(&side->base.imported, &handle));
}

static void open_side(struct side *side, const struct cuda_calls *calls, int device)
{
    side->base.calls = calls;
    side->base.device = device;
    BASE(side, cudaSetDevice(device));
    BASE(side, cudaStreamCreateWithFlags(&side->base.stream, cudaStreamNonBlocking));
    SIDE(side, cudaLibraryLoadData(&side->library, code, NULL, NULL, 0, NULL, NULL, 0));
    SIDE(side, cudaLibraryGetKernel(&side->kernel, side->library, "empty"));
    open_timeline(side);
}

static void close_side(struct side *side)
{
    BASE(side, cudaDeviceSynchronize());
    if (side->base.imported) {
        BASE(side, cudaDestroyExternalSemaphore(side->base.imported));
        vkDestroySemaphore(bench_vulkan_exporter()->device, side->base.timeline, NULL);
    }
    SIDE(side, cudaLibraryUnload(side->library));
    BASE(side, cudaStreamDestroy(side->base.stream));
}

/* ---- graphs ---------------------------------------------------------------------------------- */

struct made {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t changed;             /* a kernel node in the middle */
};

static struct cudaKernelNodeParams kernel_of(const struct side *side)
{
    return (struct cudaKernelNodeParams){
        .func = (void *)side->kernel, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1},
        .kernelParams = arguments,
    };
}

static void make_graph(const struct side *side, struct bench_graph_shape shape, struct made *out)
{
    static cudaGraphNode_t nodes[MOST_NODES];
    struct cudaKernelNodeParams kernel = kernel_of(side);
    SIDE(side, cudaGraphCreate(&out->graph, 0));
    for (size_t level = 0; level < shape.levels; level++) {
        for (size_t i = 0; i < shape.width; i++) {
            cudaGraphNode_t before = nodes[i];
            SIDE(side, cudaGraphAddKernelNode(&nodes[i], out->graph, level ? &before : NULL,
                                              level != 0, &kernel));
        }
        if (level == shape.levels / 2)
            out->changed = nodes[0];
    }
}

static void instantiate(const struct side *side, struct made *made)
{
    SIDE(side, cudaGraphInstantiateWithFlags(&made->exec, made->graph, 0));
}

static void end_graph(const struct side *side, struct made *made)
{
    BASE(side, cudaStreamSynchronize(side->base.stream));
    SIDE(side, cudaGraphExecDestroy(made->exec));
    SIDE(side, cudaGraphDestroy(made->graph));
}

static double microseconds(int64_t start_ns, size_t count)
{
    return (double)(bench_now_ns() - start_ns) / 1000 / (double)count;
}

/* ---- what is measured ------------------------------------------------------------------------ */

/* Numbers of one graph. */
struct numbers {
    double instantiate;                  /* us a node */
    double idle, busy, done;             /* us a launch; until done */
    double changed;                      /* of a busy launch behind a change of one node */
};

static void burst(const struct side *side, const struct made *made, bool changes, double *out)
{
    struct cudaKernelNodeParams kernel = kernel_of(side);
    SIDE(side, cudaGraphLaunch(made->exec, side->base.stream));
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < BURST; i++) {
        argument = (uint32_t)i;
        if (changes)
            SIDE(side, cudaGraphExecKernelNodeSetParams(made->exec, made->changed, &kernel));
        SIDE(side, cudaGraphLaunch(made->exec, side->base.stream));
    }
    *out = microseconds(start, BURST);
    BASE(side, cudaStreamSynchronize(side->base.stream));
}

static void measure(struct side *side, struct bench_graph_shape shape, struct numbers *out)
{
    struct made made;
    BASE(side, cudaSetDevice(side->base.device));
    make_graph(side, shape, &made);
    int64_t start = bench_now_ns();
    instantiate(side, &made);
    out->instantiate = microseconds(start, shape.levels * shape.width);
    for (int i = 0; i < 3; i++) {        /* the first ones are not counted */
        BASE(side, cudaStreamSynchronize(side->base.stream));
        start = bench_now_ns();
        SIDE(side, cudaGraphLaunch(made.exec, side->base.stream));
        out->idle = microseconds(start, 1);
        BASE(side, cudaStreamSynchronize(side->base.stream));
        out->done = microseconds(start, 1);
    }
    burst(side, &made, false, &out->busy);
    burst(side, &made, true, &out->changed);
    burst(side, &made, true, &out->changed);
    end_graph(side, &made);
}

/* The same by hand: nothing waits, so a busy queue takes a submit as an idle one does. */
static void measure_hand(struct bench_graph_shape shape, struct numbers *out)
{
    struct bench_hand_graph graph;
    struct bench_vulkan_device *on = bench_vulkan_importer();
    int64_t start = bench_now_ns();
    bench_hand_graph_open(&graph, shape, IN_BUFFER);
    out->instantiate = microseconds(start, shape.levels * shape.width);
    for (int i = 0; i < 3; i++) {
        start = bench_now_ns();
        bench_hand_graph_submit(&graph);
        out->idle = microseconds(start, 1);
        bench_vulkan_finish(on);
        out->done = microseconds(start, 1);
    }
    bench_hand_graph_submit(&graph);
    start = bench_now_ns();
    for (size_t i = 0; i < BURST; i++)
        bench_hand_graph_submit(&graph);
    out->busy = microseconds(start, BURST);
    bench_hand_graph_close(&graph);
}

/* 1000 launches in a stream, until done. */
static double measure_stream(struct side *side)
{
    dim3 one = {1, 1, 1};
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < 1000; i++)
        SIDE(side, cudaLaunchKernel((const void *)side->kernel, one, one, arguments, 0,
                                    side->base.stream));
    BASE(side, cudaStreamSynchronize(side->base.stream));
    return microseconds(start, 1);
}

/* ---- frames ---------------------------------------------------------------------------------- */

struct frame {
    struct made made;
    cudaGraphNode_t wait, signal;
    struct cudaExternalSemaphoreWaitParams wait_params;
    struct cudaExternalSemaphoreSignalParams signal_params;
    struct cudaExternalSemaphoreWaitNodeParams waits;
    struct cudaExternalSemaphoreSignalNodeParams signals;
};

static void make_frame(struct side *side, struct frame *frame)
{
    struct cudaKernelNodeParams kernel = kernel_of(side);
    cudaGraphNode_t node;
    *frame = (struct frame){.wait_params.params.fence.value = side->value};
    frame->signal_params.params.fence.value = side->value + 1;
    frame->waits = (struct cudaExternalSemaphoreWaitNodeParams){
        &side->base.imported, &frame->wait_params, 1};
    frame->signals = (struct cudaExternalSemaphoreSignalNodeParams){
        &side->base.imported, &frame->signal_params, 1};
    SIDE(side, cudaGraphCreate(&frame->made.graph, 0));
    SIDE(side, cudaGraphAddExternalSemaphoresWaitNode(&frame->wait, frame->made.graph, NULL, 0,
                                                      &frame->waits));
    node = frame->wait;
    for (int i = 0; i < 3; i++) {
        cudaGraphNode_t before = node;
        SIDE(side, cudaGraphAddKernelNode(&node, frame->made.graph, &before, 1, &kernel));
    }
    SIDE(side, cudaGraphAddExternalSemaphoresSignalNode(&frame->signal, frame->made.graph, &node,
                                                        1, &frame->signals));
    instantiate(side, &frame->made);
}

/* Each frame waits for the value that the one before signals. Microseconds of the caller. */
static double measure_frames(struct side *side, double *out_done)
{
    struct frame frame;
    BASE(side, cudaSetDevice(side->base.device));
    make_frame(side, &frame);
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < FRAMES; i++) {
        frame.wait_params.params.fence.value = side->value++;
        frame.signal_params.params.fence.value = side->value;
        SIDE(side, cudaGraphExecExternalSemaphoresWaitNodeSetParams(frame.made.exec, frame.wait,
                                                                    &frame.waits));
        SIDE(side, cudaGraphExecExternalSemaphoresSignalNodeSetParams(
                       frame.made.exec, frame.signal, &frame.signals));
        SIDE(side, cudaGraphLaunch(frame.made.exec, side->base.stream));
    }
    double caller = microseconds(start, FRAMES);
    BASE(side, cudaStreamSynchronize(side->base.stream));
    *out_done = microseconds(start, FRAMES);
    end_graph(side, &frame.made);
    return caller;
}

/* ---- rows ------------------------------------------------------------------------------------ */

enum which { OURS, VENDOR, HAND, SIDES };

/* The samples of one row, for each side. */
struct row {
    const char *what;
    size_t nodes;
    double at_most, at_least;            /* of ours; of the speed beside the vendor's; 0: no goal */
    bool has_hand;
    struct bench_samples samples[SIDES];
};

static void add_row(const struct row *row)
{
    char name[BENCH_NAME_BYTES];
    snprintf(name, sizeof(name), row->what, row->nodes);
    if (row->samples[VENDOR].count > 0)
        bench_add_row(&(struct bench_row){
            .table = BENCH_BESIDE_VENDOR, .what = name, .unit = BENCH_MICROSECONDS,
            .ours = &row->samples[OURS], .reference = &row->samples[VENDOR],
            .reference_name = "",
            .rule = row->at_least > 0 ? BENCH_RATIO_AT_LEAST : BENCH_FOR_INFORMATION,
            .target = row->at_least});
    bench_add_row(&(struct bench_row){
        .what = name, .unit = BENCH_MICROSECONDS, .ours = &row->samples[OURS],
        .reference = row->has_hand ? &row->samples[HAND] : NULL,
        .reference_name = "recorded by hand",
        .rule = row->at_most > 0 && !bench_setting.is_cpu ? BENCH_OURS_AT_MOST
                                                          : BENCH_FOR_INFORMATION,
        .target = row->at_most});
}

static void compare_shape(struct side *sides, int count, struct bench_graph_shape shape)
{
    size_t nodes = shape.levels * shape.width;
    bool is_row = shape.width == 1;
    struct row rows[] = {
        {is_row ? "graph of %zu kernels in a row: caller, busy"
                : "graph of %zu kernels in 64 branches: caller, busy", nodes, 0.5, 4, true,
         {{.count = 0}}},
        {is_row ? "the same %zu in a row: caller, idle" : "the same %zu in branches: caller, idle",
         nodes, 0, 0.8, true, {{.count = 0}}},
        {is_row ? "the same %zu in a row: done" : "the same %zu in branches: done", nodes, 0,
         is_row ? 0.8 : 1, true, {{.count = 0}}},
        {is_row ? "the same %zu in a row: busy, behind a change of one"
                : "the same %zu in branches: busy, behind a change of one", nodes, 0, 1, false,
         {{.count = 0}}},
        {is_row ? "the same %zu in a row: instantiate, each node"
                : "the same %zu in branches: instantiate, each node", nodes, 1, 1, true,
         {{.count = 0}}},
    };
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        for (int which = 0; which < SIDES; which++) {
            struct numbers got = {0};
            if (which < count)
                measure(&sides[which], shape, &got);
            else if (which == HAND)
                measure_hand(shape, &got);
            else
                continue;
            bench_sample(&rows[0].samples[which], got.busy);
            bench_sample(&rows[1].samples[which], got.idle);
            bench_sample(&rows[2].samples[which], got.done);
            bench_sample(&rows[3].samples[which], got.changed);
            bench_sample(&rows[4].samples[which], got.instantiate);
        }
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        add_row(&rows[i]);
}

static void compare_others(struct side *sides, int count)
{
    struct row caller = {.what = "frame of a graph, two values set: caller", .at_most = 1.5,
                         .at_least = 1};
    struct row done = {.what = "frame of a graph, two values set: done", .at_least = 1};
    struct row stream = {.what = "%zu launches in a stream: done", .nodes = 1000};
    for (int i = 0; i < bench_setting.repeats; i++) {
        for (int which = 0; which < count; which++) {
            double until;
            BASE(&sides[which], cudaSetDevice(sides[which].base.device));
            bench_sample(&stream.samples[which], measure_stream(&sides[which]));
            if (!sides[which].base.imported)
                continue;
            bench_sample(&caller.samples[which], measure_frames(&sides[which], &until));
            bench_sample(&done.samples[which], until);
        }
    }
    if (caller.samples[OURS].count > 0) {
        add_row(&caller);
        add_row(&done);
    }
    add_row(&stream);
}

static int open_sides(struct side sides[2])
{
    const char *why;
    const struct cuda_calls *vendor = cuda_calls_vendor(&why);
    int device = -1;
    if (!fill_calls(&sides[0], NULL))
        return 0;
    open_side(&sides[0], cuda_calls_ours(), 0);
    if (vendor)
        device = cuda_calls_device(vendor, (const uint8_t *)bench_setting.properties.uuid.bytes);
    if (!vendor)
        fprintf(stderr, "graphs: not beside the vendor's library: %s\n", why);
    if (device < 0 || !fill_calls(&sides[1], dlopen(vendor->library, RTLD_NOW | RTLD_LOCAL)))
        return 1;
    open_side(&sides[1], vendor, device);
    return 2;
}

void bench_graphs(void)
{
    static const struct bench_graph_shape shapes[] = {
        {10, 1}, {100, 1}, {1000, 1}, {MOST_NODES, 1}, {10, 64},
    };
    static struct side sides[2];
    int count = open_sides(sides);
    bench_progress("graphs");
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (!bench_setting.is_quick || shapes[i].levels <= 100)
            compare_shape(sides, count, shapes[i]);
    }
    compare_others(sides, count);
    for (int i = count - 1; i >= 0; i--)
        close_side(&sides[i]);
}
