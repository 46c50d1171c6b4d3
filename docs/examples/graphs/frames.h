/** The agreement of the two sides of the frame loop. Frame n (1, 2, ...) lies at a place of the
 *  shared memory. Vulkan fills it with n and signals n on the timeline "sent". The graph waits for
 *  that, works, and signals n on "done". Vulkan waits for that before it reads the frame. */
#ifndef EXAMPLES_GRAPHS_FRAMES_H
#define EXAMPLES_GRAPHS_FRAMES_H

#include <stdint.h>

enum { WORDS = 4096, FRAME_BYTES = WORDS * 4, PLACES = 3, FRAMES = 100 };

struct share {
    uint8_t uuid[16];            /* VkPhysicalDeviceIDProperties.deviceUUID */
    uint64_t memory_bytes;       /* of the VkDeviceMemory with the frames */
    int memory, sent, done;      /* fds, which are the receiver's */
};

static inline uint64_t frame_offset(uint32_t frame)
{
    return (uint64_t)(frame % PLACES) * FRAME_BYTES;
}

/** The word that the graph makes of a word. */
static inline uint32_t worked(uint32_t word, uint32_t i)
{
    return 3 * word + i;
}

/** Opens a device of Vulkan, and makes memory and semaphores for both sides. */
void vulkan_begin(struct share *out_share);

/** Submits a step: read the frame that lies at a frame's place, and send the frame. */
void vulkan_submit(uint32_t frame);

/** Waits for the last frames. Returns how many words of all frames are wrong. */
uint32_t vulkan_end(void);

#endif
