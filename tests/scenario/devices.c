/** What programs set on a device and read back, what they ask about two of them, and a reset. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

/** Forgets what a test sets. */
static int reset(void **state)
{
    (void)state;
    return gpuDeviceReset() == gpuSuccess ? 0 : -1;
}

/* ---- choosing ------------------------------------------------------------------------------- */

TEST_CASE(the_fitting_device_is_chosen)
{
    gpuDeviceProp wanted;
    int count;
    int device = -7;

    OK(gpuGetDeviceCount(&count));
    memset(&wanted, 0, sizeof wanted);
    OK(gpuChooseDevice(&device, &wanted));
    assert_int_equal(device, 0);
    for (int i = 0; i < count; i++) {
        OK(gpuGetDeviceProperties(&wanted, i));
        OK(gpuChooseDevice(&device, &wanted));
        assert_in_range(device, 0, i);           /* an equal one may stand before it */
    }
    wanted.major = 99;                           /* nothing fits: the others still count */
    device = -7;
    OK(gpuChooseDevice(&device, &wanted));
    assert_in_range(device, 0, count - 1);
    memset(&wanted, 0xff, sizeof wanted);
    OK(gpuChooseDevice(&device, &wanted));
    assert_in_range(device, 0, count - 1);
    device = -7;
    BAD_VALUE(gpuChooseDevice(NULL, &wanted), "device");
    BAD_VALUE(gpuChooseDevice(&device, NULL), "wanted");
    BAD_VALUE(gpuChooseDevice(NULL, NULL), "device");
    assert_int_equal(device, -7);
}

TEST_CASE(valid_devices_are_checked)
{
    int list[2] = { 0, 0 };
    int device = -7;
    int count;

    OK(gpuGetDeviceCount(&count));
    OK(gpuSetValidDevices(NULL, 0));
    OK(gpuSetValidDevices(list, 0));
    OK(gpuSetValidDevices(list, 1));
    BAD_VALUE(gpuSetValidDevices(NULL, 1), "NULL");
    BAD_VALUE(gpuSetValidDevices(list, -1), "-1");
    BAD_VALUE(gpuSetValidDevices(list, count + 1), "valid devices");
    BAD_VALUE(gpuSetValidDevices(list, 1000), "1000");
    if (count > 1)
        BAD_VALUE(gpuSetValidDevices(list, 2), "stands at");
    list[0] = count;
    EXPECT(gpuSetValidDevices(list, 1), gpuErrorInvalidDevice, "valid devices");
    list[0] = -1;
    EXPECT(gpuSetValidDevices(list, 1), gpuErrorInvalidDevice, "-1");
    OK(gpuSetValidDevices(NULL, 0));
    OK(gpuGetDevice(&device));
    assert_int_equal(device, 0);
}

/* ---- flags, limits, preferences ------------------------------------------------------------- */

static void expect_flags(unsigned int expected)
{
    unsigned int flags = 77;

    OK(gpuGetDeviceFlags(&flags));
    assert_int_equal(flags, expected);
}

TEST_CASE_WITH(flags_are_remembered, NULL, reset)
{
    static const unsigned int good[] = { gpuDeviceScheduleAuto, gpuDeviceScheduleSpin,
                                         gpuDeviceScheduleYield, gpuDeviceScheduleBlockingSync,
                                         gpuDeviceMapHost, gpuDeviceLmemResizeToMax,
                                         gpuDeviceScheduleSpin | gpuDeviceLmemResizeToMax };
    static const unsigned int bad[] = { 3, 5, 6, 7, 0x100, 0xff, 0xffffffffu };
    void *pointer;

    OK(gpuMalloc(&pointer, 64));                 /* also on a device that is in use */
    expect_flags(gpuDeviceMapHost);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        OK(gpuSetDeviceFlags(good[i]));
        expect_flags(good[i] | gpuDeviceMapHost);
    }
    OK(gpuSetDeviceFlags(gpuDeviceScheduleYield));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        BAD_VALUE(gpuSetDeviceFlags(bad[i]), "flags");
        expect_flags(gpuDeviceScheduleYield | gpuDeviceMapHost);
    }
    BAD_VALUE(gpuGetDeviceFlags(NULL), "flags");
    OK(gpuFree(pointer));
}

