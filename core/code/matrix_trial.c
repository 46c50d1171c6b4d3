#include "matrix_trial.h"

#include <string.h>

/* A lane's words of a form, as the kernel reads and writes them. */
struct lane {
    uint32_t a[4], b[2], unused[2], c[4], d[4];
};

_Static_assert(sizeof(struct lane) == 4 * GI_MATRIX_TRIAL_WORDS, "the words of a lane");

#define LOAD \
    "ld.global.v4.b32 {%a0, %a1, %a2, %a3}, [%w];\n" \
    "ld.global.v2.b32 {%b0, %b1}, [%w+16];\n" \
    "ld.global.v4.b32 {%c0, %c1, %c2, %c3}, [%w+32];\n"
#define FLOATS \
    "mov.b32 %f0, %c0; mov.b32 %f1, %c1; mov.b32 %f2, %c2; mov.b32 %f3, %c3;\n"
#define STORE(sums) \
    "st.global.v4.b32 [%w+48], " sums ";\nadd.s64 %w, %w, 2048;\n"
#define OF_FLOATS(instruction, factors) \
    LOAD FLOATS instruction " {%f0, %f1, %f2, %f3}, " factors ", {%f0, %f1, %f2, %f3};\n" \
    STORE("{%f0, %f1, %f2, %f3}")
#define OF_WORDS(instruction, factors) \
    LOAD instruction " {%c0, %c1, %c2, %c3}, " factors ", {%c0, %c1, %c2, %c3};\n" \
    STORE("{%c0, %c1, %c2, %c3}")
#define OF_HALVES(instruction, factors) \
    LOAD instruction " {%c0, %c1}, " factors ", {%c0, %c1};\n" STORE("{%c0, %c1, %c2, %c3}")

