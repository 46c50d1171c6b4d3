/** Arrays inside the core: a handle, and a level of an image that is kept with its memory. */
#ifndef GI_ARRAY_STATE_H
#define GI_ARRAY_STATE_H

#include "ops/array.h"
#include "ops/image.h"

/** One level. */
struct gi_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* referenced; the image is texels->image */
    struct gi_array_info info;
    uint32_t level;                      /* of the image */
    bool is_level;                       /* a mipmapped array's, which ends it */
};

struct gi_mipmapped_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* as above */
    struct gi_array_info info;
    gi_handle levels[];                  /* info.levels arrays, which are the mipmapped array's */
};

/** What a handle names.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_array_acquire(gi_handle handle, struct gi_array **out_array);
GI_MUST_CHECK gi_status gi_mipmapped_array_acquire(gi_handle handle,
                                                   struct gi_mipmapped_array **out_mipmapped);

/** Makes a mipmapped array of an image that lies in imported memory from offset_bytes on, which it
 *  keeps. is_dedicated: the memory was made for that image alone.
 *  Errors: GI_INVALID_VALUE for what does not lie in the memory, and those of
 *          gi_mipmapped_array_create. */
GI_MUST_CHECK gi_status gi_array_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                                            bool is_dedicated,
                                            const struct gi_array_request *request,
                                            gi_handle *out_mipmapped);

#endif
