/** What is known of a card, and what is decided from it. Pure: nothing here calls the system, so
 *  the tests run it on made-up facts. */
#ifndef GIAMD_PLAN_H
#define GIAMD_PLAN_H

#include "contract/driver.h"
#include "sdma.h"

/** What the system says of a card. */
struct giamd_facts {
    char name[128];              /* for people; "" if there is none */
    uint32_t vendor_id, device_id;
    uint32_t pci_domain, pci_bus, pci_device, pci_function;
    uint32_t render_major, render_minor;
    uint32_t drm_major, drm_minor;       /* of the kernel's interface */
    bool timeline_syncobj;
    uint32_t family, external_revision;
    bool is_apu;                 /* its own memory is a part of the host's */
    uint32_t dma_rings;          /* a mask of the copy engine's */
    uint32_t dma_major, dma_minor;       /* 0 where the kernel does not say */
    uint32_t dma_discovered;     /* major << 16 | minor << 8 | revision; 0 if it does not say */
    uint32_t ib_start_alignment;         /* of a command buffer's address */
    uint64_t vram_bytes, gtt_bytes;      /* usable */
    uint64_t vram_most_bytes, gtt_most_bytes;    /* in one object */
    uint64_t va_begin, va_end;           /* of the lower half of addresses */
    uint32_t fragment_bytes;     /* large pages: addresses of large objects are multiples of it */
    uint32_t clock_khz;          /* of the tick count; 0: there is none */
    uint32_t compute_units, subgroup_size;
};

enum { GIAMD_MAX_RINGS = 2, GIAMD_QUEUES = 16 };

struct giamd_plan {
    struct giamd_sdma sdma;
    uint32_t rings[GIAMD_MAX_RINGS];     /* their numbers */
    uint32_t ring_count;
    bool host_addresses;         /* an object can be where the host has it */
    bool device_memory_in_gtt;   /* an APU's memory may lie in either heap */
    uint64_t device_most_bytes, host_most_bytes;
    uint64_t large_bytes;        /* objects from this size on are aligned to fragments, */
    uint64_t fragment_bytes;     /* a power of two, at least a page */
};

enum { GIAMD_WHY_BYTES = 160, GIAMD_PAGE_BYTES = 4096 };

/** Makes the plan; false if the card is of no use here, with the reason.
 *  Owner: writes why, which has GIAMD_WHY_BYTES bytes. */
GI_MUST_CHECK bool giamd_plan_make(const struct giamd_facts *facts, struct giamd_plan *out_plan,
                                   char why[static GIAMD_WHY_BYTES]);

/** Which card it is: its name and place, alone; what the facts do not say keeps its value. */
void giamd_plan_identity(const struct giamd_facts *facts, struct gi_device_info *out_info);

/** What programs are told of a card; all but the index. */
void giamd_plan_info(const struct giamd_facts *facts, const struct giamd_plan *plan,
                     struct gi_device_info *out_info);

#endif
