#include "either.h"
#define SECRET 2000
#include "files.h"

int second_tells(shape s, float fill_by, std::vector<float> *out)
{
    buffer<int> told(std::vector<int>(1));
    buffer<float> floats(std::vector<float>(4));

    tell<<<1, 1>>>(told.at, s);
    fill<<<1, 4>>>(floats.at, fill_by, 4);
    *out = floats.read();
    return told.read()[0];
}
