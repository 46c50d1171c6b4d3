/* The values of values.h, computed on a Vulkan device. The argument is the PTX of values.cu. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "values.h"
#include "kernel/translate/ptx/ptx.h"

static const struct {
    const char *expression;
    uint32_t wanted;
} values[] = {
#define VALUE(expression, wanted) { #expression, wanted },
    CC_VALUES(VALUE)
};
enum { COUNT = sizeof(values) / sizeof(values[0]) };

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

/* The results of the kernel, or NULL after a sentence. */
static const uint32_t *compute(struct gi_arena *arena, const char *text, size_t bytes)
{
    const uint32_t one[3] = { 1, 1, 1 };
    struct host_memory result, word, image;
    struct gi_translate_variables places;
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    uint32_t zero = 0;

    if (gi_ptx_parse(arena, text, bytes, &module) != GI_OK
        || gi_translate_variables(arena, module, &places) != GI_OK
        || gi_translate(arena, module, gi_ptx_find_function(
            module, (struct gi_ptx_text){ "values", 6 }), host_target(), &kernel) != GI_OK) {
        printf("FAILED: %s\n", gi_last_error_detail());
        return NULL;
    }
    result = host_alloc(COUNT * 4);
    word = host_alloc(16);
    image = host_alloc(places.bytes + 1);
    if (gi_translate_image(module, &places, image.address, image.bytes) != GI_OK)
        return NULL;
    host_run(&kernel, image.address, (const void *[]){ &result.address, &word.address, &zero }, one,
             one, 0);
    return (const uint32_t *)result.bytes;
}

int main(int argc, char **argv)
{
    const char *missing = host_open();
    const uint32_t *got;
    struct gi_arena arena;
    size_t bytes = 0;
    int failures = 0;
    char *text;

    if (missing != NULL) {
        printf("skipped: %s\n", missing);
        return 77;
    }
    text = argc == 2 ? read_all(argv[1], &bytes) : NULL;
    if (text == NULL)
        return 2;
    gi_arena_init(&arena, 64 << 20);
    host_reset();
    got = compute(&arena, text, bytes);
    for (int i = 0; got != NULL && i < COUNT; i++) {
        if (got[i] == values[i].wanted)
            continue;
        failures++;
        printf("FAILED: %s is 0x%x, not 0x%x\n", values[i].expression, got[i], values[i].wanted);
    }
    printf("%d values, %d wrong\n", COUNT, failures);
    gi_arena_finish(&arena);
    free(text);
    host_close();
    return got == NULL || failures != 0;
}
