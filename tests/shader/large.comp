#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

struct item {
    uint a, b;
    float at[3], more;
};

GPUINTEROP_POINTER(floats, float)
GPUINTEROP_PARAMETERS(floats to; uint count; uint unused; vec4 plane[4]; item items[60]; uint tail;
                      double wide;)

float of_item(uint i)
{
    item taken = parameters.items[i % 60];

    return float(taken.a + taken.b) + parameters.items[i % 60].at[i % 3];
}

void main()
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    vec4 plane[4] = parameters.plane;

    if (i < parameters.count)
        parameters.to.at[i] = of_item(i) + plane[i % 4][i / 4 % 4] + float(parameters.wide);
}
