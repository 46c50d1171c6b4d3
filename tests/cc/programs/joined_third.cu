#include "either.h"

__device__ int cube(int value)
{
    return value * value * value;
}
