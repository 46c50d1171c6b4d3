/** How numbers are rounded. */
#ifndef GPUINTEROP_CUDA_ROUND_MODE_H
#define GPUINTEROP_CUDA_ROUND_MODE_H

enum cudaRoundMode {
    cudaRoundNearest = 0,
    cudaRoundZero = 1,
    cudaRoundPosInf = 2,
    cudaRoundMinInf = 3
};

#endif
