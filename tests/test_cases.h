/** Cases of cmocka that register themselves. A program of these cases alone needs no main. */
#ifndef TEST_CASES_H
#define TEST_CASES_H

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct registered_test {
    struct CMUnitTest test;
    const char *file;
    int place;                   /* among the cases of the file */
};

/** Begins a case. A pointer to it lies in a section of the program, whose borders the linker
 *  names. TEST_CASE_WITH has functions of cmocka's that run before and behind it, or NULL. */
#define TEST_CASE(function) TEST_CASE_WITH(function, NULL, NULL)
#define TEST_CASE_WITH(function, set_up, tear_down)                                              \
    TEST_CASE_AT(function, set_up, tear_down, __LINE__)

/** Begin a case that runs before or behind all others of the file. */
#define TEST_CASE_FIRST(function) TEST_CASE_AT(function, NULL, NULL, 0)
#define TEST_CASE_LAST(function) TEST_CASE_AT(function, NULL, NULL, INT_MAX)

#define TEST_CASE_AT(function, set_up, tear_down, place)                                         \
    static void function(void **state);                                                          \
    static const struct registered_test case_##function =                                        \
        { { #function, function, set_up, tear_down, NULL }, __FILE__, place };                   \
    __attribute__((section("test_cases"), used))                                                 \
    static const struct registered_test *const registered_##function = &case_##function;         \
    static void function(__attribute__((unused)) void **state)

/** Runs the cases that this file registers, in the order of their lines, behind set_up (NULL:
 *  none); returns main's result. A file without cases fails.
 *  GPUINTEROP_TEST_CASE=interop:fd_zero_is_an_fd leaves that case of interop.c alone. With the
 *  value "list" no case runs, and each has a line with its name. */
#define run_test_cases(set_up) run_test_cases_of(__FILE__, set_up)

/** Does so for another file (NULL: for all). */
int run_test_cases_of(const char *file, CMFixtureFunction set_up);

/** Runs a file's cases that do not register themselves. */
int run_tests_of(const char *file, const char *group, const struct CMUnitTest *tests,
                 size_t count, CMFixtureFunction set_up);

#endif