static size_t limit_after(gpuLimit limit, size_t value)
{
    size_t now = 77;

    OK(gpuDeviceSetLimit(limit, value));
    OK(gpuDeviceGetLimit(&now, limit));
    return now;
}

TEST_CASE_WITH(a_stack_is_rounded_where_room_is_made, NULL, reset)
{
    static const struct {
        size_t set, then;
    } steps[] = { { 1024, 1024 }, { 0, 0 }, { 1, 16 }, { 2, 2 }, { 3, 3 }, { 64, 64 },
                  { 128, 128 }, { 1000, 1008 }, { 1024, 1024 }, { 4096, 4096 },
                  { 524288, 524288 } };
    size_t now = 77;

    OK(gpuDeviceGetLimit(&now, gpuLimitStackSize));
    assert_int_equal(now, 1024);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        assert_int_equal(limit_after(gpuLimitStackSize, steps[i].set), steps[i].then);
    BAD_VALUE(gpuDeviceSetLimit(gpuLimitStackSize, 524289), "524289");
    BAD_VALUE(gpuDeviceSetLimit(gpuLimitStackSize, SIZE_MAX), "limit");
    OK(gpuDeviceGetLimit(&now, gpuLimitStackSize));
    assert_int_equal(now, 524288);
}

TEST_CASE_WITH(other_limits_keep_within_their_range, NULL, reset)
{
    static const gpuLimit limits[] = { gpuLimitPrintfFifoSize, gpuLimitMallocHeapSize };

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        size_t first = 77, lowest, highest;

        OK(gpuDeviceGetLimit(&first, limits[i]));
        assert_int_equal(limit_after(limits[i], first), first);
        lowest = limit_after(limits[i], 0);
        assert_in_range(lowest, 4097, first);
        assert_int_equal(limit_after(limits[i], 4096), lowest);
        assert_int_equal(limit_after(limits[i], lowest + 4096), lowest + 4096);
        highest = limit_after(limits[i], SIZE_MAX);
        assert_in_range(highest, first, SIZE_MAX - 1);
    }
}

TEST_CASE(limits_that_are_none_are_refused)
{
    static const int none[] = { -1, 8, 99, 0x7fffffff };
    size_t value = 77;

    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        EXPECT(gpuDeviceGetLimit(&value, (gpuLimit)none[i]), ERROR_NO_SUCH_LIMIT, "limit");
        EXPECT(gpuDeviceSetLimit((gpuLimit)none[i], 64), ERROR_NO_SUCH_LIMIT, "limit");
        BAD_VALUE(gpuDeviceGetLimit(NULL, (gpuLimit)none[i]), "value");
    }
    EXPECT(gpuDeviceGetLimit(&value, (gpuLimit)3), gpuErrorUnsupportedLimit, "3");
    EXPECT(gpuDeviceSetLimit((gpuLimit)3, 2), gpuErrorUnsupportedLimit, "3");
    assert_int_equal(value, 77);
#if API_IS_CUDA                  /* a number of the driver's interface, which can only be read */
    EXPECT(cudaDeviceSetLimit((enum cudaLimit)7, 64), cudaErrorNotPermitted, "read");
    OK(cudaDeviceGetLimit(&value, (enum cudaLimit)7));
    assert_int_equal(value, 0);
#endif
    BAD_VALUE(gpuDeviceGetLimit(NULL, gpuLimitStackSize), "value");
}

TEST_CASE_WITH(preferences_are_wishes, NULL, reset)
{
    static const int none[] = { -1, 4, 5, 99 };
    gpuFuncCache cache = (gpuFuncCache)77;
    gpuSharedMemConfig banks = (gpuSharedMemConfig)77;

    OK(gpuDeviceGetCacheConfig(&cache));
    assert_int_equal(cache, gpuFuncCachePreferNone);
    for (int config = gpuFuncCachePreferNone; config <= gpuFuncCachePreferEqual; config++) {
        OK(gpuDeviceSetCacheConfig((gpuFuncCache)config));
        OK(gpuDeviceGetCacheConfig(&cache));
        assert_int_equal(cache, config);
    }
    for (int config = 0; config <= gpuSharedMemBankSizeEightByte; config++) {
        OK(gpuDeviceSetSharedMemConfig((gpuSharedMemConfig)config));
        OK(gpuDeviceGetSharedMemConfig(&banks));
        assert_int_equal(banks, gpuSharedMemBankSizeFourByte);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        BAD_VALUE(gpuDeviceSetCacheConfig((gpuFuncCache)none[i]), "cache");
        BAD_VALUE(gpuDeviceSetSharedMemConfig((gpuSharedMemConfig)none[i]), "bank size");
    }
    BAD_VALUE(gpuDeviceSetSharedMemConfig((gpuSharedMemConfig)3), "bank size");
    OK(gpuDeviceGetCacheConfig(&cache));
    assert_int_equal(cache, gpuFuncCachePreferEqual);
    BAD_VALUE(gpuDeviceGetCacheConfig(NULL), "config");
    BAD_VALUE(gpuDeviceGetSharedMemConfig(NULL), "config");
}

