/** Launches of earlier processes, kept on disk (base/disk/disk_cache.h): for the kernels of a piece
 *  of code, the sizes of block and of dynamic shared memory. A file is chosen by the code; another
 *  code that falls on the same file replaces it. It is taken only if it has the code's whole digest
 *  and is complete. Its content is not checked against the code or a device.
 *
 *  Threads: any; a list is of its owner. */
#ifndef GI_KEPT_LAUNCHES_H
#define GI_KEPT_LAUNCHES_H

#include <stdbool.h>
#include <stdint.h>

struct gi_code;

enum { GI_KEPT_LAUNCHES = 128 };

/** Without padding, as it lies in the file. */
struct gi_kept_launch {
    uint32_t kernel;                     /* its number in the code */
    uint32_t block[3];
    uint32_t dynamic_bytes;
};

/** In the order of the first launches. */
struct gi_kept_launches {
    uint32_t count;
    struct gi_kept_launch items[GI_KEPT_LAUNCHES];
};

/** Whether a list has a launch. */
bool gi_kept_launches_has(const struct gi_kept_launches *launches,
                          const struct gi_kept_launch *launch);

/** Reads the list of a piece of PTX; an empty one if none is kept. */
void gi_kept_launches_read(struct gi_code *code, struct gi_kept_launches *out_launches);

/** Keeps the list of a piece of PTX. */
void gi_kept_launches_write(struct gi_code *code, const struct gi_kept_launches *launches);

#endif
