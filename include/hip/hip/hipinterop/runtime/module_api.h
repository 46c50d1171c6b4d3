/** Modules: device code that is loaded on the current device, and joining of it; a part of
 *  hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_MODULE_API_H
#define GPUINTEROP_HIP_MODULE_API_H

#include <stddef.h>

#include "../../texture_types.h"
#include "code_types.h"
#include "declare.h"
#include "errors.h"
#include "handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Loads device code from a file: PTX, SPIR-V, a fat binary or an offload bundle.
 *  Owner: hipModuleUnload ends the module.
 *  Errors: hipErrorInvalidValue if module or path is NULL; hipErrorInvalidKernelFile;
 *      hipErrorInvalidImage; hipErrorNoBinaryForGpu if there is no PTX that runs here;
 *      hipErrorOutOfMemory; hipErrorFileNotFound.
 *  Mirrors: hipModuleLoad of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLoad(hipModule_t *module, const char *path);

/** Loads device code from memory. PTX text ends with a zero.
 *  Owner: the image may end after the call; hipModuleUnload ends the module.
 *  Errors: hipErrorInvalidValue if module or image is NULL; hipErrorInvalidKernelFile;
 *      hipErrorInvalidImage; hipErrorNoBinaryForGpu if there is no PTX that runs here;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipModuleLoadData of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLoadData(hipModule_t *module, const void *image);

/** Loads device code from memory, with options. Only buffers for messages have an effect.
 *  Owner: as hipModuleLoadData.
 *  Errors: as hipModuleLoadData; hipErrorInvalidValue if an array of options is missing.
 *  Mirrors: hipModuleLoadDataEx of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLoadDataEx(
    hipModule_t *module, const void *image, unsigned int count, hipJitOption *options,
    void **values);

/** Ends a module with its kernels and variables. Launches that were enqueued go on.
 *  Errors: hipErrorInvalidHandle if module is none.
 *  Mirrors: hipModuleUnload of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleUnload(hipModule_t module);

/** Gets a kernel of a module by the name in its PTX. It ends with the module.
 *  Errors: hipErrorInvalidValue if function or name is NULL; hipErrorInvalidHandle if module is
 *      none; hipErrorNotFound if it has no kernel of the name.
 *  Mirrors: hipModuleGetFunction of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleGetFunction(
    hipFunction_t *function, hipModule_t module, const char *name);

/** Gets a variable of a module.
 *  Parameter pointer: may be NULL, as may size.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if name is NULL; hipErrorInvalidHandle if module is none;
 *      hipErrorNotFound if it has no variable of the name.
 *  Mirrors: hipModuleGetGlobal of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleGetGlobal(
    hipDeviceptr_t *pointer, size_t *size, hipModule_t module, const char *name);

/** Would get a texture reference of a module. Device code here has texture objects only.
 *  Errors: as hipModuleGetGlobal; else hipErrorNotSupported.
 *  Mirrors: hipModuleGetTexRef of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleGetTexRef(
    textureReference **reference, hipModule_t module, const char *name);

/** Enqueues a launch of a kernel of a module. The arguments are given by pointers, or by extra as
 *  one buffer with the layout of a struct; the other is NULL.
 *  Units: the grid is in blocks, the block in threads; shared_bytes is the size of dynamic shared
 *      memory.
 *  Errors: hipErrorInvalidHandle if function is none; hipErrorInvalidValue if the arguments are
 *      given twice, not at all, or by a buffer that is too small; those of hipLaunchKernel.
 *  Mirrors: hipModuleLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLaunchKernel(
    hipFunction_t function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
    unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
    hipStream_t stream, void **arguments, void **extra);

/** Enqueues a launch of which all blocks run at once.
 *  Units: as hipModuleLaunchKernel.
 *  Errors: as hipModuleLaunchKernel; hipErrorCooperativeLaunchTooLarge.
 *  Mirrors: hipModuleLaunchCooperativeKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
    unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
    hipStream_t stream, void **arguments);

/** Enqueues one launch for each of several devices; all blocks of a launch run at once.
 *  Errors: as hipLaunchCooperativeKernelMultiDevice.
 *  Mirrors: hipModuleLaunchCooperativeKernelMultiDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleLaunchCooperativeKernelMultiDevice(
    hipFunctionLaunchParams *launches, unsigned int count, unsigned int flags);

/** Gets an attribute of a kernel of a module.
 *  Errors: hipErrorInvalidValue if value is NULL or attribute is not one of the enum's;
 *      hipErrorInvalidHandle if function is none; those of hipFuncGetAttributes.
 *  Mirrors: hipFuncGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipFuncGetAttribute(
    int *value, hipFunction_attribute attribute, hipFunction_t function);

/** As hipOccupancyMaxActiveBlocksPerMultiprocessor, for a kernel of a module.
 *  Errors: hipErrorInvalidHandle if function is none; those of
 *      hipOccupancyMaxActiveBlocksPerMultiprocessor.
 *  Mirrors: hipModuleOccupancyMaxActiveBlocksPerMultiprocessor of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, hipFunction_t function, int block_threads, size_t dynamic_bytes);

/** As hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, for a kernel of a module.
 *  Errors: hipErrorInvalidHandle if function is none; those of
 *      hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags.
 *  Mirrors: hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, hipFunction_t function, int block_threads, size_t dynamic_bytes,
    unsigned int flags);

/** As hipOccupancyMaxPotentialBlockSize, for a kernel of a module.
 *  Errors: hipErrorInvalidHandle if function is none; those of hipOccupancyMaxPotentialBlockSize.
 *  Mirrors: hipModuleOccupancyMaxPotentialBlockSize of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleOccupancyMaxPotentialBlockSize(
    int *grid, int *block, hipFunction_t function, size_t dynamic_bytes, int limit);

/** As hipOccupancyMaxPotentialBlockSize, for a kernel of a module, with flags, which have no
 *  effect.
 *  Errors: hipErrorInvalidHandle if function is none; those of hipOccupancyMaxPotentialBlockSize;
 *      hipErrorInvalidValue for unknown flags.
 *  Mirrors: hipModuleOccupancyMaxPotentialBlockSizeWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, hipFunction_t function, size_t dynamic_bytes, int limit,
    unsigned int flags);

/** Begins to join device code. Only the options for messages have an effect.
 *  Owner: hipLinkDestroy ends it.
 *  Errors: hipErrorInvalidValue if link is NULL or an array of options is missing;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipLinkCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipLinkCreate(
    unsigned int count, hipJitOption *options, void **values, hipLinkState_t *link);

/** Adds device code to what is joined.
 *  Units: size is in bytes.
 *  Owner: the image may end after the call.
 *  Errors: hipErrorInvalidValue if image is NULL, type is negative or an array of options is
 *      missing; hipErrorInvalidHandle if link is none; hipErrorNotSupported for inputs other than
 *      PTX and containers of it; hipErrorNoBinaryForGpu for machine code; hipErrorInvalidImage.
 *  Mirrors: hipLinkAddData of HIP 6.4. */
