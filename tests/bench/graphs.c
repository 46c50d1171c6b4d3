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
#define IN_BUFFER 1024
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
    X(cudaGraphExecUpdate) \
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

/* Numbers of one graph; us, of updates and of the instantiation for each node. */
enum number {
    BUSY, IDLE, IDLE_MORE,               /* a launch, and what it takes more than by hand */
    DONE,                                /* a launch, until done */
    CHANGED, CHANGED_MORE,               /* of one node and a busy launch; more than a launch */
    INSTANTIATE,
    SAME, OTHER, OTHER_LAUNCHED,         /* updates that change nothing, and all nodes; with a
                                            launch behind it */
    NUMBERS
};

static void launch_changed(const struct side *side, const struct made *made, bool changes)
{
    struct cudaKernelNodeParams kernel = kernel_of(side);
    argument++;
    if (changes)
        SIDE(side, cudaGraphExecKernelNodeSetParams(made->exec, made->changed, &kernel));
    SIDE(side, cudaGraphLaunch(made->exec, side->base.stream));
}

/* The first two are not counted: the stream was idle, and the thread has waited. */
static void burst(const struct side *side, const struct made *made, bool changes, double *out)
{
    launch_changed(side, made, changes);
    launch_changed(side, made, changes);
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < BURST; i++)
        launch_changed(side, made, changes);
    *out = microseconds(start, BURST);
    BASE(side, cudaStreamSynchronize(side->base.stream));
}

/* Updates by a graph with equal parameters, and by one with others; the first is not counted. */
static void update(const struct side *side, struct bench_graph_shape shape,
                   const struct made *made, double out[NUMBERS])
{
    static const enum number numbers[] = {OTHER, SAME, OTHER};
    size_t nodes = shape.levels * shape.width;
    cudaGraphExecUpdateResultInfo result;
    for (int i = 0; i < 3; i++) {
        struct made graph;
        argument += numbers[i] == OTHER;
        make_graph(side, shape, &graph);
        int64_t start = bench_now_ns();
        SIDE(side, cudaGraphExecUpdate(made->exec, graph.graph, &result));
        out[numbers[i]] = microseconds(start, nodes);
        SIDE(side, cudaGraphLaunch(made->exec, side->base.stream));
        out[OTHER_LAUNCHED] = microseconds(start, nodes);
        SIDE(side, cudaGraphDestroy(graph.graph));
        BASE(side, cudaStreamSynchronize(side->base.stream));
    }
}

static void measure(struct side *side, struct bench_graph_shape shape, double out[NUMBERS])
{
    struct made made;
    BASE(side, cudaSetDevice(side->base.device));
    argument = 0;
    make_graph(side, shape, &made);
    int64_t start = bench_now_ns();
    instantiate(side, &made);
    out[INSTANTIATE] = microseconds(start, shape.levels * shape.width);
    for (int i = 0; i < 3; i++) {        /* the first ones are not counted */
        BASE(side, cudaStreamSynchronize(side->base.stream));
        start = bench_now_ns();
        SIDE(side, cudaGraphLaunch(made.exec, side->base.stream));
        out[IDLE] = microseconds(start, 1);
        BASE(side, cudaStreamSynchronize(side->base.stream));
        out[DONE] = microseconds(start, 1);
    }
    burst(side, &made, false, &out[BUSY]);
    burst(side, &made, true, &out[CHANGED]);
    burst(side, &made, true, &out[CHANGED]);
    out[CHANGED_MORE] = out[CHANGED] - out[BUSY];
    update(side, shape, &made, out);
    end_graph(side, &made);
}

