/** Which size of block a kernel is likely to be launched with, before any launch has said so. Pure.
 */
#ifndef GI_LIKELY_H
#define GI_LIKELY_H

#include <stdbool.h>
#include <stdint.h>

struct gi_likely_facts {
    uint32_t required[3];        /* the size that the code demands; 0: not said */
    uint32_t bound[3];           /* the largest one that it takes; 0: not said */
    unsigned dimensions;         /* of its threads that it asks for */
    uint32_t newest[3];          /* of the newest launch of a kernel of the code with as many
                                    dimensions, else of gi_likely_first */
    uint32_t most_threads;       /* of a block of the device */
    uint32_t most[3];            /* threads of it in each direction */
};

/** The sizes of kernels with one, two and three dimensions as long as no launch has said another:
 *  256, 16 x 16, and none. */
extern const uint32_t gi_likely_first[3][3];

/** The size, by the first line that fits the kernel's bounds and the device's:
 *  1. the size that the code demands;
 *  2. as many threads as it takes at most, in one row;
 *  3. the newest size.
 *  Returns: false if there is none. */
bool gi_likely_block(const struct gi_likely_facts *facts, uint32_t out_block[static 3]);

/** How many dimensions of its threads the body of a kernel of PTX asks for. */
unsigned gi_likely_dimensions(const char *body, uint32_t length);

#endif
