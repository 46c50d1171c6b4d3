/** Requests of programs for arrays, and the answers about one. */
#ifndef GI_ARRAY_REQUEST_H
#define GI_ARRAY_REQUEST_H

#include "contract/format.h"

enum {                           /* flags of arrays; both front ends use these numbers */
    GI_ARRAY_LAYERED = 0x01,     /* depth counts layers */
    GI_ARRAY_SURFACE = 0x02,     /* surface objects load and store */
    GI_ARRAY_CUBEMAP = 0x04,     /* depth counts faces: six, or six times the layers */
    GI_ARRAY_GATHER = 0x08,
    GI_ARRAY_ATTACHMENT = 0x20,
    GI_ARRAY_SPARSE = 0x40,
    GI_ARRAY_DEFERRED = 0x80
};

struct gi_array_request {
    struct gi_channels channels;
    uint64_t width, height, depth;       /* texels; 0 for an unused direction */
    uint32_t levels;             /* 1 for an array without levels */
    uint32_t flags;              /* any value: checked */
};

struct gi_array_info {
    struct gi_channels channels;
    enum gi_format format;
    uint64_t width, height, depth;       /* as requested; for a level, its own */
    uint32_t levels;
    uint32_t flags;
    int device;                  /* ordinal */
    uint64_t size_bytes, alignment_bytes;    /* of the whole image's memory */
};

#endif
