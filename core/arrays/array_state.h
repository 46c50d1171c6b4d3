/** Arrays inside the core: a handle, and a level of an image, which keeps its memory.
 *  Threads: any. */
#ifndef GI_ARRAY_STATE_H
#define GI_ARRAY_STATE_H

#include "array.h"
#include "image.h"

/** The owner of an array, which ends it. */
enum gi_array_owner {
    GI_ARRAY_OF_PROGRAM,
    GI_ARRAY_OF_MIPMAPPED,               /* the mipmapped array that it is a level of */
    GI_ARRAY_OF_RESOURCE                 /* the part of the library that keeps it */
};

/** An array: one level of an image, or a layer of one level. */
struct gi_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* the allocation of the image; referenced */
    struct gi_array_info info;
    uint32_t level;                      /* level of the image */
    uint32_t first_layer, layers;        /* of the image */
    enum gi_array_owner owner;
};

struct gi_mipmapped_array {
    struct gi_object object;             /* first */
    struct gi_allocation *texels;        /* as above */
    struct gi_array_info info;
    enum gi_array_owner owner;           /* of the program or a resource */
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

/** Makes a mipmapped array that no program ends: in memory, which it keeps, or with NULL in the
 *  library's own.
 *  Owner:  the caller ends it with gi_array_give_up.
 *  Errors: as gi_mipmapped_array_create; GI_INVALID_VALUE if the memory is too small. */
GI_MUST_CHECK gi_status gi_array_keep(struct gi_device *device, struct gi_allocation *memory,
                                      const struct gi_array_request *request,
                                      gi_handle *out_mipmapped);

/** Makes an array of one layer or face of a kept array's level. It ends with the context and the
 *  device that the kept array ends with.
 *  Owner:  the caller ends it with gi_array_give_up_layer.
 *  Errors: GI_STALE_HANDLE; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_array_keep_layer(gi_handle mipmapped, uint32_t level, uint32_t layer,
                                            gi_handle *out_array);

/** Ends them. A reset may have ended them already. Commands and textures use the image on. */
void gi_array_give_up(gi_handle mipmapped);
void gi_array_give_up_layer(gi_handle array);

#endif
