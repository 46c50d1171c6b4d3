/* Which drivers are used, and which devices are one. */
#include <string.h>

#include "test_cases.h"
#include "cards/driver_choice.h"

static const struct gi_driver one = { .name = "one" }, two = { .name = "two" },
                              twofold = { .name = "twofold" };
static const struct gi_driver *const drivers[] = { &one, &two, &twofold, NULL };

TEST_CASE(choices)
{
    static const struct {
        const char *text;
        const struct gi_driver *expected[4];
    } rows[] = {
        { NULL, { &one, &two, &twofold } },
        { "", { &one, &two, &twofold } },
        { "two", { &two } },
        { "twofold", { &twofold } },
        { "two,one", { &two, &one } },
        { "one,one,two", { &one, &two } },
        { "three,two", { &two } },
        { ",,two,", { &two } },
        { "three", { NULL } },
        { "on", { NULL } },
        { ",", { NULL } },
        { "Two", { NULL } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct gi_driver *chosen[GI_MAX_DRIVERS];
        size_t count = gi_driver_choose(rows[i].text, drivers, chosen), expected = 0;
        while (rows[i].expected[expected] != NULL)
            expected++;
        assert_int_equal(count, expected);
        for (size_t k = 0; k < count; k++)
            assert_ptr_equal(chosen[k], rows[i].expected[k]);
    }
}

TEST_CASE(wrong_names_are_found)
{
    static const char *const right[] = { NULL, "", ",", "one", "two,one", ",,twofold,one," };
    static const struct {
        const char *text, *name;
    } wrong[] = {
        { "three", "three" }, { "one,tw,two", "tw" }, { "One,two", "One" }, { ",,on,", "on" },
    };
    size_t length = 7;

    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_null(gi_driver_unknown_name(right[i], drivers, &length));
        assert_int_equal(length, 0);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *found = gi_driver_unknown_name(wrong[i].text, drivers, &length);
        assert_non_null(found);
        assert_int_equal(length, strlen(wrong[i].name));
        assert_memory_equal(found, wrong[i].name, length);
    }
}

TEST_CASE(same_cards)
{
    struct gi_device_info left = { .uuid = { 1 }, .has_pci = true, .pci_bus = 3 };
    struct gi_device_info right = { .uuid = { 1 } };

    assert_true(gi_device_is_same_card(&left, &right));
    right.uuid[0] = 2;
    assert_false(gi_device_is_same_card(&left, &right));
    right.has_pci = true;
    right.pci_bus = 3;
    assert_true(gi_device_is_same_card(&left, &right));
    right.pci_function = 1;
    assert_false(gi_device_is_same_card(&left, &right));
    right.pci_function = 0;
    right.pci_domain = 1;
    assert_false(gi_device_is_same_card(&left, &right));
    memset(left.uuid, 0, sizeof left.uuid);      /* of both nothing is known */
    memset(right.uuid, 0, sizeof right.uuid);
    assert_false(gi_device_is_same_card(&left, &right));
}

/* ---- the plan -------------------------------------------------------------------------------- */

#define CARD(number) { .uuid = { number }, .has_pci = true, .pci_bus = number }

/** Cards 1 to 4, of which the drivers know some; card 5 is listed twice by one of them. */
static struct gi_device_info ones[] = { CARD(1), CARD(5), CARD(5) };
static struct gi_device_info twos[] = { CARD(3), CARD(5), CARD(1) };
static struct gi_unfit_device unfit_ones[] = {
    { .info = CARD(3), .why = "it is too old" }, { .info = CARD(4), .why = "nobody may open it" },
};
static const struct gi_driver_facts known[] = {
    { .driver = &one, .asked = true, .wanted = true, .infos = ones, .count = 3,
      .unfit = unfit_ones, .unfit_count = 2 },
    { .driver = &two, .asked = true, .wanted = true, .infos = twos, .count = 3 },
    { .driver = &twofold, .wanted = true, .status = GI_NO_DRIVER, .detail = "its part is missing" },
};

struct expected {
    const struct gi_driver *driver;
    const struct gi_device_info *info;
    enum gi_driver_verdict verdict;
    int card, ordinal;
};

