/* Clocks of kernels: loops that wait by them end, and what they read agrees with their rate. */
#include "either.h"

#include <cstring>
#include <ctime>

#ifdef __HIP__
#define WALL() wall_clock64()
#define RATE hipDeviceAttributeClockRate
typedef hipDeviceProp_t PROPERTIES;
#else
/* CUDA's programs define this name themselves. */
static __device__ __forceinline__ unsigned long long __globaltimer()
{
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}
#define WALL() ((long long)__globaltimer())
#define RATE cudaDevAttrClockRate
typedef cudaDeviceProp PROPERTIES;
#endif

enum { WAITED_NS = 3000000, READINGS = 1000 };

enum which { CLOCK, WALL_CLOCK, SHORT_CLOCK };

__device__ long long read(int which)
{
    if (which == SHORT_CLOCK)
        return (unsigned int)clock();
    return which == CLOCK ? clock64() : WALL();
}

/* Waits, and writes how long by its own readings, and the first and the last one. */
__global__ void wait(int which, long long ticks, long long *out)
{
    long long start = read(which), last, passed;

    do {
        last = read(which);
        passed = which == SHORT_CLOCK ? (unsigned int)(last - start) : last - start;
    } while (passed < ticks);
    out[0] = passed;
    out[1] = start;
    out[2] = last;
}

/* Counts the readings that are less than the one before. */
__global__ void read_often(int which, int *backwards)
{
    long long before = read(which);
    int count = 0;

    for (int i = 0; i < READINGS; i++) {
        long long now = read(which);

        count += now < before;
        before = now;
    }
    backwards[threadIdx.x] = count;
}

static long long now_ns()
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static bool is_processor()
{
    PROPERTIES properties;

    CHECK(API(GetDeviceProperties)(&properties, 0));
    return std::strstr(properties.name, "llvmpipe") != nullptr;
}

/* Where kernels and the host read one clock, a reading lies between two of the host. */
static void waits(int which, bool is_of_host)
{
    buffer<long long> out(std::vector<long long>(3));
    long long end = 0;

    for (int i = 0; i < 2; i++) {
        long long before = now_ns();

        wait<<<1, 1>>>(which, WAITED_NS, out.at);
        std::vector<long long> read = out.read();
        EXPECT(read[0] >= WAITED_NS, true);
        if (which == SHORT_CLOCK)
            continue;
        EXPECT(read[2] - read[1], read[0]);
        EXPECT(read[1] >= end, true);
        end = read[2];
        EXPECT(!is_of_host || (before <= read[1] && end <= now_ns()), true);
    }
}

static void rates(bool is_of_host)
{
    int khz = -1;

    CHECK(API(DeviceGetAttribute)(&khz, RATE, 0));
    EXPECT(!is_of_host || khz == 1000000, true);
#ifdef __HIP__
    CHECK(hipDeviceGetAttribute(&khz, hipDeviceAttributeWallClockRate, 0));
    EXPECT(khz, 1000000);
#endif
}

int main()
{
    bool is_of_host = is_processor();

    rates(is_of_host);
    for (int which = CLOCK; which <= SHORT_CLOCK; which++)
        waits(which, is_of_host);
    for (int which = CLOCK; which <= WALL_CLOCK; which++) {
        buffer<int> backwards(std::vector<int>(64, -1));

        read_often<<<1, 64>>>(which, backwards.at);
        for (int count : backwards.read())
            EXPECT(count, 0);
    }
    std::puts("ok");
    return 0;
}
