/** Groups of threads: blocks, tiles of a warp, the threads that run together, the grid. */
#ifndef GPUINTEROP_DEVICE_GROUPS_H
#define GPUINTEROP_DEVICE_GROUPS_H

#include "atomic.h"
#include "indices.h"
#include "sync.h"
#include "warp.h"

#define GPUINTEROP_GROUP_FN __inline__ __attribute__((device, always_inline))

namespace cooperative_groups {

class thread_block {
public:
    static GPUINTEROP_GROUP_FN void sync() { __syncthreads(); }
    static GPUINTEROP_GROUP_FN unsigned int thread_rank()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    static GPUINTEROP_GROUP_FN unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    static GPUINTEROP_GROUP_FN unsigned int num_threads() { return size(); }
    static GPUINTEROP_GROUP_FN bool is_valid() { return true; }
    static GPUINTEROP_GROUP_FN dim3 group_index() { return blockIdx; }
    static GPUINTEROP_GROUP_FN dim3 thread_index() { return threadIdx; }
    static GPUINTEROP_GROUP_FN dim3 group_dim() { return blockDim; }
    static GPUINTEROP_GROUP_FN dim3 dim_threads() { return blockDim; }
};

GPUINTEROP_GROUP_FN thread_block this_thread_block() { return thread_block(); }

/* Threads of one warp, by a mask of lanes. */
class gpuinterop_lanes {
protected:
    unsigned int mask;

public:
    GPUINTEROP_GROUP_FN gpuinterop_lanes(unsigned int lanes) : mask(lanes) {}
    GPUINTEROP_GROUP_FN void sync() const { __syncwarp(mask); }
    GPUINTEROP_GROUP_FN bool is_valid() const { return mask != 0; }
    GPUINTEROP_GROUP_FN int any(int predicate) const { return __any_sync(mask, predicate); }
    GPUINTEROP_GROUP_FN int all(int predicate) const { return __all_sync(mask, predicate); }
    GPUINTEROP_GROUP_FN unsigned int gpuinterop_mask() const { return mask; }
};

/* Which of its parent's tiles a tile is. One that does not say its parent keeps both numbers. */
template <unsigned int threads, class Parent> class gpuinterop_tile_place {
public:
    static GPUINTEROP_GROUP_FN unsigned int meta_group_rank()
    {
        return Parent::thread_rank() / threads;
    }
    static GPUINTEROP_GROUP_FN unsigned int meta_group_size()
    {
        return (Parent::size() + threads - 1) / threads;
    }
};
template <unsigned int threads> class gpuinterop_tile_place<threads, void> {
    unsigned int rank, count;

public:
    GPUINTEROP_GROUP_FN gpuinterop_tile_place(unsigned int own, unsigned int all)
        : rank(own), count(all)
    {
    }
    GPUINTEROP_GROUP_FN unsigned int meta_group_rank() const { return rank; }
    GPUINTEROP_GROUP_FN unsigned int meta_group_size() const { return count; }
};

/* size threads, a power of two up to 32, side by side. */
template <unsigned int threads, class Parent = void> class thread_block_tile
    : public gpuinterop_lanes, public gpuinterop_tile_place<threads, Parent> {
    static_assert(threads != 0 && threads <= 32 && (threads & (threads - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");

    static GPUINTEROP_GROUP_FN unsigned int first() { return gpuinterop_lane() & ~(threads - 1); }

public:
    GPUINTEROP_GROUP_FN thread_block_tile()
        : gpuinterop_lanes((0xffffffffu >> (32 - threads)) << first())
    {
    }
    /* A tile need not say what it is a part of. */
    template <class Other>
    GPUINTEROP_GROUP_FN thread_block_tile(const thread_block_tile<threads, Other> &other)
        : gpuinterop_lanes(other.gpuinterop_mask()),
          gpuinterop_tile_place<threads, Parent>(other.meta_group_rank(), other.meta_group_size())
    {
    }
    static GPUINTEROP_GROUP_FN unsigned int thread_rank()
    {
        return gpuinterop_lane() & (threads - 1);
    }
    static constexpr GPUINTEROP_GROUP_FN unsigned int size() { return threads; }
    static constexpr GPUINTEROP_GROUP_FN unsigned int num_threads() { return threads; }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl(_Tp value, int rank) const
    {
        return __shfl_sync(mask, value, rank, threads);
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl_up(_Tp value, unsigned int delta) const
    {
        return __shfl_up_sync(mask, value, delta, threads);
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl_down(_Tp value, unsigned int delta) const
    {
        return __shfl_down_sync(mask, value, delta, threads);
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl_xor(_Tp value, unsigned int lanes) const
    {
        return __shfl_xor_sync(mask, value, (int)lanes, threads);
    }
    GPUINTEROP_GROUP_FN unsigned int ballot(int predicate) const
    {
        return (__ballot_sync(mask, predicate) & mask) >> first();
    }
    template <class _Tp> GPUINTEROP_GROUP_FN unsigned int match_any(_Tp value) const
    {
        return (__match_any_sync(mask, value) & mask) >> first();
    }
    template <class _Tp> GPUINTEROP_GROUP_FN unsigned int match_all(_Tp value, int &equal) const
    {
        return (__match_all_sync(mask, value, &equal) & mask) >> first();
    }
};

/* How many threads a tile of a group can have; 0: the group has no tiles of a constant size. */
template <class Group> struct gpuinterop_most_of_tile {
    static constexpr unsigned int value = 0;
};
template <> struct gpuinterop_most_of_tile<thread_block> {
    static constexpr unsigned int value = 32;
};
template <unsigned int threads, class Parent>
struct gpuinterop_most_of_tile<thread_block_tile<threads, Parent>> {
    static constexpr unsigned int value = threads;
};

template <unsigned int threads, class Parent>
GPUINTEROP_GROUP_FN thread_block_tile<threads, Parent> tiled_partition(const Parent &)
{
    static_assert(threads <= gpuinterop_most_of_tile<Parent>::value,
                  "a tile of a constant size is a part of a block or of a tile as large");
    return thread_block_tile<threads, Parent>();
}

/* The threads of a warp that run together. A rank counts them from the lowest lane. */
class coalesced_group : public gpuinterop_lanes {
    unsigned int meta_rank, meta_size;

    GPUINTEROP_GROUP_FN unsigned int lane_of(unsigned int rank) const
    {
        unsigned int left = mask;

        for (; rank != 0; rank--)
            left &= left - 1;
        return __builtin_ctz(left);
    }

    GPUINTEROP_GROUP_FN unsigned int packed(unsigned int lanes) const
    {
        unsigned int result = 0, rank = 0;

        for (unsigned int left = mask; left != 0; left &= left - 1, rank++)
            result |= (lanes >> __builtin_ctz(left) & 1) << rank;
        return result;
    }

public:
    explicit GPUINTEROP_GROUP_FN coalesced_group(unsigned int lanes, unsigned int rank = 0,
                                                 unsigned int count = 1)
        : gpuinterop_lanes(lanes), meta_rank(rank), meta_size(count)
    {
    }
    GPUINTEROP_GROUP_FN unsigned int meta_group_rank() const { return meta_rank; }
    GPUINTEROP_GROUP_FN unsigned int meta_group_size() const { return meta_size; }
    GPUINTEROP_GROUP_FN unsigned int size() const { return __builtin_popcount(mask); }
    GPUINTEROP_GROUP_FN unsigned int num_threads() const { return size(); }
    GPUINTEROP_GROUP_FN unsigned int thread_rank() const
    {
        return __builtin_popcount(mask & gpuinterop_lanes_below());
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl(_Tp value, int rank) const
    {
        return __shfl_sync(mask, value, (int)lane_of((unsigned int)rank % size()), 32);
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl_up(_Tp value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask, value, (int)lane_of(rank < delta ? rank : rank - delta), 32);
    }
    template <class _Tp> GPUINTEROP_GROUP_FN _Tp shfl_down(_Tp value, unsigned int delta) const
    {
        unsigned int rank = thread_rank(), to = rank + delta;
        return __shfl_sync(mask, value, (int)lane_of(to < size() ? to : rank), 32);
    }
    GPUINTEROP_GROUP_FN unsigned int ballot(int predicate) const
    {
        return packed(__ballot_sync(mask, predicate));
    }
    template <class _Tp> GPUINTEROP_GROUP_FN unsigned int match_any(_Tp value) const
    {
        return packed(__match_any_sync(mask, value));
    }
    template <class _Tp> GPUINTEROP_GROUP_FN unsigned int match_all(_Tp value, int &equal) const
    {
        return packed(__match_all_sync(mask, value, &equal));
    }
};

GPUINTEROP_GROUP_FN coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* The threads of a group within a warp that pass the same label or answer. The mask of a tile can
 * have lanes without a thread; the answer of a vote has none. */
template <class Group>
GPUINTEROP_GROUP_FN coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned int yes = __ballot_sync(group.gpuinterop_mask(), predicate);
    unsigned int no = __ballot_sync(group.gpuinterop_mask(), !predicate);

    if (yes == 0 || no == 0)
        return coalesced_group(yes | no);
    return predicate ? coalesced_group(yes, 1, 2) : coalesced_group(no, 0, 2);
}
template <class Group, class _Tp>
GPUINTEROP_GROUP_FN coalesced_group labeled_partition(const Group &group, _Tp label)
{
    unsigned int all = group.gpuinterop_mask(), own = __match_any_sync(all, label);
    unsigned int firsts = __ballot_sync(all, (own & gpuinterop_lanes_below()) == 0);

    return coalesced_group(own, __builtin_popcount(firsts & ((own & -own) - 1)),
                           __builtin_popcount(firsts));
}
template <class Group>
GPUINTEROP_GROUP_FN coalesced_group labeled_partition(const Group &group, bool label)
{
    return binary_partition(group, label);
}

/* The whole grid of a cooperative launch. The launch gives the address of a counter that is zero:
 * blocks add to it, and the first block adds what makes its top bit change when all have come. */
class grid_group {
    static GPUINTEROP_GROUP_FN unsigned int *counter()
    {
        unsigned int low, high;
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        return (unsigned int *)((unsigned long long)high << 32 | low) + 1;
    }

public:
    static GPUINTEROP_GROUP_FN bool is_valid()
    {
        return counter() != (unsigned int *)0 + 1;
    }
    static GPUINTEROP_GROUP_FN unsigned int num_blocks()
    {
        return gridDim.x * gridDim.y * gridDim.z;
    }
    static GPUINTEROP_GROUP_FN unsigned int block_rank()
    {
        return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static GPUINTEROP_GROUP_FN unsigned long long size()
    {
        return (unsigned long long)num_blocks() * thread_block::size();
    }
    static GPUINTEROP_GROUP_FN unsigned long long num_threads() { return size(); }
    static GPUINTEROP_GROUP_FN unsigned long long thread_rank()
    {
        return (unsigned long long)block_rank() * thread_block::size() +
               thread_block::thread_rank();
    }
    static GPUINTEROP_GROUP_FN dim3 group_dim() { return gridDim; }
    static GPUINTEROP_GROUP_FN dim3 dim_blocks() { return gridDim; }
    static GPUINTEROP_GROUP_FN void sync()
    {
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            unsigned int *all = counter();
            unsigned int part = block_rank() == 0 ? 0x80000000u - (num_blocks() - 1) : 1, old;

            __threadfence();
            old = atomicAdd(all, part);
            while (((old ^ *(volatile unsigned int *)all) & 0x80000000u) == 0)
                ;
            __threadfence();
        }
        __syncthreads();
    }
};

GPUINTEROP_GROUP_FN grid_group this_grid() { return grid_group(); }

/* Any of these groups, for functions that take each. */
class thread_group {
    enum { gpuinterop_of_lanes, gpuinterop_of_block, gpuinterop_of_grid } kind;
    unsigned int mask;

    friend GPUINTEROP_GROUP_FN thread_group tiled_partition(const thread_group &parent,
                                                            unsigned int size);

public:
    GPUINTEROP_GROUP_FN thread_group(const thread_block &) : kind(gpuinterop_of_block), mask(0) {}
    GPUINTEROP_GROUP_FN thread_group(const grid_group &) : kind(gpuinterop_of_grid), mask(0) {}
    GPUINTEROP_GROUP_FN thread_group(const gpuinterop_lanes &lanes)
        : kind(gpuinterop_of_lanes), mask(lanes.gpuinterop_mask())
    {
    }
    GPUINTEROP_GROUP_FN void sync() const
    {
        if (kind == gpuinterop_of_lanes)
            __syncwarp(mask);
        else if (kind == gpuinterop_of_block)
            __syncthreads();
        else
            grid_group::sync();
    }
    GPUINTEROP_GROUP_FN unsigned long long size() const
    {
        if (kind == gpuinterop_of_lanes)
            return (unsigned int)__builtin_popcount(mask);
        return kind == gpuinterop_of_block ? thread_block::size() : grid_group::size();
    }
    GPUINTEROP_GROUP_FN bool is_valid() const
    {
        if (kind == gpuinterop_of_lanes)
            return mask != 0;
        return kind == gpuinterop_of_block || grid_group::is_valid();
    }
    GPUINTEROP_GROUP_FN unsigned long long num_threads() const { return size(); }
    GPUINTEROP_GROUP_FN unsigned long long thread_rank() const
    {
        if (kind == gpuinterop_of_lanes)
            return (unsigned int)__builtin_popcount(mask & gpuinterop_lanes_below());
        return kind == gpuinterop_of_block ? thread_block::thread_rank()
                                           : grid_group::thread_rank();
    }
};

/* Tiles of a size that is known when the program runs: a power of two up to 32. A group of lanes
 * fills its tiles in the order of the lanes' ranks. A grid has the tiles of its blocks. The last
 * tile can be smaller. */
GPUINTEROP_GROUP_FN coalesced_group tiled_partition(const coalesced_group &parent,
                                                    unsigned int size)
{
    unsigned int own = parent.thread_rank() / size, first = own * size, lanes = 0, rank = 0;

    if (parent.size() <= size)
        return parent;
    for (unsigned int left = parent.gpuinterop_mask(); left != 0; left &= left - 1, rank++)
        if (rank >= first && rank < first + size)
            lanes |= left & -left;
    return coalesced_group(lanes, own, (parent.size() + size - 1) / size);
}
GPUINTEROP_GROUP_FN thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    unsigned int first = thread_block::thread_rank() & ~(size - 1);
    unsigned int left = thread_block::size() - first;

    if (parent.kind == thread_group::gpuinterop_of_lanes)
        return tiled_partition(coalesced_group(parent.mask), size);
    return gpuinterop_lanes((0xffffffffu >> (32 - (left < size ? left : size)))
                            << (gpuinterop_lane() & ~(size - 1)));
}

template <class Group> GPUINTEROP_GROUP_FN void sync(const Group &group) { group.sync(); }
template <class Group> GPUINTEROP_GROUP_FN bool is_valid(const Group &group)
{
    return group.is_valid();
}
template <class Group> GPUINTEROP_GROUP_FN unsigned long long group_size(const Group &group)
{
    return group.size();
}
template <class Group> GPUINTEROP_GROUP_FN unsigned long long thread_rank(const Group &group)
{
    return group.thread_rank();
}

/* Operations of reduce. */
#define GPUINTEROP_REDUCTION(name, expression) \
    template <class _Tp> struct name { \
        GPUINTEROP_GROUP_FN _Tp operator()(_Tp a, _Tp b) const { return expression; } \
    };
GPUINTEROP_REDUCTION(plus, a + b)
GPUINTEROP_REDUCTION(less, b < a ? b : a)
GPUINTEROP_REDUCTION(greater, a < b ? b : a)
GPUINTEROP_REDUCTION(bit_and, a & b)
GPUINTEROP_REDUCTION(bit_or, a | b)
GPUINTEROP_REDUCTION(bit_xor, a ^ b)
#undef GPUINTEROP_REDUCTION

/* One result of all threads of a group, for each of them. */
template <unsigned int threads, class Parent, class _Tp, class Operation>
GPUINTEROP_GROUP_FN _Tp reduce(const thread_block_tile<threads, Parent> &group, _Tp value,
                               Operation operation)
{
    for (unsigned int step = threads / 2; step != 0; step /= 2)
        value = operation(value, group.shfl_xor(value, step));
    return value;
}
template <class _Tp, class Operation>
GPUINTEROP_GROUP_FN _Tp reduce(const coalesced_group &group, _Tp value, Operation operation)
{
    _Tp result = group.shfl(value, 0);

    for (unsigned int rank = 1; rank < group.size(); rank++)
        result = operation(result, group.shfl(value, (int)rank));
    return result;
}

/* Scans: a thread gets the result of all ranks up to its own, or of those below it. */
template <class Group, class _Tp, class Operation>
GPUINTEROP_GROUP_FN _Tp inclusive_scan(const Group &group, _Tp value, Operation operation)
{
    for (unsigned int step = 1; step < group.size(); step *= 2) {
        _Tp below = group.shfl_up(value, step);

        if (group.thread_rank() >= step)
            value = operation(below, value);
    }
    return value;
}
template <class Group, class _Tp>
GPUINTEROP_GROUP_FN _Tp inclusive_scan(const Group &group, _Tp value)
{
    return inclusive_scan(group, value, plus<_Tp>());
}
template <class Group, class _Tp, class Operation>
GPUINTEROP_GROUP_FN _Tp exclusive_scan(const Group &group, _Tp value, Operation operation)
{
    _Tp below = group.shfl_up(inclusive_scan(group, value, operation), 1);

    return group.thread_rank() == 0 ? _Tp() : below;
}
template <class Group, class _Tp>
GPUINTEROP_GROUP_FN _Tp exclusive_scan(const Group &group, _Tp value)
{
    return exclusive_scan(group, value, plus<_Tp>());
}

} // namespace cooperative_groups

#endif
