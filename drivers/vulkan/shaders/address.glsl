// Included by shaders that compute device addresses. An address is two 32-bit words, so that no
// device needs 64-bit integers.

uvec2 gi_plus(uvec2 a, uvec2 b)
{
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);

    return uvec2(low, a.y + b.y + carry);
}

uvec2 gi_times(uvec2 a, uint b)
{
    uint high, low;

    umulExtended(a.x, b, high, low);
    return uvec2(low, high + a.y * b);
}
