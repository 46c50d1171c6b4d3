/* A kernel that writes the values of values.h. */
#ifdef __HIP__
#include <hip/hip_fp16.h>
#else
#include <cuda_fp16.h>
#endif
#include "values.h"

extern "C" __global__ void values(unsigned int *result, unsigned int *w, unsigned int z)
{
    __shared__ unsigned int shared;
    unsigned int *h = &shared;
    float f = (float)z;
    double d = (double)z;

#define VALUE(expression, ...) \
    *w = 0; \
    *result++ = (unsigned int)(long long)(expression);
    CC_VALUES(VALUE)
}
