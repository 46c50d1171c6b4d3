/* Kernels of PTX files that compilers made, run by the interpreter and by the translator's code.
 *
 * Nothing is known of what the parameters mean: 8 bytes are taken for the address of a buffer, less
 * for a number. A kernel that goes astray with these in the interpreter, or whose threads race, is
 * not run on the device.
 * test-interpreter-files [--rows] FILE... takes any files. With --rows a file whose kernels ask for
 * their row must have launches of several rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../translate/host.h"
#include "floats.h"
#include "kernel/translate/ptx/examine.h"

enum { BUFFER_BYTES = 65536, MOST_PARAMETERS = 12, SHAPES = 4, DYNAMIC_BYTES = 4096 };

struct counts {
    uint32_t same, near, refused, astray, wrong, rows;
};

/* A module with memory for its variables, and for one launch. */
struct file {
    const char *path;
    struct gi_arena arena;
    char *text;
    struct gi_ptx_module *module;
    struct gi_translate_variables variables;
    struct host_memory memories[MOST_PARAMETERS + 1];       /* the first: variables */
    uint64_t lengths[MOST_PARAMETERS + 1];
    uint32_t memory_count;
    uint8_t *copies[MOST_PARAMETERS + 1];                   /* the interpreter's */
    uint8_t *others[MOST_PARAMETERS + 1];                   /* of another order of threads */
    uint8_t numbers[MOST_PARAMETERS][4096];
    const void *arguments[MOST_PARAMETERS];
};

static struct counts counts;
static bool must_have_rows;

static bool read_file(struct file *file)
{
    FILE *stream = fopen(file->path, "rb");
    long length;

    if (!stream)
        return false;
    fseek(stream, 0, SEEK_END);
    length = ftell(stream);
    rewind(stream);
    file->text = malloc((size_t)length + 1);
    assert_non_null(file->text);
    assert_int_equal(fread(file->text, 1, (size_t)length, stream), length);
    file->text[length] = '\0';
    fclose(stream);
    gi_arena_init(&file->arena, 256 << 20);
    return gi_ptx_parse(&file->arena, file->text, (size_t)length, &file->module) == GI_OK
        && gi_translate_examine(file->module, false) == GI_OK
        && gi_translate_variables(&file->arena, file->module, &file->variables) == GI_OK;
}

/* Memory with words that are small whole numbers, or small floats, by the round. */
static void add_memory(struct file *file, uint64_t bytes, bool whole)
{
    uint32_t index = file->memory_count++;
    struct host_memory *memory = &file->memories[index];

    *memory = host_alloc(bytes);
    file->lengths[index] = bytes;
    for (uint64_t at = 0; at + 4 <= bytes; at += 4) {
        uint32_t word = (uint32_t)(at / 4 * 2654435761u >> 24) % 61;
        float value = (float)word / 4 - 3;

        memcpy(memory->bytes + at, whole ? (const void *)&word : (const void *)&value, 4);
    }
}

static bool make_arguments(struct file *file, const struct gi_ptx_function *entry, bool whole)
{
    static const float number = 1.5f;
    static const uint32_t count = 100;

    host_reset();
    file->memory_count = 0;
    add_memory(file, file->variables.bytes + 16, true);
    memset(file->memories[0].bytes, 0, file->variables.bytes + 16);
    if (entry->parameter_count > MOST_PARAMETERS)
        return false;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const struct gi_ptx_variable *parameter = entry->parameters[i];

        if (parameter->bytes > sizeof(file->numbers[i]))
            return false;
        memset(file->numbers[i], 0, sizeof(file->numbers[i]));
        file->arguments[i] = file->numbers[i];
        if (parameter->bytes == 8 && parameter->type != GI_PTX_T_F64) {
            add_memory(file, BUFFER_BYTES, whole);
            memcpy(file->numbers[i], &file->memories[file->memory_count - 1].address, 8);
        } else if (parameter->type == GI_PTX_T_F32) {
            memcpy(file->numbers[i], &number, 4);
        } else if (parameter->bytes <= 4) {
            memcpy(file->numbers[i], &count, parameter->bytes);
        }
    }
    return gi_translate_image(file->module, &file->variables, file->memories[0].address,
                              file->memories[0].bytes) == GI_OK;
}

