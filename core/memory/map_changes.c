#include "map_changes.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/check.h"

static atomic_uint_fast64_t changes;

static pthread_mutex_t freed_lock = PTHREAD_MUTEX_INITIALIZER;       /* guards the next two */
static struct gi_map_range freed[GI_MAP_FREED_RANGES];
static uint64_t freed_count;             /* of all that were noted */

void gi_map_changed(void)
{
    if (gi_check_memory())
        atomic_fetch_add(&changes, 1);
}

uint64_t gi_map_changes(void)
{
    return atomic_load(&changes);
}

void gi_map_freed(uint64_t begin, uint64_t size_bytes, const char *words)
{
    if (!gi_check_memory())
        return;
    pthread_mutex_lock(&freed_lock);
    freed[freed_count % GI_MAP_FREED_RANGES] = (struct gi_map_range){
        .begin = begin, .end = begin + size_bytes, .words = words, .is_freed = true
    };
    freed_count++;
    pthread_mutex_unlock(&freed_lock);
}

size_t gi_map_get_freed(struct gi_map_range out_ranges[static GI_MAP_FREED_RANGES])
{
    size_t count;

    pthread_mutex_lock(&freed_lock);
    count = freed_count < GI_MAP_FREED_RANGES ? (size_t)freed_count : GI_MAP_FREED_RANGES;
    for (size_t i = 0; i < count; i++)
        out_ranges[i] = freed[(freed_count - 1 - i) % GI_MAP_FREED_RANGES];
    pthread_mutex_unlock(&freed_lock);
    return count;
}
