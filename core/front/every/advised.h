/** Queries of the advice for managed memory.
 *
 *  Threads: any. */
#ifndef GI_FRONT_ADVISED_H
#define GI_FRONT_ADVISED_H

#include "front.h"

#include "pools/managed.h"

/** Translates a location to the number that programs know. */
int front_location_number(int location);

/** Writes the value of an attribute that only this interface has; false if there is no such
 *  attribute. Each interface defines its own. */
bool front_own_range_attribute(gpuMemRangeAttribute attribute, const struct gi_advised *advised,
                               int *out_value);

#endif
