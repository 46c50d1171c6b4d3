/** Barriers, fences, clocks, and what ends a kernel. */
#ifndef GPUINTEROP_DEVICE_SYNC_H
#define GPUINTEROP_DEVICE_SYNC_H

#include "qualifiers.h"

#define GPUINTEROP_BARRIER(name, operation) \
    GPUINTEROP_FN int name(int predicate) \
    { \
        int result; \
        GPUINTEROP_TOGETHER("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; " operation "}" \
                            : "=r"(result) : "r"(predicate)); \
        return result; \
    }

/* Clang has a built-in function of this name, which a program cannot define. Up to version 14 clang
 * takes it for a function that changes no shared variable, and leaves out loads behind it. */
#define __syncthreads gpuinterop_syncthreads
GPUINTEROP_FN void gpuinterop_syncthreads() { GPUINTEROP_TOGETHER("bar.sync 0;" ::); }

GPUINTEROP_BARRIER(__syncthreads_count, "bar.red.popc.u32 %0, 0, p; ")
GPUINTEROP_BARRIER(__syncthreads_and, "bar.red.and.pred q, 0, p; selp.s32 %0, 1, 0, q; ")
GPUINTEROP_BARRIER(__syncthreads_or, "bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; ")
#undef GPUINTEROP_BARRIER

#ifndef __HIP__
/* Barriers with a number from 0 to 15, of the whole block, or of a count of its threads that is a
 * multiple of 32. */
GPUINTEROP_FN void __barrier_sync(unsigned int barrier)
{
    GPUINTEROP_TOGETHER("barrier.sync %0;" ::"r"(barrier));
}

GPUINTEROP_FN void __barrier_sync_count(unsigned int barrier, unsigned int threads)
{
    GPUINTEROP_TOGETHER("barrier.sync %0, %1;" ::"r"(barrier), "r"(threads));
}
#endif

GPUINTEROP_FN void __threadfence_block() { GPUINTEROP_TOGETHER("membar.cta;" ::); }
GPUINTEROP_FN void __threadfence() { GPUINTEROP_TOGETHER("membar.gl;" ::); }
GPUINTEROP_FN void __threadfence_system() { GPUINTEROP_TOGETHER("membar.sys;" ::); }

GPUINTEROP_FN int gpuinterop_clock32()
{
    unsigned int ticks;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
    return (int)ticks;
}

GPUINTEROP_FN long long clock64()
{
    long long ticks;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks)::"memory");
    return ticks;
}

/* The C library has clock() for host code. */
__attribute__((device, always_inline)) inline long clock() { return gpuinterop_clock32(); }

/* CUDA has no function for this register, and programs define __globaltimer. */
GPUINTEROP_FN unsigned long long gpuinterop_globaltimer()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds)::"memory");
    return nanoseconds;
}

GPUINTEROP_FN void __nanosleep(unsigned int nanoseconds)
{
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}

GPUINTEROP_FN void __trap() { asm volatile("trap;"); }
GPUINTEROP_FN void __brkpt() { asm volatile("brkpt;"); }
GPUINTEROP_FN void __prof_trigger(int) {}

/* Clang makes printf of device code a call of vprintf (print.h); assert calls __assert_fail. */
extern "C" {
__attribute__((device)) int vprintf(const char *format, const char *values);
__attribute__((device, noreturn)) void __assertfail(
    const char *condition, const char *file, unsigned int line, const char *function,
    unsigned long character_bytes);
__attribute__((device, noreturn, always_inline)) inline void __assert_fail(
    const char *condition, const char *file, unsigned int line, const char *function) noexcept
{
    __assertfail(condition, file, line, function, 1);
}
}

#endif
