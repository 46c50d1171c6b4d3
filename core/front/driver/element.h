/** Channels as structs name them: the format of one, and how many there are. */
#ifndef GI_FRONT_ELEMENT_H
#define GI_FRONT_ELEMENT_H

#include "front_driver_names.h"

#include "contract/format.h"

/** Errors: GI_INVALID_VALUE for a format or a number that does not exist. */
GI_MUST_CHECK gi_status front_from_element(const char *caller, gpuArray_Format format,
                                           unsigned int count, struct gi_channels *out_channels);

/** The other interface makes channels that have no name here.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status front_to_element(const char *caller, const struct gi_channels *channels,
                                         gpuArray_Format *out_format, unsigned int *out_count);

#endif
