/** What HIP has and CUDA has not: facts about devices one by one, the errors of its driver
 *  interface, its own functions by name, and the symbols of old programs. */
#include "scenario.h"

#include <string.h>

#include "hip/hip_deprecated.h"

static void facts_agree_with_properties(void **state)
{
    hipDeviceProp_t properties;
    size_t size = 77;
    int major = -7, minor = -7;

    (void)state;
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

static void a_link_has_two_ends(void **state)
{
    uint32_t link = 77, hops = 77;

    (void)state;
    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, NULL, &hops), "link_type");
    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, &link, NULL), "hops");
    BAD_VALUE(hipExtGetLinkTypeAndHopCount(0, 0, &link, &hops), "both devices");
    EXPECT(hipExtGetLinkTypeAndHopCount(-1, 0, &link, &hops), hipErrorInvalidDevice, "-1");
    EXPECT(hipExtGetLinkTypeAndHopCount(0, 1000, &link, &hops), hipErrorInvalidDevice, "1000");
    assert_int_equal(link, 77);
    assert_int_equal(hops, 77);
}

static void errors_have_texts_in_the_drivers_form(void **state)
{
    const char *text = NULL;

    (void)state;
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

static void the_last_error_has_two_getters(void **state)
{
    (void)state;
    (void)hipGetLastError();
    assert_int_equal(hipSetDevice(-1), hipErrorInvalidDevice);
    assert_int_equal(hipExtGetLastError(), hipErrorInvalidDevice);
    assert_int_equal(hipExtGetLastError(), hipSuccess);
    assert_int_equal(hipGetLastError(), hipSuccess);
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

static void functions_are_found_by_name(void **state)
{
    malloc_function allocate;
    void *pointer = NULL, *per_thread;

    (void)state;
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

static void a_version_has_its_own_layout(void **state)
{
    struct hipDeviceProp_tR0000 old;
    hipDeviceProp_tR0600 new;
    properties_function get_new;
    old_properties_function get_old;
    old_choose_function choose_old;
    int device = -7;

    (void)state;
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

static void what_has_no_name_is_not_found(void **state)
{
    hipDriverProcAddressQueryResult result = (hipDriverProcAddressQueryResult)77;
    void *function = &function;
    char long_name[400];

    (void)state;
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

static void there_is_no_tracer_and_no_compiled_header(void **state)
{
    const char *header = "";
    unsigned int size = 77;

    (void)state;
    assert_string_equal(hipApiName(0), "unknown");
    assert_string_equal(hipApiName(UINT32_MAX), "unknown");
    __hipGetPCH(&header, &size);
    assert_null(header);
    assert_int_equal(size, 0);
    __hipGetPCH(NULL, NULL);
}

int run_only_here(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_agree_with_properties),
        cmocka_unit_test(a_link_has_two_ends),
        cmocka_unit_test(errors_have_texts_in_the_drivers_form),
        cmocka_unit_test(the_last_error_has_two_getters),
        cmocka_unit_test(functions_are_found_by_name),
        cmocka_unit_test(a_version_has_its_own_layout),
        cmocka_unit_test(what_has_no_name_is_not_found),
        cmocka_unit_test(there_is_no_tracer_and_no_compiled_header),
    };

    return cmocka_run_group_tests_name("only HIP", tests, NULL, NULL);
}