/* The forms in the order of their bits, 2048 bytes each. */
static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry try(.param .u64 words)\n{\n"
    ".reg .b32 %a<4>, %b<2>, %c<4>, %t;\n.reg .f32 %f<4>;\n.reg .b64 %w, %x;\n"
    "ld.param.u64 %w, [words];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %x, %t, 64;\n"
    "add.s64 %w, %w, %x;\n"
    OF_FLOATS("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "{%a0, %a1}, {%b0}")
    OF_HALVES("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", "{%a0, %a1}, {%b0}")
    OF_FLOATS("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
              "{%a0, %a1, %a2, %a3}, {%b0, %b1}")
    OF_HALVES("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
              "{%a0, %a1, %a2, %a3}, {%b0, %b1}")
    OF_WORDS("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
             "{%a0, %a1, %a2, %a3}, {%b0, %b1}")
    OF_WORDS("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32",
             "{%a0, %a1, %a2, %a3}, {%b0, %b1}")
    "ret;\n}\n";

const char *gi_matrix_trial_text(void)
{
    return text;
}

/* ---- numbers --------------------------------------------------------------------------------- */

enum sums { OF_F32, OF_F16, OF_S32 };

/* The words of B that a lane has, and the factors' elements in a word. With two words of B there
 * are four of A, whose second and third may change places. */
static const struct form {
    uint8_t parts, in_word;
    bool has_signs;
    enum sums sums;
} forms[GI_TRANSLATE_MATRICES] = {
    { 1, 2, true, OF_F32 }, { 1, 2, true, OF_F16 }, { 2, 2, true, OF_F32 },
    { 2, 2, true, OF_F16 }, { 2, 4, true, OF_S32 }, { 2, 4, false, OF_S32 },
};

enum { ROWS = 16, COLUMNS = 8, MOST_DEPTH = 32 };

/* The matrices of a form. */
struct matrices {
    int32_t a[ROWS][MOST_DEPTH], b[MOST_DEPTH][COLUMNS], c[ROWS][COLUMNS];
};

static uint32_t magnitude_exponent(uint32_t magnitude)
{
    uint32_t exponent = 0;

    while (magnitude >> (exponent + 1) != 0)
        exponent++;
    return exponent;
}

/* The f16 of a number below 2048. */
static uint32_t f16_of(int32_t number)
{
    uint32_t magnitude = (uint32_t)(number < 0 ? -number : number), exponent;

    if (magnitude == 0)
        return 0;
    exponent = magnitude_exponent(magnitude);
    return (number < 0 ? 0x8000u : 0) | (exponent + 15) << 10 |
           (magnitude << (10 - exponent) & 0x3ffu);
}

static uint32_t factor_bits(const struct form *form, int32_t number)
{
    return form->in_word == 2 ? f16_of(number) : (uint32_t)number & 0xff;
}

static uint32_t sum_bits(const struct form *form, int32_t number)
{
    float as_float = (float)number;
    uint32_t bits = (uint32_t)number;

    if (form->sums == OF_F16)
        return f16_of(number);
    if (form->sums == OF_F32)
        memcpy(&bits, &as_float, sizeof bits);
    return bits;
}

/* A small generator of numbers, so that no two rows or columns are alike. */
static int32_t next_number(uint32_t *state, int32_t least, int32_t most)
{
    *state = *state * 1664525u + 1013904223u;
    return least + (int32_t)((*state >> 8) % (uint32_t)(most - least + 1));
}

/* Sums of f16 are at most 16 * 9 * 9 + 64, which f16 has exactly. */
static void fill_matrices(uint32_t number, struct matrices *out)
{
    const struct form *form = &forms[number];
    uint32_t depth = 4u * form->parts * form->in_word, state = number + 1;
    int32_t most = form->in_word == 2 ? 9 : form->has_signs ? 127 : 255;
    int32_t least = form->in_word == 2 ? -9 : form->has_signs ? -128 : 0;

    *out = (struct matrices){ 0 };
    for (uint32_t k = 0; k < depth; k++) {
        for (uint32_t row = 0; row < ROWS; row++)
            out->a[row][k] = next_number(&state, least, most);
        for (uint32_t column = 0; column < COLUMNS; column++)
            out->b[k][column] = next_number(&state, least, most);
    }
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++)
        out->c[i / COLUMNS][i % COLUMNS] = next_number(&state, -64, 64);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Where mma has the elements of a lane (kernel/translate/ptx/matrix.h). */
static void put_factors(const struct form *form, const struct matrices *matrices, uint32_t number,
                        struct lane *lane)
{
    uint32_t group = number / 4, place = number % 4;

    for (uint32_t part = 0; part < form->parts; part++) {
        for (uint32_t e = 0; e < form->in_word; e++) {
            uint32_t k = (place + 4 * part) * form->in_word + e, at = e * 32 / form->in_word;

            lane->a[2 * part] |= factor_bits(form, matrices->a[group][k]) << at;
            lane->a[2 * part + 1] |= factor_bits(form, matrices->a[group + 8][k]) << at;
            lane->b[part] |= factor_bits(form, matrices->b[k][group]) << at;
        }
    }
}

/* The bits of four sums as the lane has them. */
static void put_sums(const struct form *form, const int32_t sums[4], uint32_t words[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        if (form->sums == OF_F16)
            words[i / 2] |= sum_bits(form, sums[i]) << i % 2 * 16;
        else
            words[i] = sum_bits(form, sums[i]);
    }
}

static int32_t element_of_c(const struct matrices *matrices, uint32_t lane, uint32_t i)
{
    return matrices->c[lane / 4 + 8 * (i / 2)][2 * (lane % 4) + i % 2];
}

static int32_t element_of_d(const struct matrices *matrices, uint32_t lane, uint32_t i)
{
    uint32_t row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
    int32_t sum = matrices->c[row][column];

    for (uint32_t k = 0; k < MOST_DEPTH; k++)
        sum += matrices->a[row][k] * matrices->b[k][column];
    return sum;
}

void gi_matrix_trial_fill(uint32_t *words)
{
    struct matrices matrices;

    for (uint32_t number = 0; number < GI_TRANSLATE_MATRICES; number++) {
        fill_matrices(number, &matrices);
        for (uint32_t i = 0; i < GI_WARP_THREADS; i++) {
            struct lane lane = { .d = { ~0u, ~0u, ~0u, ~0u } };
            int32_t sums[4];

            for (uint32_t k = 0; k < 4; k++)
                sums[k] = element_of_c(&matrices, i, k);
            put_factors(&forms[number], &matrices, i, &lane);
            put_sums(&forms[number], sums, lane.c);
            memcpy(words, &lane, sizeof lane);
            words += GI_MATRIX_TRIAL_WORDS;
        }
    }
}

/* ---- results -------------------------------------------------------------------------- */

static bool is_right(uint32_t number, const uint32_t *words)
{
    uint32_t count = forms[number].sums == OF_F16 ? 2 : 4;
    struct matrices matrices;

    fill_matrices(number, &matrices);
    for (uint32_t i = 0; i < GI_WARP_THREADS; i++) {
        uint32_t expected[4] = { 0 };
        struct lane lane;
        int32_t sums[4];

        memcpy(&lane, words + i * GI_MATRIX_TRIAL_WORDS, sizeof lane);
        for (uint32_t k = 0; k < 4; k++)
            sums[k] = element_of_d(&matrices, i, k);
        put_sums(&forms[number], sums, expected);
        if (memcmp(lane.d, expected, count * sizeof expected[0]) != 0)
            return false;
    }
    return true;
}

uint8_t gi_matrix_trial_right(const uint32_t *words)
{
    uint32_t right = 0;

    for (uint32_t i = 0; i < GI_TRANSLATE_MATRICES; i++) {
        if (is_right(i, words + i * GI_WARP_THREADS * GI_MATRIX_TRIAL_WORDS))
            right |= 1u << i;
    }
    return (uint8_t)right;
}

/* The first run turns all that can be turned, as NVIDIA's devices want it. */
bool gi_matrix_trial_next(uint8_t offered, uint32_t run, const struct gi_matrix_units *found,
                          struct gi_matrix_units *out_tried)
{
    uint8_t left = offered & (uint8_t)~found->matrices;
    uint32_t deep = 0;

    for (uint32_t i = 0; i < GI_TRANSLATE_MATRICES; i++)
        deep |= (uint32_t)(forms[i].parts == 2) << i;
    *out_tried = (struct gi_matrix_units){ left, run == 0 ? left & (uint8_t)deep : 0 };
    if (run != 0)                        /* the others have had their only order */
        out_tried->matrices &= (uint8_t)deep;
    return run < 2 && out_tried->matrices != 0;
}

void gi_matrix_trial_take(const struct gi_matrix_units *tried, uint8_t right,
                          struct gi_matrix_units *found)
{
    found->matrices |= tried->matrices & right;
    found->turned |= tried->turned & right;
}
