/* Queues of the fake: each is a thread that takes batches in order. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "contract/command.h"
#include "internal.h"

struct gifake_queue *gifake_queue_from(struct gi_queue *queue)
{
    if (queue->device->driver != &gifake_driver)
        gifake_violation("queue: it belongs to driver %s", queue->device->driver->name);
    return (struct gifake_queue *)queue;
}

/* ---- jobs --------------------------------------------------------------------------------- */

/** A copy of count elements; sets *out to NULL for none. */
static bool copy_array(const void *elements, size_t count, size_t size, const void **out)
{
    *out = NULL;
    if (count == 0)
        return true;
    void *copy = malloc(count * size);
    if (copy == NULL)
        return false;
    memcpy(copy, elements, count * size);
    *out = copy;
    return true;
}

static void free_job(struct gifake_job *job)
{
    free((void *)job->batch.commands);
    free((void *)job->batch.images);
    free((void *)job->batch.waits);
    free((void *)job->batch.signals);
    free((void *)job->batch.launches);
    free((void *)job->batch.recordings);
    free(job->origins);
    free(job);
}

static struct gifake_job *copy_job(const struct gi_batch *batch)
{
    struct gifake_job *job = calloc(1, sizeof *job);
    const void *images = NULL, *waits = NULL, *signals = NULL, *recordings = NULL;

    if (job == NULL)
        return NULL;
    job->batch = *batch;
    bool whole =
        gifake_flatten(batch, job)
        && copy_array(batch->recordings, batch->recording_count, sizeof(struct gi_recording *),
                      &recordings)
        && copy_array(batch->images, batch->image_count, sizeof(struct gi_image *), &images)
        && copy_array(batch->waits, batch->wait_count, sizeof *batch->waits, &waits)
        && copy_array(batch->signals, batch->signal_count, sizeof *batch->signals, &signals);
    job->batch.recordings = recordings;
    job->batch.images = images;
    job->batch.waits = waits;
    job->batch.signals = signals;
    if (!whole) {
        free_job(job);
        return NULL;
    }
    return job;
}

static void use_side(const struct gifake_side *side, const struct gi_box *box, int change)
{
    size_t rows = side->place != NULL ? (size_t)(box->height * box->depth) : 0;

    for (size_t i = 0; i < rows; i++) {
        uint64_t begin = gifake_side_row(side, i % box->height, i / box->height);

        gifake_range_use(side->memory, begin, begin + box->width_bytes, change);
    }
    if (side->image != NULL)
        gifake_image_from(side->image->image)->uses += (unsigned)change;
    if (side->memory != NULL)
        gifake_memory_from(side->memory)->uses += (unsigned)change;
}

/** Counts the batch as a user of all it names, or one less. */
static void use_batch(const struct gi_batch *batch, int change)
{
    for (size_t i = 0; i < batch->command_count; i++) {
        struct gifake_side dst, src;
        gifake_sides(&batch->commands[i], &dst, &src);
        use_side(&dst, &batch->commands[i].box, change);
        use_side(&src, &batch->commands[i].box, change);
    }
    for (size_t i = 0; i < batch->recording_count; i++) {
        gifake_recording_from(batch->recordings[i])->uses += (unsigned)change;
        gifake_use_choices(gifake_recording_from(batch->recordings[i]), change);
    }
    for (size_t i = 0; i < batch->image_count; i++) {
        gifake_image_from(batch->images[i])->uses += (unsigned)change;
        gifake_memory_from(batch->images[i]->memory)->uses += (unsigned)change;
    }
    for (size_t i = 0; i < batch->launch_count; i++) {
        gifake_kernel_from(batch->launches[i].kernel)->uses += (unsigned)change;
        if (batch->launches[i].constants != NULL)
            gifake_memory_from(batch->launches[i].constants)->uses += (unsigned)change;
    }
    for (size_t i = 0; i < batch->wait_count; i++)
        gifake_use_wait(&batch->waits[i], change);
    for (size_t i = 0; i < batch->signal_count; i++)
        gifake_semaphore_from(batch->signals[i].semaphore)->uses += (unsigned)change;
}

static unsigned long count_launches(const struct gi_batch *batch)
{
    unsigned long count = 0;

    for (size_t i = 0; i < batch->command_count; i++)
        count += gi_command_traits_of(&batch->commands[i])->touches_anything;
    return count;
}

