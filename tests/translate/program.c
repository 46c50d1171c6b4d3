#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spirv_tools.h"
#include "kernel/translate/ptx/ptx.h"

static char *read_text(const char *folder, const char *file, size_t *out_length)
{
    char path[1000];
    FILE *stream;
    char *text;

    snprintf(path, sizeof(path), "%s/%s", folder, file);
    stream = fopen(path, "rb");
    assert_non_null(stream);
    fseek(stream, 0, SEEK_END);
    *out_length = (size_t)ftell(stream);
    rewind(stream);
    text = malloc(*out_length);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *out_length, stream), *out_length);
    fclose(stream);
    return text;
}

void program_open(struct program *program, const char *folder, const char *file)
{
    static bool told;
    size_t length;

    program->text = read_text(folder, file, &length);
    program->target = host_target();
    program->checks = spirv_tools_installed();
    if (!program->checks && !told)
        printf("modules are not checked: SPIRV-Tools are not installed\n");
    told = true;
    gi_arena_init(&program->arena, 64 << 20);
    if (gi_ptx_parse(&program->arena, program->text, length, &program->module) != GI_OK
        || gi_translate_variables(&program->arena, program->module, &program->variables) != GI_OK)
        fail_msg("%s: %s", file, gi_last_error_detail());
    host_reset();
    program->image = host_alloc(program->variables.bytes + 1);
    if (gi_translate_image(program->module, &program->variables, program->image.address,
                           program->image.bytes) != GI_OK)
        fail_msg("%s: %s", file, gi_last_error_detail());
}

void program_close(struct program *program)
{
    gi_arena_finish(&program->arena);
    free(program->text);
}

void program_translate(struct program *program, const char *name, struct gi_arena *arena,
                       struct gi_translate_kernel *out_kernel)
{
    struct gi_ptx_text text = { name, (uint32_t)strlen(name) };
    struct gi_ptx_function *entry = gi_ptx_find_function(program->module, text);

    assert_non_null(entry);
    if (gi_translate(arena, program->module, entry, program->target, out_kernel) != GI_OK)
        fail_msg("%s: %s", name, gi_last_error_detail());
    assert_true(!program->checks
                || spirv_is_valid(out_kernel->words, out_kernel->word_count));
}

void program_launch(struct program *program, const char *name, const uint64_t *arguments,
                    const uint32_t grid[3], const uint32_t block[3], uint32_t dynamic)
{
    struct gi_translate_kernel kernel;
    const void *places[8];
    struct gi_arena arena;

    gi_arena_init(&arena, 64 << 20);
    program_translate(program, name, &arena, &kernel);
    assert_true(kernel.parameter_count <= 8);
    for (uint32_t i = 0; i < kernel.parameter_count; i++)
        places[i] = &arguments[i];
    host_run(&kernel, program->image.address, places, grid, block, dynamic);
    gi_arena_finish(&arena);
}

void program_launch_row(struct program *program, const char *name, const uint64_t *arguments,
                        uint32_t blocks, uint32_t threads)
{
    program_launch(program, name, arguments, (uint32_t[]){ blocks, 1, 1 },
                   (uint32_t[]){ threads, 1, 1 }, 0);
}
