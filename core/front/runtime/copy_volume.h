/** Copies of volumes that a struct describes. */
#ifndef GI_FRONT_COPY_VOLUME_H
#define GI_FRONT_COPY_VOLUME_H

#include "front_names.h"

#include "ops/copy.h"

/** Translates the struct.
 *  Errors: GI_INVALID_VALUE if an operand has an array and a pointer. */
GI_MUST_CHECK gi_status front_take_volume(const char *caller, struct gi_copy *form,
                                          const gpuMemcpy3DParms *from);

#endif
