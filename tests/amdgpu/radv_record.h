/** What Mesa's RADV was asked to do on its transfer queue, and the packets that it made of it: one
 *  line of text each. The same is asked of this driver's encoder; the dwords have to be equal.
 *
 *      5.2 copy 0xffff800100000004 0xffff800100200000 0x1003 : 00000001 00000fff ...
 *
 *  The version of the copy engine, what was asked with its numbers in the order of the enum, and
 *  the dwords. NOPs at both ends are left out: they are how a queue waits and fills up its buffers,
 *  and come from the batch, not from the command. */
#ifndef AMDGPU_RADV_RECORD_H
#define AMDGPU_RADV_RECORD_H

#include <stdio.h>

#include "sdma.h"

enum { RECORD_NUMBERS = 24, RECORD_DWORDS = 512 };

/** Sides of windows have five numbers: address, x, y, pitch, slice pitch; elements but for the
 *  first. Places of boxes have three: address, bytes of a row, bytes of a slice. */
enum record_kind {
    RECORD_COPY,                 /* dst, src, bytes */
    RECORD_FILL,                 /* dst, word, bytes */
    RECORD_BOX,                  /* dst place, src place, width in bytes, height, depth */
    RECORD_WINDOW,               /* element's bytes, dst side, src side, width, height, depth */
    RECORD_TILED,                /* to linear, element's bytes, address; width, height, depth,
                                    levels, level, swizzle mode, epitch; x, y, z; linear address,
                                    pitch, slice pitch; width, height, depth of the box */
    RECORD_BETWEEN,              /* element's bytes; of dst and of src: address, width, height,
                                    depth, levels, level, swizzle mode, x, y, z; width, height,
                                    depth of the box */
    RECORD_KINDS
};

struct record {
    uint32_t major, minor;       /* of the engine */
    enum record_kind kind;
    uint64_t numbers[RECORD_NUMBERS];
    uint32_t count;              /* of the dwords */
    uint32_t dwords[RECORD_DWORDS];
};

/** Reads a line; fails the test if it is none. */
void record_read(struct record *out_record, const char *line);

/** Writes one. */
void record_write(const struct record *record, FILE *file);

/** Takes the NOPs at both ends away. */
void record_trim(struct record *record);

/** Fails the test unless this driver's encoder makes the same dwords. */
void record_check(const struct record *record);

#endif
