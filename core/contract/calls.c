#include "calls.h"

#include <pthread.h>

#include "base/in_driver.h"
#include "base/process.h"
#include "base/size_signal.h"
#include "base/stuck_exit.h"
#include "base/vector.h"

gi_status gi_call_given_up(const struct gi_device_base *base)
{
    const struct gi_loss *loss = atomic_load_explicit(&base->given_up, memory_order_acquire);

    return loss == NULL ? GI_OK : gi_fail(loss->status, "%s", loss->why);
}

/* Enters the driver of a device.
 * Errors: GI_DEVICE_LOST once the drivers are closed; the loss of a device that is given up. */
static gi_status enter_driver(const struct gi_device_base *base)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    status = gi_call_given_up(base);
    if (status != GI_OK)
        gi_driver_leave();
    return status;
}

/* Objects that devices were given up with. Nobody else may point to one any more; so that a search
 * for leaks finds them in use, they are listed. */
static struct {
    pthread_mutex_t lock;                /* a leaf */
    const void **objects;
    size_t count, capacity;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void keep_object(const struct gi_device_base *base, const void *object)
{
    if (atomic_load(&base->given_up) == NULL)
        return;
    pthread_mutex_lock(&kept.lock);
    if (gi_grow((void **)&kept.objects, &kept.capacity, kept.count + 1, sizeof *kept.objects))
        kept.objects[kept.count++] = object;
    pthread_mutex_unlock(&kept.lock);
}

/* The three forms of a call. */

#define RETURN_INSIDE(base, call) \
    do { \
        gi_status status_ = enter_driver(base); \
        if (status_ != GI_OK) \
            return status_; \
        status_ = (call); \
        gi_driver_leave(); \
        return status_; \
    } while (0)

#define DO_INSIDE(call) \
    do { \
        if (gi_driver_enter() != GI_OK) \
            return; \
        (call); \
        gi_driver_leave(); \
    } while (0)

#define TELL_INSIDE(base, object, call) \
    do { \
        if (enter_driver(base) != GI_OK) { \
            keep_object(base, object); \
            return false; \
        } \
        (call); \
        gi_driver_leave(); \
        return true; \
    } while (0)

/* ---- the driver and its devices -------------------------------------------------------------- */

/* The driver may register exit handlers when devices are listed and opened. */

gi_status gi_call_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                            size_t capacity, size_t *out_count)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    gi_stuck_exit_before_driver();
    status = driver->enumerate(driver, out_infos, capacity, out_count);
    gi_process_close_drivers_at_exit();
    gi_driver_leave();
    return status;
}

void gi_call_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                        size_t capacity, size_t *out_count)
{
    *out_count = 0;
    DO_INSIDE(driver->list_unfit(driver, out_devices, capacity, out_count));
}

/* To open a device may make files larger, too (size_signal.h). */

gi_status gi_call_open(struct gi_device_base *base)
{
    GI_NO_SIZE_SIGNAL;
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    gi_stuck_exit_before_driver();
    status = base->driver->device->open(base);
    gi_process_close_drivers_at_exit();
    gi_driver_leave();
    return status;
}

bool gi_call_close(struct gi_device_base *base)
{
    TELL_INSIDE(base, base, base->driver->device->close(base));
}

gi_status gi_call_memory_budget(struct gi_device_base *base, uint64_t *out_free_bytes,
                                uint64_t *out_total_bytes)
{
    RETURN_INSIDE(base, base->driver->device->memory_budget(base, out_free_bytes, out_total_bytes));
}

gi_status gi_call_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns)
{
    RETURN_INSIDE(base, base->driver->device->calibrate(base, out_ticks, out_ns));
}

void gi_call_tell_fault(struct gi_device_base *base, struct gi_fault *out_fault)
{
    *out_fault = (struct gi_fault){ GI_FAULT_UNKNOWN, 0, 0 };
    if (base->driver->device->tell_fault != NULL)
        DO_INSIDE(base->driver->device->tell_fault(base, out_fault));
}

/* ---- waiters --------------------------------------------------------------------------------- */

gi_status gi_call_waiter_init(struct gi_waiter *waiter)
{
    RETURN_INSIDE(waiter->device, waiter->ops->init(waiter));
}

static gi_status wait_once(struct gi_waiter *waiter, const struct gi_wait *waits, size_t count,
                           int64_t abs_timeout_ns)
{
    RETURN_INSIDE(waiter->device, waiter->ops->wait(waiter, waits, count, abs_timeout_ns));
}

gi_status gi_call_wait(struct gi_waiter *waiter, const struct gi_wait *waits, size_t count,
                       int64_t abs_timeout_ns)
{
    int64_t piece_ns;
    gi_status status;

    if (waiter->kind != GI_WAITER_CALLERS)
        return wait_once(waiter, waits, count, abs_timeout_ns);
    do {
        piece_ns = gi_process_piece_end(abs_timeout_ns);
        status = wait_once(waiter, waits, count, piece_ns);
    } while (status == GI_TIMEOUT && piece_ns < abs_timeout_ns);
    return status;
}

void gi_call_wake(struct gi_waiter *waiter)
{
    DO_INSIDE(waiter->ops->wake(waiter));
}

