/** For tests that launch by CUDA's driver interface in the primary context. */
#ifndef KERNELS_DRIVER_PRIMARY_H
#define KERNELS_DRIVER_PRIMARY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)

static CUdevice device;
static CUcontext context;

static void push_primary(void)
{
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxPushCurrent(context));
}

static void pop_primary(void)
{
    OK(cuCtxPopCurrent(NULL));
    OK(cuDevicePrimaryCtxRelease(device));
}

#endif
