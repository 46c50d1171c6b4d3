#include "code.h"

#include <stdlib.h>
#include <string.h>

/* The most memory that the parser takes for one module. */
#define PARSE_LIMIT_BYTES ((size_t)1 << 30)

/* What the parser answers is the program's fault, and is not its argument's. */
static gi_status of_parser(gi_status status)
{
    if (status == GI_INVALID_VALUE)
        return GI_INVALID_PTX;
    return status == GI_NOT_SUPPORTED ? GI_NO_BINARY : status;
}

static bool has_known_opcodes(struct gi_arena *arena, const struct gi_ptx_module *ptx)
{
    for (uint32_t i = 0; i < ptx->function_count; i++) {
        struct gi_ptx_body *body;

        if (!ptx->functions[i]->has_body)
            continue;
        if (gi_ptx_parse_body(arena, ptx, ptx->functions[i], &body) != GI_OK)
            return false;
        for (uint32_t k = 0; k < body->instruction_count; k++) {
            if (body->instructions[k].opcode == GI_PTX_OP_UNKNOWN)
                return false;
        }
    }
    return true;
}

static bool is_known(void *user, const char *text, size_t byte_count)
{
    struct gi_ptx_module *ptx;
    struct gi_arena arena;
    bool known;

    (void)user;
    gi_arena_init(&arena, PARSE_LIMIT_BYTES);
    known = gi_ptx_parse(&arena, text, byte_count, &ptx) == GI_OK &&
            has_known_opcodes(&arena, ptx);
    gi_arena_finish(&arena);
    return known;
}

gi_status gi_code_choose(const void *image, size_t size_bytes, struct gi_container_text *out_text)
{
    struct gi_container container;
    const void *inner = image;
    gi_status status = gi_container_of_segment(image, &inner);

    if (status == GI_OK)
        status = gi_container_read(inner, inner == image ? size_bytes : GI_CONTAINER_ENDLESS,
                                   &container);
    if (status != GI_OK)
        return status;
    status = gi_container_choose(&container, GI_CODE_CAPABILITY, is_known, NULL, out_text);
    gi_container_finish(&container);
    return status;
}

static gi_status parse(struct gi_code *code)
{
    gi_status status = gi_ptx_parse(&code->arena, code->text.text, code->text.byte_count,
                                    &code->ptx);

    if (status == GI_OK)
        status = gi_translate_variables(&code->arena, code->ptx, &code->variables);
    if (status != GI_OK)
        return of_parser(status);
    for (uint32_t i = 0; i < code->ptx->variable_count; i++)
        code->has_managed |= code->ptx->variables[i]->is_managed;
    return GI_OK;
}

gi_status gi_code_read(const void *image, size_t size_bytes, struct gi_code **out_code)
{
    struct gi_code *code = calloc(1, sizeof *code);
    gi_status status;

    if (code == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for device code");
    atomic_init(&code->refs, 1);
    gi_arena_init(&code->arena, PARSE_LIMIT_BYTES);
    status = gi_code_choose(image, size_bytes, &code->text);
    if (status == GI_OK)
        status = parse(code);
    if (status != GI_OK) {
        gi_code_unref(code);
        return status;
    }
    *out_code = code;
    return GI_OK;
}

void gi_code_ref(struct gi_code *code)
{
    atomic_fetch_add_explicit(&code->refs, 1, memory_order_relaxed);
}

void gi_code_unref(struct gi_code *code)
{
    if (code == NULL || atomic_fetch_sub_explicit(&code->refs, 1, memory_order_acq_rel) != 1)
        return;
    gi_arena_finish(&code->arena);
    gi_container_text_finish(&code->text);
    free(code);
}

static struct gi_ptx_text text_of(const char *name)
{
    return (struct gi_ptx_text){ name, (uint32_t)strnlen(name, UINT32_MAX) };
}

const struct gi_ptx_function *gi_code_entry(const struct gi_code *code, const char *name)
{
    const struct gi_ptx_function *function = gi_ptx_find_function(code->ptx, text_of(name));

    return function != NULL && function->is_entry && function->has_body ? function : NULL;
}

const struct gi_ptx_variable *gi_code_variable(const struct gi_code *code, const char *name)
{
    const struct gi_ptx_variable *variable = gi_ptx_find_variable(code->ptx, text_of(name));

    return variable != NULL && gi_translate_has_place(variable) ? variable : NULL;
}

char *gi_code_copy_name(const struct gi_ptx_function *function)
{
    return strndup(function->name.start, function->name.length);
}
