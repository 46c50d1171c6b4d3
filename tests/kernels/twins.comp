// The twin in GLSL of the kernel in twins.c.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"

GPUINTEROP_POINTER(vectors, vec4)
GPUINTEROP_PARAMETERS(textureObject from; surfaceObject to; vectors texels; float unit; uint what;)

void main()
{
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float(i & 31u) - 8) * parameters.unit;
    float y = (float(i >> 5) - 8) * parameters.unit;
    vec4 texel = vec4(0);

    switch (parameters.what) {
    case 0: tex1D(texel, parameters.from, x); break;
    case 1: tex2D(texel, parameters.from, x, y); break;
    case 2: tex2DLod(texel, parameters.from, x, y, x); break;
    case 3: tex3D(texel, parameters.from, x, y, y); break;
    case 4: tex2DLayered(texel, parameters.from, x, y, int(i & 7u) - 2); break;
    case 5: texCubemap(texel, parameters.from, x, y, 0.5); break;
    case 6: tex2Dgather(texel, parameters.from, x, y, 2); break;
    case 7: tex1Dfetch(texel, parameters.from, int(i) - 8); break;
    }
    parameters.texels.at[i] = texel;
    if (parameters.what == 1)
        surf2Dwrite(texel, parameters.to, int(i & 31u) * 16, int(i >> 5), boundaryModeClamp);
}
