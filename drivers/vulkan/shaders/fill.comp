// Fills count groups of four words from dst on with one word.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x_id = 0) in;

layout(buffer_reference, std430, buffer_reference_align = 16) restrict writeonly buffer Target {
    uvec4 units[];
};

layout(push_constant) uniform Parameters {
    uvec2 dst;
    uint word;
    uint unused;
    uint count;
};

void main()
{
    Target to = Target(dst);
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uvec4 unit = uvec4(word);

    for (uint i = gl_GlobalInvocationID.x; i < count; i += step)
        to.units[i] = unit;
}
