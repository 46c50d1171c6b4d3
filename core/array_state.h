/** Arrays inside the core: a handle, and a level of an image that is kept with its memory. */
#ifndef GI_ARRAY_STATE_H
#define GI_ARRAY_STATE_H

#include "array.h"
#include "image.h"

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

#endif
