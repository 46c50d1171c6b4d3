/** The functions of cudainterop/device/registration.h. Every image is accepted, as by the
 *  vendor. */
#include "runtime/call_configuration.h"
#include "runtime/chosen_stream.h"
#include "front.h"
#include "base/log.h"
#include "module/registered.h"

#include "cudainterop/device/registration.h"

static struct gi_registered *from_handle(void **handle)
{
    return (struct gi_registered *)(void *)handle;
}

void **__cudaRegisterFatBinary(void *segment)
{
    const struct gpuinterop_segment *given = segment;
    bool is_known = given != NULL && given->magic == GPUINTEROP_SEGMENT_MAGIC;
    bool is_linked = is_known && given->version == GPUINTEROP_SEGMENT_LINKED;
    struct gi_registered *all = gi_registered_object(segment);

    if (all != NULL)
        return (void **)(void *)all;
    if (is_known && given->version == GPUINTEROP_SEGMENT_OBJECTS)
        return (void **)(void *)gi_registered_objects(given->image, given->linked);
    if (!is_known)
        gi_log(GI_LOG_ERROR, "%s: %p is not an image of device code", __func__, segment);
    return (void **)(void *)gi_registered_parts(is_known ? given->image : NULL,
                                                is_linked ? given->linked : NULL);
}

void __cudaRegisterFatBinaryEnd(void **module)
{
    (void)module;                /* nothing depends on the end */
}

void __cudaUnregisterFatBinary(void **module)
{
    gi_registered_end(from_handle(module));
}

char __cudaInitModule(void **module)
{
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_registered_load(from_handle(module));
    if (status != GI_OK)
        gi_report_failure();
    return 1;
}

void __cudaRegisterFunction(void **module, const char *stub, char *device_stub, const char *name,
                            int thread_limit, void *thread, void *block, dim3 *block_size,
                            dim3 *grid_size, int *warp_size)
{
    (void)device_stub, (void)thread_limit, (void)thread, (void)block;
    (void)block_size, (void)grid_size, (void)warp_size;
    gi_registered_add_kernel(from_handle(module), stub, name);
}

void __cudaRegisterVar(void **module, char *variable, char *device_variable, const char *name,
                       int is_external, size_t size, int is_constant, int is_global)
{
    (void)device_variable, (void)is_external, (void)size, (void)is_constant, (void)is_global;
    gi_registered_add_variable(from_handle(module), variable, name);
}

void __cudaRegisterManagedVar(void **module, void **variable, char *device_variable,
                              const char *name, int is_external, size_t size, int is_constant,
                              int is_global)
{
    (void)device_variable, (void)is_external, (void)size, (void)is_constant, (void)is_global;
    gi_registered_add_managed(from_handle(module), variable, name);
}

void __cudaRegisterHostVar(void **module, const char *name, char *variable, size_t size)
{
    (void)module, (void)name, (void)variable, (void)size;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *stub)
{
    FRONT_REQUIRE(kernel != NULL, "%s: kernel is NULL", __func__);
    *kernel = (cudaKernel_t)(uintptr_t)stub;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared_bytes, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, front_chosen(stream));
}

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                         cudaStream_t stream)
{
    return (unsigned int)front_push_configuration(grid, block, shared_bytes, stream);
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    return front_pop_configuration(__func__, grid, block, shared_bytes, stream);
}
