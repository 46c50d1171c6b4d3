/** What CUDA has and HIP has not: devices made ready, atomic operations, limits and names of the
 *  driver's interface. */
#include "scenario.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda_profiler_api.h"
#include "test_cases.h"

/** Forgets what a test sets. */
static int reset(void **state)
{
    (void)state;
    return cudaDeviceReset() == cudaSuccess ? 0 : -1;
}

TEST_CASE_WITH(a_device_is_made_ready, NULL, reset)
{
    static const struct {
        unsigned int device_flags, flags, then;
    } good[] = { { 0, 0, 8 }, { 0, 1, 8 }, { 4, 1, 0xc }, { 1, 1, 9 }, { 0xff, 0, 9 },
                 { 0x88, 1, 0x88 }, { 0x60, 1, 8 }, { 0, 2, 8 }, { 2, 3, 0xa }, { 0, 0xff, 8 } };
    unsigned int now = 77;

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        OK(cudaInitDevice(0, good[i].device_flags, good[i].flags));
        OK(cudaGetDeviceFlags(&now));
        assert_int_equal(now, good[i].then);
    }
    BAD_VALUE(cudaInitDevice(0, 3, 1), "flags");
    BAD_VALUE(cudaInitDevice(0, 0xff, 1), "flags");
    BAD_VALUE(cudaInitDevice(0, 0x100, 1), "flags");
    EXPECT(cudaInitDevice(-1, 0, 0), cudaErrorInvalidDevice, "-1");
    EXPECT(cudaInitDevice(1000, 0, 1), cudaErrorInvalidDevice, "1000");
    EXPECT(cudaInitDevice(-1, 0xff, 0xff), cudaErrorInvalidDevice, "-1");
    OK(cudaGetDeviceFlags(&now));
    assert_int_equal(now, 8);
}

TEST_CASE_WITH(flags_that_mean_nothing_are_taken, NULL, reset)
{
    static const struct {
        unsigned int set, then;
    } steps[] = { { 0x80, 0x88 }, { 0x20, 8 }, { 0x40, 8 }, { 0x88, 0x88 } };
    unsigned int now = 77;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        OK(cudaSetDeviceFlags(steps[i].set));
        OK(cudaGetDeviceFlags(&now));
        assert_int_equal(now, steps[i].then);
    }
}

static size_t limit_after(enum cudaLimit limit, size_t value)
{
    size_t now = 77;

    OK(cudaDeviceSetLimit(limit, value));
    OK(cudaDeviceGetLimit(&now, limit));
    return now;
}

TEST_CASE_WITH(limits_of_work_that_starts_work, NULL, reset)
{
    size_t value = 77, lowest;

    OK(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
    assert_int_equal(value, 2048);
    lowest = limit_after(cudaLimitDevRuntimePendingLaunchCount, 0);
    assert_in_range(lowest, 4, 64);
    assert_int_equal(limit_after(cudaLimitDevRuntimePendingLaunchCount, 3), lowest);
    assert_int_equal(limit_after(cudaLimitDevRuntimePendingLaunchCount, 1000), 1000);
    assert_in_range(limit_after(cudaLimitDevRuntimePendingLaunchCount, SIZE_MAX), 4096,
                    SIZE_MAX - 1);
    value = 77;
    EXPECT(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit,
           "limit 3");
    assert_int_equal(value, 77);
}

TEST_CASE_WITH(limits_of_the_cache, NULL, reset)
{
    static const size_t good[] = { 0, 1, 2, 3, 64, 128 };
    size_t value = 77;

    OK(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    assert_int_equal(value, 64);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(limit_after(cudaLimitMaxL2FetchGranularity, good[i]), good[i]);
    BAD_VALUE(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129), "129");
    BAD_VALUE(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, SIZE_MAX), "limit 5");
    OK(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
    assert_int_equal(value, 128);
    value = 77;
    EXPECT(cudaDeviceGetLimit(&value, cudaLimitPersistingL2CacheSize), cudaErrorUnsupportedLimit,
           "cache");
    EXPECT(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), cudaErrorUnsupportedLimit,
           "cache");
    assert_int_equal(value, 77);
    OK(cudaCtxResetPersistingL2Cache());
}

