/* What a call of the runtime does to the calling thread's contexts: whether it begins the driver
 * interface, which context is current afterwards, and whether the primary context is active. Each
 * question is asked in a process of its own, whose first call it is. */
#include "ask_driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int runtime_call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static char room[4096];          /* what a call answers */
static int own;                  /* memory that is not CUDA's */
#define ROOM ((uintptr_t)room)
#define MORE ((uintptr_t)(room + 2048))
#define OWN ((uintptr_t)&own)

static const struct question {
    const char *name, *function;
    uintptr_t arguments[6];
} questions[] = {
    { "get_device", "cudaGetDevice", { ROOM } },
    { "get_device_null", "cudaGetDevice", { 0 } },
    { "count", "cudaGetDeviceCount", { ROOM } },
    { "flags", "cudaGetDeviceFlags", { ROOM } },
    { "set_flags", "cudaSetDeviceFlags", { 4 } },
    { "set_flags_8", "cudaSetDeviceFlags", { 8 } },
    { "attribute", "cudaDeviceGetAttribute", { ROOM, 1, 0 } },
    { "attribute_far", "cudaDeviceGetAttribute", { ROOM, 1, 99 } },
    { "properties", "cudaGetDeviceProperties", { ROOM, 0 } },
    { "pointer", "cudaPointerGetAttributes", { ROOM, OWN } },
    { "pointer_null", "cudaPointerGetAttributes", { ROOM, 0 } },
    { "reset", "cudaDeviceReset", { 0 } },
    { "init", "cudaInitDevice", { 0, 0, 0 } },
    { "init_far", "cudaInitDevice", { 99, 0, 0 } },
    { "set", "cudaSetDevice", { 0 } },
    { "set_far", "cudaSetDevice", { 99 } },
    { "valid", "cudaSetValidDevices", { 0, 0 } },
    { "driver_version", "cudaDriverGetVersion", { ROOM } },
    { "runtime_version", "cudaRuntimeGetVersion", { ROOM } },
    { "last_error", "cudaGetLastError", { 0 } },
    { "peek", "cudaPeekAtLastError", { 0 } },
    { "can_access", "cudaDeviceCanAccessPeer", { ROOM, 0, 0 } },
    { "bus", "cudaDeviceGetPCIBusId", { ROOM, 32, 0 } },
    { "by_bus", "cudaDeviceGetByPCIBusId", { ROOM, (uintptr_t)"0000:ff:1f.7" } },
    { "choose", "cudaChooseDevice", { ROOM, MORE } },
    { "limit", "cudaDeviceGetLimit", { ROOM, 0 } },
    { "set_limit", "cudaDeviceSetLimit", { 0, 4096 } },
    { "cache", "cudaDeviceGetCacheConfig", { ROOM } },
    { "synchronize", "cudaDeviceSynchronize", { 0 } },
    { "memory_info", "cudaMemGetInfo", { ROOM, MORE } },
    { "priorities", "cudaDeviceGetStreamPriorityRange", { ROOM, MORE } },
    { "default_pool", "cudaDeviceGetDefaultMemPool", { ROOM, 0 } },
    { "pool", "cudaDeviceGetMemPool", { ROOM, 0 } },
    { "p2p", "cudaDeviceGetP2PAttribute", { ROOM, 1, 0, 0 } },
    { "width", "cudaDeviceGetTexture1DLinearMaxWidth", { ROOM, MORE, 0 } },
    { "malloc", "cudaMalloc", { ROOM, 64 } },
    { "malloc_none", "cudaMalloc", { ROOM, 0 } },
    { "malloc_null", "cudaMalloc", { 0, 64 } },
    { "malloc_host", "cudaMallocHost", { ROOM, 64 } },
    { "malloc_async", "cudaMallocAsync", { ROOM, 64, 0 } },
    { "free_null", "cudaFree", { 0 } },
    { "free_host_null", "cudaFreeHost", { 0 } },
    { "free_own", "cudaFree", { OWN } },
    { "copy_none", "cudaMemcpy", { ROOM, MORE, 0, 4 } },
    { "copy_host", "cudaMemcpy", { ROOM, MORE, 4, 0 } },
    { "set_none", "cudaMemset", { ROOM, 0, 0 } },
    { "host_flags", "cudaHostGetFlags", { ROOM, OWN } },
    { "unregister", "cudaHostUnregister", { OWN } },
    { "stream", "cudaStreamCreate", { ROOM } },
    { "stream_null", "cudaStreamCreate", { 0 } },
    { "query", "cudaStreamQuery", { 0 } },
    { "stream_sync", "cudaStreamSynchronize", { 0 } },
    { "stream_id", "cudaStreamGetId", { 0, ROOM } },
    { "stream_device", "cudaStreamGetDevice", { 0, ROOM } },
    { "event", "cudaEventCreate", { ROOM } },
    { "event_destroy_null", "cudaEventDestroy", { 0 } },
    { "entry_point", "cudaGetDriverEntryPointByVersion",
      { (uintptr_t)"cuMemAlloc", ROOM, 13000, 0, MORE } },
    { "capture_mode", "cudaThreadExchangeStreamCaptureMode", { ROOM } },
    { "profiler", "cudaProfilerStart", { 0 } },
    { "array_free_null", "cudaFreeArray", { 0 } },
    { "function_null", "cudaFuncGetAttributes", { ROOM, 0 } },
    { "import_null", "cudaImportExternalMemory", { ROOM, 0 } },
    { "texture_destroy_null", "cudaDestroyTextureObject", { 0 } },
    { "ipc_null", "cudaIpcGetMemHandle", { ROOM, 0 } },
    { "peer_disable", "cudaDeviceDisablePeerAccess", { 0 } },
};

