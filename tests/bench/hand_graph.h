/** A graph of empty kernels as plain Vulkan has it: recorded once in command buffers, and submitted
 *  as they are. On the importer's device and queue. */
#ifndef BENCH_HAND_GRAPH_H
#define BENCH_HAND_GRAPH_H

#include "hand_launch.h"

/** The shape: levels of so many kernels side by side, with a barrier between levels. */
struct bench_graph_shape {
    size_t levels, width;
};

struct bench_hand_graph {
    struct bench_hand_launch launch;
    VkCommandBuffer *buffers;
    uint32_t count;
};

/** Records the kernels in buffers of at most so many, which end where a level does.
 *  Owner:   the caller, who closes it. */
void bench_hand_graph_open(struct bench_hand_graph *out, struct bench_graph_shape shape,
                           size_t in_buffer);
void bench_hand_graph_close(struct bench_hand_graph *graph);

/** Submits all buffers in one call. */
void bench_hand_graph_submit(const struct bench_hand_graph *graph);

/** The same behind a value of the timeline; then it signals the next value. */
void bench_hand_graph_submit_frame(const struct bench_hand_graph *graph, VkSemaphore timeline,
                                   uint64_t value);

#endif
