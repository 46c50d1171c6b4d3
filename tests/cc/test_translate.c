/* Translates every kernel of a PTX file, and lets spirv-val read it where that is installed.
 * Arguments: the file, then the names of kernels that are refused. Any other refusal is a
 * failure, and so is a file without kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
#include "spirv_tools.h"

static const struct gi_translate_target target = {
    .push_bytes = 256, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
    .int64_atomics = true, .float32_atomic_add = true, .float64_atomic_add = true,
    .keeps_specials = GI_TRANSLATE_F16 | GI_TRANSLATE_F32 | GI_TRANSLATE_F64,
    .keeps_denormals = GI_TRANSLATE_F16 | GI_TRANSLATE_F32 | GI_TRANSLATE_F64, .fused_fma = true
};

static char *read_all(const char *path, size_t *out_bytes)
{
    FILE *stream = fopen(path, "rb");
    char *text = NULL;
    long length;

    if (stream != NULL && fseek(stream, 0, SEEK_END) == 0 && (length = ftell(stream)) > 0) {
        rewind(stream);
        text = malloc((size_t)length);
        if (text != NULL && fread(text, 1, (size_t)length, stream) != (size_t)length)
            exit(1);
        *out_bytes = (size_t)length;
    }
    if (stream != NULL)
        fclose(stream);
    return text;
}

static bool is_known(struct gi_ptx_text name, char **known)
{
    for (; *known != NULL; known++) {
        if (strlen(*known) == name.length && memcmp(name.start, *known, name.length) == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    size_t bytes = 0;
    char *text = argc > 1 ? read_all(argv[1], &bytes) : NULL;
    struct gi_ptx_module *module;
    struct gi_arena parsed;
    bool tools = spirv_tools_installed();
    int kernels = 0, refused = 0, failures = 0;

    if (text == NULL)
        return 2;
    gi_arena_init(&parsed, 64 << 20);
    if (gi_ptx_parse(&parsed, text, bytes, &module) != GI_OK) {
        printf("%s: %s\n", argv[1], gi_last_error_detail());
        return 1;
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        struct gi_ptx_function *entry = module->functions[i];
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        if (!entry->is_entry)
            continue;
        kernels++;
        gi_arena_init(&arena, 64 << 20);
        if (gi_translate(&arena, module, entry, &target, &kernel) == GI_OK) {
            failures += tools && !spirv_is_valid(kernel.words, kernel.word_count);
            if (is_known(entry->name, argv + 2)) {
                failures++;
                printf("FAILED: %.*s is not refused\n", (int)entry->name.length,
                       entry->name.start);
            }
        } else {
            bool known = is_known(entry->name, argv + 2);

            refused++;
            failures += !known;
            printf("%s: %.*s: %s\n", known ? "known" : "FAILED", (int)entry->name.length,
                   entry->name.start, gi_last_error_detail());
        }
        gi_arena_finish(&arena);
    }
    printf("%d kernels, %d refused, %d failures\n", kernels, refused,
           failures);
    gi_arena_finish(&parsed);
    free(text);
    return failures != 0 || kernels == 0;
}
