// One choice of a recording: reads the word, notes what it says, and writes the numbers of groups
// of launches that name the choice. A launch that does not run has none. An address is two 32-bit
// words, so that no device needs 64-bit integers.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 1) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word {
    uint value;
};

layout(buffer_reference, std430, buffer_reference_align = 16) restrict writeonly buffer Places {
    uvec4 groups[];
};

layout(push_constant) uniform Parameters {
    uvec2 word;
    uvec2 note;                  // 1 if the launches run, else 0; address 0: noted already
    uvec2 outer;                 // the note of the choice around it; or 0
    uvec2 places;                // of the launches
    uint number;
    uint is_equal;
    uint count;                  // launches
    uint groups[21];             // of each launch
};

void main()
{
    bool runs = (Word(word).value == number) == (is_equal != 0);
    Places to = Places(places);

    if (outer != uvec2(0))
        runs = runs && Word(outer).value != 0;
    if (note != uvec2(0))
        Word(note).value = runs ? 1 : 0;
    for (uint i = 0; i < count; i++)
        to.groups[i] = runs ? uvec4(groups[3 * i], groups[3 * i + 1], groups[3 * i + 2], 0)
                            : uvec4(0);
}
