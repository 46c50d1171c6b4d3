/* CUDA's driver interface: what its calls cost beside the runtime's, beside the vendor's, and while
 * many contexts are alive. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

#include "burst.h"

#define SMALL_BYTES 4096
#define TWIN_US 0.010                /* a driver call costs at most as much more than its twin */
#define CHEAP_US 0.050               /* below it a call need not be as fast as the vendor's */
#define AT_MOST_TIMES 1.5
#define MOST_CONTEXTS 10000

/* What is measured, and on what. */
static const struct bench_driver *driver;
static struct stage {
    CUcontext context;
    CUstream stream, other;
    CUevent event;
    CUdeviceptr source, destination;
} stage;

#define CHECK(call) BENCH_REQUIRE(driver->call_##call == CUDA_SUCCESS)

static void open_stage(const struct bench_driver *which)
{
    driver = which;
    CHECK(cuDevicePrimaryCtxRetain(&stage.context, bench_driver_device(which)));
    CHECK(cuCtxSetCurrent(stage.context));
    CHECK(cuStreamCreate(&stage.stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&stage.other, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&stage.event, CU_EVENT_DISABLE_TIMING));
    CHECK(cuMemAlloc(&stage.source, BENCH_BURST * SMALL_BYTES));
    CHECK(cuMemAlloc(&stage.destination, BENCH_BURST * SMALL_BYTES));
    CHECK(cuEventRecord(stage.event, stage.stream));
}

static void close_stage(void)
{
    CHECK(cuMemFree(stage.destination));
    CHECK(cuMemFree(stage.source));
    CHECK(cuEventDestroy(stage.event));
    CHECK(cuStreamDestroy(stage.other));
    CHECK(cuStreamDestroy(stage.stream));
    CHECK(cuDevicePrimaryCtxRelease(bench_driver_device(driver)));
}

/* Also before, so that a burst begins with idle streams. */
static void await_streams(void)
{
    CHECK(cuStreamSynchronize(stage.stream));
    CHECK(cuStreamSynchronize(stage.other));
}

/* ---- calls and their twins ------------------------------------------------------------------- */

static void copy(size_t i)
{
    CHECK(cuMemcpyDtoDAsync(stage.destination + i * SMALL_BYTES, stage.source + i * SMALL_BYTES,
                            SMALL_BYTES, stage.stream));
}

static void copy_twin(size_t i)
{
    BENCH_CUDA(cudaMemcpyAsync((void *)(uintptr_t)(stage.destination + i * SMALL_BYTES),
                               (const void *)(uintptr_t)(stage.source + i * SMALL_BYTES),
                               SMALL_BYTES, cudaMemcpyDeviceToDevice, stage.stream));
}

static void fill(size_t i)
{
    CHECK(cuMemsetD8Async(stage.destination + i * SMALL_BYTES, (unsigned char)i, SMALL_BYTES,
                          stage.stream));
}

static void fill_twin(size_t i)
{
    BENCH_CUDA(cudaMemsetAsync((void *)(uintptr_t)(stage.destination + i * SMALL_BYTES),
                               (int)(i & 0xff), SMALL_BYTES, stage.stream));
}

static void record(size_t i)
{
    (void)i;
    CHECK(cuEventRecord(stage.event, stage.stream));
}

static void record_twin(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventRecord(stage.event, stage.stream));
}

static void wait_for_event(size_t i)
{
    (void)i;
    CHECK(cuStreamWaitEvent(stage.other, stage.event, 0));
}

static void wait_twin(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaStreamWaitEvent(stage.other, stage.event, 0));
}

static void query(size_t i)
{
    (void)i;
    CHECK(cuStreamQuery(stage.stream));
}

static void query_twin(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaStreamQuery(stage.stream));
}

static void query_event(size_t i)
{
    (void)i;
    CHECK(cuEventQuery(stage.event));
}

static void query_event_twin(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventQuery(stage.event));
}

static void get_device(size_t i)
{
    CUdevice device;
    (void)i;
    CHECK(cuCtxGetDevice(&device));
}

static void get_device_twin(size_t i)
{
    int device;
    (void)i;
    BENCH_CUDA(cudaGetDevice(&device));
}

static void device_attribute(size_t i)
{
    int value;
    (void)i;
    CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
}

static void device_attribute_twin(size_t i)
{
    int value;
    (void)i;
    BENCH_CUDA(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
}

static void one_pointer_attribute(size_t i)
{
    int type;
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, stage.source + i));
}

static void pointer_attributes(size_t i)
{
    static CUpointer_attribute kinds[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                           CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL };
    int type, device;
    void *places[] = { &type, &device };
    CHECK(cuPointerGetAttributes(2, kinds, places, stage.source + i));
}

