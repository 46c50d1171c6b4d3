#include "kept_matrices.h"

#include "code/matrix_trial.h"
#include "contract/driver.h"
#include "kept_trial.h"

/* A change of matrix_trial.c needs a new number here. */
static struct gi_kept_trial trial_of(const struct gi_device_info *info)
{
    return (struct gi_kept_trial){ "matrices", 1, info->matrices };
}

bool gi_kept_matrices_read(const struct gi_device_info *info, struct gi_matrix_units *out_found)
{
    const struct gi_kept_trial trial = trial_of(info);
    uint64_t values[GI_KEPT_TRIAL_VALUES];

    if (!gi_kept_trial_read(&trial, info, values) ||
        (values[0] & ~(uint64_t)info->matrices) != 0 || (values[1] & ~values[0]) != 0)
        return false;
    *out_found = (struct gi_matrix_units){ (uint8_t)values[0], (uint8_t)values[1] };
    return true;
}

void gi_kept_matrices_write(const struct gi_device_info *info, const struct gi_matrix_units *found)
{
    const struct gi_kept_trial trial = trial_of(info);
    const uint64_t values[GI_KEPT_TRIAL_VALUES] = { found->matrices, found->turned };

    gi_kept_trial_write(&trial, info, values);
}