/** Keeps in mind which signals are on their way, for waits that must not come first. */
static void promise_signals(const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->wait_count; i++) {
        if (batch->waits[i].semaphore != NULL)
            gifake_semaphore_from(batch->waits[i].semaphore)->payload->balance--;
    }
    for (size_t i = 0; i < batch->signal_count; i++) {
        const struct gi_signal *signal = &batch->signals[i];
        struct gifake_payload *payload = gifake_semaphore_from(signal->semaphore)->payload;
        payload->balance++;
        if (payload->submitted_value < signal->value)
            payload->submitted_value = signal->value;
    }
}

void gifake_await_drop(const struct gi_device_base *base, const unsigned *uses)
{
    while (*uses != 0 && gifake_site_of(base)->lost)
        gifake_sleep(GI_FOREVER);
}

/* ---- the worker --------------------------------------------------------------------------- */

static uint8_t *row_at(const struct gifake_side *side, uint64_t y, uint64_t z)
{
    return gifake_memory_from(side->memory)->bytes + gifake_side_row(side, y, z);
}

/* A device's access of one aligned word is never seen half: programs wait for such words. */

static bool is_word(const uint8_t *bytes, uint64_t size_bytes)
{
    return (size_bytes == sizeof(uint32_t) || size_bytes == sizeof(uint64_t)) &&
           (uintptr_t)bytes % size_bytes == 0;
}

static void store_word(uint8_t *dst, uint64_t value, uint64_t size_bytes)
{
    if (size_bytes == sizeof(uint64_t))
        __atomic_store_n((uint64_t *)(void *)dst, value, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint32_t *)(void *)dst, (uint32_t)value, __ATOMIC_RELEASE);
}

static uint64_t load_word(const uint8_t *src, uint64_t size_bytes)
{
    if (size_bytes == sizeof(uint64_t))
        return __atomic_load_n((const uint64_t *)(const void *)src, __ATOMIC_ACQUIRE);
    return __atomic_load_n((const uint32_t *)(const void *)src, __ATOMIC_ACQUIRE);
}

static uint64_t pattern_word(const struct gi_command *command)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < sizeof word; i++)
        word |= (uint64_t)(command->pattern >> 8 * (i % command->pattern_bytes) & 0xff) << 8 * i;
    return word;
}

static void copy_row(uint8_t *dst, const uint8_t *src, uint64_t size_bytes)
{
    if (is_word(dst, size_bytes) && is_word(src, size_bytes))
        store_word(dst, load_word(src, size_bytes), size_bytes);
    else
        memcpy(dst, src, size_bytes);
}

static void fill_row(uint8_t *dst, const struct gi_command *command)
{
    uint64_t size_bytes = command->box.width_bytes, word = pattern_word(command);

    if (is_word(dst, size_bytes)) {
        store_word(dst, word, size_bytes);
        return;
    }
    for (uint64_t i = 0; i < size_bytes; i++)
        dst[i] = (uint8_t)(word >> 8 * (i % sizeof word));
}

static void run_rows(const struct gi_command *command)
{
    struct gifake_side dst, src;

    gifake_sides(command, &dst, &src);
    for (uint64_t z = 0; z < command->box.depth; z++) {
        for (uint64_t y = 0; y < command->box.height; y++) {
            if (src.memory != NULL)
                copy_row(row_at(&dst, y, z), row_at(&src, y, z), command->box.width_bytes);
            else
                fill_row(row_at(&dst, y, z), command);
        }
    }
}

/* The core may look at the place meanwhile, so the count comes there as a whole, as a device writes
 * it. */
static void take_time(struct gifake_site *site, const struct gi_command *command)
{
    unsigned char *place = gifake_memory_from(command->dst.memory)->bytes +
                           command->dst.offset_bytes;

    gifake_lock();
    uint64_t ticks = gifake_ticks(site, true);
    gifake_unlock();
    __atomic_store_n((uint64_t *)(void *)place, ticks, __ATOMIC_RELEASE);
}

/** The word of batch.times for recordings lies behind those of the batch's own commands. */
static size_t time_of_recordings(const struct gifake_job *job)
{
    size_t last = 0;

    for (size_t i = 0; i < job->batch.command_count; i++)
        last = job->origins[i].time > last ? job->origins[i].time : last;
    return last + 1;
}

static void note_time(struct gifake_site *site, const struct gifake_job *job, size_t word)
{
    if (job->batch.times == NULL)
        return;
    gifake_lock();
    job->batch.times[word] = gifake_ticks(site, true);
    gifake_unlock();
}

