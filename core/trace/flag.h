/** Flags that are down nearly always, and that hot calls look at. */
#ifndef GI_FLAG_H
#define GI_FLAG_H

#include <stdatomic.h>
#include <stdbool.h>

/** Of a variable that no other library sees: its address needs no table. */
#define GI_HIDDEN __attribute__((visibility("hidden")))

/** Whether a flag is up: an atomic load without an order. Costs two instructions while it is down.
 *  gcc makes three of an atomic load and its test.
 *  Threads: any. */
static inline __attribute__((always_inline)) bool gi_flag_is_up(const atomic_int *flag)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
    __asm__ goto("cmpl $0, %0\n\tjne %l1" : : "m"(*flag) : "cc" : is_up);
    return false;
is_up: __attribute__((cold));
    return true;
#else
    return atomic_load_explicit(flag, memory_order_relaxed) != 0;
#endif
}

#endif
