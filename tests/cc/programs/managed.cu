/* Managed variables: host and device code read and write them by their names. */
#include "either.h"
#define FIRST 100
#include "managed.h"

extern __managed__ int declared;
__managed__ int declared = 4;
__managed__ float line[4] = { 1, 2 };
__managed__ record one = { -3, { 0.5, 1.5, 2.5 } };
static __managed__ unsigned char bytes[5];
__managed__ int *pointer;
__device__ int plain = 8;
namespace inner {
static __managed__ long long wide = 1LL << 40;
}
template <class T> struct holder {
    static __managed__ T value;
};
template <class T> __managed__ T holder<T>::value = T(7);
template <int *P> static int read_through()
{
    return *P;
}

__global__ void step()
{
    declared += plain;
    line[3] = line[0] + line[1];
    one.weights[1] += one.kind;
    bytes[4] = bytes[0] + 1;
    inner::wide += 1;
    holder<int>::value *= 2;
    if (pointer != nullptr)
        *pointer = 55;
    mine++;
}

template <class T> __global__ void tell(T *out)
{
    *out = line[2] + T(declared);
}

__global__ void by_reference(float *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] *= 10;
}

static void wait()
{
    CHECK(API(GetLastError)());
    CHECK(API(DeviceSynchronize)());
}

static void check_values()
{
    int early = declared, *address = &declared;

    EXPECT(early, 4);
    bytes[0] = 41;
    pointer = &holder<int>::value;
    step<<<1, 1>>>();
    wait();
    EXPECT(*address, 12);
    EXPECT(line[3], 3);
    EXPECT(one.weights[1], -1.5);
    EXPECT(bytes[4], 42);
    EXPECT(inner::wide - (1LL << 40), 1);
    EXPECT(holder<int>::value, 55);
    EXPECT(mine, 101);
    EXPECT(read_through<&declared>(), 12);
}

static void check_host()
{
    buffer<double> out(std::vector<double>(1));
    void (*launched)(double *) = tell<double>;
    auto by = [] { return line[3]++; };

    line[2] = 0.25f;
    one.kind -= 1;
    EXPECT(one.kind, -4);
    EXPECT(sizeof line + sizeof bytes, 21);
    tell<<<1, 1>>>(out.at);
    EXPECT(out.read()[0], 12.25);
    declared++;
    launched<<<1, 1>>>(out.at);
    EXPECT(out.read()[0], 13.25);
    by_reference<<<1, 1>>>(line, 4);
    wait();
    EXPECT(by(), 30);
    EXPECT(line[3], 31);
}

static void check_symbols()
{
    void *at;
    size_t size;
    int seen = 0, given = 21;
    POINTER_ATTRIBUTES about;

    CHECK(API(GetSymbolAddress)(&at, SYMBOL(one)));
    EXPECT(at == &one, true);
    CHECK(API(GetSymbolSize)(&size, SYMBOL(line)));
    EXPECT(size, sizeof line);
    CHECK(API(MemcpyFromSymbol)(&seen, SYMBOL(declared), sizeof seen));
    EXPECT(seen, 13);
    CHECK(API(MemcpyToSymbol)(SYMBOL(declared), &given, sizeof given));
    EXPECT(declared, 21);
    CHECK(API(MemcpyFromSymbol)(&seen, SYMBOL(plain), sizeof seen));
    EXPECT(seen, 8);
    CHECK(API(PointerGetAttributes)(&about, &declared));
    EXPECT(about.type, API(MemoryTypeManaged));
    EXPECT(about.devicePointer == &declared, true);
}

static void check_files()
{
    buffer<int> out(std::vector<int>(1));
    API(FuncAttributes) about;
    int *at = out.at, add = 5;
    void *arguments[] = { &at, &add };

    EXPECT(second_counts(1), 201);
    next_file<<<1, 1>>>(out.at, 3);
    EXPECT(out.read()[0], 204);
    EXPECT(second_counts(0), 204);
    EXPECT(mine, 101);
    CHECK(API(FuncGetAttributes)(&about, KERNEL(next_file)));
    CHECK(API(LaunchKernel)(KERNEL(next_file), dim3(1), dim3(1), arguments, 0, 0));
    EXPECT(out.read()[0], 209);
    CHECK(API(FuncGetAttributes)(&about, KERNEL(step)));
    CHECK(API(LaunchKernel)(KERNEL(step), dim3(1), dim3(1), arguments, 0, 0));
    wait();
    EXPECT(mine, 102);
    third<<<1, 1>>>(out.at, 9);
    EXPECT(out.read()[0], 9);
    EXPECT(third_launches(1), 210);
    EXPECT(second_counts(0), 210);
}

int main()
{
    check_values();
    check_host();
    check_symbols();
    check_files();
    std::puts("ok");
}