/* ---- two devices, which may be one ---------------------------------------------------------- */

TEST_CASE(a_device_is_no_peer_of_itself)
{
    int can = -7;

    OK(gpuDeviceCanAccessPeer(&can, 0, 0));
    assert_int_equal(can, 0);
    can = -7;
    BAD_VALUE(gpuDeviceCanAccessPeer(NULL, 0, 0), "can_access");
    EXPECT(gpuDeviceCanAccessPeer(&can, -1, 0), gpuErrorInvalidDevice, "-1");
    EXPECT(gpuDeviceCanAccessPeer(&can, 0, -1), gpuErrorInvalidDevice, "-1");
    EXPECT(gpuDeviceCanAccessPeer(&can, 1000, 0), gpuErrorInvalidDevice, "1000");
    EXPECT(gpuDeviceCanAccessPeer(&can, 0, 1000), gpuErrorInvalidDevice, "1000");
    EXPECT(gpuDeviceCanAccessPeer(NULL, 1000, 1000), gpuErrorInvalidDevice, "1000");
    assert_int_equal(can, -7);
    for (int i = 0; i < 2; i++)
        EXPECT(gpuDeviceEnablePeerAccess(0, 0), gpuErrorPeerAccessUnsupported, "device 0");
    BAD_VALUE(gpuDeviceEnablePeerAccess(0, 1), "flags");
    EXPECT(gpuDeviceEnablePeerAccess(-1, 0), gpuErrorInvalidDevice, "-1");
    EXPECT(gpuDeviceEnablePeerAccess(1000, 0), gpuErrorInvalidDevice, "1000");
    EXPECT(gpuDeviceEnablePeerAccess(1000, 1), gpuErrorInvalidDevice, "1000");
    EXPECT(gpuDeviceDisablePeerAccess(0), gpuErrorPeerAccessNotEnabled, "device 0");
    EXPECT(gpuDeviceDisablePeerAccess(-1), gpuErrorInvalidDevice, "-1");
    EXPECT(gpuDeviceDisablePeerAccess(1000), gpuErrorInvalidDevice, "1000");
}

TEST_CASE(the_way_from_a_device_to_itself_is_none)
{
    int value = -7;

    for (int number = -1; number <= (int)gpuDevP2PAttrHighest + 1; number++) {
        gpuDeviceP2PAttr attribute = (gpuDeviceP2PAttr)number;

        EXPECT(gpuDeviceGetP2PAttribute(&value, attribute, 0, 0), gpuErrorInvalidDevice, "0");
        BAD_VALUE(gpuDeviceGetP2PAttribute(NULL, attribute, 0, 0), "value");
        EXPECT(gpuDeviceGetP2PAttribute(&value, attribute, 0, 1000), gpuErrorInvalidDevice, "1000");
        EXPECT(gpuDeviceGetP2PAttribute(&value, attribute, -1, 0), gpuErrorInvalidDevice, "-1");
    }
    assert_int_equal(value, -7);
}

/* ---- reset ---------------------------------------------------------------------------------- */

TEST_CASE(reset_forgets_what_was_set)
{
    gpuFuncCache cache;
    size_t stack;

    OK(gpuSetDeviceFlags(gpuDeviceScheduleBlockingSync));
    OK(gpuDeviceSetLimit(gpuLimitStackSize, 4096));
    OK(gpuDeviceSetCacheConfig(gpuFuncCachePreferShared));
    assert_int_equal(gpuSetDevice(-1), gpuErrorInvalidDevice);
    assert_int_equal(gpuDeviceReset(), gpuSuccess);
    assert_int_equal(gpuGetLastError(), gpuErrorInvalidDevice);   /* the error is the thread's */
    expect_flags(gpuDeviceMapHost);
    OK(gpuDeviceGetLimit(&stack, gpuLimitStackSize));
    assert_int_equal(stack, 1024);
    OK(gpuDeviceGetCacheConfig(&cache));
    assert_int_equal(cache, gpuFuncCachePreferNone);
    OK(gpuDeviceReset());
    OK(gpuDeviceReset());
}

