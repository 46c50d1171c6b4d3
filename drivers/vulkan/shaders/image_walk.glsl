// Included last by the shaders that copy images: loops over the box. The including file defines
// what happens to a unit: uvec4 fetch(x, y, z) and put(x, y, z, unit).

// Copies one unit in each of some rows. It reads all of them before it writes the first.
void column(uint at_x, uint at_y, uint at_z, uint step)
{
    uvec4 units[rows_at_once];

    [[unroll]] for (uint i = 0u; i < rows_at_once; i++) {
        if (at_y + i * step < height)
            units[i] = fetch(at_x, at_y + i * step, at_z);
    }
    [[unroll]] for (uint i = 0u; i < rows_at_once; i++) {
        if (at_y + i * step < height)
            put(at_x, at_y + i * step, at_z, units[i]);
    }
}

void main()
{
    uint rows = gl_WorkGroupSize.x >> row_shift;
    uint thread = gl_LocalInvocationID.x;
    uint at = thread & (1u << row_shift) - 1u, row = thread >> row_shift;

    if (pair_shift < row_shift) {
        uint pair = thread >> pair_shift + 1u;
        at = thread & (1u << pair_shift) - 1u |
             (pair & (1u << row_shift - pair_shift) - 1u) << pair_shift;
        row = thread >> pair_shift & 1u | pair >> row_shift - pair_shift << 1u;
    }
    uint first_x = ((gl_WorkGroupID.x << row_shift) + at) * unit_texels;
    uint first_y = gl_WorkGroupID.y * rows * rows_at_once + row;
    uvec3 steps = gl_NumWorkGroups * uvec3(unit_texels << row_shift, rows * rows_at_once, 1u);

    for (uint at_z = gl_WorkGroupID.z; at_z < depth; at_z += steps.z) {
        for (uint at_y = first_y; at_y < height; at_y += steps.y) {
            for (uint at_x = first_x; at_x < width; at_x += steps.x)
                column(at_x, at_y, at_z, rows);
        }
    }
}
