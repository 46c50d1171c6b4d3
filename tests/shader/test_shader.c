/* Kernels that programs bring as SPIR-V: what is read off a module, what is refused, and runs on
 * the device of this machine. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "base/background.h"
#include "damage.h"
#include "queue/device_state.h"
#include "running.h"

#include "bound.spv.h"
#include "fixed.spv.h"
#include "lanes.spv.h"
#include "large.spv.h"
#include "reverse.spv.h"
#include "saxpy.spv.h"
#include "tables.spv.h"
#include "wide.spv.h"

#define WORDS(name) name##_spv, sizeof name##_spv / sizeof *name##_spv

struct reflected {
    struct gi_arena arena;
    struct gi_reflect_module module;
    gi_status status;
};

static struct reflected reflect(const uint32_t *words, size_t count)
{
    struct reflected made = { .status = GI_OK };

    gi_arena_init(&made.arena, (size_t)64 << 20);
    made.status = gi_reflect_read(&made.arena, words, count, &made.module);
    return made;
}

static void assert_parameter(const struct gi_reflect_kernel *kernel, uint32_t i, uint32_t offset,
                             uint32_t bytes)
{
    assert_true(i < kernel->parameter_count);
    assert_int_equal(kernel->parameters[i].offset_bytes, offset);
    assert_int_equal(kernel->parameters[i].bytes, bytes);
}

/* ---- what is read ---------------------------------------------------------------------------- */

TEST_CASE(parameters_are_the_block_in_order)
{
    struct reflected made = reflect(WORDS(saxpy));
    const struct gi_reflect_kernel *kernel = made.module.kernels;

    assert_int_equal(made.status, GI_OK);
    assert_int_equal(made.module.kernel_count, 1);
    assert_string_equal(kernel->name, "saxpy");
    assert_int_equal(kernel->parameter_count, 4);
    assert_parameter(kernel, 0, 0, 8);
    assert_parameter(kernel, 1, 8, 8);
    assert_parameter(kernel, 2, 16, 4);
    assert_parameter(kernel, 3, 20, 4);
    assert_int_equal(kernel->parameter_bytes, 24);
    assert_true(kernel->block_is_constant[0] && kernel->block_is_constant[1] &&
                kernel->block_is_constant[2]);
    assert_int_equal(kernel->shared_bytes, 0);
    assert_int_equal(kernel->shared_step_bytes, 0);
    gi_arena_finish(&made.arena);
}

TEST_CASE(shared_memory_may_have_the_launchs_size)
{
    struct reflected made = reflect(WORDS(reverse));

    assert_int_equal(made.status, GI_OK);
    assert_int_equal(made.module.kernels->shared_bytes, 0);
    assert_int_equal(made.module.kernels->shared_step_bytes, 4);
    gi_arena_finish(&made.arena);
}

TEST_CASE(structs_vectors_and_fixed_blocks)
{
    struct reflected made = reflect(WORDS(fixed));
    const struct gi_reflect_kernel *kernel = made.module.kernels;

    assert_int_equal(made.status, GI_OK);
    assert_parameter(kernel, 0, 0, 8);
    assert_parameter(kernel, 1, 16, 12);
    assert_parameter(kernel, 2, 28, 16);
    assert_int_equal(kernel->parameter_bytes, 44);
    assert_int_equal(kernel->block[0], 8);
    assert_int_equal(kernel->block[1], 4);
    assert_int_equal(kernel->block[2], 1);
    assert_false(kernel->block_is_constant[0]);
    assert_int_equal(kernel->shared_bytes, 64);
    gi_arena_finish(&made.arena);
}

TEST_CASE(bindings_of_the_program_are_refused)
{
    struct reflected made = reflect(WORDS(bound));

    assert_int_equal(made.status, GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "set 1, binding 2"));
    gi_arena_finish(&made.arena);
}

/* The bindings of textures and surfaces are for images alone. */
TEST_CASE(buffers_at_bindings_of_images_are_refused)
{
    struct reflected made = reflect(WORDS(tables));

    assert_int_equal(made.status, GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "set 0, binding 2"));
    gi_arena_finish(&made.arena);
}

static bool is_reflected(const uint32_t *words, size_t count)
{
    struct reflected made = reflect(words, count);

    gi_arena_finish(&made.arena);
    return made.status == GI_OK;
}

