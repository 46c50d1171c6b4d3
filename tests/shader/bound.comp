#version 460
layout(local_size_x = 1) in;
layout(set = 1, binding = 2, std140) uniform block { uint first; } data;
layout(push_constant) uniform pointers { uvec2 unused; } parameters;
shared uint kept;

void main()
{
    kept = data.first + parameters.unused.x;
}
