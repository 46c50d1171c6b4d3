#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 8, local_size_y = 4) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer words { uint at[]; };
struct inner { uint low; uint high; };
layout(push_constant, std430) uniform block { words data; uvec3 add; inner twice[2]; } p;
shared uint sum[16];

void main()
{
    sum[gl_LocalInvocationIndex & 15u] = 0;
    barrier();
    atomicAdd(sum[gl_LocalInvocationIndex & 15u], 1);
    barrier();
    p.data.at[gl_LocalInvocationIndex] = sum[gl_LocalInvocationIndex & 15u] + p.add.z +
                                         p.twice[1].high;
}
