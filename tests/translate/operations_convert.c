#include <fenv.h>
#include <math.h>

#include "operations.h"

static uint64_t to_integer(double value, double least, double most, uint64_t nan)
{
    if (isnan(value))
        return nan;
    if (value <= least)
        return least < 0 ? (uint64_t)(int64_t)least : 0;
    if (value >= most)
        return most == 0x1p64 ? UINT64_MAX : most == 0x1p63 ? INT64_MAX : (uint64_t)most - 1;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static int64_t limited(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* cvt.pack: b below a, c above both. */
static uint64_t packed(uint64_t a, uint64_t b, uint64_t c, unsigned bits, bool is_signed)
{
    int64_t most = ((int64_t)1 << (bits - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    uint64_t mask = (1u << bits) - 1;

    return u32((limited(s32(b), least, most) & mask)
               | (limited(s32(a), least, most) & mask) << bits | c << 2 * bits);
}

/* f32 to f16 by hand: to the nearest, to even. */
static uint64_t to_half(float value)
{
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs((double)value);
    int exponent;

    if (isnan(value))
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    if (size < 0x1p-14)
        return sign | (uint32_t)nearbyint(size * 0x1p24);
    (void)frexp(size, &exponent);
    size = nearbyint(ldexp(size, 11 - exponent));
    if (size == 2048) {
        size = 1024;
        exponent++;
    }
    return sign | ((uint32_t)((exponent + 14) << 10) + (uint32_t)size - 1024);
}

static uint64_t to_brain(uint64_t bits)
{
    if (isnan(f32(bits)))
        return 0x7fff;
    return (u32(bits) + 0x7fffull + (bits >> 16 & 1)) >> 16;
}

static uint64_t half_sum(uint64_t a, uint64_t b)
{
    return to_half((float)(int8_t)a + (float)(int8_t)b);
}

#define IN_MODE(name, mode, from, type) \
    static type name(from x) \
    { \
        volatile from a = x; \
        volatile type result; \
        fesetround(mode); \
        result = (type)a; \
        fesetround(FE_TONEAREST); \
        return result; \
    }
IN_MODE(rz_f32_f64, FE_TOWARDZERO, double, float)
IN_MODE(rm_f32_f64, FE_DOWNWARD, double, float)
IN_MODE(rp_f32_f64, FE_UPWARD, double, float)
IN_MODE(rz_f32_s64, FE_TOWARDZERO, int64_t, float)
IN_MODE(rm_f32_s64, FE_DOWNWARD, int64_t, float)
IN_MODE(rp_f32_s32, FE_UPWARD, int32_t, float)
IN_MODE(rm_f64_s64, FE_DOWNWARD, int64_t, double)
IN_MODE(rp_f64_s64, FE_UPWARD, int64_t, double)

#define LIST(X) \
    X(s8_s32, "b32", "b32", "cvt.s32.s8 %d, %a;", (int8_t)a) \
    X(u8_u32, "b32", "b32", "cvt.u32.u8 %d, %a;", (uint8_t)a) \
    X(s16, "b32", "b32", "cvt.s16.s32 %h0, %a; cvt.s32.s16 %d, %h0;", (int16_t)a) \
    X(cut8, "b32", "b32", "cvt.s8.s32 %d, %a;", (int8_t)a) \
    X(s64, "b32", "b64", "cvt.s64.s32 %d, %a;", (int64_t)s32(a)) \
    X(u64, "b32", "b64", "cvt.u64.u32 %d, %a;", u32(a)) \
    X(sat_u8, "b32", "b32", "cvt.sat.u8.s32 %d, %a;", limited(s32(a), 0, 255)) \
    X(sat_s8, "b32", "b32", "cvt.sat.s8.s32 %d, %a;", limited(s32(a), -128, 127)) \
    X(sat_s32, "b32", "b32", "cvt.sat.s32.u32 %d, %a;", limited(u32(a), 0, INT32_MAX)) \
    X(sat_u32, "b64", "b32", "cvt.sat.u32.s64 %d, %a;", limited((int64_t)a, 0, UINT32_MAX)) \
    X(sat_s64, "b64", "b64", "cvt.sat.s64.u64 %d, %a;", a >> 63 ? INT64_MAX : (int64_t)a) \
    X(pack_u8, "b32", "b32", "cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;", packed(a, b, c, 8, 0)) \
    X(pack_s8, "b32", "b32", "shr.s32 %e0, %a, 20; cvt.pack.sat.s8.s32.b32 %d, %e0, %b, 0x1234;", \
      packed((uint64_t)(s32(a) >> 20), b, 0x1234, 8, 1)) \
    X(pack_u4, "b32", "b32", "cvt.pack.sat.u4.s32.b32 %d, %a, %b, %c;", packed(a, b, c, 4, 0)) \
    X(pack_s4, "b32", "b32", "shr.s32 %e0, %a, 28; cvt.pack.sat.s4.s32.b32 %d, %e0, %b, %c;", \
      packed((uint64_t)(s32(a) >> 28), b, c, 4, 1)) \
    X(pack_u2, "b32", "b32", "shr.u32 %e0, %a, 30; cvt.pack.sat.u2.s32.b32 %d, %e0, %b, %c;", \
      packed(u32(a) >> 30, b, c, 2, 0)) \
    X(pack_s2, "b32", "b32", "shr.s32 %e0, %b, 30; cvt.pack.sat.s2.s32.b32 %d, %a, %e0, %c;", \
      packed(a, (uint64_t)(s32(b) >> 30), c, 2, 1)) \
    X(pack_u16, "b32", "b32", "cvt.pack.sat.u16.s32 %d, %a, %b;", packed(a, b, 0, 16, 0)) \
    X(pack_s16, "b32", "b32", "cvt.pack.sat.s16.s32 %d, %a, %b;", packed(a, b, 0, 16, 1)) \
    X(f32_s32, "b32", "f32", "cvt.rn.f32.s32 %d, %a;", of_f32((float)s32(a))) \
    X(f32_u64, "b64", "f32", "cvt.rn.f32.u64 %d, %a;", of_f32((float)a)) \
    X(f64_s64, "b64", "f64", "cvt.rn.f64.s64 %d, %a;", of_f64((double)(int64_t)a)) \
    X(f32_u8, "b32", "f32", "cvt.rn.f32.u8 %d, %a;", of_f32((uint8_t)a)) \
    X(s32_rzi, "f32", "b32", "cvt.rzi.s32.f32 %d, %a;", \
      to_integer(truncf(f32(a)), -0x1p31, 0x1p31, 0)) \
    X(u32_rzi, "f32", "b32", "cvt.rzi.u32.f32 %d, %a;", to_integer(truncf(f32(a)), 0, 0x1p32, 0)) \
    X(s32_rni, "f32", "b32", "cvt.rni.s32.f32 %d, %a;", \
      to_integer(rintf(f32(a)), -0x1p31, 0x1p31, 0)) \
    X(s32_rmi, "f32", "b32", "cvt.rmi.s32.f32 %d, %a;", \
      to_integer(floorf(f32(a)), -0x1p31, 0x1p31, 0)) \
    X(u8_rpi, "f32", "b32", "cvt.rpi.u8.f32 %d, %a;", to_integer(ceilf(f32(a)), 0, 256, 0)) \
    X(s16_rzi, "f32", "b32", "cvt.rzi.s16.f32 %d, %a;", \
      to_integer(truncf(f32(a)), -32768, 32768, 0)) \
    X(s64_rzi, "f32", "b64", "cvt.rzi.s64.f32 %d, %a;", \
      to_integer(truncf(f32(a)), -0x1p63, 0x1p63, 1ull << 63)) \
    X(u64_rzi, "f64", "b64", "cvt.rzi.u64.f64 %d, %a;", \
      to_integer(trunc(f64(a)), 0, 0x1p64, 1ull << 63)) \
    X(s32_f64, "f64", "b32", "cvt.rzi.s32.f64 %d, %a;", \
      to_integer(trunc(f64(a)), -0x1p31, 0x1p31, 0x80000000)) \
    X(f32_rni, "f32", "f32", "cvt.rni.f32.f32 %d, %a;", of_f32(rintf(f32(a)))) \
    X(f64_rmi, "f64", "f64", "cvt.rmi.f64.f64 %d, %a;", of_f64(floor(f64(a)))) \
    X(f32_sat, "f32", "f32", "cvt.sat.f32.f32 %d, %a;", of_f32((float)least(most(f32(a), 0), 1))) \
    X(f32_f64, "f64", "f32", "cvt.rn.f32.f64 %d, %a;", of_f32((float)f64(a))) \
    X(f64_f32, "f32", "f64", "cvt.f64.f32 %d, %a;", of_f64(f32(a))) \
    X(f16_f32, "f32", "b32", "cvt.rn.f16.f32 %h0, %a; cvt.u32.u16 %d, %h0; " \
      "setp.nan.f32 %p, %a, %a; selp.b32 %d, 0x7fff, %d, %p;", to_half(f32(a))) \
    X(bf16_f32, "f32", "b32", "cvt.rn.bf16.f32 %h0, %a; cvt.u32.u16 %d, %h0;", to_brain(a)) \
    X(bf16x2_f32, "f32", "b32", "cvt.rn.bf16x2.f32 %d, %a, %b;", \
      to_brain(a) << 16 | to_brain(b)) \
    X(f32_bf16, "b16", "f32", "cvt.f32.bf16 %d, %a;", (a & 0xffff) << 16) \
    X(f32_rz, "f64", "f32", "cvt.rz.f32.f64 %d, %a;", of_f32(rz_f32_f64(f64(a)))) \
    X(f32_rm, "f64", "f32", "cvt.rm.f32.f64 %d, %a;", of_f32(rm_f32_f64(f64(a)))) \
    X(f32_rp, "f64", "f32", "cvt.rp.f32.f64 %d, %a;", of_f32(rp_f32_f64(f64(a)))) \
    X(f32_rz_s64, "b64", "f32", "cvt.rz.f32.s64 %d, %a;", of_f32(rz_f32_s64((int64_t)a))) \
    X(f32_rm_s64, "b64", "f32", "cvt.rm.f32.s64 %d, %a;", of_f32(rm_f32_s64((int64_t)a))) \
    X(f32_rp_s32, "b32", "f32", "cvt.rp.f32.s32 %d, %a;", of_f32(rp_f32_s32(s32(a)))) \
    X(f64_rm_s64, "b64", "f64", "cvt.rm.f64.s64 %d, %a;", of_f64(rm_f64_s64((int64_t)a))) \
    X(f64_rp_s64, "b64", "f64", "cvt.rp.f64.s64 %d, %a;", of_f64(rp_f64_s64((int64_t)a))) \
    X(vector, "b32", "b32", ".reg .v4 .b32 %v; .reg .v2 .b32 %w<3>; .reg .b128 %x, %y; " \
      "mov.v4.b32 %v, {%a, %b, %c, 7}; mov.b32 %w1.x, %v.z; mov.b32 %w1.g, %v.y; " \
      "mov.b64 %l0, %w1; mov.b128 %x, {%l0, %l0}; mov.b128 %y, %x; mov.b128 {%l1, %l2}, %y; " \
      "shr.b64 %l2, %l2, 32; cvt.u32.u64 %d, %l2; sub.u32 %d, %d, %w1.r;", u32(b - c)) \
    X(tf32, "f32", "f32", "cvt.rna.tf32.f32 %e0, %a; pmevent 3; mov.b32 %d, %e0;", \
      isfinite(f32(a)) ? (u32(a) + 0x1000) & 0xffffe000 : u32(a)) \
    X(half_add, "b32", "b32", "cvt.rn.f16.s8 %h0, %a; cvt.rn.f16.s8 %h1, %b; " \
      "add.f16 %h2, %h0, %h1; cvt.u32.u16 %d, %h2;", half_sum(a, b)) \
    X(half_pair, "b32", "b32", "cvt.rn.f16.s8 %h0, %a; cvt.rn.f16.s8 %h1, %b; " \
      "mov.b32 %e0, {%h0, %h1}; add.f16x2 %d, %e0, %e0;", \
      half_sum(a, a) | half_sum(b, b) << 16)

OPERATIONS_DEFINE(LIST, operations_convert)