/* The same by hand: nothing waits, so a busy queue takes a submit as an idle one does. */
static void measure_hand(struct bench_graph_shape shape, double out[NUMBERS])
{
    struct bench_hand_graph graph;
    struct bench_vulkan_device *on = bench_vulkan_importer();
    int64_t start = bench_now_ns();
    bench_hand_graph_open(&graph, shape, IN_BUFFER);
    out[INSTANTIATE] = microseconds(start, shape.levels * shape.width);
    for (int i = 0; i < 3; i++) {
        start = bench_now_ns();
        bench_hand_graph_submit(&graph);
        out[IDLE] = microseconds(start, 1);
        bench_vulkan_finish(on);
        out[DONE] = microseconds(start, 1);
    }
    bench_hand_graph_submit(&graph);
    start = bench_now_ns();
    for (size_t i = 0; i < BURST; i++)
        bench_hand_graph_submit(&graph);
    out[BUSY] = microseconds(start, BURST);
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

/* The same by hand: a submit of recorded kernels, with a wait and a signal. */
static double measure_hand_frames(double *out_done)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    VkSemaphore timeline = bench_vulkan_timeline_create(on);
    struct bench_hand_graph graph;
    bench_hand_graph_open(&graph, (struct bench_graph_shape){3, 1}, IN_BUFFER);
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < FRAMES; i++)
        bench_hand_graph_submit_frame(&graph, timeline, i);
    double caller = microseconds(start, FRAMES);
    bench_vulkan_timeline_wait(on, timeline, FRAMES);
    *out_done = microseconds(start, FRAMES);
    bench_hand_graph_close(&graph);
    vkDestroySemaphore(on->device, timeline, NULL);
    return caller;
}

/* ---- conditional nodes ----------------------------------------------------------------------- */

/* Of an if: the kernels of its graph, in a row, and whether they run. */
struct condition {
    const char *what;
    size_t kernels;
    unsigned int number;
};

static cudaGraphNode_t add_row_of_kernels(const struct side *side, cudaGraph_t graph,
                                          cudaGraphNode_t before, size_t count)
{
    struct cudaKernelNodeParams kernel = kernel_of(side);
    for (size_t i = 0; i < count; i++) {
        cudaGraphNode_t node;
        SIDE(side, cudaGraphAddKernelNode(&node, graph, &before, before != NULL, &kernel));
        before = node;
    }
    return before;
}

/* Between two kernels. A fill in the graph that does not run has the host decide. */
static void make_condition(const struct side *side, struct condition of, bool by_host, void *memory,
                           struct made *out)
{
    struct cudaGraphNodeParams params = {.type = cudaGraphNodeTypeConditional};
    struct cudaMemsetParams fill = {.dst = memory, .elementSize = 4, .width = 1, .height = 1};
    cudaGraphNode_t node, inside;
    SIDE(side, cudaGraphCreate(&out->graph, 0));
    node = add_row_of_kernels(side, out->graph, NULL, 1);
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = by_host && of.number != 0 ? 2 : 1;
    bench_check_side(&side->base, cudaGraphConditionalHandleCreate(
                         &params.conditional.handle, out->graph, of.number,
                         cudaGraphCondAssignDefault), "a handle", __FILE__, __LINE__);
    bench_check_side(&side->base, cudaGraphAddNode(&node, out->graph, &node, NULL, 1, &params),
                     "a conditional node", __FILE__, __LINE__);
    add_row_of_kernels(side, params.conditional.phGraph_out[0], NULL, of.kernels);
    if (by_host)
        bench_check_side(&side->base, cudaGraphAddMemsetNode(
                             &inside, params.conditional.phGraph_out[of.number != 0], NULL, 0,
                             &fill),
                         "a fill", __FILE__, __LINE__);
    add_row_of_kernels(side, out->graph, node, 1);
    instantiate(side, out);
}

/* A launch in an idle stream until done, the best of some: a thread of the host may sleep. */
static double measure_condition(const struct side *side, struct condition of, bool by_host,
                                void *memory)
{
    struct made made;
    double best = 0;
    make_condition(side, of, by_host, memory, &made);
    for (int i = 0; i < BURST; i++) {
        int64_t start = bench_now_ns();
        SIDE(side, cudaGraphLaunch(made.exec, side->base.stream));
        BASE(side, cudaStreamSynchronize(side->base.stream));
        double took = microseconds(start, 1);
        best = i == 0 || took < best ? took : best;
    }
    end_graph(side, &made);
    return best;
}

