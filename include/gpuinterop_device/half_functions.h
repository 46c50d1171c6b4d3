/** The functions that both floats of 16 bits have. Results are rounded once. The header before this
 *  one defines the types, gpuinterop_add, gpuinterop_sub, gpuinterop_mul and gpuinterop_fma for
 *  them, and these names: GPUINTEROP_H is the type, and GPUINTEROP_H2 its pair. GPUINTEROP_H_RAW is
 *  the type with the bits alone. GPUINTEROP_H_WORD and GPUINTEROP_H2_WORD are the words for them in
 *  names of functions. GPUINTEROP_H_EXPONENT says how many bits the exponent has. */

#define GPUINTEROP_PASTE_OF(a, b, c) a##b##c
#define GPUINTEROP_PASTE(a, b, c) GPUINTEROP_PASTE_OF(a, b, c)
#define GPUINTEROP_H_NAME(before, behind) GPUINTEROP_PASTE(before, GPUINTEROP_H_WORD, behind)
#define GPUINTEROP_H2_NAME(before, behind) GPUINTEROP_PASTE(before, GPUINTEROP_H2_WORD, behind)

/* ---- conversions ---------------------------------------------------------------------------- */

GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__ushort_as_, )(unsigned short bits)
{
    GPUINTEROP_H_RAW raw = {};
    raw.x = bits;
    return raw;
}
GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__short_as_, )(short bits)
{
    return GPUINTEROP_H_NAME(__ushort_as_, )((unsigned short)bits);
}
GPUINTEROP_BOTH unsigned short GPUINTEROP_H_NAME(__, _as_ushort)(GPUINTEROP_H h)
{
    return GPUINTEROP_H_RAW(h).x;
}
GPUINTEROP_BOTH short GPUINTEROP_H_NAME(__, _as_short)(GPUINTEROP_H h)
{
    return (short)GPUINTEROP_H_RAW(h).x;
}

/* From a type, in each direction of rounding. */
#define GPUINTEROP_H_FROM(type, name, behind, mode) \
    GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__##name##2, behind)(type x) \
    { \
        return GPUINTEROP_H_NAME(__ushort_as_, )( \
            gpuinterop_small::round_16<GPUINTEROP_H_EXPONENT>(x, gpuinterop_small::mode)); \
    }
#define GPUINTEROP_H_FROM_ALL(type, name) \
    GPUINTEROP_H_FROM(type, name, _rz, towards_zero) \
    GPUINTEROP_H_FROM(type, name, _rd, down) \
    GPUINTEROP_H_FROM(type, name, _ru, up)
#define GPUINTEROP_H_INTEGER(type, name) \
    GPUINTEROP_H_FROM(type, name, _rn, nearest) \
    GPUINTEROP_H_FROM_ALL(type, name) \
    GPUINTEROP_H_TO(type, name, _rn, nearest) \
    GPUINTEROP_H_TO(type, name, _rz, towards_zero) \
    GPUINTEROP_H_TO(type, name, _rd, down) \
    GPUINTEROP_H_TO(type, name, _ru, up)
#define GPUINTEROP_H_TO(type, name, behind, mode) \
    GPUINTEROP_BOTH type GPUINTEROP_H_NAME(__, 2##name##behind)(GPUINTEROP_H h) \
    { \
        return gpuinterop_small::to_integer<type>((float)h, gpuinterop_small::mode); \
    }
GPUINTEROP_H_FROM_ALL(float, float)
GPUINTEROP_H_INTEGER(int, int)
GPUINTEROP_H_INTEGER(unsigned int, uint)
GPUINTEROP_H_INTEGER(short, short)
GPUINTEROP_H_INTEGER(unsigned short, ushort)
GPUINTEROP_H_INTEGER(long long, ll)
GPUINTEROP_H_INTEGER(unsigned long long, ull)
GPUINTEROP_H_TO(signed char, char, _rz, towards_zero)
GPUINTEROP_H_TO(unsigned char, uchar, _rz, towards_zero)
#undef GPUINTEROP_H_FROM
#undef GPUINTEROP_H_FROM_ALL
#undef GPUINTEROP_H_INTEGER
#undef GPUINTEROP_H_TO

GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__float2, )(float x) { return GPUINTEROP_H(x); }
GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__float2, _rn)(float x) { return GPUINTEROP_H(x); }
GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__double2, )(double x) { return GPUINTEROP_H(x); }
GPUINTEROP_BOTH float GPUINTEROP_H_NAME(__, 2float)(GPUINTEROP_H h) { return (float)h; }

GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(__halves2, )(GPUINTEROP_H a, GPUINTEROP_H b)
{
    return GPUINTEROP_H2(a, b);
}
GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(make_, )(GPUINTEROP_H a, GPUINTEROP_H b)
{
    return GPUINTEROP_H2(a, b);
}
GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(GPUINTEROP_H_NAME(__, 2), )(GPUINTEROP_H a)
{
    return GPUINTEROP_H2(a, a);
}
GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(__float2, _rn)(float a)
{
    return GPUINTEROP_H2(GPUINTEROP_H(a), GPUINTEROP_H(a));
}
GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(__floats2, _rn)(float a, float b)
{
    return GPUINTEROP_H2(GPUINTEROP_H(a), GPUINTEROP_H(b));
}
GPUINTEROP_BOTH GPUINTEROP_H2 GPUINTEROP_H2_NAME(__float22, _rn)(float2 a)
{
    return GPUINTEROP_H2(GPUINTEROP_H(a.x), GPUINTEROP_H(a.y));
}
GPUINTEROP_BOTH float2 GPUINTEROP_H2_NAME(__, 2float2)(GPUINTEROP_H2 a)
{
    return make_float2((float)a.x, (float)a.y);
}
GPUINTEROP_BOTH float __low2float(GPUINTEROP_H2 a) { return (float)a.x; }
GPUINTEROP_BOTH float __high2float(GPUINTEROP_H2 a) { return (float)a.y; }
GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__low2, )(GPUINTEROP_H2 a) { return a.x; }
GPUINTEROP_BOTH GPUINTEROP_H GPUINTEROP_H_NAME(__high2, )(GPUINTEROP_H2 a) { return a.y; }

#define GPUINTEROP_H2_PICK(name, parameters, low, high) \
    GPUINTEROP_BOTH GPUINTEROP_H2 name parameters { return GPUINTEROP_H2(low, high); }
GPUINTEROP_H2_PICK(GPUINTEROP_H2_NAME(__low2, ), (GPUINTEROP_H2 a), a.x, a.x)
GPUINTEROP_H2_PICK(GPUINTEROP_H2_NAME(__high2, ), (GPUINTEROP_H2 a), a.y, a.y)
GPUINTEROP_H2_PICK(GPUINTEROP_H2_NAME(__lows2, ), (GPUINTEROP_H2 a, GPUINTEROP_H2 b), a.x, b.x)
GPUINTEROP_H2_PICK(GPUINTEROP_H2_NAME(__highs2, ), (GPUINTEROP_H2 a, GPUINTEROP_H2 b), a.y, b.y)
GPUINTEROP_H2_PICK(__lowhigh2highlow, (GPUINTEROP_H2 a), a.y, a.x)
#undef GPUINTEROP_H2_PICK

/* ---- signs and kinds of numbers -------------------------------------------------------------- */

GPUINTEROP_BOTH GPUINTEROP_H __hneg(GPUINTEROP_H a)
{
    return GPUINTEROP_H_NAME(__ushort_as_, )(GPUINTEROP_H_RAW(a).x ^ 0x8000);
}
GPUINTEROP_BOTH GPUINTEROP_H __habs(GPUINTEROP_H a)
{
    return GPUINTEROP_H_NAME(__ushort_as_, )(GPUINTEROP_H_RAW(a).x & 0x7fff);
}
GPUINTEROP_BOTH bool __hisnan(GPUINTEROP_H a) { return (float)a != (float)a; }
GPUINTEROP_BOTH int __hisinf(GPUINTEROP_H a)
{
    float x = (float)a;

    return __builtin_fabsf(x) != __builtin_inff() ? 0 : x < 0 ? -1 : 1;
}

