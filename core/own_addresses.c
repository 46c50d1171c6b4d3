#include "own_addresses.h"

#include <pthread.h>

#include "driver.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;       /* a leaf */
static struct gi_range_map map;

/* Addresses beyond the host's may collide with another device's. They stay off the map then: no
 * host pointer has them. */
static bool add_range(struct gi_own_addresses *own, uint64_t begin, uint64_t size_bytes)
{
    uint64_t end;

    if (begin == 0 || size_bytes == 0 || __builtin_add_overflow(begin, size_bytes, &end))
        return false;
    return gi_range_map_add(&map, begin, end, own) == GI_OK;
}

void gi_own_addresses_add(struct gi_own_addresses *own, const struct gi_memory *memory,
                          bool is_wrapped)
{
    uint64_t host = (uint64_t)(uintptr_t)memory->host_address;

    *own = (struct gi_own_addresses){ .device = memory->device_address, .host = host };
    pthread_rwlock_wrlock(&lock);
    if (memory->device_address != host)
        own->has_device = add_range(own, memory->device_address, memory->size_bytes);
    if (!is_wrapped)
        own->has_host = add_range(own, host, memory->size_bytes);
    pthread_rwlock_unlock(&lock);
}

void gi_own_addresses_remove(struct gi_own_addresses *own)
{
    pthread_rwlock_wrlock(&lock);
    if (own->has_device)
        gi_range_map_remove(&map, own->device, own);
    if (own->has_host)
        gi_range_map_remove(&map, own->host, own);
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
