/* Cases of cmocka that register themselves. */
#include "test_cases.h"

#include <errno.h>
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
    for (size_t i = 0; i < count; i++)
        tests[i] = cases[i]->test;
    return _cmocka_run_group_tests(name, tests, count, set_up, NULL);
}
