/* Questions about errors: the name of every code, and which calls change the last error. */
#include "behaviour.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void ask_names(int arg)
{
    (void)arg;
    const char *unknown = cudaGetErrorName((cudaError_t)-1);
    for (int code = 0; code <= 1010; code++) {
        const char *name = cudaGetErrorName((cudaError_t)code);
        if (name != NULL && (unknown == NULL || strcmp(name, unknown) != 0))
            note(label("code_%d", code), "%s", name);
    }
    static const int others[] = {INT_MIN, -1, 10000, 10001, 65535, INT_MAX};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        const char *name = cudaGetErrorName((cudaError_t)others[i]);
        note(label("code_%d", others[i]), "%s", name == NULL ? "NULL" : name);
    }
}

/* The texts are facts too: people look for them. */
static void ask_strings(int arg)
{
    (void)arg;
    const char *unknown = cudaGetErrorString((cudaError_t)-1);
    for (int number = 0; number <= 1010; number++) {
        cudaError_t code = (cudaError_t)number;
        const char *text = cudaGetErrorString(code);
        if (text == NULL)
            note(label("code_%d", number), "NULL");
        else if (unknown == NULL || strcmp(text, unknown) != 0)
            note(label("code_%d", number), "%s", text);
    }
    note("same_twice", "%s", cudaGetErrorString((cudaError_t)1) ==
                             cudaGetErrorString((cudaError_t)1) ? "same pointer" : "other pointer");
}

struct kit {
    void *device;
    unsigned char *pinned;
    cudaStream_t stream;
    cudaEvent_t event, later;
};

static void make_error(void)
{
    (void)cudaGetLastError();
    (void)cudaSetDevice(-1);
}

/* Says what an error before the call is after it. */
static void after(const char *name, cudaError_t code)
{
    note(name, "%s leaves %s", cudaGetErrorName(code), cudaGetErrorName(cudaPeekAtLastError()));
    make_error();
}

