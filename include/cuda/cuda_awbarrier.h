/** Barriers in shared memory: threads arrive, and wait later until all have arrived. */
#ifndef GPUINTEROP_CUDA_AWBARRIER_H
#define GPUINTEROP_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#ifdef GPUINTEROP_DEVICE_CODE

#define GPUINTEROP_BARRIER_FN __inline__ __attribute__((device, always_inline))

namespace nvcuda {
namespace experimental {

class awbarrier {
    __mbarrier_t barrier;

public:
    class arrival_token {
        __mbarrier_token_t token;

        GPUINTEROP_BARRIER_FN explicit arrival_token(__mbarrier_token_t given) : token(given) {}
        friend class awbarrier;

    public:
        arrival_token() = default;
        GPUINTEROP_BARRIER_FN uint32_t pending_count() const
        {
            return __mbarrier_token_pending_count(token);
        }
    };

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    GPUINTEROP_BARRIER_FN arrival_token arrive()
    {
        return arrival_token(__mbarrier_arrive(&barrier));
    }
    GPUINTEROP_BARRIER_FN arrival_token arrive_and_drop()
    {
        return arrival_token(__mbarrier_arrive_and_drop(&barrier));
    }
    /** Waits for so many cycles at most. */
    GPUINTEROP_BARRIER_FN bool timed_wait(arrival_token token, uint32_t hint_cycles)
    {
        const long long start = clock64();

        while (!__mbarrier_test_wait(&barrier, token.token)) {
            if (clock64() - start >= (long long)hint_cycles)
                return false;
        }
        return true;
    }
    GPUINTEROP_BARRIER_FN bool timed_wait_parity(bool phase, uint32_t hint_cycles)
    {
        const long long start = clock64();

        while (!__mbarrier_test_wait_parity(&barrier, phase)) {
            if (clock64() - start >= (long long)hint_cycles)
                return false;
        }
        return true;
    }
    GPUINTEROP_BARRIER_FN void wait(arrival_token token)
    {
        while (!__mbarrier_test_wait(&barrier, token.token)) {
        }
    }
    GPUINTEROP_BARRIER_FN void arrive_and_wait() { wait(arrive()); }
    GPUINTEROP_BARRIER_FN bool try_wait(arrival_token token, uint32_t max_sleep_nanosec)
    {
        return __mbarrier_try_wait(&barrier, token.token, max_sleep_nanosec);
    }
    GPUINTEROP_BARRIER_FN bool try_wait_parity(bool phase, uint32_t max_sleep_nanosec)
    {
        return __mbarrier_try_wait_parity(&barrier, phase, max_sleep_nanosec);
    }
    static __inline__ __attribute__((host, device)) constexpr uint32_t max()
    {
        return (1u << 14) - 1;
    }

    friend GPUINTEROP_BARRIER_FN void init(awbarrier *barrier, uint32_t expected_count)
    {
        __mbarrier_init(&barrier->barrier, expected_count);
    }
    friend GPUINTEROP_BARRIER_FN void inval(awbarrier *barrier)
    {
        __mbarrier_inval(&barrier->barrier);
    }
};

} // namespace experimental
} // namespace nvcuda

#undef GPUINTEROP_BARRIER_FN

#endif

#endif
