/* Which device: lists in the environment, and identities of three fake devices. */
#include "cards/device_match.h"
#include "device/device.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "../include/gpuinterop.h"
#include "fake.h"

enum { DEVICES = 3 };

static struct gifake_device_config configs[DEVICES];
static struct gi_device_info infos[DEVICES];

static int set_up(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DEVICES; i++) {
        gifake_default_config(&configs[i], i);
        memset(configs[i].info.uuid, 0xa0, sizeof configs[i].info.uuid);
        configs[i].info.uuid[1] = (uint8_t)(0x10 * i);
        infos[i] = configs[i].info;
    }
    configs[2].info.has_pci = configs[2].info.has_render_node = false;
    configs[1].info.pci_domain = 0x10000;
    configs[1].info.pci_function = 7;
    gifake_configure(configs, DEVICES);
    unsetenv("GPUINTEROP_DEVICES");
    return 0;
}

/* ---- lists --------------------------------------------------------------------------------- */

/* expected is a digit for each device. */
static void expect_visible(const char *text, const char *expected)
{
    int ordinals[DEVICES] = { -7, -7, -7 };
    char got[DEVICES + 1] = "";
    int count = gi_device_parse_visible(text, infos, DEVICES, ordinals);

    assert_in_range(count, 0, DEVICES);
    for (int i = 0; i < count; i++)
        got[i] = (char)('0' + ordinals[i]);
    if (strcmp(got, expected) != 0)
        fail_msg("\"%s\" gives devices \"%s\" instead of \"%s\"", text != NULL ? text : "(none)",
                 got, expected);
}

TEST_CASE(numbers)
{
    expect_visible(NULL, "012");
    expect_visible("", "");
    expect_visible("0", "0");
    expect_visible("2,0", "20");
    expect_visible("2,1,0", "210");
    expect_visible(" 1 , 2 ", "12");
    expect_visible("1,", "1");
    expect_visible("00,01", "01");
}

TEST_CASE(the_first_wrong_entry_ends_the_list)
{
    expect_visible("1,7,0", "1");
    expect_visible("-1", "");
    expect_visible("0,-1,1", "0");
    expect_visible("3", "");
    expect_visible("0,1,1,2", "01");
    expect_visible("0,,1", "0");
    expect_visible(",0", "");
    expect_visible("x", "");
    expect_visible("0x1", "");
    expect_visible("1 2", "1");
    expect_visible("99999999999999999999999", "");
    expect_visible("NoDevFiles", "");
    expect_visible("000000000000000000000000000000000000000000000000000000000000000000000000", "");
}

TEST_CASE(identities)
{
    expect_visible("GPU-a010", "1");
    expect_visible("gpu-A020,GPU-a000", "20");
    expect_visible("GPU-a010a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0", "1");
    expect_visible("GPU-a", "");                 /* fits all three */
    expect_visible("GPU-", "");
    expect_visible("GPU-b", "");
    expect_visible("a010", "");
    expect_visible("2,GPU-a010", "21");
    expect_visible("1,GPU-a010", "1");           /* named twice */
    expect_visible("GPU-a010a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0a0", "");
}

TEST_CASE(no_devices)
{
    int ordinal = -7;

    assert_int_equal(gi_device_parse_visible("0", infos, 0, &ordinal), 0);
    assert_int_equal(gi_device_parse_visible(NULL, infos, 0, &ordinal), 0);
    assert_int_equal(gi_device_parse_visible("0,1,2", infos, 1, &ordinal), 1);
    assert_int_equal(ordinal, 0);
}

/* ---- identities ---------------------------------------------------------------------------- */

TEST_CASE(matches_by_identity)
{
    int ordinal;

    for (int i = 0; i < DEVICES; i++) {
        const struct gi_device_info *info = &configs[i].info;
        assert_int_equal(gi_device_match_uuid(info->uuid, &ordinal), GI_OK);
        assert_int_equal(ordinal, i);
        assert_int_equal(gpuinterop_device_by_uuid(info->uuid), i);
    }
    assert_int_equal(gi_device_match_pci(0, 1, 0, 0, &ordinal), GI_OK);
    assert_int_equal(ordinal, 0);
    assert_int_equal(gpuinterop_device_by_pci(0x10000, 2, 0, 7), 1);
    assert_int_equal(gpuinterop_device_by_render_node(226, 129), 1);
    assert_int_equal(gi_device_match_render_node(226, 128, &ordinal), GI_OK);
    assert_int_equal(ordinal, 0);
}

TEST_CASE(no_match_says_what_there_is)
{
    const uint8_t zero[16] = { 0 };
    int ordinal = 5;

    assert_int_equal(gi_device_match_uuid(zero, &ordinal), GI_INVALID_DEVICE);
    assert_int_equal(ordinal, -1);
    assert_string_equal(gpuinterop_last_error_detail(), "");     /* no call of a program failed */
    assert_int_equal(gpuinterop_device_by_uuid(zero), -1);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "a010a0a0"));
    assert_non_null(strstr(gpuinterop_last_error_detail(), "10000:02:00.7"));
    assert_non_null(strstr(gpuinterop_last_error_detail(), "226:128"));
    assert_int_equal(gpuinterop_device_by_uuid(NULL), -1);
    assert_int_equal(gpuinterop_device_by_pci(0, 2, 0, 7), -1);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "0000:02:00.7"));
    assert_int_equal(gpuinterop_device_by_pci(0, 0, 0, 0), -1);      /* a device without one */
    assert_int_equal(gpuinterop_device_by_render_node(0, 0), -1);
}

TEST_CASE(ordinals_are_checked)
{
    const struct gi_device_info *info;
    int ordinal;

    assert_int_equal(gi_device_count(&ordinal), GI_OK);
    assert_int_equal(ordinal, DEVICES);
    assert_int_equal(gi_device_get_current(&ordinal), GI_OK);
    assert_int_equal(ordinal, 0);
    assert_int_equal(gi_device_set_current(2), GI_OK);
    assert_int_equal(gi_device_set_current(3), GI_INVALID_DEVICE);
    assert_int_equal(gi_device_set_current(-1), GI_INVALID_DEVICE);
    assert_int_equal(gi_device_get_current(&ordinal), GI_OK);
    assert_int_equal(ordinal, 2);
    assert_int_equal(gi_device_info(1, &info), GI_OK);
    assert_string_equal(info->name, "Fake device 1");
    assert_int_equal(gi_device_info(-1, &info), GI_INVALID_DEVICE);
    assert_null(info);
}

int main(void)
{
    return run_test_cases(set_up);
}
