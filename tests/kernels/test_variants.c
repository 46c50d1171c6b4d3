/* A function keeps a bounded number of compiled variants, and launches with any size of block. */
#include <semaphore.h>
#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "../copies.h"
#include "device/device.h"
#include "module/function.h"
#include "module/launch.h"
#include "module/module.h"
#include "arrays/array.h"
#include "ops/copy.h"
#include "ops/host_function.h"
#include "pools/memory.h"
#include "arrays/texture.h"
#include "queue/device_table.h"
#include "stream/stream.h"

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry fill(.param .u64 fill_0)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [fill_0];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\n"
    "add.u32 %r3, %r1, %r2;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
    "st.global.u32 [%rd1], %r3;\nret;\n}\n";

enum { SIZES = 70 };

struct kernel {
    struct gi_function *function;
    gi_handle module, handle;
};

static void load(struct kernel *kernel, const char *text, size_t bytes, const char *name)
{
    struct gi_device *device;
    struct gi_code *read;

    assert_int_equal(gi_device_current(&device), GI_OK);
    assert_int_equal(gi_code_read(text, bytes, &read), GI_OK);
    assert_int_equal(gi_module_load(read, device, &kernel->module), GI_OK);
    gi_code_unref(read);
    assert_int_equal(gi_module_function(kernel->module, name, &kernel->handle), GI_OK);
    assert_int_equal(gi_function_acquire(kernel->handle, &kernel->function), GI_OK);
}

static void unload(struct kernel *kernel)
{
    gi_object_unref(&kernel->function->object);
    assert_int_equal(gi_module_unload(kernel->module), GI_OK);
}

static void launch_all(gi_handle function, uint64_t pointer)
{
    void *arguments[] = { &pointer };
    uint32_t got[SIZES];

    for (uint32_t size = 1; size <= SIZES; size++) {
        const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { size, 1, 1 },
                                          .arguments = arguments };

        assert_int_equal(gi_launch(function, &launch), GI_OK);
        assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)got, pointer, size * sizeof *got,
                                        GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
        for (uint32_t i = 0; i < size; i++)
            assert_int_equal(got[i], size + i);
    }
}

static uint32_t listed(const struct gi_function *function)
{
    uint32_t count = 0;

    for (struct gi_variant *at = atomic_load(&function->compiled->variants); at != NULL;
         at = at->next)
        count++;
    return count;
}

TEST_CASE(variants_are_bounded)
{
    struct kernel kernel;
    uint64_t pointer;

    load(&kernel, code, sizeof code, "fill");
    assert_int_equal(gi_memory_alloc(SIZES * 4, &pointer), GI_OK);
    for (int turn = 0; turn < 2; turn++) {
        launch_all(kernel.handle, pointer);
        assert_int_equal(listed(kernel.function), GI_COMPILED_VARIANTS);
        for (uint32_t i = 0; i < GI_COMPILED_LATE_VARIANTS; i++) {
            const struct gi_variant *late = kernel.function->compiled->late[i];

            assert_non_null(late);
            assert_true(late->use.block[0] > SIZES - GI_COMPILED_LATE_VARIANTS);
        }
    }
    unload(&kernel);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
}

/* ---- the lean prelude ---- */

