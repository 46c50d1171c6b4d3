/* The test of units for matrices, on devices that are made up: each has the elements of A in some
 * order, and makes some products wrongly. The sums are those of the model that the translator's
 * products are held against. */
#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "code/matrix_trial.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/words.h"
#include "kernel/translate/translate.h"
#include "matrix_model.h"
#include "spirv_tools.h"

enum { DEEP = GI_TRANSLATE_F16_K16_F32 | GI_TRANSLATE_F16_K16_F16 | GI_TRANSLATE_S8_K32_S32
           | GI_TRANSLATE_U8_K32_U32,
       ALL = (1 << GI_TRANSLATE_MATRICES) - 1,
       LANE = GI_MATRIX_TRIAL_WORDS, FORM = MATRIX_LANES * LANE };

static const char *const spellings[GI_TRANSLATE_MATRICES] = {
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32",
};

/* A form's product as mma makes it, from words of A in another order if so. */
static void make_product(uint32_t number, bool is_turned, uint32_t *words)
{
    const struct matrix_form *form = matrix_form_of(spellings[number], strlen(spellings[number]));
    uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS] = { 0 };
    static struct matrix_fragments fragments;

    assert_non_null(form);
    for (uint32_t i = 0; i < MATRIX_LANES; i++) {
        const uint32_t *lane = words + i * LANE;

        memcpy(fragments.a[i], lane, 4 * sizeof(*lane));
        memcpy(fragments.b[i], lane + 4, 2 * sizeof(*lane));
        memcpy(fragments.c[i], lane + 8, 4 * sizeof(*lane));
        if (is_turned) {
            fragments.a[i][1] = lane[2];
            fragments.a[i][2] = lane[1];
        }
    }
    matrix_product(form, &fragments, d);
    for (uint32_t i = 0; i < MATRIX_LANES; i++)
        memcpy(words + i * LANE + 12, d[i], matrix_sum_words(form) * sizeof(*words));
}

/* What a run finds right on a device that turns some forms and makes some wrongly. */
static uint8_t run_trial(const struct gi_matrix_units *tried, uint8_t turns, uint8_t wrong)
{
    static uint32_t words[GI_MATRIX_TRIAL_ALL];

    gi_matrix_trial_fill(words);
    for (uint32_t i = 0; i < GI_TRANSLATE_MATRICES; i++) {
        make_product(i, ((tried->turned ^ turns) >> i & 1) != 0, words + i * FORM);
        if (wrong >> i & 1)
            words[i * FORM + i * LANE + 12] ^= 1;
    }
    return gi_matrix_trial_right(words);
}

static struct gi_matrix_units test_device(uint8_t offered, uint8_t turns, uint8_t wrong,
                                          uint32_t *out_runs)
{
    struct gi_matrix_units found = { 0, 0 }, tried;

    *out_runs = 0;
    for (uint32_t run = 0; run < 3; run++) {
        if (!gi_matrix_trial_next(offered, run, &found, &tried))
            continue;
        gi_matrix_trial_take(&tried, run_trial(&tried, turns, wrong), &found);
        ++*out_runs;
    }
    return found;
}

TEST_CASE(test_devices)
{
    static const struct {
        uint8_t offered, turns, wrong, found, turned, runs;
    } devices[] = {
        { 0, 0, 0, 0, 0, 0 },
        { ALL, DEEP, 0, ALL, DEEP, 1 },             /* NVIDIA's */
        { ALL, 0, 0, ALL, 0, 2 },
        { ALL, GI_TRANSLATE_S8_K32_S32, 0, ALL, GI_TRANSLATE_S8_K32_S32, 2 },
        { GI_TRANSLATE_F16_K8_F32, 0, 0, GI_TRANSLATE_F16_K8_F32, 0, 1 },
        { ALL, DEEP, ALL, 0, 0, 2 },                /* lanes have other elements */
        { ALL, DEEP, GI_TRANSLATE_F16_K8_F16, ALL & ~GI_TRANSLATE_F16_K8_F16, DEEP, 1 },
        { ALL, DEEP, GI_TRANSLATE_U8_K32_U32, ALL & ~GI_TRANSLATE_U8_K32_U32,
          DEEP & ~GI_TRANSLATE_U8_K32_U32, 2 },
        { GI_TRANSLATE_F16_K16_F32, 0, GI_TRANSLATE_F16_K16_F32, 0, 0, 2 },
    };

    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++) {
        uint32_t runs;
        struct gi_matrix_units found = test_device(devices[i].offered, devices[i].turns,
                                                   devices[i].wrong, &runs);

        if (found.matrices != devices[i].found || found.turned != devices[i].turned
            || runs != devices[i].runs)
            fail_msg("device %zu: found %x, turned %x, in %u runs", i, found.matrices,
                     found.turned, runs);
    }
}

/* No sum is right before the kernel has run, and each element counts. */
TEST_CASE(test_elements)
{
    static uint32_t words[GI_MATRIX_TRIAL_ALL];
    const struct gi_matrix_units plain = { ALL, 0 };

    gi_matrix_trial_fill(words);
    assert_int_equal(gi_matrix_trial_right(words), 0);
    assert_int_equal(run_trial(&plain, 0, 0), ALL);
    for (uint32_t i = 0; i < GI_TRANSLATE_MATRICES; i++)
        make_product(i, false, words + i * FORM);
    for (uint32_t i = 0; i < GI_TRANSLATE_MATRICES; i++) {
        uint32_t count = i == 1 || i == 3 ? 2 : 4;      /* words of sums */

        for (uint32_t at = 0; at < MATRIX_LANES * count; at++) {
            uint32_t *word = &words[i * FORM + at / count * LANE + 12 + at % count];

            *word ^= 0x10000;
            assert_int_equal(gi_matrix_trial_right(words), ALL & ~(1u << i));
            *word ^= 0x10000;
        }
    }
}

/* Whether the test's kernel has cooperative matrices for a target. */
static bool goes_by_units(const struct gi_translate_target *target)
{
    const char *text = gi_matrix_trial_text();
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct gi_arena arena;
    bool goes;

    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_OK);
    assert_int_equal(gi_translate(&arena, module, module->functions[0], target, &kernel), GI_OK);
    if (spirv_tools_installed())
        assert_true(spirv_is_valid(kernel.words, kernel.word_count));
    goes = spirv_has_capability(kernel.words, kernel.word_count, GiCapabilityCooperativeMatrixKHR);
    gi_arena_finish(&arena);
    return goes;
}

/* Units need native warps of 32, and whole ones: with the memory check a thread may have ended. */
TEST_CASE(test_ways)
{
    const struct gi_translate_target units = {
        .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
        .subgroup_least = 32, .subgroup_most = 32, .subgroup_can_be_required = true,
        .subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE, .reconverges = true,
        .matrices = GI_TRANSLATE_S8_K32_S32 };
    struct gi_translate_target other = units;

    assert_true(goes_by_units(&units));
    other.matrices = 0;
    assert_false(goes_by_units(&other));
    other = units;
    other.subgroup_least = other.subgroup_most = 64;
    assert_false(goes_by_units(&other));
    other = units;
    other.subgroup_operations = 0;
    assert_false(goes_by_units(&other));
    other = units;
    other.always_machine = true;
    assert_false(goes_by_units(&other));
    other = units;
    other.checks_memory = true;
    assert_false(goes_by_units(&other));
}

int main(void)
{
    return run_test_cases(NULL);
}
