/** Arrays: images that programs copy to and from, sample and store to. An array lies in the
 *  library's own memory or in imported memory, with one level or several.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_ARRAY_H
#define GI_ARRAY_H

#include "base/handle.h"
#include "memory/array_request.h"

/** Makes an array on the current device; its texels are undefined.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_CHANNELS; GI_NOT_SUPPORTED if the device does not
 *          support it; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_array_create(const struct gi_array_request *request,
                                        gi_handle *out_array);

/** Makes a mipmapped array. Each level halves every direction except layers, to at least 1. If
 *  levels exceeds the full chain, the array has the full chain.
 *  Errors: as gi_array_create. */
GI_MUST_CHECK gi_status gi_mipmapped_array_create(const struct gi_array_request *request,
                                                  gi_handle *out_mipmapped);

/** Returns the array of one level, with the same handle each time. It belongs to the mipmapped
 *  array and ends with it.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE if the level does not exist. */
GI_MUST_CHECK gi_status gi_mipmapped_array_level(gi_handle mipmapped, uint32_t level,
                                                 gi_handle *out_array);

/** Ends an array after all work that was enqueued on its device before. The array of a level
 *  stays, because it ends with its mipmapped array.
 *  Errors: GI_STALE_HANDLE. */
GI_MUST_CHECK gi_status gi_array_destroy(gi_handle array);
GI_MUST_CHECK gi_status gi_mipmapped_array_destroy(gi_handle mipmapped);

GI_MUST_CHECK gi_status gi_array_query(gi_handle array, struct gi_array_info *out_info);
GI_MUST_CHECK gi_status gi_mipmapped_array_query(gi_handle mipmapped,
                                                 struct gi_array_info *out_info);

#endif