static void run_command(struct gifake_site *site, const struct gi_command *command)
{
    switch (command->kind) {
    case GI_COMMAND_COPY:
    case GI_COMMAND_FILL:
    case GI_COMMAND_IMAGE_WRITE:
    case GI_COMMAND_IMAGE_READ:
    case GI_COMMAND_IMAGE_COPY:
        run_rows(command);
        return;
    case GI_COMMAND_IMAGE_BEGIN:
        gifake_image_begin(command->dst_image.image);
        return;
    case GI_COMMAND_TIMESTAMP:
        take_time(site, command);
        return;
    case GI_COMMAND_LAUNCH:
        return;                          /* run_launch */
    }
}

static void run_launch(const struct gifake_job *job, size_t command)
{
    if (gifake_is_chosen(&job->origins[command]))
        gifake_tell_launch(&job->batch.launches[job->batch.commands[command].launch]);
}

/** Whether a command does not run beside the one before it. */
static bool begins_span(const struct gi_command *command)
{
    return command->barrier_before || gi_command_traits_of(command)->bounds_time;
}

/** Runs the commands, each span between barriers from its end, so that an order which only
 *  luck would give is never given: what no barrier keeps behind a timestamp runs before it. */
static void run_commands(struct gifake_site *site, const struct gifake_job *job)
{
    const struct gi_batch *batch = &job->batch;
    size_t of_recordings = batch->times == NULL ? 0 : time_of_recordings(job);
    size_t begin = 0;

    note_time(site, job, 0);
    while (begin < batch->command_count) {
        size_t end = begin + 1;
        while (end < batch->command_count && !begins_span(&batch->commands[end]))
            end++;
        for (size_t i = begin; i < end; i++)
            gifake_choose(&job->origins[i]);
        for (size_t i = end; i > begin; i--) {
            if (batch->commands[i - 1].kind == GI_COMMAND_LAUNCH)
                run_launch(job, i - 1);
            else
                run_command(site, &batch->commands[i - 1]);
            note_time(site, job, job->origins[i - 1].time != 0 ? job->origins[i - 1].time
                                                               : of_recordings);
        }
        begin = end;
    }
}

static void run_signals(struct gifake_queue *queue, const struct gi_batch *batch)
{
    struct gifake_site *site = gifake_site_of(queue->base.device);

    for (size_t i = 0; i < batch->signal_count; i++) {
        struct gifake_semaphore *sem = gifake_semaphore_from(batch->signals[i].semaphore);
        if (sem->base.kind == GI_SEMAPHORE_BINARY)
            sem->payload->value = 1;
        else if (sem->payload->value < batch->signals[i].value)
            sem->payload->value = batch->signals[i].value;
        else
            site->counts[queue->base.index].stale_signals++;
    }
}

/** Makes the batch's signals. Their values can be seen before the batch is over. */
static void make_signals(struct gifake_queue *queue, const struct gi_batch *batch)
{
    if (batch->signal_count == 0)
        return;
    run_signals(queue, batch);
    gifake_changed();
    gifake_unlock();
    gifake_stop_if_ordered("queue.signalled");
    gifake_lock();
    for (size_t i = 0; i < batch->signal_count; i++)
        gifake_end_signal(gifake_semaphore_from(batch->signals[i].semaphore),
                          batch->signals[i].value);
}

/** Sleeps until all waits of the batch are satisfied, and consumes binary semaphores; false if the
 *  device was lost meanwhile. */
static bool sit_out_waits(const struct gifake_site *site, const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->wait_count; i++) {
        const struct gi_wait *wait = &batch->waits[i];
        while (!site->lost && !gifake_reached(wait))
            gifake_sleep(GI_FOREVER);
        if (site->lost)
            return false;
        if (wait->semaphore != NULL && wait->semaphore->kind == GI_SEMAPHORE_BINARY)
            gifake_semaphore_from(wait->semaphore)->payload->value = 0;
    }
    return true;
}

/** Works for the queue until it closes; holds the lock but while commands run. Most workers have no
 *  job, and do not wake for what happens to others. */
static void *work(void *argument)
{
    struct gifake_queue *queue = argument;

    gifake_lock();
    struct gifake_site *site = gifake_site_of(queue->base.device);
    for (;;) {
        bool held = site->paused[queue->base.index] && !site->lost && !queue->closing;
        if (queue->first == NULL && queue->closing)
            break;
        if (queue->first == NULL) {
            gifake_sleep_for(&queue->arrived);
            continue;
        }
        if (held) {
            gifake_sleep(GI_FOREVER);
            continue;
        }
        struct gifake_job *job = queue->first;
        bool runs = sit_out_waits(site, &job->batch);
        if (runs) {
            gifake_unlock();
            run_commands(site, job);
            gifake_lock();
        }
        if (runs && !site->lost) {
            make_signals(queue, &job->batch);
            queue->value = job->batch.value;
        }
        use_batch(&job->batch, -1);
        site->launches_in_flight -= count_launches(&job->batch);
        queue->first = job->next;
        free_job(job);
        gifake_changed();
    }
    gifake_unlock();
    return NULL;
}

