/** Modules whose words are changed at random: small numbers, and flipped bits. */
#ifndef SHADER_DAMAGE_H
#define SHADER_DAMAGE_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/random.h"
#include "contract/spirv_check.h"
#include "kernel/reflect/reflect_buffer.h"
#include "kernel/reflect/reflect_check.h"
#include "kernel/reflect/reflect_plain.h"
#include "kernel/reflect/reflect_wide.h"
#include "code/code.h"
#include "code/shader.h"

typedef bool damage_is_taken(const uint32_t *words, size_t count);

static inline void damage(uint32_t *words, size_t count, int changes, struct test_random *random)
{
    while (changes-- > 0) {
        uint32_t *word = &words[test_random_below(random, count)];

        *word = test_random_below(random, 2) ? (uint32_t)test_random_below(random, 400)
                                             : *word ^ 1u << test_random_below(random, 32);
    }
}

/** Gives each round a copy of the module with some words changed. Some copies must be taken, and
 *  some refused: at least one of share each. The module itself must be taken. */
static inline void damage_rounds(const uint32_t *module, size_t count, int rounds, int changes,
                                 uint64_t seed, int share, damage_is_taken *is_taken)
{
    struct test_random random = { seed };
    uint32_t *words = malloc(count * sizeof *words);
    int taken = 0;

    assert_non_null(words);
    assert_true(is_taken(module, count));
    for (int round = 0; round < rounds; round++) {
        memcpy(words, module, count * sizeof *words);
        damage(words, count, changes, &random);
        taken += is_taken(words, count);
    }
    free(words);
    print_message("%d damaged modules taken, %d refused\n", taken, rounds - taken);
    assert_true(taken >= rounds / share && rounds - taken >= rounds / share);
}

/** The rewriting for the memory check, with parameters in push constants and in memory. */
static inline void damage_checks(struct gi_arena *arena, const uint32_t *words, size_t count,
                                 const struct gi_reflect_module *module)
{
    static const struct gi_translate_target target = { .push_bytes = 128, .int8 = true,
                                                       .int16 = true, .float16 = true };

    for (uint32_t i = 0; i < module->kernel_count * 2; i++) {
        const struct gi_reflect_checked checked = { module->kernels[i / 2].name, i / 2,
                                                    words[3], &target };
        struct gi_translate_kernel kernel = {
            .words = words, .word_count = (uint32_t)count, .parameters_in_memory = i % 2 != 0,
            .push_bytes = 64
        };

        (void)!gi_reflect_check(arena, &checked, &kernel);
    }
}

/** Whether the rewritings take a module that nobody has checked. */
static inline bool damage_is_rewritten(const uint32_t *words, size_t count)
{
    const struct gi_reflect_wide wide = { 64, 32 };
    struct gi_reflect_module module;
    struct gi_arena arena;
    const uint32_t *made;
    size_t made_count;
    gi_status status;

    gi_arena_init(&arena, (size_t)64 << 20);
    status = gi_reflect_read(&arena, words, count, &module);
    if (status == GI_OK) {
        (void)!gi_reflect_buffer(&arena, words, count, &made, &made_count);
        (void)!gi_reflect_wide(&arena, &wide, words, count, &made, &made_count);
        damage_checks(&arena, words, count, &module);
        status = gi_reflect_plain(&arena, words, count, &module, &made, &made_count);
    }
    gi_arena_finish(&arena);
    return status == GI_OK;
}

/** What a driver would see of a valid kernel in a wide grid is valid, or a sentence says why it
 *  cannot be. */
static inline void expect_wide(struct gi_arena *arena, const struct gi_translate_kernel *kernel,
                               gi_spirv_check_fn *check)
{
    const struct gi_reflect_wide wide = { (kernel->push_bytes + 3) & ~UINT32_C(3), 32 };
    const uint32_t *words;
    size_t count;
    char why[256] = "";

    if (gi_reflect_wide(arena, &wide, kernel->words, kernel->word_count, &words, &count) != GI_OK)
        assert_true(gi_last_error_detail()[0] != '\0');
    else if (check != NULL && check(words, count, why, sizeof why) != 0)
        fail_msg("a kernel in a wide grid is not valid: %s", why);
}

/** With the memory check, what a driver would see is valid, or a sentence says why it cannot be. */
static inline void damage_is_described(const struct gi_code *code, gi_spirv_check_fn *check)
{
    static const struct gi_translate_target target = {
        .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
        .int64_atomics = true, .checks_memory = true
    };

    for (uint32_t i = 0; i < code->shader.kernel_count; i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        char why[256] = "";

        gi_arena_init(&arena, (size_t)64 << 20);
        if (gi_shader_describe(&arena, code->words, code->word_count, &code->shader,
                               &code->shader.kernels[i], &target, &kernel) != GI_OK)
            assert_true(gi_last_error_detail()[0] != '\0');
        else if (check(kernel.words, kernel.word_count, why, sizeof why) != 0)
            fail_msg("a checked module is not valid: %s", why);
        else
            expect_wide(&arena, &kernel, check);
        gi_arena_finish(&arena);
    }
}

/** Whether the front door takes a module: what comes out is valid, or a sentence says why not. */
static inline bool damage_is_read(const uint32_t *words, size_t count)
{
    static gi_spirv_check_fn *check;
    void *library = check == NULL ? dlopen(GI_SPIRV_CHECK_LIBRARY, RTLD_NOW | RTLD_LOCAL) : NULL;
    char why[256] = "";
    struct gi_code *code;
    gi_status status = gi_code_read(words, count * 4, &code);

    if (library != NULL)
        check = (gi_spirv_check_fn *)(uintptr_t)dlsym(library, GI_SPIRV_CHECK_NAME);
    assert_true(check != NULL);
    if (status != GI_OK) {
        assert_true(status == GI_INVALID_IMAGE || status == GI_NO_BINARY);
        assert_true(gi_last_error_detail()[0] != '\0');
        return false;
    }
    if (check(code->words, code->word_count, why, sizeof why) != 0)
        fail_msg("a damaged module became one that is not valid: %s", why);
    damage_is_described(code, check);
    gi_code_unref(code);
    return true;
}

#endif
