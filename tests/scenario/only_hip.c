/** What HIP has and CUDA has not: facts about devices one by one, the errors of its driver
 *  interface, its own functions by name, and the symbols of old programs. */
#include "scenario.h"

#include <string.h>

#include "hip/hip_deprecated.h"
#include "test_cases.h"

TEST_CASE(facts_agree_with_properties)
{
    hipDeviceProp_t properties;
    size_t size = 77;
    int major = -7, minor = -7;

    OK(hipGetDeviceProperties(&properties, 0));
    OK(hipDeviceTotalMem(&size, 0));
    assert_int_equal(size, properties.totalGlobalMem);
    OK(hipDeviceComputeCapability(&major, &minor, 0));
    assert_int_equal(major, properties.major);
    assert_int_equal(minor, properties.minor);
    BAD_VALUE(hipDeviceTotalMem(NULL, 0), "size");
    EXPECT(hipDeviceTotalMem(&size, -1), hipErrorInvalidDevice, "-1");
    EXPECT(hipDeviceTotalMem(&size, 1000), hipErrorInvalidDevice, "1000");
    BAD_VALUE(hipDeviceComputeCapability(NULL, &minor, 0), "major");
    BAD_VALUE(hipDeviceComputeCapability(&major, NULL, 0), "minor");
    EXPECT(hipDeviceComputeCapability(&major, &minor, 1000), hipErrorInvalidDevice, "1000");
}

TEST_CASE(a_link_has_two_ends)
{
    uint32_t link = 77, hops = 77;

    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, NULL, &hops), "link_type");
    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, &link, NULL), "hops");
    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, &link, &hops), "both devices");
    EXPECT(hipExtGetLinkTypeAndHopCount(-1, 0, &link, &hops), hipErrorInvalidDevice, "-1");
    EXPECT(hipExtGetLinkTypeAndHopCount(0, 1000, &link, &hops), hipErrorInvalidDevice, "1000");
    assert_int_equal(link, 77);
    assert_int_equal(hops, 77);
}

TEST_CASE(errors_have_texts_in_the_drivers_form)
{
    const char *text = NULL;

    OK(hipDrvGetErrorName(hipErrorInvalidValue, &text));
    assert_string_equal(text, hipGetErrorName(hipErrorInvalidValue));
    OK(hipDrvGetErrorString(hipErrorInvalidValue, &text));
    assert_string_equal(text, hipGetErrorString(hipErrorInvalidValue));
    OK(hipDrvGetErrorName(hipSuccess, &text));
    assert_string_equal(text, "hipSuccess");
    BAD_VALUE(hipDrvGetErrorName((hipError_t)12345, &text), "12345");
    assert_null(text);
    text = "";
    BAD_VALUE(hipDrvGetErrorString((hipError_t)-1, &text), "-1");
    assert_null(text);
    BAD_VALUE(hipDrvGetErrorName(hipSuccess, NULL), "name");
    BAD_VALUE(hipDrvGetErrorString(hipSuccess, NULL), "text");
}

TEST_CASE(the_last_error_has_two_getters)
{
    (void)hipGetLastError();
    assert_int_equal(hipSetDevice(-1), hipErrorInvalidDevice);
    assert_int_equal(hipExtGetLastError(), hipErrorInvalidDevice);
    assert_int_equal(hipExtGetLastError(), hipSuccess);
    assert_int_equal(hipGetLastError(), hipSuccess);
}

TEST_CASE(streams_have_three_priorities)
{
    static const int asked[][2] = { { -99, -1 }, { -1, -1 }, { 0, 0 }, { 1, 1 }, { 99, 1 } };
    hipStream_t stream;
    int least = 77, greatest = 77, priority;

    OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
    assert_int_equal(least, 1);
    assert_int_equal(greatest, -1);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        OK(hipStreamCreateWithPriority(&stream, hipStreamDefault, asked[i][0]));
        OK(hipStreamGetPriority(stream, &priority));
        assert_int_equal(priority, asked[i][1]);
        OK(hipStreamDestroy(stream));
    }
}

