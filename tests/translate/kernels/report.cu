/* Kernels for test_report.c: printf, assertions, traps, calls by address. report.nvcc.ptx is made of
 * it by nvcc -ptx -arch=compute_75. */
#include <cassert>
#include <cstdio>

#define KERNEL extern "C" __global__ void
#define NOINLINE __device__ __noinline__

KERNEL say(int n)
{
    if (threadIdx.x < n)
        printf("thread %d of %s: %f %c %lld\n", threadIdx.x, "block", 1.5 * threadIdx.x, 'x',
               1ll << 40);
    if (threadIdx.x == 0)
        printf("plain\n");
}

KERNEL say_either(int n, int *counts)
{
    const char *format = threadIdx.x & 1 ? "odd %d %s\n" : "even %d %s\n";

    counts[threadIdx.x] = printf(format, threadIdx.x + n, "end");
}

KERNEL check(int *a, int n)
{
    int i = threadIdx.x;

    assert(i < n);
    a[i] = i + 1;
}

/* One thread fails before a barrier; its access behind it would be a wild one. */
KERNEL check_barrier(int *a, int n, int *wild)
{
    __shared__ int s[64];
    int i = threadIdx.x;

    assert(i < n);
    s[i] = i + 1;
    __syncthreads();
    *(i < n ? a + i : wild) = s[i ^ 1];
}

KERNEL trap_some(int *a, int n)
{
    int i = threadIdx.x;

    if (i == n)
        __trap();
    if (i == n + 1)
        __brkpt();
    a[i] = i + 1;
}

NOINLINE int deep(int *a, int i)
{
    if (i == 3)
        __trap();
    if (i == 4)
        asm("exit;");
    a[i] += 1;
    return i;
}

NOINLINE int deeper(int *a, int i)
{
    int sum = 0;

    for (int k = 0; k < 2; k++)
        sum += deep(a, i);
    return sum;
}

KERNEL trap_deep(int *a)
{
    int i = threadIdx.x;
    int sum = deeper(a, i);

    a[i] += 100 * sum + 1000;
}

struct Base {
    int k;
    __device__ Base(int k) : k(k) {}
    __device__ virtual int f(int x) { return x + k; }
    __device__ virtual float g(float x) { return x; }
};

struct Derived : Base {
    __device__ Derived(int k) : Base(k) {}
    __device__ int f(int x) override { return x * k; }
};

KERNEL virtually(int *a, int n)
{
    Base b(3);
    Derived d(5);
    Base *p = (threadIdx.x & 1) ? &b : (Base *)&d;

    a[threadIdx.x] = p->f(n) + (int)p->g(100.0f);
}

NOINLINE int add(int a, int b) { return a + b; }
NOINLINE int mul(int a, int b) { return a * b; }
NOINLINE int sub(int a, int b) { return a - b; }
typedef int (*op)(int, int);
__device__ op table[4] = { add, mul, sub, nullptr };

KERNEL by_table(int *a, int n, int which)
{
    int i = threadIdx.x;

    a[i] = table[i % which](n, i);
}

struct three {
    int a, b, c;
};

NOINLINE three one_way(three s, float f)
{
    s.a += 1;
    s.b += (int)f;
    return s;
}

NOINLINE three another_way(three s, float f)
{
    s.c += 1;
    s.b -= (int)f;
    return s;
}

KERNEL by_struct(three *a, float f)
{
    auto way = threadIdx.x & 1 ? one_way : another_way;

    a[threadIdx.x] = way(a[threadIdx.x], f);
}
