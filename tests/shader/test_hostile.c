/* Device code of all kinds, cut and changed, goes all the way of a program's code up to the modules
 * that a driver would see: read, translated or described, and checked. Copies end where their
 * memory ends, so AddressSanitizer finds each read behind them.
 *
 * test-hostile-code KERNELS; GPUINTEROP_TEST_SEED, GPUINTEROP_TEST_ROUNDS change what is done. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>

#include "test_cases.h"
#include "../container/writer.h"
#include "../unit/random.h"
#include "contract/spirv_check.h"
#include "code/code.h"
#include "kernel/translate/translate.h"
#include "code/shader.h"
#include "damage.h"

#include "kernel/translate/ptx/ptx.h"
#include "vulkan/kernel/prelude.h"
#include "buffers_0.spv.h"
#include "buffers_4.spv.h"
#include "image.spv.h"
#include "large.spv.h"
#include "reverse.spv.h"
#include "saxpy.spv.h"

enum { ROUNDS = 1500 };

static const struct gi_translate_target target = {
    .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
    .int64_atomics = true, .keeps_specials = 7, .keeps_denormals = 7,
};

static const char *folder;
static gi_spirv_check_fn *check_fn;      /* NULL: SPIRV-Tools are not installed */
static unsigned modules;                 /* that a driver would have seen */

/* ---- inputs ---------------------------------------------------------------------------------- */

static struct image image_of(const void *bytes, size_t count)
{
    struct image made = { 0 };

    image_add(&made, bytes, count);
    return made;
}

static struct image image_of_file(const char *name)
{
    struct image made = { 0 };
    char path[4096], piece[4096];
    size_t count;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    while ((count = fread(piece, 1, sizeof piece, file)) > 0)
        image_add(&made, piece, count);
    fclose(file);
    return made;
}

static struct image fatbin_of(const struct image *text)
{
    struct image made = { 0 };

    fatbin_begin(&made);
    fatbin_add(&made, &(struct fatbin_entry){ .kind = 2, .architecture = 75, .code = "\x7f" "ELF",
                                              .byte_count = 4 });
    fatbin_add(&made, &(struct fatbin_entry){ .kind = 1, .architecture = 75, .code = text->bytes,
                                              .byte_count = text->count });
    fatbin_end(&made);
    return made;
}

static struct image bundle_of(const struct image *text)
{
    struct image made = { 0 };

    bundle_write(&made, (const struct bundle_part[]){
        { "host-x86_64-unknown-linux-gnu", "", 0 },
        { "hip-nvptx64-gpuinterop-ptx--sm_75", text->bytes, text->count }
    }, 2);
    return made;
}

/* ---- the way of the code --------------------------------------------------------------------- */

/* A module of a program may be refused; one of the library has to be valid. */
static void expect_valid(const struct gi_translate_kernel *kernel)
{
    char why[512];

    modules++;
    if (check_fn != NULL && check_fn(kernel->words, kernel->word_count, why, sizeof why) != 0)
        fail_msg("a driver would see a wrong module: %s", why);
}

/* Without the translations that are kept on disk. */
static gi_status describe(struct gi_arena *arena, const struct gi_code *code, uint32_t number,
                          const struct gi_translate_target *facts,
                          struct gi_translate_kernel *kernel)
{
    if (code->words != NULL)
        return gi_shader_describe(arena, code->words, code->word_count, &code->shader,
                                  code->kernels[number].shader, facts, kernel);
    return gi_translate(arena, code->ptx, code->kernels[number].ptx, facts, kernel);
}

static void take_kernels(const struct gi_code *code, struct test_random *random)
{
    uint32_t first = code->kernel_count == 0 ? 0
                     : (uint32_t)test_random_below(random, code->kernel_count);
    struct gi_translate_target facts = target;

    if (code->words != NULL && test_random_below(random, 2) == 0)
        facts.push_bytes = 8;            /* parameters lie in memory */
    facts.checks_memory = test_random_below(random, 2) != 0;
    facts.prelude = givk_prelude(test_random_below(random, 2) ? GIVK_TEXTURES_IN_MEMORY
                                                              : GIVK_TEXTURES_BINDLESS,
                                 test_random_below(random, 2) != 0);
    facts.private_bytes = test_random_below(random, 2) ? 16 : 0;
    facts.merges_wrongly = test_random_below(random, 2) != 0;
    facts.reads_for_nobody = facts.joins_comparisons = test_random_below(random, 2) != 0;
    for (uint32_t i = first; i < code->kernel_count && i < first + 2; i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        gi_status status = GI_NOT_SUPPORTED;

        gi_arena_init(&arena, (size_t)64 << 20);
        status = describe(&arena, code, i, &facts, &kernel);
        if (status == GI_OK) {
            expect_valid(&kernel);
            expect_wide(&arena, &kernel, check_fn);
        } else {
            assert_true(status == GI_INVALID_VALUE || status == GI_NOT_SUPPORTED ||
                        status == GI_OUT_OF_MEMORY);
        }
        gi_arena_finish(&arena);
    }
}

