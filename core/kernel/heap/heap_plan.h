/** The memory of a heap of kernels: how many pages it has and where they lie. Pure. */
#ifndef GI_HEAP_PLAN_H
#define GI_HEAP_PLAN_H

#include <stdint.h>

struct gi_heap_plan {
    uint32_t page_bits;                  /* a page has 1 << page_bits bytes */
    uint32_t page_count;
    uint64_t table_bytes;                /* of the words in front of the pages, which begin as 0 */
    uint64_t bytes;                      /* of all, with room to align the first page */
};

/** Plans a heap of which kernels may take so many bytes in all, or somewhat more: whole pages. */
void gi_heap_plan(uint64_t heap_bytes, struct gi_heap_plan *out_plan);

/** Where the first page begins, if the tables begin at an address. */
uint64_t gi_heap_first_page(const struct gi_heap_plan *plan, uint64_t address);

#endif
