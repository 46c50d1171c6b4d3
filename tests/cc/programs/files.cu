/* A program of two files with device code; both have a kernel and a variable of the same names. */
#include "either.h"
#define SECRET 1000
#include "files.h"

int main()
{
    buffer<int> out(std::vector<int>(1));
    buffer<float> floats(std::vector<float>(4));
    std::vector<float> filled;

    tell<<<1, 1>>>(out.at, shape{ 3, 4 });
    EXPECT(out.read()[0], 1012);
    EXPECT(second_tells(shape{ 5, 6 }, 2.5f, &filled), 2030);
    EXPECT(filled[0] + filled[3], 5);
    fill<<<1, 4>>>(floats.at, 1.5f, 3);
    EXPECT(floats.read()[2], 1.5);
    EXPECT(floats.read()[3], 0);
    std::puts("ok");
}