static const char reading[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry read(.param .u64 texture, .param .u64 out)\n{\n.reg .b32 %r<4>;\n"
    ".reg .f32 %f<5>;\n.reg .b64 %t, %o;\nld.param.u64 %t, [texture];\nld.param.u64 %o, [out];\n"
    "mov.u32 %r1, %tid.x;\nmad.wide.u32 %o, %r1, 4, %o;\ncvt.rn.f32.u32 %f1, %r1;\n"
    "fma.rn.f32 %f1, %f1, 0f3D800000, 0f3D000000;\n"       /* (thread + 0.5) / 16 */
    "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1}];\nst.global.f32 [%o], %f1;\nret;\n}\n";

/* The same, of a texture whose number lies in memory. */
static const char finding[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry read(.param .u64 texture, .param .u64 out)\n{\n.reg .b32 %r<4>;\n"
    ".reg .f32 %f<5>;\n.reg .b64 %t, %u, %o; .reg .pred %c;\n"
    "ld.param.u64 %t, [texture];\nld.param.u64 %o, [out];\n"
    "mov.u32 %r1, %tid.x;\nmad.wide.u32 %o, %r1, 4, %o;\ncvt.rn.f32.u32 %f1, %r1;\n"
    "setp.lt.u32 %c, %r1, 99; ld.global.u64 %u, [%t];\n@%c mov.u64 %t, %u;\n"
    "add.f32 %f1, %f1, 0fC0600000;\n"       /* thread - 3.5 */
    "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1}];\nst.global.f32 [%o], %f1;\nret;\n}\n";

/* Both numbers are parameters, one in a struct. */
static const char choosing[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry read(.param .u64 texture, .param .u64 out, .param .align 8 .b8 more[16])\n{\n"
    ".reg .b32 %r<4>; .reg .f32 %f<5>; .reg .b64 %t, %u, %v, %o; .reg .pred %c;\n"
    "ld.param.u64 %t, [texture]; ld.param.u64 %o, [out]; ld.param.u64 %u, [more+8];\n"
    "mov.u32 %r1, %tid.x; mad.wide.u32 %o, %r1, 4, %o; cvt.rn.f32.u32 %f1, %r1;\n"
    "setp.lt.u32 %c, %r1, 99; selp.b64 %v, %t, %u, %c; mov.b64 %t, %v;\n"
    "fma.rn.f32 %f1, %f1, 0f3D800000, 0f3D000000;\n"
    "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f1}];\nst.global.f32 [%o], %f1;\nret;\n}\n";

enum { TEXELS = 16 };

static void write_row(gi_handle array, const float *texels)
{
    struct gi_array_operand to = { .array = array };
    struct gi_array_operand from = { .memory = { .pointer = (uint64_t)(uintptr_t)texels,
                                                 .pitch = TEXELS * sizeof *texels,
                                                 .slice_bytes = TEXELS * sizeof *texels } };
    const struct gi_texel_box box = { TEXELS, 1, 1 };

    assert_int_equal(gi_array_copy(&to, &from, &box, GI_COPY_HOST_TO_DEVICE), GI_OK);
}

static void make_texture(gi_handle array, int filter, bool normalized, uint64_t *out_texture)
{
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY, .array = array };
    struct gi_sampling sampling = { .address = { GI_ADDRESS_CLAMP, GI_ADDRESS_CLAMP,
                                                 GI_ADDRESS_CLAMP },
                                    .filter = filter, .normalized = normalized };

    assert_int_equal(gi_texture_create(&resource, &sampling, NULL, out_texture), GI_OK);
}

static void read_all(gi_handle function, uint64_t texture, uint64_t pointer, float *out)
{
    void *arguments[] = { &texture, &pointer };
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { TEXELS, 1, 1 },
                                      .arguments = arguments };

    assert_int_equal(gi_launch(function, &launch), GI_OK);
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)out, pointer, TEXELS * sizeof *out,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
}

static const struct gi_device_info *current_info(void)
{
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    return &device->base->info;
}

/* A kernel that reads texels, and an array for it. */
struct reader {
    struct kernel kernel;
    gi_handle array;
    float texels[TEXELS];
};

static void open_reader(struct reader *reader, const char *text, size_t bytes)
{
    const struct gi_array_request request = { .channels = gi_format_info(GI_FORMAT_R32_FLOAT)
                                                              ->channels, .width = TEXELS,
                                              .levels = 1 };

    for (int i = 0; i < TEXELS; i++)
        reader->texels[i] = (float)(i * i) / 8;
    assert_int_equal(gi_array_create(&request, &reader->array), GI_OK);
    write_row(reader->array, reader->texels);
    load(&reader->kernel, text, bytes, "read");
}

static void close_reader(struct reader *reader)
{
    unload(&reader->kernel);
    assert_int_equal(gi_array_destroy(reader->array), GI_OK);
}

/* Whether the newest variant is lean, and how many there are. */
static bool newest_is_lean(const struct gi_function *function, uint32_t *out_count)
{
    *out_count = listed(function);
    return atomic_load(&function->compiled->variants)->is_lean;
}

/* A launch is lean while all textures have samplers; both variants read the same. */
TEST_CASE(textures_choose_the_prelude)
{
    struct reader reader;
    float lean[TEXELS], full[TEXELS];
    uint64_t pointer, plain, filtered;
    uint32_t count;
    bool has_lean;

    if (current_info()->max_textures == 0)
        skip();
    has_lean = current_info()->lean_prelude != NULL;
    open_reader(&reader, reading, sizeof reading);
    assert_int_equal(gi_memory_alloc(sizeof lean, &pointer), GI_OK);
    make_texture(reader.array, GI_FILTER_POINT, true, &plain);
    read_all(reader.kernel.handle, plain, pointer, lean);
    assert_int_equal(newest_is_lean(reader.kernel.function, &count), has_lean);
    assert_int_equal(count, 1);
    make_texture(reader.array, GI_FILTER_POINT, false, &filtered);       /* no sampler does that */
    read_all(reader.kernel.handle, plain, pointer, full);
    assert_false(newest_is_lean(reader.kernel.function, &count));
    assert_int_equal(count, has_lean ? 2 : 1);
    assert_memory_equal(lean, reader.texels, sizeof lean);
    assert_memory_equal(full, reader.texels, sizeof full);
    assert_int_equal(gi_texture_destroy(filtered), GI_OK);
    read_all(reader.kernel.handle, plain, pointer, full);        /* the first variant again */
    assert_int_equal(listed(reader.kernel.function), has_lean ? 2 : 1);
    assert_memory_equal(full, reader.texels, sizeof full);
    assert_int_equal(gi_texture_destroy(plain), GI_OK);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
    close_reader(&reader);
}

static void wait_for_host(void *gate, gi_status status)
{
    (void)status;
    (void)sem_wait(gate);
}

/* A launch waits while a texture is made that no sampler reads as it is, and finds its number. */
TEST_CASE(a_texture_that_a_launch_finds_has_its_filter)
{
    struct reader reader;
    uint64_t out, place, texture;
    float got[TEXELS];
    void *arguments[] = { &place, &out };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { TEXELS, 1, 1 },
                                .arguments = arguments };
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY };
    struct gi_sampling sampling = { .address = { GI_ADDRESS_BORDER, GI_ADDRESS_BORDER,
                                                 GI_ADDRESS_BORDER },
                                    .filter = GI_FILTER_LINEAR, .border = { 7.5f } };
    sem_t gate;

    if (current_info()->lean_prelude == NULL)
        skip();
    open_reader(&reader, finding, sizeof finding);
    assert_int_equal(gi_memory_alloc(sizeof got, &out), GI_OK);
    assert_int_equal(gi_memory_alloc(sizeof texture, &place), GI_OK);
    assert_int_equal(sem_init(&gate, 0, 0), 0);
    assert_int_equal(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &launch.stream), GI_OK);
    assert_int_equal(gi_stream_host_call(launch.stream, wait_for_host, &gate, true), GI_OK);
    assert_int_equal(gi_launch(reader.kernel.handle, &launch), GI_OK);
    resource.array = reader.array;
    assert_int_equal(gi_texture_create(&resource, &sampling, NULL, &texture), GI_OK);
    assert_int_equal(gi_copy_linear(place, (uint64_t)(uintptr_t)&texture, sizeof texture,
                                    GI_COPY_HOST_TO_DEVICE, gi_in_legacy()), GI_OK);
    assert_int_equal(sem_post(&gate), 0);
    assert_int_equal(gi_stream_synchronize(launch.stream), GI_OK);
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)got, out, sizeof got,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
    for (int i = 0; i < TEXELS; i++)
        assert_true(got[i] == (i < 4 ? 7.5f : reader.texels[i - 4]));
    assert_int_equal(sem_destroy(&gate), 0);
    assert_int_equal(gi_stream_destroy(launch.stream), GI_OK);
    assert_int_equal(gi_texture_destroy(texture), GI_OK);
    assert_int_equal(gi_memory_free(place), GI_OK);
    assert_int_equal(gi_memory_free(out), GI_OK);
    close_reader(&reader);
}

/* Parameters are known at the launch, also one of two, and one inside a struct. */
TEST_CASE(textures_that_are_parameters_are_read_lean)
{
    struct reader reader;
    uint64_t out, texture, more[2];
    float got[TEXELS];
    void *arguments[] = { &texture, &out, more };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { TEXELS, 1, 1 },
                                .arguments = arguments };
    uint32_t count;

    if (current_info()->lean_prelude == NULL)
        skip();
    open_reader(&reader, choosing, sizeof choosing);
    assert_int_equal(gi_memory_alloc(sizeof got, &out), GI_OK);
    make_texture(reader.array, GI_FILTER_POINT, true, &texture);
    more[0] = more[1] = texture;
    assert_int_equal(gi_launch(reader.kernel.handle, &launch), GI_OK);
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)got, out, sizeof got,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
    assert_true(newest_is_lean(reader.kernel.function, &count));
    assert_memory_equal(got, reader.texels, sizeof got);
    assert_int_equal(gi_texture_destroy(texture), GI_OK);
    assert_int_equal(gi_memory_free(out), GI_OK);
    close_reader(&reader);
}
