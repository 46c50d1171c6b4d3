/* Expressions of device code and the words that they have to give. z is 0, which the compiler
 * does not know; f is 0 as a float, d as a double; w is a word of global memory, 0 before each, h
 * one of shared memory. */
#ifndef CC_VALUES_H
#define CC_VALUES_H

#define CC_VALUES(V) \
    V(__popc(z + 0xf0f1), 9) V(__popcll(z + 0xf00000000000000full), 8) V(__clz((int)z), 32) \
    V(__clz((int)z + 1), 31) V(__clzll((long long)z), 64) V(__ffs((int)z), 0) \
    V(__ffs((int)z + 8), 4) V(__brev(z + 1), 0x80000000u) \
    V(__byte_perm(z + 0x33221100, z + 0x77665544, z + 0x7531), 0x77553311) \
    V(__byte_perm(z + 0x80u, z, z + 0x8888), 0xffffffff) \
    V(__funnelshift_l(z + 0x80000000u, z + 1, z + 1), 3) \
    V(__funnelshift_r(z + 0x80000000u, z + 1, z + 31), 3) \
    V(__funnelshift_lc(z + 5, z + 1, z + 40), 5) V(__funnelshift_rc(z + 5, z + 1, z + 32), 1) \
    V(__funnelshift_r(z + 5, z + 1, z + 32), 5) V(__umulhi(z + 0x80000000u, z + 6), 3) \
    V(__mulhi((int)z - 4, 0x40000000), 0xffffffff) \
    V(__umul64hi(z + 0x8000000000000000ull, z + 6ull), 3) V(__mul24((int)z + 0x1000003, 5), 15) \
    V(__dp4a((int)z + 0x01020304, 0x01010101, 5), 15) V(__dp4a((int)z - 1, 0x01010101, 5), 1) \
    V(__dp4a(z + 0xffffffffu, 0x01010101u, 5u), 1025) V(__sad((int)z - 3, 4, 10u), 17) \
    V(__usad(z + 3u, 4u, 10u), 11) V(__hadd((int)z - 3, 4), 0) V(__rhadd((int)z - 3, 4), 1) \
    V(__float2int_rn(f + 2.5f), 2) V(__float2int_rz(f - 2.5f), 0xfffffffe) \
    V(__float2int_rd(f - 2.5f), 0xfffffffd) V(__float2int_ru(f + 2.1f), 3) \
    V(__float2int_rz(f + 1e20f), 0x7fffffff) V(__float2uint_rn(f + 3.5f), 4) \
    V(__double2int_rz(d + 7.9), 7) \
    V(__float_as_uint(__int2float_rn((int)z + 16777217)), 0x4b800000) \
    V(__float_as_uint(__saturatef(f + 2)), 0x3f800000) V(__double2hiint(d + 1.0), 0x3ff00000) \
    V(__hiloint2double(0x40000000, (int)z), 2) V(min((int)z - 1, 2), 0xffffffff) \
    V(max(z + 3u, 2u), 3) V(min(f + 3, 2.0f), 2) V(max(d + 3, 2.0), 3) V(abs((int)z - 9), 9) \
    V(lrint(d + 2.5), 2) V(lround(d + 2.5), 3) V(llround(d - 2.5), 0xfffffffd) \
    V(ilogb(d + 0.3), 0xfffffffe) V(isnan(nanf("")) + isinf(f + 1), 1) \
    V((float)std::pow(f + 2, 10), 1024) V((int)sqrt(d + 81), 9) V((int)std::abs(f - 4), 4) \
    V(atomicAdd(w, 5u) * 10 + *w, 5) V((atomicSub(w, 1u), *w), 0xffffffff) \
    V((*w = 7, atomicInc(w, 7u)) * 10 + *w, 70) V((atomicDec(w, 9u), *w), 9) \
    V((*w = 3, atomicMax(w, 8u)) * 10 + *w, 38) \
    V((*w = 3, atomicMin((int *)w, -2), *w), 0xfffffffe) \
    V((*w = 12, atomicAnd(w, 10u), *w), 8) V((*w = 12, atomicOr(w, 3u), *w), 15) \
    V((*w = 12, atomicXor(w, 10u), *w), 6) V(atomicExch(w, 4u) * 10 + *w, 4) \
    V((*w = 2, atomicCAS(w, 2u, 9u)) * 10 + *w, 29) \
    V((*w = 1, atomicCAS(w, 2u, 9u)) * 10 + *w, 11) \
    V((atomicAdd((float *)w, 1.5f), *w), 0x3fc00000) \
    V((atomicMax((float *)w, 2.0f), *w), 0x40000000) \
    V((atomicMin((float *)w, -2.0f), *w), 0xc0000000) \
    V((atomicMin((float *)w, 2.0f), *w), 0) \
    V((*w = 0x50004, atomicCAS((unsigned short *)w + 1, (unsigned short)(z + 5), \
                              (unsigned short)6), *w), 0x60004) \
    V(__half_as_ushort(__float2half(f + 1)), 0x3c00) \
    V(__half_as_ushort(__float2half(f + 65520)), 0x7c00) \
    V(__half_as_ushort(__float2half(f + 65519)), 0x7bff) \
    V(__half_as_ushort(__float2half(f + 0x1.002p+0f)), 0x3c00) \
    V(__half_as_ushort(__float2half(f + 0x1.006p+0f)), 0x3c02) \
    V(__half_as_ushort(__float2half(f + 0x1p-24f)), 1) \
    V(__half2float(__ushort_as_half((unsigned short)(z + 0xc500))) + 8, 3) \
    V(__half_as_ushort(__hadd(__half(f + 1), __half(2.0f))), 0x4200) \
    V(__half_as_ushort(__half(f + 3) * __half(2.0f) - __half(1.0f)), 0x4500) \
    V(__half_as_ushort(__hfma(__half(f + 3), __half(2.0f), __half(1.0f))), 0x4700) \
    V(__half_as_ushort(__half(f + 1) / __half(4.0f)), 0x3400) \
    V(__hlt(__half(f + 1), __half(2.0f)), 1) \
    V(__hgtu(__ushort_as_half((unsigned short)(z + 0x7e00)), __half(1.0f)), 1) \
    V(__half_as_ushort(__hneg(__half(f + 1))), 0xbc00) \
    V(__high2float(__hmul2(__floats2half2_rn(f + 2, 3), __float2half2_rn(5))), 15) \
    V((atomicAdd((__half2 *)w, __floats2half2_rn(1, 2)), *w), 0x40003c00) \
    V(__isShared(h) * 2 + __isGlobal(w), 3) V((*h = 5, __ldca(h)), 5) \
    V((memcpy(w, &z, 4), memset(w, (int)z + 1, 2), *w), 0x101)

#endif
