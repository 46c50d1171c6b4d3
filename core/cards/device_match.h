/** Finding devices by identity instead of by number.
 *  Threads: any. */
#ifndef GI_DEVICE_MATCH_H
#define GI_DEVICE_MATCH_H

#include "contract/driver.h"

/** Finds the device with this UUID, PCI address or render node.
 *  Errors: GI_INVALID_DEVICE with a sentence that lists the devices; those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_match_uuid(const uint8_t uuid[16], int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_pci(uint32_t domain, uint32_t bus, uint32_t device,
                                            uint32_t function, int *out_ordinal);
GI_MUST_CHECK gi_status gi_device_match_render_node(uint32_t major, uint32_t minor,
                                                    int *out_ordinal);

/** Parses a list of devices from an environment variable ("0,2", "GPU-uuid", or a prefix of a
 *  UUID). The result has the named devices, in that order, up to the first invalid entry. text NULL
 *  names all. Pure.
 *  Units:   out_ordinals has room for count entries.
 *  Returns: how many were written. */
int gi_device_parse_visible(const char *text, const struct gi_device_info *infos, int count,
                            int *out_ordinals);

#endif
