/* Questions about what survives cudaDeviceReset. */
#include "behaviour.h"

#include <string.h>

enum {
    USE_NOTHING, USE_MALLOC, USE_FREE, USE_MEMSET, USE_COPY, USE_ATTRIBUTES, USE_FREE_HOST,
    USE_HOST_FLAGS, USE_UNREGISTER, USE_STREAM_QUERY, USE_STREAM_SYNCHRONIZE, USE_STREAM_DESTROY,
    USE_EVENT_QUERY, USE_EVENT_RECORD, USE_EVENT_DESTROY, USE_NUMBERED, USE_MANAGED, USE_POOL,
    USE_DEFAULT_POOL, USE_ASYNC_FREE, USE_AGAIN
};

struct things {
    unsigned char *device, *pinned, *registered, *managed;
    void *ordered;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMemPool_t pool, default_pool;
};

static void make(struct things *t, int what)
{
    static unsigned char page[8192] __attribute__((aligned(4096)));
    answer("malloc", cudaMalloc((void **)&t->device, 4096));
    answer("host_alloc", cudaHostAlloc((void **)&t->pinned, 4096, 0));
    answer("stream", cudaStreamCreate(&t->stream));
    answer("event", cudaEventCreate(&t->event));
    t->registered = page;
    if (what == USE_UNREGISTER)
        answer("register", cudaHostRegister(page, 4096, 0));
    if (what == USE_MANAGED)
        answer("managed", cudaMallocManaged((void **)&t->managed, 4096, 1));
    if (what == USE_ASYNC_FREE)
        answer("malloc_async", cudaMallocAsync(&t->ordered, 4096, t->stream));
    if (what == USE_DEFAULT_POOL)
        answer("default_pool", cudaDeviceGetDefaultMemPool(&t->default_pool, 0));
    if (what == USE_POOL) {
        struct cudaMemPoolProps wanted;
        memset(&wanted, 0, sizeof(wanted));
        wanted.allocType = cudaMemAllocationTypePinned;
        wanted.location.type = cudaMemLocationTypeDevice;
        answer("pool", cudaMemPoolCreate(&t->pool, &wanted));
    }
}

static void use_memory(struct things *t, int what)
{
    unsigned char host[16] = {0};
    void *fresh = NULL;
    unsigned int flags = 77;
    struct cudaPointerAttributes got;
    if (what == USE_MALLOC)
        answer("use", cudaMalloc(&fresh, 4096));
    else if (what == USE_FREE)
        answer("use", cudaFree(t->device));
    else if (what == USE_MEMSET)
        answer("use", cudaMemset(t->device, 0, 16));
    else if (what == USE_COPY)
        answer("use", cudaMemcpy(host, t->device, 16, cudaMemcpyDeviceToHost));
    else if (what == USE_FREE_HOST)
        answer("use", cudaFreeHost(t->pinned));
    else if (what == USE_HOST_FLAGS)
        answer("use", cudaHostGetFlags(&flags, t->pinned));
    else if (what == USE_UNREGISTER)
        answer("use", cudaHostUnregister(t->registered));
    else if (what == USE_MANAGED)
        answer("use", cudaFree(t->managed));
    else if (what == USE_ASYNC_FREE)
        answer("use", cudaFree(t->ordered));
    else if (what == USE_ATTRIBUTES) {
        memset(&got, 0, sizeof(got));
        cudaError_t code = cudaPointerGetAttributes(&got, t->device);
        answer_with("use", code, "type=%d", (int)got.type);
    }
}

static void use_handle(struct things *t, int what)
{
    unsigned long long value = 77;
    cudaMemPool_t pool = NULL;
    if (what == USE_STREAM_QUERY)
        answer("use", cudaStreamQuery(t->stream));
    else if (what == USE_STREAM_SYNCHRONIZE)
        answer("use", cudaStreamSynchronize(t->stream));
    else if (what == USE_STREAM_DESTROY)
        answer("use", cudaStreamDestroy(t->stream));
    else if (what == USE_EVENT_QUERY)
        answer("use", cudaEventQuery(t->event));
    else if (what == USE_EVENT_RECORD)
        answer("use", cudaEventRecord(t->event, NULL));
    else if (what == USE_EVENT_DESTROY)
        answer("use", cudaEventDestroy(t->event));
    else if (what == USE_NUMBERED) {
        answer("use_null", cudaStreamSynchronize(NULL));
        answer("use_legacy", cudaStreamSynchronize(numbered_stream(1)));
        answer("use_per_thread", cudaStreamSynchronize(numbered_stream(2)));
    } else if (what == USE_POOL) {
        answer("use", cudaMemPoolGetAttribute(t->pool, cudaMemPoolAttrReleaseThreshold, &value));
    } else if (what == USE_DEFAULT_POOL) {
        cudaError_t code = cudaDeviceGetDefaultMemPool(&pool, 0);
        answer_with("use", code, "same=%s", pool == t->default_pool ? "yes" : "no");
    } else if (what == USE_AGAIN) {
        answer("use", cudaDeviceReset());
    }
}

