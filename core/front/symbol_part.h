/** Parts of variables of device code, for copies. */
#ifndef GI_FRONT_SYMBOL_PART_H
#define GI_FRONT_SYMBOL_PART_H

#include <stddef.h>

#include "front_names.h"

#include "base/status.h"

/** Begins the call, and finds a part of a variable, which is not empty. outward is the kind of copy
 *  between the variable and the host.
 *  Errors: those of front_begin; GI_INVALID_SYMBOL; GI_INVALID_COPY_DIRECTION; GI_INVALID_VALUE if
 *          the part is outside of the variable. */
GI_MUST_CHECK gi_status front_symbol_part(const char *caller, const void *symbol, size_t size,
                                          size_t offset, gpuMemcpyKind kind,
                                          gpuMemcpyKind outward, uint64_t *out_pointer);

#endif
