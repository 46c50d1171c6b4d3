#include "kept_residency.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk/disk_cache.h"
#include "contract/driver.h"
#include "translator_id.h"

enum { NAME_BYTES = 64 };

/* A change of residency.c needs a new number here. */
enum { TEST = 3 };

/* The contents of a file, without padding. */
struct kept {
    uint64_t test, translator;
    uint8_t device[16], driver[16];      /* UUIDs */
    uint64_t version, facts;             /* checksums */
    uint64_t blocks, is_sure;
};

/* The inputs that decide the result of the test. */
static struct kept key_of(const struct gi_device_info *info)
{
    const uint64_t facts[] = { info->compute_units, info->max_group_threads,
                               info->max_group_size[0], info->max_shared_bytes,
                               info->own_shared_bytes };
    struct kept key = { .test = TEST, .translator = GI_TRANSLATOR_ID,
                        .version = gi_disk_cache_checksum(info->driver_version,
                                                          strlen(info->driver_version)),
                        .facts = gi_disk_cache_checksum(facts, sizeof facts) };

    memcpy(key.device, info->uuid, sizeof key.device);
    memcpy(key.driver, info->driver_uuid, sizeof key.driver);
    return key;
}

/* One file for each device. */
static void residency_name(const struct kept *key, char name[static NAME_BYTES])
{
    size_t at = (size_t)snprintf(name, NAME_BYTES, "resident-");

    for (size_t i = 0; i < sizeof key->device; i++)
        at += (size_t)snprintf(name + at, NAME_BYTES - at, "%02x", key->device[i]);
}

bool gi_kept_residency_read(const struct gi_device_info *info,
                            struct gi_kept_residency *out_found)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept key = key_of(info);
    const struct kept *kept;
    char name[NAME_BYTES];
    size_t size_bytes;
    void *contents;
    bool is_taken;

    if (disk == NULL)
        return false;
    residency_name(&key, name);
    if (!gi_disk_cache_read(disk, name, &contents, &size_bytes))
        return false;
    kept = contents;
    is_taken = size_bytes == sizeof *kept &&
               memcmp(kept, &key, offsetof(struct kept, blocks)) == 0 && kept->blocks != 0 &&
               kept->blocks <= UINT32_MAX;
    if (is_taken)
        *out_found = (struct gi_kept_residency){ (uint32_t)kept->blocks, kept->is_sure != 0 };
    free(contents);
    return is_taken;
}

void gi_kept_residency_write(const struct gi_device_info *info,
                             struct gi_kept_residency found)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    struct kept kept = key_of(info);
    char name[NAME_BYTES];

    if (disk == NULL)
        return;
    kept.blocks = found.blocks;
    kept.is_sure = found.is_sure;
    residency_name(&kept, name);
    (void)gi_disk_cache_write(disk, name, &kept, sizeof kept);
}