static void expect(const struct gi_driver_choice *choices, size_t count,
                   const struct expected *rows, size_t row_count)
{
    assert_int_equal(count, row_count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(choices[i].driver, rows[i].driver);
        assert_ptr_equal(choices[i].info, rows[i].info);
        assert_int_equal(choices[i].verdict, rows[i].verdict);
        assert_int_equal(choices[i].card, rows[i].card);
        assert_int_equal(choices[i].ordinal, rows[i].ordinal);
    }
}

TEST_CASE(the_first_driver_has_the_card)
{
    static const struct expected rows[] = {
        { &one, &ones[0], GI_DRIVER_TAKEN, 0, 0 },
        { &one, &ones[1], GI_DRIVER_TAKEN, 1, 1 },
        { &one, &ones[2], GI_DRIVER_TAKEN, 1, 2 },
        { &one, &unfit_ones[0].info, GI_DRIVER_UNFIT, 2, -1 },
        { &one, &unfit_ones[1].info, GI_DRIVER_UNFIT, 3, -1 },
        { &two, &twos[0], GI_DRIVER_TAKEN, 2, 3 },
        { &two, &twos[1], GI_DRIVER_BEHIND, 1, -1 },
        { &two, &twos[2], GI_DRIVER_BEHIND, 0, -1 },
    };
    struct gi_driver_choice choices[8];

    assert_int_equal(gi_driver_plan_size(known, 3), 8);
    expect(choices, gi_driver_plan(known, 3, choices), rows, 8);
    assert_ptr_equal(choices[7].instead, &one);
}

TEST_CASE(another_order_and_a_driver_that_is_not_wanted)
{
    const struct gi_driver_facts facts[] = {
        known[1], { .driver = &one, .asked = true, .infos = ones, .count = 3 },
    };
    static const struct expected rows[] = {
        { &two, &twos[0], GI_DRIVER_TAKEN, 0, 0 },
        { &two, &twos[1], GI_DRIVER_TAKEN, 1, 1 },
        { &two, &twos[2], GI_DRIVER_TAKEN, 2, 2 },
        { &one, &ones[0], GI_DRIVER_UNWANTED, 2, -1 },
        { &one, &ones[1], GI_DRIVER_UNWANTED, 1, -1 },
        { &one, &ones[2], GI_DRIVER_UNWANTED, 1, -1 },
    };
    static const int selected[] = { 2, 0 };
    struct gi_driver_choice choices[6];

    expect(choices, gi_driver_plan(facts, 2, choices), rows, 6);
    gi_driver_plan_select(choices, 6, selected, 2);
    assert_int_equal(choices[0].ordinal, 1);
    assert_int_equal(choices[1].verdict, GI_DRIVER_HIDDEN);
    assert_int_equal(choices[1].ordinal, -1);
    assert_int_equal(choices[2].ordinal, 0);
    assert_int_equal(choices[3].verdict, GI_DRIVER_UNWANTED);
}

TEST_CASE(every_choice_is_explained)
{
    static const char *const words[] = {
        [GI_DRIVER_TAKEN] = "the first of two, one", [GI_DRIVER_BEHIND] = "GPUINTEROP_DRIVER=one",
        [GI_DRIVER_UNFIT] = "it is broken", [GI_DRIVER_UNWANTED] = "GPUINTEROP_DRIVER leaves",
        [GI_DRIVER_HIDDEN] = "GPUINTEROP_DEVICES leaves",
    };
    struct gi_driver_choice choice = { .driver = &one, .instead = &two,
                                       .why_unfit = "it is broken" };
    char text[200], small[8];

    for (int i = GI_DRIVER_TAKEN; i <= GI_DRIVER_HIDDEN; i++) {
        choice.verdict = (enum gi_driver_verdict)i;
        gi_driver_choice_explain(&choice, "two, one", text, sizeof text);
        assert_non_null(strstr(text, words[i]));
        gi_driver_choice_explain(&choice, "two, one", small, sizeof small);
        assert_int_equal(strlen(small), sizeof small - 1);
    }
}
