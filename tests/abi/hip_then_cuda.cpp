/** Both front ends in one C++ unit, HIP first. */
#include <hip/hip_runtime.h>
#include <cuda_runtime.h>

#include "headers_both.h"
