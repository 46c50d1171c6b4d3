/* The drivers of a machine on which Vulkan knows the first of the emulated cards and the CPU, and
 * not the second card: that is amdgpu's. */
#include "contract/driver.h"
#include "contract/graphics.h"

extern const struct gi_driver givk_driver, giamd_driver;

enum { MOST = 16, SECOND_BUS = 4 };

static gi_status list_some(const struct gi_driver *driver, struct gi_device_info *out_infos,
                           size_t capacity, size_t *out_count)
{
    static struct gi_device_info all[MOST];
    size_t count = 0;
    gi_status status = givk_driver.enumerate(driver, all, MOST, &count);

    *out_count = 0;
    for (size_t i = 0; status == GI_OK && i < count && i < MOST; i++) {
        if (all[i].has_pci && all[i].pci_bus == SECOND_BUS)
            continue;
        if (*out_count < capacity)
            out_infos[*out_count] = all[i];
        ++*out_count;
    }
    return status;
}

static struct gi_driver some_vulkan;

__attribute__((constructor)) static void fill(void)
{
    some_vulkan = givk_driver;
    some_vulkan.enumerate = list_some;
}

const struct gi_driver *const gi_drivers[] = { &some_vulkan, &giamd_driver, NULL };
const char *const gi_absent_drivers[] = { NULL };
const struct gi_graphics_ops *const gi_graphics = NULL;
