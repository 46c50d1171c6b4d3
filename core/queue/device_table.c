#include "device_table.h"

#include <stdlib.h>

#include "cards/device_list.h"
#include "device_state.h"
#include "base/in_driver.h"
#include "base/process.h"
#include "base/uncancelled.h"
#include "wiring.h"

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;

/* Lost devices are never freed: a thread may still be in a call that uses one. */
struct gi_device_slot {
    _Atomic(struct gi_device *) device;  /* NULL: not open; written under open_lock */
    struct gi_device *retired;
};

static _Atomic(struct gi_device_slot *) opened;      /* by ordinal; NULL until the first device is
                                                        opened */

/* Makes room for open devices. open_lock is held. */
static gi_status ensure_room(void)
{
    struct gi_device_slot *slots;

    if (atomic_load_explicit(&opened, memory_order_relaxed) != NULL)
        return GI_OK;
    slots = calloc((size_t)gi_device_list_count(), sizeof *slots);
    if (slots == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open a device");
    atomic_store_explicit(&opened, slots, memory_order_release);
    return GI_OK;
}

struct gi_device *gi_device_if_open(int ordinal)
{
    struct gi_device_slot *slots = atomic_load_explicit(&opened, memory_order_acquire);

    return slots != NULL ? atomic_load_explicit(&slots[ordinal].device, memory_order_acquire)
                         : NULL;
}

static gi_status open_once(int ordinal, struct gi_device **out_device)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_mutex_lock(&open_lock);
    *out_device = gi_device_if_open(ordinal);
    status = *out_device == NULL ? ensure_room() : GI_OK;
    if (status == GI_OK && *out_device == NULL) {
        status = gi_wiring.open_device(ordinal, out_device);
        if (status == GI_OK) {
            atomic_store_explicit(&atomic_load(&opened)[ordinal].device, *out_device,
                                  memory_order_release);
            gi_wiring.device_is_open(*out_device);
        }
    }
    pthread_mutex_unlock(&open_lock);
    return status;
}

void gi_device_retire(struct gi_device *device)
{
    struct gi_device_slot *slot;

    pthread_mutex_lock(&open_lock);
    slot = &atomic_load(&opened)[device->ordinal];
    if (atomic_load(&slot->device) == device) {
        device->older = slot->retired;
        slot->retired = device;
        atomic_store_explicit(&slot->device, NULL, memory_order_release);
    }
    pthread_mutex_unlock(&open_lock);
}

gi_status gi_device_at(int ordinal, struct gi_device **out_device)
{
    const struct gi_device_info *info;
    struct gi_device *device;
    gi_status status = gi_device_info(ordinal, &info);

    *out_device = NULL;
    if (status != GI_OK)
        return status;
    device = gi_device_if_open(ordinal);
    if (device == NULL) {
        status = open_once(ordinal, &device);
        if (status != GI_OK)
            return status;
    }
    if (gi_device_is_lost(device))
        return gi_device_lost_failure(device);
    *out_device = device;
    return GI_OK;
}

gi_status gi_device_current(struct gi_device **out_device)
{
    return gi_device_at(gi_device_current_ordinal(), out_device);
}

gi_status gi_device_lost_failure(const struct gi_device *device)
{
    if (gi_process_is_ending() || !gi_device_is_lost(device))
        return gi_driver_closed_failure();
    return gi_fail(device->loss.status, "%s", device->loss.why);
}

void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument)
{
    if (atomic_load_explicit(&opened, memory_order_acquire) == NULL)
        return;
    for (int i = 0; i < gi_device_list_count(); i++) {
        struct gi_device *device = gi_device_if_open(i);

        if (device != NULL)
            visit(device, argument);
    }
}
