/** A header that CUDA's libraries of kernels include and do not use. How many blocks a device holds
 *  is said by cudaOccupancyMaxActiveBlocksPerMultiprocessor; CUDA's functions that compute it from
 *  tables of NVIDIA's devices are not here. */
#ifndef GPUINTEROP_CUDA_OCCUPANCY_H
#define GPUINTEROP_CUDA_OCCUPANCY_H

#include "cuda_runtime_api.h"

#endif
