/* Functions of one module linked into another. */
#include "kernel/translate/spirv/link.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "spirv_tools.h"

#define WORDS GI_SPIRV_WORDS
#define IDS GI_SPIRV_IDS

static struct gi_arena prelude_arena, arena;
static struct gi_spirv_prelude prelude;

static gi_id begin_function(struct gi_spirv *spirv, const char *name, gi_type word,
                            gi_id *out_parameter)
{
    gi_type type = gi_spirv_type_function(spirv, word, &word, 1);
    gi_id id = gi_spirv_function_begin(spirv, GI_NO_ID, word, type, GiFunctionControlNone);

    gi_spirv_name(spirv, id, name);
    *out_parameter = gi_spirv_parameter(spirv, word);
    gi_spirv_label(spirv, GI_NO_ID);
    return id;
}

static void end_function(struct gi_spirv *spirv, gi_id value)
{
    gi_spirv_return_value(spirv, value);
    gi_spirv_function_end(spirv);
}

/* twice(x), and thrice(x) that calls it, reads a variable and has a case of a switch. */
static void make_prelude(void)
{
    struct gi_spirv spirv;
    gi_type word, pointer;
    gi_id variable, x, twice, value, merge, other;
    uint32_t *words;

    gi_arena_init(&prelude_arena, 1 << 20);
    gi_spirv_init(&spirv, &prelude_arena, GI_SPIRV_1_5);
    gi_spirv_capability(&spirv, GiCapabilityInt16);
    word = gi_spirv_type_int(&spirv, 32, false);
    pointer = gi_spirv_type_pointer(&spirv, GiStorageClassPrivate, word);
    variable = gi_spirv_variable(&spirv, pointer, GiStorageClassPrivate, GI_NO_ID);
    twice = begin_function(&spirv, "twice(u1;", word, &x);
    value = gi_spirv_value2(&spirv, GiOpIMul, word, x, gi_spirv_spec_u32(&spirv, 4, 2));
    end_function(&spirv, value);
    (void)begin_function(&spirv, "thrice(u1;", word, &x);
    value = gi_spirv_call(&spirv, word, twice, IDS(x));
    merge = gi_spirv_new_label(&spirv);
    other = gi_spirv_new_label(&spirv);
    gi_spirv_selection_merge(&spirv, merge, GiSelectionControlNone);
    gi_spirv_op(&spirv, GI_SPIRV_BODY, GiOpSwitch, WORDS(x.n, merge.n, 7, other.n));
    gi_spirv_label(&spirv, other);
    gi_spirv_store(&spirv, variable, value);
    gi_spirv_branch(&spirv, merge);
    gi_spirv_label(&spirv, merge);
    value = gi_spirv_value2(&spirv, GiOpIAdd, word, value, x);
    end_function(&spirv, value);
    assert_int_equal(gi_spirv_finish(&spirv, &words, &prelude.count), GI_OK);
    prelude.words = words;
}

/* A kernel that calls the functions of these names with 5. */
static gi_status link_all(struct gi_spirv *spirv, const char *const *names, uint32_t count,
                          uint32_t **out_words, uint32_t *out_count)
{
    struct gi_spirv_linker linker;
    gi_type nothing, word;
    gi_id five, id;
    const gi_id *variables;

    gi_arena_init(&arena, 4 << 20);
    gi_spirv_init(spirv, &arena, GI_SPIRV_1_5);
    gi_spirv_link_init(&linker, spirv, &prelude);
    nothing = gi_spirv_type_void(spirv);
    word = gi_spirv_type_int(spirv, 32, false);
    five = gi_spirv_constant_u32(spirv, 5);
    id = gi_spirv_function_begin(spirv, GI_NO_ID, nothing,
                                 gi_spirv_type_function(spirv, nothing, NULL, 0),
                                 GiFunctionControlNone);
    gi_spirv_label(spirv, GI_NO_ID);
    for (uint32_t i = 0; i < count; i++) {
        gi_id function = gi_spirv_link(&linker, names[i]);

        (void)gi_spirv_call(spirv, word, function, IDS(five));
    }
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
    variables = gi_spirv_variables(spirv, &count);
    gi_spirv_entry_point(spirv, id, "main", variables, count);
    gi_spirv_execution_mode(spirv, id, GiExecutionModeLocalSize, WORDS(1, 1, 1));
    return gi_spirv_finish(spirv, out_words, out_count);
}

