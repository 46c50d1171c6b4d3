/** Attributes of pointers that are an interface's own. Each interface defines these functions.
 *
 *  Threads: any. */
#ifndef GI_FRONT_POINTER_ATTRIBUTE_H
#define GI_FRONT_POINTER_ATTRIBUTE_H

#include "front_driver_names.h"

#include "pools/memory.h"

/** The context that memory belongs to.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status front_pointer_context(const struct gi_pointer_info *info,
                                              uint64_t *out_context);

/** Whether a pointer is the handle of an array, where the interface tells its type of memory. */
bool front_pointer_is_array(uint64_t pointer);

/** An attribute that not all interfaces have.
 *  Units:  *out_bytes is the size of the value.
 *  Errors: GI_INVALID_VALUE if there is none of the number. */
GI_MUST_CHECK gi_status front_own_pointer_attribute(const struct gi_pointer_info *info,
                                                    int attribute, uint64_t *out_number,
                                                    size_t *out_bytes);

#endif
