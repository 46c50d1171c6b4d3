/** Operations between the 32 threads of a warp. */
#ifndef GPUINTEROP_DEVICE_WARP_H
#define GPUINTEROP_DEVICE_WARP_H

#include "qualifiers.h"

GPUINTEROP_FN unsigned int __activemask()
{
    unsigned int mask;
    GPUINTEROP_TOGETHER("activemask.b32 %0;" : "=r"(mask) :);
    return mask;
}

GPUINTEROP_FN void __syncwarp(unsigned int mask = 0xffffffffu)
{
    GPUINTEROP_TOGETHER("bar.warp.sync %0;" : : "r"(mask));
}

GPUINTEROP_FN unsigned int gpuinterop_lane()
{
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

#define GPUINTEROP_LANE_MASK(name, sreg) \
    GPUINTEROP_FN unsigned int name() \
    { \
        unsigned int mask; \
        asm("mov.u32 %0, %%" sreg ";" : "=r"(mask)); \
        return mask; \
    }
GPUINTEROP_LANE_MASK(gpuinterop_lanes_below, "lanemask_lt")
GPUINTEROP_LANE_MASK(gpuinterop_lanes_above, "lanemask_gt")
#undef GPUINTEROP_LANE_MASK

/* Votes. */

GPUINTEROP_FN unsigned int __ballot_sync(unsigned int mask, int predicate)
{
    unsigned int lanes;
    GPUINTEROP_TOGETHER("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                        : "=r"(lanes) : "r"(predicate), "r"(mask));
    return lanes;
}

#define GPUINTEROP_VOTE(name, mode) \
    GPUINTEROP_FN int name(unsigned int mask, int predicate) \
    { \
        int result; \
        GPUINTEROP_TOGETHER("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." mode \
                            ".pred q, p, %2; selp.s32 %0, 1, 0, q; }" \
                            : "=r"(result) : "r"(predicate), "r"(mask)); \
        return result; \
    }
GPUINTEROP_VOTE(__any_sync, "any")
GPUINTEROP_VOTE(__all_sync, "all")
GPUINTEROP_VOTE(__uni_sync, "uni")
#undef GPUINTEROP_VOTE

/* Shuffles. The last operand has the bound of a segment in its low bits, and in the bits from 8 on
 * those of the lane that stay. */

#define GPUINTEROP_SHUFFLE(name, mode, bound) \
    GPUINTEROP_FN unsigned int gpuinterop_##name(unsigned int mask, unsigned int value, \
                                                 unsigned int operand, int width) \
    { \
        unsigned int result, clamp = (unsigned int)(32 - width) << 8 | bound; \
        GPUINTEROP_TOGETHER("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;" \
                            : "=r"(result) : "r"(value), "r"(operand), "r"(clamp), "r"(mask)); \
        return result; \
    }
GPUINTEROP_SHUFFLE(shfl, "idx", 0x1f)
GPUINTEROP_SHUFFLE(shfl_up, "up", 0)
GPUINTEROP_SHUFFLE(shfl_down, "down", 0x1f)
GPUINTEROP_SHUFFLE(shfl_xor, "bfly", 0x1f)
#undef GPUINTEROP_SHUFFLE

/* Values of any size, in pieces of 32 bits. */
#define GPUINTEROP_SHUFFLE_ANY(name, operand_type) \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE _Tp __##name##_sync(unsigned int mask, _Tp value, operand_type operand, \
                                            int width = 32) \
    { \
        constexpr unsigned int words = (sizeof(_Tp) + 3) / 4; \
        unsigned int pieces[words] = {}; \
        _Tp result; \
        __builtin_memcpy(pieces, &value, sizeof(_Tp)); \
        for (unsigned int i = 0; i < words; i++) \
            pieces[i] = gpuinterop_##name(mask, pieces[i], (unsigned int)operand, width); \
        __builtin_memcpy(&result, pieces, sizeof(_Tp)); \
        return result; \
    }
