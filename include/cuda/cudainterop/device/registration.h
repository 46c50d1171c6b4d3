/** The functions that objects of CUDA's compiler call before main and around launches; a part of
 *  cuda_runtime.h for clang, and of the library. Other compilers' programs get no declaration of
 *  these functions.
 *
 *  Handles are opaque to objects. A kernel's handle is the address of its stub on the host.
 *  Threads: any. */
#ifndef GPUINTEROP_CUDA_REGISTRATION_H
#define GPUINTEROP_CUDA_REGISTRATION_H

#include <stddef.h>

#include "../runtime/declare.h"
#include "../../../gpuinterop_device/dim3.h"
#include "../runtime/errors.h"
#include "../runtime/handles.h"

/** The images that an object registers; the vendor's name is "fat binary". */
struct gpuinterop_segment {
    int magic, version;          /* GPUINTEROP_SEGMENT_MAGIC; 1, or one of the next two numbers */
    const void *image;           /* of SEGMENT_OBJECTS: where the list of images begins */
    const void *const *linked;   /* of SEGMENT_LINKED: the images of all objects, and NULL; of
                                    SEGMENT_OBJECTS: the end of the list */
};

#define GPUINTEROP_SEGMENT_MAGIC 0x466243b1
#define GPUINTEROP_SEGMENT_LINKED 2      /* what nvcc -rdc=true makes of several objects */
#define GPUINTEROP_SEGMENT_OBJECTS 3     /* what objects of cudainterop-cc -rdc=true register */

#ifdef __cplusplus
extern "C" {
#endif

void **__cudaRegisterFatBinary(void *segment);
void __cudaRegisterFatBinaryEnd(void **module);
void __cudaUnregisterFatBinary(void **module);

/* Called before the use of a managed variable; 1 means that it is initialised. */
char __cudaInitModule(void **module);

void __cudaRegisterFunction(void **module, const char *stub, char *device_stub, const char *name,
                            int thread_limit, void *thread, void *block, dim3 *block_size,
                            dim3 *grid_size, int *warp_size);
void __cudaRegisterVar(void **module, char *variable, char *device_variable, const char *name,
                       int is_external, size_t size, int is_constant, int is_global);
void __cudaRegisterManagedVar(void **module, void **variable, char *device_variable,
                              const char *name, int is_external, size_t size, int is_constant,
                              int is_global);
void __cudaRegisterHostVar(void **module, const char *name, char *variable, size_t size);

/* CUDA 13: a stub asks once for its kernel, and launches it by the answer. */
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *stub);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                    size_t shared_bytes, cudaStream_t stream);

/* Around a launch by <<< >>>: keeps the configuration, and gives it to the stub. */
#ifndef GPUINTEROP_LAUNCHES_PER_THREAD
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         size_t shared_bytes GPUINTEROP_DEFAULT(0),
                                         cudaStream_t stream GPUINTEROP_DEFAULT(0));
#endif
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                       void *stream);

#ifdef __cplusplus
}
#endif

#endif
