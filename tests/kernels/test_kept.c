/* Translations, and how many blocks meet, are kept on disk: a second start translates and tests
 * nothing, and damage is no more than one more translation or test. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/counters.h"
#include "base/disk/disk_cache.h"
#include "device/device.h"
#include "module/compiled.h"
#include "module/function.h"
#include "code/kept_barriers.h"
#include "code/kept_matrices.h"
#include "code/kept_residency.h"
#include "code/kept_trial.h"
#include "code/kept_words.h"
#include "kernel/translate/spirv/words.h"
#include "module/launch.h"
#include "module/matrix_units.h"
#include "module/module.h"
#include "module/residency.h"
#include "ops/copy.h"
#include "pools/memory.h"
#include "queue/device_state.h"
#include "stream/stream.h"

#define CODE \
    ".version 6.4\n.target sm_60\n.address_size 64\n" \
    ".visible .entry fill(.param .u64 fill_0, .param .u32 fill_1)\n{\n" \
    ".reg .b32 %%r<8>;\n.reg .b64 %%rd<4>;\n" \
    "ld.param.u64 %%rd1, [fill_0];\nld.param.u32 %%r1, [fill_1];\nmov.u32 %%r2, %%tid.x;\n" \
    "add.u32 %%r3, %%r1, %%r2;\nadd.u32 %%r3, %%r3, %u;\nmul.wide.u32 %%rd2, %%r2, 4;\n" \
    "add.u64 %%rd1, %%rd1, %%rd2;\nst.global.u32 [%%rd1], %%r3;\nret;\n}\n"

enum { ADDED = 10 };

/* What the other kernel adds: one whose file is not the first kernel's. */
static uint32_t other;

static char folder[] = "/tmp/gi-kept-XXXXXX", program[4096];

/* Loads a kernel that adds this number, runs it, and checks what it did. Returns how many were
 * translated. */
static uint64_t run_text(const char *text, uint32_t added)
{
    enum { N = 32 };
    uint64_t pointer, before = gi_counter_value(GI_COUNT_TRANSLATIONS);
    uint32_t first = 5, got[N];
    void *arguments[] = { &pointer, &first };
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { N, 1, 1 },
                                      .arguments = arguments };
    struct gi_device *device;
    struct gi_code *read;
    gi_handle module, function;

    assert_int_equal(gi_device_current(&device), GI_OK);
    assert_int_equal(gi_code_read(text, strlen(text) + 1, &read), GI_OK);
    assert_int_equal(gi_module_load(read, device, &module), GI_OK);
    gi_code_unref(read);
    assert_int_equal(gi_module_function(module, "fill", &function), GI_OK);
    assert_int_equal(gi_memory_alloc(sizeof got, &pointer), GI_OK);
    assert_int_equal(gi_launch(function, &launch), GI_OK);
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)got, pointer, sizeof got,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(got[i], first + added + i);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
    assert_int_equal(gi_module_unload(module), GI_OK);
    return gi_counter_value(GI_COUNT_TRANSLATIONS) - before;
}

static uint64_t run(uint32_t added)
{
    char text[sizeof CODE + 16];

    (void)snprintf(text, sizeof text, CODE, added);
    return run_text(text, added);
}

static int in_shell(const char *format, const char *word)
{
    char command[sizeof program + 128];

    (void)snprintf(command, sizeof command, format, word);
    return system(command);
}

/* A cache has a fixed number of files, and kernels that share one replace each other. */
TEST_CASE(the_kernels_have_files_of_their_own)
{
    for (other = ADDED + 1; other < ADDED + 20; other++) {
        assert_int_equal(run(ADDED), 1);
        assert_int_equal(run(other), 1);
        if (in_shell("test $(ls %s/kernel-* | wc -l) = 2", folder) == 0)
            break;
        assert_int_equal(in_shell("rm %s/kernel-*", folder), 0);
    }
    assert_in_range(other, ADDED + 1, ADDED + 19);
    assert_int_equal(in_shell("rm %s/kernel-*", folder), 0);
}

TEST_CASE(a_kernel_is_translated_once)
{
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(run(ADDED), 0);
    assert_int_equal(run(other), 1);
    assert_int_equal(run(other), 0);
    assert_int_equal(run(ADDED), 0);
}

TEST_CASE(a_second_start_translates_nothing)
{
    char command[sizeof program + 16];

    (void)snprintf(command, sizeof command, "%s %u", program, other);
    assert_int_equal(system(command), 0);
}

