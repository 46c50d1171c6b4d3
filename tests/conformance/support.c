/* What the cases are made of. */
#include <stdio.h>
#include <stdlib.h>

#include "conformance.h"

const struct gi_driver *conf_driver;
struct gi_device_info conf_info;
bool conf_skipped;

void conf_skip(const char *why)
{
    print_message("           %s\n", why[0] != '\0' ? why : "no reason given");
    conf_skipped = true;
    skip();
    abort();                                     /* skip does not return */
}

int64_t conf_patience(void)
{
    return gi_deadline_ns(60ull * 1000000000);
}

static void *blank(size_t size_bytes)
{
    void *object = calloc(1, size_bytes);

    assert_non_null(object);
    return object;
}

/* ---- devices and queues ------------------------------------------------------------------ */

void conf_open(struct conf_rig *rig)
{
    rig->base = blank(conf_driver->device->size);
    rig->base->driver = conf_driver;
    rig->base->info = conf_info;
    CONF_OK(conf_driver->device->open(rig->base));
    conf_queue_open(rig->base, 0, &rig->main);
}

void conf_close(struct conf_rig *rig)
{
    conf_queue_close(&rig->main);
    conf_driver->device->close(rig->base);
    free(rig->base);
}

void conf_queue_open(struct gi_device_base *base, uint32_t index, struct conf_queue *out_queue)
{
    out_queue->queue = blank(conf_driver->queue->size);
    out_queue->queue->device = base;
    out_queue->queue->index = index;
    out_queue->value = 0;
    CONF_OK(conf_driver->queue->open(out_queue->queue));
}

void conf_queue_close(struct conf_queue *queue)
{
    if (queue->value != 0)
        conf_reach(queue, queue->value);
    conf_driver->queue->close(queue->queue);
    free(queue->queue);
}

/* ---- waiters ----------------------------------------------------------------------------- */

static struct gi_waiter *blank_waiter(struct gi_device_base *base, enum gi_waiter_kind kind)
{
    struct gi_waiter *waiter = blank(conf_driver->waiter->size);

    waiter->device = base;
    waiter->ops = conf_driver->waiter;
    waiter->kind = kind;
    return waiter;
}

struct gi_waiter *conf_waiter(struct gi_device_base *base, enum gi_waiter_kind kind)
{
    struct gi_waiter *waiter = blank_waiter(base, kind);

    CONF_OK(waiter->ops->init(waiter));
    return waiter;
}

void conf_waiter_free(struct gi_waiter *waiter)
{
    waiter->ops->finish(waiter);
    free(waiter);
}

gi_status conf_wait_any(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                        int64_t abs_timeout_ns)
{
    struct gi_waiter *waiter = blank_waiter(base, GI_WAITER_CALLERS);
    gi_status status = waiter->ops->init(waiter);

    if (status == GI_OK) {
        status = waiter->ops->wait(waiter, waits, count, abs_timeout_ns);
        waiter->ops->finish(waiter);
    }
    free(waiter);
    return status;
}

/* ---- memory ------------------------------------------------------------------------------ */

struct gi_memory *conf_memory_blank(struct gi_device_base *base)
{
    struct gi_memory *mem = blank(conf_driver->memory->size);

    mem->device = base;
    mem->ops = conf_driver->memory;
    return mem;
}

void conf_memory_drop(struct gi_memory *mem)
{
    free(mem);
}

struct gi_memory *conf_memory(struct gi_device_base *base, uint64_t size_bytes,
                              enum gi_memory_kind kind)
{
    struct gi_memory *mem = conf_memory_blank(base);

    CONF_OK(mem->ops->allocate(mem, size_bytes, kind));
    return mem;
}

void conf_memory_free(struct gi_memory *mem)
{
    mem->ops->finish(mem);
    free(mem);
}

void conf_need_shared_memory(void)
{
    if (!conf_info.memory_opaque_fd)
        conf_skip(conf_info.why_no_memory_opaque_fd);
    if (conf_driver->memory->allocate_exportable == NULL || conf_driver->memory->export == NULL)
        conf_skip("the driver exports no memory");
}

struct gi_memory *conf_memory_shared(struct gi_device_base *base, uint64_t size_bytes,
                                     struct gi_os_handle *out_owned)
{
    struct gi_memory *mem = conf_memory_blank(base);
    CONF_OK(mem->ops->allocate_exportable(mem, size_bytes, GI_OS_HANDLE_OPAQUE_FD));
    CONF_OK(mem->ops->export(mem, GI_OS_HANDLE_OPAQUE_FD, out_owned));
    CONF_THAT(out_owned->fd >= 0, "export gave fd %d", out_owned->fd);
    return mem;
}

void conf_write(struct conf_rig *rig, struct gi_memory *mem, uint64_t offset_bytes,
                const void *bytes, size_t size_bytes)
{
    if (mem->host_address != NULL) {
        memcpy((uint8_t *)mem->host_address + offset_bytes, bytes, size_bytes);
        return;
    }
    struct gi_memory *staging = conf_memory(rig->base, size_bytes, GI_MEMORY_HOST);
    memcpy(staging->host_address, bytes, size_bytes);
    struct gi_command copy = conf_copy(mem, offset_bytes, staging, 0, size_bytes);
    conf_run(rig, &copy, 1);
    conf_memory_free(staging);
}

void conf_read(struct conf_rig *rig, struct gi_memory *mem, uint64_t offset_bytes, void *bytes,
               size_t size_bytes)
{
    if (mem->host_address != NULL) {
        memcpy(bytes, (const uint8_t *)mem->host_address + offset_bytes, size_bytes);
        return;
    }
    struct gi_memory *staging = conf_memory(rig->base, size_bytes, GI_MEMORY_HOST);
    struct gi_command copy = conf_copy(staging, 0, mem, offset_bytes, size_bytes);
    conf_run(rig, &copy, 1);
    memcpy(bytes, staging->host_address, size_bytes);
    conf_memory_free(staging);
}

