/** The entry points that can be looked up, sorted by name, then by version.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_ENTRY_TABLE_H
#define GICUDA_DRIVER_ENTRY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct gicu_entry {
    const char *name;
    int since;                   /* the version with these arguments */
    bool per_thread;             /* its default stream is the calling thread's own */
    void (*function)(void);
};

extern const struct gicu_entry *const gicu_entries;
extern const size_t gicu_entry_count;

#endif
