/** Libraries of device code, joining of code, and occupancy; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_LIBRARY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_LIBRARY_API_H

#include "names.h"
#include "code_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Libraries: device code for all contexts. An image is as for modules.
 *  Errors: those of a driver call. */

/** Loads device code for all contexts. A device loads it when something of it is first used there.
 *  Owner: the image may end after the call. The library is the caller's, until cuLibraryUnload.
 *  Errors: CUDA_ERROR_INVALID_VALUE if library or image is NULL, an array of options is missing, or
 *      an option of the library is unknown; CUDA_ERROR_INVALID_PTX for PTX with a mistake;
 *      CUDA_ERROR_INVALID_IMAGE if it is another thing, or damaged; CUDA_ERROR_NO_BINARY_FOR_GPU if
 *      there is no PTX that runs here; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLibraryLoadData of CUDA 13.0. */
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *jit_options,
                           void **jit_values, unsigned int jit_count, CUlibraryOption *options,
                           void **values, unsigned int count);

/** Loads device code from a file for all contexts.
 *  Owner: the library is the caller's, until cuLibraryUnload.
 *  Errors: as cuLibraryLoadData; CUDA_ERROR_INVALID_VALUE if path is NULL;
 *      CUDA_ERROR_FILE_NOT_FOUND if the file cannot be opened; CUDA_ERROR_OPERATING_SYSTEM if it
 *      cannot be read.
 *  Mirrors: cuLibraryLoadFromFile of CUDA 13.0. */
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit_options,
                               void **jit_values, unsigned int jit_count, CUlibraryOption *options,
                               void **values, unsigned int count);

/** Ends a library with its kernels and variables, in all contexts. Launches that were enqueued go
 *  on.
 *  Errors: CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuLibraryUnload of CUDA 13.0. */
CUresult cuLibraryUnload(CUlibrary library);

/** Gets a kernel of a library by the name in its PTX. It can be launched in every context, and ends
 *  with the library.
 *  Errors: CUDA_ERROR_INVALID_VALUE if kernel or name is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_FOUND if the library has no kernel of the name; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLibraryGetKernel of CUDA 13.0. */
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);

/** Gets the number of kernels of a library.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuLibraryGetKernelCount of CUDA 13.0. */
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library);

/** Gets the first kernels of a library, at most as many as there is room for.
 *  Parameter kernels: gets the kernels, in the order of the code. Elements behind the last one
 *      stay as they are.
 *  Units: room is a number of kernels.
 *  Errors: CUDA_ERROR_INVALID_VALUE if kernels is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLibraryEnumerateKernels of CUDA 13.0. */
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int room, CUlibrary library);

/** Gets the module that a library is in the current context. It is loaded there if it was not.
 *  Owner: the library, which ends the module.
 *  Errors: CUDA_ERROR_INVALID_VALUE if module is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_SUPPORTED if the device runs no kernels, or lacks the managed memory of a
 *      managed variable; CUDA_ERROR_OUT_OF_MEMORY; those of a context call.
 *  Mirrors: cuLibraryGetModule of CUDA 13.0. */
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);

/** Gets a variable of a library in the current context. The library is loaded there if it was not.
 *  Parameter pointer: gets the address; may be NULL if size is not.
 *  Parameter size: gets the size; may be NULL if pointer is not.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name or both others are NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_FOUND if the library has no variable of the name; CUDA_ERROR_NOT_SUPPORTED if
 *      the device runs no kernels, or lacks the managed memory of a managed variable;
 *      CUDA_ERROR_OUT_OF_MEMORY; those of a context call.
 *  Mirrors: cuLibraryGetGlobal of CUDA 13.0. */
CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *size, CUlibrary library,
                            const char *name);

/** Gets a managed variable of a library.
 *  Parameter pointer: gets the address; may be NULL if size is not.
 *  Parameter size: gets the size; may be NULL if pointer is not.
 *  Units: size is in bytes.
 *  Errors: as cuLibraryGetGlobal; CUDA_ERROR_NOT_FOUND if the variable is not managed; those of a
 *      context call.
 *  Mirrors: cuLibraryGetManaged of CUDA 13.0. */
CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *size, CUlibrary library,
                             const char *name);

/** Would get a function that host and device share. No library has one.
 *  Parameter function: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if function or name is NULL; CUDA_ERROR_INVALID_HANDLE; else
 *      CUDA_ERROR_NOT_FOUND; those of a context call.
 *  Mirrors: cuLibraryGetUnifiedFunction of CUDA 13.0. */
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name);

