/** Packets of the copy engine, as dwords in a buffer. Pure: nothing here knows of a device.
 *
 *  Every function returns false if there is no room and none could be had; then nothing of that
 *  packet was written. Addresses are the device's. */
#ifndef GIAMD_PACKETS_H
#define GIAMD_PACKETS_H

#include "sdma.h"

/** Where packets go. Literals, which packets read from, lie at the end of the same buffer. */
struct giamd_packets {
    uint32_t *dwords;
    uint32_t count;              /* written so far, from the front */
    uint32_t literals;           /* dwords taken from the back */
    uint32_t capacity;           /* of the buffer, in dwords */
    uint64_t address;            /* of dword 0, for the device; a multiple of 8 */
    /** Puts another buffer in place when this one is full, or returns false; may be NULL. What was
     *  written goes before what will be. */
    bool (*more)(struct giamd_packets *packets);
    void *owner;                 /* more's */
};

/** A buffer ends at a multiple of the one; a fresh one has room for the other at least, for any one
 *  packet but writes of more than a few dwords. */
enum { GIAMD_PAD_DWORDS = 8, GIAMD_LEAST_ROOM = 32 };

/** Waits for what the packets before it do. */
GI_MUST_CHECK bool giamd_packet_nop(struct giamd_packets *packets);

/** Fills up with packets that do nothing, to a multiple of GIAMD_PAD_DWORDS; for that there is
 *  always room. */
void giamd_packets_pad(struct giamd_packets *packets);

/** Copies 1 .. max_copy_bytes bytes, which do not overlap. */
GI_MUST_CHECK bool giamd_packet_copy(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                     uint64_t dst, uint64_t src, uint32_t size_bytes);

/** Fills 4 .. max_fill_bytes bytes with a word; both dst and the size are multiples of 4. */
GI_MUST_CHECK bool giamd_packet_fill(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                     uint64_t dst, uint32_t word, uint32_t size_bytes);

/** Writes 1 .. max_write_dwords dwords to a multiple of 4. */
GI_MUST_CHECK bool giamd_packet_write(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                      uint64_t dst, const uint32_t *dwords, uint32_t count);

/** The last packet of all, which ends at a multiple of GIAMD_PAD_DWORDS: writes value to a multiple
 *  of 4 once all before it is done. Who reads the value may reuse the buffer: of anything after it
 *  the engine might still be reading. */
GI_MUST_CHECK bool giamd_packets_end(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                     uint64_t dst, uint32_t value);

/** Writes the device's 64-bit tick count to a multiple of 8. */
GI_MUST_CHECK bool giamd_packet_timestamp(struct giamd_packets *packets, uint64_t dst);

/** A place in linear texels. Everything but the address is in elements. */
struct giamd_window_side {
    uint64_t address;            /* a multiple of 4, and of the element */
    uint32_t x, y, z;
    uint32_t pitch;              /* from row to row */
    uint64_t slice_pitch;        /* from slice to slice; where there is one slice it means nothing,
                                    but has to be 1 at least */
};

/** A copy between two of them. */
struct giamd_window {
    uint32_t element_bytes;      /* 1, 2, 4, 8 or 16 */
    struct giamd_window_side dst, src;
    uint32_t width, height, depth;
};

/** Whether a packet of the generation can hold it. */
bool giamd_window_fits(const struct giamd_sdma *sdma, const struct giamd_window *window);

/** Copies it; it fits. */
GI_MUST_CHECK bool giamd_packet_window(const struct giamd_sdma *sdma,
                                       struct giamd_packets *packets,
                                       const struct giamd_window *window);

enum giamd_dims { GIAMD_1D, GIAMD_2D, GIAMD_3D };

/** A copy between linear texels and a surface whose layout is the device's business. */
struct giamd_tiled {
    bool to_linear;
    uint32_t element_bytes;      /* 1, 2, 4, 8 or 16 */
    uint64_t tiled_address;      /* of level 0; a multiple of 256 */
    uint32_t width, height, depth;       /* elements of level 0; depth counts layers too */
    uint32_t levels, level;
    uint32_t swizzle_mode;
    enum giamd_dims dims;
    uint32_t epitch;             /* in the form of version 4 alone */
    uint32_t x, y, z;            /* in the level */
    struct giamd_window_side linear;     /* where the box has slices, or begins past the first, the
                                            slice pitch is a multiple of 4 */
    uint32_t box_width, box_height, box_depth;
};

/** Whether a packet of the generation can hold it. */
bool giamd_tiled_fits(const struct giamd_sdma *sdma, const struct giamd_tiled *tiled);

/** Copies it; it fits. */
GI_MUST_CHECK bool giamd_packet_tiled(const struct giamd_sdma *sdma,
                                      struct giamd_packets *packets,
                                      const struct giamd_tiled *tiled);

/** One surface of a copy between two. Everything but the address is in elements. */
struct giamd_between_side {
    uint64_t address;            /* of level 0; a multiple of 256 */
    uint32_t width, height, depth;       /* of level 0; depth counts layers too */
    uint32_t levels, level;
    uint32_t swizzle_mode;
    uint32_t x, y, z;            /* in the level */
};

/** A copy between two surfaces of 2D images, whose 256 bytes look alike. */
struct giamd_between {
    uint32_t element_bytes;      /* 1, 2, 4, 8 or 16 */
    struct giamd_between_side dst, src;
    uint32_t width, height, depth;       /* of the box, which has whole tiles of 256 bytes: RADV
                                            sends no other */
};

/** Whether a packet of the generation can hold it: from version 5 on. */
bool giamd_between_fits(const struct giamd_sdma *sdma, const struct giamd_between *between);

/** Copies it; it fits. */
GI_MUST_CHECK bool giamd_packet_between(const struct giamd_sdma *sdma,
                                        struct giamd_packets *packets,
                                        const struct giamd_between *between);

/** Keeps two dwords beside the packets for some of them to read from, as long as the buffer is.
 *  Its address is a multiple of 8. */
GI_MUST_CHECK bool giamd_literal(struct giamd_packets *packets, const uint32_t dwords[static 2],
                                 uint64_t *out_address);

#endif
