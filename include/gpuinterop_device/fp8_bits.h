/** The bits of floats of 8 bits, for host and device code. Numbers are rounded to the nearest, even
 *  of two. */
#ifndef GPUINTEROP_DEVICE_FP8_BITS_H
#define GPUINTEROP_DEVICE_FP8_BITS_H

#include "half.h"
#include "small_float.h"

namespace gpuinterop_fp8 {

/* The number of bits of exponent and fraction. e4m3 has no infinity. Formats with fnuz have neither
 * infinities nor -0: 0x80 is their NaN, and their exponents are one less. Both vendors count so. */
enum format { e4m3, e5m2, e4m3_fnuz, e5m2_fnuz };

GPUINTEROP_BOTH bool is_fnuz(format f) { return f >= e4m3_fnuz; }
GPUINTEROP_BOTH bool is_wide(format f) { return f == e5m2 || f == e5m2_fnuz; }

/* The bits of the largest number. The next bits are the infinity, or a NaN where there is
 * none. */
GPUINTEROP_BOTH unsigned int largest(format f)
{
    return is_fnuz(f) ? 0x7f : is_wide(f) ? 0x7b : 0x7e;
}

GPUINTEROP_BOTH unsigned int round(gpuinterop_small::number value, gpuinterop_small::rounding mode,
                                   format f)
{
    return is_wide(f) ? gpuinterop_small::round<5, 2>(value, mode, largest(f))
                      : gpuinterop_small::round<4, 3>(value, mode, largest(f));
}

GPUINTEROP_BOTH unsigned char with_sign(unsigned int size, bool is_negative, format f)
{
    if (is_fnuz(f))
        return (unsigned char)(size == 0 || size == 0x80 || !is_negative ? size : size | 0x80);
    return (unsigned char)(is_negative ? size | 0x80 : size);
}

/* is_hip: without saturation all above the largest number overflows, in AMD's conversions, and
 * numbers that are rounded to more than it, in NVIDIA's. */
GPUINTEROP_BOTH unsigned char from(gpuinterop_small::number value, bool saturates, format f,
                                   bool is_hip)
{
    const bool is_negative = value.is_negative;
    unsigned int size;

    value.is_negative = false;
    value.exponent += is_fnuz(f);
    size = round(value, gpuinterop_small::nearest, f);
    if (is_hip && !saturates)
        size = round(value, gpuinterop_small::up, f) > largest(f) ? largest(f) + 1 : size;
    if (size > largest(f) && saturates)
        size = largest(f);
    return with_sign(size, is_negative, f);
}

GPUINTEROP_BOTH unsigned char from_infinity(bool is_negative, bool saturates, format f)
{
    return with_sign(saturates ? largest(f) : largest(f) + 1, is_negative, f);
}

/* NVIDIA's NaN of a float is 0x7f. AMD's has the sign. */
GPUINTEROP_BOTH unsigned char from(float value, bool saturates, format f, bool is_hip)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, value), size = bits & 0x7fffffff;

    if (size > 0x7f800000)
        return is_fnuz(f) ? 0x80 : with_sign(0x7f, is_hip && bits >> 31 != 0, f);
    if (size == 0x7f800000)
        return from_infinity(bits >> 31 != 0, saturates, f);
    return from(gpuinterop_small::of_bits(bits), saturates, f, is_hip);
}

/* NVIDIA's NaN of a double has its sign, and in e5m2 the first bits of its fraction. */
GPUINTEROP_BOTH unsigned char from(double value, bool saturates, format f, bool is_hip)
{
    unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
    unsigned long long size = bits & ~(1ull << 63);
    const bool is_negative = bits >> 63 != 0;

    if (size > 0x7ff0000000000000ull)
        return is_fnuz(f) ? 0x80
            : with_sign(f == e5m2 && !is_hip ? 0x7e | (size >> 50 & 3) : 0x7f, is_negative, f);
    if (size == 0x7ff0000000000000ull)
        return from_infinity(is_negative, saturates, f);
    return from(gpuinterop_small::of_bits(bits), saturates, f, is_hip);
}

/* An integer of any type, as a number. */
template <class _Tp> GPUINTEROP_BOTH_TEMPLATE gpuinterop_small::number whole(_Tp value)
{
    return (_Tp)-1 < (_Tp)0 ? gpuinterop_small::of((long long)value)
                        : gpuinterop_small::of((unsigned long long)value);
}

GPUINTEROP_BOTH float to_float(unsigned char bits, format f)
{
    const int fraction = is_wide(f) ? 2 : 3, bias = (is_wide(f) ? 15 : 7) + is_fnuz(f);
    const unsigned int sign = (bits & 0x80u) << 24, size = bits & 0x7f;

    if (is_fnuz(f) ? bits == 0x80 : is_wide(f) ? size > 0x7c : size == 0x7f)
        return __builtin_bit_cast(float, 0x7fffffffu);
    if (f == e5m2 && size == 0x7c)
        return __builtin_bit_cast(float, sign | 0x7f800000);
    if (size >> fraction == 0) {
        float all = (float)size * __builtin_bit_cast(float, (128u - bias - fraction) << 23);
        return __builtin_bit_cast(float, __builtin_bit_cast(unsigned int, all) | sign);
    }
    return __builtin_bit_cast(float, sign | ((size << (23 - fraction)) + ((127u - bias) << 23)));
}

/* Each is a half; a NaN is 0x7fff. */
GPUINTEROP_BOTH unsigned short to_half(unsigned char bits, format f)
{
    return gpuinterop_half::pack(to_float(bits, f));
}

/* Two of them, and one of several. */
template <class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned int pair(_Tp x, _Tp y, format f, bool is_hip)
{
    return from(x, true, f, is_hip) | (unsigned int)from(y, true, f, is_hip) << 8;
}
GPUINTEROP_BOTH float float_at(unsigned int all, int index, format f)
{
    return to_float((unsigned char)(all >> 8 * index), f);
}
GPUINTEROP_BOTH unsigned short half_at(unsigned int all, int index, format f)
{
    return to_half((unsigned char)(all >> 8 * index), f);
}

} // namespace gpuinterop_fp8

#endif
