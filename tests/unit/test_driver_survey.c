/* What is asked of the drivers of a build and what follows from it: on drivers that are nothing but
 * lists. One list is longer than the room that is offered first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "cards/device_list.h"
#include "contract/graphics.h"

enum { MANY = 40, UNFIT = 9 };

static gi_status first_status, second_status;
static int first_asked, second_asked;

static gi_status list_many(const struct gi_driver *driver, struct gi_device_info *out_infos,
                           size_t capacity, size_t *out_count)
{
    (void)driver;
    first_asked++;
    *out_count = 0;
    if (first_status != GI_OK)
        return gi_fail(first_status, "first: its part is missing");
    for (size_t i = 0; i < MANY && i < capacity; i++) {
        out_infos[i] = (struct gi_device_info){ .has_pci = true, .pci_bus = (uint32_t)i,
                                                .queue_count = 1, .index = (uint32_t)i };
        snprintf(out_infos[i].name, sizeof out_infos[i].name, "card %zu", i);
    }
    *out_count = MANY;
    return GI_OK;
}

/* What the driver of each device says of its shared memory. */
static const struct {
    uint32_t has, gives;
    bool launches;
    uint32_t most, own;
} shared[] = {
    { 32768, 0, true, GI_SHARED_BYTES, 32768 }, { 32768, 64, true, GI_SHARED_BYTES, 64 },
    { 65536, 70000, true, 65536, 65536 }, { 32768, 0, false, 32768, 32768 }
};
enum { SHARED = sizeof shared / sizeof shared[0] };

static gi_status list_shared(const struct gi_driver *driver, struct gi_device_info *out_infos,
                             size_t capacity, size_t *out_count)
{
    (void)driver;
    for (size_t i = 0; i < SHARED && i < capacity; i++)
        out_infos[i] = (struct gi_device_info){ .queue_count = 1, .launches = shared[i].launches,
                                                .max_shared_bytes = shared[i].has,
                                                .own_shared_bytes = shared[i].gives };
    *out_count = SHARED;
    return GI_OK;
}

static gi_status list_two(const struct gi_driver *driver, struct gi_device_info *out_infos,
                          size_t capacity, size_t *out_count)
{
    (void)driver;
    second_asked++;
    *out_count = 0;
    if (second_status != GI_OK)
        return gi_fail(second_status, "second: its part is missing");
    for (size_t i = 0; i < 2 && i < capacity; i++)
        out_infos[i] = (struct gi_device_info){ .name = "of the second", .has_pci = true,
                                                .pci_bus = (uint32_t)i + MANY - 1,
                                                .queue_count = 1 };
    *out_count = 2;
    return GI_OK;
}

static void list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                       size_t capacity, size_t *out_count)
{
    (void)driver;
    *out_count = UNFIT;
    for (size_t i = 0; i < UNFIT && i < capacity; i++)
        out_devices[i] = (struct gi_unfit_device){
            .info = { .name = "broken", .has_pci = true, .pci_domain = 7, .pci_bus = (uint32_t)i },
            .why = "it smokes" };
}

/* Filled at first use: the check of a table wants all its slots. */
static struct gi_driver first, second;

const struct gi_driver *const gi_drivers[] = { &first, &second, NULL };
const char *const gi_absent_drivers[] = { "third", "fourth", NULL };
const struct gi_graphics_ops *const gi_graphics = NULL;

extern const struct gi_driver gifake_driver;

static int set_up(void **state)
{
    (void)state;
    first = second = gifake_driver;
    first.name = "first";
    first.enumerate = list_many;
    first.list_unfit = NULL;
    second.name = "second";
    second.enumerate = list_two;
    second.list_unfit = list_unfit;
    first_status = second_status = GI_OK;
    first_asked = second_asked = 0;
    unsetenv("GPUINTEROP_DRIVER");
    return 0;
}

TEST_CASE_WITH(both_are_asked, set_up, NULL)
{
    struct gi_driver_survey survey;
    const struct gi_driver_choice *last;

    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    assert_string_equal(survey.order, "first, second (this build's order)");
    assert_int_equal(survey.fact_count, 2);
    assert_int_equal(survey.facts[0].count, MANY);
    assert_int_equal(survey.facts[1].unfit_count, UNFIT);
    assert_int_equal(survey.choice_count, MANY + 2 + UNFIT);
    assert_string_equal(survey.choices[MANY - 1].info->name, "card 39");
    assert_int_equal(survey.choices[MANY].verdict, GI_DRIVER_BEHIND);
    assert_ptr_equal(survey.choices[MANY].instead, &first);
    assert_int_equal(survey.choices[MANY + 1].ordinal, MANY);
    last = &survey.choices[survey.choice_count - 1];
    assert_int_equal(last->verdict, GI_DRIVER_UNFIT);
    assert_int_equal(last->info->pci_bus, UNFIT - 1);
    gi_driver_survey_finish(&survey);
}

