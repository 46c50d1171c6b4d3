/* Runs the suite on every device of every driver.
 *
 *     conformance [--list] [PART OF A CASE'S NAME]...
 *
 * Exit: 0 all is as expected, 1 it is not, 77 there is no device, 2 wrong usage. */
#include <stdio.h>
#include <stdlib.h>

#include "conformance.h"

enum { MAX_CASES = 128, MAX_DEVICES = 16, EXIT_SKIPPED = 77 };

static const struct conf_case *const groups[] = {
    conf_device_cases, conf_memory_cases, conf_import_cases,    conf_copy_cases,
    conf_box_cases,    conf_image_cases,  conf_image_box_cases, conf_texel_cases,
    conf_order_cases,  conf_wait_cases,   conf_semaphore_cases, conf_range_cases,
    conf_recording_cases, conf_choice_cases,
};

static bool some_case_failed;    /* as expected: it ended where it failed, and left things behind */

static bool is_wanted(const char *name, int filter_count, char **filters)
{
    for (int i = 0; i < filter_count; i++) {
        if (strstr(name, filters[i]) != NULL)
            return true;
    }
    return filter_count == 0;
}

/** The cases that the filters name, out_cases has room for MAX_CASES. */
static size_t choose_cases(int filter_count, char **filters, struct conf_case *out_cases)
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        for (const struct conf_case *one = groups[i]; one->name != NULL; one++) {
            if (!is_wanted(one->name, filter_count, filters))
                continue;
            if (count == MAX_CASES) {
                fprintf(stderr, "conformance: more than %d cases\n", MAX_CASES);
                exit(2);
            }
            out_cases[count++] = *one;
        }
    }
    return count;
}

/** On the emulated card a driver can do less than on a real one. */
static bool is_driver(const char *name)
{
    const char *plan = getenv("GPUINTEROP_VULKAN_PLAN");
    bool transfer = plan != NULL && strstr(plan, "transfer-queues") != NULL;
    char driver[160];

    snprintf(driver, sizeof(driver), "%s%s%s", conf_info.driver_name,
             transfer ? " by transfer queues" : "",
             getenv("GPUINTEROP_CARD") != NULL ? " on the emulated card" : "");
    return strcmp(name, driver) == 0;
}

static const struct conf_expectation *expectation_of(const char *name)
{
    for (const struct conf_expectation *e = conf_expectations; e->name != NULL; e++) {
        if (strcmp(e->name, name) == 0 && is_driver(e->driver))
            return e;
    }
    return NULL;
}

/** Runs a case that ought to fail; returns how much is wrong: 0 or 1. */
static int run_expected_failure(const struct conf_case *one, const struct conf_expectation *e)
{
    const struct CMUnitTest test = { .name = one->name, .test_func = one->run };

    print_message("expected to fail: %s: %s\n", e->name, e->why);
    conf_skipped = false;
    if (_cmocka_run_group_tests("expected failure", &test, 1, NULL, NULL) != 0 || conf_skipped) {
        some_case_failed |= !conf_skipped;
        return 0;
    }
    print_error("%s passed: take it out of expectations.c\n", one->name);
    return 1;
}

/** Runs the cases on conf_info's device; returns how many went wrong. */
static int run_device(const struct conf_case *cases, size_t count)
{
    struct CMUnitTest tests[MAX_CASES];
    size_t test_count = 0;
    int wrong = 0;

    print_message("---- %s: %s (%s %s) ----\n", conf_driver->name, conf_info.name,
                  conf_info.driver_name, conf_info.driver_version);
    for (size_t i = 0; i < count; i++) {
        const struct conf_expectation *e = expectation_of(cases[i].name);
        if (e != NULL)
            wrong += run_expected_failure(&cases[i], e);
        else
            tests[test_count++] =
                (struct CMUnitTest){ .name = cases[i].name, .test_func = cases[i].run };
    }
    if (test_count != 0)
        wrong += _cmocka_run_group_tests(conf_info.name, tests, test_count, NULL, NULL);
    return wrong;
}

/** Runs the cases on all devices of a driver; adds to *devices how many there were. */
static int run_driver(const struct conf_case *cases, size_t count, size_t *devices)
{
    static struct gi_device_info infos[MAX_DEVICES];
    size_t found = 0;
    int wrong = 0;

    gi_status status = gi_driver_check(conf_driver);
    if (status != GI_OK) {
        print_error("%s: %s\n", conf_driver->name, gi_last_error_detail());
        return 1;
    }
    status = conf_driver->enumerate(conf_driver, infos, MAX_DEVICES, &found);
    if (status != GI_OK)
        print_message("%s: %s: %s\n", conf_driver->name, gi_status_name(status),
                      gi_last_error_detail());
    for (size_t i = 0; i < found && i < MAX_DEVICES; i++) {
        conf_info = infos[i];
        wrong += run_device(cases, count);
        ++*devices;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
    struct conf_case cases[MAX_CASES];
    size_t devices = 0;
    int wrong = 0;

    size_t count = choose_cases(argc - 1 - list, argv + 1 + list, cases);
    if (list) {
        for (size_t i = 0; i < count; i++)
            printf("%s\n", cases[i].name);
        return 0;
    }
    if (count == 0) {
        fprintf(stderr, "conformance: no case has such a name\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);            /* the name of a case that hangs is seen */
    conf_prepare();
    for (size_t i = 0; gi_drivers[i] != NULL; i++) {
        conf_driver = gi_drivers[i];
        wrong += run_driver(cases, count, &devices);
    }
    if (wrong == 0 && devices == 0) {
        print_message("skipped: no driver has a device\n");
        return EXIT_SKIPPED;
    }
    if (wrong == 0 && !some_case_failed && !conf_left_nothing())
        wrong = 1;
    return wrong != 0;
}
