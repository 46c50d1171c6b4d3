/** Functions of bits and lanes that only HIP has; a part of device_code.h. */
#ifndef GPUINTEROP_HIP_DEVICE_BITS_H
#define GPUINTEROP_HIP_DEVICE_BITS_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/intrinsics.h>
#include <gpuinterop_device/warp.h>
#include <stdint.h>

/* width bits of a value from a place on, and the same put into another value. Both numbers count
 * modulo the bits of the type. */
GPUINTEROP_FN unsigned int __bitextract_u32(unsigned int value, unsigned int place,
                                            unsigned int width)
{
    return value >> (place & 31) & ((1u << (width & 31)) - 1);
}
GPUINTEROP_FN uint64_t __bitextract_u64(uint64_t value, unsigned int place, unsigned int width)
{
    return value >> (place & 63) & ((UINT64_C(1) << (width & 63)) - 1);
}
GPUINTEROP_FN unsigned int __bitinsert_u32(unsigned int value, unsigned int bits,
                                           unsigned int place, unsigned int width)
{
    unsigned int mask = (1u << (width & 31)) - 1;

    return (value & ~(mask << (place & 31))) | (bits & mask) << (place & 31);
}
GPUINTEROP_FN uint64_t __bitinsert_u64(uint64_t value, uint64_t bits, unsigned int place,
                                       unsigned int width)
{
    uint64_t mask = (UINT64_C(1) << (width & 63)) - 1;

    return (value & ~(mask << (place & 63))) | (bits & mask) << (place & 63);
}

GPUINTEROP_FN unsigned int __lastbit_u32_u64(uint64_t value)
{
    return (unsigned int)(__ffsll((long long)value) - 1);
}

/* The place of a bit of the mask: the offset-th from base on upwards, or downwards for negative
 * ones. For 0 it is the bit at base. It is -1 if there are not so many. */
GPUINTEROP_FN int32_t __fns64(uint64_t mask, uint32_t base, int32_t offset)
{
    const int32_t step = offset < 0 ? -1 : 1;
    int32_t left = offset == 0 ? 1 : offset * step;

    for (int32_t at = (int32_t)base; at >= 0 && at < 64; at += step) {
        left -= (int32_t)(mask >> at & 1);
        if (left == 0)
            return at;
        if (offset == 0)
            break;
    }
    return -1;
}
GPUINTEROP_FN int32_t __fns32(uint32_t mask, uint32_t base, int32_t offset)
{
    return __fns64(mask, base, offset);
}
GPUINTEROP_FN int32_t __fns(unsigned int mask, unsigned int base, int offset)
{
    return __fns64(mask, base, offset);
}

/* Bits of a mask below the own lane, added to a number. There are 32 lanes, so the upper half of a
 * mask has none of them. */
GPUINTEROP_FN unsigned int __mbcnt_lo(unsigned int mask, unsigned int add)
{
    return (unsigned int)__builtin_popcount(mask & gpuinterop_lanes_below()) + add;
}
GPUINTEROP_FN unsigned int __mbcnt_hi(unsigned int, unsigned int add) { return add; }
#define __builtin_amdgcn_mbcnt_lo __mbcnt_lo
#define __builtin_amdgcn_mbcnt_hi __mbcnt_hi

/* The lanes that run now behind the own one and before it, and its own. */
GPUINTEROP_FN uint64_t __lanemask_gt() { return gpuinterop_lanes_above() & __activemask(); }
GPUINTEROP_FN uint64_t __lanemask_lt() { return gpuinterop_lanes_below() & __activemask(); }
GPUINTEROP_FN uint64_t __lanemask_eq() { return UINT64_C(1) << gpuinterop_lane(); }

GPUINTEROP_FN long long __clock64() { return clock64(); }
GPUINTEROP_FN long long __clock() { return clock64(); }

#endif

#endif
