#include "kept_barriers.h"

#include "kept_trial.h"

/* A change of barrier_trial.c needs a new number here. */
static const struct gi_kept_trial trial = { "barriers", 2, 0 };

bool gi_kept_barriers_read(const struct gi_device_info *info, bool *out_counts)
{
    uint64_t values[GI_KEPT_TRIAL_VALUES];

    if (!gi_kept_trial_read(&trial, info, values))
        return false;
    *out_counts = values[0] == 1;
    return true;
}

void gi_kept_barriers_write(const struct gi_device_info *info, bool counts)
{
    gi_kept_trial_write(&trial, info, (const uint64_t[GI_KEPT_TRIAL_VALUES]){ counts, 0 });
}