static void ask_use(int what)
{
    struct things things;
    void *fresh = NULL;
    memset(&things, 0, sizeof(things));
    start_device();
    make(&things, what);
    answer("synchronize", cudaDeviceSynchronize());
    answer("reset", cudaDeviceReset());
    use_memory(&things, what);
    use_handle(&things, what);
    answer("good_afterwards", cudaMalloc(&fresh, 64));
    answer("good_memset", cudaMemset(fresh, 0, 64));
    answer("good_free", cudaFree(fresh));
}

static void ask_state(int arg)
{
    (void)arg;
    int device = -7;
    size_t stack = 0;
    size_t first = 0;
    unsigned int flags = 77;
    enum cudaFuncCache cache = (enum cudaFuncCache)77;
    answer("reset_before_anything", cudaDeviceReset());
    start_device();
    answer("set_flags", cudaSetDeviceFlags(4));
    answer("first_limit", cudaDeviceGetLimit(&first, cudaLimitStackSize));
    answer("set_limit", cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    answer("set_cache", cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    (void)cudaSetDevice(-1);
    note("error_before", "%s", cudaGetErrorName(cudaPeekAtLastError()));
    cudaError_t code = cudaDeviceReset();
    note("reset", "%s", cudaGetErrorName(code));
    note("error_after", "%s", cudaGetErrorName(cudaPeekAtLastError()));
    (void)cudaGetLastError();
    answer_with("device", cudaGetDevice(&device), "device=%d", device);
    answer_with("flags", cudaGetDeviceFlags(&flags), "flags=%#x", flags);
    code = cudaDeviceGetLimit(&stack, cudaLimitStackSize);
    answer_with("limit", code, "%s", stack == first ? "as at first" : "as set or other");
    answer_with("cache", cudaDeviceGetCacheConfig(&cache), "config=%d", (int)cache);
    answer("twice", cudaDeviceReset());
    answer("thrice", cudaDeviceReset());
}

/* Does a reset wait for work that is under way, or end it? */
static void do_nothing(void *context)
{
    *(volatile int *)context = 1;
}

static void ask_pending(int arg)
{
    (void)arg;
    static int ran;
    cudaStream_t stream = NULL;
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    answer("work", cudaLaunchHostFunc(stream, do_nothing, &ran));
    answer("reset", cudaDeviceReset());
    note("host_function", "%s", ran ? "ran" : "did not run");
}

const struct question reset_questions[] = {
    {"reset.state", ask_state, 0},
    {"reset.pending", ask_pending, 0},
    {"reset.then_nothing", ask_use, USE_NOTHING},
    {"reset.then_malloc", ask_use, USE_MALLOC},
    {"reset.then_free", ask_use, USE_FREE},
    {"reset.then_memset", ask_use, USE_MEMSET},
    {"reset.then_copy", ask_use, USE_COPY},
    {"reset.then_attributes", ask_use, USE_ATTRIBUTES},
    {"reset.then_free_host", ask_use, USE_FREE_HOST},
    {"reset.then_host_flags", ask_use, USE_HOST_FLAGS},
    {"reset.then_unregister", ask_use, USE_UNREGISTER},
    {"reset.then_stream_query", ask_use, USE_STREAM_QUERY},
    {"reset.then_stream_synchronize", ask_use, USE_STREAM_SYNCHRONIZE},
    {"reset.then_stream_destroy", ask_use, USE_STREAM_DESTROY},
    {"reset.then_event_query", ask_use, USE_EVENT_QUERY},
    {"reset.then_event_record", ask_use, USE_EVENT_RECORD},
    {"reset.then_event_destroy", ask_use, USE_EVENT_DESTROY},
    {"reset.then_numbered_streams", ask_use, USE_NUMBERED},
    {"reset.then_free_managed", ask_use, USE_MANAGED},
    {"reset.then_pool", ask_use, USE_POOL},
    {"reset.then_default_pool", ask_use, USE_DEFAULT_POOL},
    {"reset.then_free_ordered", ask_use, USE_ASYNC_FREE},
    {"reset.then_reset", ask_use, USE_AGAIN},
    {NULL, NULL, 0},
};
