/** Modules that a program loads, by both interfaces. */
#ifndef KERNELS_LOADING_H
#define KERNELS_LOADING_H

#include "kernels.h"

#if API_IS_CUDA
typedef cudaLibrary_t module_of_kernel;
typedef cudaKernel_t kernel_of_module;
#define LOAD_TEXT(module, text) \
    cudaLibraryLoadData(module, text, NULL, NULL, 0, NULL, NULL, 0)
#define LOAD_FILE(module, path) \
    cudaLibraryLoadFromFile(module, path, NULL, NULL, 0, NULL, NULL, 0)
#define FIND(kernel, module, name) cudaLibraryGetKernel(kernel, module, name)
#define UNLOAD(module) cudaLibraryUnload(module)
#define LAUNCH_OF(kernel, blocks, threads, arguments) \
    cudaLaunchKernel((const void *)(kernel), GRID(blocks, 1, 1), GRID(threads, 1, 1), arguments, \
                     0, NULL)
#else
typedef hipModule_t module_of_kernel;
typedef hipFunction_t kernel_of_module;
#define LOAD_TEXT(module, text) hipModuleLoadData(module, text)
#define LOAD_FILE(module, path) hipModuleLoad(module, path)
#define FIND(kernel, module, name) hipModuleGetFunction(kernel, module, name)
#define UNLOAD(module) hipModuleUnload(module)
#define LAUNCH_OF(kernel, blocks, threads, arguments) \
    hipModuleLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL)
#endif

#endif
