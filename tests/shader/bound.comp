#version 460
layout(local_size_x = 1) in;
layout(set = 1, binding = 2, std430) buffer block { uint at[]; } data;

void main()
{
    data.at[0] = 1;
}
