/* Which stream gets which lane. */
#include "device_state.h"

static struct gi_lane *least_used(struct gi_device *device, uint32_t first, uint32_t end)
{
    struct gi_lane *best = NULL;

    for (uint32_t i = first; i < end; i++)
        if (best == NULL || device->lanes[i].users < best->users)
            best = &device->lanes[i];
    return best;
}

struct gi_lane *gi_device_take_exclusive_lane(struct gi_device *device)
{
    struct gi_lane *lane;

    pthread_mutex_lock(&device->lane_lock);
    lane = least_used(device, device->shared_count, device->lane_count);
    if (lane != NULL && lane->users > 0)
        lane = NULL;
    if (lane != NULL)
        lane->users = 1;
    pthread_mutex_unlock(&device->lane_lock);
    return lane;
}

struct gi_lane *gi_device_take_lane(struct gi_device *device)
{
    struct gi_lane *lane = gi_device_take_exclusive_lane(device);

    if (lane != NULL)
        return lane;
    pthread_mutex_lock(&device->lane_lock);
    lane = least_used(device, 0, device->shared_count);
    lane->users++;
    pthread_mutex_unlock(&device->lane_lock);
    return lane;
}

void gi_device_give_lane(struct gi_device *device, struct gi_lane *lane)
{
    pthread_mutex_lock(&device->lane_lock);
    lane->users--;
    pthread_mutex_unlock(&device->lane_lock);
}