GPUINTEROP_SHUFFLE_ANY(shfl, int)
GPUINTEROP_SHUFFLE_ANY(shfl_up, unsigned int)
GPUINTEROP_SHUFFLE_ANY(shfl_down, unsigned int)
GPUINTEROP_SHUFFLE_ANY(shfl_xor, int)
#undef GPUINTEROP_SHUFFLE_ANY

/* Threads with equal values. */

GPUINTEROP_FN unsigned int gpuinterop_match_any(unsigned int mask, unsigned int value)
{
    unsigned int lanes;
    GPUINTEROP_TOGETHER("match.any.sync.b32 %0, %1, %2;" : "=r"(lanes) : "r"(value), "r"(mask));
    return lanes;
}

GPUINTEROP_FN unsigned int gpuinterop_match_any(unsigned int mask, unsigned long long value)
{
    unsigned int lanes;
    GPUINTEROP_TOGETHER("match.any.sync.b64 %0, %1, %2;" : "=r"(lanes) : "l"(value), "r"(mask));
    return lanes;
}

GPUINTEROP_FN unsigned int gpuinterop_match_all(unsigned int mask, unsigned int value, int *equal)
{
    unsigned int lanes;
    GPUINTEROP_TOGETHER("{ .reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                        : "=r"(lanes), "=r"(*equal) : "r"(value), "r"(mask));
    return lanes;
}

GPUINTEROP_FN unsigned int gpuinterop_match_all(unsigned int mask, unsigned long long value,
                                                int *equal)
{
    unsigned int lanes;
    GPUINTEROP_TOGETHER("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                        : "=r"(lanes), "=r"(*equal) : "l"(value), "r"(mask));
    return lanes;
}

/* The bits of a value, behind which zeros fill the word. */
template <bool wide> struct gpuinterop_word {
    typedef unsigned int type;
};
template <> struct gpuinterop_word<true> {
    typedef unsigned long long type;
};

template <class _Tp>
GPUINTEROP_TEMPLATE typename gpuinterop_word<(sizeof(_Tp) > 4)>::type gpuinterop_bits(_Tp value)
{
    typename gpuinterop_word<(sizeof(_Tp) > 4)>::type bits = 0;

    static_assert(sizeof(_Tp) <= 8, "values of up to 64 bits can be matched");
    __builtin_memcpy(&bits, &value, sizeof(_Tp));
    return bits;
}

template <class _Tp> GPUINTEROP_TEMPLATE unsigned int __match_any_sync(unsigned int mask, _Tp value)
{
    return gpuinterop_match_any(mask, gpuinterop_bits(value));
}

template <class _Tp>
GPUINTEROP_TEMPLATE unsigned int __match_all_sync(unsigned int mask, _Tp value, int *equal)
{
    return gpuinterop_match_all(mask, gpuinterop_bits(value), equal);
}

/* One result of all threads in the mask. It is made of shuffles: the instruction for it is of a
 * higher compute capability than the one that is reported. */
#define GPUINTEROP_REDUCE(name, type, expression) \
    GPUINTEROP_FN type name(unsigned int mask, type value) \
    { \
        type a = __shfl_sync(mask, value, __builtin_ctz(mask)); \
        for (unsigned int left = mask & (mask - 1); left != 0; left &= left - 1) { \
            type b = __shfl_sync(mask, value, __builtin_ctz(left)); \
            a = expression; \
        } \
        return a; \
    }
GPUINTEROP_REDUCE(__reduce_add_sync, unsigned int, a + b)
GPUINTEROP_REDUCE(__reduce_add_sync, int, a + b)
GPUINTEROP_REDUCE(__reduce_min_sync, unsigned int, a < b ? a : b)
GPUINTEROP_REDUCE(__reduce_min_sync, int, a < b ? a : b)
GPUINTEROP_REDUCE(__reduce_max_sync, unsigned int, a < b ? b : a)
GPUINTEROP_REDUCE(__reduce_max_sync, int, a < b ? b : a)
GPUINTEROP_REDUCE(__reduce_and_sync, unsigned int, a & b)
GPUINTEROP_REDUCE(__reduce_or_sync, unsigned int, a | b)
GPUINTEROP_REDUCE(__reduce_xor_sync, unsigned int, a ^ b)
#undef GPUINTEROP_REDUCE

#endif
