/** The first steps of the HIP programs of the examples. */
#ifndef EXAMPLES_HIP_START_H
#define EXAMPLES_HIP_START_H

#include <hip/hip_runtime_api.h>

#include <stdint.h>

/** Ends the program with a sentence when a call failed. */
void check(hipError_t error, const char *what);

/** Picks the device that the renderer uses, by its UUID, as interop programs do. */
void choose_device(const uint8_t uuid[16]);

#endif