TEST_CASE(no_atomic_operation_is_promised)
{
    enum cudaAtomicOperation operations[2] = { cudaAtomicOperationIntegerAdd,
                                               cudaAtomicOperationExchange };
    unsigned int got[2] = { 77, 77 };

    OK(cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 0));
    assert_int_equal(got[0] | got[1], 0);
    BAD_VALUE(cudaDeviceGetHostAtomicCapabilities(NULL, operations, 2, 0), "capabilities");
    BAD_VALUE(cudaDeviceGetHostAtomicCapabilities(got, NULL, 2, 0), "operations");
    BAD_VALUE(cudaDeviceGetHostAtomicCapabilities(got, operations, 0, 0), "count");
    BAD_VALUE(cudaDeviceGetHostAtomicCapabilities(NULL, NULL, 0, 0), "capabilities");
    EXPECT(cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 1000), cudaErrorInvalidDevice,
           "1000");
    EXPECT(cudaDeviceGetHostAtomicCapabilities(got, operations, 2, -1), cudaErrorInvalidDevice,
           "-1");
    EXPECT(cudaDeviceGetP2PAtomicCapabilities(got, operations, 2, 0, 0), cudaErrorInvalidDevice,
           "device 0");
    EXPECT(cudaDeviceGetP2PAtomicCapabilities(got, operations, 2, 0, 1000),
           cudaErrorInvalidDevice, "1000");
    BAD_VALUE(cudaDeviceGetP2PAtomicCapabilities(NULL, operations, 2, 0, 0), "capabilities");
    for (int number = -1; number < 15; number++) {
        operations[1] = (enum cudaAtomicOperation)number;
        if (number >= cudaAtomicOperationIntegerAdd && number <= cudaAtomicOperationFloatMax)
            OK(cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 0));
        else
            BAD_VALUE(cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 0), "operation 1");
    }
}

TEST_CASE(functions_of_the_driver_are_found)
{
    static const struct {
        const char *name;
        enum cudaDriverEntryPointQueryResult result;
    } names[] = {
        { "cuInit", cudaDriverEntryPointSuccess },
        { "cuMemcpyAsync", cudaDriverEntryPointSuccess },
        { "cuNoSuchThing", cudaDriverEntryPointSymbolNotFound },
        { "", cudaDriverEntryPointSymbolNotFound },
        { "cudaMalloc", cudaDriverEntryPointSymbolNotFound },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (unsigned long long flags = 0; flags < 4; flags++) {
            enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
            void *function = &function, *same = &function;

            OK(cudaGetDriverEntryPoint(names[i].name, &function, flags, &result));
            assert_int_equal(result, names[i].result);
            assert_int_equal(function != NULL, result == cudaDriverEntryPointSuccess);
            assert_ptr_not_equal(function, &function);
            result = (enum cudaDriverEntryPointQueryResult)77;
            OK(cudaGetDriverEntryPointByVersion(names[i].name, &same, 13000, flags, &result));
            assert_ptr_equal(same, function);
            assert_int_equal(result, names[i].result);
        }
    }
}

TEST_CASE(entry_points_check_their_arguments)
{
    enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
    void *function = &function;
    cudaUUID_t id = { .bytes = { 0 } };
    const void *table;

    BAD_VALUE(cudaGetDriverEntryPoint(NULL, &function, 0, &result), "symbol");
    BAD_VALUE(cudaGetDriverEntryPoint("cuInit", NULL, 0, &result), "function");
    BAD_VALUE(cudaGetDriverEntryPoint("cuInit", &function, 4, &result), "flags");
    BAD_VALUE(cudaGetDriverEntryPointByVersion(NULL, &function, 0, 0, &result), "symbol");
    BAD_VALUE(cudaGetDriverEntryPointByVersion("cuInit", NULL, 0, 0, &result), "function");
    BAD_VALUE(cudaGetDriverEntryPointByVersion("cuInit", &function, 0, 4, &result), "flags");
    assert_ptr_equal(function, &function);
    assert_int_equal(result, 77);
    OK(cudaGetDriverEntryPoint("cuInit", &function, 0, NULL));
    assert_ptr_not_equal(function, &function);
    assert_non_null(function);
    BAD_VALUE(cudaGetExportTable(NULL, &id), "table");
    BAD_VALUE(cudaGetExportTable(&table, NULL), "id");
    BAD_VALUE(cudaGetExportTable(&table, &id), "private tables");
}

TEST_CASE(there_is_no_nvscisync)
{
    int attributes = 0;

    BAD_HANDLE(cudaDeviceGetNvSciSyncAttributes(NULL, 0, cudaNvSciSyncAttrSignal));
    EXPECT(cudaDeviceGetNvSciSyncAttributes(&attributes, 0, cudaNvSciSyncAttrWait),
           cudaErrorNotSupported, "NvSciSync");
    EXPECT(cudaDeviceGetNvSciSyncAttributes(&attributes, 1000, cudaNvSciSyncAttrWait),
           cudaErrorInvalidDevice, "1000");
}

