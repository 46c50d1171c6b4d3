/** Copies of volumes, as a struct describes them. */
#ifndef GI_FRONT_COPY_VOLUME_H
#define GI_FRONT_COPY_VOLUME_H

#include "front_names.h"

#include "ops/copy.h"

/** Errors: GI_INVALID_VALUE for a side that has an array and a pointer. */
GI_MUST_CHECK gi_status front_take_volume(const char *caller, struct gi_copy *form,
                                          const gpuMemcpy3DParms *from);

#endif
