/* Kernels of functors, lambdas, numbers and types; classes with device methods. The C++ library's
 * assertions are on, so its array calls a function where an index is wrong. */
#include <array>

#include "either.h"

struct scale {
    float by;
    __device__ float operator()(float x) const { return x * by; }
};

template <int degree> struct power {
    __host__ __device__ float operator()(float x) const
    {
        float result = 1;

        for (int i = 0; i < degree; i++)
            result *= x;
        return result;
    }
};

template <class F, class T> __global__ void each(F function, T *values, int count)
{
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        values[i] = function(values[i]);
}

__global__ void index(int *out, int count)
{
    std::array<int, 4> squares{ 0, 1, 4, 9 };

    for (int i = 0; i < count; i++)
        out[i] = squares[i];
}

namespace inner {
class complex {
public:
    __host__ __device__ complex(float re, float im) : re_(re), im_(im) {}
    __host__ __device__ complex operator*(const complex &o) const
    {
        return complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_);
    }
    __host__ __device__ float norm() const { return re_ * re_ + im_ * im_; }

private:
    float re_, im_;
};

template <class... T> __device__ float sum(T... parts)
{
    return (parts + ... + 0.0f);
}

__global__ void spin(float *out, int turns)
{
    complex z(1, 0), turn(0, 2);

    for (int i = 0; i < turns; i++)
        z = z * turn;
    out[threadIdx.x] = sum(z.norm(), 1.0f, (float)threadIdx.x);
}
}

int main()
{
    buffer<float> values(std::vector<float>{ 1, 2, 3, 4, 5 });

    each<<<1, 3>>>(scale{ 2 }, values.at, 5);
    each<<<1, 3>>>(power<3>(), values.at, 5);
    std::vector<float> got = values.read();
    for (int i = 0; i < 5; i++)
        EXPECT(got[i], power<3>()(2.0f * (i + 1)));
    buffer<int> numbers(std::vector<int>{ 5, 6, 7 });
    int added = 100;
    each<<<1, 2>>>([added] __device__(int x) { return x + added; }, numbers.at, 3);
    for (int i = 0; i < 3; i++)
        EXPECT(numbers.read()[i], 105 + i);
    inner::spin<<<1, 5>>>(values.at, 3);
    for (int i = 0; i < 5; i++)
        EXPECT(values.read()[i], 65 + i);
    buffer<int> squares(std::vector<int>(5, -1));
    index<<<1, 1>>>(squares.at, 4);
    for (int i = 0; i < 4; i++)
        EXPECT(squares.read()[i], i * i);
    index<<<1, 1>>>(squares.at, 5);
    EXPECT(API(DeviceSynchronize)() != API(Success), true);
    std::puts("ok");
    std::exit(0);                        /* nothing is freed on a device that has failed */
}
