#include "random_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floats.h"

void outputs_init(struct outputs *outputs, uint64_t bytes)
{
    outputs->got = malloc(bytes * 2);
    if (!outputs->got)
        abort();
    outputs->expected = outputs->got + bytes;
}

void outputs_finish(struct outputs *outputs)
{
    free(outputs->got);
}

/* An approximation: Vulkan promises 3 steps of 2 ^ -23 for most, and for ex2 more with the
 * exponent; 2 ^ -11 for sine and cosine; small numbers may be zero. */
static bool is_near(enum gi_ptx_type type, enum slot_check check, struct real got,
                    struct real expected)
{
    double a = real_double(got), b = real_double(expected);
    double least = type == GI_PTX_T_F16 ? 0x1p-14 : 0x1p-126;
    double step = type == GI_PTX_T_F16 ? 0x1p-8 : 0x1p-16;

    if (got.kind == INFINITE || expected.kind == INFINITE)
        return (a > 0) == (b > 0) && fabs(a) > 0x1p127 && fabs(b) > 0x1p127;
    if (check == NEAR_SINE)
        return fabs(a - b) <= 0x1p-10;
    return fabs(a - b) <= fabs(b) * step + least || (type == GI_PTX_T_F32
                                                     && fabs(a - b) <= 0x1p-20 && fabs(b) < 1);
}

/* Of one sign, and neither above the least normal number. */
static bool both_small(enum gi_ptx_type type, uint64_t got, uint64_t expected)
{
    struct format format = format_of(type);
    uint64_t sign = sign_bit(format), least = 1ull << format.fraction_bits;

    return (got & sign) == (expected & sign) && (got & ~sign) <= least
        && (expected & ~sign) <= least;
}

static bool part_agrees(enum gi_ptx_type type, enum slot_check check, uint64_t got,
                        uint64_t expected)
{
    struct real a = real_of(format_of(type), got), b = real_of(format_of(type), expected);

    if (got == expected)
        return true;
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
        return a.kind == b.kind;
    if (check == ANY_ZERO)
        return a.kind == ZERO && b.kind == ZERO;
    if (check == ANY_SMALL)
        return both_small(type, got, expected);
    return (check == NEAR || check == NEAR_SINE) && is_near(type, check, a, b);
}

static bool agrees(struct slot slot, uint64_t got, uint64_t expected)
{
    uint32_t bytes = gi_ptx_type_bytes(slot.type);
    uint64_t mask = bytes >= 8 ? UINT64_MAX : (1ull << bytes * 8) - 1;

    got &= mask;
    expected &= mask;
    if (gi_ptx_type_class(slot.type) != GI_PTX_FLOAT)
        return got == expected;
    for (uint32_t i = 0; i < part_count(slot.type); i++) {
        if (!part_agrees(part_type(slot.type), slot.check, part_of(got, slot.type, i),
                         part_of(expected, slot.type, i)))
            return false;
    }
    return true;
}

static uint64_t load(const uint8_t *bytes, uint64_t at)
{
    uint64_t value;

    memcpy(&value, bytes + at, sizeof(value));
    return value;
}

bool compare_outputs(const struct random_case *one, struct outputs *outputs, char *out_why,
                     size_t room)
{
    static const struct slot word = { GI_PTX_T_B64, EXACT };
    uint32_t slots = one->slot_count ? one->slot_count : 1;
    uint64_t thread_bytes = one->out_bytes / ((uint64_t)one->grid * one->block);

    for (uint32_t i = 0; i < slots; i++) {
        struct slot slot = one->slot_count ? one->slots[i] : word;

        for (uint64_t at = i * 8; at + 8 <= one->out_bytes; at += slots * 8) {
            uint64_t got = load(outputs->got, at), expected = load(outputs->expected, at);

            if (agrees(slot, got, expected))
                continue;
            outputs->wrong = i;
            snprintf(out_why, room, "output byte %llu (thread %llu, result %u): 0x%llx, not 0x%llx",
                     (unsigned long long)at,
                     (unsigned long long)(thread_bytes ? at / thread_bytes : 0), i,
                     (unsigned long long)got, (unsigned long long)expected);
            return false;
        }
    }
    return true;
}
