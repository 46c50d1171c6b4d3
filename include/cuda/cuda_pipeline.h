/** Copies of a thread to shared memory, in batches that it waits for. */
#ifndef GPUINTEROP_CUDA_PIPELINE_H
#define GPUINTEROP_CUDA_PIPELINE_H

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#ifdef GPUINTEROP_DEVICE_CODE

#define GPUINTEROP_PIPELINE_FN __inline__ __attribute__((device, always_inline))

namespace nvcuda {
namespace experimental {

class pipeline {
    size_t batches = 0;

public:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    /** The copies since the last call are a batch, whose number it returns. */
    GPUINTEROP_PIPELINE_FN size_t commit() { return batches++; }
    GPUINTEROP_PIPELINE_FN void commit_and_wait() { commit(); }
    GPUINTEROP_PIPELINE_FN void wait(size_t) {}
    template <unsigned _Np> GPUINTEROP_PIPELINE_FN void wait_prior() {}
    GPUINTEROP_PIPELINE_FN void arrive_on(awbarrier &) {}
};

template <class _Tp> GPUINTEROP_PIPELINE_FN void memcpy_async(_Tp &dst, const _Tp &src, pipeline &)
{
    __builtin_memcpy((void *)&dst, (const void *)&src, sizeof(_Tp));
}

/** The rest of a longer destination becomes zero. */
template <class _Tp, size_t DstN, size_t SrcN>
GPUINTEROP_PIPELINE_FN void memcpy_async(_Tp (*dst)[DstN], const _Tp (*src)[SrcN], pipeline &)
{
    static_assert(sizeof(*dst) == 4 || sizeof(*dst) == 8 || sizeof(*dst) == 16,
                  "a copy has 4, 8 or 16 bytes");
    static_assert(sizeof(*src) <= sizeof(*dst), "the source is not longer than the destination");
    __pipeline_memcpy_async(dst, src, sizeof(*dst), sizeof(*dst) - sizeof(*src));
}

} // namespace experimental
} // namespace nvcuda

#undef GPUINTEROP_PIPELINE_FN

#endif

#endif
