#include "outlive.h"

#include <sched.h>

#include "active.h"
#include "base/clock.h"
#include "base/process.h"
#include "scheduler.h"
#include "segment.h"

static bool is_done(const struct gi_stream *stream, uint64_t seq)
{
    return seq <= atomic_load_explicit(&stream->points.done, memory_order_acquire);
}

/* Without a note of it the allocation must not go before the work is done. So a sleep that fails
 * begins again, and a process that ends keeps what it has. */
static void wait_for(struct gi_stream *stream, uint64_t seq, struct gi_allocation *allocation)
{
    while (!is_done(stream, seq)) {
        if (gi_process_is_leaving()) {
            gi_allocation_ref(allocation);
            return;
        }
        if (gi_stream_settle(stream, seq, GI_FOREVER) != GI_OK)
            sched_yield();
    }
}

/* The stream is looked at then: it asks to hear when the work is done, so that what is kept goes at
 * once. */
static gi_status note_outlive(struct gi_stream *stream, struct gi_allocation *allocation,
                              uint64_t *out_seq)
{
    gi_status status;

    pthread_mutex_lock(&stream->lock);
    status = gi_segment_outlive(stream, allocation, out_seq);
    pthread_mutex_unlock(&stream->lock);
    if (status == GI_OK && *out_seq != 0)
        gi_stream_wake(stream);
    return status;
}

void gi_outlive(struct gi_device *device, struct gi_allocation *allocation)
{
    struct gi_active_list list;
    bool complete;
    uint64_t seq;

    do {
        gi_active_list_make(device, NULL, &list);
        complete = list.complete;
        for (size_t i = 0; i < list.count; i++) {
            struct gi_stream *stream = list.items[i].stream;

            if (note_outlive(stream, allocation, &seq) != GI_OK)
                wait_for(stream, seq, allocation);
            else if (!complete)          /* it leaves the list, and so makes room for others */
                wait_for(stream, list.items[i].seq, allocation);
        }
        gi_active_list_finish(&list);
    } while (!complete && !gi_process_is_leaving());
    if (!complete)
        gi_allocation_ref(allocation);
}