TEST_CASE(flags_of_host_memory_come_back)
{
    static const unsigned int asked[] = {
        hipHostMallocDefault, hipHostMallocPortable, hipHostMallocMapped,
        hipHostMallocWriteCombined, hipHostMallocNumaUser, hipHostMallocCoherent,
        hipHostMallocNonCoherent, hipHostMallocPortable | hipHostMallocCoherent,
    };
    hipPointerAttribute_t attributes;
    unsigned int flags;
    void *pointer;

    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        OK(hipHostMalloc(&pointer, 64, asked[i]));
        flags = 77;
        OK(hipHostGetFlags(&flags, pointer));
        assert_int_equal(flags, asked[i]);
        OK(hipPointerGetAttributes(&attributes, pointer));
        assert_int_equal(attributes.allocationFlags, asked[i]);
        OK(hipFree(pointer));            /* takes the host's memory too */
        BAD_VALUE(hipHostGetFlags(&flags, pointer), "host_pointer");
        BAD_VALUE(hipFree(pointer), "");
    }
}

TEST_CASE(one_flag_of_coherence_at_most)
{
    void *pointer;

    BAD_VALUE(hipHostMalloc(&pointer, 64, hipHostMallocCoherent | hipHostMallocNonCoherent),
              "flags");
    OK(hipHostMalloc(&pointer, 0, hipHostMallocCoherent | hipHostMallocNonCoherent));
    assert_null(pointer);
}

/* Where AMD's documents are silent, its runtime decides (clr). */
TEST_CASE(answers_of_amds_runtime)
{
    hipChannelFormatDesc texel = hipCreateChannelDesc(8, 0, 0, 0, hipChannelFormatKindUnsigned);
    hipMemAccessDesc access = { { hipMemLocationTypeDevice, 1000 }, hipMemAccessFlagsProtRead };
    hipDeviceProp_t properties;
    hipDeviceptr_t base;
    hipMemPool_t pool;
    hipArray_t array;
    size_t size;
    int value;

    assert_int_equal(hipMemGetAddressRange(&base, &size, &value), hipErrorNotFound);
    OK(hipDeviceGetDefaultMemPool(&pool, 0));
    assert_int_equal(hipMemPoolSetAccess(pool, &access, 1), hipErrorInvalidDevice);
    OK(hipDeviceGetAttribute(&value, hipDeviceAttributeCanUseStreamWaitValue, 0));
    assert_int_equal(value, 1);
    OK(hipGetDeviceProperties(&properties, 0));
    OK(hipDeviceGetAttribute(&value, hipDeviceAttributeWallClockRate, 0));
    assert_int_equal(value, properties.clockRate);
    assert_int_equal(properties.clockRate != 0, properties.arch.hasWarpBallot);
    assert_int_equal(properties.arch.hasWarpBallot, properties.arch.hasWarpShuffle);
    if (hipMallocArray(&array, &texel, 16, 16, 0) != hipSuccess)
        skip();
    OK(hipPointerGetAttribute(&value, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, array));
    assert_int_equal(value, hipMemoryTypeArray);
    OK(hipFreeArray(array));
    assert_int_equal(hipPointerGetAttribute(&value, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, array),
                     hipErrorInvalidValue);
}

/* Advice is for whole pages, as far as the memory goes. */
TEST_CASE(advice_is_rounded_to_pages)
{
    char *pointer;
    int value = -9;

    if (hipMallocManaged((void **)&pointer, 3 * 4096, hipMemAttachGlobal) != hipSuccess)
        skip();
    OK(hipMemAdvise(pointer + 2048, 4096, hipMemAdviseSetReadMostly, 0));
    OK(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeReadMostly, pointer,
                               2 * 4096));
    assert_int_equal(value, 1);
    OK(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeReadMostly, pointer,
                               3 * 4096));
    assert_int_equal(value, 0);
    OK(hipMemPrefetchAsync(pointer + 5000, 1, hipCpuDeviceId, NULL));
    OK(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeLastPrefetchLocation,
                               pointer + 4096, 4096));
    assert_int_equal(value, hipCpuDeviceId);
    BAD_VALUE(hipMemAdvise(pointer + 2 * 4096, 4097, hipMemAdviseSetReadMostly, 0), "");
    OK(hipFree(pointer));
}

