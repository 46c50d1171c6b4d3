#include "either.h"
#define FIRST 200
#include "managed.h"

__global__ void next_file(int *out, int add)
{
    mine += add;
    *out = mine;
}

int second_counts(int add)
{
    mine += add;
    return mine;
}
