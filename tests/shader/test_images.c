/* Textures and surfaces in kernels that programs bring as SPIR-V: image.comp, as several compilers
 * write it, on the device of this machine; and what is refused.
 *
 * test-images MODULE...: files of image.comp and of image.hlsl. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "vulkan/kernel/prelude.h"
#include "../copies.h"
#include "damage.h"
#include "device/device.h"
#include "given.h"
#include "kernel/reflect/reflect.h"
#include "kernel/reflect/reflect_textures.h"
#include "module/function.h"
#include "module/launch.h"
#include "module/module.h"
#include "arrays/array.h"
#include "ops/copy.h"
#include "pools/memory.h"
#include "arrays/texture.h"
#include "queue/device_table.h"
#include "stream/stream.h"

#include "image.spv.h"
#include "origin_0.spv.h"
#include "origin_1.spv.h"
#include "origin_2.spv.h"
#include "origin_3.spv.h"
#include "origin_4.spv.h"
#include "origin_5.spv.h"
#include "origin_6.spv.h"
#include "origin_7.spv.h"
#include "origin_8.spv.h"
#include "refused_0.spv.h"
#include "refused_1.spv.h"
#include "refused_2.spv.h"
#include "refused_3.spv.h"
#include "refused_4.spv.h"
#include "refused_5.spv.h"
#include "refused_6.spv.h"

#define HLSL "mirror.spv"        /* of image.hlsl */

enum { WIDTH = 13, HEIGHT = 8, TEXELS = WIDTH * HEIGHT, TOLD = 4 };

#define WORDS(name) name##_spv, sizeof name##_spv / sizeof *name##_spv

static struct gi_device *device;

struct loaded {
    gi_handle module, function;
};

static gi_status load(struct loaded *loaded, const void *words, size_t bytes, const char *name)
{
    struct gi_code *code;
    gi_status status = gi_code_read(words, bytes, &code);

    if (status != GI_OK)
        return status;
    assert_int_equal(gi_module_load(code, device, &loaded->module), GI_OK);
    gi_code_unref(code);
    assert_int_equal(gi_module_function(loaded->module, name, &loaded->function), GI_OK);
    return GI_OK;
}

static void load_file(struct loaded *loaded, const char *path)
{
    static struct words words;

    read_words(path, &words);
    assert_int_equal(load(loaded, words.at, words.count * 4, "main"), GI_OK);
}

/* ---- images ---------------------------------------------------------------------------------- */

static gi_handle make_image(unsigned flags, const float *texels)
{
    const struct gi_array_request request = {
        .channels = gi_format_info(GI_FORMAT_R32_FLOAT)->channels, .width = WIDTH,
        .height = HEIGHT, .levels = 1, .flags = flags
    };
    struct gi_array_operand from = { .memory = { .pointer = (uint64_t)(uintptr_t)texels,
                                                 .pitch = WIDTH * sizeof *texels,
                                                 .slice_bytes = TEXELS * sizeof *texels } };
    struct gi_array_operand to = { 0 };

    assert_int_equal(gi_array_create(&request, &to.array), GI_OK);
    assert_int_equal(gi_array_copy(&to, &from, &(struct gi_texel_box){ WIDTH, HEIGHT, 1 },
                                   GI_COPY_HOST_TO_DEVICE), GI_OK);
    return to.array;
}

static void read_image(gi_handle array, float *texels)
{
    struct gi_array_operand to = { .memory = { .pointer = (uint64_t)(uintptr_t)texels,
                                               .pitch = WIDTH * sizeof *texels,
                                               .slice_bytes = TEXELS * sizeof *texels } };
    struct gi_array_operand from = { .array = array };

    assert_int_equal(gi_array_copy(&to, &from, &(struct gi_texel_box){ WIDTH, HEIGHT, 1 },
                                   GI_COPY_DEVICE_TO_HOST), GI_OK);
}

/* What image.comp stores, from what the two images had. */
static float expected(const float *from, const float *to, int x, int y)
{
    int mirrored = WIDTH - 1 - x, next = mirrored + 1 < WIDTH ? mirrored + 1 : WIDTH - 1;

    return from[y * WIDTH + mirrored] * 2 + from[y * WIDTH + next] + to[y * WIDTH + x];
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* In HLSL, buffers stand behind the other arguments. */
static void run_image(struct loaded *loaded, bool is_hlsl, gi_handle from, gi_handle to,
                      uint32_t told[TOLD])
{
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY, .array = from };
    struct gi_sampling sampling = { .address = { GI_ADDRESS_CLAMP, GI_ADDRESS_CLAMP,
                                                 GI_ADDRESS_CLAMP } };
    uint64_t texture, surface, pointer;
    int32_t width = WIDTH;
    void *in_glsl[] = { &texture, &surface, &texture, &pointer, &width };
    void *in_hlsl[] = { &texture, &surface, &width, &pointer };
    const struct gi_launch launch = { .grid = { 2, HEIGHT, 1 }, .block = { 8, 1, 1 },
                                      .arguments = is_hlsl ? in_hlsl : in_glsl };

    assert_int_equal(gi_texture_create(&resource, &sampling, NULL, &texture), GI_OK);
    resource.array = to;
    assert_int_equal(gi_surface_create(&resource, &surface), GI_OK);
    assert_int_equal(gi_memory_alloc(TOLD * sizeof *told, &pointer), GI_OK);
    assert_int_equal(gi_fill_now(pointer, 0xee, 1, TOLD * sizeof *told), GI_OK);
    if (gi_launch(loaded->function, &launch) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)told, pointer, TOLD * sizeof *told,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
    assert_int_equal(gi_texture_destroy(texture), GI_OK);
    assert_int_equal(gi_surface_destroy(surface), GI_OK);
    assert_int_equal(gi_module_unload(loaded->module), GI_OK);
}

