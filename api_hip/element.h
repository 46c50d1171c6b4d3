/** Channels as structs name them: the format of one, and how many there are. */
#ifndef GIHIP_ELEMENT_H
#define GIHIP_ELEMENT_H

#include "hip/hip_runtime_api.h"

#include "format.h"

/** Errors: GI_INVALID_VALUE for a format or a number that does not exist. */
GI_MUST_CHECK gi_status gihip_from_element(const char *caller, hipArray_Format format,
                                           unsigned int count, struct gi_channels *out_channels);

/** The other interface makes channels that have no name here.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status gihip_to_element(const char *caller, const struct gi_channels *channels,
                                         hipArray_Format *out_format, unsigned int *out_count);

#endif