static void pointer_attributes_twin(size_t i)
{
    struct cudaPointerAttributes attributes;
    BENCH_CUDA(cudaPointerGetAttributes(&attributes, (void *)(uintptr_t)(stage.source + i)));
}

static const struct twins {
    const char *name;
    struct bench_operation driver, runtime;
} twins[] = {
    {"copy 4 KiB", {"", copy, await_streams, await_streams, false},
     {"", copy_twin, await_streams, await_streams, false}},
    {"fill 4 KiB", {"", fill, await_streams, await_streams, false},
     {"", fill_twin, await_streams, await_streams, false}},
    {"record an event", {"", record, NULL, await_streams, false},
     {"", record_twin, NULL, await_streams, false}},
    {"wait for an event", {"", wait_for_event, NULL, await_streams, false},
     {"", wait_twin, NULL, await_streams, false}},
    {"query a stream", {"", query, await_streams, NULL, false},
     {"", query_twin, await_streams, NULL, false}},
    {"query an event", {"", query_event, await_streams, NULL, false},
     {"", query_event_twin, await_streams, NULL, false}},
    {"the current device", {"", get_device, NULL, NULL, false},
     {"", get_device_twin, NULL, NULL, false}},
    {"an attribute of a device", {"", device_attribute, NULL, NULL, false},
     {"", device_attribute_twin, NULL, NULL, false}},
    {"what a pointer points to", {"", one_pointer_attribute, NULL, NULL, false},
     {"", pointer_attributes_twin, NULL, NULL, false}},
};
#define TWINS (sizeof(twins) / sizeof(twins[0]))

static void report_twins(const struct twins *pair, const struct bench_samples samples[2])
{
    struct bench_samples more = {.count = 0};
    char name[BENCH_NAME_BYTES];
    struct bench_row row = {
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .ours = &samples[0],
        .reference = &samples[1],
        .reference_name = "the runtime's call",
        .rule = BENCH_FOR_INFORMATION,
    };
    snprintf(name, sizeof(name), "driver: %s", pair->name);
    bench_add_row(&row);
    bench_sample(&more, bench_median(&samples[0]) - bench_median(&samples[1]));
    snprintf(name, sizeof(name), "driver: %s, more than the runtime's", pair->name);
    row.ours = &more;
    row.reference = NULL;
    row.rule = BENCH_OURS_AT_MOST;
    row.target = TWIN_US;
    bench_add_row(&row);
}

static void beside_runtime(void)
{
    open_stage(bench_driver_ours());
    for (size_t i = 0; i < TWINS; i++) {
        struct bench_operation pair[2] = {twins[i].driver, twins[i].runtime};
        struct bench_samples samples[2] = {{.count = 0}, {.count = 0}};
        bench_bursts(pair, 2, samples);
        report_twins(&twins[i], samples);
    }
    close_stage();
}

/* ---- calls of contexts and pointers ---------------------------------------------------------- */

static void get_current(size_t i)
{
    CUcontext context;
    (void)i;
    CHECK(cuCtxGetCurrent(&context));
}

static void set_current(size_t i)
{
    (void)i;
    CHECK(cuCtxSetCurrent(stage.context));
}

static void push_and_pop(size_t i)
{
    CUcontext context;
    (void)i;
    CHECK(cuCtxPushCurrent(stage.context));
    CHECK(cuCtxPopCurrent(&context));
}

static void get_flags(size_t i)
{
    unsigned int flags;
    (void)i;
    CHECK(cuCtxGetFlags(&flags));
}

static void synchronise(size_t i)
{
    (void)i;
    CHECK(cuCtxSynchronize());
}

static void address_range(size_t i)
{
    CUdeviceptr base;
    size_t size;
    CHECK(cuMemGetAddressRange(&base, &size, stage.source + i));
}

static void create_context(size_t i)
{
    CUcontext context;
    (void)i;
    CHECK(cuCtxCreate(&context, 0, bench_driver_device(driver)));
    CHECK(cuCtxDestroy(context));
}

static const struct bench_operation beside[] = {
    {"cuMemcpyDtoDAsync 4 KiB", copy, await_streams, await_streams, false},
    {"cuMemsetD8Async 4 KiB", fill, await_streams, await_streams, false},
    {"cuEventRecord", record, NULL, await_streams, false},
    {"cuStreamWaitEvent", wait_for_event, NULL, await_streams, false},
    {"cuStreamQuery, idle", query, await_streams, NULL, false},
    {"cuEventQuery, done", query_event, await_streams, NULL, false},
    {"cuCtxGetCurrent", get_current, NULL, NULL, false},
    {"cuCtxSetCurrent", set_current, NULL, NULL, false},
    {"cuCtxPushCurrent and cuCtxPopCurrent", push_and_pop, NULL, NULL, false},
    {"cuCtxGetDevice", get_device, NULL, NULL, false},
    {"cuCtxGetFlags", get_flags, NULL, NULL, false},
    {"cuCtxSynchronize, idle", synchronise, await_streams, NULL, false},
    {"cuPointerGetAttribute", one_pointer_attribute, NULL, NULL, false},
    {"cuPointerGetAttributes, two", pointer_attributes, NULL, NULL, false},
    {"cuMemGetAddressRange", address_range, NULL, NULL, false},
};
#define BESIDE (sizeof(beside) / sizeof(beside[0]))

