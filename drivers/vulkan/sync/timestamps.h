/** Timestamps of the device: a query pool for each command buffer, and the device's clock.
 *
 *  The device keeps a tick count in a query. Where the host can map the place that wants it, the
 *  host reads the query when it sees that the batch is done. It writes the place before anybody
 *  learns of the end. A command that copies a result costs some devices several times what a
 *  timestamp does, and one that resets a query more than it. */
#ifndef GIVK_TIMESTAMPS_H
#define GIVK_TIMESTAMPS_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

struct givk_device;

/** The queries of one command buffer. All zero: it has none. It stays where it is in memory. */
struct givk_timestamps {
    VkQueryPool pool;
    uint32_t room, count;
    uint32_t own;                /* the first of the batch's own times */
    void **places;               /* of the batch's timestamps: host addresses; NULL: a command of
                                    the batch copies the result */
    uint64_t *ticks;             /* for reading all at once */
    uint64_t value;              /* of the batch */
    struct givk_timestamps *next;        /* in the line */
};

/** Of a queue: the batches whose timestamps the host has to read, oldest first. */
struct givk_times_line {
    pthread_mutex_t lock;        /* a leaf; guards first and last */
    struct givk_timestamps *first, **last;
    atomic_uint_fast64_t oldest; /* the value of first; UINT64_MAX: there is none */
};

void givk_times_line_init(struct givk_times_line *line);
void givk_times_line_finish(struct givk_times_line *line);

/** Makes room for the timestamps of a batch and resets their queries: the host does, or a command
 *  that is recorded. The device must have finished earlier work of the command buffer. The first
 *  call makes *times.
 *  Owner:   the caller calls givk_timestamps_finish.
 *  Threads: one at a time for a queue.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_timestamps_begin(struct givk_device *dev, struct givk_timestamps **times,
                               VkCommandBuffer commands, const struct gi_batch *batch);

/** Records the batch's timestamp of that index.
 *  Threads: one at a time for a queue. */
void givk_timestamps_write(struct givk_device *dev, const struct givk_timestamps *times,
                           VkCommandBuffer commands, uint32_t index);

/** Records the first of the batch's own times (gi_batch.times), or another one of them.
 *  Threads: one at a time for a queue. */
void givk_times_begin(struct givk_device *dev, const struct givk_timestamps *times,
                      VkCommandBuffer commands);
void givk_times_write(struct givk_device *dev, const struct givk_timestamps *times,
                      VkCommandBuffer commands, size_t index);

/** Whether the host cannot write the timestamp's place. Then a command copies the result to it,
 *  behind all commands of the batch; the other function records that.
 *  Threads: one at a time for a queue. */
bool givk_timestamps_need_copy(const struct givk_timestamps *times, uint32_t index);
void givk_timestamps_copy(struct givk_device *dev, const struct givk_timestamps *times,
                          VkCommandBuffer commands, uint32_t index, VkBuffer to, uint64_t at);

/** Puts a batch's timestamps into the line, before its submit; times may be NULL. The other takes
 *  the newest out again, if the submit failed.
 *  Threads: one at a time for a queue. */
void givk_timestamps_enqueue(struct givk_times_line *line, struct givk_timestamps *times,
                             uint64_t value);
void givk_timestamps_drop(struct givk_times_line *line, struct givk_timestamps *times);

/** Reads the timestamps of all batches up to value, which the queue has reached, and writes their
 *  places. When it returns, all of them are written, also by other threads.
 *  Threads: any. */
void givk_timestamps_read(struct givk_device *dev, struct givk_times_line *line, uint64_t value);

/** Destroys the queries. The device must have finished all work of the command buffer.
 *  Threads: one at a time for a queue. */
void givk_timestamps_finish(struct givk_device *dev, struct givk_timestamps *times);

/** The contract's slot calibrate.
 *  Threads: any. */
gi_status givk_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns);

#endif
