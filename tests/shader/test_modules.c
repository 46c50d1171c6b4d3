/* Modules of SPIR-V 1.6 as few compilers write them: several kernels, block sizes by constants of
 * all kinds, decorations of a whole buffer. They are files, which are the program's arguments. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "buffers.h"
#include "damage.h"
#include "given.h"
#include "kernel/translate/spirv/words.h"

static void copy(struct words *out, const struct gi_code *code)
{
    assert_true(code->word_count <= MOST_WORDS);
    memcpy(out->at, code->words, code->word_count * 4);
    out->count = code->word_count;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The first instruction of an opcode. */
static uint32_t *find(struct words *words, uint32_t opcode)
{
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < words->count; at += words->at[at] >> 16) {
        if ((words->at[at] & 0xffff) == opcode)
            return words->at + at;
    }
    fail_msg("the module has no instruction %u", opcode);
    return NULL;
}

/* The instructions that have a word at an index. */
static uint32_t count_of(const struct words *words, uint32_t opcode, uint32_t index,
                         uint32_t wanted)
{
    uint32_t count = 0;

    for (size_t at = GI_SPIRV_HEADER_WORDS; at < words->count; at += words->at[at] >> 16)
        count += (words->at[at] & 0xffff) == opcode && words->at[at] >> 16 > index &&
                 words->at[at + index] == wanted;
    return count;
}

static void insert_decoration(struct words *words, uint32_t id, uint32_t decoration,
                              uint32_t operand)
{
    uint32_t *at = find(words, GiOpDecorate);

    assert_true(words->count + 4 <= MOST_WORDS);
    memmove(at + 4, at, (words->count - (size_t)(at - words->at)) * 4);
    memcpy(at, (const uint32_t[]){ 4u << 16 | GiOpDecorate, id, decoration, operand }, 16);
    words->count += 4;
}

static void remove_instruction(struct words *words, uint32_t *at)
{
    uint32_t count = *at >> 16;

    words->count -= count;
    memmove(at, at + count, (words->count - (size_t)(at - words->at)) * 4);
}

/* A launch gives the constant. */
static void make_special(struct words *words, uint32_t id, uint32_t spec_id)
{
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < words->count; at += words->at[at] >> 16) {
        if (words->at[at] == (4u << 16 | GiOpConstant) && words->at[at + 2] == id)
            words->at[at] = 4u << 16 | GiOpSpecConstant;
    }
    insert_decoration(words, id, GiDecorationSpecId, spec_id);
}

/* ---- block sizes ----------------------------------------------------------------------------- */

static void assert_threads(const struct loaded *loaded, uint32_t x, uint32_t y, gi_status status)
{
    uint32_t seen[2] = { 0 }, unused = 0;
    uint64_t out = device_bytes(seen, sizeof seen);
    void *arguments[] = { &unused, &out };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { x, y, 1 },
                                .arguments = arguments };

    assert_int_equal(gi_launch(loaded->function, &launch), status);
    read_back(seen, out, sizeof seen);
    assert_int_equal(seen[0] + seen[1], status == GI_OK ? x * y : 0);
}

TEST_CASE(kernels_have_sizes_of_their_own)
{
    static struct words words;
    struct loaded loaded;

    READ_GIVEN("sizes.spv", &words);
    load(&loaded, words.at, words.count, "first");
    assert_threads(&loaded, 64, 1, GI_OK);
    assert_threads(&loaded, 8, 2, GI_INVALID_VALUE);
    assert_int_equal(gi_module_function(loaded.module, "second", &loaded.function), GI_OK);
    assert_threads(&loaded, 8, 2, GI_OK);
    assert_threads(&loaded, 16, 1, GI_INVALID_VALUE);
    unload(&loaded);
}

