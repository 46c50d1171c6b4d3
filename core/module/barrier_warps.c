#include "barrier_warps.h"

#include "base/log.h"
#include "code/code.h"
#include "code/kept_barriers.h"
#include "queue/device_state.h"
#include "wiring.h"

/* In gi_device.barrier_warps; 0: not known yet. */
enum { DO_NOT_COUNT = 1, COUNT };

static int known(struct gi_device *device)
{
    return atomic_load_explicit(&device->barrier_warps, memory_order_acquire);
}

static void note_result(struct gi_device *device, bool counts)
{
    atomic_store_explicit(&device->barrier_warps, counts ? COUNT : DO_NOT_COUNT,
                          memory_order_release);
    gi_log(GI_LOG_INFO, "device %d: its barriers %s, so warps that come to them apart are %s",
           device->ordinal, counts ? "count warps" : "do not count warps",
           counts ? "its own" : "carried out step by step");
}

static bool test(struct gi_device *device)
{
    bool counts = false;

    if (gi_wiring.test_barriers(device, &counts) == GI_OK)
        gi_kept_barriers_write(&device->base->info, counts);
    else
        gi_log(GI_LOG_ERROR, "device %d: the test of its barriers failed, so warps that come to "
               "them apart are carried out step by step: %s", device->ordinal,
               gi_last_error_detail());
    return counts;
}

bool gi_barrier_warps_are_wanted(struct gi_device *device, const struct gi_code *code,
                                 const struct gi_translate_kernel *kernel)
{
    return kernel->wants_counting && device->base->info.may_count_warps && !code->is_trial &&
           known(device) == 0;
}

void gi_barrier_warps_need(struct gi_device *device)
{
    bool counts;

    pthread_mutex_lock(&device->test_lock);
    if (known(device) == 0)
        note_result(device, gi_kept_barriers_read(&device->base->info, &counts) ? counts
                                                                                : test(device));
    pthread_mutex_unlock(&device->test_lock);
}

void gi_barrier_warps_add(struct gi_device *device, const struct gi_code *code,
                          struct gi_translate_target *target)
{
    target->barriers_count_warps = code->is_trial ? code->tried.barriers_count_warps
                                                  : known(device) == COUNT;
}
