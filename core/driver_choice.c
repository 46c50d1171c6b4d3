#include "driver_choice.h"

#include <string.h>

/** Puts a driver behind those that are chosen, once. */
static size_t choose(const struct gi_driver *driver, size_t count,
                     const struct gi_driver *chosen[static GI_MAX_DRIVERS])
{
    for (size_t i = 0; i < count; i++) {
        if (chosen[i] == driver)
            return count;
    }
    if (count == GI_MAX_DRIVERS)
        return count;
    chosen[count] = driver;
    return count + 1;
}

size_t gi_driver_choose(const char *text, const struct gi_driver *const *drivers,
                        const struct gi_driver *out_chosen[static GI_MAX_DRIVERS])
{
    size_t count = 0;

    for (size_t i = 0; (text == NULL || text[0] == '\0') && drivers[i] != NULL; i++)
        count = choose(drivers[i], count, out_chosen);
    while (text != NULL && text[0] != '\0') {
        size_t length = strcspn(text, ",");
        for (size_t i = 0; drivers[i] != NULL; i++) {
            if (strlen(drivers[i]->name) == length && memcmp(drivers[i]->name, text, length) == 0)
                count = choose(drivers[i], count, out_chosen);
        }
        text += length + (text[length] == ',');
    }
    return count;
}

bool gi_device_is_same_card(const struct gi_device_info *one, const struct gi_device_info *other)
{
    if (memcmp(one->uuid, other->uuid, sizeof one->uuid) == 0)
        return true;
    return one->has_pci && other->has_pci && one->pci_domain == other->pci_domain &&
           one->pci_bus == other->pci_bus && one->pci_device == other->pci_device &&
           one->pci_function == other->pci_function;
}