/* ---- the log of errors ---------------------------------------------------------------------- */

struct told {
    int calls;
    cudaLogLevel level;
    char last[400];
    cudaError_t inside;
};

static void be_told(void *user_data, cudaLogLevel level, char *message, size_t length)
{
    struct told *told = user_data;

    told->calls++;
    told->level = level;
    if (strlen(message) == length && length < sizeof told->last)
        memcpy(told->last, message, length + 1);
    told->inside = cudaStreamSynchronize(NULL);  /* a callback may call the library */
    (void)cudaSetDevice(-2);                     /* and is not told what it did wrong */
}

TEST_CASE(errors_are_told_to_a_callback)
{
    cudaLogsCallbackHandle handle, other;
    struct told told = { .inside = cudaErrorUnknown };

    OK(cudaLogsRegisterCallback(be_told, &told, &handle));
    OK(cudaLogsRegisterCallback(be_told, &told, &other));
    assert_ptr_not_equal(handle, other);
    assert_int_equal(cudaSetDevice(-1), cudaErrorInvalidDevice);
    assert_int_equal(told.calls, 2);
    assert_int_equal(told.level, cudaLogLevelError);
    assert_non_null(strstr(told.last, "device is -1"));
    assert_int_equal(told.inside, cudaSuccess);
    OK(cudaStreamSynchronize(NULL));
    assert_int_equal(told.calls, 2);
    OK(cudaLogsUnregisterCallback(other));
    assert_int_equal(cudaMalloc(NULL, 16), cudaErrorInvalidValue);
    assert_int_equal(told.calls, 3);
    OK(cudaLogsUnregisterCallback(handle));
    assert_int_equal(cudaMalloc(NULL, 16), cudaErrorInvalidValue);
    assert_int_equal(told.calls, 3);
    BAD_VALUE(cudaLogsUnregisterCallback(handle), "log callback");
    BAD_VALUE(cudaLogsUnregisterCallback(NULL), "log callback");
    BAD_VALUE(cudaLogsUnregisterCallback((cudaLogsCallbackHandle)(uintptr_t)0xdeadbeef),
              "log callback");
    BAD_VALUE(cudaLogsRegisterCallback(NULL, NULL, NULL), "callback");
    BAD_VALUE(cudaLogsRegisterCallback(NULL, NULL, &handle), "callback");
}

TEST_CASE(errors_can_be_read_afterwards)
{
    char text[2000], path[] = "/tmp/gpuinterop-test-XXXXXX";
    cudaLogIterator start, place;
    size_t size = sizeof text;
    int fd = mkstemp(path);

    assert_in_range(fd, 0, 1 << 20);
    OK(cudaLogsCurrent(&start, 0));
    place = start;
    OK(cudaLogsDumpToMemory(&place, text, &size, 0));
    assert_int_equal(size, 0);
    assert_string_equal(text, "");
    assert_int_equal(place, start);
    assert_int_equal(cudaSetDevice(-1), cudaErrorInvalidDevice);
    assert_int_equal(cudaMalloc(NULL, 16), cudaErrorInvalidValue);
    size = sizeof text;
    OK(cudaLogsDumpToMemory(&place, text, &size, 0));
    assert_int_equal(size, strlen(text));
    assert_int_equal(text[0], '[');
    assert_non_null(strstr(text, "][gpuinterop][E] "));
    assert_non_null(strstr(text, "device is -1"));
    assert_non_null(strstr(text, "pointer is NULL\n"));
    size = sizeof text;
    OK(cudaLogsDumpToMemory(&place, text, &size, 1));
    assert_int_equal(size, 0);
    place = start;
    OK(cudaLogsDumpToFile(&place, path, 0));
    OK(cudaLogsDumpToFile(&place, path, 0));
    memset(text, 0, sizeof text);
    assert_in_range(read(fd, text, sizeof text - 1), 50, sizeof text - 1);
    assert_non_null(strstr(text, "device is -1"));
    assert_non_null(strstr(text, "pointer is NULL\n"));
    OK(cudaLogsDumpToFile(NULL, path, 0));
    close(fd);
    unlink(path);
}