/* Each prefix, and words changed at random: any answer, and no crash. */
TEST_CASE(damaged_modules_are_survived)
{
    size_t count = sizeof saxpy_spv / sizeof *saxpy_spv, refused = 0;

    for (size_t length = 0; length < count; length++)
        refused += !is_reflected(saxpy_spv, length);
    assert_true(refused > count / 4);
    damage_rounds(WORDS(saxpy), 20000, 4, 7, 10, is_reflected);
    damage_rounds(WORDS(saxpy), 300, 1, 8, 50, damage_is_read);
}

/* ---- running --------------------------------------------------------------------------------- */

TEST_CASE(saxpy_runs)
{
    static struct axpy axpy;
    struct loaded loaded;
    void *arguments[] = { &axpy.to, &axpy.from, &axpy.factor, &axpy.count };
    struct gi_launch launch = { .grid = { 16, 1, 1 }, .block = { 64, 1, 1 },
                                .arguments = arguments };

    load(&loaded, WORDS(saxpy), "saxpy");
    axpy_begin(&axpy);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    axpy_end(&axpy);
    unload(&loaded);
}

TEST_CASE(dynamic_shared_memory_has_its_size)
{
    enum { N = 96, BLOCKS = 3 };
    static uint32_t data[N * BLOCKS];
    struct loaded loaded;
    uint64_t pointer;
    void *arguments[] = { &pointer };
    struct gi_launch launch = { .grid = { BLOCKS, 1, 1 }, .block = { N, 1, 1 },
                                .shared_bytes = N * 4, .arguments = arguments };

    for (uint32_t i = 0; i < N * BLOCKS; i++)
        data[i] = i;
    load(&loaded, WORDS(reverse), "reverse");
    pointer = device_bytes(data, sizeof data);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(data, pointer, sizeof data);
    for (uint32_t i = 0; i < N * BLOCKS; i++)
        assert_int_equal(data[i], i / N * N + N - 1 - i % N);
    unload(&loaded);
}

/* A launch may give it no bytes, and what is compiled ahead of the first launch has none. An array
 * of no elements is no right code, which the validation layer says. */
TEST_CASE(dynamic_shared_memory_may_have_no_bytes)
{
    uint32_t number = 7;
    uint64_t pointer;
    void *arguments[] = { &pointer };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 },
                                .arguments = arguments };
    struct loaded loaded;

    load(&loaded, WORDS(reverse), "reverse");
    gi_background_wait();
    pointer = device_bytes(&number, sizeof number);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(&number, pointer, sizeof number);
    unload(&loaded);
}

TEST_CASE(a_fixed_block_is_demanded)
{
    struct { uint64_t data; uint32_t unused[2], add[3], twice[4]; } packed = {
        .add = { 0, 0, 5 }, .twice = { 0, 0, 0, 100 }
    };
    uint32_t data[32] = { 0 };
    struct loaded loaded;
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .packed = &packed,
                                .packed_bytes = sizeof packed };

    load(&loaded, WORDS(fixed), "main");
    packed.data = device_bytes(data, sizeof data);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_INVALID_VALUE);
    launch.block[0] = 8;
    launch.block[1] = 4;
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(data, packed.data, sizeof data);
    for (int i = 0; i < 32; i++)
        assert_int_equal(data[i], 2 + 5 + 100);
    unload(&loaded);
}

/* The block of large.comp, laid out as std430. */
struct large {
    uint64_t out;
    uint32_t count, unused;
    float plane[4][4];
    struct { uint32_t a, b; float at[3], more; } items[60];
    uint32_t tail;
    double wide;
};

static float number_of(const struct large *block, uint32_t i)
{
    uint32_t item = i % 60;

    return (float)(block->items[item].a + block->items[item].b) + block->items[item].at[i % 3] +
           block->plane[i % 4][i / 4 % 4] + (float)block->wide;
}

