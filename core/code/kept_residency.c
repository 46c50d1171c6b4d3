#include "kept_residency.h"

#include "base/disk/disk_cache.h"
#include "contract/driver.h"
#include "kept_trial.h"

/* A change of residency.c needs a new number here. */
static struct gi_kept_trial trial_of(const struct gi_device_info *info)
{
    const uint64_t facts[] = { info->compute_units, info->max_group_threads,
                               info->max_group_size[0], info->max_shared_bytes,
                               info->own_shared_bytes };

    return (struct gi_kept_trial){ "resident", 3, gi_disk_cache_checksum(facts, sizeof facts) };
}

bool gi_kept_residency_read(const struct gi_device_info *info,
                            struct gi_kept_residency *out_found)
{
    const struct gi_kept_trial trial = trial_of(info);
    uint64_t values[GI_KEPT_TRIAL_VALUES];

    if (!gi_kept_trial_read(&trial, info, values) || values[0] == 0 || values[0] > UINT32_MAX)
        return false;
    *out_found = (struct gi_kept_residency){ (uint32_t)values[0], values[1] != 0 };
    return true;
}

void gi_kept_residency_write(const struct gi_device_info *info,
                             struct gi_kept_residency found)
{
    const struct gi_kept_trial trial = trial_of(info);
    const uint64_t values[GI_KEPT_TRIAL_VALUES] = { found.blocks, found.is_sure };

    gi_kept_trial_write(&trial, info, values);
}
