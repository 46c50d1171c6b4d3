/* Virtual functions, destructors and pointers to functions in device code. */
#include "either.h"

class shape {
public:
    __device__ virtual ~shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};

class square : public shape {
public:
    __device__ explicit square(float side) : side_(side) {}
    __device__ float area() const override { return side_ * side_; }
    __device__ int corners() const override { return 4; }

private:
    float side_;
};

class disk : public shape {
public:
    __device__ explicit disk(float radius) : radius_(radius) {}
    __device__ ~disk() override { radius_ = 0; }
    __device__ float area() const override { return 3 * radius_ * radius_; }

private:
    float radius_;
};

__global__ void areas(float *out)
{
    alignas(16) unsigned char place[sizeof(square) + sizeof(disk)];
    int i = threadIdx.x;
    shape *made;

    if (i % 2)
        made = new (place) square(i);
    else
        made = new (place) disk(i);
    out[i] = made->area() + 1000 * made->corners();
    made->~shape();
}

typedef int (*operation)(int, int);
static __device__ int plus(int a, int b) { return a + b; }
static __device__ int times(int a, int b) { return a * b; }

__global__ void calculate(int *values, int turn)
{
    const operation operations[2] = { plus, times };
    int i = threadIdx.x;

    values[i] = operations[(i + turn) % 2](values[i], 3);
}

int main()
{
    buffer<float> out{ std::vector<float>(32) };
    buffer<int> values(std::vector<int>{ 10, 11, 12, 13 });

    areas<<<1, 32>>>(out.at);
    for (int i = 0; i < 32; i++)
        EXPECT(out.read()[i], i % 2 ? i * i + 4000 : 3 * i * i);
    calculate<<<1, 4>>>(values.at, 1);
    for (int i = 0; i < 4; i++)
        EXPECT(values.read()[i], i % 2 ? 13 + i : 30 + 3 * i);
    std::puts("ok");
    return 0;
}
