#include "kept_trial.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk/disk_cache.h"
#include "contract/driver.h"
#include "translator_id.h"

enum { NAME_BYTES = 64 };

/* The contents of a file, without padding. */
struct kept {
    uint64_t number, translator;
    uint8_t device[16], driver[16];      /* UUIDs */
    uint64_t version;                    /* a checksum */
    uint64_t facts;
    uint64_t values[GI_KEPT_TRIAL_VALUES];
};

/* The inputs that decide the result. */
static struct kept key_of_trial(const struct gi_kept_trial *trial,
                                const struct gi_device_info *info)
{
    struct kept key = { .number = trial->number, .translator = GI_TRANSLATOR_ID,
                        .version = gi_disk_cache_checksum(info->driver_version,
                                                          strlen(info->driver_version)),
                        .facts = trial->facts };

    memcpy(key.device, info->uuid, sizeof key.device);
    memcpy(key.driver, info->driver_uuid, sizeof key.driver);
    return key;
}

static void name_of_trial(const struct gi_kept_trial *trial, const struct kept *key,
                          char name[static NAME_BYTES])
{
    size_t at = (size_t)snprintf(name, NAME_BYTES, "%s-", trial->name);

    for (size_t i = 0; i < sizeof key->device; i++)
        at += (size_t)snprintf(name + at, NAME_BYTES - at, "%02x", key->device[i]);
}

bool gi_kept_trial_read(const struct gi_kept_trial *trial, const struct gi_device_info *info,
                        uint64_t out_values[GI_KEPT_TRIAL_VALUES])
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept key = key_of_trial(trial, info);
    const struct kept *kept;
    char name[NAME_BYTES];
    size_t size_bytes;
    void *contents;
    bool is_taken;

    if (disk == NULL)
        return false;
    name_of_trial(trial, &key, name);
    if (!gi_disk_cache_read(disk, name, &contents, &size_bytes))
        return false;
    kept = contents;
    is_taken = size_bytes == sizeof *kept &&
               memcmp(kept, &key, offsetof(struct kept, values)) == 0;
    if (is_taken)
        memcpy(out_values, kept->values, sizeof kept->values);
    free(contents);
    return is_taken;
}

void gi_kept_trial_write(const struct gi_kept_trial *trial, const struct gi_device_info *info,
                         const uint64_t values[GI_KEPT_TRIAL_VALUES])
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept kept = key_of_trial(trial, info);
    char name[NAME_BYTES];

    if (disk == NULL)
        return;
    memcpy(kept.values, values, sizeof kept.values);
    name_of_trial(trial, &kept, name);
    (void)gi_disk_cache_write(disk, name, &kept, sizeof kept);
}