TEST_CASE(sizes_of_launches_are_of_all_kernels)
{
    static struct words words;
    const uint32_t *mode;
    struct loaded loaded;
    uint32_t *other;
    struct gi_code *code;

    READ_GIVEN("sizes.spv", &words);
    make_special(&words, find(&words, GiOpExecutionModeId)[3], 0);
    assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_NO_BINARY);
    assert_non_null(strstr(gi_last_error_detail(), "another kernel of the module"));
    mode = find(&words, GiOpExecutionModeId);
    other = find(&words, GiOpExecutionModeId) + 6;
    memcpy(other + 3, mode + 3, 12);             /* the same constants */
    load(&loaded, words.at, words.count, "second");
    assert_threads(&loaded, 16, 1, GI_OK);
    unload(&loaded);
}

TEST_CASE(sizes_may_have_a_sign)
{
    static struct words words;
    uint32_t seen[3] = { 0 };
    struct loaded loaded;
    uint64_t out;
    void *arguments[] = { &out };
    struct gi_launch launch = { .grid = { 2, 1, 1 }, .block = { 4, 3, 1 },
                                .arguments = arguments };

    READ_GIVEN("given.spv", &words);
    load(&loaded, words.at, words.count, "given");
    out = device_bytes(seen, sizeof seen);
    if (gi_launch(loaded.function, &launch) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    read_back(seen, out, sizeof seen);
    assert_memory_equal(seen, ((const uint32_t[]){ 24, 4, 3 }), sizeof seen);
    unload(&loaded);
}

/* As those of PTX are. */
TEST_CASE(kernels_are_described)
{
    static struct words words;
    struct gi_code *code;

    READ_GIVEN("given.spv", &words);
    assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_OK);
    assert_null(code->ptx);
    assert_true(code->kernel_count == code->shader.kernel_count && code->kernel_count > 0);
    for (uint32_t i = 0; i < code->kernel_count; i++) {
        const struct gi_code_kernel *kernel = &code->kernels[i];

        assert_ptr_equal(gi_code_find_kernel(code, code->shader.kernels[i].name), kernel);
        assert_ptr_equal(kernel->shader, &code->shader.kernels[i]);
        assert_null(kernel->ptx);
        assert_int_equal(kernel->number, i);
        assert_string_equal(gi_code_entry_point(kernel), kernel->name);
    }
    assert_null(gi_code_find_kernel(code, "elsewhere"));
    gi_code_unref(code);
}

/* Mesa compiles no such constant with a sign, so it is not run. */
TEST_CASE(sizes_may_be_a_constant_already)
{
    static struct words words, made;
    struct gi_code *code;

    READ_GIVEN("given.spv", &words);
    insert_decoration(&words, find(&words, GiOpSpecConstantComposite)[2], GiDecorationBuiltIn,
                      GiBuiltInWorkgroupSize);
    assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_OK);
    copy(&made, code);
    assert_int_equal(count_of(&made, GiOpDecorate, 2, GiDecorationBuiltIn), 1);
    assert_true(code->kernels[0].shader->block_is_constant[1]);
    gi_code_unref(code);
}

/* With the memory check, and what some drivers need besides: the words are checked when they are
 * made. */
TEST_CASE(checked_kernels_are_valid)
{
    static const char *const names[] = { "sizes.spv", "rows.spv", "barriers.spv", "axpy.spv" };
    static struct words words;

    for (uint32_t i = 0; i < 16; i++) {
        struct gi_translate_target facts = {
            .push_bytes = i & 8 ? 24 : 128, .int64_atomics = true, .checks_memory = true,
            .merges_wrongly = i & 4, .reads_for_nobody = i & 4,
        };
        const char *path = given_path(names[i % 4]);
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        struct gi_code *code;

        if (path == NULL)
            continue;
        read_words(path, &words);
        assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_OK);
        gi_arena_init(&arena, (size_t)64 << 20);
        if (gi_shader_describe(&arena, code->words, code->word_count, &code->shader,
                               &code->shader.kernels[0], &facts, &kernel) != GI_OK)
            fail_msg("%s: %s", names[i % 4], gi_last_error_detail());
        assert_true(kernel.uses_check);
        gi_arena_finish(&arena);
        gi_code_unref(code);
    }
}

