/* Which stream gets which lane. */
#include "binary_waits.h"

static struct gi_lane *least_used(const struct gi_device *device, uint32_t first, uint32_t end)
{
    struct gi_lane *best = NULL;

    for (uint32_t i = first; i < end; i++)
        if (best == NULL || device->lanes[i].users < best->users)
            best = &device->lanes[i];
    return best;
}

/* Takes a lane without users; NULL: there is none. The lane_lock is held. */
static struct gi_lane *take_free(struct gi_device *device, uint32_t first, uint32_t end)
{
    struct gi_lane *lane = least_used(device, first, end);

    if (lane == NULL || lane->users > 0)
        return NULL;
    lane->users = 1;
    return lane;
}

/* The lanes for waits are the last ones; streams do not use them. */
static uint32_t first_wait_lane(const struct gi_device *device)
{
    return device->lane_count - (device->lane_count - device->shared_count + 3) / 4;
}

struct gi_lane *gi_device_take_wait_lane(struct gi_device *device)
{
    uint32_t first = first_wait_lane(device);
    struct gi_lane *lane = take_free(device, first, device->lane_count);

    return lane != NULL ? lane : take_free(device, device->shared_count, first);
}

bool gi_device_has_wait_lane(const struct gi_device *device)
{
    const struct gi_lane *lane = least_used(device, device->shared_count, device->lane_count);

    return lane != NULL && lane->users == 0;
}

bool gi_device_gives_wait_lanes(const struct gi_device *device)
{
    return device->lane_count > device->shared_count;
}

struct gi_lane *gi_device_take_lane(struct gi_device *device)
{
    struct gi_lane *lane;

    pthread_mutex_lock(&device->lane_lock);
    lane = take_free(device, device->shared_count, first_wait_lane(device));
    if (lane == NULL) {
        lane = least_used(device, 0, device->shared_count);
        lane->users++;
    }
    pthread_mutex_unlock(&device->lane_lock);
    return lane;
}

void gi_device_give_lane(struct gi_device *device, struct gi_lane *lane)
{
    pthread_mutex_lock(&device->lane_lock);
    lane->users--;
    pthread_mutex_unlock(&device->lane_lock);
    if (lane->exclusive)
        gi_binary_waits_lane_is_free(device);
}
