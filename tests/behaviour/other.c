/* Questions about what belongs to nothing else: arrays and symbols that are none, the profiler,
 * driver entry points, notifications. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

enum {
    FREE_ARRAY_NULL, FREE_ARRAY_GARBAGE, INFO_NULL, INFO_GARBAGE, MIP_FREE_NULL, MIP_FREE_GARBAGE,
    SYMBOL_ADDRESS_NULL, SYMBOL_ADDRESS_WILD, SYMBOL_ADDRESS_NULL_OUT, SYMBOL_SIZE_NULL,
    SYMBOL_SIZE_WILD, SYMBOL_SIZE_NULL_OUT, TO_SYMBOL_NULL, TO_SYMBOL_WILD, TO_SYMBOL_WILD_EMPTY,
    FROM_SYMBOL_NULL, FROM_SYMBOL_WILD, TO_SYMBOL_BAD_KIND, TO_SYMBOL_ASYNC, FROM_SYMBOL_ASYNC
};

static void use_symbol(int what)
{
    static int wild;
    unsigned char host[16] = {0};
    void *address = OUT_MARKER;
    size_t size = 77;
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    const enum cudaMemcpyKind down = cudaMemcpyDeviceToHost;
    switch (what) {
    case SYMBOL_ADDRESS_NULL: answer("use", cudaGetSymbolAddress(&address, NULL)); break;
    case SYMBOL_ADDRESS_WILD: answer("use", cudaGetSymbolAddress(&address, &wild)); break;
    case SYMBOL_ADDRESS_NULL_OUT: answer("use", cudaGetSymbolAddress(NULL, &wild)); break;
    case SYMBOL_SIZE_NULL: answer("use", cudaGetSymbolSize(&size, NULL)); break;
    case SYMBOL_SIZE_WILD: answer("use", cudaGetSymbolSize(&size, &wild)); break;
    case SYMBOL_SIZE_NULL_OUT: answer("use", cudaGetSymbolSize(NULL, &wild)); break;
    case TO_SYMBOL_NULL: answer("use", cudaMemcpyToSymbol(NULL, host, 4, 0, up)); break;
    case TO_SYMBOL_WILD: answer("use", cudaMemcpyToSymbol(&wild, host, 4, 0, up)); break;
    case TO_SYMBOL_WILD_EMPTY: answer("use", cudaMemcpyToSymbol(&wild, host, 0, 0, up)); break;
    case TO_SYMBOL_BAD_KIND:
        answer("use", cudaMemcpyToSymbol(&wild, host, 4, 0, (enum cudaMemcpyKind)9));
        break;
    case TO_SYMBOL_ASYNC:
        answer("use", cudaMemcpyToSymbolAsync(&wild, host, 4, 0, up, NULL));
        break;
    case FROM_SYMBOL_ASYNC:
        answer("use", cudaMemcpyFromSymbolAsync(host, &wild, 4, 0, down, NULL));
        break;
    case FROM_SYMBOL_NULL: answer("use", cudaMemcpyFromSymbol(host, NULL, 4, 0, down)); break;
    default: answer("use", cudaMemcpyFromSymbol(host, &wild, 4, 0, down)); break;
    }
    note("out", "address=%s size=%s", out_state(address), size == 77 ? "unchanged" : "set");
}

static void ask_wild(int what)
{
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned int flags = 77;
    start_device();
    switch (what) {
    case FREE_ARRAY_NULL: answer("use", cudaFreeArray(NULL)); break;
    case FREE_ARRAY_GARBAGE: answer("use", cudaFreeArray((cudaArray_t)GARBAGE)); break;
    case INFO_NULL: answer("use", cudaArrayGetInfo(&format, &extent, &flags, NULL)); break;
    case INFO_GARBAGE:
        answer("use", cudaArrayGetInfo(&format, &extent, &flags, (cudaArray_t)GARBAGE));
        break;
    case MIP_FREE_NULL: answer("use", cudaFreeMipmappedArray(NULL)); break;
    case MIP_FREE_GARBAGE:
        answer("use", cudaFreeMipmappedArray((cudaMipmappedArray_t)GARBAGE));
        break;
    default: use_symbol(what); break;
    }
    answer("good_afterwards", cudaFree(obtain(DEVICE, 64)));
}

#ifndef AS_HIP
static void look_up(const char *name, const char *symbol, unsigned int version,
                    unsigned long long flags)
{
    void *function = OUT_MARKER;
    enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
    cudaError_t code = cudaGetDriverEntryPointByVersion(symbol, &function, version, flags, &result);
    answer_with(label("%s_by_version", name), code, "out=%s result=%d", out_state(function),
                (int)result);
    function = OUT_MARKER;
    result = (enum cudaDriverEntryPointQueryResult)77;
    code = cudaGetDriverEntryPoint(symbol, &function, flags, &result);
    answer_with(name, code, "out=%s result=%d", out_state(function), (int)result);
}

static void ask_entry_points(int arg)
{
    (void)arg;
    void *function = OUT_MARKER;
    enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
    start_device();
    look_up("good", "cuInit", 13000, 0);
    look_up("legacy", "cuMemcpyAsync", 13000, 1);
    look_up("per_thread", "cuMemcpyAsync", 13000, 2);
    look_up("both", "cuMemcpyAsync", 13000, 3);
    look_up("flags_4", "cuInit", 13000, 4);
    look_up("unknown", "cuNoSuchThing", 13000, 0);
    look_up("empty", "", 13000, 0);
    look_up("null", NULL, 13000, 0);
    look_up("runtime_name", "cudaMalloc", 13000, 0);
    look_up("version_0", "cuInit", 0, 0);
    look_up("version_1", "cuInit", 1, 0);
    look_up("version_too_low", "cuMemAllocAsync", 10000, 0);
    look_up("version_99999", "cuInit", 99999, 0);
    answer("null_out", cudaGetDriverEntryPoint("cuInit", NULL, 0, &result));
    answer("null_result", cudaGetDriverEntryPoint("cuInit", &function, 0, NULL));
    answer("unknown_null_result", cudaGetDriverEntryPoint("cuNoSuchThing", &function, 0, NULL));
}

static void do_nothing(cudaAsyncNotificationInfo_t *info, void *context,
                       cudaAsyncCallbackHandle_t handle)
{
    (void)info;
    (void)context;
    (void)handle;
}

static void ask_notifications(int arg)
{
    (void)arg;
    cudaAsyncCallbackHandle_t handle = OUT_MARKER;
    start_device();
    answer("null_function", cudaDeviceRegisterAsyncNotification(0, NULL, NULL, &handle));
    answer("null_out", cudaDeviceRegisterAsyncNotification(0, do_nothing, NULL, NULL));
    answer("device_1000", cudaDeviceRegisterAsyncNotification(1000, do_nothing, NULL, &handle));
    note("out", "%s", out_state(handle));
    cudaError_t code = cudaDeviceRegisterAsyncNotification(0, do_nothing, NULL, &handle);
    answer_with("good", code, "out=%s", out_state(handle));
    if (code == cudaSuccess) {
        answer("unregister_1000", cudaDeviceUnregisterAsyncNotification(1000, handle));
        answer("unregister", cudaDeviceUnregisterAsyncNotification(0, handle));
    }
    answer("unregister_null", cudaDeviceUnregisterAsyncNotification(0, NULL));
}

static void ask_flush(int arg)
{
    (void)arg;
    start_device();
    for (int scope = 0; scope <= 300; scope += 100)
        answer(label("scope_%d", scope),
               cudaDeviceFlushGPUDirectRDMAWrites((enum cudaFlushGPUDirectRDMAWritesTarget)0,
                                                  (enum cudaFlushGPUDirectRDMAWritesScope)scope));
    answer("target_1",
           cudaDeviceFlushGPUDirectRDMAWrites((enum cudaFlushGPUDirectRDMAWritesTarget)1,
                                              (enum cudaFlushGPUDirectRDMAWritesScope)100));
    answer("sync_attributes_null", cudaDeviceGetNvSciSyncAttributes(NULL, 0, 1));
    answer("persisting", cudaCtxResetPersistingL2Cache());
}
#endif

static void ask_profiler(int arg)
{
    (void)arg;
    answer("stop_before", cudaProfilerStop());
    answer("start_before", cudaProfilerStart());
    start_device();
    answer("stop", cudaProfilerStop());
    answer("stop_again", cudaProfilerStop());
    answer("start", cudaProfilerStart());
    answer("start_again", cudaProfilerStart());
    answer("stop_at_last", cudaProfilerStop());
}

#define WILD(what, name) {"other." name, ask_wild, what}

const struct question other_questions[] = {
    {"other.profiler", ask_profiler, 0},
    WILD(FREE_ARRAY_NULL, "free_array_null"), WILD(FREE_ARRAY_GARBAGE, "free_array_garbage"),
    WILD(INFO_NULL, "array_info_null"), WILD(INFO_GARBAGE, "array_info_garbage"),
    WILD(MIP_FREE_NULL, "free_mipmapped_null"), WILD(MIP_FREE_GARBAGE, "free_mipmapped_garbage"),
    WILD(SYMBOL_ADDRESS_NULL, "symbol_address_null"),
    WILD(SYMBOL_ADDRESS_WILD, "symbol_address_wild"),
    WILD(SYMBOL_ADDRESS_NULL_OUT, "symbol_address_null_out"),
    WILD(SYMBOL_SIZE_NULL, "symbol_size_null"), WILD(SYMBOL_SIZE_WILD, "symbol_size_wild"),
    WILD(SYMBOL_SIZE_NULL_OUT, "symbol_size_null_out"), WILD(TO_SYMBOL_NULL, "to_symbol_null"),
    WILD(TO_SYMBOL_WILD, "to_symbol_wild"), WILD(TO_SYMBOL_WILD_EMPTY, "to_symbol_wild_size_0"),
    WILD(TO_SYMBOL_BAD_KIND, "to_symbol_bad_kind"), WILD(TO_SYMBOL_ASYNC, "to_symbol_async"),
    WILD(FROM_SYMBOL_NULL, "from_symbol_null"), WILD(FROM_SYMBOL_WILD, "from_symbol_wild"),
    WILD(FROM_SYMBOL_ASYNC, "from_symbol_async"),
#ifndef AS_HIP
    {"other.entry_points", ask_entry_points, 0},
    {"other.notifications", ask_notifications, 0},
    {"other.flush", ask_flush, 0},
#endif
    {NULL, NULL, 0},
};