static void report_beside(const char *name, const struct bench_samples samples[2])
{
    bool is_cheap = bench_median(&samples[0]) <= CHEAP_US;
    struct bench_row row = {
        .table = BENCH_BESIDE_VENDOR,
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .ours = &samples[0],
        .reference = &samples[1],
        .reference_name = "",
        .rule = is_cheap ? BENCH_OURS_AT_MOST : BENCH_RATIO_AT_LEAST,
        .target = is_cheap ? CHEAP_US : 1.0,
    };
    bench_add_row(&row);
}

/* A side is opened once for each repeat, so that nothing of one runs while the other is timed. */
void bench_driver_beside_vendor(void)
{
    const struct bench_driver *sides[2] = {bench_driver_ours(), bench_driver_vendor()};
    static struct bench_samples samples[BESIDE][2];
    int repeats = bench_setting.repeats;
    bench_progress("the driver interface beside the vendor's");
    if (!sides[1] || bench_driver_device(sides[1]) < 0)
        return;
    bench_setting.repeats = 1;
    for (int i = 0; i < repeats; i++) {
        for (int which = 0; which < 2; which++) {
            open_stage(sides[which]);
            for (size_t k = 0; k < BESIDE; k++)
                bench_bursts(&beside[k], 1, &samples[k][which]);
            close_stage();
        }
    }
    bench_setting.repeats = repeats;
    for (size_t k = 0; k < BESIDE; k++)
        report_beside(beside[k].name, samples[k]);
}

/* ---- many contexts --------------------------------------------------------------------------- */

static const struct bench_operation among_contexts[] = {
    {"copy 4 KiB", copy, await_streams, await_streams, false},
    {"push and pop a context", push_and_pop, NULL, NULL, false},
    {"create and destroy a context", create_context, NULL, NULL, false},
    {"attributes of a pointer", pointer_attributes, NULL, NULL, true},   /* a search in a map */
};
#define AMONG (sizeof(among_contexts) / sizeof(among_contexts[0]))

/* Each has a stream that has worked, and memory. */
static void grow_contexts(CUcontext *contexts, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        CUdeviceptr memory;
        CUstream stream;
        CHECK(cuCtxCreate(&contexts[i], 0, bench_driver_device(driver)));
        CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
        CHECK(cuMemAlloc(&memory, SMALL_BYTES));
        CHECK(cuMemsetD8Async(memory, 1, SMALL_BYTES, stream));
        CHECK(cuStreamSynchronize(stream));
        CHECK(cuCtxPopCurrent(NULL));
    }
}

static void report_among(size_t count, size_t k, const struct bench_samples *ours,
                         const struct bench_samples *first)
{
    char name[BENCH_NAME_BYTES];
    struct bench_row row = {
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .ours = ours,
        .reference = first,
        .reference_name = "with 10",
        .rule = among_contexts[k].is_for_information ? BENCH_FOR_INFORMATION
                                                     : BENCH_RATIO_AT_MOST,
        .target = AT_MOST_TIMES,
    };
    snprintf(name, sizeof(name), "%s, %zu contexts", among_contexts[k].name, count);
    bench_add_row(&row);
}

static void beside_contexts(void)
{
    static const size_t counts[] = {10, 1000, MOST_CONTEXTS};
    static struct bench_samples samples[3][AMONG];
    static CUcontext contexts[MOST_CONTEXTS];
    size_t sizes = bench_setting.repeats < 10 ? 2 : 3, alive = 0;       /* quick: not the most */
    open_stage(bench_driver_ours());
    for (size_t size = 0; size < sizes; size++) {
        grow_contexts(contexts, alive, counts[size]);
        alive = counts[size];
        bench_bursts(among_contexts, AMONG, samples[size]);
    }
    for (size_t k = 0; k < AMONG; k++) {
        for (size_t size = 1; size < sizes; size++)
            report_among(counts[size], k, &samples[size][k], &samples[0][k]);
    }
    for (size_t i = 0; i < alive; i++)
        CHECK(cuCtxDestroy(contexts[i]));
    close_stage();
}

void bench_driver(void)
{
    bench_progress("the driver interface");
    beside_runtime();
    beside_contexts();
}
