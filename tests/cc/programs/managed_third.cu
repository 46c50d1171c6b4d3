/* Has no managed variable, so it is compiled another way than the files that have some. */
#include "either.h"

__global__ void next_file(int *out, int add);

__global__ void third(int *out, int value)
{
    *out = value;
}

int third_launches(int add)
{
    buffer<int> out(std::vector<int>(1));
    API(FuncAttributes) about;

    next_file<<<1, 1>>>(out.at, add);
    CHECK(API(FuncGetAttributes)(&about, KERNEL(next_file)));
    return out.read()[0];
}
