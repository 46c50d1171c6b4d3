/** Copies that the threads of a group carry out together. They end before the function does, for
 *  the own thread; wait lets all of the group see them. */
#ifndef GPUINTEROP_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define GPUINTEROP_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

#ifdef GPUINTEROP_DEVICE_CODE

namespace cooperative_groups {

template <class Word, class Group>
GPUINTEROP_TEMPLATE void gpuinterop_copy(const Group &group, void *to, const void *from,
                                         size_t bytes)
{
    size_t whole = bytes / sizeof(Word), rank = group.thread_rank(), threads = group.size();

    for (size_t i = rank; i < whole; i += threads)
        ((Word *)to)[i] = ((const Word *)from)[i];
    for (size_t i = whole * sizeof(Word) + rank; i < bytes; i += threads)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
}

/** So many bytes. */
template <class Group, class _Tp, class Size>
GPUINTEROP_TEMPLATE void memcpy_async(const Group &group, _Tp *dst, const _Tp *src,
                                      const Size &size)
{
    size_t alignment = (size_t)dst | (size_t)src, bytes = (size_t)size;

    if (alignment % 16 == 0)
        gpuinterop_copy<uint4>(group, dst, src, bytes);
    else if (alignment % 4 == 0)
        gpuinterop_copy<unsigned int>(group, dst, src, bytes);
    else
        gpuinterop_copy<unsigned char>(group, dst, src, bytes);
}

/** Elements: as many as both sides have. */
template <class Group, class _Tp, class DstLayout, class SrcLayout>
GPUINTEROP_TEMPLATE void memcpy_async(const Group &group, _Tp *dst, const DstLayout &dst_count,
                                      const _Tp *src, const SrcLayout &src_count)
{
    size_t to = (size_t)dst_count, from = (size_t)src_count;

    memcpy_async(group, dst, src, (to < from ? to : from) * sizeof(_Tp));
}

/** Waits for all copies of the group but the last Stage. */
template <unsigned int Stage, class Group>
GPUINTEROP_TEMPLATE void wait_prior(const Group &group)
{
    group.sync();
}

/** Waits for all copies of the group. */
template <class Group> GPUINTEROP_TEMPLATE void wait(const Group &group) { group.sync(); }

} // namespace cooperative_groups

#endif

#endif
