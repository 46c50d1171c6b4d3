// Copies count units from src to dst, which must not overlap. The build defines UNIT and
// UNIT_BYTES.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x_id = 0) in;

layout(buffer_reference, std430, buffer_reference_align = UNIT_BYTES) restrict readonly buffer Source {
    UNIT units[];
};

layout(buffer_reference, std430, buffer_reference_align = UNIT_BYTES) restrict writeonly buffer Target {
    UNIT units[];
};

layout(push_constant) uniform Parameters {
    uvec2 dst;
    uvec2 src;
    uint count;
};

void main()
{
    Source from = Source(src);
    Target to = Target(dst);
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;

    for (uint i = gl_GlobalInvocationID.x; i < count; i += step)
        to.units[i] = from.units[i];
}