/* Kernels of libraries. A function that asks about a kernel translates it first.
 *  Errors: CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NO_BINARY_FOR_GPU if the kernel cannot be translated;
 *      CUDA_ERROR_NOT_SUPPORTED if the device runs no kernels, or lacks the managed memory of a
 *      managed variable;
 *      those of a context call. */

/** Gets the function that a kernel is in the current context.
 *  Owner: the library of the kernel, which ends the function.
 *  Errors: CUDA_ERROR_INVALID_VALUE if function is NULL.
 *  Mirrors: cuKernelGetFunction of CUDA 13.0. */
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);

/** Gets the library of a kernel.
 *  Errors: CUDA_ERROR_INVALID_VALUE if library is NULL; CUDA_ERROR_INVALID_HANDLE; those of a
 *      driver call.
 *  Mirrors: cuKernelGetLibrary of CUDA 13.0. */
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);

/** Gets the name of a kernel in its PTX.
 *  Owner: the library; the name is valid until the kernel's library is unloaded.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name is NULL; CUDA_ERROR_INVALID_HANDLE; those of a driver
 *      call.
 *  Mirrors: cuKernelGetName of CUDA 13.0. */
CUresult cuKernelGetName(const char **name, CUkernel kernel);

/** Gets where a parameter lies among the arguments of a kernel, and its size.
 *  Parameter offset: gets where the parameter begins.
 *  Parameter size: gets the size; may be NULL.
 *  Units: offset and size are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if offset is NULL, or the kernel has no parameter of the index.
 *  Mirrors: cuKernelGetParamInfo of CUDA 13.0. */
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size);

/** Gets an attribute of a kernel on a device. No context needs to be current.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute is not one of the enum's;
 *      CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuKernelGetAttribute of CUDA 13.0. */
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device);

/** Sets an attribute of a kernel on a device. No context needs to be current.
 *  Parameter value: the new value.
 *  Units: value is in bytes, or a percentage; -1 stands for the device's own carveout.
 *  Errors: CUDA_ERROR_INVALID_VALUE for an attribute that cannot be set, and for a value that no
 *      launch on the device can have; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuKernelSetAttribute of CUDA 13.0. */
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device);

/** Sets the preferred split between cache and shared memory for a kernel. It has no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is not one of the enum's; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuKernelSetCacheConfig of CUDA 13.0. */
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device);

/* Joining device code. */

/** Begins to join device code. Only the options for messages have an effect.
 *  Parameter count: the number of options.
 *  Owner: the caller, until cuLinkDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if link is NULL, or count is not 0 and an array is NULL;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLinkCreate of CUDA 13.0. */
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *link);

/** Adds device code to what is joined.
 *  Parameter name: a name for messages; it is not used.
 *  Parameter count: the number of options.
 *  Units: size is in bytes.
 *  Owner: the image may end after the call.
 *  Errors: CUDA_ERROR_INVALID_VALUE if image is NULL, type is negative, or count is not 0 and an
 *      array is NULL; CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_NOT_SUPPORTED for inputs other than PTX
 *      and containers of it; CUDA_ERROR_NO_BINARY_FOR_GPU for machine code;
 *      CUDA_ERROR_INVALID_IMAGE if it is damaged; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLinkAddData of CUDA 13.0. */
CUresult cuLinkAddData(CUlinkState link, CUjitInputType type, void *image, size_t size,
                       const char *name, unsigned int count, CUjit_option *options, void **values);

/** Adds device code from a file to what is joined.
 *  Parameter count: the number of options.
 *  Errors: as cuLinkAddData; CUDA_ERROR_INVALID_VALUE if path is NULL; CUDA_ERROR_FILE_NOT_FOUND if
 *      the file cannot be opened; CUDA_ERROR_OPERATING_SYSTEM if it cannot be read.
 *  Mirrors: cuLinkAddFile of CUDA 13.0. */
CUresult cuLinkAddFile(CUlinkState link, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values);

/** Gets the joined code, which cuModuleLoadData takes.
 *  Parameter size: gets the size; may be NULL.
 *  Units: size is in bytes.
 *  Owner: the library; the code is valid until the next call for link.
 *  Errors: CUDA_ERROR_INVALID_VALUE if image is NULL or nothing was added;
 *      CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_INVALID_PTX if the texts do not fit together;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLinkComplete of CUDA 13.0. */
