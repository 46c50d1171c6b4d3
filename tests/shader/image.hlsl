// A kernel in HLSL with a texture and a surface, which does as image.comp does. Its arguments:
//     mirror(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, unsigned *told)
[[vk::push_constant]] cbuffer parameters
{
    uint2 from, to;
    int width;
};

[[vk::binding(0, 0)]] Texture2D<float4> textures[];
[[vk::binding(1, 0)]] SamplerState samplers[];
[[vk::binding(2, 0)]] RWTexture2D<uint> surfaces[];
[[vk::binding(0, 1)]] RWStructuredBuffer<uint> told;

[numthreads(8, 1, 1)]
void mirror(uint3 at : SV_DispatchThreadID)
{
    float2 place = float2(width - 1 - int(at.x), at.y) + 0.5;
    uint2 element = uint2(at.x * 4, at.y);      // x counts bytes
    uint w, h, levels;
    float texel;

    if (int(at.x) >= width)
        return;
    texel = 2 * textures[from.x].SampleLevel(samplers[0], place, 0).x;
    texel += textures[from.x].SampleLevel(samplers[5], place, 0, int2(1, 0)).x;
    surfaces[to.x][element] = asuint(texel + asfloat(surfaces[to.x][element]));
    surfaces[to.x][uint2(-4, at.y)] = asuint(1000.0);
    if (at.x == 0 && at.y == 0) {
        textures[from.x].GetDimensions(0, w, h, levels);
        told[0] = w;
        told[1] = h;
        told[2] = levels;
        surfaces[to.x].GetDimensions(w, h);
        told[3] = w * h;
    }
}
