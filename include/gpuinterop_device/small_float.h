/** Floats with fewer bits than a float, made of integers and floats, rounded once. */
#ifndef GPUINTEROP_DEVICE_SMALL_FLOAT_H
#define GPUINTEROP_DEVICE_SMALL_FLOAT_H

#include "math.h"

namespace gpuinterop_small {

enum rounding { nearest, towards_zero, down, up };

/* A finite number: significand * 2^(exponent - 52), with the leading bit at place 52 or below. Its
 * last bit says whether anything was cut off. */
struct number {
    bool is_negative;
    int exponent;
    unsigned long long significand;
};

GPUINTEROP_BOTH number of_bits(unsigned int bits)
{
    unsigned int field = bits >> 23 & 0xff;
    unsigned long long fraction = bits & 0x7fffff;

    return { bits >> 31 != 0, field == 0 ? -126 : (int)field - 127,
             (fraction | (field == 0 ? 0 : 0x800000)) << 29 };
}

GPUINTEROP_BOTH number of_bits(unsigned long long bits)
{
    int field = (int)(bits >> 52 & 0x7ff);
    unsigned long long fraction = bits & 0xfffffffffffffull;

    return { bits >> 63 != 0, field == 0 ? -1022 : field - 1023,
             fraction | (field == 0 ? 0 : 1ull << 52) };
}

GPUINTEROP_BOTH number of_integer(bool is_negative, unsigned long long size)
{
    int zeros;

    if (size == 0)
        return { false, -1022, 0 };
    zeros = __builtin_clzll(size);
    size <<= zeros;
    return { is_negative, 63 - zeros, size >> 11 | ((size & 0x7ff) != 0) };
}
GPUINTEROP_BOTH number of(long long value)
{
    return of_integer(value < 0,
                      value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value);
}
GPUINTEROP_BOTH number of(unsigned long long value) { return of_integer(false, value); }

/* The bits of a float with an exponent and a fraction of so many bits. A number that is too large
 * becomes largest + 1, which is the infinity of formats that have one, or largest. */
template <int exponent_bits, int fraction_bits>
GPUINTEROP_BOTH_TEMPLATE unsigned int round(number value, rounding mode, unsigned int largest)
{
    const int bias = (1 << (exponent_bits - 1)) - 1, least = 1 - bias;
    int shift = 52 - fraction_bits + (value.exponent < least ? least - value.exponent : 0);
    unsigned long long rest, half, all;
    bool grows;

    shift = shift > 62 ? 62 : shift;
    all = value.significand >> shift;
    rest = value.significand & ((1ull << shift) - 1);
    half = 1ull << (shift - 1);
    grows = mode == nearest ? rest > half || (rest == half && (all & 1) != 0)
        : rest != 0 && mode != towards_zero && value.is_negative == (mode == down);
    all += grows;
    if (value.exponent > least)
        all += (unsigned long long)(value.exponent - least) << fraction_bits;
    if (all > largest)
        all = mode == nearest || (mode != towards_zero && value.is_negative == (mode == down))
            ? largest + 1 : largest;
    return (unsigned int)all | (value.is_negative ? 1u : 0u) << (exponent_bits + fraction_bits);
}

/* Formats of 16 bits, whose NaN is 0x7fff. */
template <int exponent_bits>
GPUINTEROP_BOTH_TEMPLATE unsigned short round_16(float value, rounding mode)
{
    const unsigned int infinity = ((1u << exponent_bits) - 1) << (15 - exponent_bits);
    unsigned int bits = __builtin_bit_cast(unsigned int, value), size = bits & 0x7fffffff;

    if (size > 0x7f800000)
        return 0x7fff;
    if (size == 0x7f800000)
        return (unsigned short)(bits >> 16 & 0x8000 | infinity);
    return (unsigned short)round<exponent_bits, 15 - exponent_bits>(of_bits(bits), mode,
                                                                    infinity - 1);
}
template <int exponent_bits>
GPUINTEROP_BOTH_TEMPLATE unsigned short round_16(double value, rounding mode)
{
    const unsigned int infinity = ((1u << exponent_bits) - 1) << (15 - exponent_bits);
    unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
    unsigned long long size = bits & ~(1ull << 63);

    if (size > 0x7ff0000000000000ull)
        return 0x7fff;
    if (size == 0x7ff0000000000000ull)
        return (unsigned short)(bits >> 48 & 0x8000 | infinity);
    return (unsigned short)round<exponent_bits, 15 - exponent_bits>(of_bits(bits), mode,
                                                                    infinity - 1);
}
template <int exponent_bits, class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned short round_16(_Tp value, rounding mode)
{
    const unsigned int infinity = ((1u << exponent_bits) - 1) << (15 - exponent_bits);
    number whole = (_Tp)-1 < (_Tp)0 ? of((long long)value) : of((unsigned long long)value);

    return (unsigned short)round<exponent_bits, 15 - exponent_bits>(whole, mode, infinity - 1);
}

/* product + c, so that a later rounding to fewer bits is the only one: a remainder that is cut off
 * makes the last bit 1. The product has to be exact. */
template <class _Tp, class bits>
GPUINTEROP_BOTH_TEMPLATE _Tp add_to_odd(_Tp product, _Tp c)
{
    _Tp sum = product + c, part = sum - product, cut = (product - (sum - part)) + (c - part);
    bits all = __builtin_bit_cast(bits, sum);

    if (!(cut < 0 || cut > 0))          /* exact, or not finite */
        return sum;
    return __builtin_bit_cast(_Tp, ((cut < 0) == (sum < 0) ? all : all - 1) | 1);
}

/* An integer from a float: rounded, and the nearest that the type can hold. NaN is 0. */
template <class _Tp> GPUINTEROP_BOTH_TEMPLATE _Tp to_integer(float value, rounding mode)
{
    const bool is_signed = (_Tp)-1 < (_Tp)0;
    const float limit = (float)(1ull << (sizeof(_Tp) * 8 - 1)) * (is_signed ? 1 : 2);
    float whole = truncf(value), rest = value - whole;

    if (!(value == value))
        return sizeof(_Tp) < 8 ? 0 : (_Tp)(1ull << 63);
    if (mode == nearest
        && (fabsf(rest) > 0.5f || (fabsf(rest) == 0.5f && fmodf(whole, 2) != 0)))
        whole += rest < 0 ? -1.0f : 1.0f;
    else if ((mode == down && rest < 0) || (mode == up && rest > 0))
        whole += rest < 0 ? -1.0f : 1.0f;
    if (whole >= limit)
        return (_Tp)~(is_signed ? (_Tp)(1ull << (sizeof(_Tp) * 8 - 1)) : (_Tp)0);
    if (whole <= (is_signed ? -limit : 0))
        return is_signed ? (_Tp)(1ull << (sizeof(_Tp) * 8 - 1)) : (_Tp)0;
    return (_Tp)whole;
}

} // namespace gpuinterop_small

/* Members of small floats for each integer that they are made of, and for each one that they become
 * alone. Further arguments stand before the type, with a comma behind them. */
#define GPUINTEROP_EACH_WHOLE(member, ...) \
    member(__VA_ARGS__ short) \
    member(__VA_ARGS__ unsigned short) \
    member(__VA_ARGS__ int) \
    member(__VA_ARGS__ unsigned int) \
    member(__VA_ARGS__ long) \
    member(__VA_ARGS__ unsigned long) \
    member(__VA_ARGS__ long long) \
    member(__VA_ARGS__ unsigned long long)
#define GPUINTEROP_EACH_TINY(member, ...) \
    member(__VA_ARGS__ char) \
    member(__VA_ARGS__ signed char) \
    member(__VA_ARGS__ unsigned char)

#endif
