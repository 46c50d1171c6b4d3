/** The water that the CUDA stage draws below the sky. waves.cu draws it by kernels, water_copies.c
 *  by copies and fills, for builds without clang. */
#ifndef EXAMPLES_WATER_H
#define EXAMPLES_WATER_H

#include <cuda_runtime_api.h>

#include <stdint.h>

struct water_work {
    unsigned long launches, copies, fills;       /* enqueued so far */
};

/** Allocates what the water needs. Returns what the stage's sign says. */
const char *water_start(cudaStream_t stream);

/** Enqueues the water of a frame. */
void water_draw(char *pixels, uint32_t frame, cudaStream_t stream);

/** Frees what was allocated. Returns what was enqueued. */
struct water_work water_end(void);

#endif
