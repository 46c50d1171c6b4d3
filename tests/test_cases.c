/* Cases of cmocka that register themselves. */
#include "test_cases.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES_MAX = 200 };

/* The linker's names of the section's borders. A program without cases has neither. */
extern const struct registered_test *const __start_test_cases[] __attribute__((weak));
extern const struct registered_test *const __stop_test_cases[] __attribute__((weak));

static int by_place(const void *left, const void *right)
{
    const struct registered_test *a = *(const struct registered_test *const *)left;
    const struct registered_test *b = *(const struct registered_test *const *)right;
    int order = strcmp(a->file, b->file);

    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

/** Length of a file's name without folders and ending. */
static size_t stem_length(const char *name)
{
    const char *ending = strrchr(name, '.');

    return ending != NULL ? (size_t)(ending - name) : strlen(name);
}

/** Whether GPUINTEROP_TEST_CASE leaves the case out. Prints its name where names are asked for. */
static bool is_left_out(const char *file, const char *name)
{
    const char *chosen = getenv("GPUINTEROP_TEST_CASE");
    const char *base = basename(file);
    size_t length = stem_length(base);

    if (chosen == NULL)
        return false;
    if (strcmp(chosen, "list") == 0)
        printf("case %.*s:%s\n", (int)length, base, name);
    return strncmp(chosen, base, length) != 0 || chosen[length] != ':' ||
           strcmp(chosen + length + 1, name) != 0;
}

int run_tests_of(const char *file, const char *group, const struct CMUnitTest *tests, size_t count,
                 CMFixtureFunction set_up)
{
    struct CMUnitTest kept[CASES_MAX];
    size_t kept_count = 0;

    for (size_t i = 0; i < count && i < CASES_MAX; i++) {
        if (!is_left_out(file, tests[i].name))
            kept[kept_count++] = tests[i];
    }
    return kept_count == 0 ? EXIT_SUCCESS
                           : _cmocka_run_group_tests(group, kept, kept_count, set_up, NULL);
}

int run_test_cases_of(const char *file, CMFixtureFunction set_up)
{
    const struct registered_test *cases[CASES_MAX];
    struct CMUnitTest tests[CASES_MAX];
    const char *name = file != NULL ? basename(file) : program_invocation_short_name;
    size_t all = (size_t)(__stop_test_cases - __start_test_cases), count = 0;

    for (size_t i = 0; i < all; i++) {
        if (file != NULL && strcmp(__start_test_cases[i]->file, file) != 0)
            continue;
        if (count < CASES_MAX)
            cases[count] = __start_test_cases[i];
        count++;
    }
    if (count == 0 || count > CASES_MAX) {
        fprintf(stderr, "%zu cases, not 1 to %d\n", count, CASES_MAX);
        return EXIT_FAILURE;
    }
    qsort(cases, count, sizeof cases[0], by_place);
    all = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_left_out(cases[i]->file, cases[i]->test.name))
            tests[all++] = cases[i]->test;
    }
    return all == 0 ? EXIT_SUCCESS : _cmocka_run_group_tests(name, tests, all, set_up, NULL);
}
