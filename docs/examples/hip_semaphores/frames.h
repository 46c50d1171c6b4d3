/** The agreement of the two programs of this example: where frames lie, how they follow each other,
 *  and what is in them, so that each side can compare every byte that it gets. */
#ifndef EXAMPLES_HIP_SEMAPHORES_FRAMES_H
#define EXAMPLES_HIP_SEMAPHORES_FRAMES_H

#include <stdint.h>

enum {
    FRAME_BYTES = 160 * 90 * 4,
    HALF_BYTES = FRAME_BYTES / 2,
    FRAMES_IN_FLIGHT = 3,        /* places for frames, and as many for answers behind them */
    PATIENCE_MS = 20000          /* no step needs so long */
};

/** The exchange is done with semaphores of each kind, and if asked for with sync files. */
enum round { TIMELINES, BINARIES, SYNC_FILES, ROUNDS };

/** The message of the renderer to the HIP program; the fds travel with it.
 *
 *  Frame n (1, 2, ...) and its answer lie at the places (n - 1) % FRAMES_IN_FLIGHT. The renderer
 *  writes the frame and signals "sent"; the HIP program waits for that, reads the frame, writes the
 *  answer and signals "answered", for which the renderer waits before it reads the answer. Frame
 *  n + FRAMES_IN_FLIGHT is written behind that.
 *
 *  With timelines the value is n and nothing else needs to be said. With binary semaphores, one for
 *  each place, Vulkan wants a signal to be submitted before the wait, so the HIP program says by a
 *  message when it has answered. A HIP stream may wait before the signal with either kind.
 *
 *  A sync file stands for work that is submitted, so each frame has its own, which is sent when the
 *  frame is; the way back is a timeline. */
struct share {
    uint8_t uuid[16];            /* VkPhysicalDeviceIDProperties.deviceUUID */
    uint64_t memory_bytes;       /* of the VkDeviceMemory with the frames */
    uint32_t frames;             /* of each round, in each direction */
    uint32_t rounds;
};

/** The message about each frame in the round of sync files. Another message brings the file if
 *  there is one. There is none when the frame is written already. */
struct frame_sent {
    uint32_t frame, files;
};

/* The fds, in this order. */
enum {
    MEMORY_FD, SENT_FD, ANSWERED_FD, ANSWERED_FILES_FD, SENT_BINARY_FD,
    ANSWERED_BINARY_FD = SENT_BINARY_FD + FRAMES_IN_FLIGHT,
    FDS = ANSWERED_BINARY_FD + FRAMES_IN_FLIGHT
};

static inline uint32_t frame_place(uint32_t frame)
{
    return (frame - 1) % FRAMES_IN_FLIGHT;
}

static inline uint64_t frame_offset(uint32_t frame)
{
    return (uint64_t)frame_place(frame) * FRAME_BYTES;
}

static inline uint64_t answer_offset(uint32_t frame)
{
    return (uint64_t)(FRAMES_IN_FLIGHT + frame_place(frame)) * FRAME_BYTES;
}

/** A byte of a frame: different in each frame, round and place, in no pattern that repeats soon. */
static inline uint8_t frame_byte(enum round round, uint32_t frame, uint32_t offset_bytes)
{
    uint32_t mixed = (offset_bytes + 1) * 2654435761u ^ (frame * ROUNDS + round) * 2246822519u;

    return (uint8_t)((mixed ^ mixed >> 15) * 3266489917u >> 24);
}

/** A byte that the HIP program adds to its answer. */
static inline uint8_t own_byte(enum round round, uint32_t frame, uint32_t offset_bytes)
{
    return (uint8_t)~frame_byte(round, frame + 1000000, offset_bytes);
}

/** A byte of an answer: the second half of the frame, copied by the device, and then as much of
 *  the HIP program's own. */
static inline uint8_t answer_byte(enum round round, uint32_t frame, uint32_t offset_bytes)
{
    return offset_bytes < HALF_BYTES ? frame_byte(round, frame, HALF_BYTES + offset_bytes)
                                     : own_byte(round, frame, offset_bytes - HALF_BYTES);
}

#endif