/* ---- the slots ---------------------------------------------------------------------------- */

static gi_status queue_open(struct gi_queue *base)
{
    struct gifake_queue *queue = gifake_queue_from(base);

    gi_status status = gifake_enter(base->device, "queue.open", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (base->index >= base->device->info.queue_count || base->index >= GIFAKE_MAX_QUEUES)
        return gifake_violation("queue.open: index %u of %u", base->index,
                                base->device->info.queue_count);
    pthread_cond_init(&queue->arrived, NULL);
    if (pthread_create(&queue->worker, NULL, work, queue) != 0)
        return gi_fail(GI_OUT_OF_MEMORY, "queue.open: no thread for it");
    gifake_lock();
    gifake_device_from(base->device)->children++;
    gifake_alive.queues++;
    gifake_unlock();
    return GI_OK;
}

static void count_batch(const struct gifake_queue *queue, const struct gi_batch *batch)
{
    struct gifake_counts *counts =
        &gifake_site_of(queue->base.device)->counts[queue->base.index];

    counts->batches++;
    counts->commands += batch->command_count;
    counts->waits += batch->wait_count;
    counts->signals += batch->signal_count;
    counts->launches += count_launches(batch);
    counts->replays += batch->recording_count;
    counts->shown_images += batch->image_count;
    if (counts->largest_batch < batch->command_count)
        counts->largest_batch = batch->command_count;
    for (size_t i = 0; i < batch->command_count; i++)
        counts->barriers += batch->commands[i].barrier_before;
}

/** Checks and takes in a batch; called with the lock. */
static gi_status submit_locked(struct gifake_queue *queue, const struct gi_batch *batch)
{
    gi_status status = gifake_check_batch(queue, batch);
    if (status != GI_OK)
        return status;
    struct gifake_job *job = copy_job(batch);
    if (job == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "submit: a batch of %zu commands", batch->command_count);
    use_batch(&job->batch, +1);
    gifake_give(queue, job);
    promise_signals(&job->batch);
    count_batch(queue, &job->batch);
    gifake_site_of(queue->base.device)->launches_in_flight += count_launches(&job->batch);
    queue->submitted_value = batch->value;
    if (queue->first == NULL)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
    pthread_cond_signal(&queue->arrived);
    gifake_changed();
    return GI_OK;
}

static gi_status queue_submit(struct gi_queue *base, const struct gi_batch *batch)
{
    struct gifake_queue *queue = gifake_queue_from(base);

    gi_status status = gifake_enter(base->device, "queue.submit", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (atomic_exchange(&queue->submitting, true))
        return gifake_violation("submit: two threads at once");
    gifake_lock();
    status = submit_locked(queue, batch);
    gifake_unlock();
    atomic_store(&queue->submitting, false);
    return status;
}

static gi_status queue_query(struct gi_queue *base, uint64_t *out_value)
{
    struct gifake_queue *queue = gifake_queue_from(base);

    *out_value = 0;
    gi_status status = gifake_enter(base->device, "queue.query", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    gifake_lock();
    *out_value = queue->value;
    gifake_unlock();
    return GI_OK;
}

static void queue_close(struct gi_queue *base)
{
    struct gifake_queue *queue = gifake_queue_from(base);

    gifake_lock();
    bool lost = gifake_site_of(base->device)->lost;
    bool idle = queue->first == NULL && queue->value == queue->submitted_value;
    if (!lost && (!idle || queue->uses != 0)) {
        gifake_violation("queue.close: %s", idle ? "batches or waits in flight wait for it"
                                                 : "submitted work is not finished");
        gifake_unlock();
        return;
    }
    queue->closing = true;
    pthread_cond_signal(&queue->arrived);
    gifake_changed();
    gifake_unlock();
    pthread_join(queue->worker, NULL);
    pthread_cond_destroy(&queue->arrived);
    gifake_lock();
    gifake_device_from(base->device)->children--;
    gifake_alive.queues--;
    gifake_unlock();
}

const struct gi_queue_ops gifake_queue_ops = {
    .size = sizeof(struct gifake_queue),
    .open = queue_open,
    .submit = queue_submit,
    .query = queue_query,
    .close = queue_close,
};
