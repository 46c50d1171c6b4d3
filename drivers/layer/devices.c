#include "devices.h"

static pthread_rwlock_t devices_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct gilayer_device *devices;

struct gilayer_device *gilayer_device_of(const void *dispatchable)
{
    void *key = *(void *const *)dispatchable;

    pthread_rwlock_rdlock(&devices_lock);
    struct gilayer_device *device = devices;
    while (device != NULL && device->key != key)
        device = device->next_device;
    pthread_rwlock_unlock(&devices_lock);
    return device;
}

void gilayer_devices_add(struct gilayer_device *device)
{
    pthread_rwlock_wrlock(&devices_lock);
    device->next_device = devices;
    devices = device;
    pthread_rwlock_unlock(&devices_lock);
}

void gilayer_devices_remove(struct gilayer_device *device)
{
    pthread_rwlock_wrlock(&devices_lock);
    struct gilayer_device **at = &devices;
    while (*at != device)
        at = &(*at)->next_device;
    *at = device->next_device;
    pthread_rwlock_unlock(&devices_lock);
}
