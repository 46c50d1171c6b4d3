/** Inverse sine, cosine and tangent. */
#ifndef GPUINTEROP_DEVICE_MATH_ARC_H
#define GPUINTEROP_DEVICE_MATH_ARC_H

#include "math_bits.h"

namespace gpuinterop_math {

/* The arc tangent of a in [0, 1]. */
GPUINTEROP_FN double arc_of_unit(double a)
{
    bool is_upper = a > 0.4142135623730951;
    double r = is_upper ? (a - 1) / (a + 1) : a, z = r * r;
    double p = poly(z, -0x1.5555555555555p-2, 0x1.9999999999953p-3, -0x1.249249248d7e6p-3,
                    0x1.c71c71c3045bap-4, -0x1.745d165de250bp-4, 0x1.3b1392d7e8f74p-4,
                    -0x1.110e87e6a8722p-4, 0x1.e19a10824a50bp-5, -0x1.ac7a7bd8f05c0p-5,
                    0x1.74dd67f0d3109p-5, -0x1.1b32a3266af2ep-5, 0x1.0ad10221730d6p-6);

    if (!is_upper)
        return r + r * z * p;
    wide base = fast_sum(0x1.921fb54442d18p-1, r);
    return base.high + (base.low + (r * z * p + 0x1.1a62633145c07p-55));
}
GPUINTEROP_FN float arc_of_unit(float a)
{
    bool is_upper = a > 0.41421356f;
    float r = is_upper ? (a - 1) / (a + 1) : a, z = r * r;
    float p = poly(z, -0x1.555554p-2f, 0x1.999730p-3f, -0x1.242032p-3f, 0x1.b80feap-4f,
                   -0x1.084476p-4f);
    float base = 0x1.921fb6p-1f + r, low = r - (base - 0x1.921fb6p-1f);

    if (!is_upper)
        return __builtin_fmaf(r * z, p, r);
    return base + (low + __builtin_fmaf(r * z, p, -0x1.777a5cp-26f));
}

GPUINTEROP_FN double arc_tangent(double x)
{
    double a = __builtin_fabs(x);

    if (is_nan(x) || a == 0)
        return x;
    return with_sign(a > 1 ? 0x1.921fb54442d18p+0 - (arc_of_unit(1 / a) - 0x1.1a62633145c07p-54)
                           : arc_of_unit(a), x);
}
GPUINTEROP_FN float arc_tangent(float x)
{
    float a = __builtin_fabsf(x);

    if (is_nan(x) || a == 0)
        return x;
    return with_sign(a > 1 ? 0x1.921fb6p+0f - (arc_of_unit(1 / a) + 0x1.777a5cp-25f)
                           : arc_of_unit(a), x);
}

/* The angle of a point, from the quotient of its smaller coordinate and its larger one. */
GPUINTEROP_LONG_FN double arc_tangent(double y, double x)
{
    double a = __builtin_fabs(y), b = __builtin_fabs(x), small = a < b ? a : b;
    double large = a < b ? b : a, arc;

    if (is_nan(x) || is_nan(y))
        return nan_double();
    if (large < 0x1p-1000) {
        small *= 0x1p+60;
        large *= 0x1p+60;
    }
    arc = large == 0 ? 0 : small == large ? 0x1.921fb54442d18p-1 : arc_of_unit(small / large);
    if (a > b)
        arc = 0x1.921fb54442d18p+0 - (arc - 0x1.1a62633145c07p-54);
    if (is_negative(x))
        arc = 0x1.921fb54442d18p+1 - (arc - 0x1.1a62633145c07p-53);
    return with_sign(arc, y);
}
GPUINTEROP_LONG_FN float arc_tangent(float y, float x)
{
    float a = __builtin_fabsf(y), b = __builtin_fabsf(x), small = a < b ? a : b;
    float large = a < b ? b : a, arc;

    if (is_nan(x) || is_nan(y))
        return nan_float();
    if (large < 0x1p-100f || large > 0x1p+100f) {
        float scale = large < 1 ? 0x1p+30f : 0x1p-30f;

        small = is_finite(small) ? small * scale : small;
        large *= scale;
        if (is_infinite(large) && is_finite(small))
            small = 0;
    }
    arc = large == 0 ? 0 : small == large ? 0x1.921fb6p-1f : arc_of_unit(small / large);
    if (a > b)
        arc = 0x1.921fb6p+0f - (arc + 0x1.777a5cp-25f);
    if (is_negative(x))
        arc = 0x1.921fb6p+1f - (arc + 0x1.777a5cp-24f);
    return with_sign(arc, y);
}

/* The arc sine of r up to 1/2, without r; z is r r. */
GPUINTEROP_FN double arc_of_half(double r, double z)
{
    double p = poly(z, 0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5,
                    0x1.f1c71c1db0623p-6, 0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6,
                    0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7, 0x1.52420b04b37bep-7,
                    0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
                    0x1.d72b2bc8155f8p-6);

    return r * z * p;
}
GPUINTEROP_FN float arc_of_half(float r, float z)
{
    float p = poly(z, 0x1.55555ep-3f, 0x1.332732p-4f, 0x1.70a6bcp-5f, 0x1.b311d2p-6f,
                   0x1.37fe16p-5f);

    return r * z * p;
}

GPUINTEROP_FN double arc_sine(double x)
{
    double a = __builtin_fabs(x), z, root;

    if (!(a > 0.5 && a <= 1))
        return a <= 0.5 ? a == 0 ? x : x + arc_of_half(x, x * x) : nan_double();
    z = 0.5 * (1 - a);
    root = __builtin_sqrt(z);
    /* The rounding error of the root counts. */
    wide square = product(root, root);
    double lost = z == 0 ? 0 : ((z - square.high) - square.low) / root;
    wide base = fast_sum(0x1.921fb54442d18p+0, -2 * root);
    return with_sign(base.high - ((2 * arc_of_half(root, z) + lost) -
                                  (base.low + 0x1.1a62633145c07p-54)), x);
}
GPUINTEROP_FN float arc_sine(float x)
{
    float a = __builtin_fabsf(x), z, root, base, low;

    if (!(a > 0.5f && a <= 1))
        return a <= 0.5f ? a == 0 ? x : x + arc_of_half(x, x * x) : nan_float();
    z = 0.5f * (1 - a);
    root = __builtin_sqrtf(z);
    /* The rounding error of the root counts. */
    low = z == 0 ? 0 : __builtin_fmaf(-root, root, z) / root;
    base = 0x1.921fb6p+0f - 2 * root;
    low += (base - 0x1.921fb6p+0f) + 2 * root;
    return with_sign(base - ((2 * arc_of_half(root, z) + low) + 0x1.777a5cp-25f), x);
}

GPUINTEROP_FN double arc_cosine(double x)
{
    double a = __builtin_fabs(x), z = 0.5 * (1 - a), arc;

    if (a <= 0.5 || is_nan(x))
        return 0x1.921fb54442d18p+0 - (x + (arc_of_half(x, x * x) - 0x1.1a62633145c07p-54));
    arc = __builtin_sqrt(z);
    arc = 2 * (arc + arc_of_half(arc, z));
    return x < 0 ? 0x1.921fb54442d18p+1 - (arc - 0x1.1a62633145c07p-53) : arc;
}
GPUINTEROP_FN float arc_cosine(float x)
{
    float a = __builtin_fabsf(x), z = 0.5f * (1 - a), arc;

    if (a <= 0.5f || is_nan(x))
        return 0x1.921fb6p+0f - (x + (arc_of_half(x, x * x) + 0x1.777a5cp-25f));
    arc = __builtin_sqrtf(z);
    arc = 2 * (arc + arc_of_half(arc, z));
    return x < 0 ? 0x1.921fb6p+1f - (arc + 0x1.777a5cp-24f) : arc;
}

} // namespace gpuinterop_math

#endif