static gi_status take(const struct image *image, struct test_random *random)
{
    uint8_t *exact = malloc(image->count + 1);
    struct gi_code *code;
    gi_status status;

    assert_non_null(exact);
    exact = realloc(exact, image->count != 0 ? image->count : 1);
    assert_non_null(exact);
    memcpy(exact, image->bytes, image->count);
    status = gi_code_read(exact, image->count, &code);
    free(exact);                         /* the code has a copy */
    if (status != GI_OK)
        return status;
    take_kernels(code, random);
    gi_code_unref(code);
    return GI_OK;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Of bytes, words, and pieces as texts have them. */
static void change(struct image *image, struct test_random *random)
{
    static const char *const pieces[] = { "{", "}", ";", "bra L0;", ".b64", "[", "-1", "4294967296",
                                          "%r1", ".shared", "@%p1 ", "ret;", ".entry ", "\0" };
    size_t at = test_random_below(random, image->count);
    size_t from = test_random_below(random, image->count);
    size_t left = image->count - (at > from ? at : from);
    const char *piece;

    switch (test_random_below(random, 6)) {
    case 0:
        image->bytes[at] ^= (uint8_t)(1 << test_random_below(random, 8));
        break;
    case 1:
        image->bytes[at] = (uint8_t)test_random_next(random);
        break;
    case 2:
        at &= ~(size_t)3;
        if (image->count - at >= 4)
            image_set_number(image, at, test_random_below(random, 300), 4);
        break;
    case 3:
        piece = pieces[test_random_below(random, sizeof pieces / sizeof *pieces)];
        if (strlen(piece) <= image->count - at)
            memcpy(image->bytes + at, piece, strlen(piece));
        break;
    case 4:
        image->bytes[at] = image->bytes[from];
        break;
    default:
        memmove(image->bytes + at, image->bytes + from,
                test_random_below(random, left < 40 ? left + 1 : 40));
        break;
    }
}

static void change_and_take(struct image *sources, int count, bool may_be_whole)
{
    const char *wanted = getenv("GPUINTEROP_TEST_ROUNDS");
    const char *seed = getenv("GPUINTEROP_TEST_SEED");
    struct test_random random = { seed != NULL ? strtoull(seed, NULL, 0) : 1 };
    long rounds = wanted != NULL ? atol(wanted) : ROUNDS, taken = 0;

    modules = 0;
    for (int i = 0; i < count; i++)
        assert_int_equal(take(&sources[i], &random), GI_OK);
    for (long round = 0; round < rounds; round++) {
        const struct image *source = &sources[round % count];
        struct image image = image_of(source->bytes, source->count);
        gi_status status;

        for (uint64_t changes = 1 + test_random_below(&random, 4); changes != 0; changes--)
            change(&image, &random);
        if (test_random_below(&random, 8) == 0)
            image.count = test_random_below(&random, image.count);
        status = take(&image, &random);
        assert_true(status == GI_OK || status == GI_INVALID_IMAGE || status == GI_NO_BINARY ||
                    status == GI_INVALID_PTX || status == GI_NOT_SUPPORTED ||
                    status == GI_OUT_OF_MEMORY);
        taken += status == GI_OK;
        image_finish(&image);
    }
    printf("%ld of %ld were taken, %u modules made\n", taken, rounds, modules);
    assert_true(!may_be_whole || modules > 0);
    for (int i = 0; i < count; i++)
        image_finish(&sources[i]);
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST_CASE(changed_ptx)
{
    struct image sources[] = { image_of_file("memory.ptx"), image_of_file("basic.clang.ptx"),
                               image_of_file("calls.ptx"), image_of_file("grid.ptx"),
                               image_of_file("warps.nvcc.ptx"), image_of_file("report.nvcc.ptx") };

    change_and_take(sources, 6, true);
}

TEST_CASE(changed_fatbins_and_bundles)
{
    struct image text = image_of_file("memory.ptx"), calls = image_of_file("calls.ptx");
    struct image sources[] = { fatbin_of(&text), bundle_of(&text), fatbin_of(&calls),
                               bundle_of(&calls) };

    image_finish(&text);
    image_finish(&calls);
    change_and_take(sources, 4, true);
}

TEST_CASE(changed_modules)
{
    struct image sources[] = { image_of(saxpy_spv, sizeof saxpy_spv),
                               image_of(reverse_spv, sizeof reverse_spv),
                               image_of(large_spv, sizeof large_spv),
                               image_of(image_spv, sizeof image_spv),
                               image_of(buffers_0_spv, sizeof buffers_0_spv),
                               image_of(buffers_4_spv, sizeof buffers_4_spv) };
    const int count = sizeof sources / sizeof *sources;

    if (check_fn == NULL) {
        for (int i = 0; i < count; i++)
            image_finish(&sources[i]);
        skip();
    }
    change_and_take(sources, count, true);
}

int main(int argc, char **argv)
{
    void *library = dlopen(GI_SPIRV_CHECK_LIBRARY, RTLD_NOW | RTLD_LOCAL);

    if (argc != 2)
        return 2;
    folder = argv[1];
    if (library != NULL)
        check_fn = (gi_spirv_check_fn *)(uintptr_t)dlsym(library, GI_SPIRV_CHECK_NAME);
    return run_test_cases(NULL);
}
