/** Kernels that the benchmark has twice: compiled from CUDA C to PTX, and from GLSL to SPIR-V. */
#ifndef BENCH_PAIRS_H
#define BENCH_PAIRS_H

/** The names of all pairs. */
#define BENCH_PAIRS(ROW) \
    ROW(saxpy) ROW(copy4) ROW(stencil) ROW(sum) ROW(transpose) ROW(matmul) ROW(histogram) \
    ROW(nbody) ROW(mandelbrot) ROW(hash)

/** The host function of a kernel in PTX, also of "empty"; NULL if there is none of this name. */
#ifdef __cplusplus
extern "C" {
#endif
const void *bench_ptx_kernel(const char *name);

/** "mandelbrot" with products and sums in the place of fma. */
const void *bench_unfused_mandelbrot(void);
#ifdef __cplusplus
}
#endif

#endif
