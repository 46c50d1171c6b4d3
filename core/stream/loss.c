#include "loss.h"

#include <string.h>

#include "base/process.h"
#include "base/stuck_exit.h"
#include "contract/calls.h"
#include "memory/live_ranges.h"
#include "queue/device_state.h"
#include "queue/loss_plan.h"
#include "unfinished.h"

/* Where the address of a fault lies, in words. */
static void say_near(struct gi_device *device, const struct gi_fault *fault, char *text,
                     size_t room)
{
    struct gi_live_ranges *live;

    if (gi_live_ranges_make(device, &live) != GI_OK) {
        gi_append(text, room, "nothing is known of it");
        return;
    }
    gi_live_ranges_describe(live, fault->first_address, 1, text, room);
    gi_live_ranges_unref(live);
}

/* A process that ends finds its devices lost, because the drivers are closed. */
static void find_cause(struct gi_device *device, struct gi_loss *out_loss)
{
    struct gi_loss_facts facts = { .ordinal = device->ordinal,
                                   .device_name = device->base->info.name };
    struct gi_unfinished unfinished = { .launch_count = 0 };
    char near[200] = "";

    if (!gi_process_is_ending()) {
        gi_call_tell_fault(device->base, &facts.fault);
        gi_unfinished_list(device, &unfinished);
    }
    if (facts.fault.kind != GI_FAULT_UNKNOWN && facts.fault.kind != GI_FAULT_INSTRUCTION)
        say_near(device, &facts.fault, near, sizeof near);
    facts.near = near;
    facts.launch_count = unfinished.launch_count;
    facts.launches = unfinished.words;
    gi_loss_choose(&facts, out_loss);
}

bool gi_loss_mark(struct gi_device *device)
{
    bool is_first;

    pthread_mutex_lock(&device->loss_lock);
    is_first = !gi_device_is_lost(device);
    if (is_first) {
        find_cause(device, &device->loss);
        atomic_store_explicit(&device->lost, true, memory_order_release);
    }
    pthread_mutex_unlock(&device->loss_lock);
    return is_first;
}

bool gi_loss_give_up(struct gi_device *device, const char *why)
{
    bool is_first;

    pthread_mutex_lock(&device->loss_lock);
    is_first = !gi_device_is_lost(device);
    if (is_first) {
        device->loss = (struct gi_loss){ .status = GI_LAUNCH_TIMEOUT };
        strncpy(device->loss.why, why, sizeof device->loss.why - 1);
        gi_stuck_exit_prepare();
        gi_stuck_exit_expect();
        atomic_store_explicit(&device->base->given_up, &device->loss, memory_order_release);
        atomic_store_explicit(&device->lost, true, memory_order_release);
    }
    pthread_mutex_unlock(&device->loss_lock);
    return is_first;
}