/* The NaN that operations give, of the operand's type. */
GPUINTEROP_BOTH GPUINTEROP_H gpuinterop_nan(GPUINTEROP_H)
{
    return GPUINTEROP_H_NAME(__ushort_as_, )(0x7fff);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* 0 to 1; NaN is 0. */
GPUINTEROP_BOTH GPUINTEROP_H gpuinterop_saturate(GPUINTEROP_H a)
{
    float x = (float)a;

    return GPUINTEROP_H(x > 0 ? x < 1 ? x : 1.0f : 0.0f);
}

/* A function of the parts of pairs. */
#define GPUINTEROP_H2_OF_1(name, part) \
    GPUINTEROP_BOTH GPUINTEROP_H2 name(GPUINTEROP_H2 a) \
    { \
        return GPUINTEROP_H2(part(a.x), part(a.y)); \
    }
#define GPUINTEROP_H2_OF_2(name, part) \
    GPUINTEROP_BOTH GPUINTEROP_H2 name(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return GPUINTEROP_H2(part(a.x, b.x), part(a.y, b.y)); \
    }
#define GPUINTEROP_H2_OF_3(name, part) \
    GPUINTEROP_BOTH GPUINTEROP_H2 name(GPUINTEROP_H2 a, GPUINTEROP_H2 b, GPUINTEROP_H2 c) \
    { \
        return GPUINTEROP_H2(part(a.x, b.x, c.x), part(a.y, b.y, c.y)); \
    }

#define GPUINTEROP_H_ARITHMETIC(name, primitive) \
    GPUINTEROP_BOTH GPUINTEROP_H name(GPUINTEROP_H a, GPUINTEROP_H b) { return primitive(a, b); } \
    GPUINTEROP_BOTH GPUINTEROP_H name##_rn(GPUINTEROP_H a, GPUINTEROP_H b) { return name(a, b); } \
    GPUINTEROP_BOTH GPUINTEROP_H name##_sat(GPUINTEROP_H a, GPUINTEROP_H b) \
    { \
        return gpuinterop_saturate(name(a, b)); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H2 name##2(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return primitive(a, b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H2 name##2_rn(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return name##2(a, b); \
    } \
    GPUINTEROP_H2_OF_2(name##2_sat, name##_sat)
GPUINTEROP_H_ARITHMETIC(__hadd, gpuinterop_add)
GPUINTEROP_H_ARITHMETIC(__hsub, gpuinterop_sub)
GPUINTEROP_H_ARITHMETIC(__hmul, gpuinterop_mul)
#undef GPUINTEROP_H_ARITHMETIC
GPUINTEROP_BOTH GPUINTEROP_H __hdiv(GPUINTEROP_H a, GPUINTEROP_H b)
{
    return GPUINTEROP_H((float)a / (float)b);
}
GPUINTEROP_H2_OF_2(__h2div, __hdiv)

GPUINTEROP_BOTH GPUINTEROP_H __hfma(GPUINTEROP_H a, GPUINTEROP_H b, GPUINTEROP_H c)
{
    return gpuinterop_fma(a, b, c);
}
GPUINTEROP_BOTH GPUINTEROP_H2 __hfma2(GPUINTEROP_H2 a, GPUINTEROP_H2 b, GPUINTEROP_H2 c)
{
    return gpuinterop_fma(a, b, c);
}
GPUINTEROP_BOTH GPUINTEROP_H __hfma_sat(GPUINTEROP_H a, GPUINTEROP_H b, GPUINTEROP_H c)
{
    return gpuinterop_saturate(__hfma(a, b, c));
}
/* NaN stays, and is the canonical one. */
GPUINTEROP_BOTH GPUINTEROP_H __hfma_relu(GPUINTEROP_H a, GPUINTEROP_H b, GPUINTEROP_H c)
{
    GPUINTEROP_H sum = __hfma(a, b, c);

    return (float)sum < 0 || (float)sum == 0 ? GPUINTEROP_H(0.0f)
        : __hisnan(sum) ? gpuinterop_nan(sum) : sum;
}
GPUINTEROP_H2_OF_3(__hfma2_sat, __hfma_sat)
GPUINTEROP_H2_OF_3(__hfma2_relu, __hfma_relu)
GPUINTEROP_H2_OF_1(__hneg2, __hneg)
GPUINTEROP_H2_OF_1(__habs2, __habs)

/* Complex numbers in pairs: a * b + c. */
GPUINTEROP_BOTH GPUINTEROP_H2 __hcmadd(GPUINTEROP_H2 a, GPUINTEROP_H2 b, GPUINTEROP_H2 c)
{
    GPUINTEROP_H real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);

    return GPUINTEROP_H2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* A comparison with u is true also for unordered operands. A mask has all bits of a part. */
#define GPUINTEROP_H_COMPARE_ONE(name, b2, compare) \
    GPUINTEROP_BOTH bool __h##name(GPUINTEROP_H a, GPUINTEROP_H b) { return compare; } \
    GPUINTEROP_BOTH GPUINTEROP_H2 __h##name##2(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return GPUINTEROP_H2(GPUINTEROP_H(__h##name(a.x, b.x) ? 1.0f : 0.0f), \
                             GPUINTEROP_H(__h##name(a.y, b.y) ? 1.0f : 0.0f)); \
    } \
    GPUINTEROP_BOTH unsigned int __h##name##2_mask(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
    } \
    GPUINTEROP_BOTH bool b2(GPUINTEROP_H2 a, GPUINTEROP_H2 b) \
    { \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y); \
    }
