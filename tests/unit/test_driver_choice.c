/* Which drivers are used, and which devices are one. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "driver_choice.h"

static const struct gi_driver one = { .name = "one" }, two = { .name = "two" },
                              twofold = { .name = "twofold" };
static const struct gi_driver *const drivers[] = { &one, &two, &twofold, NULL };

static void choices(void **state)
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

    (void)state;
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

static void same_cards(void **state)
{
    struct gi_device_info left = { .uuid = { 1 }, .has_pci = true, .pci_bus = 3 };
    struct gi_device_info right = { .uuid = { 1 } };

    (void)state;
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices),
        cmocka_unit_test(same_cards),
    };

    return cmocka_run_group_tests_name("driver choice", tests, NULL, NULL);
}
