/** Modules of device code, their functions, and launches; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_CODE_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_CODE_API_H

#include "names.h"
#include "code_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Modules. An image is PTX text that ends with a zero, a fat binary or an offload bundle. A file
 * may also be a module of SPIR-V. Code is translated and compiled when a function is first used. */

/** Loads device code from a file into the current context.
 *  Owner: the caller, until cuModuleUnload, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if module or path is NULL; CUDA_ERROR_FILE_NOT_FOUND if the
 *      file cannot be opened; CUDA_ERROR_INVALID_PTX for PTX with a mistake;
 *      CUDA_ERROR_INVALID_IMAGE if it is another thing, or damaged; CUDA_ERROR_NO_BINARY_FOR_GPU if
 *      there is no PTX that runs here; CUDA_ERROR_NOT_SUPPORTED if the device runs no kernels, or
 *      lacks the managed memory of a managed variable; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuModuleLoad of CUDA 13.0. */
CUresult cuModuleLoad(CUmodule *module, const char *path);

/** Loads device code from memory into the current context.
 *  Owner: the image may end after the call. The module is the caller's, until cuModuleUnload, or
 *      until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if module or image is NULL; CUDA_ERROR_INVALID_PTX for PTX with
 *      a mistake; CUDA_ERROR_INVALID_IMAGE if it is another thing, or damaged;
 *      CUDA_ERROR_NO_BINARY_FOR_GPU if there is no PTX that runs here; CUDA_ERROR_NOT_SUPPORTED if
 *      the device runs no kernels, or lacks the managed memory of a managed variable;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuModuleLoadData of CUDA 13.0. */
CUresult cuModuleLoadData(CUmodule *module, const void *image);

/** Loads device code from memory, with options. Only the buffers for messages have an effect.
 *  Parameter count: the number of options.
 *  Owner: as cuModuleLoadData.
 *  Errors: as cuModuleLoadData; CUDA_ERROR_INVALID_VALUE if count is not 0 and an array is NULL.
 *  Mirrors: cuModuleLoadDataEx of CUDA 13.0. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values);

/** Loads a fat binary from memory. It is cuModuleLoadData, which takes any image.
 *  Owner: as cuModuleLoadData.
 *  Errors: as cuModuleLoadData.
 *  Mirrors: cuModuleLoadFatBinary of CUDA 13.0. */
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);

/** Ends a module with its functions and variables. Launches that were enqueued go on.
 *  Errors: CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuModuleUnload of CUDA 13.0. */
CUresult cuModuleUnload(CUmodule module);

/** Gets when code is loaded. It is always when it is first used.
 *  Parameter mode: gets CU_MODULE_LAZY_LOADING.
 *  Errors: CUDA_ERROR_INVALID_VALUE if mode is NULL; those of a driver call.
 *  Mirrors: cuModuleGetLoadingMode of CUDA 13.0. */
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);

/** Gets a kernel of a module by the name in its PTX. It ends with the module.
 *  Errors: CUDA_ERROR_INVALID_VALUE if function or name is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_FOUND if the module has no kernel of the name.
 *  Mirrors: cuModuleGetFunction of CUDA 13.0. */
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);

/** Gets the number of kernels of a module.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuModuleGetFunctionCount of CUDA 13.0. */
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module);

/** Gets the first kernels of a module, at most as many as there is room for.
 *  Parameter functions: gets the kernels, in the order of the code. Elements behind the last one
 *      stay as they are.
 *  Units: room is a number of kernels.
 *  Errors: CUDA_ERROR_INVALID_VALUE if functions is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuModuleEnumerateFunctions of CUDA 13.0. */
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int room, CUmodule module);

/** Gets a variable of a module.
 *  Parameter pointer: gets the address; may be NULL.
 *  Parameter size: gets the size; may be NULL.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_FOUND if the module has no variable of the name.
 *  Mirrors: cuModuleGetGlobal of CUDA 13.0. */
CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *size, CUmodule module, const char *name);

/** Would get a texture or surface reference of a module. Device code here has objects only.
 *  Parameter reference: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if reference or name is NULL; CUDA_ERROR_INVALID_HANDLE; else
 *      CUDA_ERROR_NOT_FOUND.
 *  Mirrors: cuModuleGetTexRef and cuModuleGetSurfRef of CUDA 13.0. */
CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name);
CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name);

/* Functions. Each may be a kernel of a module or of a library. */

/** Gets an attribute of a kernel. It is translated if it was not.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute is not one of the enum's;
 *      CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NO_BINARY_FOR_GPU if the
 *      kernel cannot be translated.
 *  Mirrors: cuFuncGetAttribute of CUDA 13.0. */
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);

/** Sets an attribute of a kernel. Launches are checked against the maximum of dynamic shared
 *  memory. The preferred carveout is stored and has no effect.
 *  Parameter value: the new value.
 *  Units: value is in bytes, or a percentage; -1 stands for the device's own carveout.
 *  Errors: CUDA_ERROR_INVALID_VALUE for an attribute that cannot be set, and for a value that no
 *      launch on the device can have; CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_INVALID_PTX or
 *      CUDA_ERROR_NO_BINARY_FOR_GPU if the kernel cannot be translated.
 *  Mirrors: cuFuncSetAttribute of CUDA 13.0. */
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);

/** Sets the preferred split between cache and shared memory for a kernel. It has no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is not one of the enum's; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuFuncSetCacheConfig of CUDA 13.0. */
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);

/** Sets the preferred width of the banks of shared memory for a kernel. It has no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is not one of the enum's; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuFuncSetSharedMemConfig of CUDA 13.0. */
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);

/** Gets the module of a kernel. A kernel of a library has the library's module in the current
 *  context.
 *  Errors: CUDA_ERROR_INVALID_VALUE if module is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuFuncGetModule of CUDA 13.0. */
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);

/** Gets the name of a kernel in its PTX.
 *  Owner: the library; the name is valid until the kernel's code is unloaded.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuFuncGetName of CUDA 13.0. */
CUresult cuFuncGetName(const char **name, CUfunction function);

/** Gets where a parameter lies among the arguments of a kernel, and its size.
 *  Parameter offset: gets where the parameter begins.
 *  Parameter size: gets the size; may be NULL.
 *  Units: offset and size are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if offset is NULL, or the kernel has no parameter of the index;
 *      CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NO_BINARY_FOR_GPU if the
 *      kernel cannot be translated.
 *  Mirrors: cuFuncGetParamInfo of CUDA 13.0. */
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size);

/** Queries whether a kernel is translated.
 *  Parameter state: gets CU_FUNCTION_LOADING_STATE_LOADED or CU_FUNCTION_LOADING_STATE_UNLOADED.
 *  Errors: CUDA_ERROR_INVALID_VALUE if state is NULL; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuFuncIsLoaded of CUDA 13.0. */
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function);

/** Translates a kernel, unless it is translated. It is compiled at its first launch.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NO_BINARY_FOR_GPU if the
 *      kernel cannot be translated.
 *  Mirrors: cuFuncLoad of CUDA 13.0. */
CUresult cuFuncLoad(CUfunction function);

/* Launches. Each function may be a kernel of a module or of a library.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a work call. */

/** Enqueues a launch of a kernel. It is compiled at its first launch with a size of block, which
 *  may take long. The arguments are given by pointers, or by extra as one buffer with the layout of
 *  a struct; the other is NULL.
 *  Parameter shared_bytes: the dynamic shared memory of a block.
 *  Parameter extra: pairs of a word that says what follows, and that; CU_LAUNCH_PARAM_END ends
 *      them.
 *  Units: the grid is in blocks, the block in threads; shared_bytes is in bytes.
 *  Owner: the arguments are copied before the call returns.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if function is no kernel, or stream is stale or of another
 *      device; CUDA_ERROR_INVALID_VALUE for a grid or block that is empty or too large, or does not
 *      fit the kernel's own; CUDA_ERROR_INVALID_VALUE for too much shared memory;
 *      CUDA_ERROR_INVALID_VALUE if the arguments are given twice, not at all, or by a buffer of
 *      another size; CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES for a block above the kernel's own bound;
 *      CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_INVALID_PTX or CUDA_ERROR_NOT_SUPPORTED if the
 *      kernel cannot be translated or compiled; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLaunchKernel of CUDA 13.0. */
CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **arguments, void **extra);

/** Enqueues a launch with attributes. An attribute can make it cooperative, or name an event that
 *  is recorded when the kernel has run. Other attributes have no effect.
 *  Parameter config: the launch, its stream and its attributes.
 *  Parameter extra: as cuLaunchKernel.
 *  Units: as cuLaunchKernel.
 *  Errors: as cuLaunchKernel; CUDA_ERROR_INVALID_VALUE if config is NULL, an array is missing, or
 *      an attribute is not one of a launch; CUDA_ERROR_NOT_SUPPORTED for clusters of several
 *      blocks, and for nodes that a device updates; CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE if not
 *      all blocks of a cooperative launch run at once.
 *  Mirrors: cuLaunchKernelEx of CUDA 13.0. */
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra);

/** Enqueues a launch of which all blocks run at once, so that they can wait for each other. How
 *  many do is found out at the first call.
 *  Parameter shared_bytes: the dynamic shared memory of a block.
 *  Units: as cuLaunchKernel.
 *  Errors: as cuLaunchKernel; CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE if not all blocks run at
 *      once.
 *  Mirrors: cuLaunchCooperativeKernel of CUDA 13.0. */
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **arguments);

/** Would launch on several devices at once. A launch here is on one device.
 *  Errors: CUDA_ERROR_INVALID_VALUE if launches is NULL, or count is 0; else
 *      CUDA_ERROR_NOT_SUPPORTED; those of a context call.
 *  Mirrors: cuLaunchCooperativeKernelMultiDevice of CUDA 13.0. */
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launches, unsigned int count,
                                              unsigned int flags);

/* Launches of CUDA 2 and 3. A function keeps a block, its dynamic shared memory and up to 4096
 * bytes of arguments. A launch takes them as they are then; later changes do not reach it.
 *  Threads: any; two threads that set arguments of one function see each other's.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if function is no kernel;
 *      those of a context call. */

/** Sets the block and the dynamic shared memory of later launches of a function. cuLaunchKernel
 *  takes its own.
 *  Parameter x: the width of a block.
 *  Parameter y: the height of a block.
 *  Parameter z: the depth of a block.
 *  Parameter size: the dynamic shared memory of a block.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE for a block that the device does not have.
 *  Mirrors: cuFuncSetBlockShape and cuFuncSetSharedSize of CUDA 13.0. */
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned int size);

/** Sets an argument of later launches of a function, or the size of all. A texture reference of the
 *  function's module is used without cuParamSetTexRef, too.
 *  Parameter offset: where the argument lies among the arguments.
 *  Parameter value: the argument.
 *  Parameter size: the size of the argument, or of all.
 *  Parameter unit: CU_PARAM_TR_DEFAULT.
 *  Units: offset and size are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE for places outside of the bytes that a function keeps.
 *  Mirrors: cuParamSetSize, cuParamSeti, cuParamSetf, cuParamSetv and cuParamSetTexRef of CUDA
 *      13.0. */
CUresult cuParamSetSize(CUfunction function, unsigned int size);
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int size);
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference);

/** Launches a function with the block and the arguments that were set: cuLaunch one block. A block
 *  that was not set has one thread, and arguments that were not set are 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE without a grid; those of cuLaunchKernel.
 *  Mirrors: cuLaunch, cuLaunchGrid and cuLaunchGridAsync of CUDA 13.0. */
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y);
CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
