/* Variables of the device: constants and globals with first values; kernels and copies change
 * them. */
#include "either.h"

struct point {
    short x;
    double y;
};

__constant__ float weights[5] = { 0.5f, 1.5f, -2.0f, 4.0f, 0.25f };
__constant__ point corner = { -3, 2.75 };
__device__ int counter = 40;
__device__ int table[4] = { 10, 20, 30, 40 };
__device__ int *second;
static __device__ unsigned char bytes[8] = { 1, 2, 3, 250 };

/* Only the host writes these, and no other file can name them. */
namespace {
__constant__ int hidden = 3;
}
__constant__ struct {
    int a;
    double b;
} unnamed;

/* To the vendor's host compilers this is a constant. */
__device__ constexpr float of_decimals() { return 1.f / ::log(10.f); }

__global__ void read_hidden(double *out)
{
    out[0] = hidden;
    out[1] = unnamed.a + unnamed.b;
    out[2] = of_decimals() > 0.43429 && of_decimals() < 0.43430;
}

__global__ void read(double *out)
{
    int i = threadIdx.x;

    if (i < 5)
        out[i] = weights[i];
    else if (i == 5)
        out[i] = corner.x + corner.y;
    else if (i < 9)
        out[i] = table[i - 5];
    else
        out[i] = bytes[3] + bytes[4];
}

__global__ void change()
{
    atomicAdd(&counter, 1);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        second = table + 3;
}

__global__ void show(double *out)
{
    out[0] = counter;
    out[1] = second[0];
}

int main()
{
    const double wanted[10] = { 0.5, 1.5, -2, 4, 0.25, -0.25, 20, 30, 40, 250 };
    buffer<double> out(std::vector<double>(10));

    read<<<1, 10>>>(out.at);
    std::vector<double> got = out.read();
    for (int i = 0; i < 10; i++)
        EXPECT(got[i], wanted[i]);
    change<<<3, 64>>>();
    show<<<1, 1>>>(out.at);
    got = out.read();
    EXPECT(got[0], 40 + 3 * 64);
    EXPECT(got[1], 40);

    const float halves[2] = { 7.5f, 8.5f };
    int seen = 0;
    CHECK(API(MemcpyToSymbol)(SYMBOL(weights), halves, sizeof halves, sizeof(float)));
    read<<<1, 10>>>(out.at);
    got = out.read();
    EXPECT(got[0] + got[1] + got[2] + got[3], 0.5 + 7.5 + 8.5 + 4);
    CHECK(API(MemcpyFromSymbol)(&seen, SYMBOL(counter), sizeof seen));
    EXPECT(seen, 40 + 3 * 64);

    const struct {
        int a;
        double b;
    } given = { 6, 0.5 };
    seen = 9;
    CHECK(API(MemcpyToSymbol)(SYMBOL(hidden), &seen, sizeof seen));
    CHECK(API(MemcpyToSymbol)(SYMBOL(unnamed), &given, sizeof given));
    read_hidden<<<1, 1>>>(out.at);
    got = out.read();
    EXPECT(got[0], 9);
    EXPECT(got[1], 6.5);
    EXPECT(got[2], 1);
    std::puts("ok");
    return 0;
}
