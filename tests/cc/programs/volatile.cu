/* Reductions of before 2017: the lanes of a warp work without barriers, by volatile accesses. */
#include "either.h"

enum { SIZE = 128 };

/* The first warp adds in steps, all lanes in each. */
__device__ static void add_in_warp(volatile int *line, unsigned int i)
{
    line[i] += line[i + 32];
    line[i] += line[i + 16];
    line[i] += line[i + 8];
    line[i] += line[i + 4];
    line[i] += line[i + 2];
    line[i] += line[i + 1];
}

__global__ void sums(const int *values, int *out)
{
    __shared__ int line[SIZE];
    unsigned int i = threadIdx.x;

    line[i] = values[blockIdx.x * SIZE + i];
    __syncthreads();
    if (i < 64)
        line[i] += line[i + 64];
    __syncthreads();
    if (i < 32)
        add_in_warp(line, i);
    if (i == 0)
        out[blockIdx.x] = line[0];
}

/* Fewer lanes in each step, and the largest instead of a sum, of all warps. */
__global__ void largest(const int *values, int *out)
{
    __shared__ volatile int line[SIZE];
    unsigned int i = threadIdx.x, lane = i % 32;

    line[i] = values[i];
    for (unsigned int by = 16; by > 0; by /= 2) {
        if (lane < by) {
            int own = line[i], other = line[i + by];

            line[i] = other > own ? other : own;
        }
    }
    if (lane == 0)
        out[i / 32] = line[i];
}

/* A scan, where lanes read what their neighbours write in the same step. */
__global__ void scan(const int *values, int *out)
{
    __shared__ volatile int lines[SIZE * 2];
    unsigned int i = threadIdx.x, at = i / 32 * 64 + i % 32 + 32;

    lines[at - 32] = 0;
    lines[at] = values[i];
    lines[at] += lines[at - 1];
    lines[at] += lines[at - 2];
    lines[at] += lines[at - 4];
    lines[at] += lines[at - 8];
    lines[at] += lines[at - 16];
    out[i] = lines[at];
}

int main()
{
    std::vector<int> values(SIZE * 3);
    int sum = 0, most = 0;

    for (int i = 0; i < SIZE * 3; i++)
        values[i] = i * 37 % 101;
    buffer<int> from(values), out(values);
    sums<<<3, SIZE>>>(from.at, out.at);
    std::vector<int> got = out.read();
    for (int i = 0; i < SIZE * 3; i++) {
        sum = (i % SIZE ? sum : 0) + values[i];
        if (i % SIZE == SIZE - 1)
            EXPECT(got[i / SIZE], sum);
    }
    largest<<<1, SIZE>>>(from.at, out.at);
    got = out.read();
    for (int i = 0; i < SIZE; i++) {
        most = i % 32 && most > values[i] ? most : values[i];
        if (i % 32 == 31)
            EXPECT(got[i / 32], most);
    }
    scan<<<1, SIZE>>>(from.at, out.at);
    got = out.read();
    for (int i = 0; i < SIZE; i++) {
        sum = (i % 32 ? sum : 0) + values[i];
        EXPECT(got[i], sum);
    }
    std::puts("ok");
    return 0;
}
