#include "devices.h"

static struct gilayer_list devices = GILAYER_LIST;

struct gilayer_device *gilayer_device_of(const void *dispatchable)
{
    return (struct gilayer_device *)gilayer_list_find(&devices, dispatchable);
}

void gilayer_devices_add(struct gilayer_device *device)
{
    gilayer_list_add(&devices, &device->listed, device->handle);
}

void gilayer_devices_remove(struct gilayer_device *device)
{
    gilayer_list_remove(&devices, &device->listed);
}
