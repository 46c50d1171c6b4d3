// What the launches of case_choice.c do: each adds a number to a word, by an address in two 32-bit
// words.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 1) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word {
    uint value;
};

layout(push_constant) uniform Parameters {
    uvec2 word;
    uint number;
    uint none;
};

void main()
{
    atomicAdd(Word(word).value, number);
}