static void check_image(struct loaded *loaded, bool is_hlsl, const char *file)
{
    float first[TEXELS], second[TEXELS], got[TEXELS];
    uint32_t told[TOLD];
    gi_handle from, to;

    for (int i = 0; i < TEXELS; i++) {
        first[i] = (float)(i * i % 61);
        second[i] = (float)(1000 * i);
    }
    from = make_image(0, first);
    to = make_image(GI_ARRAY_SURFACE, second);
    run_image(loaded, is_hlsl, from, to, told);
    read_image(to, got);
    for (int t = 0; t < TEXELS; t++) {
        if (got[t] != expected(first, second, t % WIDTH, t / WIDTH))
            fail_msg("%s: texel %d is %g", file, t, (double)got[t]);
    }
    assert_int_equal(told[0], WIDTH);
    assert_int_equal(told[1], HEIGHT);
    assert_int_equal(told[2], 1);
    assert_int_equal(told[3], TEXELS);
    assert_int_equal(gi_array_destroy(to), GI_OK);
    assert_int_equal(gi_array_destroy(from), GI_OK);
}

TEST_CASE(kernels_read_textures_and_store_to_surfaces)
{
    if (device->base->info.max_textures == 0)
        skip();
    for (int i = 0; i < given_count; i++) {
        struct loaded loaded;

        if (given_files[i] == given_path(HLSL))
            continue;
        load_file(&loaded, given_files[i]);
        check_image(&loaded, false, given_files[i]);
    }
}

TEST_CASE(kernels_in_hlsl_do_so)
{
    static struct words words;
    struct loaded loaded;

    if (device->base->info.max_textures == 0)
        skip();
    READ_GIVEN(HLSL, &words);
    assert_int_equal(load(&loaded, words.at, words.count * 4, "mirror"), GI_OK);
    check_image(&loaded, true, HLSL);
}

/* Each with a word of the sentence. */
TEST_CASE(what_no_instruction_of_ptx_does_is_refused)
{
    static const struct {
        const uint32_t *words;
        size_t bytes;
        const char *why;
    } cases[] = {
        { refused_0_spv, sizeof refused_0_spv, "passed to a function" },
        { refused_1_spv, sizeof refused_1_spv, "in no array" },
        { refused_2_spv, sizeof refused_2_spv, "textureBuffer" },
        { refused_3_spv, sizeof refused_3_spv, "opcode 60 is not built" },
        { refused_4_spv, sizeof refused_4_spv, "a surface is read by a sampler" },
        { refused_5_spv, sizeof refused_5_spv, "textureBuffer" },
        { refused_6_spv, sizeof refused_6_spv, "opcode 90 is not built" },
    };
    uint64_t nothing[3] = { 0 };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .packed = nothing,
                                .packed_bytes = sizeof nothing };

    if (device->base->info.max_textures == 0)
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded loaded;

        assert_int_equal(load(&loaded, cases[i].words, cases[i].bytes, "main"), GI_OK);
        assert_int_equal(gi_launch(loaded.function, &launch), GI_NO_BINARY);
        if (strstr(gi_last_error_detail(), cases[i].why) == NULL)
            fail_msg("case %zu: %s", i, gi_last_error_detail());
        assert_int_equal(gi_module_unload(loaded.module), GI_OK);
    }
}

/* finds: it may read textures that are no parameters. */
static gi_status rewrite(const uint32_t *words, size_t count, bool *out_finds)
{
    struct gi_reflect_textures out = { 0 };
    struct gi_reflect_module module;
    struct gi_arena arena;
    struct gi_spirv_prelude *prelude = givk_prelude(GIVK_TEXTURES_BINDLESS, true);
    gi_status status;

    gi_arena_init(&arena, (size_t)64 << 20);
    status = gi_reflect_read(&arena, words, count, &module);
    if (status == GI_OK)
        status = gi_reflect_textures(&arena, words, count, prelude, &out);
    gi_arena_finish(&arena);
    *out_finds = out.finds_textures;
    return status;
}

TEST_CASE(textures_from_memory_are_told_from_parameters)
{
#define WAY(number) { origin_##number##_spv, sizeof origin_##number##_spv }
    static const struct {
        const uint32_t *words;
        size_t bytes;
    } ways[] = { WAY(0), WAY(1), WAY(2), WAY(3), WAY(4), WAY(5), WAY(6), WAY(7),
               WAY(8) };
    bool finds;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_int_equal(rewrite(ways[i].words, ways[i].bytes / 4, &finds), GI_OK);
        assert_int_equal(finds, i >= 4);
    }
}

static bool is_rewritten(const uint32_t *words, size_t count)
{
    bool finds;

    return rewrite(words, count, &finds) == GI_OK;
}

/* Words changed at random, which SPIRV-Tools did not see: any answer, and no crash. */
TEST_CASE(damaged_modules_are_survived)
{
    damage_rounds(WORDS(image), 3000, 3, 11, 10, is_rewritten);
    damage_rounds(WORDS(image), 100, 1, 12, 50, damage_is_read);
}

int main(int argc, char **argv)
{
    given_files = argv + 1;
    given_count = argc - 1;
    if (given_count == 0)
        return 2;
    if (gi_device_current(&device) != GI_OK)
        return 77;
    return run_test_cases(NULL);
}