TEST_CASE(damaged_files_are_not_taken)
{
    assert_int_equal(in_shell("for f in %s/kernel-*; do printf XXXX | "
                              "dd of=$f bs=1 seek=300 conv=notrunc status=none; done", folder), 0);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(run(ADDED), 0);
    assert_int_equal(in_shell("for f in %s/kernel-*; do truncate -s 100 $f; done", folder), 0);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(in_shell("for f in %s/kernel-*; do : > $f; done", folder), 0);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(run(ADDED), 0);
}

/* A file of another kernel in the place of this one's. */
TEST_CASE(files_of_other_kernels_are_not_taken)
{
    assert_int_equal(run(other), 1);
    assert_int_equal(in_shell("cd %s && set -- kernel-* && test $# = 2 && mv $1 x && mv $2 $1 && "
                              "mv x $2", folder), 0);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(run(other), 1);
}

/* ---- texts that were made to look alike ---- */

enum { ALIKE_BYTES = 512, ALIKE_WORDS = ALIKE_BYTES / 8 };

/* gi_disk_cache_checksum is a chain of such steps. Each can be undone. */
static const uint64_t factor = UINT64_C(0xff51afd7ed558ccd);

static uint64_t step(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * factor;
    return sum ^ sum >> 32;
}

static uint64_t undo(uint64_t sum)
{
    uint64_t inverse = factor;

    for (int i = 0; i < 6; i++)
        inverse *= 2 - factor * inverse;
    return (sum ^ sum >> 32) * inverse;
}

static bool may_stand_in_a_comment(const void *bytes, size_t size_bytes)
{
    const char *at = bytes;

    for (size_t i = 0; i < size_bytes; i++) {
        if (at[i] == '\0' || at[i] == '\n' || at[i] == '\r')
            return false;
    }
    return true;
}

/* Writes a text that adds another number than the first one, with the length and the checksum of
 * the first: a comment near its end has 8 bytes that lead to them. */
static void make_alike(const char first[static ALIKE_BYTES], uint32_t added,
                       char out_text[static ALIKE_BYTES + 1])
{
    uint64_t words[ALIKE_WORDS], tail, sum, wanted;

    for (unsigned number = 0; ; number++) {
        int length = snprintf(out_text, ALIKE_BYTES + 1, CODE, added);

        memset(out_text + length, ' ', (size_t)(ALIKE_BYTES - length));
        (void)snprintf(out_text + ALIKE_BYTES - 24, 9, "//%06u", number);
        memcpy(out_text + ALIKE_BYTES - 8, "\n       ", 9);
        memcpy(words, out_text, ALIKE_BYTES);
        tail = words[ALIKE_WORDS - 1];
        sum = ALIKE_BYTES + UINT64_C(0x9e3779b97f4a7c15);
        for (int i = 0; i < ALIKE_WORDS - 2; i++)
            sum = step(sum, words[i]);
        wanted = undo(gi_disk_cache_checksum(first, ALIKE_BYTES)) ^ tail;
        sum ^= undo(wanted);
        memcpy(out_text + ALIKE_BYTES - 16, &sum, sizeof sum);
        if (may_stand_in_a_comment(&sum, sizeof sum))
            return;
    }
}

/* The translation of a text is not taken for another one whose checksum is the same. */
TEST_CASE(a_text_that_was_made_to_look_alike_is_another)
{
    char first[ALIKE_BYTES + 1], second[ALIKE_BYTES + 1];
    int length = snprintf(first, sizeof first, CODE, 11111u);

    memset(first + length, ' ', (size_t)(ALIKE_BYTES - length));
    first[ALIKE_BYTES] = '\0';
    make_alike(first, 66666, second);
    assert_int_equal(strlen(second), ALIKE_BYTES);
    assert_int_equal(gi_disk_cache_checksum(first, ALIKE_BYTES),
                     gi_disk_cache_checksum(second, ALIKE_BYTES));
    assert_int_equal(run_text(second, 66666), 1);
    assert_int_equal(run_text(first, 11111), 1);
    assert_int_equal(in_shell("rm %s/kernel-*", folder), 0);
}

