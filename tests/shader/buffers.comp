#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
// Buffers in GLSL, which become pointers: (struct total *, const float *, struct rows *), in the order
// of set and binding. WAY chooses one that is refused.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

struct item { uvec2 pair; float value; };

layout(set = 1, binding = 5, std430) buffer rows { uint count; vec4 at[]; } to;
layout(set = 0, binding = 9, std430) readonly buffer numbers { float at[]; } from;
layout(set = 0, binding = 0, std430) coherent buffer total { uint sum; mat2x4 last; item items[4]; } all;
#if WAY == 2
layout(set = 2, binding = 0, std430) buffer words { uint at[]; } several[2];
#elif WAY == 3
layout(set = 0, binding = 9, std430) buffer same { uint at[]; } again;
#elif WAY == 4
layout(push_constant) uniform large { vec4 factors[10]; uint count; } parameters;
#endif

float number(uint i)
{
    return from.at[i];
}

void keep(uint i, item one)
{
    all.items[i] = one;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;

#if WAY == 1
    if (i >= uint(to.at.length()))
        return;
#elif WAY == 2
    several[1].at[i] = i;
#elif WAY == 3
    again.at[i] = i;
#endif
    if (i >= to.count)
        return;
#if WAY == 4
    if (i >= parameters.count)
        return;
    to.at[i] = parameters.factors[i % 10] * number(i);
#else
    to.at[i] = vec4(number(i), i, gl_WorkGroupSize.x, -1);
#endif
    atomicAdd(all.sum, i);
    if (i == to.count - 1) {
        all.last[1] = to.at[i];
        keep(2, item(uvec2(i, 7), number(0)));
        all.items[3] = all.items[2];
    }
}
