// An empty kernel for Vulkan by hand, with the parameters of the one in pairs.cu.
#version 450

layout(local_size_x = 1) in;
layout(push_constant) uniform parameters { uvec2 to, from, other; int n; };

void main() { }