/* Also those that do not exist yet: no byte of the facts is left out. Behind them are addresses. */
TEST_CASE(each_fact_of_the_device_is_in_the_key)
{
    struct gi_translate_target facts = { 0 };
    struct gi_kept_key plain, changed;
    char text[sizeof CODE + 16];
    struct gi_code *code;

    (void)snprintf(text, sizeof text, CODE, ADDED);
    assert_int_equal(gi_code_read(text, strlen(text) + 1, &code), GI_OK);
    plain = gi_kept_key(code, gi_code_find_kernel(code, "fill"), &facts);
    for (size_t i = 0; i < offsetof(struct gi_translate_target, rounds_remedy); i++) {
        ((uint8_t *)&facts)[i] ^= 1;
        changed = gi_kept_key(code, gi_code_find_kernel(code, "fill"), &facts);
        assert_memory_not_equal(&plain, &changed, sizeof plain);
        ((uint8_t *)&facts)[i] ^= 1;
    }
    changed = gi_kept_key(code, gi_code_find_kernel(code, "fill"), &facts);
    assert_memory_equal(&plain, &changed, sizeof plain);
    gi_code_unref(code);
}

/* Asks how many blocks run at once, as a device that has to find out does. Returns how many tests
 * ran. */
static uint64_t ask_blocks(uint32_t *out_blocks)
{
    uint64_t before = gi_counter_value(GI_COUNT_RESIDENCY_TESTS);
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    device->base->info.kernels.loop_rounds = 0;
    atomic_store(&device->resident_blocks, 0);   /* as a process that has just started */
    assert_int_equal(gi_residency_blocks(device, out_blocks), GI_OK);
    assert_true(*out_blocks >= 1);
    return gi_counter_value(GI_COUNT_RESIDENCY_TESTS) - before;
}

/* Asks until nothing is tested any more. Each test finds more blocks than were known, but the last
 * one may find the same. */
static uint32_t settle(void)
{
    uint32_t blocks, before = 0;
    bool was_last = false;

    while (ask_blocks(&blocks) != 0) {
        assert_false(was_last);
        assert_true(blocks >= before);
        was_last = blocks == before;
        before = blocks;
    }
    return blocks;
}

/* No process tests again, unless the file is damaged or of another driver. */
TEST_CASE(a_sure_number_of_blocks_is_kept)
{
    char command[sizeof program + 16];
    struct gi_device *device;
    uint32_t blocks, again;

    assert_int_equal(gi_device_current(&device), GI_OK);
    blocks = settle();
    (void)snprintf(command, sizeof command, "%s blocks %u", program, blocks);
    assert_int_equal(system(command), 0);
    assert_int_equal(in_shell("for f in %s/resident-*; do printf XXXX | "
                              "dd of=$f bs=1 seek=60 conv=notrunc status=none; done", folder), 0);
    assert_int_equal(ask_blocks(&again), 1);
    (void)settle();
    assert_int_equal(in_shell("for f in %s/resident-*; do truncate -s 100 $f; done", folder), 0);
    assert_int_equal(ask_blocks(&again), 1);
    device->base->info.driver_version[0] ^= 1;   /* another driver */
    assert_int_equal(ask_blocks(&again), 1);
    device->base->info.driver_version[0] ^= 1;
    device->base->info.uuid[0] ^= 1;             /* another device has a file of its own */
    assert_int_equal(ask_blocks(&again), 1);
    device->base->info.uuid[0] ^= 1;
    assert_int_equal(ask_blocks(&again), 1);     /* the other driver has replaced this one's */
}

/* A machine that was busy during the first test has kept too small a number. */
TEST_CASE(a_small_number_is_tested_again)
{
    struct gi_device *device;
    uint32_t blocks, units, again;

    assert_int_equal(gi_device_current(&device), GI_OK);
    units = device->base->info.compute_units;
    blocks = settle();
    gi_kept_residency_write(&device->base->info, (struct gi_kept_residency){ 1, false });
    assert_int_equal(ask_blocks(&again), 1);
    assert_true(again >= 1 && (units == 0 || again <= units));
    /* more have met before than meet now */
    gi_kept_residency_write(&device->base->info, (struct gi_kept_residency){ 5000, false });
    assert_int_equal(ask_blocks(&again), 1);
    assert_int_equal(again, 5000);
    assert_int_equal(ask_blocks(&again), 0);
    assert_int_equal(again, 5000);
    gi_kept_residency_write(&device->base->info, (struct gi_kept_residency){ blocks, true });
    assert_int_equal(ask_blocks(&again), 0);
    assert_int_equal(again, blocks);
}

/* ---- units for matrices ---- */

