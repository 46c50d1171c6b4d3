/** Runs: the allocations that ranges put on the address map. A run is mapped without a hole, and
 *  all of it may be read; it knows which parts may not be written. When a neighbour is mapped or a
 *  part is unmapped, another run takes its place.
 *  Threads: the caller holds the lock of ranges (pages.h), unless a line says otherwise. */
#ifndef GI_RANGE_RUN_H
#define GI_RANGE_RUN_H

#include "memory/allocation.h"

enum gi_run_access {
    GI_RUN_NONE,
    GI_RUN_READ,
    GI_RUN_WRITE,
    GI_RUN_READ_CARRIED,         /* of pages with hooks: no command uses the memory there */
    GI_RUN_WRITE_CARRIED
};

/** Runs that were taken off the map: the caller's references. */
struct gi_old_runs {
    struct gi_allocation **items;
    size_t count, capacity;
};

/** Gives [begin, end), absolute addresses in a range, one access. The runs that it replaces are
 *  added to olds. In [begin, end) they have another access.
 *  Errors: GI_OUT_OF_MEMORY; then nothing has changed. */
GI_MUST_CHECK gi_status gi_runs_change(struct gi_device *device, struct gi_memory *range,
                                       uint64_t begin, uint64_t end, enum gi_run_access access,
                                       struct gi_old_runs *olds);

/** Drops old runs. Sleeps until no work and no call uses them, or the process exits. address names
 *  the call for the watchdog. all: work of all devices may use them, else only of the range's.
 *  Threads: any that holds no lock. */
void gi_runs_await(struct gi_device *device, uint64_t address, bool all,
                   struct gi_old_runs *olds);

/** Drops the references to old runs.
 *  Threads: any that holds no lock. */
void gi_runs_forget(struct gi_old_runs *olds);

/** Describes an address in a run to a program: range.c. */
void gi_range_describe(uint64_t address, struct gi_pointer_info *info);

#endif