TEST_CASE(reset_takes_everything_back)
{
    gpuStream_t stream;
    gpuEvent_t event;
    uint8_t *pointer, *host, byte = 7;
    int device = -7;

    OK(gpuStreamCreate(&stream));
    OK(gpuEventCreate(&event));
    OK(gpuMalloc((void **)&pointer, 4096));
    OK(gpuHostAlloc((void **)&host, 4096, 0));
    OK(gpuMemsetAsync(pointer, 0x5a, 4096, stream));
    OK(gpuEventRecord(event, stream));
    OK(gpuDeviceReset());
    STALE_HANDLE(gpuStreamQuery(stream));
    STALE_HANDLE(gpuStreamDestroy(stream));
    STALE_HANDLE(gpuEventQuery(event));
    BAD_VALUE(gpuMemset(pointer, 0, 16), "");
    BAD_VALUE(gpuFree(pointer), "");
    BAD_VALUE(gpuFreeHost(host), "");
    OK(gpuStreamSynchronize(NULL));
    OK(gpuStreamSynchronize(gpuStreamPerThread));
    OK(gpuMalloc((void **)&pointer, 64));        /* and is as new */
    OK(gpuMemset(pointer, 0x11, 64));
    OK(gpuMemcpy(&byte, pointer + 63, 1, gpuMemcpyDeviceToHost));
    assert_int_equal(byte, 0x11);
    OK(gpuFree(pointer));
    OK(gpuGetDevice(&device));
    assert_int_equal(device, 0);
}

static void count_call(void *calls)
{
    ++*(int *)calls;
}

TEST_CASE(reset_waits_for_work)
{
    gpuStream_t stream;
    int calls = 0;

    OK(gpuStreamCreate(&stream));
    OK(gpuLaunchHostFunc(stream, count_call, &calls));
    OK(gpuDeviceReset());
    assert_int_equal(calls, 1);
}

TEST_CASE(a_profiler_needs_no_start)
{
    OK(gpuProfilerStop());
    OK(gpuProfilerStart());
    OK(gpuProfilerStart());
    OK(gpuProfilerStop());
    OK(gpuProfilerStop());
}

/* Handles that name no resource. Those that do are in tests/gl. */
TEST_CASE(no_resource_of_a_graphics_interface)
{
    gpuGraphicsResource_t resource = NULL;
    gpuStream_t stream;
    gpuArray_t array;
    void *pointer;
    size_t size;

    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), gpuErrorInvalidHandle,
           "graphics resource");
    EXPECT(gpuGraphicsUnmapResources(1, &resource, NULL), gpuErrorInvalidHandle,
           "graphics resource");
    OK(gpuStreamCreate(&stream));                /* a handle of something else */
    resource = (gpuGraphicsResource_t)(void *)stream;
    EXPECT(gpuGraphicsUnregisterResource(resource), gpuErrorInvalidHandle,
           "graphics resource");
    EXPECT(gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource), gpuErrorInvalidHandle,
           "graphics resource");
    EXPECT(gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0), gpuErrorInvalidHandle,
           "graphics resource");
    BAD_VALUE(gpuGraphicsMapResources(0, &resource, stream), "count is 0");
    EXPECT(gpuGraphicsUnmapResources(-1, &resource, stream),
           API_IS_CUDA ? gpuErrorInvalidHandle : gpuErrorInvalidValue, "count is -1");
    BAD_VALUE(gpuGraphicsMapResources(1, NULL, stream), "resources");
    EXPECT(gpuGraphicsResourceGetMappedPointer(NULL, &size, resource),
           API_IS_CUDA ? gpuErrorInvalidHandle : gpuErrorInvalidValue,
           API_IS_CUDA ? "graphics resource" : "pointer");
    BAD_VALUE(gpuGraphicsSubResourceGetMappedArray(NULL, resource, 0, 0), "array");
    OK(gpuStreamDestroy(stream));
}

int run_devices(void)
{
    return run_test_cases(NULL);
}
