/** Complex numbers of float and double for host and device code, in C and C++. The header before
 *  this one has the vectors of two, and defines two macros. GPUINTEROP_COMPLEX(name) puts the
 *  interface's prefix in front of a name, GPUINTEROP_MAKE(name) does so for the functions that make
 *  a number. This header may come once for each interface. */
#include <math.h>

#ifdef GPUINTEROP_DEVICE_CODE
#include "function.h"
#define GPUINTEROP_COMPLEX_FN GPUINTEROP_BOTH
#else
#define GPUINTEROP_COMPLEX_FN static __inline__ __attribute__((unused))
#endif

typedef float2 GPUINTEROP_COMPLEX(FloatComplex);
typedef double2 GPUINTEROP_COMPLEX(DoubleComplex);
typedef GPUINTEROP_COMPLEX(FloatComplex) GPUINTEROP_COMPLEX(Complex);

/* The functions of one type. Products and quotients are those of the definition. A quotient is
 * scaled by the size of the divisor, so that its square neither overflows nor vanishes. */
#define GPUINTEROP_COMPLEX_OF(type, complex, make, f) \
    GPUINTEROP_COMPLEX_FN complex make(type real, type imaginary) \
    { \
        complex z; \
        z.x = real; \
        z.y = imaginary; \
        return z; \
    } \
    GPUINTEROP_COMPLEX_FN type GPUINTEROP_COMPLEX(Creal##f)(complex z) { return z.x; } \
    GPUINTEROP_COMPLEX_FN type GPUINTEROP_COMPLEX(Cimag##f)(complex z) { return z.y; } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Conj##f)(complex z) \
    { \
        return make(z.x, -z.y); \
    } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Cadd##f)(complex a, complex b) \
    { \
        return make(a.x + b.x, a.y + b.y); \
    } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Csub##f)(complex a, complex b) \
    { \
        return make(a.x - b.x, a.y - b.y); \
    } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Cmul##f)(complex a, complex b) \
    { \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Cdiv##f)(complex a, complex b) \
    { \
        type scale = 1 / (fabs##f(b.x) + fabs##f(b.y)), square; \
        a = make(a.x * scale, a.y * scale); \
        b = make(b.x * scale, b.y * scale); \
        square = 1 / (b.x * b.x + b.y * b.y); \
        return make((a.x * b.x + a.y * b.y) * square, (a.y * b.x - a.x * b.y) * square); \
    } \
    GPUINTEROP_COMPLEX_FN type GPUINTEROP_COMPLEX(Cabs##f)(complex z) \
    { \
        return hypot##f(z.x, z.y); \
    } \
    GPUINTEROP_COMPLEX_FN complex GPUINTEROP_COMPLEX(Cfma##f)(complex a, complex b, complex c) \
    { \
        return make(fma##f(a.x, b.x, fma##f(-a.y, b.y, c.x)), \
                    fma##f(a.x, b.y, fma##f(a.y, b.x, c.y))); \
    }
GPUINTEROP_COMPLEX_OF(float, GPUINTEROP_COMPLEX(FloatComplex), GPUINTEROP_MAKE(FloatComplex), f)
GPUINTEROP_COMPLEX_OF(double, GPUINTEROP_COMPLEX(DoubleComplex), GPUINTEROP_MAKE(DoubleComplex), )
#undef GPUINTEROP_COMPLEX_OF

GPUINTEROP_COMPLEX_FN GPUINTEROP_COMPLEX(Complex)
    GPUINTEROP_MAKE(Complex)(float real, float imaginary)
{
    return GPUINTEROP_MAKE(FloatComplex)(real, imaginary);
}
GPUINTEROP_COMPLEX_FN GPUINTEROP_COMPLEX(DoubleComplex)
    GPUINTEROP_COMPLEX(ComplexFloatToDouble)(GPUINTEROP_COMPLEX(FloatComplex) z)
{
    return GPUINTEROP_MAKE(DoubleComplex)(z.x, z.y);
}
GPUINTEROP_COMPLEX_FN GPUINTEROP_COMPLEX(FloatComplex)
    GPUINTEROP_COMPLEX(ComplexDoubleToFloat)(GPUINTEROP_COMPLEX(DoubleComplex) z)
{
    return GPUINTEROP_MAKE(FloatComplex)((float)z.x, (float)z.y);
}
#undef GPUINTEROP_COMPLEX_FN
