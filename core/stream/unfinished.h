/** The launches that the queues of a device are at, in words.
 *  Threads: any that holds no stream's lock, unless a line says otherwise. */
#ifndef GI_UNFINISHED_H
#define GI_UNFINISHED_H

#include "stream_state.h"

struct gi_unfinished {
    size_t launch_count;         /* in the batches that the queues have begun, or wait to begin */
    char words[260];             /* two of them at most, and dots for others */
};

/** Lists those of all streams of the device. Of a lost device these are the ones that ran then. */
void gi_unfinished_list(struct gi_device *device, struct gi_unfinished *out_list);

/** The stream's batch that its lane is at, if it has launches; else NULL.
 *  Threads: the stream's lock is held. */
const struct gi_segment *gi_unfinished_batch(const struct gi_stream *stream);

/** Describes a launch, as in "kernel add, grid (2, 1, 1), block (256, 1, 1)". Cuts a long name. */
void gi_unfinished_describe(const struct gi_kernel *kernel, const uint32_t groups[static 3],
                            char *text, size_t room);

#endif