#define PRODUCT \
    ".version 8.0\n.target sm_80\n.address_size 64\n" \
    ".visible .entry product(.param .u64 out)\n{\n" \
    ".reg .b32 %r<2>;\n.reg .f32 %f<4>;\n.reg .b64 %w;\n" \
    "mov.u32 %r0, 0;\nmov.u32 %r1, 0;\nmov.f32 %f0, 0f00000000;\n" \
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r0}, " \
    "{%f0, %f0, %f0, %f0};\n" \
    "ld.param.u64 %w, [out];\nst.global.f32 [%w], %f0;\nret;\n}\n"

static uint8_t really_offered;   /* by the device of this machine */

/* Asks for the units of a device that offers some, as a process that has just started. Returns how
 * many tests ran. */
static uint64_t ask_units(const char *text, uint8_t offered, struct gi_translate_target *out_target)
{
    uint64_t before = gi_counter_value(GI_COUNT_MATRIX_TESTS);
    struct gi_device *device;
    struct gi_code *code;

    assert_int_equal(gi_device_current(&device), GI_OK);
    device->base->info.matrices = offered;
    atomic_store(&device->matrix_units, 0);
    assert_int_equal(gi_code_read(text, strlen(text) + 1, &code), GI_OK);
    gi_matrix_units_need(device, code);
    assert_true(gi_matrix_units_are_known(device, code));
    *out_target = device->base->info.kernels;
    gi_matrix_units_add(device, code, out_target);
    gi_code_unref(code);
    return gi_counter_value(GI_COUNT_MATRIX_TESTS) - before;
}

/* Writes what a device was found to have, as if it were another one. */
static void keep_units(uint8_t matrices, uint8_t turned)
{
    const struct gi_matrix_units units = { matrices, turned };
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    gi_kept_matrices_write(&device->base->info, &units);
}

/* A device that offers nothing, and code without products, are not tested. */
TEST_CASE(units_are_tested_for_products)
{
    struct gi_translate_target target;
    char text[sizeof CODE + 16];
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    really_offered = device->base->info.matrices;
    (void)snprintf(text, sizeof text, CODE, ADDED);
    assert_int_equal(ask_units(PRODUCT, 0, &target), 0);
    assert_int_equal(ask_units(text, 63, &target), 0);
    assert_int_equal(target.matrices, 0);
    assert_int_equal(ask_units(PRODUCT, 63, &target), 1);
    assert_true((target.matrices & ~63) == 0);
}

/* No process tests again, unless the file is damaged, or of another driver or offer. Facts that no
 * device can have are not taken. */
TEST_CASE(the_units_are_kept)
{
    struct gi_translate_target target;
    char text[sizeof CODE + 16];
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    (void)snprintf(text, sizeof text, CODE, ADDED);
    (void)ask_units(PRODUCT, 63, &target);
    assert_int_equal(ask_units(PRODUCT, 63, &target), 0);
    keep_units(20, 4);
    assert_int_equal(ask_units(PRODUCT, 63, &target), 0);
    assert_int_equal(target.matrices, 20);
    assert_int_equal(target.matrices_turned, 4);
    assert_int_equal(ask_units(text, 63, &target), 0);
    assert_int_equal(target.matrices, 0);        /* it has no products */
    assert_int_equal(in_shell("for f in %s/matrices-*; do printf XXXX | "
                              "dd of=$f bs=1 seek=60 conv=notrunc status=none; done", folder), 0);
    assert_int_equal(ask_units(PRODUCT, 63, &target), 1);
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    keep_units(32, 0);
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    keep_units(3, 4);
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    assert_int_equal(in_shell("for f in %s/matrices-*; do truncate -s 80 $f; done", folder), 0);
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    device->base->info.driver_version[0] ^= 1;   /* another driver */
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    device->base->info.driver_version[0] ^= 1;
    assert_int_equal(ask_units(PRODUCT, 31, &target), 1);
    (void)ask_units(PRODUCT, 0, &target);
}

/* Whether the words of a kernel with a product have cooperative matrices. */
static bool product_goes_by_units(void)
{
    struct gi_function *function;
    struct gi_device *device;
    struct gi_code *code;
    gi_handle module, handle;
    bool goes;

    assert_int_equal(gi_device_current(&device), GI_OK);
    assert_int_equal(gi_code_read(PRODUCT, sizeof PRODUCT, &code), GI_OK);
    assert_int_equal(gi_module_load(code, device, &module), GI_OK);
    gi_code_unref(code);
    assert_int_equal(gi_module_function(module, "product", &handle), GI_OK);
    assert_int_equal(gi_function_acquire(handle, &function), GI_OK);
    assert_int_equal(gi_function_translate(function), GI_OK);
    goes = false;
    for (uint32_t i = GI_SPIRV_HEADER_WORDS; i < function->compiled->kernel.word_count;) {
        const uint32_t *words = function->compiled->kernel.words + i;

        goes |= words[0] == (2u << 16 | GiOpCapability) &&
                words[1] == GiCapabilityCooperativeMatrixKHR;
        i += words[0] >> 16;
    }
    gi_object_unref(&function->object);
    assert_int_equal(gi_module_unload(module), GI_OK);
    return goes;
}

