/* A kernel for each function of functions.h. */
#include "functions.h"

__device__ double cc_inverse(double x) { return erf(erfinv(x)); }
__device__ double cc_upper(double x) { return erfc(erfcinv(x)); }

#define KERNEL_1(name, type, ...) \
    extern "C" __global__ void cc_##name(const type *x, const type *, type *result) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        result[i] = name(x[i]); \
    }
#define KERNEL_2(name, type, ...) \
    extern "C" __global__ void cc_##name(const type *x, const type *y, type *result) \
    { \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        result[i] = name(x[i], y[i]); \
    }

CC_FUNCTIONS_1(KERNEL_1)
CC_FUNCTIONS_NEAR(KERNEL_1)
CC_FUNCTIONS_2(KERNEL_2)
