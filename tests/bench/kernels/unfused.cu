/* A kernel of pairs.cu, compiled without fma: each product is rounded, as in GLSL on devices whose fma
 * rounds twice. */
#include <cuda_runtime.h>

#include "mandelbrot.cuh"
#include "pairs.h"

static __global__ void mandelbrot(float *to, const float *, const float *, int n)
{
    mandelbrot_in((unsigned *)to, n);
}

const void *bench_unfused_mandelbrot(void)
{
    return (const void *)mandelbrot;
}
