/* heap_functions.h for the host: the functions that kernels have, on memory of a test. */
#ifndef HEAP_MODEL_H
#define HEAP_MODEL_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

typedef _Atomic uint32_t heap_word;

#define HEAP_FUNCTION static inline __attribute__((unused))

/* Another thread has its turn before some of the changes. */
static inline void heap_turn(void)
{
    static _Thread_local uint32_t turns;

    turns = turns * 1664525 + 1013904223;
    if (turns >> 26 == 0)
        sched_yield();
}

#define CHANGE(what, at, value) \
    (heap_turn(), atomic_##what##_explicit(at, value, memory_order_acq_rel))

#define heap_load(at) atomic_load_explicit(at, memory_order_relaxed)
#define heap_store(at, value) atomic_store_explicit(at, value, memory_order_relaxed)
#define heap_add(at, value) CHANGE(fetch_add, at, value)
#define heap_or(at, value) CHANGE(fetch_or, at, value)
#define heap_and(at, value) CHANGE(fetch_and, at, value)
#define heap_exchange(at, value) CHANGE(exchange, at, value)
#define heap_fence() ((void)0)           /* each change is one */

static inline uint32_t heap_compare(heap_word *at, uint32_t expected, uint32_t value)
{
    atomic_compare_exchange_strong_explicit(at, &expected, value, memory_order_acq_rel,
                                            memory_order_acquire);
    return expected;
}

#include "kernel/heap/heap_functions.h"

#endif
