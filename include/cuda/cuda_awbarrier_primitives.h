/** Barriers in shared memory, by functions: threads arrive, and wait later until all have arrived.
 *  A part of cuda_awbarrier.h. */
#ifndef GPUINTEROP_CUDA_AWBARRIER_PRIMITIVES_H
#define GPUINTEROP_CUDA_AWBARRIER_PRIMITIVES_H

#include <stdint.h>

#include "cuda_runtime.h"

#ifdef GPUINTEROP_DEVICE_CODE

/** A barrier, and what a thread keeps of its arrival. From compute capability 8.0 on they are those
 *  of PTX's mbarrier instructions, which a program may use on them, too. */
typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

GPUINTEROP_BOTH uint32_t __mbarrier_maximum_count() { return (1u << 14) - 1; }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

GPUINTEROP_FN uint32_t gpuinterop_place(__mbarrier_t *barrier)
{
    return (uint32_t)__cvta_generic_to_shared(barrier);
}
GPUINTEROP_FN void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(gpuinterop_place(barrier)),
                 "r"(expected_count)
                 : "memory");
}
GPUINTEROP_FN void __mbarrier_inval(__mbarrier_t *barrier)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(gpuinterop_place(barrier)) : "memory");
}
GPUINTEROP_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
    __mbarrier_token_t token;

    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(token) : "r"(gpuinterop_place(barrier)) : "memory");
    return token;
}
/** Arrives, and is not expected in later phases. */
GPUINTEROP_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
    __mbarrier_token_t token;

    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                 : "=l"(token) : "r"(gpuinterop_place(barrier)) : "memory");
    return token;
}
/** Whether the phase of a token has ended. */
GPUINTEROP_FN bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
    uint32_t has_ended;

    GPUINTEROP_TOGETHER("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2;"
                        " selp.u32 %0, 1, 0, p; }"
                        : "=r"(has_ended) : "r"(gpuinterop_place(barrier)), "l"(token));
    return has_ended != 0;
}
/** Whether the phase of a parity has ended: that of the first phase is false. */
GPUINTEROP_FN bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity)
{
    uint32_t has_ended;

    GPUINTEROP_TOGETHER("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2;"
                        " selp.u32 %0, 1, 0, p; }"
                        : "=r"(has_ended)
                        : "r"(gpuinterop_place(barrier)), "r"((uint32_t)phase_parity));
    return has_ended != 0;
}
/** How many arrivals the phase lacked when the token's thread arrived. */
GPUINTEROP_FN uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    uint32_t count;

    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
    return count;
}

#else

/* Bit 31 of the low word is the phase's. The 15 bits below bit 30 count the arrivals of each phase,
 * and the lowest 15 the arrivals that this phase still lacks. */
GPUINTEROP_FN void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected_count)
{
    *(volatile uint64_t *)barrier = expected_count << 15 | expected_count;
    __threadfence_block();
}
GPUINTEROP_FN void __mbarrier_inval(__mbarrier_t *barrier) { *(volatile uint64_t *)barrier = 0; }

/* One arrival. The last one of a phase begins the next. */
GPUINTEROP_FN uint32_t gpuinterop_arrived(uint32_t word, uint32_t leaves)
{
    uint32_t all = (word >> 15 & 0x7fff) - leaves, lacking = (word & 0x7fff) - 1;

    return lacking != 0 ? (word & 0x80000000) | all << 15 | lacking
                        : ((word & 0x80000000) ^ 0x80000000) | all << 15 | all;
}
GPUINTEROP_FN __mbarrier_token_t gpuinterop_arrive(__mbarrier_t *barrier, uint32_t leaves)
{
    uint32_t *word = (uint32_t *)barrier, old = *(volatile uint32_t *)word, seen;

    __threadfence_block();
    do {
        seen = old;
        old = atomicCAS(word, seen, gpuinterop_arrived(seen, leaves));
    } while (old != seen);
    return seen;
}
GPUINTEROP_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
    return gpuinterop_arrive(barrier, 0);
}
/** Arrives, and is not expected in later phases. */
GPUINTEROP_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
    return gpuinterop_arrive(barrier, 1);
}

/** Whether the phase of a token has ended. The vote lets others run meanwhile: where a device has
 *  no warps of its own, and runs a part of a block until the part waits, all threads meet there. */
GPUINTEROP_FN bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
    (void)__activemask();
    bool has_ended = ((*(volatile uint32_t *)barrier ^ (uint32_t)token) & 0x80000000) != 0;

    __threadfence_block();
    return has_ended;
}
/** Whether the phase of a parity has ended: that of the first phase is false. */
GPUINTEROP_FN bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity)
{
    return __mbarrier_test_wait(barrier, phase_parity ? 0x80000000 : 0);
}
/** How many arrivals the phase lacked when the token's thread arrived. */
GPUINTEROP_FN uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    return (uint32_t)token & 0x7fff;
}

#endif

/** Waits for so long at most. */
GPUINTEROP_FN bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token,
                                       uint32_t max_sleep_nanosec)
{
    const unsigned long long start = gpuinterop_globaltimer();

    while (!__mbarrier_test_wait(barrier, token)) {
        if (gpuinterop_globaltimer() - start >= max_sleep_nanosec)
            return false;
    }
    return true;
}
GPUINTEROP_FN bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity,
                                              uint32_t max_sleep_nanosec)
{
    const unsigned long long start = gpuinterop_globaltimer();

    while (!__mbarrier_test_wait_parity(barrier, phase_parity)) {
        if (gpuinterop_globaltimer() - start >= max_sleep_nanosec)
            return false;
    }
    return true;
}

#endif

#endif
