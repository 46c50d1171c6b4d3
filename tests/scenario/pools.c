/** Memory in the order of a stream, and pools. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

enum { SIZE = 1 << 20 };

static gpuMemPool_t new_pool(void)
{
    gpuMemPoolProps properties = { 0 };
    gpuMemPool_t pool;

    properties.allocType = gpuMemAllocationTypePinned;
    properties.location.type = gpuMemLocationTypeDevice;
    OK(gpuMemPoolCreate(&pool, &properties));
    return pool;
}

static uint64_t attribute(gpuMemPool_t pool, gpuMemPoolAttr which)
{
    uint64_t value = 0;

    OK(gpuMemPoolGetAttribute(pool, which, &value));
    return value;
}

TEST_CASE(memory_is_used_and_freed_in_order)
{
    unsigned char *out;
    gpuStream_t stream;
    void *first = NULL;
    struct gate gate;

    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuHostAlloc((void **)&out, 4 * SIZE, 0));
    gate_close(&gate, stream);                   /* nothing below waits for the device */
    for (int i = 0; i < 4; i++) {
        void *memory;

        OK(gpuMallocAsync(&memory, SIZE, stream));
        first = i == 0 ? memory : first;
        assert_ptr_equal(memory, first);         /* the same stream has it again at once */
        OK(gpuMemsetAsync(memory, 'a' + i, SIZE, stream));
        OK(gpuMemcpyAsync(out + i * SIZE, memory, SIZE, gpuMemcpyDeviceToHost, stream));
        OK(gpuFreeAsync(memory, stream));
    }
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuStreamSynchronize(stream));
    for (int i = 0; i < 4 * SIZE; i++)
        assert_int_equal(out[i], 'a' + i / SIZE);
    OK(gpuFreeHost(out));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(a_pool_counts_and_gives_back)
{
    gpuMemPool_t pool = new_pool(), before, now;
    uint64_t threshold = UINT64_MAX, zero = 0;
    gpuStream_t stream;
    void *memory, *other;
    int device;
    int reuse = 0;

    OK(gpuGetDevice(&device));
    OK(gpuStreamCreate(&stream));
    OK(gpuDeviceGetMemPool(&before, device));
    OK(gpuDeviceSetMemPool(device, pool));
    OK(gpuDeviceGetMemPool(&now, device));
    assert_ptr_equal(now, pool);
    OK(gpuMallocAsync(&memory, SIZE, stream));
    OK(gpuMallocFromPoolAsync(&other, SIZE, pool, stream));
    assert_int_equal(attribute(pool, gpuMemPoolAttrUsedMemCurrent), 2 * SIZE);
    assert_true(attribute(pool, gpuMemPoolAttrReservedMemCurrent) >= 2 * SIZE);
    OK(gpuMemPoolSetAttribute(pool, gpuMemPoolAttrReleaseThreshold, &threshold));
    OK(gpuFreeAsync(memory, stream));
    OK(gpuFree(other));
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(attribute(pool, gpuMemPoolAttrUsedMemCurrent), 0);
    assert_int_equal(attribute(pool, gpuMemPoolAttrUsedMemHigh), 2 * SIZE);
    assert_true(attribute(pool, gpuMemPoolAttrReservedMemCurrent) >= 2 * SIZE);
    OK(gpuMemPoolSetAttribute(pool, gpuMemPoolAttrUsedMemHigh, &zero));
    assert_int_equal(attribute(pool, gpuMemPoolAttrUsedMemHigh), 0);
    OK(gpuMemPoolTrimTo(pool, 0));
    assert_int_equal(attribute(pool, gpuMemPoolAttrReservedMemCurrent), 0);
    OK(gpuMemPoolSetAttribute(pool, gpuMemPoolReuseAllowOpportunistic, &reuse));
    reuse = 7;
    OK(gpuMemPoolGetAttribute(pool, gpuMemPoolReuseAllowOpportunistic, &reuse));
    assert_int_equal(reuse, 0);
    OK(gpuMemPoolDestroy(pool));
    OK(gpuDeviceGetMemPool(&now, device));
    assert_ptr_equal(now, before);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(a_destroyed_pool_lives_on_in_its_memory)
{
    gpuMemPool_t pool = new_pool();
    unsigned char *memory;
    unsigned char byte = 0;

    OK(gpuMallocFromPoolAsync((void **)&memory, SIZE, pool, NULL));
    OK(gpuMemPoolDestroy(pool));
    BAD_VALUE(gpuMemPoolDestroy(pool), "destroyed");
    OK(gpuMemset(memory, 5, SIZE));
    OK(gpuMemcpy(&byte, memory + SIZE - 1, 1, gpuMemcpyDeviceToHost));
    assert_int_equal(byte, 5);
    OK(gpuFreeAsync(memory, NULL));
}

static void bad_properties_are_told(void)
{
    gpuMemPoolProps properties = { 0 };
    gpuMemPool_t pool;

    BAD_VALUE(gpuMemPoolCreate(NULL, &properties), "pool");
    BAD_VALUE(gpuMemPoolCreate(&pool, NULL), "properties");
    BAD_VALUE(gpuMemPoolCreate(&pool, &properties), "allocation type");
    properties.allocType = gpuMemAllocationTypePinned;
    BAD_VALUE(gpuMemPoolCreate(&pool, &properties), "location type");
    properties.location.type = gpuMemLocationTypeDevice;
    properties.location.id = 99;
    BAD_VALUE(gpuMemPoolCreate(&pool, &properties), "99");
    properties.location.id = 0;
    properties.handleTypes = gpuMemHandleTypeWin32;
    BAD_VALUE(gpuMemPoolCreate(&pool, &properties), "handle type is 2");
}

TEST_CASE(bad_arguments_are_told)
{
    gpuMemAccessFlags flags;
    gpuMemLocation place = { gpuMemLocationTypeDevice, 0 };
    gpuMemAccessDesc access = { { gpuMemLocationTypeDevice, 0 }, gpuMemAccessFlagsProtReadWrite };
    gpuMemPool_t pool, standard;
    uint64_t value = 1;
    void *memory;

    OK(gpuDeviceGetDefaultMemPool(&standard, 0));
    BAD_VALUE(gpuMallocAsync(NULL, SIZE, NULL), "pointer");
    BAD_VALUE(gpuMallocFromPoolAsync(&memory, SIZE, NULL, NULL), "pool");
    STALE_HANDLE(gpuMallocAsync(&memory, SIZE, AS_STREAM(99)));
    BAD_VALUE(gpuMallocFromPoolAsync(&memory, SIZE, (gpuMemPool_t)(uintptr_t)99, NULL), "pool");
    OK(gpuMallocAsync(&memory, 0, NULL));
    assert_null(memory);
    memory = &memory;
    NO_MEMORY(gpuMallocAsync(&memory, SIZE_MAX, NULL));
    assert_ptr_equal(memory, LEFT_BY_ALLOCATION(&memory));
    FREES_NULL(gpuFreeAsync(NULL, NULL));
    BAD_VALUE(gpuFreeAsync(&value, NULL), "allocation");
    OK(gpuMallocAsync(&memory, SIZE, NULL));
    BAD_VALUE(gpuFreeAsync((char *)memory + 512, NULL), "inside");
    STALE_HANDLE(gpuFreeAsync(memory, AS_STREAM(99)));
    OK(gpuFreeAsync(memory, NULL));
    BAD_VALUE(gpuFreeAsync(memory, NULL), "");
    bad_properties_are_told();
    BAD_VALUE(gpuMemPoolDestroy(NULL), "NULL");
    BAD_VALUE(gpuMemPoolDestroy(standard), "default");
    BAD_VALUE(gpuMemPoolTrimTo(NULL, 0), "NULL");
    BAD_VALUE(gpuMemPoolGetAttribute(standard, gpuMemPoolAttrUsedMemHigh, NULL), "value");
    BAD_VALUE(gpuMemPoolGetAttribute(standard, (gpuMemPoolAttr)9, &value), "attribute 9");
    BAD_VALUE(gpuMemPoolSetAttribute(standard, (gpuMemPoolAttr)0, &value), "attribute 0");
    BAD_VALUE(gpuMemPoolSetAttribute(standard, gpuMemPoolAttrUsedMemHigh, &value), "attribute 8");
    BAD_VALUE(gpuMemPoolSetAttribute(standard, gpuMemPoolAttrUsedMemCurrent, &value), "read");
    BAD_VALUE(gpuMemPoolSetAccess(standard, NULL, 1), "accesses");
    OK(gpuMemPoolSetAccess(standard, &access, 1));
    access.flags = gpuMemAccessFlagsProtNone;
    BAD_VALUE(gpuMemPoolSetAccess(standard, &access, 1), "access");
    OK(gpuMemPoolGetAccess(&flags, standard, &place));
    assert_int_equal(flags, gpuMemAccessFlagsProtReadWrite);
    place.id = 99;
    BAD_VALUE(gpuMemPoolGetAccess(&flags, standard, &place), "99");
    BAD_VALUE(gpuMemPoolGetAccess(NULL, standard, &place), "flags");
    BAD_VALUE(gpuDeviceGetDefaultMemPool(NULL, 0), "pool");
    BAD_VALUE(gpuDeviceGetMemPool(&pool, 99), "99");
    EXPECT(gpuDeviceGetDefaultMemPool(&pool, 99), gpuErrorInvalidDevice, "99");
    BAD_VALUE(gpuDeviceSetMemPool(0, NULL), "NULL");
    BAD_VALUE(gpuDeviceSetMemPool(99, standard), "99");
    BAD_VALUE(gpuDeviceSetMemPool(0, (gpuMemPool_t)(uintptr_t)99), "no pool");
}

int run_pools(void)
{
    return run_test_cases(NULL);
}