/* ---- commands and batches ---------------------------------------------------------------- */

struct gi_command conf_copy(struct gi_memory *dst, uint64_t dst_offset, struct gi_memory *src,
                            uint64_t src_offset, uint64_t size_bytes)
{
    return (struct gi_command){
        .kind = GI_COMMAND_COPY,
        .dst = { .memory = dst, .offset_bytes = dst_offset },
        .src = { .memory = src, .offset_bytes = src_offset },
        .box = gi_box_linear(size_bytes),
    };
}

struct gi_command conf_fill(struct gi_memory *dst, uint64_t dst_offset, uint64_t size_bytes,
                            uint32_t pattern, uint32_t pattern_bytes)
{
    return (struct gi_command){
        .kind = GI_COMMAND_FILL,
        .dst = { .memory = dst, .offset_bytes = dst_offset },
        .box = gi_box_linear(size_bytes),
        .pattern = pattern,
        .pattern_bytes = pattern_bytes,
    };
}

struct gi_command conf_after(struct gi_command command)
{
    command.barrier_before = true;
    return command;
}

void conf_submit_batch(struct conf_queue *queue, struct gi_batch batch)
{
    batch.value = ++queue->value;
    CONF_OK(conf_driver->queue->submit(queue->queue, &batch));
}

void conf_submit(struct conf_queue *queue, const struct gi_command *commands, size_t count)
{
    conf_submit_batch(queue, (struct gi_batch){ .commands = commands, .command_count = count });
}

void conf_reach(struct conf_queue *queue, uint64_t value)
{
    struct gi_wait wait = { .queue = queue->queue, .value = value };
    uint64_t reached = 0;
    int64_t deadline = conf_patience();

    for (;;) {
        CONF_OK(conf_driver->queue->query(queue->queue, &reached));
        if (reached >= value)
            return;
        CONF_OK(conf_wait_any(queue->queue->device, &wait, 1, deadline));
    }
}

void conf_run(struct conf_rig *rig, const struct gi_command *commands, size_t count)
{
    conf_submit(&rig->main, commands, count);
    conf_reach(&rig->main, rig->main.value);
}

/* ---- semaphores -------------------------------------------------------------------------- */

struct gi_semaphore *conf_semaphore_blank(struct gi_device_base *base,
                                          enum gi_semaphore_kind kind)
{
    struct gi_semaphore *sem = blank(conf_driver->semaphore->size);

    sem->device = base;
    sem->ops = conf_driver->semaphore;
    sem->kind = kind;
    return sem;
}

void conf_semaphore_drop(struct gi_semaphore *sem)
{
    free(sem);
}

struct gi_semaphore *conf_semaphore(struct gi_device_base *base, enum gi_semaphore_kind kind,
                                    uint64_t value)
{
    struct gi_semaphore *sem = conf_semaphore_blank(base, kind);

    CONF_OK(sem->ops->create(sem, value));
    return sem;
}

void conf_semaphore_free(struct gi_semaphore *sem)
{
    sem->ops->finish(sem);
    free(sem);
}

void conf_need_semaphores(enum gi_semaphore_kind kind, uint32_t caps)
{
    bool binary = kind == GI_SEMAPHORE_BINARY;
    struct conf_rig rig;

    if (!(binary ? conf_info.binary_opaque_fd : conf_info.timeline_opaque_fd))
        conf_skip(binary ? conf_info.why_no_binary_opaque_fd : conf_info.why_no_timeline_opaque_fd);
    if (conf_driver->semaphore->create == NULL || conf_driver->semaphore->export == NULL)
        conf_skip("the driver creates no semaphores");
    conf_open(&rig);
    struct gi_semaphore *sem = conf_semaphore(rig.base, kind, 0);
    uint32_t missing = caps & ~sem->caps;
    conf_semaphore_free(sem);
    conf_close(&rig);
    if (missing != 0)
        conf_skip("the semaphores lack a capability");
}

/* ---- bytes ------------------------------------------------------------------------------- */

void *conf_alloc(size_t size_bytes)
{
    void *bytes = malloc(size_bytes != 0 ? size_bytes : 1);

    CONF_THAT(bytes != NULL, "no memory");
    return bytes;
}

uint8_t conf_byte(size_t i)
{
    return (uint8_t)(i * 7 + 3 + (i >> 8) * 13 + (i >> 16) * 29);
}

void conf_same(const char *what, const uint8_t *got, const uint8_t *expected, size_t size_bytes)
{
    if (memcmp(got, expected, size_bytes) == 0)
        return;
    for (size_t i = 0; i < size_bytes; i++)
        CONF_THAT(got[i] == expected[i], "%s: byte %zu of %zu is 0x%02x instead of 0x%02x", what,
                  i, size_bytes, got[i], expected[i]);
}

/* ---- recordings ------------------------------------------------------------------------------ */

struct gi_recording *conf_record(struct conf_rig *rig, struct gi_recorded recorded)
{
    struct gi_recording *recording = calloc(1, conf_driver->recording->size);

    CONF_THAT(recording != NULL, "no memory for a recording");
    recording->device = rig->base;
    recording->ops = conf_driver->recording;
    CONF_OK(recording->ops->init(recording, &recorded));
    return recording;
}

void conf_recording_free(struct gi_recording *recording)
{
    recording->ops->finish(recording);
    free(recording);
}

void conf_replay(struct conf_queue *queue, struct gi_recording *const *recordings, size_t count)
{
    conf_submit_batch(queue, (struct gi_batch){ .recordings = recordings,
                                                .recording_count = count });
}
