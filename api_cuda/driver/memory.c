#include "driver.h"

#include "runtime/allocate.h"
#include "device/device.h"
#include "pools/memory.h"
#include "pools/register.h"

_Static_assert(CU_MEMHOSTALLOC_PORTABLE == GI_HOST_PORTABLE &&
               CU_MEMHOSTALLOC_DEVICEMAP == GI_HOST_MAPPED &&
               CU_MEMHOSTALLOC_WRITECOMBINED == GI_HOST_WRITE_COMBINED, "flags are passed on");
_Static_assert(CU_MEMHOSTREGISTER_PORTABLE == GI_REGISTER_PORTABLE &&
               CU_MEMHOSTREGISTER_DEVICEMAP == GI_REGISTER_MAPPED &&
               CU_MEMHOSTREGISTER_IOMEMORY == GI_REGISTER_IO &&
               CU_MEMHOSTREGISTER_READ_ONLY == GI_REGISTER_READ_ONLY, "flags are passed on");
_Static_assert((int)CU_MEM_ATTACH_GLOBAL == GI_MANAGED_GLOBAL &&
               (int)CU_MEM_ATTACH_HOST == GI_MANAGED_HOST, "flags are passed on");

#define HOST_FLAGS \
    ((unsigned int)(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | \
                    CU_MEMHOSTALLOC_WRITECOMBINED))

/* Calls that allocate write 0 first, also if they cannot begin. */
#define CLEAR(out) \
    do { \
        if ((out) != NULL) \
            *(out) = 0; \
    } while (0)

CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t size)
{
    uint64_t address;

    CLEAR(pointer);
    CU_TRY(gicu_begin());
    CU_UNSAFE();
    CU_NOT_NULL(pointer);
    CU_REQUIRE(size != 0, "%s: size is 0", __func__);
    CU_TRY(gi_memory_alloc(size, &address));
    *pointer = address;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int element_size)
{
    uint64_t address, pitch_bytes;

    CLEAR(pointer);
    CLEAR(pitch);
    CU_TRY(gicu_begin());
    CU_UNSAFE();
    CU_NOT_NULL(pointer);
    CU_NOT_NULL(pitch);
    CU_REQUIRE(element_size == 4 || element_size == 8 || element_size == 16,
               "%s: element_size is %u; 4, 8 and 16 exist", __func__, element_size);
    CU_REQUIRE(width != 0 && height != 0, "%s: width is %zu and height is %zu; neither may be 0",
               __func__, width, height);
    CU_TRY(gi_memory_alloc_rows(width, height, 1, &pitch_bytes, &address));
    *pitch = (size_t)pitch_bytes;
    *pointer = address;
    return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr pointer)
{
    CU_TRY(gicu_begin_object());
    CU_UNSAFE();
    return pointer == 0 ? CUDA_SUCCESS : gicu_error(gi_memory_free(pointer));
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
    uint64_t available, total;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(free_bytes);
    CU_NOT_NULL(total_bytes);
    CU_TRY(gi_device_memory_info(&available, &total));
    *free_bytes = (size_t)available;
    *total_bytes = (size_t)total;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr pointer)
{
    struct gi_pointer_info info;

    CU_TRY(gicu_begin());
    CU_TRY(gi_pointer_query(pointer, &info));
    if (info.kind == GI_POINTER_UNKNOWN)
        return gicu_error(gi_fail(GI_NOT_FOUND, "%s: pointer is 0x%llx, not memory of this "
                                  "library", __func__, pointer));
    if (base != NULL)
        *base = info.range_base;
    if (size != NULL)
        *size = (size_t)info.range_bytes;
    return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    CLEAR(pointer);
    CU_TRY(gicu_begin());
    CU_UNSAFE();
    CU_NOT_NULL(pointer);
    CU_REQUIRE((flags & ~HOST_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known", __func__,
               flags, HOST_FLAGS);
    if (size == 0)
        return CUDA_SUCCESS;
    CU_TRY(gi_memory_host_alloc(size, flags, &address));
    *pointer = gicu_pointer(address);
    return CUDA_SUCCESS;
}

CUresult cuMemAllocHost_v2(void **pointer, size_t size)
{
    return cuMemHostAlloc(pointer, size, 0);
}

CUresult cuMemFreeHost(void *pointer)
{
    CU_TRY(gicu_begin_object());
    CU_UNSAFE();
    return gicu_error(gi_memory_host_free((uint64_t)(uintptr_t)pointer));
}

static gi_status query_host(const char *caller, const void *pointer,
                            struct gi_pointer_info *out_info)
{
    gi_status status = gi_pointer_query((uint64_t)(uintptr_t)pointer, out_info);

    if (status == GI_OK && out_info->kind != GI_POINTER_HOST &&
        out_info->kind != GI_POINTER_REGISTERED)
        return gi_fail(GI_INVALID_VALUE, "%s: host_pointer is %p, not host memory of this library",
                       caller, pointer);
    return status;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pointer, void *host_pointer, unsigned int flags)
{
    struct gi_pointer_info info;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(pointer);
    CU_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    CU_TRY(query_host(__func__, host_pointer, &info));
    *pointer = info.device_pointer;
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetFlags(unsigned int *flags, void *host_pointer)
{
    struct gi_pointer_info info;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(flags);
    CU_TRY(query_host(__func__, host_pointer, &info));
    *flags = front_host_flags(&info);
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister_v2(void *pointer, size_t size, unsigned int flags)
{
    CU_TRY(gicu_begin());
    CU_UNSAFE();
    return gicu_error(gi_memory_host_register((uint64_t)(uintptr_t)pointer, size, flags));
}

CUresult cuMemHostUnregister(void *pointer)
{
    CU_TRY(gicu_begin_object());
    CU_UNSAFE();
    return gicu_error(gi_memory_host_unregister((uint64_t)(uintptr_t)pointer));
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    CU_TRY(gicu_ready());
    CU_UNSAFE();
    CU_NOT_NULL(pointer);
    CLEAR(pointer);
    CU_REQUIRE(size != 0, "%s: size is 0", __func__);
    CU_REQUIRE(flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST,
               "%s: flags is 0x%x; 1 and 2 exist", __func__, flags);
    CU_TRY(gicu_begin());
    CU_TRY(gi_memory_managed_alloc(size, flags, &address));
    *pointer = address;
    return CUDA_SUCCESS;
}

CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr address, size_t size,
                                       CUmemRangeHandleType type, unsigned long long flags)
{
    CU_TRY(gicu_begin());
    CU_NOT_NULL(handle);
    CU_REQUIRE((int)type == CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, "%s: type is %d; 1 (a dma-buf) "
               "is what there is", __func__, (int)type);
    CU_REQUIRE(flags == 0 || flags == 1, "%s: flags is 0x%llx; 0 and 1 exist", __func__, flags);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: no driver here gives a dma-buf of mapped "
                              "addresses (0x%llx, %zu bytes)", __func__, address, size));
}
