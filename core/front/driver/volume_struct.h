/** Structs that describe copies of volumes. */
#ifndef GI_FRONT_VOLUME_STRUCT_H
#define GI_FRONT_VOLUME_STRUCT_H

#include "front.h"
#include "front_driver_names.h"

#include "ops/copy.h"

/** Translates a struct.
 *  Errors: GI_INVALID_VALUE for an unknown memory type, a NULL array, a level of detail, and rows
 *          that do not fit. */
GI_MUST_CHECK gi_status front_take_struct(const char *caller, const GPU_MEMCPY3D *from,
                                          struct gi_copy *form);

#endif
