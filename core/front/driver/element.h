/** Channels in structs: a format and a number of channels.
 *
 *  Threads: any. */
#ifndef GI_FRONT_ELEMENT_H
#define GI_FRONT_ELEMENT_H

#include "front_driver_names.h"

#include "contract/format.h"

/** Translates a format and a number of channels.
 *  Errors: GI_INVALID_VALUE if the format or the number does not exist. */
GI_MUST_CHECK gi_status front_from_element(const char *caller, gpuArray_Format format,
                                           unsigned int count, struct gi_channels *out_channels);

/** Translates back. The other interface can make channels without a name here.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status front_to_element(const char *caller, const struct gi_channels *channels,
                                         gpuArray_Format *out_format, unsigned int *out_count);

#endif