static enum interpreter_outcome run_interpreter(struct file *file,
                                                const struct gi_ptx_function *entry,
                                                const uint32_t *grid, const uint32_t *block,
                                                bool backwards, bool looks_for_races)
{
    struct interpreter_memory memories[MOST_PARAMETERS + 1];
    uint64_t *addresses = gi_arena_alloc(&file->arena, file->module->variable_count + 1, 8);
    struct interpreter_launch launch = {
        .module = file->module, .entry = entry, .arguments = file->arguments,
        .grid = { grid[0], grid[1], grid[2] }, .block = { block[0], block[1], block[2] },
        .dynamic_bytes = DYNAMIC_BYTES, .memories = memories, .memory_count = file->memory_count,
        .variables = addresses, .most_steps = 5000000, .backwards = backwards };
    enum interpreter_outcome outcome;
    char why[400];

    assert_non_null(addresses);
    for (uint32_t i = 0; i < file->module->variable_count; i++)
        addresses[i] = file->memories[0].address + file->variables.offsets[i];
    for (uint32_t i = 0; i < file->memory_count; i++) {
        memcpy(file->copies[i], file->memories[i].bytes, file->lengths[i]);
        memories[i] = (struct interpreter_memory){ file->copies[i], file->memories[i].address,
                                                   file->lengths[i], NULL };
        if (looks_for_races)
            memories[i].touched = calloc(file->lengths[i], sizeof(*memories[i].touched));
        assert_true(!looks_for_races || memories[i].touched);
    }
    outcome = interpret(&launch, why, sizeof(why));
    for (uint32_t i = 0; i < file->memory_count; i++)
        free(memories[i].touched);
    return outcome;
}

/* Whether it ends well, with the same result in two orders of its threads. A kernel that ignores
 * rows would add to its words once for each: a race that gives the same sum in any order. So with
 * several rows no block may touch what another one does. */
static bool has_one_answer(struct file *file, const struct gi_ptx_function *entry,
                           const uint32_t *grid, const uint32_t *block)
{
    bool same = true, has_rows = grid[1] > 1;

    if (run_interpreter(file, entry, grid, block, true, has_rows) != INTERPRETER_DONE)
        return false;
    for (uint32_t i = 0; i < file->memory_count; i++)
        memcpy(file->others[i], file->copies[i], file->lengths[i]);
    if (run_interpreter(file, entry, grid, block, false, has_rows) != INTERPRETER_DONE)
        return false;
    for (uint32_t i = 0; i < file->memory_count; i++)
        same &= memcmp(file->others[i], file->copies[i], file->lengths[i]) == 0;
    return same;
}

/* 0: the same; 1: floats near each other; 2: neither */
static int compare_words(uint32_t got, uint32_t expected)
{
    struct real a = real_of(format_f32, got), b = real_of(format_f32, expected);
    double x, y;

    if (got == expected || (a.kind == NOT_A_NUMBER && b.kind == NOT_A_NUMBER))
        return 0;
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
        return 2;
    x = real_double(a);
    y = real_double(b);
    return (x > y ? x - y : y - x) <= 1e-5 * (y < 0 ? -y : y) && (y > 1e-20 || y < -1e-20) ? 1 : 2;
}

static void compare(struct file *file, const struct gi_ptx_function *entry)
{
    int worst = 0;

    for (uint32_t i = 0; i < file->memory_count; i++) {
        for (uint64_t at = 0; at + 4 <= file->lengths[i]; at += 4) {
            uint32_t got, expected;
            int result;

            memcpy(&got, file->memories[i].bytes + at, 4);
            memcpy(&expected, file->copies[i] + at, 4);
            result = compare_words(got, expected);
            if (result == 2 && worst < 2)
                printf("%s: %.*s: memory %u, byte %llu: 0x%x, not 0x%x\n", file->path,
                       (int)entry->name.length, entry->name.start, i, (unsigned long long)at, got,
                       expected);
            worst = result > worst ? result : worst;
        }
    }
    counts.same += worst == 0;
    counts.near += worst == 1;
    counts.wrong += worst == 2;
}

