/** Floats of 16 bits with the exponent of a float, and pairs of them. Arithmetic is that of float,
 *  rounded; functions of one number are those of float, for device code alone. The header before
 *  this one defines the names of the types: GPUINTEROP_BFLOAT, GPUINTEROP_BFLOAT2,
 *  GPUINTEROP_BFLOAT_RAW, GPUINTEROP_BFLOAT2_RAW. */
#ifndef GPUINTEROP_DEVICE_BFLOAT_H
#define GPUINTEROP_DEVICE_BFLOAT_H

#include "small_float.h"

struct GPUINTEROP_BFLOAT_RAW {
    unsigned short x;
};
struct GPUINTEROP_BFLOAT2_RAW {
    unsigned short x, y;
};

struct alignas(2) GPUINTEROP_BFLOAT {
protected:
    unsigned short __x;         /* types of programs that derive from this one know the name */

public:
    GPUINTEROP_BFLOAT() = default;
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(const GPUINTEROP_BFLOAT_RAW &raw) : __x(raw.x) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(float value)
    {
        unsigned int all = __builtin_bit_cast(unsigned int, value);

        __x = (all & 0x7fffffff) > 0x7f800000
            ? 0x7fff : (unsigned short)((all + 0x7fff + (all >> 16 & 1)) >> 16);
    }
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(double value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(short value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(unsigned short value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(int value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(unsigned int value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(unsigned long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(long long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(unsigned long long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER operator float() const
    {
        return __builtin_bit_cast(float, (unsigned int)__x << 16);
    }
    GPUINTEROP_MEMBER operator GPUINTEROP_BFLOAT_RAW() const { return GPUINTEROP_BFLOAT_RAW{__x}; }
    GPUINTEROP_MEMBER operator GPUINTEROP_BFLOAT_RAW() const volatile
    {
        return GPUINTEROP_BFLOAT_RAW{__x};
    }
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT &operator=(const GPUINTEROP_BFLOAT_RAW &raw)
    {
        __x = raw.x;
        return *this;
    }
    GPUINTEROP_MEMBER volatile GPUINTEROP_BFLOAT &
    operator=(const GPUINTEROP_BFLOAT_RAW &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    GPUINTEROP_MEMBER volatile GPUINTEROP_BFLOAT &
    operator=(const volatile GPUINTEROP_BFLOAT_RAW &raw) volatile
    {
        __x = raw.x;
        return *this;
    }

private:
    template <class _Tp> static GPUINTEROP_MEMBER unsigned short of(_Tp value)
    {
        return gpuinterop_small::round_16<8>(value, gpuinterop_small::nearest);
    }
};

struct alignas(4) GPUINTEROP_BFLOAT2 {
    GPUINTEROP_BFLOAT x, y;

    GPUINTEROP_BFLOAT2() = default;
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT2(const GPUINTEROP_BFLOAT &a, const GPUINTEROP_BFLOAT &b)
        : x(a), y(b)
    {
    }
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT2(const GPUINTEROP_BFLOAT2_RAW &raw)
        : x(GPUINTEROP_BFLOAT_RAW{raw.x}), y(GPUINTEROP_BFLOAT_RAW{raw.y})
    {
    }
    GPUINTEROP_MEMBER operator GPUINTEROP_BFLOAT2_RAW() const
    {
        return GPUINTEROP_BFLOAT2_RAW{GPUINTEROP_BFLOAT_RAW(x).x, GPUINTEROP_BFLOAT_RAW(y).x};
    }
};

#define GPUINTEROP_BFLOAT_2(name, op) \
    GPUINTEROP_BOTH GPUINTEROP_BFLOAT name(GPUINTEROP_BFLOAT a, GPUINTEROP_BFLOAT b) \
    { \
        return GPUINTEROP_BFLOAT((float)a op (float)b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_BFLOAT2 name(GPUINTEROP_BFLOAT2 a, GPUINTEROP_BFLOAT2 b) \
    { \
        return GPUINTEROP_BFLOAT2(name(a.x, b.x), name(a.y, b.y)); \
    }
GPUINTEROP_BFLOAT_2(gpuinterop_add, +)
GPUINTEROP_BFLOAT_2(gpuinterop_sub, -)
GPUINTEROP_BFLOAT_2(gpuinterop_mul, *)
#undef GPUINTEROP_BFLOAT_2
GPUINTEROP_BOTH GPUINTEROP_BFLOAT gpuinterop_fma(GPUINTEROP_BFLOAT a, GPUINTEROP_BFLOAT b,
                                                 GPUINTEROP_BFLOAT c)
{
    return GPUINTEROP_BFLOAT(
        gpuinterop_small::add_to_odd<float, unsigned int>((float)a * (float)b, (float)c));
}
GPUINTEROP_BOTH GPUINTEROP_BFLOAT2 gpuinterop_fma(GPUINTEROP_BFLOAT2 a, GPUINTEROP_BFLOAT2 b,
                                                  GPUINTEROP_BFLOAT2 c)
{
    return GPUINTEROP_BFLOAT2(gpuinterop_fma(a.x, b.x, c.x), gpuinterop_fma(a.y, b.y, c.y));
}

#define GPUINTEROP_H GPUINTEROP_BFLOAT
#define GPUINTEROP_H2 GPUINTEROP_BFLOAT2
#define GPUINTEROP_H_RAW GPUINTEROP_BFLOAT_RAW
#define GPUINTEROP_H_WORD bfloat16
#define GPUINTEROP_H2_WORD bfloat162
#define GPUINTEROP_H_EXPONENT 8
#include "half_functions.h"

#endif
