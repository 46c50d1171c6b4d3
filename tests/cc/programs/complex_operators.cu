/* The C++ library's complex numbers in kernels: products and quotients of all kinds of operands,
 * against the host's libgcc, and the library's functions. */
#include "either.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

/* The function that clang calls for products. Device code has it from the header, host code from
 * libgcc. */
#ifndef __CUDA_ARCH__
extern "C" float _Complex __mulsc3(float a, float b, float c, float d);
extern "C" double _Complex __muldc3(double a, double b, double c, double d);
#endif

template <class T> struct operands {
    T a, b, c, d;
};

static __host__ __device__ std::complex<float> by_function(const operands<float> &x)
{
    return __mulsc3(x.a, x.b, x.c, x.d);
}
static __host__ __device__ std::complex<double> by_function(const operands<double> &x)
{
    return __muldc3(x.a, x.b, x.c, x.d);
}

template <class T>
__global__ void calculate(const operands<T> *in, std::complex<T> *products,
                          std::complex<T> *called, std::complex<T> *quotients, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count) {
        std::complex<T> x(in[i].a, in[i].b), y(in[i].c, in[i].d);

        products[i] = x * y;
        called[i] = by_function(in[i]);
        quotients[i] = x / y;
    }
}

template <class T> __global__ void halve(T *x)
{
    *x *= (T)0.5;
}

/* The least number that the device computes with: some take f32 below the normal ones for zero. */
template <class T> static T least_number()
{
    buffer<T> x(std::vector<T>(1, std::numeric_limits<T>::min()));

    halve<<<1, 1>>>(x.at);
    return x.read()[0] == 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::denorm_min();
}

template <class T> static bool is_less(T x, T least)
{
    return x != 0 && std::fabs(x) < least;
}

/* Processor and device may give any NaN. */
template <class T> static bool is_same(T got, T wanted, T least)
{
    if (least >= std::numeric_limits<T>::min() && std::fabs(got - wanted) <= 2 * least)
        return true;
    return std::isnan(wanted) ? std::isnan(got) : std::memcmp(&got, &wanted, sizeof got) == 0;
}

/* The same kind: infinite, no number, or a number near enough. */
template <class T> static bool is_near(std::complex<T> got, std::complex<T> wanted, T allowed)
{
    if (std::isinf(wanted.real()) || std::isinf(wanted.imag()))
        return std::isinf(got.real()) || std::isinf(got.imag());
    if (std::isnan(wanted.real()) || std::isnan(wanted.imag()))
        return std::isnan(got.real()) == std::isnan(wanted.real())
            && std::isnan(got.imag()) == std::isnan(wanted.imag());
    return std::fabs(got.real() - wanted.real()) <= allowed
        && std::fabs(got.imag() - wanted.imag()) <= allowed;
}

/* Device code joins products and sums, so a part of a product that is too large may differ. */
template <class T> static bool is_product(const operands<T> &x, std::complex<T> got,
                                          std::complex<T> wanted, T least)
{
    const T most = std::fabs(x.a * x.c) + std::fabs(x.b * x.d) + std::fabs(x.a * x.d)
        + std::fabs(x.b * x.c);

    if (std::isinf(most) && std::isfinite(x.a) && std::isfinite(x.b) && std::isfinite(x.c)
        && std::isfinite(x.d))
        return true;
    return is_near(got, wanted, most * std::numeric_limits<T>::epsilon() + 2 * least);
}

/* Measured by the larger part, and by what the type can still hold. At the end of the type libgcc's
 * sums overflow: quotients of numbers are computed by a larger type, and over an infinity they are
 * 0, as the standard says. With a part that is no number, any result but a number is right. */
template <class T> static bool is_quotient(const operands<T> &o, std::complex<T> got,
                                           std::complex<T> wanted, T least)
{
    const bool is_number = std::isfinite(o.a) && std::isfinite(o.b);
    T most;

    if (is_number && (std::isinf(o.c) || std::isinf(o.d)))
        wanted = 0;
    else if (is_number && std::isfinite(o.c) && std::isfinite(o.d) && (o.c != 0 || o.d != 0))
        wanted = std::complex<T>(std::complex<long double>(o.a, o.b)
                                 / std::complex<long double>(o.c, o.d));
    else if (std::isnan(o.a + o.b) && std::isfinite(o.c) && std::isfinite(o.d))
        return !std::isfinite(got.real()) || !std::isfinite(got.imag());
    most = std::fmax(std::fabs(wanted.real()), std::fabs(wanted.imag()));
    return is_near(got, wanted, most * 8 * std::numeric_limits<T>::epsilon() + 4 * least);
}

