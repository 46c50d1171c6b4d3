#include "operations.h"

static uint64_t left(uint64_t value, uint64_t amount, uint32_t bits)
{
    return amount >= bits ? 0 : value << amount;
}

static uint64_t right(uint64_t value, uint64_t amount, uint32_t bits)
{
    return amount >= bits ? 0 : value >> amount;
}

static uint64_t extract(uint64_t value, uint64_t at, uint64_t count, uint32_t bits, int is_signed)
{
    uint64_t result = 0;
    uint64_t sign;

    at &= 255;
    count &= 255;
    if (count == 0)
        return 0;
    sign = at + count - 1 > bits - 1 ? bits - 1 : at + count - 1;
    sign = is_signed ? value >> sign & 1 : 0;
    for (uint64_t i = 0; i < bits; i++) {
        uint64_t bit = i < count && at + i < bits ? value >> (at + i) & 1 : sign;

        result |= bit << i;
    }
    return result;
}

static uint64_t insert(uint64_t a, uint64_t b, uint64_t at, uint64_t count, uint32_t bits)
{
    at &= 255;
    count &= 255;
    for (uint64_t i = 0; i < count && at + i < bits; i++)
        b = (b & ~(1ull << (at + i))) | (a >> i & 1) << (at + i);
    return b;
}

static uint64_t mask(uint64_t at, uint64_t count)
{
    uint64_t result = 0;

    for (uint64_t i = at; i < 32 && i - at < count; i++)
        result |= 1ull << i;
    return result;
}

