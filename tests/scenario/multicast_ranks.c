#include "multicast.h"

#include "multicast_guard.h"

struct rank ranks[MOST_RANKS];
int rank_count;

void ranks_begin(void)
{
    int count = 0, supported = 0;

    multicast_guard();
    OK(cuInit(0));
    OK(cuDeviceGetCount(&count));
    for (int i = 0; i < count && rank_count < MOST_RANKS; i++) {
        struct rank *rank = &ranks[rank_count];

        OK(cuDeviceGetAttribute(&supported,
                                CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, i));
        if (!supported)
            continue;
        rank->device = i;
        OK(cuDevicePrimaryCtxRetain(&rank->context, i));
        rank_count++;
    }
    if (rank_count == 0) {
        printf("skipped: no device has virtual memory management\n");
        exit(77);
    }
    OK(cuCtxSetCurrent(ranks[0].context));
}

CUmulticastObjectProp object_of(size_t size, int devices, CUmemAllocationHandleType type)
{
    return (CUmulticastObjectProp){ .numDevices = (unsigned int)devices, .size = size,
                                    .handleTypes = type };
}

void rank_make_memory(struct rank *rank, size_t size, CUmemAllocationHandleType type)
{
    const CUmemAllocationProp prop = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED, .requestedHandleTypes = type,
        .location = { CU_MEM_LOCATION_TYPE_DEVICE, rank->device }
    };

    rank->size = size;
    OK(cuMemCreate(&rank->memory, size, &prop, 0));
    rank->own = rank_map(rank, rank->memory, 0, size);
}

CUdeviceptr rank_map(const struct rank *rank, CUmemGenericAllocationHandle handle, size_t offset,
                     size_t size)
{
    const CUmemAccessDesc access = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, rank->device },
                                     .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUdeviceptr address;

    OK(cuMemAddressReserve(&address, size, STEP, 0, 0));
    OK(cuMemMap(address, size, offset, handle, 0));
    OK(cuMemSetAccess(address, size, &access, 1));
    return address;
}

void rank_unmap(CUdeviceptr address, size_t size)
{
    OK(cuMemUnmap(address, size));
    OK(cuMemAddressFree(address, size));
}

void expect_at(CUdeviceptr address, size_t size, uint8_t value)
{
    uint8_t *bytes = malloc(size);

    assert_non_null(bytes);
    OK(cuMemcpyDtoH(bytes, address, size));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], value);
    free(bytes);
}

void expect_in_all(size_t offset, size_t size, uint8_t value)
{
    for (int i = 0; i < rank_count; i++)
        expect_at(ranks[i].own + offset, size, value);
}

void team_begin(size_t size)
{
    const CUmulticastObjectProp prop = object_of(size, rank_count, CU_MEM_HANDLE_TYPE_NONE);

    OK(cuMulticastCreate(&ranks[0].object, &prop));
    for (int i = 0; i < rank_count; i++) {
        ranks[i].object = ranks[0].object;
        OK(cuMulticastAddDevice(ranks[0].object, ranks[i].device));
    }
    for (int i = 0; i < rank_count; i++) {
        rank_make_memory(&ranks[i], size, CU_MEM_HANDLE_TYPE_NONE);
        OK(cuMulticastBindMem(ranks[0].object, 0, ranks[i].memory, 0, size, 0));
    }
    ranks[0].all = rank_map(&ranks[0], ranks[0].object, 0, size);
}

void team_end(void)
{
    size_t size = ranks[0].size;

    rank_unmap(ranks[0].all, size);
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastUnbind(ranks[0].object, ranks[i].device, 0, size));
        rank_unmap(ranks[i].own, size);
        OK(cuMemRelease(ranks[i].memory));
    }
    OK(cuMemRelease(ranks[0].object));
    IS(cuMemRelease(ranks[0].object), CUDA_ERROR_INVALID_VALUE);
}
