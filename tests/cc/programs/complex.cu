/* Complex numbers, on the device and on the host. */
#include "either.h"

#ifdef __HIP__
#include <hip/hip_complex.h>
#define C(name) hip##name
#define MAKE(name) make_hip##name
#else
#include <cuComplex.h>
#define C(name) cu##name
#define MAKE(name) make_cu##name
#endif

enum { RESULTS = 20 };

/* Each function once; the numbers are chosen so that all results are exact. */
static __host__ __device__ void use_all(double *out)
{
    C(FloatComplex) a = MAKE(FloatComplex)(3, 4), b = MAKE(Complex)(1, -2), c;
    C(DoubleComplex) d = MAKE(DoubleComplex)(5, 12), e = MAKE(DoubleComplex)(-2, 2), f;

    c = C(Caddf)(a, b);
    out[0] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    c = C(Csubf)(a, C(Conjf)(b));
    out[1] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    c = C(Cmulf)(a, b);
    out[2] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    c = C(Cdivf)(MAKE(FloatComplex)(8, 4), MAKE(FloatComplex)(2, -2));
    out[3] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    c = C(Cfmaf)(a, b, a);
    out[4] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    out[5] = C(Cabsf)(a);
    f = C(Cadd)(d, e);
    out[6] = C(Creal)(f) * 100 + C(Cimag)(f);
    f = C(Csub)(d, C(Conj)(e));
    out[7] = C(Creal)(f) * 100 + C(Cimag)(f);
    f = C(Cmul)(d, e);
    out[8] = C(Creal)(f) * 100 + C(Cimag)(f);
    f = C(Cdiv)(MAKE(DoubleComplex)(0, 16), e);
    out[9] = C(Creal)(f) * 100 + C(Cimag)(f);
    f = C(Cfma)(d, e, C(ComplexFloatToDouble)(a));
    out[10] = C(Creal)(f) * 100 + C(Cimag)(f);
    out[11] = C(Cabs)(d);
    c = C(ComplexDoubleToFloat)(d);
    out[12] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    /* A divisor whose square is no number of the type. */
    c = C(Cdivf)(MAKE(FloatComplex)(0x1p100f, 0x1p100f), MAKE(FloatComplex)(0x1p100f, 0));
    out[13] = C(Crealf)(c) * 100 + C(Cimagf)(c);
    out[14] = C(Cabsf)(MAKE(FloatComplex)(0x3p100f, 0x4p100f)) / 0x1p100;
}

__global__ void on_device(double *out)
{
    use_all(out);
}

int main()
{
    static const double wanted[] = { 402, 202, 1098, 103, 1402, 5, 314, 714, -3414, 396,
                                     -3110, 13, 512, 101, 5 };
    buffer<double> out(std::vector<double>(RESULTS, -1));
    std::vector<double> host(RESULTS, -1);

    on_device<<<1, 1>>>(out.at);
    use_all(host.data());
    std::vector<double> device = out.read();
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        EXPECT(device[i], wanted[i]);
        EXPECT(host[i], wanted[i]);
    }
    std::puts("ok");
    return 0;
}