TEST_CASE(the_log_checks_its_arguments)
{
    cudaLogIterator place = 0;
    char text[300];
    size_t size = sizeof text;

    assert_int_equal(cudaSetDevice(-1), cudaErrorInvalidDevice);
    BAD_VALUE(cudaLogsCurrent(NULL, 0), "iterator");
    BAD_VALUE(cudaLogsDumpToMemory(&place, text, NULL, 0), "size");
    BAD_VALUE(cudaLogsDumpToMemory(&place, NULL, &size, 0), "buffer");
    BAD_VALUE(cudaLogsDumpToMemory(NULL, NULL, NULL, 0), "buffer");
    assert_int_equal(size, sizeof text);
    size = 20;
    BAD_VALUE(cudaLogsDumpToMemory(NULL, text, &size, 0), "20");
    assert_int_equal(size, 0);
    BAD_VALUE(cudaLogsDumpToMemory(NULL, text, &size, 0), "0 bytes");
    BAD_VALUE(cudaLogsDumpToFile(&place, NULL, 0), "path");
    BAD_VALUE(cudaLogsDumpToFile(&place, "/nowhere/at/all", 0), "/nowhere/at/all");
    EXPECT(cudaLogsDumpToFile(&place, "/dev/full", 0), cudaErrorOperatingSystem, "/dev/full");
    assert_int_equal(place, 0);
}

/* ---- notifications -------------------------------------------------------------------------- */

TEST_CASE(no_resource_of_a_graphics_interface_is_mapped)
{
    cudaGraphicsResource_t resource = NULL;
    cudaMipmappedArray_t array;

    EXPECT(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsReadOnly),
           cudaErrorInvalidResourceHandle, "graphics resource");
    EXPECT(cudaGraphicsResourceGetMappedMipmappedArray(&array, resource),
           cudaErrorInvalidResourceHandle, "graphics resource");
    BAD_VALUE(cudaGraphicsResourceGetMappedMipmappedArray(NULL, resource), "array");
}

/* Functions that no header declares; their arguments are not looked at. */
#define REFUSED(of) \
    of(cudaEGLStreamConsumerAcquireFrame) of(cudaEGLStreamConsumerConnect) \
    of(cudaEGLStreamConsumerConnectWithFlags) of(cudaEGLStreamConsumerDisconnect) \
    of(cudaEGLStreamConsumerReleaseFrame) of(cudaEGLStreamProducerConnect) \
    of(cudaEGLStreamProducerDisconnect) of(cudaEGLStreamProducerPresentFrame) \
    of(cudaEGLStreamProducerReturnFrame) of(cudaEventCreateFromEGLSync) \
    of(cudaGraphicsVDPAURegisterOutputSurface) of(cudaGraphicsVDPAURegisterVideoSurface) \
    of(cudaVDPAUGetDevice) of(cudaVDPAUSetVDPAUDevice)
#define DECLARE(name) cudaError_t name(void);
#define IS_REFUSED(name) EXPECT(name(), cudaErrorNotSupported, #name ": ");

REFUSED(DECLARE)

TEST_CASE(egl_and_vdpau_are_refused)
{
    REFUSED(IS_REFUSED)
    EXPECT(cudaEventCreateFromEGLSync(), cudaErrorNotSupported, "fences of EGL");
}

static void never_called(cudaAsyncNotificationInfo_t *info, void *user_data,
                         cudaAsyncCallbackHandle_t handle)
{
    (void)info;
    (void)handle;
    ++*(int *)user_data;
}

TEST_CASE(a_notification_is_a_handle)
{
    cudaAsyncCallbackHandle_t handle = NULL, other = NULL;
    int calls = 0;

    OK(cudaDeviceRegisterAsyncNotification(0, never_called, &calls, &handle));
    OK(cudaDeviceRegisterAsyncNotification(0, never_called, &calls, &other));
    assert_non_null(handle);
    assert_ptr_not_equal(handle, other);
    EXPECT(cudaDeviceUnregisterAsyncNotification(1000, handle), cudaErrorInvalidDevice, "1000");
    OK(cudaDeviceUnregisterAsyncNotification(0, handle));
    BAD_VALUE(cudaDeviceUnregisterAsyncNotification(0, handle), "notification");
    BAD_VALUE(cudaDeviceUnregisterAsyncNotification(0, NULL), "notification");
    OK(cudaDeviceReset());
    BAD_VALUE(cudaDeviceUnregisterAsyncNotification(0, other), "notification");
    BAD_VALUE(cudaDeviceRegisterAsyncNotification(0, NULL, NULL, &handle), "callback");
    BAD_VALUE(cudaDeviceRegisterAsyncNotification(0, never_called, NULL, NULL), "handle");
    EXPECT(cudaDeviceRegisterAsyncNotification(-1, never_called, NULL, &handle),
           cudaErrorInvalidDevice, "-1");
    EXPECT(cudaDeviceRegisterAsyncNotification(1000, never_called, NULL, &handle),
           cudaErrorInvalidDevice, "1000");
    assert_int_equal(calls, 0);
}

int run_only_here(void)
{
    return run_test_cases(NULL);
}
