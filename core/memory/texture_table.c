#include "texture_table.h"

#include <pthread.h>
#include <stdlib.h>

#include "queue/device_state.h"

#define MARK (UINT32_C(1) << 31)         /* set in every serial: no handle and no pointer has this
                                            bit */
#define FIRST_ROOM 64u

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;         /* a leaf; guards all tables */

static uint32_t serial_of(uint64_t number)
{
    return (uint32_t)(number >> 32);
}

/* A serial is reused after two thousand million others. */
static uint32_t next_serial(void)
{
    static uint32_t last;

    last = (last + 1) & ~MARK;
    return last | MARK;
}

static uint32_t take_free(struct gi_texture_table *table)
{
    uint32_t slot = table->first_free - 1;

    table->first_free = table->entries[slot].next_free;
    if (table->first_free == 0)
        table->last_free = 0;
    return slot;
}

static bool grow_table(struct gi_texture_table *table)
{
    uint32_t room = table->room == 0 ? FIRST_ROOM : table->room * 2;
    struct gi_texture_entry *entries = realloc(table->entries, room * sizeof *entries);

    if (entries == NULL)
        return false;
    table->entries = entries;
    table->room = room;
    return true;
}

gi_status gi_texture_table_take(struct gi_texture_table *table, uint32_t limit,
                                uint64_t *out_number)
{
    gi_status status = GI_OK;
    uint32_t slot = 0;

    *out_number = 0;
    pthread_mutex_lock(&lock);
    if (table->first_free != 0)
        slot = take_free(table);
    else if (table->count == limit)
        status = gi_fail(GI_OUT_OF_MEMORY, "texture: all %u slots of the device are taken", limit);
    else if (table->count == table->room && !grow_table(table))
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for another texture");
    else
        slot = table->count++;
    if (status == GI_OK) {
        table->entries[slot] = (struct gi_texture_entry){ .serial = next_serial() };
        *out_number = (uint64_t)table->entries[slot].serial << 32 | slot;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* The entry of a number, if its slot still has that number. The lock is held. */
static struct gi_texture_entry *entry_of(struct gi_texture_table *table, uint64_t number)
{
    uint32_t slot = gi_texture_slot(number);

    if (slot >= table->count || serial_of(number) == 0 ||
        table->entries[slot].serial != serial_of(number))
        return NULL;
    return &table->entries[slot];
}

void gi_texture_table_set(struct gi_texture_table *table, uint64_t number, gi_handle handle)
{
    struct gi_texture_entry *entry;

    pthread_mutex_lock(&lock);
    entry = entry_of(table, number);
    if (entry != NULL)
        entry->handle = handle;
    pthread_mutex_unlock(&lock);
}

void gi_texture_table_give(struct gi_texture_table *table, uint64_t number)
{
    struct gi_texture_entry *entry;
    uint32_t place = gi_texture_slot(number) + 1;

    pthread_mutex_lock(&lock);
    entry = entry_of(table, number);
    if (entry != NULL) {
        *entry = (struct gi_texture_entry){ 0 };
        if (table->last_free != 0)
            table->entries[table->last_free - 1].next_free = place;
        else
            table->first_free = place;
        table->last_free = place;
    }
    pthread_mutex_unlock(&lock);
}

struct search {
    uint64_t number;
    gi_handle handle;
};

static void look_in(struct gi_device *device, void *argument)
{
    struct search *search = argument;
    struct gi_texture_entry *entry;

    pthread_mutex_lock(&lock);
    entry = entry_of(&device->textures, search->number);
    if (entry != NULL)
        search->handle = entry->handle;
    pthread_mutex_unlock(&lock);
}

gi_handle gi_texture_find(uint64_t number)
{
    struct search search = { .number = number };

    gi_device_for_each_open(look_in, &search);
    return search.handle;
}