/* Decisions of the device beside those of the host. */
static void compare_conditions(const struct side *side)
{
    static const struct condition conditions[] = {
        {"if, a kernel in its graph: done", 1, 1},
        {"if, a kernel that does not run: done", 1, 0},
        {"if, 30 kernels in its graph: done", 30, 1},
        {"if, 30 kernels that do not run: done", 30, 0},
    };
    void *memory;
    BASE(side, cudaSetDevice(side->base.device));
    BASE(side, cudaMalloc(&memory, 4));
    for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++) {
        struct bench_samples by_device = {.count = 0}, by_host = {.count = 0};
        for (int k = 0; k < bench_setting.repeats; k++) {
            bench_sample(&by_device, measure_condition(side, conditions[i], false, memory));
            bench_sample(&by_host, measure_condition(side, conditions[i], true, memory));
        }
        bench_add_row(&(struct bench_row){
            .what = conditions[i].what, .unit = BENCH_MICROSECONDS, .ours = &by_device,
            .reference = &by_host, .reference_name = "decided by the host",
            .rule = BENCH_FOR_INFORMATION});
    }
    BASE(side, cudaFree(memory));
}

/* ---- rows ------------------------------------------------------------------------------------ */

enum which { OURS, VENDOR, HAND, SIDES };

/* The samples of one row, for each side. */
struct row {
    char what[BENCH_NAME_BYTES];
    double at_most, at_least;            /* of ours; of the speed beside the vendor's; 0: no goal */
    struct bench_samples samples[SIDES];
};

static void add_row(const struct row *row)
{
    bool has_goal = row->at_most > 0 && !bench_setting.is_cpu;
    if (row->samples[VENDOR].count > 0)
        bench_add_row(&(struct bench_row){
            .table = BENCH_BESIDE_VENDOR, .what = row->what, .unit = BENCH_MICROSECONDS,
            .ours = &row->samples[OURS], .reference = &row->samples[VENDOR],
            .reference_name = "",
            .rule = row->at_least > 0 ? BENCH_RATIO_AT_LEAST : BENCH_FOR_INFORMATION,
            .target = row->at_least});
    bench_add_row(&(struct bench_row){
        .what = row->what, .unit = BENCH_MICROSECONDS, .ours = &row->samples[OURS],
        .reference = row->samples[HAND].count > 0 ? &row->samples[HAND] : NULL,
        .reference_name = "recorded by hand",
        .rule = has_goal ? BENCH_OURS_AT_MOST : BENCH_FOR_INFORMATION,
        .target = row->at_most});
}

/* A goal of 0 is none. */
static const struct numbered {
    const char *what;
    double at_most, at_least;
    bool is_for_vendor, is_for_hand;
} numbered[NUMBERS] = {
    [BUSY] = {"caller, busy", 0.5, 4, true, true},
    [IDLE] = {"caller, idle", 0, 0, true, true},
    [IDLE_MORE] = {"idle, more than by hand", 0.5, 0, false, false},
    [DONE] = {"done", 0, 0.8, true, true},
    [CHANGED] = {"change, launch, busy", 0, 0, true, false},
    [CHANGED_MORE] = {"change, more than a launch", 2.5, 0, true, false},
    [INSTANTIATE] = {"instantiate, each", 1, 1, true, true},
    [SAME] = {"update, equal, each", 0.15, 1, true, false},
    [OTHER] = {"update, other, each", 0.4, 1, true, false},
    [OTHER_LAUNCHED] = {"update, other, launch", 0, 0, true, false},
};