static uint64_t reversed(uint64_t value, uint32_t bits)
{
    uint64_t result = 0;

    for (uint32_t i = 0; i < bits; i++)
        result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

static uint64_t highest(uint64_t value)
{
    return value ? 63 - (uint64_t)__builtin_clzll(value) : UINT32_MAX;
}

static uint64_t permuted(uint64_t a, uint64_t b, uint64_t control)
{
    uint64_t all = (a & UINT32_MAX) | b << 32;
    uint64_t result = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t chosen = control >> 4 * i & 15;
        uint64_t byte = all >> 8 * (chosen & 7) & 255;

        if (chosen & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
    }
    return result;
}

static uint64_t permuted_by(uint64_t a, uint64_t b, uint64_t c, const uint16_t *table)
{
    return permuted(a, b, table[c & 3]);
}

static const uint16_t f4e[4] = { 0x3210, 0x4321, 0x5432, 0x6543 };
static const uint16_t b4e[4] = { 0x5670, 0x6701, 0x7012, 0x0123 };

#define LIST(X) \
    X(and, "b32", "b32", "and.b32 %d, %a, %b;", a & b) \
    X(xor, "b64", "b64", "xor.b64 %d, %a, %b;", a ^ b) \
    X(or, "b16", "b16", "or.b16 %d, %a, %b;", a | b) \
    X(not, "b32", "b32", "not.b32 %d, %a;", ~a) \
    X(cnot, "b32", "b32", "cnot.b32 %d, %a;", u32(a) == 0) \
    X(pred, "b32", "b32", "setp.gt.u32 %p, %a, 9; setp.gt.u32 %q, %b, 9; xor.pred %p, %p, %q; " \
      "not.pred %p, %p; selp.b32 %d, 1, 0, %p;", (u32(a) > 9) == (u32(b) > 9)) \
    X(shl, "b32", "b32", "shl.b32 %d, %a, %b;", left(a, u32(b), 32)) \
    X(shl64, "b64", "b64", "cvt.u32.u64 %e0, %b; shl.b64 %d, %a, %e0;", left(a, u32(b), 64)) \
    X(shl16, "b16", "b16", "cvt.u32.u16 %e0, %b; shl.b16 %d, %a, %e0;", \
      left(a, (uint16_t)b, 16)) \
    X(shr, "b32", "b32", "shr.u32 %d, %a, %b;", right(u32(a), u32(b), 32)) \
    X(sar, "b32", "b32", "shr.s32 %d, %a, %b;", s32(a) >> (u32(b) > 31 ? 31 : u32(b))) \
    X(sar40, "b64", "b64", "shr.s64 %d, %a, 40;", (int64_t)a >> 40) \
    X(shr99, "b32", "b32", "shr.u32 %d, %a, 99;", 0) \
    X(shf_l, "b32", "b32", "shf.l.wrap.b32 %d, %a, %b, %c;", \
      ((u32(a) | (uint64_t)u32(b) << 32) << (c & 31)) >> 32) \
    X(shf_r, "b32", "b32", "shf.r.clamp.b32 %d, %a, %b, %c;", \
      (u32(a) | (uint64_t)u32(b) << 32) >> (u32(c) > 32 ? 32 : u32(c))) \
    X(lop3, "b32", "b32", "lop3.b32 %d, %a, %b, %c, 0x6a;", (a & b) ^ c) \
    X(lop3_none, "b32", "b32", "lop3.b32 %d, %a, %b, %c, 0;", 0) \
    X(lop3_choice, "b32", "b32", "lop3.b32 %d, %a, %b, %c, 0xca;", (a & b) | (~a & c)) \
    X(bfe, "b32", "b32", "bfe.u32 %d, %a, %b, %c;", extract(u32(a), b, c, 32, 0)) \
    X(bfe_s, "b32", "b32", "bfe.s32 %d, %a, %b, %c;", extract(u32(a), b, c, 32, 1)) \
    X(bfe_s64, "b64", "b64", "cvt.u32.u64 %e0, %b; cvt.u32.u64 %e1, %c; " \
      "bfe.s64 %d, %a, %e0, %e1;", extract(a, b, c, 64, 1)) \
    X(bfi, "b32", "b32", "bfi.b32 %d, %a, %b, %c, 9;", insert(a, u32(b), c, 9, 32)) \
    X(bfi_all, "b32", "b32", "bfi.b32 %d, %a, %b, 3, %c;", insert(a, u32(b), 3, c, 32)) \
    X(bmsk, "b32", "b32", "bmsk.clamp.b32 %d, %a, %b;", mask(u32(a), u32(b))) \
    X(brev, "b32", "b32", "brev.b32 %d, %a;", reversed(a, 32)) \
    X(brev64, "b64", "b64", "brev.b64 %d, %a;", reversed(a, 64)) \
    X(popc, "b64", "b32", "popc.b64 %d, %a;", __builtin_popcountll(a)) \
    X(popc32, "b32", "b32", "popc.b32 %d, %a;", __builtin_popcount(u32(a))) \
    X(clz, "b32", "b32", "clz.b32 %d, %a;", u32(a) ? __builtin_clz(u32(a)) : 32) \
    X(clz64, "b64", "b32", "clz.b64 %d, %a;", a ? __builtin_clzll(a) : 64) \
    X(bfind, "b32", "b32", "bfind.u32 %d, %a;", highest(u32(a))) \
    X(bfind_s, "b64", "b32", "bfind.s64 %d, %a;", highest(a >> 63 ? ~a : a)) \
    X(bfind_amount, "b32", "b32", "bfind.shiftamt.u32 %d, %a;", \
      u32(a) ? 31 - highest(u32(a)) : UINT32_MAX) \
    X(prmt, "b32", "b32", "prmt.b32 %d, %a, %b, %c;", permuted(a, b, c)) \
    X(prmt_const, "b32", "b32", "prmt.b32 %d, %a, %b, 0x7531;", permuted(a, b, 0x7531)) \
    X(prmt_f4e, "b32", "b32", "prmt.b32.f4e %d, %a, %b, %c;", permuted_by(a, b, c, f4e)) \
    X(prmt_b4e, "b32", "b32", "prmt.b32.b4e %d, %a, %b, %c;", permuted_by(a, b, c, b4e)) \
    X(pack, "b32", "b64", "mov.b64 %d, {%a, %b};", u32(a) | b << 32) \
    X(unpack, "b64", "b32", "mov.b64 {%e0, %e1}, %a; sub.u32 %d, %e1, %e0;", \
      (a >> 32) - (a & UINT32_MAX)) \
    X(pack16, "b16", "b32", "mov.b32 %d, {%a, %b};", (uint16_t)a | (uint32_t)(uint16_t)b << 16) \
    X(unpack4, "b64", "b16", "mov.b64 {%h0, %h1, %h2, %h3}, %a; xor.b16 %d, %h1, %h3;", \
      (a >> 16) ^ (a >> 48))

OPERATIONS_DEFINE(LIST, operations_bits)