static void *runtime;

static runtime_call *find(const char *name)
{
    runtime_call *found;
    void *symbol = dlsym(runtime, name);

    if (symbol == NULL)
        exit(3);
    *(void **)&found = symbol;
    return found;
}

static int call(const struct question *question)
{
    const uintptr_t *at = question->arguments;

    return find(question->function)(at[0], at[1], at[2], at[3], at[4], at[5]);
}

static void tell(const char *state, const char *name, int code, void *before)
{
    void *current = (void *)1, *popped = NULL;
    unsigned int flags;
    int found = driver.cuCtxGetCurrent_(&current), active = -1, depth = 0;

    (void)driver.cuDevicePrimaryCtxGetState_(0, &flags, &active);
    while (depth < 9 && driver.cuCtxPopCurrent_v2_(&popped) == 0)
        depth++;
    say("runtime.%s.%s: %d, current %d %s, primary %d, depth %d", state, name, code, found,
        current == (void *)1 ? "unset" : current == NULL ? "none" : current == before ? "before"
        : "other", active, depth);
}

/* The first call of the process. */
static void ask_first(const struct question *question)
{
    tell("first", question->name, call(question), NULL);
}

/* A context of the driver interface is current. */
static void ask_in_context(const struct question *question)
{
    void *context = need_context();

    tell("context", question->name, call(question), context);
}

/* The primary context is active and not current. */
static void ask_retained(const struct question *question)
{
    void *primary;

    (void)driver.cuInit_(0);
    (void)driver.cuDevicePrimaryCtxRetain_(&primary, 0);
    tell("retained", question->name, call(question), primary);
}

void ask_runtime(const char *path, int part, int parts)
{
    static void (*const states[])(const struct question *question) = {
        ask_first, ask_in_context, ask_retained,
    };

    for (size_t i = (size_t)part; i < sizeof questions / sizeof questions[0] * 3;
         i += (size_t)parts) {
        const struct question *question = &questions[i / 3];
        int status = 0;
        pid_t child;

        fflush(stdout);
        child = fork();
        if (child == 0) {
            runtime = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            if (runtime == NULL) {
                fprintf(stderr, "%s\n", dlerror());
                _exit(2);
            }
            states[i % 3](question);
            _exit(0);
        }
        if (child > 0 && waitpid(child, &status, 0) == child && status != 0)
            say("runtime.%zu.%s: ends with %d", i % 3, question->name, status);
    }
}