TEST_CASE_WITH(who_is_not_wanted_is_asked_last, set_up, NULL)
{
    struct gi_driver_survey survey;

    setenv("GPUINTEROP_DRIVER", "second", 1);
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    assert_string_equal(survey.order, "second (GPUINTEROP_DRIVER)");
    assert_int_equal(first_asked, 0);
    assert_int_equal(survey.choice_count, 2 + UNFIT);
    assert_int_equal(gi_driver_survey_complete(&survey), GI_OK);
    assert_int_equal(survey.choice_count, 2 + UNFIT + MANY);
    assert_int_equal(survey.choices[1].ordinal, 1);
    assert_int_equal(survey.choices[2 + UNFIT].verdict, GI_DRIVER_UNWANTED);
    assert_string_equal(survey.choices[0].info->name, "of the second");
    int once = first_asked + second_asked;
    assert_int_equal(gi_driver_survey_complete(&survey), GI_OK);
    assert_int_equal(first_asked + second_asked, once);
    gi_driver_survey_finish(&survey);
    setenv("GPUINTEROP_DRIVER", "frist,second", 1);
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    assert_string_equal(survey.order, "second (GPUINTEROP_DRIVER, in which \"frist\" is no driver "
                        "of this build)");
    gi_driver_survey_finish(&survey);
}

TEST_CASE_WITH(devices_have_the_shared_memory_that_is_promised, set_up, NULL)
{
    struct gi_driver_survey survey;

    first.enumerate = list_shared;
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    for (size_t i = 0; i < SHARED; i++) {
        assert_int_equal(survey.facts[0].infos[i].max_shared_bytes, shared[i].most);
        assert_int_equal(survey.facts[0].infos[i].own_shared_bytes, shared[i].own);
        assert_int_equal(survey.facts[0].infos[i].meeting_bytes, shared[i].has);
    }
    gi_driver_survey_finish(&survey);
}

TEST_CASE_WITH(the_user_may_want_more_shared_memory, set_up, NULL)
{
    static const struct {
        const char *text;
        uint32_t least;
    } wishes[] = {
        { "100000", 100000 }, { "49152", 49152 }, { "232448", 232448 }, { "", GI_SHARED_BYTES },
        { "49151", GI_SHARED_BYTES }, { "232449", GI_SHARED_BYTES }, { "-1", GI_SHARED_BYTES },
        { "64k", GI_SHARED_BYTES }, { " 65536", GI_SHARED_BYTES },
    };

    first.enumerate = list_shared;
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        struct gi_driver_survey survey;
        const struct gi_device_info *infos;

        setenv("GPUINTEROP_SHARED_BYTES", wishes[i].text, 1);
        assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
        infos = survey.facts[0].infos;
        assert_int_equal(infos[0].max_shared_bytes, wishes[i].least);
        assert_int_equal(infos[0].own_shared_bytes, 32768);
        assert_int_equal(infos[2].max_shared_bytes,
                         wishes[i].least > 65536 ? wishes[i].least : 65536);
        assert_int_equal(infos[3].max_shared_bytes, 32768);
        gi_driver_survey_finish(&survey);
    }
    unsetenv("GPUINTEROP_SHARED_BYTES");
}

TEST_CASE_WITH(a_driver_that_fails_is_a_fact, set_up, NULL)
{
    struct gi_driver_survey survey;

    first_status = GI_NO_DRIVER;
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    assert_int_equal(survey.facts[0].status, GI_NO_DRIVER);
    assert_string_equal(survey.facts[0].detail, "first: its part is missing");
    assert_int_equal(survey.choices[0].ordinal, 0);
    gi_driver_survey_finish(&survey);
    first_status = GI_OUT_OF_MEMORY;             /* that is none: it may be asked again */
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OUT_OF_MEMORY);
    gi_driver_survey_finish(&survey);
}

/** What the sentence has to say, whose status counts. */
static void expect_failure(const char *wanted, gi_status status, const char *const parts[])
{
    struct gi_driver_survey survey;

    if (wanted != NULL)
        setenv("GPUINTEROP_DRIVER", wanted, 1);
    assert_int_equal(gi_driver_survey_begin(&survey), GI_OK);
    assert_int_equal(gi_driver_survey_fail(&survey), status);
    for (size_t i = 0; parts[i] != NULL; i++)
        if (strstr(gi_last_error_detail(), parts[i]) == NULL)
            fail_msg("\"%s\" is not in \"%s\"", parts[i], gi_last_error_detail());
    gi_driver_survey_finish(&survey);
}

TEST_CASE_WITH(the_sentence_says_what_each_has, set_up, NULL)
{
    first_status = GI_NO_DRIVER;
    expect_failure(NULL, GI_NO_DEVICE, (const char *const[]){
        "first: its part is missing; GPUINTEROP_DEVICES leaves none of driver second's devices",
        "broken at 0007:00:00.0: it smokes; broken at 0007:01:00.0", NULL });
    second_status = GI_NO_DEVICE;
    expect_failure(NULL, GI_NO_DRIVER, (const char *const[]){
        "first: its part is missing; second: its part is missing", NULL });
    expect_failure("second,first", GI_NO_DEVICE, (const char *const[]){
        "second: its part is missing; first: its part is missing", NULL });
    expect_failure("fourth", GI_NO_DRIVER, (const char *const[]){
        "\"fourth\"", "\"first\" would be right; it was made without third and fourth", NULL });
}
