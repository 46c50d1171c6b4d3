/** Copies and fills: the entry points. */
#include "copies.h"

CUresult gicu_copy(uint64_t destination, uint64_t source, size_t size, int kind,
                   struct gi_copy_order order)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_copy_linear(destination, source, size, kind, order));
}

CUresult gicu_fill(CUdeviceptr pointer, uint32_t value, uint32_t value_bytes, size_t count,
                   struct gi_copy_order order)
{
    CU_TRY(gicu_begin());
    return gicu_error(gi_fill_linear(pointer, value, value_bytes, count, order));
}

/* ---- in the legacy stream ------------------------------------------------------------------- */

CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(destination, source, size, GI_COPY_INFER, gi_in_legacy());
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr destination, const void *source, size_t size)
{
    return gicu_copy(destination, gicu_number(source), size, GI_COPY_HOST_TO_DEVICE,
                     gi_in_legacy());
}

CUresult cuMemcpyDtoH_v2(void *destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(gicu_number(destination), source, size, GI_COPY_DEVICE_TO_HOST,
                     gi_in_legacy());
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(destination, source, size, GI_COPY_DEVICE_TO_DEVICE, gi_in_legacy());
}

CUresult cuMemsetD8_v2(CUdeviceptr pointer, unsigned char value, size_t count)
{
    return gicu_fill(pointer, value, 1, count, gi_in_legacy());
}

CUresult cuMemsetD16_v2(CUdeviceptr pointer, unsigned short value, size_t count)
{
    return gicu_fill(pointer, value, 2, count, gi_in_legacy());
}

CUresult cuMemsetD32_v2(CUdeviceptr pointer, unsigned int value, size_t count)
{
    return gicu_fill(pointer, value, 4, count, gi_in_legacy());
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    return gicu_copy_rows(__func__, copy, gi_in_legacy());
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy)
{
    return gicu_copy_rows(__func__, copy, gi_in_legacy());
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy)
{
    return gicu_copy_volume(__func__, copy, gi_in_legacy());
}

/* ---- in a stream ---------------------------------------------------------------------------- */

CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t size, CUstream stream)
{
    return gicu_copy(destination, source, size, GI_COPY_INFER, gicu_in_stream(stream));
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr destination, const void *source, size_t size,
                              CUstream stream)
{
    return gicu_copy(destination, gicu_number(source), size, GI_COPY_HOST_TO_DEVICE,
                     gicu_in_stream(stream));
}

CUresult cuMemcpyDtoHAsync_v2(void *destination, CUdeviceptr source, size_t size, CUstream stream)
{
    return gicu_copy(gicu_number(destination), source, size, GI_COPY_DEVICE_TO_HOST,
                     gicu_in_stream(stream));
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr destination, CUdeviceptr source, size_t size,
                              CUstream stream)
{
    return gicu_copy(destination, source, size, GI_COPY_DEVICE_TO_DEVICE, gicu_in_stream(stream));
}

CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream)
{
    return gicu_fill(pointer, value, 1, count, gicu_in_stream(stream));
}

CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count,
                          CUstream stream)
{
    return gicu_fill(pointer, value, 2, count, gicu_in_stream(stream));
}

CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream)
{
    return gicu_fill(pointer, value, 4, count, gicu_in_stream(stream));
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    return gicu_copy_rows(__func__, copy, gicu_in_stream(stream));
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    return gicu_copy_volume(__func__, copy, gicu_in_stream(stream));
}
