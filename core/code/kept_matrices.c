#include "kept_matrices.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk/disk_cache.h"
#include "contract/driver.h"
#include "code/matrix_trial.h"
#include "translator_id.h"

enum { NAME_BYTES = 64 };

/* A change of matrix_trial.c needs a new number here. */
enum { TRIAL = 1 };

/* The contents of a file, without padding. */
struct kept {
    uint64_t trial, translator;
    uint8_t device[16], driver[16];      /* UUIDs */
    uint64_t version, offered;           /* version: a checksum */
    uint64_t matrices, turned;
};

/* The inputs that decide the result of the test. */
static struct kept key_of_trial(const struct gi_device_info *info)
{
    struct kept key = { .trial = TRIAL, .translator = GI_TRANSLATOR_ID,
                        .version = gi_disk_cache_checksum(info->driver_version,
                                                          strlen(info->driver_version)),
                        .offered = info->matrices };

    memcpy(key.device, info->uuid, sizeof key.device);
    memcpy(key.driver, info->driver_uuid, sizeof key.driver);
    return key;
}

/* One file for each device. */
static void matrices_name(const struct kept *key, char name[static NAME_BYTES])
{
    size_t at = (size_t)snprintf(name, NAME_BYTES, "matrices-");

    for (size_t i = 0; i < sizeof key->device; i++)
        at += (size_t)snprintf(name + at, NAME_BYTES - at, "%02x", key->device[i]);
}

bool gi_kept_matrices_read(const struct gi_device_info *info, struct gi_matrix_units *out_found)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept key = key_of_trial(info);
    const struct kept *kept;
    char name[NAME_BYTES];
    size_t size_bytes;
    void *contents;
    bool is_taken;

    if (disk == NULL)
        return false;
    matrices_name(&key, name);
    if (!gi_disk_cache_read(disk, name, &contents, &size_bytes))
        return false;
    kept = contents;
    is_taken = size_bytes == sizeof *kept &&
               memcmp(kept, &key, offsetof(struct kept, matrices)) == 0 &&
               (kept->matrices & ~(uint64_t)info->matrices) == 0 &&
               (kept->turned & ~kept->matrices) == 0;
    if (is_taken)
        *out_found = (struct gi_matrix_units){ (uint8_t)kept->matrices, (uint8_t)kept->turned };
    free(contents);
    return is_taken;
}

void gi_kept_matrices_write(const struct gi_device_info *info, const struct gi_matrix_units *found)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept kept = key_of_trial(info);
    char name[NAME_BYTES];

    if (disk == NULL)
        return;
    kept.matrices = found->matrices;
    kept.turned = found->turned;
    matrices_name(&kept, name);
    (void)gi_disk_cache_write(disk, name, &kept, sizeof kept);
}