GPUINTEROP_API hipError_t hipLinkAddData(
    hipLinkState_t link, hipJitInputType type, void *image, size_t size, const char *name,
    unsigned int count, hipJitOption *options, void **values);

/** Adds device code from a file to what is joined.
 *  Errors: hipErrorInvalidValue if path is NULL, type is negative or an array of options is
 *      missing; hipErrorInvalidHandle if link is none; hipErrorNotSupported for inputs other than
 *      PTX and containers of it; hipErrorNoBinaryForGpu for machine code; hipErrorInvalidImage;
 *      hipErrorFileNotFound.
 *  Mirrors: hipLinkAddFile of HIP 6.4. */
GPUINTEROP_API hipError_t hipLinkAddFile(
    hipLinkState_t link, hipJitInputType type, const char *path, unsigned int count,
    hipJitOption *options, void **values);

/** Gets the joined code, which hipModuleLoadData takes.
 *  Units: size is in bytes, and may be NULL.
 *  Owner: the library; the code is valid until link ends or gets more.
 *  Errors: hipErrorInvalidValue if image is NULL or nothing was added; hipErrorInvalidHandle if
 *      link is none; hipErrorInvalidKernelFile if the texts do not fit together.
 *  Mirrors: hipLinkComplete of HIP 6.4. */
GPUINTEROP_API hipError_t hipLinkComplete(hipLinkState_t link, void **image, size_t *size);

/** Ends joining, and the joined code.
 *  Errors: hipErrorInvalidHandle if link is none.
 *  Mirrors: hipLinkDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipLinkDestroy(hipLinkState_t link);

#ifdef __cplusplus
}
#endif

#endif
