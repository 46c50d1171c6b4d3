#include "either.h"
#define OWN 2000
#include "joined.h"

__device__ int total = 4;
__constant__ int weights[4] = { 20, 21, 22, 23 };
__device__ float line[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };

__device__ int sum_of(int a, int b)
{
    return a + b;
}

static __device__ int product(int a, int b)
{
    return a * b;
}

__device__ operation chosen = sum_of;

__device__ pair turn(pair p, double by)
{
    return pair{ (int)(p.first * by), (float)(p.second * by) };
}

__device__ operation pick(bool is_product)
{
    return is_product ? product : sum_of;
}

/* The shared memory that the kernel of the other file has filled. */
__device__ int mean_of_block(int add)
{
    extern __shared__ int values[];
    int sum = 0;

    for (unsigned i = 0; i < blockDim.x; i++)
        sum += values[i];
    return sum / (int)blockDim.x + add;
}

__device__ int shape::area() const
{
    return 0;
}

__device__ int square::area() const
{
    return size * size;
}

__device__ int area_of(const shape &s)
{
    return s.area();
}

__device__ int pick_of(const int *table, int index)
{
    return table[index];
}

__global__ void second_kernel(int *out)
{
    out[0] = merged + holder<int>::value + count_calls();
}

int second_reads_total()
{
    int value;

    CHECK(API(MemcpyFromSymbol)(&value, SYMBOL(total), sizeof(int)));
    return value;
}

void second_writes(int new_total, const int *new_weights)
{
    CHECK(API(MemcpyToSymbol)(SYMBOL(total), &new_total, sizeof(int)));
    CHECK(API(MemcpyToSymbol)(SYMBOL(weights), new_weights, sizeof(int) * 4));
}

int second_tells()
{
    buffer<int> out(std::vector<int>(4));

    fill<<<1, 4>>>(out.at, 3);
    EXPECT(out.read()[3], 6);
    tell<<<1, 1>>>(out.at);
    return out.read()[0] + out.read()[1] + out.read()[2];
}