/* A part of the block has it already. */
TEST_CASE(decorations_of_a_buffer_are_its_members)
{
    static struct words words, made;
    uint32_t block;
    struct gi_code *code;

    READ_GIVEN("given.spv", &words);
    assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_OK);
    copy(&made, code);
    block = find(&words, GiOpTypeStruct)[1];
    assert_int_equal(count_of(&made, GiOpMemberDecorate, 3, GiDecorationCoherent), 2);
    assert_int_equal(count_of(&made, GiOpMemberDecorate, 3, GiDecorationVolatile), 2);
    assert_int_equal(count_of(&made, GiOpMemberDecorate, 1, block), 6);
    assert_int_equal(count_of(&made, GiOpDecorate, 2, GiDecorationRestrict), 0);
    gi_code_unref(code);
}

TEST_CASE(what_older_versions_lack_is_said)
{
    static struct words words;
    struct gi_code *code;
    const char *why;
    uint32_t *at;

    READ_GIVEN("sizes.spv", &words);
    at = find(&words, GiOpCapability);
    memmove(at + 2, at, (words.count - GI_SPIRV_HEADER_WORDS) * 4);
    at[1] = GiCapabilityDotProduct;
    words.count += 2;
    assert_int_equal(gi_code_read(words.at, words.count * 4, &code), GI_NO_BINARY);
    why = strstr(gi_last_error_detail(), "pass pointers as parameters: ");
    assert_non_null(why);
    assert_non_null(strstr(why, "DotProduct"));
}

/* ---- what debuggers read --------------------------------------------------------------------- */

static void assert_no_debug_sets(const struct gi_code *code)
{
    static struct words made;

    copy(&made, code);
    assert_int_equal(count_of(&made, GiOpExtInstImport, 2, 0x536e6f4e), 0);      /* "NonS" */
}

TEST_CASE(debug_info_may_name_buffers)
{
    static struct words words;

    READ_GIVEN("lines.spv", &words);
    for (int has_extension = 1; has_extension >= 0; has_extension--) {
        uint32_t *extension = find(&words, GiOpExtension);
        struct loaded loaded;

        assert_true(count_of(&words, GiOpExtInstImport, 2, 0x536e6f4e) > 0);
        if (!has_extension)                      /* version 1.6 needs none */
            remove_instruction(&words, extension);
        load(&loaded, words.at, words.count, "buffers");
        assert_no_debug_sets(loaded.code);
        run_buffers(&loaded);
        unload(&loaded);
    }
}

TEST_CASE(debug_info_may_name_large_parameters)
{
    static struct words words;
    uint32_t number = 0;
    struct { uint64_t out; uint32_t unused[60], number, end; } packed = { .number = 77 };
    struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .packed = &packed,
                                .packed_bytes = sizeof packed };
    struct loaded loaded;

    READ_GIVEN("debug.spv", &words);
    load(&loaded, words.at, words.count, "debug");
    packed.out = device_bytes(&number, sizeof number);
    if (gi_launch(loaded.function, &launch) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    read_back(&number, packed.out, sizeof number);
    assert_int_equal(number, 77);
    unload(&loaded);
}

/* By the rewritings alone, so that they see damage that no check has stopped, and by the front
 * door. */
TEST_CASE(damaged_modules_are_survived)
{
    static const char *const names[] = { "sizes.spv", "given.spv", "debug.spv", "lines.spv",
                                         "rows.spv", "loops.spv", "barriers.spv" };
    static struct words words;
    int missing = 0;

    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        const char *path = given_path(names[i]);

        if (path == NULL) {
            missing++;
            continue;
        }
        read_words(path, &words);
        print_message("%s: ", names[i]);
        damage_rounds(words.at, words.count, 3000, 1 + i, 5, 50, damage_is_rewritten);
        damage_rounds(words.at, words.count, 300, 1, 6, 50, damage_is_read);
    }
    if (missing > 0)
        SKIP_CASE("there is no compiler for some of the modules");
}

int main(int argc, char **argv)
{
    given_files = argv + 1;
    given_count = argc - 1;
    if (given_count == 0) {
        printf("skipped: no spirv-as\n");
        return 77;
    }
    return run_test_cases(NULL);
}
