/* Questions about streams and host functions. */
#include "behaviour.h"

#include <stdio.h>

static void do_nothing(void *context)
{
    (void)context;
}

static void do_nothing_more(cudaStream_t stream, cudaError_t status, void *context)
{
    (void)stream;
    (void)status;
    (void)context;
}

/* The special streams by number: 0 null, 1 legacy, 2 per thread; others are garbage. */
static cudaStream_t numbered(int number)
{
    return (cudaStream_t)(uintptr_t)(unsigned int)number;
}

static void ask_create(int arg)
{
    (void)arg;
    start_device();
    cudaStream_t stream = OUT_MARKER;
    answer("null_out", cudaStreamCreate(NULL));
    answer("flags_null_out", cudaStreamCreateWithFlags(NULL, 0));
    answer("priority_null_out", cudaStreamCreateWithPriority(NULL, 0, 0));
    answer_with("flags_2", cudaStreamCreateWithFlags(&stream, 2), "out=%s", out_state(stream));
    answer_with("flags_0xff", cudaStreamCreateWithFlags(&stream, 0xff), "out=%s",
                out_state(stream));
    int least = 99;
    int greatest = 99;
    cudaError_t code = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    answer_with("priority_range", code, "least=%d greatest=%d", least, greatest);
    answer("priority_range_null", cudaDeviceGetStreamPriorityRange(NULL, NULL));
    static const int priorities[] = {-99, -1, 0, 1, 99};
    for (size_t i = 0; i < sizeof(priorities) / sizeof(priorities[0]); i++) {
        char name[32];
        int got = 77;
        snprintf(name, sizeof(name), "priority_%d", priorities[i]);
        code = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priorities[i]);
        if (code == cudaSuccess)
            code = cudaStreamGetPriority(stream, &got);
        answer_with(name, code, "becomes=%d", got);
    }
    unsigned int flags = 77;
    code = cudaStreamGetFlags(stream, &flags);
    answer_with("get_flags", code, "flags=%u", flags);
    answer("get_flags_null_out", cudaStreamGetFlags(stream, NULL));
    answer("get_priority_null_out", cudaStreamGetPriority(stream, NULL));
    answer("get_id_null_out", cudaStreamGetId(stream, NULL));
}

static void ask_get_device_null(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("get_device_null_out", cudaStreamGetDevice(stream, NULL));
}

static void ask_numbered(int number)
{
    start_device();
    cudaStream_t stream = numbered(number);
    cudaEvent_t event = NULL;
    unsigned int flags = 77;
    int priority = 77;
    answer("event", cudaEventCreate(&event));
    answer("query", cudaStreamQuery(stream));
    answer("synchronize", cudaStreamSynchronize(stream));
    cudaError_t code = cudaStreamGetFlags(stream, &flags);
    answer_with("get_flags", code, "flags=%u", flags);
    code = cudaStreamGetPriority(stream, &priority);
    answer_with("get_priority", code, "priority=%d", priority);
    answer("record", cudaEventRecord(event, stream));
    answer("wait_event", cudaStreamWaitEvent(stream, event, 0));
    answer("host_function", cudaLaunchHostFunc(stream, do_nothing, NULL));
    answer("callback", cudaStreamAddCallback(stream, do_nothing_more, NULL, 0));
    answer("synchronize_2", cudaStreamSynchronize(stream));
}

static void ask_destroy_numbered(int number)
{
    start_device();
    answer("destroy", cudaStreamDestroy(numbered(number)));
}

enum {
    USE_QUERY, USE_SYNCHRONIZE, USE_DESTROY, USE_FLAGS, USE_RECORD, USE_WAIT_EVENT, USE_HOST,
    USE_MEMSET, USE_MEMCPY
};

static void use(int what, cudaStream_t stream)
{
    unsigned int flags = 77;
    cudaEvent_t event = NULL;
    void *device = NULL;
    char host[16] = {0};
    answer("event", cudaEventCreate(&event));
    answer("malloc", cudaMalloc(&device, 64));
    if (what == USE_QUERY)
        answer("query", cudaStreamQuery(stream));
    else if (what == USE_SYNCHRONIZE)
        answer("synchronize", cudaStreamSynchronize(stream));
    else if (what == USE_DESTROY)
        answer("destroy", cudaStreamDestroy(stream));
    else if (what == USE_FLAGS)
        answer("get_flags", cudaStreamGetFlags(stream, &flags));
    else if (what == USE_RECORD)
        answer("record", cudaEventRecord(event, stream));
    else if (what == USE_WAIT_EVENT)
        answer("wait_event", cudaStreamWaitEvent(stream, event, 0));
    else if (what == USE_HOST)
        answer("host_function", cudaLaunchHostFunc(stream, do_nothing, NULL));
    else if (what == USE_MEMSET)
        answer("memset", cudaMemsetAsync(device, 0, 64, stream));
    else
        answer("memcpy", cudaMemcpyAsync(device, host, 16, cudaMemcpyHostToDevice, stream));
}

