/** Reads what the system says of a card. */
#ifndef GIAMD_FACTS_H
#define GIAMD_FACTS_H

#include "loader.h"
#include "plan.h"

/** A card as it was found: its place and the node to open. */
struct giamd_node {
    char path[64];               /* of the render node */
    uint32_t vendor_id, device_id;
    uint32_t pci_domain, pci_bus, pci_device, pci_function;
};

/** Opens the card's node for libdrm, which keeps a descriptor of its own.
 *  Errors: GI_NO_DEVICE if the node cannot be opened or another kernel driver has it; else as
 *          giamd_status. */
GI_MUST_CHECK gi_status giamd_node_open(const struct giamd_drm_calls *drm,
                                        const struct giamd_calls *calls,
                                        const struct giamd_node *node,
                                        amdgpu_device_handle *out_device,
                                        struct giamd_facts *out_facts);

/** Bytes used and usable of the heaps, now. */
GI_MUST_CHECK gi_status giamd_read_memory(const struct giamd_calls *calls,
                                          amdgpu_device_handle device,
                                          struct drm_amdgpu_memory_info *out_memory);

#endif
