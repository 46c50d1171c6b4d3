/* What a job does: its IBs are read and done, SDMA packets whole, PM4 packets where they move data.
 * */
#ifndef GICARD_EXECUTE_H
#define GICARD_EXECUTE_H

#include "rules.h"
#include "worker.h"

#define GICARD_MAX_RANGES 2048
#define GICARD_MAX_BOXES 256

/** A stretch of addresses that a packet of this IB has read or written. */
struct gicard_range {
    uint64_t start, end;
    bool written;
};

/** A box of a tiled image's level that a packet of this IB has read or written. */
struct gicard_tiled_box {
    uint64_t base;                       /* of the image */
    uint32_t level;
    uint32_t x, y, z, width, height, depth;
    bool written;
};

/** One IB while it is done. */
struct gicard_machine {
    struct gicard_job *job;
    const struct gicard_chip *chip;
    struct gicard_counters counted;
    bool fault_next;                     /* the next access shall be a fault */
    bool is_last_ib;
    uint32_t range_count;
    struct gicard_range ranges[GICARD_MAX_RANGES];
    uint32_t box_count;
    struct gicard_tiled_box boxes[GICARD_MAX_BOXES];
};

/** Does all IBs of a job.
 *  Threads: the ring's worker.
 *  Errors:  a negative errno when a rule was broken or an address faulted. */
int gicard_execute(struct gicard_job *job, bool fault);

/** Memory behind an address, at most `size_bytes` of it in one piece.
 *  Errors:  NULL: a rule was broken, and told. */
uint8_t *gicard_access(struct gicard_machine *machine, uint64_t address, uint64_t size_bytes,
                       bool write, uint64_t *out_bytes);

/** Copies, fills with a dword, writes, reads. Ranges may cross mappings.
 *  Errors:  false: a rule was broken, and told. */
bool gicard_copy(struct gicard_machine *machine, uint64_t dst, uint64_t src, uint64_t size_bytes);
bool gicard_fill(struct gicard_machine *machine, uint64_t dst, uint32_t value,
                 uint64_t size_bytes);
bool gicard_write(struct gicard_machine *machine, uint64_t dst, const void *bytes,
                  uint64_t size_bytes);
bool gicard_read(struct gicard_machine *machine, void *bytes, uint64_t src, uint64_t size_bytes);

/** Tells that a packet touches a range; broken when an earlier packet of the IB, with no NOP since,
 *  touched it too and one of both writes.
 *  Threads: the ring's worker. */
void gicard_touch(struct gicard_machine *machine, uint64_t start, uint64_t size_bytes,
                  bool written);

/** Does the dwords of one IB.
 *  Errors:  false: a rule was broken, and told. */
bool gicard_sdma(struct gicard_machine *machine, const uint32_t *dwords, uint32_t count);
bool gicard_pm4(struct gicard_machine *machine, const uint32_t *dwords, uint32_t count,
                unsigned depth);

/** Reads an IB into memory of the caller's; NULL when a rule was broken.
 *  Owner:   the caller frees it. */
uint32_t *gicard_fetch(struct gicard_machine *machine, uint64_t address, uint32_t size_bytes);

#endif