static void run_on_device(struct file *file, const struct gi_ptx_function *entry,
                          const struct gi_translate_kernel *kernel, uint32_t shape)
{
    /* The last two are one shape: kernels that cannot bear rows have one row. Kernels with tiles
     * want square blocks. */
    static const struct {
        uint32_t grid[3], block[3];
    } forms[] = { { { 2, 1, 1 }, { 64, 1, 1 } },
                  { { 2, 3, 1 }, { 16, 16, 1 } }, { { 3, 1, 1 }, { 16, 8, 1 } } };

    for (uint32_t i = shape; i < 1 + 2 * shape; i++) {
        const uint32_t *grid = forms[i].grid;
        const uint32_t *block = entry->required_threads[0] ? entry->required_threads
            : forms[i].block;

        if (!has_one_answer(file, entry, grid, block))
            continue;
        host_run(kernel, file->memories[0].address, file->arguments, grid, block, DYNAMIC_BYTES);
        compare(file, entry);
        counts.rows += grid[1] > 1;
        return;
    }
    counts.astray++;
}

static void run_entry(struct file *file, const struct gi_ptx_function *entry, uint32_t shape)
{
    struct gi_translate_kernel kernel;

    if (!make_arguments(file, entry, shape / 2 % 2 == 0)) {
        counts.astray++;
        return;
    }
    if (gi_translate(&file->arena, file->module, entry, host_target(), &kernel) != GI_OK) {
        if (shape == 0)
            printf("%s: %.*s: %s\n", file->path, (int)entry->name.length, entry->name.start,
                   gi_last_error_detail());
        counts.refused++;
        return;
    }
    for (uint32_t i = 0; i < file->memory_count; i++) {
        file->copies[i] = malloc(file->lengths[i]);
        file->others[i] = malloc(file->lengths[i]);
        assert_true(file->copies[i] && file->others[i]);
    }
    run_on_device(file, entry, &kernel, shape % 2);
    for (uint32_t i = 0; i < file->memory_count; i++) {
        free(file->copies[i]);
        free(file->others[i]);
    }
}

static void test_file(void **state)
{
    struct file *file = calloc(1, sizeof(*file));
    bool asks_for_rows;

    assert_non_null(file);
    file->path = *state;
    counts = (struct counts){ 0 };
    if (!read_file(file))
        fail_msg("%s: %s", file->path, gi_last_error_detail());
    for (uint32_t i = 0; i < file->module->function_count; i++) {
        for (uint32_t shape = 0; shape < SHAPES && file->module->functions[i]->is_entry; shape++)
            run_entry(file, file->module->functions[i], shape);
    }
    printf("%s: launches with the same result %u, with near floats %u, refused %u, astray %u, "
           "wrong %u; with rows %u\n", file->path, counts.same, counts.near, counts.refused,
           counts.astray, counts.wrong, counts.rows);
    asks_for_rows = strstr(file->text, "%ctaid.y") != NULL;
    gi_arena_finish(&file->arena);
    free(file->text);
    free(file);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.rows > 0 || !must_have_rows || !asks_for_rows);
}

int main(int argc, char **argv)
{
    struct CMUnitTest *tests = calloc((size_t)argc, sizeof(*tests));
    const char *why = host_open();
    int first, failed;

    if (why || !tests) {
        printf("skipped: %s\n", why);
        return 77;
    }
    must_have_rows = argc > 1 && strcmp(argv[1], "--rows") == 0;
    first = must_have_rows ? 2 : 1;
    for (int i = first; i < argc; i++)
        tests[i - first] = (struct CMUnitTest){ argv[i], test_file, NULL, NULL, argv[i] };
    failed = _cmocka_run_group_tests("files", tests, (size_t)(argc - first), NULL, NULL);
    host_close();
    free(tests);
    return failed;
}
