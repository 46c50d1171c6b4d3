/** The water that the CUDA stage draws below the sky, as nodes of a graph. waves.cu draws it by
 *  kernels, water_copies.c by copies and fills, for builds without clang. */
#ifndef EXAMPLES_WATER_H
#define EXAMPLES_WATER_H

#include <cuda_runtime_api.h>

#include <stdint.h>

struct water_work {
    unsigned long launches, copies, fills;       /* enqueued so far */
};

/** Allocates what the water needs. Returns what the stage's sign says. */
const char *water_start(cudaStream_t stream);

/** Adds the water of a place in the memory to the place's graph, behind a node. Returns the node
 *  behind which the water is drawn. */
cudaGraphNode_t water_add(cudaGraph_t graph, cudaGraphNode_t before, int place, char *pixels);

/** Sets what is another frame's in the water of a place, for the next launch. */
void water_set(cudaGraphExec_t exec, int place, char *pixels, uint32_t frame);

/** Frees what was allocated. Returns what was enqueued. */
struct water_work water_end(void);

#endif