#define GPUINTEROP_H_COMPARE(name, op) \
    GPUINTEROP_H_COMPARE_ONE(name, __hb##name##2, \
                             (float)a op (float)b && !__hisnan(a) && !__hisnan(b)) \
    GPUINTEROP_H_COMPARE_ONE(name##u, __hb##name##u2, \
                             __hisnan(a) || __hisnan(b) || (float)a op (float)b)
GPUINTEROP_H_COMPARE(eq, ==)
GPUINTEROP_H_COMPARE(ne, !=)
GPUINTEROP_H_COMPARE(lt, <)
GPUINTEROP_H_COMPARE(le, <=)
GPUINTEROP_H_COMPARE(gt, >)
GPUINTEROP_H_COMPARE(ge, >=)
#undef GPUINTEROP_H_COMPARE
#undef GPUINTEROP_H_COMPARE_ONE
GPUINTEROP_BOTH GPUINTEROP_H2 __hisnan2(GPUINTEROP_H2 a)
{
    return GPUINTEROP_H2(GPUINTEROP_H(__hisnan(a.x) ? 1.0f : 0.0f),
                         GPUINTEROP_H(__hisnan(a.y) ? 1.0f : 0.0f));
}

/* The larger and the smaller: -0 is smaller than 0, and NaN is left out where it can be. The forms
 * with _nan give NaN if one is. */
