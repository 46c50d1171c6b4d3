#include "heap_plan.h"

#include "heap_layout.h"

void gi_heap_plan(uint64_t heap_bytes, struct gi_heap_plan *out_plan)
{
    uint32_t bits = GI_HEAP_LEAST_PAGE_BITS;
    uint64_t pages, block_words;

    while (bits < GI_HEAP_MOST_PAGE_BITS && heap_bytes > (uint64_t)GI_HEAP_MOST_PAGES << bits)
        bits++;
    pages = (heap_bytes + (UINT64_C(1) << bits) - 1) >> bits;
    if (pages > GI_HEAP_MOST_PAGES)
        pages = GI_HEAP_MOST_PAGES;
    block_words = pages << (bits - GI_HEAP_BLOCK_BITS - 5);
    out_plan->page_bits = bits;
    out_plan->page_count = (uint32_t)pages;
    out_plan->table_bytes = (GI_HEAP_AT_BLOCKS + block_words) * sizeof(uint32_t);
    out_plan->bytes = out_plan->table_bytes + GI_HEAP_MOST_ALIGN + (pages << bits);
}

uint64_t gi_heap_first_page(const struct gi_heap_plan *plan, uint64_t address)
{
    return (address + plan->table_bytes + GI_HEAP_MOST_ALIGN - 1)
        / GI_HEAP_MOST_ALIGN * GI_HEAP_MOST_ALIGN;
}