/* A launch takes the units that were found, where warps are native. */
TEST_CASE(products_go_by_the_units_that_were_found)
{
    struct gi_translate_target target;
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    (void)ask_units(PRODUCT, really_offered, &target);
    printf("# %#x offered, %#x found\n", really_offered, target.matrices);
    assert_int_equal(product_goes_by_units(), (target.matrices & GI_TRANSLATE_F16_K8_F32) != 0);
    atomic_store(&device->matrix_units, 0x10000);        /* known: none */
    assert_false(product_goes_by_units());
    (void)ask_units(PRODUCT, 0, &target);
}

/* ---- barriers that warps come to apart ---- */

#define APART \
    ".version 7.5\n.target sm_75\n.address_size 64\n" \
    ".visible .entry apart(.param .u64 out)\n{\n" \
    ".reg .pred %p;\n.reg .b32 %r<4>;\n.reg .b64 %w, %o;\n.shared .align 4 .b8 room[512];\n" \
    "ld.param.u64 %w, [out];\nmov.u32 %r0, %tid.y;\nand.b32 %r1, %r0, 1;\n" \
    "setp.ne.u32 %p, %r1, 0;\nmov.u64 %o, room;\nmov.u32 %r2, 7;\n@%p bra OTHER;\n" \
    "st.shared.u32 [%o], %r2;\nbar.sync 0;\nbra END;\n" \
    "OTHER:\nbar.sync 0;\nld.shared.u32 %r3, [%o];\nst.global.u32 [%w], %r3;\n" \
    "END:\nret;\n}\n"

/* Checks the translation of a launch with such blocks and so much dynamic shared memory: whether it
 * goes step by step, and whether its shared memory lies in device memory. Warps are native if they
 * are in the usual translation, and it does not go step by step. */
static void check_place(struct gi_compiled *compiled, const struct gi_use *launch, bool by_steps,
                        bool in_memory)
{
    const struct gi_translate_kernel *kernel;
    struct gi_use use = *launch;

    gi_compiled_place(compiled, &use);
    assert_int_equal(use.by_steps, by_steps);
    assert_int_equal(use.shared_in_memory, in_memory);
    assert_int_equal(gi_compiled_make_ready(compiled, &use), GI_OK);
    kernel = gi_compiled_kernel(compiled, &use);
    assert_int_equal(kernel->shared_in_memory, in_memory);
    assert_int_equal(kernel->subgroup_size, by_steps ? 0 : compiled->kernel.subgroup_size);
}

/* The places of an entry whose warps come to barriers apart, by the size of its subgroups. */
static void check_places(struct gi_compiled *compiled)
{
    uint32_t own = compiled->device->base->info.own_shared_bytes;
    bool is_native = compiled->kernel.subgroup_size != 0;

    check_place(compiled, &(struct gi_use){ .block = { 16, 4, 1 } }, is_native, is_native);
    check_place(compiled, &(struct gi_use){ .block = { 40, 1, 2 } }, is_native, is_native);
    check_place(compiled, &(struct gi_use){ .block = { 40, 1, 1 } }, false, false);
    check_place(compiled, &(struct gi_use){ .block = { 64, 2, 2 } }, false, false);
    check_place(compiled, &(struct gi_use){ .block = { 64, 2, 2 }, .dynamic_bytes = own },
                false, true);
    check_place(compiled, &(struct gi_use){ .block = { 16, 4, 1 }, .dynamic_bytes = own },
                is_native, true);
}

/* Translates the kernel in a process that has just started. Returns the size of its subgroups,
 * and how many tests ran. */