#define GPUINTEROP_H_EXTREME(name, op, has_sign) \
    GPUINTEROP_BOTH GPUINTEROP_H name(GPUINTEROP_H a, GPUINTEROP_H b) \
    { \
        if (__hisnan(a) || __hisnan(b)) \
            return !__hisnan(a) ? a : !__hisnan(b) ? b : gpuinterop_nan(a); \
        if ((float)a == (float)b) \
            return (GPUINTEROP_H_RAW(a).x >> 15 != 0) == has_sign ? a : b; \
        return (float)a op (float)b ? a : b; \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H name##_nan(GPUINTEROP_H a, GPUINTEROP_H b) \
    { \
        return __hisnan(a) || __hisnan(b) ? gpuinterop_nan(a) : name(a, b); \
    } \
    GPUINTEROP_H2_OF_2(name##2, name) \
    GPUINTEROP_H2_OF_2(name##2_nan, name##_nan)
GPUINTEROP_H_EXTREME(__hmax, >, false)
GPUINTEROP_H_EXTREME(__hmin, <, true)
#undef GPUINTEROP_H_EXTREME

/* ---- operators ------------------------------------------------------------------------------- */

#define GPUINTEROP_H_OPERATOR(op, name, pair) \
    GPUINTEROP_BOTH GPUINTEROP_H operator op(const GPUINTEROP_H &a, const GPUINTEROP_H &b) \
    { \
        return name(a, b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H &operator op##=(GPUINTEROP_H &a, const GPUINTEROP_H &b) \
    { \
        return a = name(a, b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H2 operator op(const GPUINTEROP_H2 &a, const GPUINTEROP_H2 &b) \
    { \
        return pair(a, b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_H2 &operator op##=(GPUINTEROP_H2 &a, const GPUINTEROP_H2 &b) \
    { \
        return a = pair(a, b); \
    }
GPUINTEROP_H_OPERATOR(+, __hadd, __hadd2)
GPUINTEROP_H_OPERATOR(-, __hsub, __hsub2)
GPUINTEROP_H_OPERATOR(*, __hmul, __hmul2)
GPUINTEROP_H_OPERATOR(/, __hdiv, __h2div)
#undef GPUINTEROP_H_OPERATOR
#define GPUINTEROP_H_OPERATOR(op, name) \
    GPUINTEROP_BOTH bool operator op(const GPUINTEROP_H &a, const GPUINTEROP_H &b) \
    { \
        return __h##name(a, b); \
    } \
    GPUINTEROP_BOTH bool operator op(const GPUINTEROP_H2 &a, const GPUINTEROP_H2 &b) \
    { \
        return __hb##name##2(a, b); \
    }
GPUINTEROP_H_OPERATOR(==, eq)
GPUINTEROP_H_OPERATOR(!=, neu)
GPUINTEROP_H_OPERATOR(<, lt)
GPUINTEROP_H_OPERATOR(<=, le)
GPUINTEROP_H_OPERATOR(>, gt)
GPUINTEROP_H_OPERATOR(>=, ge)
#undef GPUINTEROP_H_OPERATOR
#define GPUINTEROP_H_OPERATOR(type, op, one) \
    GPUINTEROP_BOTH type &operator op##op(type &a) { return a = a op one; } \
    GPUINTEROP_BOTH type operator op##op(type &a, int) \
    { \
        type old = a; \
        a = a op one; \
        return old; \
    }
GPUINTEROP_H_OPERATOR(GPUINTEROP_H, +, GPUINTEROP_H(1.0f))
GPUINTEROP_H_OPERATOR(GPUINTEROP_H, -, GPUINTEROP_H(1.0f))
GPUINTEROP_H_OPERATOR(GPUINTEROP_H2, +, GPUINTEROP_H2(GPUINTEROP_H(1.0f), GPUINTEROP_H(1.0f)))
GPUINTEROP_H_OPERATOR(GPUINTEROP_H2, -, GPUINTEROP_H2(GPUINTEROP_H(1.0f), GPUINTEROP_H(1.0f)))
#undef GPUINTEROP_H_OPERATOR
GPUINTEROP_BOTH GPUINTEROP_H operator-(const GPUINTEROP_H &a) { return __hneg(a); }
GPUINTEROP_BOTH GPUINTEROP_H operator+(const GPUINTEROP_H &a) { return a; }
GPUINTEROP_BOTH GPUINTEROP_H2 operator-(const GPUINTEROP_H2 &a) { return __hneg2(a); }
GPUINTEROP_BOTH GPUINTEROP_H2 operator+(const GPUINTEROP_H2 &a) { return a; }

/* ---- functions of one number ----------------------------------------------------------------- */

#define GPUINTEROP_H_1(name, value) \
    GPUINTEROP_FN GPUINTEROP_H h##name(GPUINTEROP_H a) \
    { \
        float x = (float)a; \
        return GPUINTEROP_H(value); \
    } \
    GPUINTEROP_FN GPUINTEROP_H2 h2##name(GPUINTEROP_H2 a) \
    { \
        return GPUINTEROP_H2(h##name(a.x), h##name(a.y)); \
    }
GPUINTEROP_H_1(sqrt, sqrtf(x))
GPUINTEROP_H_1(rsqrt, rsqrtf(x))
GPUINTEROP_H_1(rcp, 1 / x)
GPUINTEROP_H_1(exp, expf(x))
GPUINTEROP_H_1(exp2, exp2f(x))
GPUINTEROP_H_1(exp10, exp10f(x))
GPUINTEROP_H_1(log, logf(x))
GPUINTEROP_H_1(log2, log2f(x))
GPUINTEROP_H_1(log10, log10f(x))
GPUINTEROP_H_1(sin, sinf(x))
GPUINTEROP_H_1(cos, cosf(x))
GPUINTEROP_H_1(tanh, tanhf(x))
GPUINTEROP_H_1(tanh_approx, tanhf(x))
GPUINTEROP_H_1(floor, floorf(x))
GPUINTEROP_H_1(ceil, ceilf(x))
GPUINTEROP_H_1(trunc, truncf(x))
GPUINTEROP_H_1(rint, rintf(x))
#undef GPUINTEROP_H_1

/* ---- sums in memory -------------------------------------------------------------------------- */

/* Both parts of a pair at once. */
GPUINTEROP_FN GPUINTEROP_H2 atomicAdd(GPUINTEROP_H2 *address, GPUINTEROP_H2 value)
{
    unsigned int *word = (unsigned int *)address, old = *(volatile unsigned int *)word, seen;

    do {
        seen = old;
        old = atomicCAS(word, seen, __builtin_bit_cast(
            unsigned int, __hadd2(__builtin_bit_cast(GPUINTEROP_H2, seen), value)));
    } while (old != seen);
    return __builtin_bit_cast(GPUINTEROP_H2, old);
}
GPUINTEROP_FN GPUINTEROP_H atomicAdd(GPUINTEROP_H *address, GPUINTEROP_H value)
{
    unsigned short *word = (unsigned short *)address, old = *(volatile unsigned short *)word, seen;

    do {
        seen = old;
        old = atomicCAS(word, seen, GPUINTEROP_H_RAW(
            __hadd(GPUINTEROP_H_NAME(__ushort_as_, )(seen), value)).x);
    } while (old != seen);
    return GPUINTEROP_H_NAME(__ushort_as_, )(old);
}

#undef GPUINTEROP_H2_OF_1
#undef GPUINTEROP_H2_OF_2
#undef GPUINTEROP_H2_OF_3
#undef GPUINTEROP_PASTE_OF
#undef GPUINTEROP_PASTE
#undef GPUINTEROP_H_NAME
#undef GPUINTEROP_H2_NAME
#undef GPUINTEROP_H
#undef GPUINTEROP_H2
#undef GPUINTEROP_H_RAW
#undef GPUINTEROP_H_WORD
#undef GPUINTEROP_H2_WORD
#undef GPUINTEROP_H_EXPONENT