TEST_CASE(free_leaves_registered_memory_alone)
{
    static _Alignas(4096) char mine[4096];

    if (hipHostRegister(mine, sizeof mine, hipHostRegisterDefault) != hipSuccess)
        skip();
    BAD_VALUE(hipFree(mine), "registered");
    OK(hipHostUnregister(mine));
}

/** The numbers themselves, which programs compare with. */
TEST_CASE(handles_that_are_none_have_codes)
{
    const hipExternalSemaphoreSignalParams signal = { .flags = 0 };
    const hipExternalSemaphoreWaitParams wait = { .flags = 0 };
    hipExternalSemaphore_t none = AS_SEMAPHORE(0x5000);
    hipStream_t stream;
    hipEvent_t event;

    OK(hipStreamCreate(&stream));
    OK(hipEventCreate(&event));
    assert_int_equal(hipStreamQuery(AS_STREAM(event)), 709);
    OK(hipStreamDestroy(stream));
    OK(hipEventDestroy(event));
    assert_int_equal(hipStreamSynchronize(stream), 709);
    assert_int_equal(hipStreamDestroy(stream), 709);
    assert_int_equal(hipEventQuery(event), 709);
    assert_int_equal(hipEventDestroy(event), 709);
    assert_int_equal(hipEventDestroy(NULL), 400);
    assert_int_equal(hipMemsetAsync(NULL, 0, 0, stream), 709);
    assert_int_equal(hipFreeArray(AS_ARRAY(0x5000)), 709);
    assert_int_equal(hipFreeMipmappedArray(AS_MIPMAPPED(0x5000)), 709);
    assert_int_equal(hipFreeArray(NULL), 1);
    assert_int_equal(hipFreeMipmappedArray(NULL), 1);
    assert_int_equal(hipFreeAsync(NULL, NULL), 1);
    assert_int_equal(hipSignalExternalSemaphoresAsync(&none, &signal, 1, NULL), 1);
    assert_int_equal(hipWaitExternalSemaphoresAsync(&none, &wait, 1, NULL), 1);
    assert_int_equal(hipDestroyExternalSemaphore(none), 1);
    assert_int_equal(hipDestroyExternalSemaphore(NULL), 1);
}

TEST_CASE(reserved_words_of_a_pool_are_not_looked_at)
{
    hipMemPoolProps properties = {
        .allocType = hipMemAllocationTypePinned,
        .location = { .type = hipMemLocationTypeDevice, .id = 0 },
    };
    hipMemPool_t pool;

    memset(properties.reserved, 0xff, sizeof properties.reserved);
    OK(hipMemPoolCreate(&pool, &properties));
    OK(hipMemPoolDestroy(pool));
}

TEST_CASE(image_support_is_told)
{
    const hipChannelFormatDesc texel = { 32, 0, 0, 0, hipChannelFormatKindFloat };
    hipTextureDesc sampling = { .readMode = hipReadModeElementType };
    hipResourceDesc resource = { .resType = hipResourceTypeArray };
    hipTextureObject_t texture;
    bool works = false;
    int support = 77;

    if (hipMallocArray(&resource.res.array.array, &texel, 8, 8, hipArrayDefault) == hipSuccess) {
        works = hipCreateTextureObject(&texture, &resource, &sampling, NULL) == hipSuccess;
        if (works)
            OK(hipDestroyTextureObject(texture));
        OK(hipFreeArray(resource.res.array.array));
    }
    OK(hipDeviceGetAttribute(&support, hipDeviceAttributeImageSupport, 0));
    assert_int_equal(support, works);
}

typedef hipError_t (*malloc_function)(void **pointer, size_t size);
typedef hipError_t (*properties_function)(hipDeviceProp_tR0600 *properties, int device);
typedef hipError_t (*old_properties_function)(struct hipDeviceProp_tR0000 *properties, int device);
typedef hipError_t (*old_choose_function)(int *device, const struct hipDeviceProp_tR0000 *wanted);

static void *function_of(const char *name, int version, uint64_t flags)
{
    hipDriverProcAddressQueryResult result = (hipDriverProcAddressQueryResult)77;
    void *function = NULL;

    OK(hipGetProcAddress(name, &function, version, flags, &result));
    assert_non_null(function);
    assert_int_equal(result, HIP_GET_PROC_ADDRESS_SUCCESS);
    return function;
}

