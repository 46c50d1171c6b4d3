/** Both front ends in one C unit, CUDA first. */
#include <cuda_runtime.h>
#include <hip/hip_runtime.h>

#include "headers_both.h"
