/* HIP has no multicast objects; its copies and fills take the addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <hip/hip_runtime.h>

#define HIP(call) assert_int_equal((call), hipSuccess)

void hip_writes(uint64_t all);

/* Handles are HIP's as well. */
static void use_handle(void *address)
{
    hipMemGenericAllocationHandle_t handle;
    hipMemAllocationProp properties;
    hipPointerAttribute_t attributes;

    HIP(hipMemRetainAllocationHandle(&handle, address));
    HIP(hipMemGetAllocationPropertiesFromHandle(&properties, handle));
    assert_int_equal(properties.location.type, hipMemLocationTypeDevice);
    HIP(hipMemRelease(handle));
    HIP(hipPointerGetAttributes(&attributes, address));
    assert_int_equal(attributes.type, hipMemoryTypeDevice);
    assert_null(attributes.hostPointer);
    assert_int_equal(hipFree(address), hipErrorInvalidValue);
}

/* 64 KiB of each value, from 1 on. */
void hip_writes(uint64_t all)
{
    enum { PART = 65536 };
    static uint8_t bytes[PART];
    char *to = (char *)(uintptr_t)all;
    hipPitchedPtr pitched = { to + 3 * PART, 256, 256, 64 };
    hipStream_t stream;
    void *device;

    use_handle(to);
    HIP(hipStreamCreate(&stream));
    HIP(hipMalloc(&device, PART));
    HIP(hipMemset(to, 1, PART));
    HIP(hipMemsetAsync(to + PART, 2, PART, stream));
    HIP(hipMemset2DAsync(to + 2 * PART, 512, 3, 512, PART / 512, stream));
    HIP(hipMemset3DAsync(pitched, 4, (hipExtent){ 256, 64, 4 }, stream));
    memset(bytes, 5, PART);
    HIP(hipMemcpy(to + 4 * PART, bytes, PART, hipMemcpyHostToDevice));
    memset(bytes, 6, PART);
    HIP(hipMemcpyHtoD((hipDeviceptr_t)(to + 5 * PART), bytes, PART));
    HIP(hipMemset(device, 7, PART));
    HIP(hipMemcpyDtoDAsync((hipDeviceptr_t)(to + 6 * PART), (hipDeviceptr_t)device, PART, stream));
    HIP(hipMemcpy2DAsync(to + 7 * PART, 1024, device, 1024, 1024, PART / 1024,
                         hipMemcpyDeviceToDevice, stream));
    assert_int_equal(hipMemcpy(bytes, to, PART, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    HIP(hipStreamSynchronize(stream));
    HIP(hipFree(device));
    HIP(hipStreamDestroy(stream));
}
