/* One buffer is written, and every device receives it: a multicast object with all devices of the
 * process. Here each copy is made once for each device, by software. */
#include <stdio.h>
#include <stdlib.h>

#include <cuda.h>
#include <gpuinterop.h>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        CUresult result = (call);                                                                \
        if (result != CUDA_SUCCESS) {                                                            \
            fprintf(stderr, "%s: %s\n", #call, gpuinterop_last_error_detail());                  \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

enum { MOST = 64 };

/* Maps a handle at new addresses, which a device may read and write. */
static CUdeviceptr map(CUmemGenericAllocationHandle handle, size_t size, CUdevice device)
{
    const CUmemAccessDesc access = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, device },
                                     .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUdeviceptr address;

    CHECK(cuMemAddressReserve(&address, size, 0, 0, 0));
    CHECK(cuMemMap(address, size, 0, handle, 0));
    CHECK(cuMemSetAccess(address, size, &access, 1));
    return address;
}

/* The memory of one device becomes a member. Its handle can go: the binding keeps the memory. */
static CUdeviceptr add_member(CUmemGenericAllocationHandle object, size_t size, CUdevice device)
{
    const CUmemAllocationProp properties = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                             .location = { CU_MEM_LOCATION_TYPE_DEVICE, device } };
    CUmemGenericAllocationHandle memory;
    CUdeviceptr own;

    CHECK(cuMemCreate(&memory, size, &properties, 0));
    CHECK(cuMulticastBindMem(object, 0, memory, 0, size, 0));
    own = map(memory, size, device);
    CHECK(cuMemRelease(memory));
    return own;
}

int main(void)
{
    CUmulticastObjectProp properties = { .size = 5000000 };
    CUmemGenericAllocationHandle object;
    CUdeviceptr own[MOST], all;
    CUcontext context;
    int count, right = 0;
    size_t step;

    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    count = count < MOST ? count : MOST;
    if (gpuinterop_multicast_kind(0) == GPUINTEROP_MULTICAST_NONE) {
        printf("%s\n", gpuinterop_last_error_detail());
        return 77;
    }
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    properties.numDevices = (unsigned int)count;
    CHECK(cuMulticastGetGranularity(&step, &properties, CU_MULTICAST_GRANULARITY_RECOMMENDED));
    properties.size = (properties.size + step - 1) / step * step;
    CHECK(cuMulticastCreate(&object, &properties));
    for (int i = 0; i < count; i++)      /* all devices first: binding waits for them */
        CHECK(cuMulticastAddDevice(object, i));
    for (int i = 0; i < count; i++)
        own[i] = add_member(object, properties.size, i);
    all = map(object, properties.size, 0);
    CHECK(cuMemsetD8Async(all, 42, properties.size, NULL));      /* reaches all of them */
    for (int i = 0; i < count; i++) {
        unsigned char last = 0;

        CHECK(cuMemcpyDtoH(&last, own[i] + properties.size - 1, 1));
        right += last == 42;
        CHECK(cuMemUnmap(own[i], properties.size));
        CHECK(cuMemAddressFree(own[i], properties.size));
    }
    CHECK(cuMemUnmap(all, properties.size));
    CHECK(cuMemAddressFree(all, properties.size));
    CHECK(cuMemRelease(object));         /* what is bound goes with it */
    printf("%d of %d devices have the bytes\n", right, count);
    return right == count ? 0 : 1;
}