static void ask_destroyed(int what)
{
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("destroy_first", cudaStreamDestroy(stream));
    use(what, stream);
}

static void ask_garbage(int what)
{
    start_device();
    use(what, numbered(0x1230));
}

static void ask_host_function(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("null_function", cudaLaunchHostFunc(stream, NULL, NULL));
    answer("callback_null", cudaStreamAddCallback(stream, NULL, NULL, 0));
    answer("callback_flags_1", cudaStreamAddCallback(stream, do_nothing_more, NULL, 1));
    answer("synchronize", cudaStreamSynchronize(stream));
}

struct inside {
    cudaStream_t stream;
    cudaError_t query, allocate, record, count, device;
};

static void call_from_inside(void *context)
{
    struct inside *inside = context;
    void *memory = NULL;
    int number = 0;
    inside->device = cudaGetDevice(&number);
    inside->count = cudaGetDeviceCount(&number);
    inside->query = cudaStreamQuery(inside->stream);
    inside->allocate = cudaMalloc(&memory, 64);
    inside->record = cudaMemsetAsync(memory, 0, 64, inside->stream);
}

static void ask_inside(int arg)
{
    (void)arg;
    static struct inside inside;
    start_device();
    answer("create", cudaStreamCreate(&inside.stream));
    answer("launch", cudaLaunchHostFunc(inside.stream, call_from_inside, &inside));
    answer("synchronize", cudaStreamSynchronize(inside.stream));
    note("get_device", "%s", cudaGetErrorName(inside.device));
    note("device_count", "%s", cudaGetErrorName(inside.count));
    note("stream_query", "%s", cudaGetErrorName(inside.query));
    note("malloc", "%s", cudaGetErrorName(inside.allocate));
    note("memset_async", "%s", cudaGetErrorName(inside.record));
    answer("synchronize_again", cudaStreamSynchronize(inside.stream));
}

static void ask_wait_event(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    cudaEvent_t event = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("event", cudaEventCreate(&event));
    answer("never_recorded", cudaStreamWaitEvent(stream, event, 0));
    answer("flags_1_external", cudaStreamWaitEvent(stream, event, 1));
    answer("flags_2", cudaStreamWaitEvent(stream, event, 2));
    answer("flags_0xff", cudaStreamWaitEvent(stream, event, 0xff));
    answer("null_event", cudaStreamWaitEvent(stream, NULL, 0));
    answer("synchronize", cudaStreamSynchronize(stream));
}

const struct question stream_questions[] = {
    {"stream.create", ask_create, 0},
    {"stream.get_device_null_out", ask_get_device_null, 0},
    {"stream.null", ask_numbered, 0},
    {"stream.legacy", ask_numbered, 1},
    {"stream.per_thread", ask_numbered, 2},
    {"stream.destroy_null", ask_destroy_numbered, 0},
    {"stream.destroy_legacy", ask_destroy_numbered, 1},
    {"stream.destroy_per_thread", ask_destroy_numbered, 2},
    {"stream.destroyed_query", ask_destroyed, USE_QUERY},
    {"stream.destroyed_synchronize", ask_destroyed, USE_SYNCHRONIZE},
    {"stream.destroyed_destroy", ask_destroyed, USE_DESTROY},
    {"stream.destroyed_flags", ask_destroyed, USE_FLAGS},
    {"stream.destroyed_record", ask_destroyed, USE_RECORD},
    {"stream.destroyed_wait_event", ask_destroyed, USE_WAIT_EVENT},
    {"stream.destroyed_host_function", ask_destroyed, USE_HOST},
    {"stream.destroyed_memset", ask_destroyed, USE_MEMSET},
    {"stream.destroyed_memcpy", ask_destroyed, USE_MEMCPY},
    {"stream.garbage_query", ask_garbage, USE_QUERY},
    {"stream.garbage_synchronize", ask_garbage, USE_SYNCHRONIZE},
    {"stream.garbage_destroy", ask_garbage, USE_DESTROY},
    {"stream.garbage_record", ask_garbage, USE_RECORD},
    {"stream.garbage_memset", ask_garbage, USE_MEMSET},
    {"stream.host_function", ask_host_function, 0},
    {"stream.calls_inside_host_function", ask_inside, 0},
    {"stream.wait_event", ask_wait_event, 0},
    {NULL, NULL, 0},
};
