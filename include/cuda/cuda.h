/** CUDA's driver interface, as far as this library has it. Functions that it does not have are not
 *  declared here, and cuGetProcAddress does not find them.
 *
 *  Programs link to libcuda.so.1 in the folder of the vendors' names. */
#ifndef GPUINTEROP_CUDA_H
#define GPUINTEROP_CUDA_H

#include "cudainterop/driver_api.h"
#include "cudainterop/driver_array_api.h"
#include "cudainterop/driver_code_api.h"
#include "cudainterop/driver_external_api.h"
#include "cudainterop/driver_multicast.h"
#include "cudainterop/driver_other_api.h"
#include "cudainterop/driver_pool_api.h"
#include "cudainterop/driver_sparse_array.h"
#include "cudainterop/driver_virtual_memory.h"

#endif
