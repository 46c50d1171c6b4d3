/** What was advised about managed memory, as programs ask for it. */
#ifndef GI_FRONT_ADVISED_H
#define GI_FRONT_ADVISED_H

#include "front.h"

#include "ops/managed.h"

/** The program's number of a place, as the attributes give it. */
int front_location_number(int location);

/** Writes the value of an attribute that this interface alone has; false if it has none of that
 *  number. Each interface has its own. */
bool front_own_range_attribute(gpuMemRangeAttribute attribute, const struct gi_advised *advised,
                               int *out_value);

#endif