CUresult cuLinkComplete(CUlinkState link, void **image, size_t *size);

/** Ends joining, and the joined code.
 *  Errors: CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuLinkDestroy of CUDA 13.0. */
CUresult cuLinkDestroy(CUlinkState link);

/* Occupancy: how many blocks run at once. It is computed from the device's properties.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if function is no kernel;
 *      CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NO_BINARY_FOR_GPU if the kernel cannot be translated;
 *      those of a context call. */

/** Computes how many blocks of a kernel run at once on one multiprocessor. It is 0 if a block
 *  cannot be launched.
 *  Units: dynamic_bytes is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if blocks is NULL, or block_threads is not above 0.
 *  Mirrors: cuOccupancyMaxActiveBlocksPerMultiprocessor of CUDA 13.0. */
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int block_threads, size_t dynamic_bytes);

/** Computes the same as cuOccupancyMaxActiveBlocksPerMultiprocessor, with flags.
 *  Parameter flags: CU_OCCUPANCY_DEFAULT or CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE, which has no
 *      effect.
 *  Units: dynamic_bytes is in bytes.
 *  Errors: as cuOccupancyMaxActiveBlocksPerMultiprocessor; CUDA_ERROR_INVALID_VALUE for unknown
 *      flags.
 *  Mirrors: cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags of CUDA 13.0. */
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int block_threads,
                                                              size_t dynamic_bytes,
                                                              unsigned int flags);

/** Computes a size of block with which the most threads run at once, and the number of blocks that
 *  fill the device.
 *  Parameter grid: gets the number of blocks.
 *  Parameter block: gets the number of threads of a block.
 *  Parameter bytes_of_block: the dynamic shared memory for a size of block, in bytes; the library
 *      calls it before the call returns. NULL: dynamic_bytes for each size.
 *  Parameter limit: the largest size of block; 0: the kernel's own.
 *  Units: dynamic_bytes is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if grid or block is NULL, or limit is negative.
 *  Mirrors: cuOccupancyMaxPotentialBlockSize of CUDA 13.0. */
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize bytes_of_block, size_t dynamic_bytes,
                                          int limit);

/** Computes the same as cuOccupancyMaxPotentialBlockSize, with flags.
 *  Parameter grid: gets the number of blocks.
 *  Parameter block: gets the number of threads of a block.
 *  Parameter bytes_of_block: as cuOccupancyMaxPotentialBlockSize.
 *  Parameter limit: the largest size of block; 0: the kernel's own.
 *  Parameter flags: CU_OCCUPANCY_DEFAULT or CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE, which has no
 *      effect.
 *  Units: dynamic_bytes is in bytes.
 *  Errors: as cuOccupancyMaxPotentialBlockSize; CUDA_ERROR_INVALID_VALUE for unknown flags.
 *  Mirrors: cuOccupancyMaxPotentialBlockSizeWithFlags of CUDA 13.0. */
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   CUoccupancyB2DSize bytes_of_block,
                                                   size_t dynamic_bytes, int limit,
                                                   unsigned int flags);

/** Computes the dynamic shared memory that each block can have if so many run at once on one
 *  multiprocessor.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if size is NULL, or if so many blocks do not run at once.
 *  Mirrors: cuOccupancyAvailableDynamicSMemPerBlock of CUDA 13.0. */
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *size, CUfunction function, int blocks,
                                                 int block_threads);

/** Would compute the largest cluster of a launch. Devices have no clusters.
 *  Parameter size: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if size or config is NULL; CUDA_ERROR_INVALID_HANDLE if
 *      function is no kernel; else CUDA_ERROR_NOT_SUPPORTED; those of a context call.
 *  Mirrors: cuOccupancyMaxPotentialClusterSize of CUDA 13.0. */
CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
                                            const CUlaunchConfig *config);

/** Would compute how many clusters of a launch run at once. Devices have no clusters.
 *  Parameter clusters: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if clusters or config is NULL; CUDA_ERROR_INVALID_HANDLE if
 *      function is no kernel; else CUDA_ERROR_NOT_SUPPORTED; those of a context call.
 *  Mirrors: cuOccupancyMaxActiveClusters of CUDA 13.0. */
CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                      const CUlaunchConfig *config);

#ifdef __cplusplus
}
#endif

#endif
