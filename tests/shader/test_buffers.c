/* Kernels in SPIR-V that have storage buffers or pointers as HLSL and Slang have them, or a version
 * that is newer than Vulkan 1.2: what their parameters are, what is refused, and runs on the device
 * of this machine. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "buffers.h"
#include "damage.h"
#include "given.h"

#ifdef HAVE_HLSL
#include "axpy.spv.h"
#endif
#include "buffers_0.spv.h"
#include "buffers_1.spv.h"
#include "buffers_2.spv.h"
#include "buffers_3.spv.h"
#include "buffers_4.spv.h"

#define WORDS(name) name##_spv, sizeof name##_spv / sizeof *name##_spv

/* ---- HLSL ------------------------------------------------------------------------------------ */

TEST_CASE(hlsl_runs)
{
#ifdef HAVE_HLSL
    enum { BLOCKS = 16 };
    static struct axpy axpy;
    uint32_t seen[BLOCKS] = { 0 };
    struct loaded loaded;
    uint64_t pseen = device_bytes(seen, sizeof seen);
    void *arguments[] = { &axpy.factor, &axpy.count, &axpy.to, &axpy.from, &pseen };
    struct gi_launch launch = { .grid = { BLOCKS, 1, 1 }, .block = { 64, 1, 1 },
                                .arguments = arguments };

    load(&loaded, WORDS(axpy), "axpy");
    axpy_begin(&axpy);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    axpy_end(&axpy);
    read_back(seen, pseen, sizeof seen);
    for (uint32_t i = 0; i < BLOCKS; i++)
        assert_int_equal(seen[i], i + 1);
    launch.block[0] = 32;                        /* numthreads says 64 */
    assert_int_equal(gi_launch(loaded.function, &launch), GI_INVALID_VALUE);
    unload(&loaded);
#else
    SKIP_CASE("this glslangValidator compiles no HLSL");
#endif
}

/* ---- pointers as other compilers have them ---- */

static void run_words(const struct words *words, const char *name, bool has_factor)
{
    enum { N = 200 };
    float numbers[N], factor = 3;
    uint64_t to, from;
    uint32_t n = N - 1;
    void *with_factor[] = { &to, &from, &factor, &n }, *without[] = { &to, &from, &n };
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 64, 1, 1 },
                                .arguments = has_factor ? with_factor : without };
    struct loaded loaded;

    for (int i = 0; i < N; i++)
        numbers[i] = (float)i;
    load(&loaded, words->at, words->count, name);
    from = device_bytes(numbers, sizeof numbers);
    to = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(numbers, to, sizeof numbers);
    assert_int_equal(gi_memory_free(from), GI_OK);
    for (int i = 0; i < N; i++)
        assert_true(numbers[i] == (i < N - 1 ? 3 * (float)i : (float)i));
    unload(&loaded);
}

TEST_CASE(numbers_become_pointers)
{
    static struct words words;

    READ_GIVEN("addresses.spv", &words);
    run_words(&words, "addresses", false);
}

TEST_CASE(pointers_are_walked)
{
    static struct words words;

    READ_GIVEN("pointers.spv", &words);
    run_words(&words, "main", true);
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* SPIR-V 1.6, with a size of the block that the launch gives and no push constants of its own. */
TEST_CASE(buffers_are_pointers_by_binding)
{
    struct loaded loaded;

    assert_int_equal(buffers_0_spv[1], 0x00010600);
    load(&loaded, WORDS(buffers_0), "buffers");
    run_buffers(&loaded);
    unload(&loaded);
}

/* Both moves: the buffers into the block of parameters, and that into memory. */
TEST_CASE(buffers_stand_behind_large_parameters)
{
    enum { N = 100 };
    static struct rows rows = { .count = N };
    struct {
        float factors[10][4];
        uint32_t count, unused;
        uint64_t total, numbers, rows;
    } packed = { .count = N };
    struct total total = { 0 };
    float numbers[N];
    struct loaded loaded;
    struct gi_launch launch = { .grid = { 2, 1, 1 }, .block = { 64, 1, 1 }, .packed = &packed,
                                .packed_bytes = sizeof packed };

    for (int i = 0; i < N; i++)
        numbers[i] = (float)i + 0.5f;
    for (int i = 0; i < 40; i++)
        packed.factors[i / 4][i % 4] = (float)i;
    load(&loaded, WORDS(buffers_4), "buffers");
    packed.rows = device_bytes(&rows, sizeof rows);
    packed.total = device_bytes(&total, sizeof total);
    packed.numbers = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(&rows, packed.rows, sizeof rows);
    read_back(&total, packed.total, sizeof total);
    assert_int_equal(gi_memory_free(packed.numbers), GI_OK);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            assert_true(rows.at[i][k] == packed.factors[i % 10][k] * numbers[i]);
    }
    assert_total(&total, N, rows.at[N - 1]);
    unload(&loaded);
}

static void assert_refused(const uint32_t *words, size_t count, const char *why)
{
    struct gi_code *code;

    assert_int_equal(gi_code_read(words, count * 4, &code), GI_NO_BINARY);
    assert_non_null(strstr(gi_last_error_detail(), why));
}

TEST_CASE(what_a_pointer_cannot_do_is_refused)
{
    assert_refused(WORDS(buffers_1), "how long a buffer is");
    assert_refused(WORDS(buffers_2), "arrays of buffers");
    assert_refused(WORDS(buffers_3), "set 0, binding 9");
}

/* By the rewritings alone, so that they see damage that no check has stopped, and by the front
 * door. */
TEST_CASE(damaged_modules_are_survived)
{
    damage_rounds(WORDS(buffers_4), 5000, 4, 11, 10, damage_is_rewritten);
    damage_rounds(WORDS(buffers_4), 300, 1, 12, 50, damage_is_read);
}

int main(int argc, char **argv)
{
    given_files = argv + 1;
    given_count = argc - 1;
    return run_test_cases(NULL);
}
