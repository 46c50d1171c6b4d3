#include "operations.h"

static uint64_t high(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static uint64_t signed_high(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)((__int128)(int64_t)a * (int64_t)b) >> 64);
}

static uint32_t saturated(int64_t value)
{
    return (uint32_t)(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}

static uint32_t divided(int32_t a, int32_t b)
{
    return b == 0 ? UINT32_MAX : (uint32_t)((int64_t)a / b);
}

static uint64_t divided64(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static int32_t s24(uint64_t value)
{
    return (int32_t)((uint32_t)value << 8) >> 8;
}

static int64_t byte_of(uint64_t word, int place, bool is_signed)
{
    uint8_t byte = (uint8_t)(word >> 8 * place);

    return is_signed ? (int8_t)byte : byte;
}

static uint32_t dot(uint64_t a, bool a_signed, uint64_t b, bool b_signed, uint64_t c)
{
    for (int i = 0; i < 4; i++)
        c += (uint64_t)(byte_of(a, i, a_signed) * byte_of(b, i, b_signed));
    return (uint32_t)c;
}

static uint32_t dot2(uint64_t a, uint64_t b, uint64_t c)
{
    for (int i = 0; i < 2; i++)
        c += (uint64_t)((int64_t)(int16_t)(a >> 16 * i) * (int8_t)(b >> (16 + 8 * i)));
    return (uint32_t)c;
}

static uint64_t sum128(uint64_t a, uint64_t b, uint64_t c)
{
    return (uint64_t)((((unsigned __int128)a << 64 | b) + ((unsigned __int128)c << 64 | a)) >> 64);
}

static uint64_t difference128(uint64_t a, uint64_t b, uint64_t c)
{
    return (uint64_t)((((unsigned __int128)a << 64 | b) - ((unsigned __int128)c << 64 | a)) >> 64);
}

static uint32_t difference(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

/* The upper 16 bits of %a in %h0, the lower ones of %b in %h1, and a quotient of 64 bits in %l3:
 * beside one, NVIDIA's compiler took the sign of abs.s16 for positive, that of -32768, too. */
#define BESIDE_DIVISION \
    "shr.u64 %l0, %a, 48; cvt.u16.u64 %h0, %l0; cvt.u16.u64 %h1, %b; or.b64 %l1, %c, 1; " \
    "mul.lo.u64 %l2, %l1, 3; div.s64 %l3, %l2, %l1; "

static uint16_t magnitude16(uint64_t a)
{
    return (uint16_t)((int16_t)a < 0 ? 0 - a : a);
}

static uint32_t magnitude32(uint64_t a)
{
    return (uint32_t)(s32(a) < 0 ? 0 - a : a);
}

static uint16_t sad16(int16_t a, uint16_t other, uint64_t c)
{
    int16_t b = (int16_t)other;

    return (uint16_t)((a < b ? b - a : a - b) + (int)(uint16_t)c);
}

static uint64_t thrice_by(uint64_t c)
{
    return divided64((c | 1) * 3, c | 1);
}

#define LIST(X) \
    X(add, "u32", "u32", "add.u32 %d, %a, %b;", a + b) \
    X(add_sat, "b32", "b32", "add.sat.s32 %d, %a, %b;", saturated((int64_t)s32(a) + s32(b))) \
    X(sub_sat, "b32", "b32", "sub.sat.s32 %d, %a, %b;", saturated((int64_t)s32(a) - s32(b))) \
    X(sub64, "u64", "u64", "sub.s64 %d, %a, %b;", a - b) \
    X(add16, "b16", "b16", "add.u16 %d, %a, %b;", a + b) \
    X(carry, "b64", "b64", "add.cc.u64 %l0, %b, %a; addc.u64 %d, %a, %c;", sum128(a, b, c)) \
    X(borrow, "b64", "b64", "sub.cc.u64 %l0, %b, %a; subc.u64 %d, %a, %c;", \
      difference128(a, b, c)) \
    X(carry32, "b32", "b32", "add.cc.u32 %e0, %a, %b; addc.cc.u32 %e1, %b, %c; " \
      "addc.u32 %d, %a, 0;", u32(a) + (((uint64_t)u32(b) + u32(c) \
      + (((uint64_t)u32(a) + u32(b)) >> 32)) >> 32)) \
    X(madc, "b32", "b32", "mad.lo.cc.u32 %e0, %a, %b, %c; madc.hi.u32 %d, %a, %b, %c;", \
      (((uint64_t)u32(a) * u32(b) >> 32) + u32(c) \
       + (((uint64_t)(u32(a) * u32(b)) + u32(c)) >> 32))) \
    X(mul_lo, "b32", "b32", "mul.lo.s32 %d, %a, %b;", a * b) \
    X(mul_hi, "b32", "b32", "mul.hi.u32 %d, %a, %b;", (uint64_t)u32(a) * u32(b) >> 32) \
    X(mul_shi, "b32", "b32", "mul.hi.s32 %d, %a, %b;", (int64_t)s32(a) * s32(b) >> 32) \
    X(mul_hi64, "b64", "b64", "mul.hi.u64 %d, %a, %b;", high(a, b)) \
    X(mul_shi64, "b64", "b64", "mul.hi.s64 %d, %a, %b;", signed_high(a, b)) \
    X(mul_hi16, "b16", "b16", "mul.hi.s16 %d, %a, %b;", (int16_t)a * (int16_t)b >> 16) \
    X(mul_wide, "b32", "b64", "mul.wide.s32 %d, %a, %b;", (int64_t)s32(a) * s32(b)) \
    X(mad_wide16, "b16", "b32", "cvt.u32.u16 %e0, %c; mad.wide.u16 %d, %a, %b, %e0;", \
      (uint32_t)(uint16_t)a * (uint16_t)b + (uint16_t)c) \
    X(mad_hi, "b32", "b32", "mad.hi.u32 %d, %a, %b, %c;", \
      ((uint64_t)u32(a) * u32(b) >> 32) + c) \
    X(mul24, "b32", "b32", "mul24.lo.s32 %d, %a, %b;", (int64_t)s24(a) * s24(b)) \
    X(mul24_hi, "b32", "b32", "mul24.hi.u32 %d, %a, %b;", \
      (a & 0xffffff) * (b & 0xffffff) >> 16) \
    X(mad24, "b32", "b32", "mad24.lo.u32 %d, %a, %b, %c;", (a & 0xffffff) * (b & 0xffffff) + c) \
    X(div, "b32", "b32", "div.s32 %d, %a, %b;", divided(s32(a), s32(b))) \
    X(div_const, "b32", "b32", "div.s32 %d, %a, 7;", s32(a) / 7) \
    X(udiv64, "b64", "b64", "div.u64 %d, %a, %b;", b ? a / b : UINT64_MAX) \
    X(rem, "b32", "b32", "rem.u32 %d, %a, %b;", u32(b) ? u32(a) % u32(b) : u32(a)) \
    X(div16, "b16", "b16", "div.s16 %d, %a, %b;", \
      (int16_t)b ? (int16_t)a / (int16_t)b : -1) \
    X(div64, "b64", "b64", "div.s64 %d, %a, %b;", divided64(a, b)) \
    X(div_minus, "b32", "b32", "div.s32 %d, %a, -1;", 0 - a) \
    X(div_least, "b32", "b32", "div.s32 %d, %a, -2147483648;", s32(a) == INT32_MIN) \
    X(rem_minus2, "b32", "b32", "rem.s32 %d, %a, -2;", s32(a) % -2) \
    X(rem_minus7, "b64", "b64", "rem.s64 %d, %a, -7;", (int64_t)a % -7) \
    X(rem_minus, "b64", "b64", "rem.s64 %d, %a, -1;", 0) \
    X(rem16, "b16", "b16", "rem.s16 %d, %a, %b;", \
      (int16_t)b ? (int16_t)a % (int16_t)b : (int16_t)a) \
    X(rem64, "b64", "b64", "rem.s64 %d, %a, %b;", b ? a - divided64(a, b) * b : a) \
    X(rem0, "b32", "b32", "rem.s32 %d, %a, 0;", a) \
    X(mad_sat, "b32", "b32", "mad.hi.sat.s32 %d, %a, %b, %c;", \
      saturated(((int64_t)s32(a) * s32(b) >> 32) + s32(c))) \
    X(mad24_sat, "b32", "b32", "mad24.hi.sat.s32 %d, %a, %b, %c;", \
      saturated((int64_t)(int32_t)((int64_t)s24(a) * s24(b) >> 16) + s32(c))) \
    X(srem, "b32", "b32", "rem.s32 %d, %a, %b;", s32(b) ? (int64_t)s32(a) % s32(b) : s32(a)) \
    X(min, "b32", "b32", "min.s32 %d, %a, %b;", s32(a) < s32(b) ? a : b) \
    X(max64, "b64", "b64", "max.s64 %d, %a, %b;", (int64_t)a > (int64_t)b ? a : b) \
    X(umax, "b32", "b32", "max.u32 %d, %a, %b;", u32(a) > u32(b) ? a : b) \
    X(min16, "b16", "b16", "min.s16 %d, %a, %b;", (int16_t)a < (int16_t)b ? a : b) \
    X(neg, "b32", "b32", "neg.s32 %d, %a;", 0 - a) \
    X(abs, "b64", "b64", "abs.s64 %d, %a;", a >> 63 ? 0 - a : a) \
    X(abs16, "b16", "b16", "abs.s16 %d, %a;", magnitude16(a)) \
    X(abs16_sad, "b64", "b64", BESIDE_DIVISION "abs.s16 %h2, %h0; sad.s16 %h3, %h1, %h2, %h1; " \
      "cvt.u64.u16 %l0, %h3; add.u64 %d, %l0, %l3;", \
      sad16((int16_t)b, magnitude16(a >> 48), b) + thrice_by(c)) \
    X(abs32_less, "b64", "b64", BESIDE_DIVISION "shr.u64 %l0, %a, 32; cvt.u32.u64 %e0, %l0; " \
      "cvt.u32.u64 %e1, %b; abs.s32 %e2, %e0; setp.lt.s32 %p, %e1, %e2; " \
      "selp.b64 %d, %l3, 0, %p;", s32(b) < s32(magnitude32(a >> 32)) ? thrice_by(c) : 0) \
    X(sad, "b32", "b32", "sad.u32 %d, %a, %b, %c;", difference(u32(a), u32(b)) + c) \
    X(dp4a_su, "b32", "b32", "dp4a.s32.u32 %d, %a, %b, %c;", dot(a, true, b, false, c)) \
    X(dp4a_us, "b32", "b32", "dp4a.u32.s32 %d, %a, %b, %c;", dot(a, false, b, true, c)) \
    X(dp4a_ss, "b32", "b32", "dp4a.s32.s32 %d, %a, %b, %c;", dot(a, true, b, true, c)) \
    X(dp4a_uu, "b32", "b32", "dp4a.u32.u32 %d, %a, %b, %c;", dot(a, false, b, false, c)) \
    X(dp2a, "b32", "b32", "dp2a.hi.s32.s32 %d, %a, %b, %c;", dot2(a, b, c)) \
    X(setp, "b32", "b32", "setp.lt.s32 %p, %a, %b; selp.u32 %d, %a, %c, %p;", \
      s32(a) < s32(b) ? a : c) \
    X(setp_pair, "b32", "b32", "setp.gt.u32 %p, %c, 5; setp.ls.and.u32 %p|%q, %a, %b, !%p; " \
      "selp.u32 %e0, 1, 0, %p; selp.u32 %e1, 2, 0, %q; or.b32 %d, %e0, %e1;", \
      u32(c) > 5 ? 0 : u32(a) <= u32(b) ? 1 : 2) \
    X(set, "b64", "b32", "set.ne.u32.s64 %d, %a, %b;", a != b ? UINT32_MAX : 0) \
    X(slct, "b32", "b32", "slct.u32.s32 %d, %a, %b, %c;", s32(c) >= 0 ? a : b) \
    X(guard, "b32", "b32", "mov.b32 %d, %c; setp.eq.u32 %p, %a, %b; @!%p add.u32 %d, %d, 1; " \
      "@%p bra L; add.u32 %d, %d, 2; L:", u32(a) == u32(b) ? c : c + 3) \
    X(table, "b32", "b32", "and.b32 %e0, %a, 3; mov.u32 %d, 9; ts: .branchtargets A, B, C, A; " \
      "brx.idx %e0, ts; A: add.u32 %d, %d, 1; B: add.u32 %d, %d, 2; C: add.u32 %d, %d, 4;", \
      (a & 3) == 1 ? 15 : (a & 3) == 2 ? 13 : 16)

OPERATIONS_DEFINE(LIST, operations_integer)
