/* The file of a device's pipelines: its name, and which contents are for the device. */
#include "vulkan/plan/pipeline_file.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

enum { DATA_BYTES = 100, HEADER_BYTES = 32 };

static struct givk_facts facts(void)
{
    struct givk_facts made = { .driver_version = 0x80c00100 };

    made.info.vendor_id = 0x10de;
    made.info.device_id = 0x2330;
    for (uint8_t i = 0; i < VK_UUID_SIZE; i++)
        made.pipeline_cache_uuid[i] = (uint8_t)(i * 17);
    return made;
}

TEST_CASE(a_name_has_all_that_a_cache_depends_on)
{
    struct givk_facts of = facts();
    char name[GIVK_PIPELINE_FILE_NAME], other[GIVK_PIPELINE_FILE_NAME];

    givk_pipeline_file_name(&of, name);
    assert_string_equal(name, "vulkan-000010de-00002330-80c00100-00112233445566778899aabbccddeeff");
    for (int i = 0; i < 4; i++) {
        of = facts();
        of.info.vendor_id += i == 0;
        of.info.device_id += i == 1;
        of.driver_version += i == 2;
        of.pipeline_cache_uuid[15] = (uint8_t)(of.pipeline_cache_uuid[15] + (i == 3));
        givk_pipeline_file_name(&of, other);
        assert_string_not_equal(name, other);
    }
}

static void fill(unsigned char data[static DATA_BYTES], const struct givk_facts *of)
{
    VkPipelineCacheHeaderVersionOne header = {
        .headerSize = HEADER_BYTES,
        .headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE,
        .vendorID = of->info.vendor_id,
        .deviceID = of->info.device_id,
    };

    memcpy(header.pipelineCacheUUID, of->pipeline_cache_uuid, VK_UUID_SIZE);
    memset(data, 0x5a, DATA_BYTES);
    memcpy(data, &header, sizeof(header));
}

TEST_CASE(data_of_the_device_alone_fits)
{
    const struct givk_facts of = facts();
    unsigned char data[DATA_BYTES];

    fill(data, &of);
    for (size_t size = 0; size <= DATA_BYTES; size++)
        assert_int_equal(givk_pipeline_file_fits(&of, data, size), size >= HEADER_BYTES);
    for (size_t bit = 0; bit < DATA_BYTES * 8; bit++) {
        fill(data, &of);
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        if (bit == 6)                            /* a header of 96 bytes */
            assert_true(givk_pipeline_file_fits(&of, data, DATA_BYTES));
        else if (bit >= 8 || bit == 5 || bit == 7)
            assert_int_equal(givk_pipeline_file_fits(&of, data, DATA_BYTES),
                             bit >= HEADER_BYTES * 8);
    }
    fill(data, &of);
    memset(data, 0xff, 4);                       /* a header that is longer than all */
    assert_false(givk_pipeline_file_fits(&of, data, DATA_BYTES));
}
