/** Resources of textures and surfaces in structs.
 *
 *  Threads: any. */
#ifndef GI_FRONT_RESOURCE_STRUCT_H
#define GI_FRONT_RESOURCE_STRUCT_H

#include "front_driver_names.h"

#include "arrays/texture.h"

/** Reads the member of the union that resType selects; for an unknown type, none.
 *  Errors: GI_INVALID_VALUE if a format does not exist. */
GI_MUST_CHECK gi_status front_from_struct(const char *caller, const GPU_RESOURCE_DESC *from,
                                          struct gi_resource *out);

/** Translates back.
 *  Errors: GI_NOT_SUPPORTED for a format without a number here. */
GI_MUST_CHECK gi_status front_to_struct(const char *caller, const struct gi_resource *from,
                                        GPU_RESOURCE_DESC *out);

#endif
