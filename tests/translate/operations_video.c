/* Video instructions, from their description with numbers of 64 bits. */
#include "operations.h"

enum operation_name { ADD, SUB, ABSDIFF, MIN, MAX, AVERAGE, LESS };

static int64_t part(uint64_t word, uint32_t at, uint32_t bits, int is_signed)
{
    uint64_t value = (word & UINT32_MAX) >> at & ((1ull << bits) - 1);

    return is_signed && value >> (bits - 1) ? (int64_t)value - (int64_t)(1ull << bits)
        : (int64_t)value;
}

static int64_t within(int64_t value, uint32_t bits, int is_signed)
{
    int64_t most = (int64_t)(1ull << (bits - (uint32_t)is_signed)) - 1;
    int64_t least = is_signed ? -most - 1 : 0;

    return value < least ? least : value > most ? most : value;
}

static int64_t combined(enum operation_name name, int64_t a, int64_t b)
{
    int64_t sum = a + b;

    switch (name) {
    case ADD:
        return sum;
    case SUB:
        return a - b;
    case ABSDIFF:
        return a > b ? a - b : b - a;
    case MIN:
        return a < b ? a : b;
    case MAX:
        return a > b ? a : b;
    case AVERAGE:
        return (sum + (sum >= 0)) >> 1;
    case LESS:
        return a < b;
    }
    return 0;
}

/* saturation: 0 none, 1 without a sign, 2 with one; adds: into c. */
static uint32_t lanes(enum operation_name name, uint32_t count, int is_signed, int saturation,
                      int adds, uint64_t a, uint64_t b, uint64_t c)
{
    uint32_t bits = 32 / count, result = u32(c);
    uint64_t ones = (1ull << bits) - 1;

    for (uint32_t at = 0; at < 32; at += bits) {
        int64_t value = combined(name, part(a, at, bits, is_signed), part(b, at, bits, is_signed));

        if (saturation)
            value = within(value, bits, saturation == 2);
        if (adds)
            result += (uint32_t)value;
        else
            result = (uint32_t)((result & ~(ones << at)) | ((uint64_t)value & ones) << at);
    }
    return result;
}

static uint32_t inserted(uint64_t c, int64_t value, uint32_t at, uint32_t bits)
{
    uint64_t ones = ((1ull << bits) - 1) << at;

    return (uint32_t)((c & ~ones) | ((uint64_t)value << at & ones));
}

