#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"

// The binding of surfaces, and no image.
layout(set = 0, binding = 2) uniform words { uint first; } table;
GPUINTEROP_POINTER(uints, uint)
GPUINTEROP_PARAMETERS(uints to;)

void main()
{
    parameters.to.at[threadIdx.x] = table.first;
}