/* Every combination of values at the ends, and random ones of many sizes. */
template <class T> static std::vector<operands<T>> make_operands()
{
    typedef std::numeric_limits<T> limits;
    const T parts[] = { 0, -(T)0, 1, -2, limits::infinity(), -limits::infinity(),
                        limits::quiet_NaN(), limits::max(), -limits::max() / 3, limits::min() * 3 };
    std::vector<operands<T>> all;
    unsigned int state = 5;
    const auto next = [&] {
        state = state * 1664525 + 1013904223;
        return (int)(state >> 8);
    };
    const auto any = [&] {
        int exponent = next() % limits::max_exponent;

        return std::ldexp((T)(next() % 65536 - 32768) / 32768, next() % 2 ? exponent : -exponent);
    };

    for (T a : parts)
        for (T b : parts)
            for (T c : parts)
                for (T d : parts)
                    all.push_back({ a, b, c, d });
    for (int i = 0; i < 20000; i++)
        all.push_back({ any(), any(), any(), any() });
    return all;
}

template <class T> static void check_operators()
{
    const std::vector<operands<T>> all = make_operands<T>();
    const int count = (int)all.size();
    buffer<operands<T>> in(all);
    const std::vector<std::complex<T>> none(all.size());
    buffer<std::complex<T>> products(none), called(none), quotients(none);
    int wrong = 0;

    calculate<T><<<(count + 63) / 64, 64>>>(in.at, products.at, called.at, quotients.at, count);
    std::vector<std::complex<T>> product = products.read(), quotient = quotients.read();
    std::vector<std::complex<T>> by_name = called.read();
    const T least = least_number<T>();
    for (int i = 0; i < count; i++) {
        const operands<T> &o = all[i];
        std::complex<T> x(o.a, o.b), y(o.c, o.d), p = x * y, q = x / y, f = by_function(o);

        if (is_less(o.a, least) || is_less(o.b, least) || is_less(o.c, least) || is_less(o.d, least))
            continue;
        if (is_same(by_name[i].real(), f.real(), least)
            && is_same(by_name[i].imag(), f.imag(), least)
            && is_product(o, product[i], p, least) && is_quotient(o, quotient[i], q, least))
            continue;
        if (wrong++ < 20)
            std::printf("(%g %g) (%g %g): * (%g %g), not (%g %g); / (%g %g), not (%g %g)\n",
                        (double)o.a, (double)o.b, (double)o.c, (double)o.d,
                        (double)product[i].real(), (double)product[i].imag(), (double)p.real(),
                        (double)p.imag(), (double)quotient[i].real(), (double)quotient[i].imag(),
                        (double)q.real(), (double)q.imag());
    }
    EXPECT(wrong, 0);
}

enum { FUNCTIONS = 9 };

/* The library's functions; the C functions that they are made of have tests of their own. */
typedef std::complex<float> number;
static __host__ __device__ void use_all(number x, number *out)
{
    const number two(2, -1);

    out[0] = std::exp(x);
    out[1] = std::log(x);
    out[2] = std::sqrt(x);
    out[3] = std::polar(std::abs(x), std::arg(x));
    out[4] = std::conj(x) * std::norm(x);
    out[5] = (x += two) / 3.0f;
    out[6] = 3.0f - x * 2.0f + -two;
    x /= two;
    out[7] = x;
    out[8] = x == two || x != x ? two : std::proj(x);
}

__global__ void calculate_all(const number *in, number *out)
{
    use_all(in[threadIdx.x], out + threadIdx.x * FUNCTIONS);
}

static void check_functions()
{
    std::vector<number> inputs;

    for (int i = 0; i < 32; i++)
        inputs.push_back(number(0.25f * (float)(i % 7 - 3) + 0.1f, 0.5f * (float)(i % 5 - 2)));
    buffer<number> in(inputs), out(std::vector<number>(inputs.size() * FUNCTIONS));

    calculate_all<<<1, 32>>>(in.at, out.at);
    std::vector<number> got = out.read();
    for (size_t i = 0; i < inputs.size(); i++) {
        number wanted[FUNCTIONS];

        use_all(inputs[i], wanted);
        for (size_t f = 0; f < FUNCTIONS; f++) {
            float error = std::abs(got[i * FUNCTIONS + f] - wanted[f]);

            if (!(error <= 0x1p-19f * (1 + std::abs(wanted[f]))))
                std::printf("function %zu of (%g %g)\n", f, (double)inputs[i].real(),
                            (double)inputs[i].imag());
            EXPECT(error <= 0x1p-19f * (1 + std::abs(wanted[f])), 1);
        }
    }
}

int main()
{
    check_operators<float>();
    check_operators<double>();
    check_functions();
    std::puts("ok");
    return 0;
}
