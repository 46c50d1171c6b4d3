#include "own_addresses.h"

#include <pthread.h>

#include "range_map.h"
#include "contract/driver.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;       /* a leaf */
static struct gi_range_map map;

/* Device addresses beyond the host's range may collide with another device's. Then they are not
 * added, as no host pointer has them. */
static bool add_range(struct gi_memory *memory, uint64_t begin)
{
    uint64_t end;

    if (begin == 0 || memory->size_bytes == 0 ||
        __builtin_add_overflow(begin, memory->size_bytes, &end))
        return false;
    return gi_range_map_add(&map, begin, end, memory) == GI_OK;
}

static uint64_t host_address(const struct gi_memory *memory)
{
    return (uint64_t)(uintptr_t)memory->host_address;
}

void gi_own_addresses_add(struct gi_memory *memory, bool is_wrapped,
                          struct gi_own_ranges *out_ranges)
{
    *out_ranges = (struct gi_own_ranges){ false, false };
    pthread_rwlock_wrlock(&lock);
    if (memory->device_address != host_address(memory))
        out_ranges->device = add_range(memory, memory->device_address);
    if (!is_wrapped)
        out_ranges->host = add_range(memory, host_address(memory));
    pthread_rwlock_unlock(&lock);
}

void gi_own_addresses_remove(struct gi_memory *memory, const struct gi_own_ranges *ranges)
{
    pthread_rwlock_wrlock(&lock);
    if (ranges->device)
        gi_range_map_remove(&map, memory->device_address, memory);
    if (ranges->host)
        gi_range_map_remove(&map, host_address(memory), memory);
    pthread_rwlock_unlock(&lock);
}

bool gi_own_addresses_meet(uint64_t begin, uint64_t size_bytes)
{
    bool meet;

    pthread_rwlock_rdlock(&lock);
    meet = gi_range_map_find(&map, begin, begin + size_bytes) != NULL;
    pthread_rwlock_unlock(&lock);
    return meet;
}