static void good_device_calls(void)
{
    int number = 0;
    size_t a = 0;
    size_t b = 0;
    unsigned int flags = 0;
    struct cudaDeviceProp properties;
    make_error();
    after("get_device", cudaGetDevice(&number));
    after("device_count", cudaGetDeviceCount(&number));
    after("set_device", cudaSetDevice(0));
    after("properties", cudaGetDeviceProperties(&properties, 0));
    after("attribute", cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    after("device_flags", cudaGetDeviceFlags(&flags));
    after("limit", cudaDeviceGetLimit(&a, cudaLimitStackSize));
    after("set_cache_config", cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
    after("memory_info", cudaMemGetInfo(&a, &b));
    after("driver_version", cudaDriverGetVersion(&number));
    after("runtime_version", cudaRuntimeGetVersion(&number));
    after("can_access_peer", cudaDeviceCanAccessPeer(&number, 0, 0));
    after("init_device", cudaInitDevice(0, 0, 0));
    after("device_synchronize", cudaDeviceSynchronize());
    after("priority_range", cudaDeviceGetStreamPriorityRange(&number, &number));
}

static void good_memory_calls(struct kit *kit)
{
    void *memory = NULL;
    size_t pitch = 0;
    unsigned char host[16] = {0};
    unsigned int flags = 0;
    struct cudaPointerAttributes attributes;
    after("malloc", cudaMalloc(&memory, 64));
    after("free", cudaFree(memory));
    after("free_null", cudaFree(NULL));
    after("malloc_pitch", cudaMallocPitch(&memory, &pitch, 64, 4));
    after("free_pitch", cudaFree(memory));
    after("host_alloc", cudaHostAlloc(&memory, 64, 0));
    after("host_flags", cudaHostGetFlags(&flags, memory));
    after("free_host", cudaFreeHost(memory));
    after("memset", cudaMemset(kit->device, 0, 64));
    after("memset_async", cudaMemsetAsync(kit->device, 0, 64, kit->stream));
    after("memset_2d", cudaMemset2D(kit->device, 64, 0, 32, 2));
    after("memcpy", cudaMemcpy(host, kit->device, 16, cudaMemcpyDeviceToHost));
    after("memcpy_async", cudaMemcpyAsync(kit->pinned, kit->device, 16, cudaMemcpyDeviceToHost,
                                          kit->stream));
    after("memcpy_2d", cudaMemcpy2D(host, 8, kit->device, 8, 8, 2, cudaMemcpyDeviceToHost));
    after("pointer_attributes", cudaPointerGetAttributes(&attributes, host));
    after("malloc_async", cudaMallocAsync(&memory, 64, kit->stream));
    after("free_async", cudaFreeAsync(memory, kit->stream));
}

static void good_stream_calls(struct kit *kit)
{
    cudaStream_t stream = NULL;
    cudaEvent_t event = NULL;
    float ms = 0;
    unsigned int flags = 0;
    after("stream_create", cudaStreamCreate(&stream));
    after("stream_query", cudaStreamQuery(stream));
    after("stream_flags", cudaStreamGetFlags(stream, &flags));
    after("stream_synchronize", cudaStreamSynchronize(stream));
    after("event_create", cudaEventCreate(&event));
    after("event_record", cudaEventRecord(event, stream));
    after("stream_wait_event", cudaStreamWaitEvent(stream, event, 0));
    after("event_synchronize", cudaEventSynchronize(event));
    after("event_query", cudaEventQuery(event));
    after("elapsed", cudaEventElapsedTime(&ms, kit->event, event));
    after("event_destroy", cudaEventDestroy(event));
    after("stream_destroy", cudaStreamDestroy(stream));
}

static void ask_kept(int arg)
{
    (void)arg;
    struct kit kit;
    start_device();
    answer("malloc", cudaMalloc(&kit.device, 4096));
    answer("pinned", cudaHostAlloc((void **)&kit.pinned, 4096, 0));
    answer("stream", cudaStreamCreate(&kit.stream));
    answer("event", cudaEventCreate(&kit.event));
    answer("record", cudaEventRecord(kit.event, kit.stream));
    good_device_calls();
    good_memory_calls(&kit);
    good_stream_calls(&kit);
    note("error_name", "%s leaves %s", cudaGetErrorName(cudaSuccess),
         cudaGetErrorName(cudaPeekAtLastError()));
    note("reset", "%s leaves %s", cudaGetErrorName(cudaDeviceReset()),
         cudaGetErrorName(cudaPeekAtLastError()));
}

/* NotReady is an answer and no error: what does it leave? */
static void ask_not_ready(int arg)
{
    (void)arg;
    struct hold hold;
    cudaStream_t stream = NULL;
    cudaEvent_t event = NULL;
    float ms = 0;
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    answer("event", cudaEventCreate(&event));
    note("held", "%s", hold_stream(&hold, stream) ? "yes" : "no");
    answer("record", cudaEventRecord(event, stream));
    (void)cudaGetLastError();
    cudaError_t code = cudaStreamQuery(stream);
    note("stream_query", "%s leaves %s", cudaGetErrorName(code),
         cudaGetErrorName(cudaPeekAtLastError()));
    code = cudaEventQuery(event);
    note("event_query", "%s leaves %s", cudaGetErrorName(code),
         cudaGetErrorName(cudaPeekAtLastError()));
    code = cudaEventElapsedTime(&ms, event, event);
    note("elapsed", "%s leaves %s", cudaGetErrorName(code),
         cudaGetErrorName(cudaPeekAtLastError()));
    make_error();
    after("stream_query_over_error", cudaStreamQuery(stream));
    after("event_query_over_error", cudaEventQuery(event));
    after("elapsed_over_error", cudaEventElapsedTime(&ms, event, event));
    let_go(&hold);
    (void)cudaGetLastError();
    answer("synchronize", cudaStreamSynchronize(stream));
}

static void ask_before_start(int arg)
{
    (void)arg;
    int device = -7;
    note("fresh", "%s", cudaGetErrorName(cudaGetLastError()));
    answer("set_bad_device", cudaSetDevice(1000));
    answer("malloc_null", cudaMalloc(NULL, 1));
    answer("stream_null", cudaStreamCreate(NULL));
    answer("free_garbage", cudaFree(GARBAGE));
    answer("event_query_null", cudaEventQuery(NULL));
    answer("get_device", cudaGetDevice(&device));
    answer("stream_query_null", cudaStreamQuery(NULL));
    answer("synchronize", cudaDeviceSynchronize());
}

#ifndef AS_HIP
static void ask_logs(int arg)
{
    (void)arg;
    cudaLogIterator iterator = 0;
    char text[256];
    size_t size = sizeof(text);
    start_device();
    answer("current_null", cudaLogsCurrent(NULL, 0));
    answer("current_flags_1", cudaLogsCurrent(&iterator, 1));
    answer("current", cudaLogsCurrent(&iterator, 0));
    answer("to_memory_null_size", cudaLogsDumpToMemory(&iterator, text, NULL, 0));
    answer("to_memory_null_text", cudaLogsDumpToMemory(&iterator, NULL, &size, 0));
    answer("to_memory_flags_1", cudaLogsDumpToMemory(&iterator, text, &size, 1));
    size = sizeof(text);
    cudaError_t code = cudaLogsDumpToMemory(&iterator, text, &size, 0);
    answer_with("to_memory", code, "size=%zu", size);
    answer("to_file_null", cudaLogsDumpToFile(&iterator, NULL, 0));
    answer("to_file_absent", cudaLogsDumpToFile(&iterator, "/nowhere/at/all", 0));
    answer("callback_null", cudaLogsRegisterCallback(NULL, NULL, NULL));
}
#endif

const struct question error_questions[] = {
    {"error.names", ask_names, 0},
    {"error.strings", ask_strings, 0},
    {"error.kept_by_good_calls", ask_kept, 0},
    {"error.not_ready", ask_not_ready, 0},
    {"error.before_start", ask_before_start, 0},
#ifndef AS_HIP
    {"error.logs", ask_logs, 0},
#endif
    {NULL, NULL, 0},
};
