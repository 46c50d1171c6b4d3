/** The agreement of the five stages of the demo: the size of the picture, who works on which rows
 *  of it, and how the frames follow each other. */
#ifndef EXAMPLES_SCENE_H
#define EXAMPLES_SCENE_H

#include <stdint.h>

enum {
    WIDTH = 640, HEIGHT = 360,
    ROW_BYTES = WIDTH * 4,                       /* RGBA, a byte each */
    HORIZON = 200,                               /* the Vulkan renderer draws the sky above it */
    STRIP = 288,                                 /* the CUDA stage mirrors the sky down to here, */
                                                 /* the HIP stage puts its film strip below */
    STAMP = HEIGHT * ROW_BYTES,                  /* after the pixels: three 32-bit words, where */
                                                 /* each stage in turn leaves the frame's number */
    FRAME_BYTES = STAMP + 256,
    FRAMES_IN_FLIGHT = 3,                        /* frames that lie side by side in the memory */
    TEXTURE_SIZE = 128, TEXTURE_LEVELS = 8,      /* of the texture that goes with each of them */
    TEXTURE_FROM_LEFT = 333, TEXTURE_FROM_TOP = 36,      /* the sky that is drawn on it */
    TEXTURE_LEFT = 8, TEXTURE_TOP = 44,          /* where its levels are shown, side by side */
    TEXTURE_GAP = 2,
    DRAWN_WIDTH = 144, DRAWN_HEIGHT = 58,              /* of OpenGL's picture, */
    DRAWN_LEFT = 138, DRAWN_TOP = 110,                 /* and where it is shown */
    PATIENCE_MS = 20000                          /* no step of the demo needs so long */
};

/** The message of the renderer to a stage; the fds travel with it.
 *
 *  Frame n (1, 2, ...) lies at offset ((n - 1) % FRAMES_IN_FLIGHT) * FRAME_BYTES. It is passed on
 *  by timeline semaphores alone:
 *  1. The renderer draws it and signals n on "drawn".
 *  2. The CUDA stage waits for n on "drawn" and signals n on "mirrored".
 *  3. The HIP stage waits for n on "mirrored" and signals n on "cut".
 *  4. The renderer waits for n on "cut" and shows the frame. Then it draws the next one there.
 *
 *  Each place has a texture beside it, which goes with the frame:
 *  1. The renderer draws level 0 and signals n on "painted".
 *  2. The texture stage waits for n on "painted", makes the other levels and signals n on
 *     "levelled".
 *  3. The renderer waits for n on "levelled", too.
 *
 *  The GL stage gets no fds. It draws as many pictures as there are frames, and sends the last one
 *  behind the word "gl", or the word "no" where there is no OpenGL. */
struct share {
    uint8_t uuid[16];                            /* VkPhysicalDeviceIDProperties.deviceUUID */
    uint64_t memory_bytes;                       /* of the VkDeviceMemory with the frames, */
    uint64_t texture_bytes;                      /* and of that of each texture */
    uint32_t frames;
};

/* The fds of a stage, in this order. */
enum { CUDA_MEMORY, CUDA_MIRRORED, CUDA_DRAWN, CUDA_FDS };
enum { HIP_MEMORY, HIP_MIRRORED, HIP_CUT, HIP_FDS };
enum { TEXTURE_PAINTED, TEXTURE_LEVELLED, TEXTURE_MEMORY,
       TEXTURE_FDS = TEXTURE_MEMORY + FRAMES_IN_FLIGHT };

static inline uint64_t frame_offset(uint32_t frame)
{
    return (uint64_t)((frame - 1) % FRAMES_IN_FLIGHT) * FRAME_BYTES;
}

#endif