static uint32_t count_of(const char *text, const char *part)
{
    uint32_t count = 0;

    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

TEST_CASE(one_function)
{
    struct gi_spirv spirv;
    uint32_t *words, count;
    char *text;

    assert_int_equal(link_all(&spirv, (const char *[]){ "twice" }, 1, &words, &count), GI_OK);
    assert_true(gi_spirv_has_capability(&spirv, GiCapabilityInt16));
    if (spirv_tools_installed()) {
        assert_true(spirv_is_valid(words, count));
        text = spirv_text(words, count);
        assert_int_equal(count_of(text, "OpFunctionEnd"), 2);
        assert_int_equal(count_of(text, "OpTypeInt 32 0"), 1);
        assert_int_equal(count_of(text, "OpVariable"), 0);
        assert_int_equal(count_of(text, "SpecId 4"), 1);
        free(text);
    }
    gi_arena_finish(&arena);
}

/* Each function comes once, with what it calls. */
TEST_CASE(functions_come_once)
{
    static const char *const names[] = { "thrice", "twice", "thrice" };
    struct gi_spirv spirv;
    uint32_t *words, count;
    char *text;

    assert_int_equal(link_all(&spirv, names, 3, &words, &count), GI_OK);
    if (spirv_tools_installed()) {
        assert_true(spirv_is_valid(words, count));
        text = spirv_text(words, count);
        assert_int_equal(count_of(text, "OpFunctionEnd"), 3);
        assert_int_equal(count_of(text, "OpFunctionCall"), 4);
        assert_int_equal(count_of(text, "Private"), 2);
        assert_int_equal(count_of(text, "OpSwitch"), 1);
        free(text);
    }
    gi_arena_finish(&arena);
}

TEST_CASE(missing_names_fail)
{
    struct gi_spirv spirv;
    uint32_t *words, count;

    assert_int_equal(link_all(&spirv, (const char *[]){ "twic" }, 1, &words, &count), GI_INTERNAL);
    assert_non_null(strstr(gi_last_error_detail(), "no function twic"));
    gi_arena_finish(&arena);
}

/* A prelude that ends too early, at any word, is an error and no crash. */
TEST_CASE(short_preludes_fail)
{
    uint32_t whole = prelude.count;
    struct gi_spirv spirv;
    uint32_t *words, count;

    for (prelude.count = 0; prelude.count < whole; prelude.count++) {
        gi_spirv_prelude_finish(&prelude);
        assert_int_equal(link_all(&spirv, (const char *[]){ "thrice" }, 1, &words, &count),
                         GI_INTERNAL);
        gi_arena_finish(&arena);
    }
}

/* ---- one index for all ------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 20 };

static pthread_barrier_t together;

static void *read_index(void *unused)
{
    const struct gi_spirv_prelude_index *index = NULL;

    (void)unused;
    (void)pthread_barrier_wait(&together);
    return gi_spirv_prelude_read(&prelude, &index) == GI_OK ? (void *)(uintptr_t)index : NULL;
}

/* Threads that read a prelude at the same time have the same index, and later links keep it. */
TEST_CASE(an_index_is_made_once)
{
    const struct gi_spirv_prelude_index *index;
    struct gi_spirv spirv;
    uint32_t *words, count;

    assert_int_equal(pthread_barrier_init(&together, NULL, THREADS), 0);
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];
        void *found[THREADS];

        gi_spirv_prelude_finish(&prelude);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, read_index, NULL), 0);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], &found[i]), 0);
        assert_non_null(found[0]);
        for (int i = 1; i < THREADS; i++)
            assert_ptr_equal(found[i], found[0]);
        assert_ptr_equal(atomic_load(&prelude.index), found[0]);
    }
    (void)pthread_barrier_destroy(&together);
    index = atomic_load(&prelude.index);
    assert_int_equal(link_all(&spirv, (const char *[]){ "thrice" }, 1, &words, &count), GI_OK);
    gi_arena_finish(&arena);
    assert_ptr_equal(atomic_load(&prelude.index), index);
}

int main(void)
{
    int failed;

    make_prelude();
    failed = run_test_cases(NULL);
    gi_spirv_prelude_finish(&prelude);
    gi_arena_finish(&prelude_arena);
    return failed;
}
