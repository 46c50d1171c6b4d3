/* Static and dynamic shared memory, barriers in loops. */
#include "either.h"

__global__ void reverse(int *values)
{
    extern __shared__ int line[];
    int *block = values + blockIdx.x * blockDim.x;

    line[threadIdx.x] = block[threadIdx.x];
    __syncthreads();
    block[threadIdx.x] = line[blockDim.x - 1 - threadIdx.x];
}

template <int size> __global__ void reduce(const float *values, float *sums)
{
    __shared__ float part[size];
    __shared__ int steps;

    if (threadIdx.x == 0)
        steps = 0;
    part[threadIdx.x] = values[blockIdx.x * size + threadIdx.x];
    __syncthreads();
    for (int half = size / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        if (threadIdx.x == 0)
            steps++;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x * 2] = part[0];
        sums[blockIdx.x * 2 + 1] = steps;
    }
}

/* A transposed tile, with a column of padding. */
__global__ void transpose(const double *from, double *to, int size)
{
    __shared__ double tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = from[y * size + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    to[y * size + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    const int size = 64;
    std::vector<int> numbers(300);
    std::vector<float> values(512);
    std::vector<double> matrix(size * size);

    for (int i = 0; i < 300; i++)
        numbers[i] = i;
    for (int i = 0; i < 512; i++)
        values[i] = (float)(i % 100);
    for (int i = 0; i < size * size; i++)
        matrix[i] = i * 0.5;
    buffer<int> line(numbers);
    reverse<<<3, 100, 100 * sizeof(int)>>>(line.at);
    numbers = line.read();
    for (int i = 0; i < 300; i++)
        EXPECT(numbers[i], i / 100 * 100 + 99 - i % 100);

    buffer<float> all(values), sums(std::vector<float>(4));
    reduce<256><<<2, 256>>>(all.at, sums.at);
    std::vector<float> got = sums.read();
    for (int block = 0; block < 2; block++) {
        float sum = 0;
        for (int i = 0; i < 256; i++)
            sum += values[block * 256 + i];
        EXPECT(got[block * 2], sum);
        EXPECT(got[block * 2 + 1], 8);
    }

    buffer<double> from(matrix), to(matrix);
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(from.at, to.at, size);
    std::vector<double> turned = to.read();
    for (int i = 0; i < size * size; i++)
        EXPECT(turned[i], matrix[i % size * size + i / size]);
    std::puts("ok");
    return 0;
}
