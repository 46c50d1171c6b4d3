/* Code of two files that is joined: managed variables, functions that give way to others, and
 * function pointers that both files compare. */
#include "either.h"
#include "joined_more.h"

/* Takes the place of the one that joined_more_second.cu has. */
__device__ int chosen_size()
{
    return 8;
}

__global__ void ask(int *out)
{
    out[0] = chosen_size() + second_asks();
    out[1] = default_size();
    out[2] = second_has(same_everywhere);
    out[3] = second_has_own(same_everywhere);
    counter += 1;
    numbers[2] += 10;
}

int main()
{
    buffer<int> out(std::vector<int>(4));

    counter = 5;
    ask<<<1, 1>>>(out.at);
    CHECK(API(DeviceSynchronize)());
    EXPECT(out.read()[0], 16);
    EXPECT(out.read()[1], 3);
    EXPECT(out.read()[2], 1);
    EXPECT(out.read()[3], 0);
    EXPECT(counter, 6);
    EXPECT(second_counts(), 106);
    EXPECT(counter, 106);
    EXPECT(numbers[2], 13);
    EXPECT(numbers[0], 101);
    std::puts("ok");
}