/* More than push constants have. */
TEST_CASE(large_parameters_lie_in_memory)
{
    enum { N = 256 };
    static struct large block;
    static float got[N];
    struct loaded loaded;
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 64, 1, 1 }, .packed = &block,
                                .packed_bytes = sizeof block };

    block.count = N;
    block.wide = 0.5;
    for (uint32_t i = 0; i < 16; i++)
        block.plane[i / 4][i % 4] = (float)i * 100;
    for (uint32_t i = 0; i < 60; i++) {
        block.items[i].a = i;
        block.items[i].b = i * i;
        for (uint32_t k = 0; k < 3; k++)
            block.items[i].at[k] = (float)(i * 3 + k) / 2;
    }
    load(&loaded, WORDS(large), "large");
    for (int turn = 0; turn < 2; turn++) {
        memset(got, 0, sizeof got);
        block.out = device_bytes(got, sizeof got);
        block.plane[0][0] = (float)turn;
        assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
        read_back(got, block.out, sizeof got);
        for (uint32_t i = 0; i < N; i++)
            assert_true(got[i] == number_of(&block, i));
    }
    launch.packed_bytes = sizeof block - 9;
    assert_int_equal(gi_launch(loaded.function, &launch), GI_INVALID_VALUE);
    unload(&loaded);
}

/* Each thread of a grid runs once, and knows its place and the grid's size. */
TEST_CASE(grids_may_be_wider_than_a_dispatch)
{
    static const uint32_t grids[][3] = { { 65535, 1, 1 }, { 65536, 1, 1 }, { 140001, 1, 1 },
                                         { 66000, 2, 2 } };
    const uint32_t part = 0, threads = 6;
    uint64_t counts;
    void *arguments[] = { &counts, (void *)&part };
    struct gi_launch launch = { .block = { 3, 2, 1 }, .arguments = arguments };
    struct loaded loaded;

    load(&loaded, WORDS(wide), "wide");
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        uint32_t number = grids[i][0] * grids[i][1] * grids[i][2] * threads;
        uint32_t *got = calloc(number, sizeof *got);

        assert_non_null(got);
        counts = device_bytes(got, number * sizeof *got);
        memcpy(launch.grid, grids[i], sizeof launch.grid);
        assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
        read_back(got, counts, number * sizeof *got);
        for (uint32_t k = 0; k < number; k++) {
            if (got[k] != 1)
                fail_msg("grid %zu: thread %u is there %u times", i, k, got[k]);
        }
        free(got);
    }
    unload(&loaded);
}

/* A module may have operations between lanes that the device has, and no others. */
TEST_CASE(lanes_have_what_the_device_has)
{
    enum { N = 128 };
    uint32_t sum = 0, all = 1;
    uint64_t psum, pall;
    void *arguments[] = { &psum, &pall };
    struct gi_launch launch = { .grid = { 2, 1, 1 }, .block = { N, 1, 1 },
                                .arguments = arguments };
    struct gi_device *device;
    struct loaded loaded;
    uint8_t offered;

    assert_int_equal(gi_device_current(&device), GI_OK);
    offered = device->base->info.kernels.subgroup_operations;
    device->base->info.kernels.subgroup_operations = 0;
    load(&loaded, WORDS(lanes), "lanes");
    psum = device_bytes(&sum, sizeof sum);
    pall = device_bytes(&all, sizeof all);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_NO_BINARY);
    assert_non_null(strstr(gi_last_error_detail(), "capability GroupNonUniform"));
    unload(&loaded);
    device->base->info.kernels.subgroup_operations = offered;
    if ((offered & 14) == 14) {                  /* votes, arithmetic and ballots */
        load(&loaded, WORDS(lanes), "lanes");
        assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
        unload(&loaded);
    }
    read_back(&sum, psum, sizeof sum);
    read_back(&all, pall, sizeof all);
    assert_int_equal(sum, (offered & 14) == 14 ? N * (N + 1) : 0);
    assert_int_equal(all, 1);
}

/* It is well-formed, so that reading finds nothing, but its main function returns twice. */
TEST_CASE(what_is_not_valid_reaches_no_driver)
{
    static uint32_t words[sizeof fixed_spv / sizeof *fixed_spv];
    size_t count = sizeof words / sizeof *words;
    struct gi_code *code;

    memcpy(words, fixed_spv, sizeof words);
    words[count - 1] = 1u << 16 | 253;           /* OpReturn in the place of OpFunctionEnd */
    assert_int_equal(gi_code_read(words, sizeof words, &code), GI_INVALID_IMAGE);
    assert_non_null(strstr(gi_last_error_detail(), "not valid"));
    assert_int_equal(gi_code_read(bound_spv, sizeof bound_spv, &code), GI_NO_BINARY);
}
