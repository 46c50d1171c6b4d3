/* Arguments of every layout: by value, packed, large, many. */
#include "either.h"

struct mixed {
    char a;
    double b;
    short c;
    float3 d;
    long long e;
};
struct __attribute__((packed)) tight {
    char a;
    int b;
    double c;
};
struct large {
    int values[700];
};
struct __align__(16) wide {
    float x, y, z, w;
};

__global__ void take_mixed(char before, mixed m, char after, double *out)
{
    out[0] = before + m.a + m.b + m.c + m.d.x + m.d.y + m.d.z + (double)m.e + after;
}

__global__ void take_tight(tight t, bool yes, tight u, double *out)
{
    out[0] = (yes ? t.a : 0) + t.b + t.c + u.a + u.b + u.c;
}

__global__ void take_large(large l, wide w, double *out)
{
    double sum = 0;

    for (int i = 0; i < 700; i++)
        sum += l.values[i] * (i + 1);
    out[threadIdx.x] = sum + w.x + 10 * w.y + 100 * w.z + 1000 * w.w + threadIdx.x;
}

__global__ void take_many(char a, short b, int c, long long d, float e, double f, unsigned char g,
                          char3 h, int2 i, float4 j, double *out)
{
    out[0] = a + 2 * b + 3 * c + 4.0 * d + 5 * e + 6 * f + 7 * g + 8 * h.z + 9 * i.y + 10 * j.w;
}

/* Functions that stay functions, and index a struct that they were given. */
struct table {
    float at[12];
    int count;
    char name[5];
};
__device__ __noinline__ float pick(table t, int i) { return t.at[i % 12] + t.count + t.name[i % 5]; }

__device__ __noinline__ float pick_after_barrier(table t, int i)
{
    float sum = 0;

    for (int step = 0; step < 3; step++) {
        __syncthreads();
        sum += t.at[(i + step) % 12];
    }
    return sum;
}

__global__ void take_functions(table t, double *out)
{
    int i = threadIdx.x;

    t.at[3] = (float)i;
    t.count += i;
    out[i] = pick(t, i) + 1000.0 * pick_after_barrier(t, i + 1);
}

static void test_functions()
{
    buffer<double> out(std::vector<double>(32));
    table t = { {}, 5, { 'a', 'b', 'c', 'd', 'e' } };

    for (int i = 0; i < 12; i++)
        t.at[i] = (float)(100 + i);
    take_functions<<<1, 32>>>(t, out.at);
    for (int i = 0; i < 32; i++) {
        double sum = 0;

        t.at[3] = (float)i;
        for (int step = 1; step < 4; step++)
            sum += t.at[(i + step) % 12];
        EXPECT(out.read()[i], t.at[i % 12] + t.count + i + t.name[i % 5] + 1000 * sum);
    }
}

int main()
{
    mixed m = { 1, 2.5, 3, { 4, 5, 6 }, 1ll << 40 };
    tight t = { 7, -100000, 0.125 }, u = { -1, 3, 8 };
    wide w = { 1, 2, 3, 4 };
    large l;
    double sum = 0;
    buffer<double> out(std::vector<double>(32));

    take_mixed<<<1, 1>>>(10, m, -5, out.at);
    EXPECT(out.read()[0], 26.5 + (double)(1ll << 40));
    take_tight<<<1, 1>>>(t, true, u, out.at);
    EXPECT(out.read()[0], -99993 + 0.125 + 10);
    for (int i = 0; i < 700; i++) {
        l.values[i] = i * 3 - 500;
        sum += l.values[i] * (i + 1);
    }
    take_large<<<1, 32>>>(l, w, out.at);
    for (int i = 0; i < 32; i++)
        EXPECT(out.read()[i], sum + 4321 + i);
    take_many<<<1, 1>>>(-1, -2, -3, 1ll << 33, 0.5f, 0.25, 200, make_char3(1, 2, -3),
                        make_int2(0, 11), make_float4(0, 0, 0, 1.5f), out.at);
    EXPECT(out.read()[0], -1 - 4 - 9 + 4.0 * (1ll << 33) + 2.5 + 1.5 + 1400 - 24 + 99 + 15);
    test_functions();
    std::puts("ok");
    return 0;
}
