/** Arrays that say with which element of a batch each set of attributes begins. */
#ifndef GICUDA_STARTS_H
#define GICUDA_STARTS_H

#include <stddef.h>

#include "base/status.h"

/** Checks one start: the first is 0, each later one is larger, and all are below count.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gicuda_check_start(const char *caller, const char *name,
                                           const size_t *starts, size_t index, size_t count);

#endif
