/** The neutral names of these tests besides those of the scenarios. */
#ifndef KERNELS_NAMES_H
#define KERNELS_NAMES_H

#include "scenario.h"

#if API_IS_CUDA
#define API(name) cuda##name
#define ENTRY(name) __cuda##name
#define gpuErrorStaleStream cudaErrorInvalidResourceHandle
#define gpuErrorAssert cudaErrorAssert
#define gpuErrorInvalidConfiguration cudaErrorInvalidValue
#define gpuErrorEmptyLaunch cudaErrorInvalidValue
#define gpuErrorLaunchFailure cudaErrorLaunchFailure
#define gpuErrorNoBinary cudaErrorNoKernelImageForDevice
#define gpuErrorBadPtx cudaErrorInvalidPtx
#define gpuErrorBadImage cudaErrorInvalidKernelImage
#define gpuErrorOutOfResources cudaErrorLaunchOutOfResources
#else
#define API(name) hip##name
#define ENTRY(name) __hip##name
#define gpuErrorStaleStream hipErrorContextIsDestroyed
#define gpuErrorAssert hipErrorAssert
#define gpuErrorInvalidConfiguration hipErrorInvalidConfiguration
#define gpuErrorEmptyLaunch hipErrorInvalidValue
#define gpuErrorLaunchFailure hipErrorLaunchFailure
#define gpuErrorNoBinary hipErrorNoBinaryForGpu
#define gpuErrorBadPtx hipErrorInvalidKernelFile
#define gpuErrorBadImage hipErrorInvalidImage
#define gpuErrorOutOfResources hipErrorLaunchOutOfResources
#endif

#define gpuErrorIllegalAddress API(ErrorIllegalAddress)
#define gpuErrorCooperativeLaunchTooLarge API(ErrorCooperativeLaunchTooLarge)
#define gpuErrorInvalidDeviceFunction API(ErrorInvalidDeviceFunction)
#define gpuErrorInvalidSymbol API(ErrorInvalidSymbol)
#define gpuFuncAttributeMaxDynamic API(FuncAttributeMaxDynamicSharedMemorySize)
#define gpuFuncAttributeCarveout API(FuncAttributePreferredSharedMemoryCarveout)
#define gpuFuncAttributes struct API(FuncAttributes)
#define gpuFunction_t API(Function_t)
#define gpuOccupancyActive API(OccupancyMaxActiveBlocksPerMultiprocessor)
#define gpuOccupancyActiveWithFlags API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)

#endif