TEST_CASE(functions_are_found_by_name)
{
    malloc_function allocate;
    void *pointer = NULL, *per_thread;

    *(void **)&allocate = function_of("hipMalloc", 600, 0);
    OK(allocate(&pointer, 64));
    OK(hipFree(pointer));
    assert_ptr_equal(function_of("hipMalloc", HIP_VERSION, 0), function_of("hipMalloc", 402, 0));
    per_thread = function_of("hipMemcpyAsync", 600, 2);
    assert_ptr_not_equal(per_thread, function_of("hipMemcpyAsync", 600, 0));
    assert_ptr_equal(per_thread, function_of("hipMemcpyAsync_spt", 600, 0));
    assert_ptr_equal(function_of("hipMemcpyAsync", 600, 1), function_of("hipMemcpyAsync", 600, 0));
    assert_ptr_equal(function_of("hipMalloc", 600, 2), function_of("hipMalloc", 600, 0));
}

TEST_CASE(a_version_has_its_own_layout)
{
    struct hipDeviceProp_tR0000 old;
    hipDeviceProp_tR0600 new;
    properties_function get_new;
    old_properties_function get_old;
    old_choose_function choose_old;
    int device = -7;

    *(void **)&get_new = function_of("hipGetDeviceProperties", 600, 0);
    *(void **)&get_old = function_of("hipGetDeviceProperties", 507, 0);
    *(void **)&choose_old = function_of("hipChooseDevice", 507, 0);
    OK(get_new(&new, 0));
    OK(get_old(&old, 0));
    assert_string_equal(new.name, old.name);
    assert_int_equal(new.totalGlobalMem, old.totalGlobalMem);
    OK(choose_old(&device, &old));
    assert_int_equal(device, 0);
    memset(&old, 0, sizeof old);
    device = -7;
    OK(choose_old(&device, &old));
    assert_int_equal(device, 0);
    BAD_VALUE(choose_old(NULL, &old), "device");
    BAD_VALUE(choose_old(&device, NULL), "wanted");
    assert_ptr_equal(function_of("hipChooseDeviceR0000", 600, 0),
                     function_of("hipChooseDeviceR0000", 507, 0));
}

TEST_CASE(what_has_no_name_is_not_found)
{
    hipDriverProcAddressQueryResult result = (hipDriverProcAddressQueryResult)77;
    void *function = &function;
    char long_name[400];

    memset(long_name, 'h', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    BAD_VALUE(hipGetProcAddress("hipNoSuchThing", &function, 600, 0, &result), "hipNoSuchThing");
    assert_null(function);
    assert_int_equal(result, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    BAD_VALUE(hipGetProcAddress("", &function, 600, 0, &result), "no function");
    BAD_VALUE(hipGetProcAddress("printf", &function, 600, 0, &result), "printf");
    BAD_VALUE(hipGetProcAddress(long_name, &function, 600, 0, NULL), "no function");
    BAD_VALUE(hipGetProcAddress(NULL, &function, 600, 0, &result), "symbol");
    BAD_VALUE(hipGetProcAddress("hipMalloc", NULL, 600, 0, &result), "function");
    BAD_VALUE(hipGetProcAddress("hipMalloc", &function, 600, 3, &result), "flags");
    BAD_VALUE(hipGetProcAddress("hipMalloc", &function, 401, 0, &result), "402");
    assert_null(function);
    assert_int_equal(result, HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    BAD_VALUE(hipGetProcAddress("hipMalloc", &function, -1, 0, &result), "402");
}

TEST_CASE(there_is_no_tracer_and_no_compiled_header)
{
    const char *header = "";
    unsigned int size = 77;

    assert_string_equal(hipApiName(0), "unknown");
    assert_string_equal(hipApiName(UINT32_MAX), "unknown");
    __hipGetPCH(&header, &size);
    assert_null(header);
    assert_int_equal(size, 0);
    __hipGetPCH(NULL, NULL);
}

int run_only_here(void)
{
    return run_test_cases(NULL);
}
