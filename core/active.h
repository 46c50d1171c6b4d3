/** The streams of a device that have work, as a list that can be walked without a lock. */
#ifndef GI_ACTIVE_H
#define GI_ACTIVE_H

#include "stream_state.h"

struct gi_active_list {
    struct gi_stream **streams;          /* each referenced */
    size_t count, capacity;
    bool complete;                       /* memory sufficed for all of them */
};

/** Lists them.
 *  Threads: any; no lock is held. */
void gi_active_list_make(struct gi_device *device, struct gi_active_list *out_list);
void gi_active_list_finish(struct gi_active_list *list);

#endif