bool gi_call_waiter_finish(struct gi_waiter *waiter)
{
    TELL_INSIDE(waiter->device, waiter, waiter->ops->finish(waiter));
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Some drivers' memory is files, which the program's limit of file sizes may not allow. */

gi_status gi_call_allocate(struct gi_memory *memory, uint64_t size_bytes, enum gi_memory_kind kind)
{
    GI_NO_SIZE_SIGNAL;

    RETURN_INSIDE(memory->device, memory->ops->allocate(memory, size_bytes, kind));
}

gi_status gi_call_import(struct gi_memory *memory, const struct gi_os_handle *borrowed,
                         uint64_t size_bytes, bool dedicated)
{
    RETURN_INSIDE(memory->device, memory->ops->import(memory, borrowed, size_bytes, dedicated));
}

gi_status gi_call_allocate_exportable(struct gi_memory *memory, uint64_t size_bytes,
                                      enum gi_os_handle_kind kind)
{
    GI_NO_SIZE_SIGNAL;

    RETURN_INSIDE(memory->device, memory->ops->allocate_exportable(memory, size_bytes, kind));
}

gi_status gi_call_export(struct gi_memory *memory, enum gi_os_handle_kind kind,
                         struct gi_os_handle *out_owned)
{
    RETURN_INSIDE(memory->device, memory->ops->export(memory, kind, out_owned));
}

gi_status gi_call_wrap_host(struct gi_memory *memory, void *host, uint64_t size_bytes)
{
    RETURN_INSIDE(memory->device, memory->ops->wrap_host(memory, host, size_bytes));
}

gi_status gi_call_reserve(struct gi_memory *range, uint64_t size_bytes, uint64_t alignment_bytes,
                          uint64_t wanted_address)
{
    RETURN_INSIDE(range->device,
                  range->ops->reserve(range, size_bytes, alignment_bytes, wanted_address));
}

gi_status gi_call_place(struct gi_memory *range, const struct gi_range_place *places, size_t count)
{
    RETURN_INSIDE(range->device, range->ops->place(range, places, count));
}

bool gi_call_memory_finish(struct gi_memory *memory)
{
    TELL_INSIDE(memory->device, memory, memory->ops->finish(memory));
}

/* ---- images, textures, kernels --------------------------------------------------------------- */

gi_status gi_call_image_init(struct gi_image *image)
{
    RETURN_INSIDE(image->device, image->ops->init(image));
}

gi_status gi_call_image_bind(struct gi_image *image, struct gi_memory *memory,
                             uint64_t offset_bytes)
{
    RETURN_INSIDE(image->device, image->ops->bind(image, memory, offset_bytes));
}

bool gi_call_image_finish(struct gi_image *image)
{
    TELL_INSIDE(image->device, image, image->ops->finish(image));
}

gi_status gi_call_texture_init(struct gi_texture *texture)
{
    RETURN_INSIDE(texture->device, texture->ops->init(texture));
}

bool gi_call_texture_finish(struct gi_texture *texture)
{
    TELL_INSIDE(texture->device, texture, texture->ops->finish(texture));
}

gi_status gi_call_kernel_init(struct gi_kernel *kernel, const struct gi_kernel_code *code)
{
    RETURN_INSIDE(kernel->device, kernel->ops->init(kernel, code));
}

bool gi_call_kernel_finish(struct gi_kernel *kernel)
{
    TELL_INSIDE(kernel->device, kernel, kernel->ops->finish(kernel));
}

/* ---- semaphores ------------------------------------------------------------------------------ */

gi_status gi_call_semaphore_import(struct gi_semaphore *semaphore,
                                   const struct gi_os_handle *borrowed)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->import(semaphore, borrowed));
}

gi_status gi_call_semaphore_query(struct gi_semaphore *semaphore, uint64_t *out_value)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->query(semaphore, out_value));
}

gi_status gi_call_query_submitted(struct gi_semaphore *semaphore, uint64_t *out_value)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->query_submitted(semaphore, out_value));
}

gi_status gi_call_try_consume(struct gi_semaphore *semaphore)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->try_consume(semaphore));
}

gi_status gi_call_capture(struct gi_semaphore *semaphore, struct gi_semaphore *captured)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->capture(semaphore, captured));
}

gi_status gi_call_signal(struct gi_semaphore *semaphore, uint64_t value)
{
    RETURN_INSIDE(semaphore->device, semaphore->ops->signal(semaphore, value));
}

bool gi_call_semaphore_finish(struct gi_semaphore *semaphore)
{
    TELL_INSIDE(semaphore->device, semaphore, semaphore->ops->finish(semaphore));
}

/* ---- queues ---------------------------------------------------------------------------------- */

gi_status gi_call_queue_open(struct gi_queue *queue)
{
    RETURN_INSIDE(queue->device, queue->device->driver->queue->open(queue));
}

gi_status gi_call_submit(struct gi_queue *queue, const struct gi_batch *batch)
{
    RETURN_INSIDE(queue->device, queue->device->driver->queue->submit(queue, batch));
}

gi_status gi_call_queue_query(struct gi_queue *queue, uint64_t *out_value)
{
    RETURN_INSIDE(queue->device, queue->device->driver->queue->query(queue, out_value));
}

bool gi_call_queue_close(struct gi_queue *queue)
{
    TELL_INSIDE(queue->device, queue, queue->device->driver->queue->close(queue));
}

/* ---- recordings ------------------------------------------------------------------------------ */

gi_status gi_call_recording_init(struct gi_recording *recording, const struct gi_recorded *recorded)
{
    RETURN_INSIDE(recording->device, recording->ops->init(recording, recorded));
}

bool gi_call_recording_finish(struct gi_recording *recording)
{
    TELL_INSIDE(recording->device, recording, recording->ops->finish(recording));
}
