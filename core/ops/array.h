/** Arrays: images that programs copy to and from, sample and store to. One of the library's own, or
 *  one that lies in imported memory; with one level, or with many. */
#ifndef GI_ARRAY_H
#define GI_ARRAY_H

#include "contract/format.h"
#include "base/handle.h"

enum {                           /* flags of arrays; the numbers of both front ends */
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
    uint64_t width, height, depth;       /* texels; 0 where the array has no such direction */
    uint32_t levels;             /* for one without levels: 1 */
    uint32_t flags;              /* any value: checked */
};

/** Makes an array on the current device; its texels are undefined.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_CHANNELS, GI_NOT_SUPPORTED for what the device cannot
 *          have; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_array_create(const struct gi_array_request *request,
                                        gi_handle *out_array);

/** Makes one with levels: each half the one before, and at least 1, in every direction but
 *  layers. More levels than the chain has are as many as it has. */
GI_MUST_CHECK gi_status gi_mipmapped_array_create(const struct gi_array_request *request,
                                                  gi_handle *out_mipmapped);

/** The array of one level, which is the mipmapped array's and ends with it; the same handle each
 *  time.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE for a level that is not there. */
GI_MUST_CHECK gi_status gi_mipmapped_array_level(gi_handle mipmapped, uint32_t level,
                                                 gi_handle *out_array);

/** Ends an array, once the work is done that was enqueued on its device before; a level of a
 *  mipmapped array stays, which only its whole ends.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_array_destroy(gi_handle array);
GI_MUST_CHECK gi_status gi_mipmapped_array_destroy(gi_handle mipmapped);

struct gi_array_info {
    struct gi_channels channels;
    enum gi_format format;
    uint64_t width, height, depth;       /* as asked for; of a level, that level's */
    uint32_t levels;
    uint32_t flags;
    int device;                  /* ordinal */
    uint64_t size_bytes, alignment_bytes;    /* of the memory that the whole image takes */
};

GI_MUST_CHECK gi_status gi_array_query(gi_handle array, struct gi_array_info *out_info);
GI_MUST_CHECK gi_status gi_mipmapped_array_query(gi_handle mipmapped,
                                                 struct gi_array_info *out_info);

#endif