static uint32_t subgroups_of_apart(const char *text, uint64_t *out_tests)
{
    uint64_t before = gi_counter_value(GI_COUNT_BARRIER_TESTS);
    struct gi_function *function;
    struct gi_device *device;
    struct gi_code *code;
    gi_handle module, handle;
    uint32_t size;

    assert_int_equal(gi_device_current(&device), GI_OK);
    atomic_store(&device->barrier_warps, 0);
    assert_int_equal(gi_code_read(text, strlen(text) + 1, &code), GI_OK);
    assert_int_equal(gi_module_load(code, device, &module), GI_OK);
    gi_code_unref(code);
    assert_int_equal(gi_module_function(module, "apart", &handle), GI_OK);
    assert_int_equal(gi_function_acquire(handle, &function), GI_OK);
    assert_int_equal(gi_function_translate(function), GI_OK);
    size = function->compiled->kernel.subgroup_size;
    check_places(function->compiled);
    gi_object_unref(&function->object);
    assert_int_equal(gi_module_unload(module), GI_OK);
    *out_tests = gi_counter_value(GI_COUNT_BARRIER_TESTS) - before;
    return size;
}

/* Writes the result of the test, as if another process had run it. */
static void keep_barriers(bool counts)
{
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    gi_kept_barriers_write(&device->base->info, counts);
}

/* One test for a device whose driver allows it, and warps are its own if the test says so. */
TEST_CASE(barriers_are_tested_for_warps_that_come_apart)
{
    struct gi_device *device;
    struct gi_device_info really;
    uint64_t tests;
    uint32_t size;

    assert_int_equal(gi_device_current(&device), GI_OK);
    really = device->base->info;
    size = subgroups_of_apart(APART, &tests);
    printf("# may count warps: %d; subgroups of %u\n", really.may_count_warps, size);
    assert_int_equal(tests, really.may_count_warps);
    assert_int_equal(size, really.may_count_warps ? GI_WARP_THREADS : 0);
    (void)subgroups_of_apart(APART, &tests);
    assert_int_equal(tests, 0);
    device->base->info.may_count_warps = false;
    assert_int_equal(subgroups_of_apart(APART, &tests), 0);
    assert_int_equal(tests, 0);
    device->base->info = really;
}

/* A device with all facts but the result, which is kept. */
TEST_CASE(the_result_for_barriers_is_kept)
{
    char other[sizeof APART + 8];
    struct gi_device *device;
    struct gi_device_info really;
    uint64_t tests;

    assert_int_equal(gi_device_current(&device), GI_OK);
    really = device->base->info;
    device->base->info.may_count_warps = true;
    device->base->info.kernels.subgroup_least = GI_WARP_THREADS;
    device->base->info.kernels.subgroup_most = GI_WARP_THREADS;
    device->base->info.kernels.subgroup_can_be_required = true;
    device->base->info.kernels.subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;
    device->base->info.kernels.reconverges = true;
    device->base->info.kernels.ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED;
    device->base->info.kernels.loop_rounds = 0;
    keep_barriers(true);
    assert_int_equal(subgroups_of_apart(APART, &tests), GI_WARP_THREADS);
    assert_int_equal(tests, 0);
    keep_barriers(false);
    assert_int_equal(subgroups_of_apart(APART, &tests), 0);
    assert_int_equal(tests, 0);
    /* a device's barrier has no number */
    keep_barriers(true);
    (void)snprintf(other, sizeof other, "%s", APART);
    memcpy(strstr(other, "bar.sync 0"), "bar.sync 1", 10);
    assert_int_equal(subgroups_of_apart(other, &tests), 0);
    /* lanes of a warp come apart */
    (void)snprintf(other, sizeof other, "%s", APART);
    memcpy(strstr(other, "%tid.y"), "%tid.x", 6);
    assert_int_equal(subgroups_of_apart(other, &tests), 0);
    device->base->info = really;
    keep_barriers(really.may_count_warps);
}

TEST_CASE(a_folder_that_cannot_be_written_is_no_failure)
{
    assert_int_equal(in_shell("rm -rf %s", folder), 0);
    assert_int_equal(in_shell(": > %s", folder), 0);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(run(ADDED), 1);
    assert_int_equal(unlink(folder), 0);
}

int main(int argc, char **argv)
{
    if (argc == 2) {             /* the second start */
        other = (uint32_t)strtoul(argv[1], NULL, 10);
        return run(ADDED) + run(other) != 0;
    }
    if (argc == 3) {
        uint32_t blocks;

        return ask_blocks(&blocks) != 0 || blocks != strtoul(argv[2], NULL, 10);
    }
    if (realpath(argv[0], program) == NULL || mkdtemp(folder) == NULL)
        return 1;
    setenv("GPUINTEROP_CACHE_DIR", folder, 1);
    return run_test_cases(NULL);
}
