/** Host code of a file with managed variables, or whose device code is joined with that of others;
 *  a part of cuda_runtime.h. cudainterop-cc has clang compile it as HIP, where clang has managed
 *  variables and objects that register their own image. This header defines the functions that
 *  clang then calls, for this file alone. They call CUDA's. */
#ifndef GPUINTEROP_CUDA_MANAGED_HOST_H
#define GPUINTEROP_CUDA_MANAGED_HOST_H

#ifdef __GPUINTEROP_MANAGED__

#include "registration.h"

extern "C" {
/* Clang finds this by its name. */
unsigned int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                        cudaStream_t stream = 0)
    __asm__("__cudaPushCallConfiguration");
}

/* Begins a function of this file that has the name of one of HIP's in the object. */
#define GPUINTEROP_STANDS_FOR(result, own, name, parameters) \
    static result own parameters __asm__(name) __attribute__((used)); \
    static result own parameters

GPUINTEROP_STANDS_FOR(void **, gpuinterop_register_image, "__hipRegisterFatBinary",
                      (const gpuinterop_segment *segment))
{
#ifdef __GPUINTEROP_LINKED__
    return __cudaRegisterFatBinary(const_cast<gpuinterop_segment *>(segment));
#else
    static gpuinterop_segment own = { GPUINTEROP_SEGMENT_MAGIC, 1, 0, 0 };

    own.image = segment->image;
    return __cudaRegisterFatBinary(&own);
#endif
}

GPUINTEROP_STANDS_FOR(void, gpuinterop_unregister_image, "__hipUnregisterFatBinary",
                      (void **module))
{
    __cudaUnregisterFatBinary(module);
}

/* Here a kernel is a pointer to its stub. Other files name it by the stub, which launches have
 * everywhere. */
GPUINTEROP_STANDS_FOR(void, gpuinterop_register_kernel, "__hipRegisterFunction",
                      (void **module, const char *kernel, char *device_stub, const char *name,
                       int thread_limit, void *thread, void *block, dim3 *block_size,
                       dim3 *grid_size, int *warp_size))
{
    __cudaRegisterFunction(module, *(const char *const *)kernel, device_stub, name, thread_limit,
                           thread, block, block_size, grid_size, warp_size);
    __cudaRegisterFunction(module, kernel, device_stub, name, thread_limit, thread, block,
                           block_size, grid_size, warp_size);
}

GPUINTEROP_STANDS_FOR(void, gpuinterop_register_variable, "__hipRegisterVar",
                      (void **module, char *variable, char *device_variable, const char *name,
                       int is_external, size_t size, int is_constant, int is_global))
{
    __cudaRegisterVar(module, variable, device_variable, name, is_external, size, is_constant,
                      is_global);
}

/* Host code reads the pointer without asking before, so it has to be right from now on. Without a
 * device it is the file's own memory with the first value. */
GPUINTEROP_STANDS_FOR(void, gpuinterop_register_managed, "__hipRegisterManagedVar",
                      (void **module, void **variable, void *initial, char *name, size_t size,
                       unsigned int))
{
    *variable = initial;
    __cudaRegisterManagedVar(module, variable, name, name, 0, size, 0, 0);
    __cudaInitModule(module);
}

GPUINTEROP_STANDS_FOR(cudaError_t, gpuinterop_pop_configuration, "__hipPopCallConfiguration",
                      (dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream))
{
    return __cudaPopCallConfiguration(grid, block, shared_bytes, stream);
}

/* Clang finds the declaration by its name, too. */
#define GPUINTEROP_PASTED(first, second) first##second
#define GPUINTEROP_LAUNCH GPUINTEROP_PASTED(hip, LaunchKernel)
GPUINTEROP_STANDS_FOR(cudaError_t, GPUINTEROP_LAUNCH, "hip" "LaunchKernel",
                      (const void *kernel, dim3 grid, dim3 block, void **arguments,
                       size_t shared_bytes, cudaStream_t stream))
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
#undef GPUINTEROP_LAUNCH
#undef GPUINTEROP_PASTED

#undef GPUINTEROP_STANDS_FOR

#define GPUINTEROP_LINKED_MAGIC GPUINTEROP_SEGMENT_MAGIC
#define GPUINTEROP_LINKED_REGISTER __cudaRegisterFatBinary
#include <gpuinterop_device/linked_host.h>

#endif

#endif
