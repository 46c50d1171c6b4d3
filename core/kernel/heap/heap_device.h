/** The device's side of heap_functions.h, which the library does not compile: heap_text.py makes
 *  PTX of it, and the library has the text (heap.ptx). */
#ifndef GI_HEAP_DEVICE_H
#define GI_HEAP_DEVICE_H

typedef __attribute__((address_space(1))) unsigned heap_word;

#define HEAP_FUNCTION static inline __attribute__((always_inline))
#define APART static __attribute__((noinline))

#define ATOMIC(name, spelling)                                                                    \
    HEAP_FUNCTION unsigned name(heap_word *at, unsigned value)                                    \
    {                                                                                             \
        unsigned old;                                                                             \
                                                                                                  \
        __asm__ volatile("atom.global." spelling " %0, [%1], %2;"                                 \
                         : "=r"(old) : "l"(at), "r"(value) : "memory");                           \
        return old;                                                                               \
    }

ATOMIC(heap_add, "add.u32")
ATOMIC(heap_or, "or.b32")
ATOMIC(heap_and, "and.b32")
ATOMIC(heap_exchange, "exch.b32")

HEAP_FUNCTION unsigned heap_compare(heap_word *at, unsigned expected, unsigned value)
{
    unsigned old;

    __asm__ volatile("atom.global.cas.b32 %0, [%1], %2, %3;"
                     : "=r"(old) : "l"(at), "r"(expected), "r"(value) : "memory");
    return old;
}

HEAP_FUNCTION unsigned heap_load(heap_word *at)
{
    unsigned value;

    __asm__ volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    return value;
}

HEAP_FUNCTION void heap_store(heap_word *at, unsigned value)
{
    __asm__ volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(at), "r"(value) : "memory");
}

HEAP_FUNCTION void heap_fence(void)
{
    __asm__ volatile("fence.acq_rel.gpu;" : : : "memory");
}

#include "heap_functions.h"

struct heap_place {
    heap_word *words;
    unsigned long long pages;
    unsigned page_bits, page_count;
};

extern __attribute__((address_space(1))) struct heap_place __gpuinterop_heap;
void __gpuinterop_bad_free(void *memory);

HEAP_FUNCTION struct heap this_heap(void)
{
    struct heap heap = { __gpuinterop_heap.words, __gpuinterop_heap.page_bits,
                         __gpuinterop_heap.page_count, 0 };
    unsigned block, thread;

    /* a thread that has failed and runs on reads something else */
    heap.page_bits &= 31;
    if (heap.page_count > GI_HEAP_MOST_PAGES)
        heap.page_count = 0;
    __asm__("mov.u32 %0, %%ctaid.x;" : "=r"(block));
    __asm__("mov.u32 %0, %%tid.x;" : "=r"(thread));
    heap.slot = (block + thread / 32) % GI_HEAP_SLOTS;
    return heap;
}

APART unsigned long long __gpuinterop_heap_take(unsigned long long bytes, unsigned align)
{
    struct heap heap = this_heap();
    unsigned long long place = heap_take(&heap, bytes, align);

    return place != HEAP_NO_PLACE ? __gpuinterop_heap.pages + place : 0;
}

unsigned long long malloc(unsigned long long bytes)
{
    return __gpuinterop_heap_take(bytes, 1);
}

unsigned long long __gpuinterop_aligned_malloc(unsigned long long bytes,
                                               unsigned long long align)
{
    if (align == 0 || align > GI_HEAP_MOST_ALIGN || (align & (align - 1)))
        return 0;
    return __gpuinterop_heap_take(bytes, (unsigned)align);
}

void free(unsigned long long memory)
{
    struct heap heap = this_heap();

    if (memory && !heap_give(&heap, memory - __gpuinterop_heap.pages))
        __gpuinterop_bad_free((void *)memory);
}

#endif
