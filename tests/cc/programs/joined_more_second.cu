#include "either.h"
#include "joined_more.h"

__managed__ int counter = 1;
__managed__ int numbers[3] = { 1, 2, 3 };

__device__ __attribute__((weak)) int chosen_size()
{
    return 2;
}

__device__ __attribute__((weak)) int default_size()
{
    return 3;
}

__device__ int second_asks()
{
    return chosen_size();
}

static __device__ __noinline__ int own(int value)
{
    return value * 4;
}

__device__ bool second_has(int (*function)(int))
{
    return function == same_everywhere;
}

__device__ bool second_has_own(int (*function)(int))
{
    return function == own;
}

__global__ void add_hundred()
{
    counter += 100;
    numbers[0] = numbers[0] + 100;
}

int second_counts()
{
    add_hundred<<<1, 1>>>();
    CHECK(API(DeviceSynchronize)());
    return counter;
}
