/** Virtual memory management in HIP's names, in the order of calls that llama.cpp has, and what HIP
 *  has otherwise than CUDA: its minimum is the device's own page. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime_api.h>

#include "test_cases.h"

#define OK(call) assert_int_equal((call), hipSuccess)
#define BAD_VALUE(call) assert_int_equal((call), hipErrorInvalidValue)

#define MIB ((size_t)1 << 20)

static const hipMemAllocationProp properties = {
    .type = hipMemAllocationTypePinned, .location = { hipMemLocationTypeDevice, 0 }
};
static const hipMemAccessDesc read_write = {
    { hipMemLocationTypeDevice, 0 }, hipMemAccessFlagsProtReadWrite
};
static size_t least, step;

static void expect(const char *address, size_t size, unsigned char value)
{
    unsigned char *bytes = malloc(size);

    assert_non_null(bytes);
    OK(hipMemcpy(bytes, address, size, hipMemcpyDeviceToHost));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], value);
    free(bytes);
}

/* A reservation larger than the memory grows at its end. Each handle is released between map and
 * access. The branch for HIP unmaps each mapping by itself. */
TEST_CASE(a_pool_that_grows)
{
    enum { PIECES = 4 };
    const size_t reserved = (size_t)32 << 30;
    size_t ends[PIECES], size = 0;
    void *address;
    char *pool;

    OK(hipMemAddressReserve(&address, reserved, 0, NULL, 0));
    pool = address;
    for (int i = 0; i < PIECES; i++) {
        const size_t more = (size_t)(i + 1) * step;
        hipMemGenericAllocationHandle_t handle;

        OK(hipMemCreate(&handle, more, &properties, 0));
        OK(hipMemMap(pool + size, more, 0, handle, 0));
        OK(hipMemRelease(handle));
        OK(hipMemSetAccess(pool + size, more, &read_write, 1));
        ends[i] = size += more;
        OK(hipMemset(pool, i + 1, size));        /* over all handles so far */
        expect(pool, size, (unsigned char)(i + 1));
    }
    BAD_VALUE(hipMemset(pool + size - 1, 0, 2));
    BAD_VALUE(hipMemAddressFree(pool, reserved));
    for (int i = 0; i < PIECES; i++) {
        size_t begin = i == 0 ? 0 : ends[i - 1];

        OK(hipMemUnmap(pool + begin, ends[i] - begin));
    }
    OK(hipMemAddressFree(pool, reserved));
}

/* What lies below the recommended size and is no multiple of it can be used. */
TEST_CASE(pieces_of_one_page)
{
    hipMemGenericAllocationHandle_t handle;
    unsigned long long access = 0;
    void *address;

    OK(hipMemAddressReserve(&address, 3 * least, 0, NULL, 0));
    OK(hipMemCreate(&handle, least, &properties, 0));
    OK(hipMemMap((char *)address + least, least, 0, handle, 0));
    OK(hipMemSetAccess((char *)address + least, least, &read_write, 1));
    OK(hipMemGetAccess(&access, &read_write.location, (char *)address + least));
    assert_int_equal(access, hipMemAccessFlagsProtReadWrite);
    OK(hipMemset((char *)address + least, 7, least));
    expect((char *)address + least, least, 7);
    BAD_VALUE(hipMemset(address, 7, least));
    OK(hipMemUnmap((char *)address + least, least));
    OK(hipMemRelease(handle));
    OK(hipMemAddressFree(address, 3 * least));
    BAD_VALUE(hipMemCreate(&handle, least / 2, &properties, 0));
    BAD_VALUE(hipMemCreate(&handle, least + 1, &properties, 0));
    BAD_VALUE(hipMemAddressReserve(&address, least / 2, 0, NULL, 0));
    BAD_VALUE(hipMemAddressReserve(&address, least, 3, NULL, 0));
}

static int begin(void **state)
{
    int supported = 0;

    (void)state;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
    if (!supported) {
        printf("skipped: device 0 has no virtual memory management\n");
        exit(77);
    }
    OK(hipMemGetAllocationGranularity(&least, &properties, hipMemAllocationGranularityMinimum));
    OK(hipMemGetAllocationGranularity(&step, &properties, hipMemAllocationGranularityRecommended));
    assert_true(least >= 4096 && least <= step && step % least == 0 && step >= 2 * MIB);
    return 0;
}

int main(void)
{
    return run_test_cases(begin);
}
