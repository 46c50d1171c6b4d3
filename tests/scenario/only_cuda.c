/** What CUDA has and HIP has not: devices made ready, atomic operations, limits and names of the
 *  driver's interface. */
#include "scenario.h"

#include <string.h>

#include "cuda_profiler_api.h"

/** Forgets what a test sets. */
static int reset(void **state)
{
    (void)state;
    return cudaDeviceReset() == cudaSuccess ? 0 : -1;
}

static void a_device_is_made_ready(void **state)
{
    static const struct {
        unsigned int device_flags, flags, then;
    } good[] = { { 0, 0, 8 }, { 0, 1, 8 }, { 4, 1, 0xc }, { 1, 1, 9 }, { 0xff, 0, 9 },
                 { 0x88, 1, 0x88 }, { 0x60, 1, 8 }, { 0, 2, 8 }, { 2, 3, 0xa }, { 0, 0xff, 8 } };
    unsigned int now = 77;

    (void)state;
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

static void flags_that_mean_nothing_are_taken(void **state)
{
    static const struct {
        unsigned int set, then;
    } steps[] = { { 0x80, 0x88 }, { 0x20, 8 }, { 0x40, 8 }, { 0x88, 0x88 } };
    unsigned int now = 77;

    (void)state;
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

static void limits_of_work_that_starts_work(void **state)
{
    size_t value = 77, lowest;

    (void)state;
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

static void limits_of_the_cache(void **state)
{
    static const size_t good[] = { 0, 1, 2, 3, 64, 128 };
    size_t value = 77;

    (void)state;
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

static void no_atomic_operation_is_promised(void **state)
{
    enum cudaAtomicOperation operations[2] = { cudaAtomicOperationIntegerAdd,
                                               cudaAtomicOperationExchange };
    unsigned int got[2] = { 77, 77 };

    (void)state;
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

static void the_drivers_functions_are_not_found(void **state)
{
    static const char *const names[] = { "cuInit", "cuMemcpyAsync", "cuNoSuchThing", "",
                                         "cudaMalloc" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (unsigned long long flags = 0; flags < 4; flags++) {
            enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
            void *function = &function;

            OK(cudaGetDriverEntryPoint(names[i], &function, flags, &result));
            assert_null(function);
            assert_int_equal(result, cudaDriverEntryPointSymbolNotFound);
            function = &function;
            result = (enum cudaDriverEntryPointQueryResult)77;
            OK(cudaGetDriverEntryPointByVersion(names[i], &function, 13000, flags, &result));
            assert_null(function);
            assert_int_equal(result, cudaDriverEntryPointSymbolNotFound);
        }
    }
}

static void entry_points_check_their_arguments(void **state)
{
    enum cudaDriverEntryPointQueryResult result = (enum cudaDriverEntryPointQueryResult)77;
    void *function = &function;
    cudaUUID_t id = { .bytes = { 0 } };
    const void *table;

    (void)state;
    BAD_VALUE(cudaGetDriverEntryPoint(NULL, &function, 0, &result), "symbol");
    BAD_VALUE(cudaGetDriverEntryPoint("cuInit", NULL, 0, &result), "function");
    BAD_VALUE(cudaGetDriverEntryPoint("cuInit", &function, 4, &result), "flags");
    BAD_VALUE(cudaGetDriverEntryPointByVersion(NULL, &function, 0, 0, &result), "symbol");
    BAD_VALUE(cudaGetDriverEntryPointByVersion("cuInit", NULL, 0, 0, &result), "function");
    BAD_VALUE(cudaGetDriverEntryPointByVersion("cuInit", &function, 0, 4, &result), "flags");
    assert_ptr_equal(function, &function);
    assert_int_equal(result, 77);
    OK(cudaGetDriverEntryPoint("cuInit", &function, 0, NULL));
    assert_null(function);
    BAD_VALUE(cudaGetExportTable(NULL, &id), "table");
    BAD_VALUE(cudaGetExportTable(&table, NULL), "id");
    BAD_VALUE(cudaGetExportTable(&table, &id), "private tables");
}

static void there_is_no_nvscisync(void **state)
{
    int attributes = 0;

    (void)state;
    BAD_HANDLE(cudaDeviceGetNvSciSyncAttributes(NULL, 0, cudaNvSciSyncAttrSignal));
    EXPECT(cudaDeviceGetNvSciSyncAttributes(&attributes, 0, cudaNvSciSyncAttrWait),
           cudaErrorNotSupported, "NvSciSync");
    EXPECT(cudaDeviceGetNvSciSyncAttributes(&attributes, 1000, cudaNvSciSyncAttrWait),
           cudaErrorInvalidDevice, "1000");
}

int run_only_here(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_device_is_made_ready, reset),
        cmocka_unit_test_teardown(flags_that_mean_nothing_are_taken, reset),
        cmocka_unit_test_teardown(limits_of_work_that_starts_work, reset),
        cmocka_unit_test_teardown(limits_of_the_cache, reset),
        cmocka_unit_test(no_atomic_operation_is_promised),
        cmocka_unit_test(the_drivers_functions_are_not_found),
        cmocka_unit_test(entry_points_check_their_arguments),
        cmocka_unit_test(there_is_no_nvscisync),
    };

    return cmocka_run_group_tests_name("only CUDA", tests, NULL, NULL);
}
