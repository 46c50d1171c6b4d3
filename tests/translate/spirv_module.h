/** Inside the tests of the builder of SPIR-V: a module with its arena, and an empty kernel around
 *  what a test looks at. */
#ifndef TEST_SPIRV_MODULE_H
#define TEST_SPIRV_MODULE_H

#include "kernel/translate/spirv/spirv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../skip_case.h"
#include "spirv_tools.h"

enum { ARENA_BYTES = 256 << 20 };

#define WORDS GI_SPIRV_WORDS
#define IDS GI_SPIRV_IDS

struct module {
    struct gi_arena arena;
    struct gi_spirv spirv;
    uint32_t *words;
    uint32_t count;
};

static inline void begin(struct module *module)
{
    gi_arena_init(&module->arena, ARENA_BYTES);
    gi_spirv_init(&module->spirv, &module->arena, GI_SPIRV_1_5);
}

static inline void end(struct module *module)
{
    gi_arena_finish(&module->arena);
}

static inline void finish(struct module *module)
{
    assert_int_equal(gi_spirv_finish(&module->spirv, &module->words, &module->count), GI_OK);
}

static inline void finish_valid(struct module *module)
{
    finish(module);
    if (!spirv_tools_installed()) {
        end(module);
        SKIP_CASE("SPIRV-Tools are not installed");
    }
    assert_true(spirv_is_valid(module->words, module->count));
}

static inline void assert_text(const struct module *module, const char *expected)
{
    char *text = spirv_text(module->words, module->count);

    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static inline void assert_fails(struct module *module, gi_status code, const char *sentence)
{
    assert_int_equal(gi_spirv_finish(&module->spirv, &module->words, &module->count), code);
    assert_null(module->words);
    assert_int_equal(module->count, 0);
    assert_non_null(strstr(gi_last_error_detail(), sentence));
    end(module);
}

/* An empty kernel around what a test wants to look at. */
static inline gi_id open_kernel(struct gi_spirv *b)
{
    gi_type nothing = gi_spirv_type_void(b);
    gi_id kernel = gi_spirv_function_begin(b, GI_NO_ID, nothing,
                                           gi_spirv_type_function(b, nothing, NULL, 0),
                                           GiFunctionControlNone);

    gi_spirv_label(b, GI_NO_ID);
    return kernel;
}

static inline void close_kernel(struct gi_spirv *b, gi_id kernel)
{
    uint32_t count;
    const gi_id *variables;

    gi_spirv_return(b);
    gi_spirv_function_end(b);
    variables = gi_spirv_variables(b, &count);
    gi_spirv_entry_point(b, kernel, "main", variables, count);
    gi_spirv_execution_mode(b, kernel, GiExecutionModeLocalSize, WORDS(1, 1, 1));
}

#endif
