/** A launch of an empty kernel as plain Vulkan has it: on the importer's device and queue. */
#ifndef BENCH_HAND_LAUNCH_H
#define BENCH_HAND_LAUNCH_H

#include "vulkan.h"

struct bench_hand_launch {
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

/** Compiles the shader.
 *  Owner:   the caller, who closes it. */
void bench_hand_launch_open(struct bench_hand_launch *out);
void bench_hand_launch_close(struct bench_hand_launch *launch);

/** Records one dispatch with its parameters, and submits it. */
void bench_hand_launch(const struct bench_hand_launch *launch);

/** Sleeps until it is done. */
void bench_hand_launch_finish(void);

#endif
