/** What a device can do as programs see it, by what its driver says: eight fake devices, one for
 *  each choice of three facts, with properties and attributes of all interfaces. */
#include <stddef.h>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <hip/hip_runtime_api.h>

#include "test_cases.h"
#include "fake.h"

/** The bits of a device's number are its driver's facts. */
enum { HAS_MANAGED = 1, HAS_HOST_ATOMICS = 2, KEEPS_ADDRESS = 4, DEVICES = 8 };

_Static_assert((int)DEVICES <= (int)GIFAKE_MAX_DEVICES, "each choice has a device");

struct abilities {
    int managed, concurrent, atomics, unified, registered, wraps;
};

/** As the manuals have it: with unified addressing kernels take the host's pointers of pinned
 *  memory; with concurrent managed access the host and kernels use managed memory at once. */
static struct abilities wanted(int device)
{
    const int atomics = (device & HAS_HOST_ATOMICS) != 0;
    const int managed = (device & HAS_MANAGED) != 0;
    const int wraps = (device & HAS_MANAGED) == 0;

    return (struct abilities){ .managed = managed, .concurrent = managed && atomics,
                               .atomics = atomics, .unified = (device & KEEPS_ADDRESS) != 0,
                               .wraps = wraps,
                               .registered = wraps && (device & HAS_HOST_ATOMICS) != 0 };
}

static void configure(void)
{
    struct gifake_device_config configs[DEVICES];

    for (uint32_t i = 0; i < DEVICES; i++) {
        struct gi_device_info *info = &configs[i].info;

        gifake_default_config(&configs[i], i);
        info->managed_memory = (i & HAS_MANAGED) != 0;
        info->host_atomics = (i & HAS_HOST_ATOMICS) != 0;
        info->host_memory_keeps_address = (i & KEEPS_ADDRESS) != 0;
        info->wrap_alignment_bytes = (i & HAS_MANAGED) == 0 ? 4096 : 0;
        configs[i].addresses = (i & HAS_HOST_ATOMICS) != 0 ? GIFAKE_ADDRESSES_SHARED
                                                           : GIFAKE_ADDRESSES_UNMAPPED;
    }
    gifake_configure(configs, DEVICES);
}

static void expect_same(const char *who, int device, const struct abilities *got)
{
    const struct abilities want = wanted(device);

    if (got->managed != want.managed || got->concurrent != want.concurrent ||
        got->atomics != want.atomics || got->unified != want.unified ||
        got->registered != want.registered || got->wraps != want.wraps)
        fail_msg("%s, device %d: managed %d, concurrent %d, atomics %d, unified %d, registered %d, "
                 "wraps %d", who, device, got->managed, got->concurrent, got->atomics, got->unified,
                 got->registered, got->wraps);
}

#define FROM_PROPERTIES(of) \
    (struct abilities){ .managed = (of).managedMemory, .concurrent = (of).concurrentManagedAccess, \
                        .atomics = (of).hostNativeAtomicSupported, \
                        .unified = (of).unifiedAddressing, \
                        .registered = (of).canUseHostPointerForRegisteredMem, \
                        .wraps = (of).hostRegisterSupported }

TEST_CASE(properties_say_what_the_driver_says)
{
    for (int i = 0; i < DEVICES; i++) {
        struct cudaDeviceProp cuda;
        hipDeviceProp_t hip;
        struct abilities got;

        assert_int_equal(cudaGetDeviceProperties(&cuda, i), cudaSuccess);
        got = FROM_PROPERTIES(cuda);
        expect_same("cudaDeviceProp", i, &got);
        assert_int_equal(hipGetDeviceProperties(&hip, i), hipSuccess);
        got = FROM_PROPERTIES(hip);
        expect_same("hipDeviceProp_t", i, &got);
    }
}

static int cuda_attribute(enum cudaDeviceAttr attribute, int device)
{
    int value = -1;

    assert_int_equal(cudaDeviceGetAttribute(&value, attribute, device), cudaSuccess);
    return value;
}

static int hip_attribute(hipDeviceAttribute_t attribute, int device)
{
    int value = -1;

    assert_int_equal(hipDeviceGetAttribute(&value, attribute, device), hipSuccess);
    return value;
}

static int driver_attribute(CUdevice_attribute attribute, CUdevice device)
{
    int value = -1;

    assert_int_equal(cuDeviceGetAttribute(&value, attribute, device), CUDA_SUCCESS);
    return value;
}

TEST_CASE(attributes_say_the_same)
{
    assert_int_equal(cuInit(0), CUDA_SUCCESS);
    for (int i = 0; i < DEVICES; i++) {
        const struct abilities cuda = {
            .managed = cuda_attribute(cudaDevAttrManagedMemory, i),
            .concurrent = cuda_attribute(cudaDevAttrConcurrentManagedAccess, i),
            .atomics = cuda_attribute(cudaDevAttrHostNativeAtomicSupported, i),
            .unified = cuda_attribute(cudaDevAttrUnifiedAddressing, i),
            .registered = cuda_attribute(cudaDevAttrCanUseHostPointerForRegisteredMem, i),
            .wraps = cuda_attribute(cudaDevAttrHostRegisterSupported, i),
        };
        const struct abilities hip = {
            .managed = hip_attribute(hipDeviceAttributeManagedMemory, i),
            .concurrent = hip_attribute(hipDeviceAttributeConcurrentManagedAccess, i),
            .atomics = hip_attribute(hipDeviceAttributeHostNativeAtomicSupported, i),
            .unified = hip_attribute(hipDeviceAttributeUnifiedAddressing, i),
            .registered = hip_attribute(hipDeviceAttributeCanUseHostPointerForRegisteredMem, i),
            .wraps = hip_attribute(hipDeviceAttributeHostRegisterSupported, i),
        };
        const struct abilities driver = {
            .managed = driver_attribute(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, i),
            .concurrent = driver_attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, i),
            .atomics = driver_attribute(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, i),
            .unified = driver_attribute(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, i),
            .registered =
                driver_attribute(CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, i),
            .wraps = driver_attribute(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, i),
        };

        expect_same("cudaDeviceGetAttribute", i, &cuda);
        expect_same("hipDeviceGetAttribute", i, &hip);
        expect_same("cuDeviceGetAttribute", i, &driver);
    }
}

int main(void)
{
    configure();
    return run_test_cases(NULL);
}