static uint64_t amount(uint64_t b)
{
    return u32(b) > 32 ? 32 : u32(b);
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

#define LIST(X) \
    X(vadd, "b32", "b32", "vadd.s32.u32.s32.sat %d, %a.b3, %b;", \
      within(part(a, 24, 8, 0) + s32(b), 32, 1)) \
    X(vadd_u, "b32", "b32", "vadd.u32.s32.s32.sat %d, %a, %b.h1;", \
      within(s32(a) + part(b, 16, 16, 1), 32, 0)) \
    X(vadd_second, "b32", "b32", "vadd.s32.s32.s32.min %d, %a, %b, %c;", \
      smaller(s32(a + b), s32(c))) \
    X(vsub, "b32", "b32", "vsub.s32.u32.u32 %d, %a, %b;", a - b) \
    X(vsub_merge, "b32", "b32", "vsub.s32.s32.s32.sat %d.b2, %a.b0, %b.h0, %c;", \
      inserted(c, within(part(a, 0, 8, 1) - part(b, 0, 16, 1), 8, 1), 16, 8)) \
    X(vabsdiff, "b32", "b32", "vabsdiff.u32.s32.s32 %d, %a, %b;", \
      combined(ABSDIFF, s32(a), s32(b))) \
    X(vabsdiff_add, "b32", "b32", "vabsdiff.u32.u32.u32.add %d, %a.h1, %b.h0, %c;", \
      combined(ABSDIFF, part(a, 16, 16, 0), part(b, 0, 16, 0)) + (int64_t)u32(c)) \
    X(vmin, "b32", "b32", "vmin.s32.s32.u32 %d, %a, %b;", \
      combined(MIN, s32(a), u32(b))) \
    X(vmax, "b32", "b32", "vmax.u32.s32.u32.sat %d, %a, %b;", \
      within(combined(MAX, s32(a), u32(b)), 32, 0)) \
    X(vset, "b32", "b32", "vset.u32.s32.lt %d, %a, %b;", (int64_t)u32(a) < s32(b)) \
    X(vset_add, "b32", "b32", "vset.s32.s32.ge.add %d, %a, %b, %c;", (s32(a) >= s32(b)) + c) \
    X(vshl, "b32", "b32", "vshl.u32.u32.u32.clamp %d, %a, %b;", \
      (uint64_t)u32(a) << amount(b)) \
    X(vshl_sat, "b32", "b32", "vshl.s32.u32.u32.sat.clamp %d, %a, %b;", \
      (uint64_t)u32(a) << amount(b) > INT32_MAX ? INT32_MAX \
      : (uint64_t)u32(a) << amount(b)) \
    X(vshl_signed, "b32", "b32", "vshl.s32.s32.u32.sat.wrap %d, %a.h1, %b;", \
      within((int64_t)((uint64_t)part(a, 16, 16, 1) << (b & 31)), 32, 1)) \
    X(vshr, "b32", "b32", "vshr.s32.s32.u32.clamp.add %d, %a, %b, %c;", \
      ((int64_t)s32(a) >> amount(b)) + (int64_t)u32(c)) \
    X(vmad, "b32", "b32", "vmad.s32.s32.u32 %d, %a.b1, %b.b2, %c;", \
      part(a, 8, 8, 1) * part(b, 16, 8, 0) + s32(c)) \
    X(vmad_sat, "b32", "b32", "vmad.s32.s32.s32.sat.shr7 %d, %a, %b, %c;", \
      within(((int64_t)s32(a) * s32(b) + s32(c)) >> 7, 32, 1)) \
    X(vmad_minus, "b32", "b32", "vmad.s32.s32.s32.sat %d, %a.h0, -%b.h1, %c;", \
      within(s32(c) - part(a, 0, 16, 1) * part(b, 16, 16, 1), 32, 1)) \
    X(vmad_po, "b32", "b32", "vmad.u32.u32.u32.po.shr15 %d, %a.h0, %b, %c;", \
      ((uint64_t)part(a, 0, 16, 0) * u32(b) + u32(c) + 1) >> 15) \
    X(vmad_long, "b32", "b32", "vmad.s32.u32.u32.sat.shr15 %d, -%a, %b, %c;", \
      within((int64_t)((s32(c) - (__int128)u32(a) * u32(b)) >> 15), 32, 1)) \
    X(vmad_long_7, "b32", "b32", "vmad.s32.u32.u32.shr7 %d, %a, -%b, %c;", \
      (uint64_t)((s32(c) - (__int128)u32(a) * u32(b)) >> 7)) \
    X(vmad_long_sat, "b32", "b32", "vmad.s32.u32.u32.sat %d, -%a, %b, %c;", \
      within((int64_t)((uint64_t)s32(c) - (uint64_t)u32(a) * u32(b)), 32, 1)) \
    X(vmad_long_c, "b32", "b32", "vmad.s32.u32.u32.sat.shr7 %d, %a, %b, -%c;", \
      within((int64_t)(((__int128)u32(a) * u32(b) - s32(c)) >> 7), 32, 1)) \
    X(pm, "b32", "b32", "mov.u32 %d, %pm0; or.b32 %d, %d, %a;", a) \
    X(envreg, "b32", "b32", "mov.u32 %d, %envreg31; or.b32 %d, %d, %a;", a) \
    X(add_s16x2, "b32", "b32", "add.s16x2 %d, %a, %b;", lanes(ADD, 2, 1, 0, 0, a, b, 0)) \
    X(max_s16x2, "b32", "b32", "max.s16x2 %d, %a, %b;", lanes(MAX, 2, 1, 0, 0, a, b, 0)) \
    X(min_u16x2, "b32", "b32", "min.u16x2 %d, %a, %b;", lanes(MIN, 2, 0, 0, 0, a, b, 0)) \
    X(min_relu, "b32", "b32", "min.relu.s16x2 %d, %a, %b;", \
      lanes(MAX, 2, 1, 0, 0, lanes(MIN, 2, 1, 0, 0, a, b, 0), 0, 0)) \
    X(max_relu, "b32", "b32", "max.relu.s32 %d, %a, %b;", \
      within(combined(MAX, s32(a), s32(b)), 31, 0)) \
    X(vadd2, "b32", "b32", "vadd2.s32.s32.s32.sat %d, %a, %b, %c;", \
      lanes(ADD, 2, 1, 2, 0, a, b, c)) \
    X(vadd2_parts, "b32", "b32", "vadd2.s32.s32.s32 %d.h1, %a.h23, %b.h01, %c;", \
      inserted(c, part(b, 0, 16, 1) + part(a, 0, 16, 1), 16, 16)) \
    X(vsub2, "b32", "b32", "vsub2.s32.u32.u32.add %d, %a, %b, %c;", \
      lanes(SUB, 2, 0, 0, 1, a, b, c)) \
    X(vadd4, "b32", "b32", "vadd4.u32.u32.u32 %d, %a, %b, %c;", \
      lanes(ADD, 4, 0, 0, 0, a, b, c)) \
    X(vsub4, "b32", "b32", "vsub4.u32.u32.u32.sat %d, %a, %b, %c;", \
      lanes(SUB, 4, 0, 1, 0, a, b, c)) \
    X(vsub4_parts, "b32", "b32", "vsub4.u32.u32.u32.sat %d.b31, %a.b7654, %b.b0123, %c;", \
      inserted(inserted(c, within(part(b, 24, 8, 0) - part(a, 0, 8, 0), 8, 0), 24, 8), \
               within(part(b, 8, 8, 0) - part(a, 16, 8, 0), 8, 0), 8, 8)) \
    X(vabsdiff4, "b32", "b32", "vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;", \
      lanes(ABSDIFF, 4, 0, 0, 1, a, b, c)) \
    X(vabsdiff2, "b32", "b32", "vabsdiff2.u32.s32.s32 %d, %a, %b, %c;", \
      lanes(ABSDIFF, 2, 1, 0, 0, a, b, c)) \
    X(vmin4, "b32", "b32", "vmin4.s32.s32.s32 %d, %a, %b, %c;", \
      lanes(MIN, 4, 1, 0, 0, a, b, c)) \
    X(vmax2, "b32", "b32", "vmax2.u32.u32.u32.add %d, %a, %b, %c;", \
      lanes(MAX, 2, 0, 0, 1, a, b, c)) \
    X(vavrg4, "b32", "b32", "vavrg4.s32.s32.s32 %d, %a, %b, %c;", \
      lanes(AVERAGE, 4, 1, 0, 0, a, b, c)) \
    X(vset4, "b32", "b32", "vset4.u32.u32.lt.add %d, %a, %b, %c;", \
      lanes(LESS, 4, 0, 0, 1, a, b, c))

OPERATIONS_DEFINE(LIST, operations_video)
