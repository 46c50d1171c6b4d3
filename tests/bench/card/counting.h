/** What a call costs, counted instead of timed: the program's own malloc and ioctl stand before the
 *  C library's and the emulated card's. */
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

struct counts {
    uint64_t calls;              /* of what is measured */
    uint64_t ioctls, submits;    /* calls of the kernel by the calling thread; submissions are among
                                    them */
    uint64_t others;             /* calls of the kernel by other threads meanwhile */
    uint64_t allocations;        /* from the heap by the calling thread, */
    uint64_t others_allocations; /* and by others meanwhile; not those of the card itself */
};

/** Whether allocations are counted: not where a sanitizer has the heap. */
bool counting_sees_heap(void);

/** Begins to count; the next call adds to sum what was counted since, for so many calls.
 *  Threads: one that measures. */
void counting_begin(void);
void counting_end(struct counts *sum, uint64_t calls);

#endif
