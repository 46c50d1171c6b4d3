/** The first steps of the CUDA program of the demo. */
#ifndef EXAMPLES_CUDA_START_H
#define EXAMPLES_CUDA_START_H

#include <cuda_runtime_api.h>

#include <stdint.h>

/** Ends the program with a sentence when a call failed. */
void check(cudaError_t error, const char *what);

/** Picks the device that the renderer uses, by its UUID, as interop programs do. */
void choose_device(const uint8_t uuid[16]);

#endif