static void begin_rows(struct row rows[NUMBERS], struct bench_graph_shape shape)
{
    char name[32];
    if (shape.width == 1)
        snprintf(name, sizeof(name), "%zu kernels in a row", shape.levels);
    else
        snprintf(name, sizeof(name), "%zu branches of %zu", shape.width, shape.levels);
    for (int i = 0; i < NUMBERS; i++) {
        rows[i] = (struct row){.at_most = numbered[i].at_most, .at_least = numbered[i].at_least};
        snprintf(rows[i].what, sizeof(rows[i].what), "%s: %s", name, numbered[i].what);
    }
    if (shape.width > 1)
        rows[DONE].at_least = 1;
}

static void add_samples(struct row rows[NUMBERS], enum which which, const double got[NUMBERS])
{
    for (int i = 0; i < NUMBERS; i++) {
        if (which == OURS || (which == VENDOR ? numbered[i].is_for_vendor
                                              : numbered[i].is_for_hand))
            bench_sample(&rows[i].samples[which], got[i]);
    }
}

/* Keeps what 1000 kernels in a row take until they are done. */
static void compare_shape(struct side *sides, int count, struct bench_graph_shape shape,
                          struct bench_samples *thousand)
{
    struct row rows[NUMBERS];
    int repeats = shape.levels < MOST_NODES ? bench_setting.repeats : bench_setting.slow_repeats;
    begin_rows(rows, shape);
    for (int i = 0; i < repeats; i++) {
        double got[SIDES][NUMBERS] = {{0}};
        for (int which = 0; which < count; which++)
            measure(&sides[which], shape, got[which]);
        measure_hand(shape, got[HAND]);
        got[OURS][IDLE_MORE] = got[OURS][IDLE] - got[HAND][IDLE];
        for (int which = 0; which < SIDES; which++) {
            if (which < count || which == HAND)
                add_samples(rows, which, got[which]);
        }
    }
    for (int i = 0; i < NUMBERS; i++)
        add_row(&rows[i]);
    if (shape.levels == 1000 && shape.width == 1)
        *thousand = rows[DONE].samples[OURS];
}

static void compare_frames(struct side *sides, int count)
{
    struct row caller = {"frame, two values set: caller", 1.5, 1, {{.count = 0}}};
    struct row done = {"frame, two values set: done", 0, 1, {{.count = 0}}};
    double until;
    if (!sides[OURS].base.imported)
        return;
    for (int i = 0; i < bench_setting.repeats; i++) {
        for (int which = 0; which < count; which++) {
            bench_sample(&caller.samples[which], measure_frames(&sides[which], &until));
            bench_sample(&done.samples[which], until);
        }
        bench_sample(&caller.samples[HAND], measure_hand_frames(&until));
        bench_sample(&done.samples[HAND], until);
    }
    add_row(&caller);
    add_row(&done);
}

/* A graph of 1000 kernels beside as many launches. */
static void compare_stream(struct side *sides, int count, const struct bench_samples *thousand)
{
    struct row stream = {"1000 launches in a stream: done", 0, 0, {{.count = 0}}};
    for (int i = 0; i < bench_setting.repeats; i++) {
        for (int which = 0; which < count; which++) {
            BASE(&sides[which], cudaSetDevice(sides[which].base.device));
            bench_sample(&stream.samples[which], measure_stream(&sides[which]));
        }
    }
    add_row(&stream);
    if (thousand->count > 0)
        bench_add_row(&(struct bench_row){
            .what = "1000 kernels in a row: done, as launches", .unit = BENCH_MICROSECONDS,
            .ours = thousand, .reference = &stream.samples[OURS],
            .reference_name = "our launches in a stream",
            .rule = bench_setting.is_cpu ? BENCH_FOR_INFORMATION : BENCH_RATIO_AT_MOST,
            .target = 0.5});
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
    struct bench_samples thousand = {.count = 0};
    int count = open_sides(sides);
    bench_progress("graphs");
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (!bench_setting.is_quick || shapes[i].levels <= 100)
            compare_shape(sides, count, shapes[i], &thousand);
    }
    compare_frames(sides, count);
    compare_stream(sides, count, &thousand);
    if (count > 0)
        compare_conditions(&sides[OURS]);
    for (int i = count - 1; i >= 0; i--)
        close_side(&sides[i]);
}
