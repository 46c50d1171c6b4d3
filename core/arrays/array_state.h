/** Arrays inside the core: a handle, and a level of an image, which keeps its memory.
 *  Threads: any. */
#ifndef GI_ARRAY_STATE_H
#define GI_ARRAY_STATE_H

#include "array.h"
#include "image.h"

/** An array: one level of an image. */
struct gi_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* the allocation of the image; referenced */
    struct gi_array_info info;
    uint32_t level;                      /* level of the image */
    bool is_level;                       /* it belongs to a mipmapped array, which ends it */
};

struct gi_mipmapped_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* as above */
    struct gi_array_info info;
    gi_handle levels[];                  /* info.levels arrays, which belong to the mipmapped
                                            array */
};

/** Finds the object of a handle.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_array_acquire(gi_handle handle, struct gi_array **out_array);
GI_MUST_CHECK gi_status gi_mipmapped_array_acquire(gi_handle handle,
                                                   struct gi_mipmapped_array **out_mipmapped);

/** Makes a mipmapped array of an image at offset_bytes in imported memory, and keeps that memory.
 *  is_dedicated: the memory is a dedicated allocation for the image.
 *  Errors: GI_INVALID_VALUE for an image that does not lie within the memory, and those of
 *          gi_mipmapped_array_create. */
GI_MUST_CHECK gi_status gi_array_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                                            bool is_dedicated,
                                            const struct gi_array_request *request,
                                            gi_handle *out_mipmapped);

#endif
