/* The chips that the card can be. */
#ifndef GICARD_CHIPS_H
#define GICARD_CHIPS_H

#include <stdint.h>

/** Where a tiled image's levels stand in packets: in the header, or at a bit of its info. */
enum gicard_level_place { GICARD_LEVEL_IN_HEADER, GICARD_LEVEL_AT_20, GICARD_LEVEL_AT_24 };

/** What SDMA packets of a generation look like where they differ. */
struct gicard_sdma_rules {
    uint32_t count_bits;             /* of the counts in COPY_LINEAR and CONST_FILL */
    uint32_t max_copy_bytes;
    uint32_t max_fill_bytes;
    uint32_t pitch_shift;            /* of pitch - 1 in LINEAR_SUB_WINDOW */
    uint32_t z_bits;
    uint32_t fence_mtype;            /* whether FENCE has the memory type in its header */
    enum gicard_level_place level;
};

/** One chip, as its kernel driver describes it. */
struct gicard_chip {
    const char *name;
    uint32_t device_id, family, external_rev, pci_rev;
    uint32_t engines, arrays, units_per_array, backends, caches;
    uint32_t gb_addr_config;
    uint32_t gc_version, sdma_version;
    uint32_t vram_type;
    struct gicard_sdma_rules sdma;
};

/** The chip of that name, or NULL.
 *  Threads: any. */
const struct gicard_chip *gicard_chip_named(const char *name);

/** The chip at that place of the table, or NULL past its end.
 *  Threads: any. */
const struct gicard_chip *gicard_chip_at(unsigned index);

#endif
