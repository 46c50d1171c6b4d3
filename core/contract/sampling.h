/** How textures are read; the numbers of both front ends. */
#ifndef GI_SAMPLING_H
#define GI_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

enum gi_address_mode {           /* what is read beyond an edge */
    GI_ADDRESS_WRAP = 0,
    GI_ADDRESS_CLAMP = 1,
    GI_ADDRESS_MIRROR = 2,
    GI_ADDRESS_BORDER = 3
};

enum gi_filter_mode { GI_FILTER_POINT = 0, GI_FILTER_LINEAR = 1 };

enum gi_read_mode {
    GI_READ_ELEMENT = 0,         /* as texels are */
    GI_READ_NORMALIZED = 1       /* integers of 8 and 16 bits as parts of 1 */
};

/** The most that textures of any device filter along a line. */
#define GI_MAX_ANISOTROPY 16u

struct gi_sampling {
    int address[3];              /* of x, y and z; any value: checked, as the next two */
    int filter, mip_filter;
    int read;
    bool srgb;                   /* 8-bit colours are made linear */
    bool normalized;             /* coordinates lie in [0, 1) instead of [0, size) */
    bool seamless;               /* cubes are filtered across their edges */
    bool no_trilinear_optimization;      /* a hint */
    float border[4];
    uint32_t max_anisotropy;     /* 0 means 1 */
    float bias, min_level, max_level;    /* levels; of the view */
};

#endif
