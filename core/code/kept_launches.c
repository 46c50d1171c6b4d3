#include "kept_launches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk/disk_cache.h"
#include "code.h"

/* Another layout of the file has another number. */
#define LAYOUT UINT64_C(2)

/* At most so many files are kept. */
#define MOST_FILES 512u

enum { NAME_BYTES = 32 };

/* A file. */
struct kept {
    uint64_t layout;
    struct gi_digest digest;             /* of the PTX */
    struct gi_kept_launches launches;
};

static void launches_name(const struct gi_digest *digest, char name[static NAME_BYTES])
{
    uint32_t chosen;

    memcpy(&chosen, digest->bytes, sizeof chosen);
    (void)snprintf(name, NAME_BYTES, "launches-%03u", (unsigned)chosen % MOST_FILES);
}

bool gi_kept_launches_has(const struct gi_kept_launches *launches,
                          const struct gi_kept_launch *launch)
{
    for (uint32_t i = 0; i < launches->count; i++) {
        if (memcmp(&launches->items[i], launch, sizeof *launch) == 0)
            return true;
    }
    return false;
}

/* The cache, and the name of the code's file in it; NULL: nothing is kept of it. */
static const struct gi_disk_cache *cache_of(struct gi_code *code, struct gi_digest *out_digest,
                                            char name[static NAME_BYTES])
{
    const struct gi_disk_cache *disk = code->words == NULL ? gi_disk_cache_shared() : NULL;

    if (disk == NULL)
        return NULL;
    *out_digest = gi_code_digest(code);
    launches_name(out_digest, name);
    return disk;
}

void gi_kept_launches_read(struct gi_code *code, struct gi_kept_launches *out_launches)
{
    struct gi_digest digest;
    char name[NAME_BYTES];
    const struct gi_disk_cache *disk = cache_of(code, &digest, name);
    const struct kept *kept;
    size_t size_bytes;
    void *contents;

    out_launches->count = 0;
    if (disk == NULL || !gi_disk_cache_read(disk, name, &contents, &size_bytes))
        return;
    kept = contents;
    if (size_bytes == sizeof *kept && kept->layout == LAYOUT &&
        memcmp(&kept->digest, &digest, sizeof digest) == 0 &&
        kept->launches.count <= GI_KEPT_LAUNCHES)
        *out_launches = kept->launches;
    free(contents);
}

void gi_kept_launches_write(struct gi_code *code, const struct gi_kept_launches *launches)
{
    struct kept kept;
    char name[NAME_BYTES];
    const struct gi_disk_cache *disk;

    memset(&kept, 0, sizeof kept);
    disk = cache_of(code, &kept.digest, name);
    if (disk == NULL)
        return;
    kept.layout = LAYOUT;
    kept.launches.count = launches->count;
    memcpy(kept.launches.items, launches->items, launches->count * sizeof launches->items[0]);
    (void)gi_disk_cache_write(disk, name, &kept, sizeof kept);
}
