/** Sampling parameters of textures, with the front ends' numbers. */
#ifndef GI_SAMPLING_H
#define GI_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

enum gi_address_mode {           /* how coordinates outside the texture are handled */
    GI_ADDRESS_WRAP = 0,
    GI_ADDRESS_CLAMP = 1,
    GI_ADDRESS_MIRROR = 2,
    GI_ADDRESS_BORDER = 3
};

enum gi_filter_mode { GI_FILTER_POINT = 0, GI_FILTER_LINEAR = 1 };

enum gi_read_mode {
    GI_READ_ELEMENT = 0,         /* texels as they are stored */
    GI_READ_NORMALIZED = 1       /* 8-bit and 16-bit integers as normalized floats */
};

/** The highest anisotropy that any device filters with. */
#define GI_MAX_ANISOTROPY 16u

struct gi_sampling {
    int address[3];              /* of x, y and z; any value, as in the next two: they are
                                    checked */
    int filter, mip_filter;
    int read;
    bool filters_integers;       /* a linear filter may read integers */
    bool read_is_implied;        /* by the format: the program did not ask for elements, and is not
                                    told so */
    bool srgb;                   /* 8-bit colours are converted from sRGB to linear */
    bool normalized;             /* normalized coordinates, [0, 1) instead of [0, size) */
    bool seamless;               /* a cube's filter reads across its edges */
    bool no_trilinear_optimization;      /* a hint */
    float border[4];
    uint32_t max_anisotropy;     /* 0 means 1 */
    float bias, min_level, max_level;    /* levels of the view */
};

#endif
