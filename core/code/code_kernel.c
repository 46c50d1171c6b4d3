#include "code_kernel.h"

#include <string.h>

#include "base/counters.h"
#include "kept_words.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
#include "likely.h"
#include "shader.h"
#include "trace/span.h"

/* The most memory that one translation takes. */
#define TRANSLATE_LIMIT_BYTES ((size_t)1 << 30)

/* Copies what a launch needs of a translation. */
static gi_status copy_kernel(struct gi_arena *arena, const struct gi_translate_kernel *from,
                             struct gi_translate_kernel *out_kernel)
{
    uint32_t *words = gi_arena_take(arena, from->word_count, sizeof *words);
    struct gi_translate_parameter *parameters =
        gi_arena_take(arena, from->parameter_count, sizeof *parameters);

    if (words == NULL || parameters == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, from->words, from->word_count * sizeof *words);
    if (from->parameter_count > 0)
        memcpy(parameters, from->parameters, from->parameter_count * sizeof *parameters);
    *out_kernel = *from;
    out_kernel->words = words;
    out_kernel->parameters = parameters;
    return GI_OK;
}

/* The memory of a translation is many times that of its words, and goes back at once. */
static gi_status translate_ptx(struct gi_arena *arena, const struct gi_code *code,
                               const struct gi_ptx_function *function,
                               const struct gi_translate_target *target,
                               struct gi_translate_kernel *out_kernel)
{
    struct gi_translate_kernel kernel;
    struct gi_arena own;
    gi_status status;

    gi_arena_init(&own, TRANSLATE_LIMIT_BYTES);
    status = gi_translate(&own, code->ptx, function, target, &kernel);
    if (status == GI_OK)
        status = copy_kernel(arena, &kernel, out_kernel);
    gi_arena_finish(&own);
    return status;
}

gi_status gi_code_translate(struct gi_arena *arena, struct gi_code *code,
                            const struct gi_code_kernel *kernel,
                            const struct gi_translate_target *target,
                            struct gi_translate_kernel *out_kernel)
{
    struct gi_kept_key key;
    gi_status status;

    if (kernel->shader != NULL)
        return gi_shader_describe(arena, code->words, code->word_count, &code->shader,
                                  kernel->shader, target, out_kernel);
    key = gi_kept_key(code, kernel, target);
    if (gi_kept_read(&key, arena, out_kernel))
        return GI_OK;
    gi_count(GI_COUNT_TRANSLATIONS, 1);
    GI_SPANNED(status, GI_TRACE_TRANSLATE, kernel->name, 0,
               translate_ptx(arena, code, kernel->ptx, target, out_kernel));
    if (status == GI_OK)
        gi_kept_write(&key, out_kernel);
    return status;
}

const char *gi_code_entry_point(const struct gi_code_kernel *kernel)
{
    return kernel->shader != NULL ? kernel->shader->name : "main";
}

/* Constant 3 of a program's own module is the length of an array, which has an element at least:
 * SPIR-V has no array without one. */
uint32_t gi_code_shared_units(const struct gi_code_kernel *kernel, uint32_t dynamic_bytes)
{
    uint32_t step = kernel->shader != NULL ? kernel->shader->shared_step_bytes : 0;

    if (kernel->shader == NULL)
        return dynamic_bytes;
    if (step == 0)
        return 0;
    return dynamic_bytes > step ? (dynamic_bytes - 1) / step + 1 : 1;
}

unsigned gi_code_dimensions(const struct gi_code_kernel *kernel)
{
    const uint32_t *block;

    if (kernel->shader == NULL)
        return gi_likely_dimensions(kernel->ptx->body.start, kernel->ptx->body.length);
    block = kernel->shader->block;
    return block[2] > 1 ? 3 : block[1] > 1 ? 2 : 1;
}
