/* What ends after the exit has closed the drivers: no driver is told, so the driver may still use
 * its structs, and each of them stays. And what the host copies then. */
#include <malloc.h>
#include <string.h>
#include <unistd.h>

#include "base/in_driver.h"
#include "base/lines.h"
#include "contract/calls.h"
#include "device/device_open.h"
#include "arrays/array_state.h"
#include "memory/kernel_object.h"
#include "memory/memory_object.h"
#include "memory/texture_table.h"
#include "arrays/texture.h"
#include "queue/waiter.h"
#include "stream/wait/semaphore_object.h"
#include "harness.h"

enum { SIZE = 4096, GOOD = 3, MOST = 16 };

/* The linker sends the calls to these functions (meson.build). */
void __real_free(void *pointer);
void __real_gi_lines_free(void *piece, size_t size_bytes);
gi_status __real_gi_waiter_create(struct gi_device_base *base, enum gi_waiter_kind kind,
                                  struct gi_waiter **out_waiter);
void __wrap_free(void *pointer);
void __wrap_gi_lines_free(void *piece, size_t size_bytes);
gi_status __wrap_gi_waiter_create(struct gi_device_base *base, enum gi_waiter_kind kind,
                                  struct gi_waiter **out_waiter);

/* ---- structs of which no driver was told ----------------------------------------------------- */

static struct {
    const char *call;
    const void *driver_struct;
} untold[MOST];
static atomic_int untold_count;
static pthread_mutex_t untold_lock = PTHREAD_MUTEX_INITIALIZER;

static void note_untold(const char *call, const void *driver_struct)
{
    int at;

    pthread_mutex_lock(&untold_lock);
    at = atomic_load(&untold_count);
    REQUIRE(at < MOST, "%s is one too many", call);
    untold[at].call = call;
    untold[at].driver_struct = driver_struct;
    atomic_store(&untold_count, at + 1);         /* others may read it now */
    pthread_mutex_unlock(&untold_lock);
}

static void expect_none_within(const void *begin, size_t size_bytes)
{
    for (int i = 0; i < atomic_load(&untold_count); i++)
        REQUIRE((uintptr_t)untold[i].driver_struct - (uintptr_t)begin >= size_bytes,
                "%s told no driver, and its struct is freed", untold[i].call);
}

/* How often a call told no driver. */
static int count_untold(const char *call)
{
    int count = 0;

    for (int i = 0; i < atomic_load(&untold_count); i++)
        count += strcmp(untold[i].call, call) == 0;
    return count;
}

void __wrap_free(void *pointer)
{
    if (pointer != NULL && atomic_load(&untold_count) > 0)
        expect_none_within(pointer, malloc_usable_size(pointer));
    __real_free(pointer);
}

void __wrap_gi_lines_free(void *piece, size_t size_bytes)
{
    expect_none_within(piece, size_bytes);
    __real_gi_lines_free(piece, size_bytes);
}

#define TELLS(name, type) \
    bool __real_##name(struct type *object); \
    bool __wrap_##name(struct type *object); \
    bool __wrap_##name(struct type *object) \
    { \
        bool is_told = __real_##name(object); \
        if (!is_told) \
            note_untold(#name, object); \
        return is_told; \
    }

TELLS(gi_call_close, gi_device_base)
TELLS(gi_call_waiter_finish, gi_waiter)
TELLS(gi_call_memory_finish, gi_memory)
TELLS(gi_call_image_finish, gi_image)
TELLS(gi_call_texture_finish, gi_texture)
TELLS(gi_call_kernel_finish, gi_kernel)
TELLS(gi_call_semaphore_finish, gi_semaphore)
TELLS(gi_call_queue_close, gi_queue)

/* Those that end an object which a device has while it is open. */
static const char *const calls[] = {
    "gi_call_waiter_finish", "gi_call_memory_finish", "gi_call_image_finish",
    "gi_call_texture_finish", "gi_call_kernel_finish", "gi_call_semaphore_finish",
    "gi_call_queue_close"
};

enum { CALLS = sizeof calls / sizeof calls[0] };

/* ---- objects that end late ------------------------------------------------------------------- */

/* References that a thread of the program holds in a call while the exit closes the drivers. */
static struct {
    struct gi_device *device;
    struct gi_waiter *waiter;
    struct gi_memory *memory;
    struct gi_kernel *kernel;
    struct gi_semaphore *semaphore;
    struct gi_allocation *image;
    struct gi_object *texture;
} late;

static gi_handle make_array(void)
{
    const struct gi_array_request request = { .channels = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED },
                                              .width = 8, .height = 8, .levels = 1 };
    struct gi_array *array;
    gi_handle handle;

    OK(gi_array_create(&request, &handle));
    OK(gi_array_acquire(handle, &array));
    late.image = array->texels;
    gi_allocation_ref(late.image);
    gi_object_unref(&array->object);
    return handle;
}

static void make_texture(gi_handle array)
{
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    const struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY, .array = array };
    uint64_t texture;

    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    OK(gi_handle_acquire(gi_texture_find(texture), GI_OBJECT_TEXTURE, &late.texture));
    OK(gi_texture_destroy(texture));
}

static void make_semaphore(void)
{
    struct gi_os_handle handle = { .kind = GI_OS_HANDLE_OPAQUE_FD };
    struct gi_host_semaphore host;

    REQUIRE(gi_host_semaphore_create(&host, true, 0) == 0, "no host semaphore");
    handle.fd = host.fd;
    OK(gi_semaphore_object_import(late.device->base, GI_SEMAPHORE_TIMELINE, &handle,
                                  &late.semaphore));
}

static void end_all(void)
{
    gi_object_unref(late.texture);
    gi_allocation_unref(late.image);
    gi_semaphore_object_unref(late.semaphore);
    gi_kernel_object_unref(late.kernel);
    gi_memory_object_unref(late.memory);
    gi_waiter_destroy(late.waiter);
    gi_lane_close(&late.device->lanes[0]);
    for (size_t i = 0; i < CALLS; i++)
        REQUIRE(count_untold(calls[i]) == 1, "%s: %d times not told", calls[i],
                count_untold(calls[i]));
    _exit(GOOD);
}

/* The threads of the program may drop the last references to anything after that. */
SCHED_CASE_EXITS(what_ends_late_stays, GOOD)
{
    const struct gi_kernel_code code = { .entry = "main" };
    const struct gi_kernel_label label = { "nothing", { 1, 1, 1 } };
    struct gi_device_base *base;
    gi_handle array;

    atexit(end_all);
    sched_begin_plain();
    OK(gi_device_current(&late.device));
    base = late.device->base;
    OK(gi_waiter_create(base, GI_WAITER_CALLERS, &late.waiter));
    OK(gi_memory_object_allocate(base, SIZE, GI_MEMORY_DEVICE, &late.memory));
    OK(gi_kernel_object_make(base, &code, &label, &late.kernel));
    make_semaphore();
    array = make_array();
    make_texture(array);
    OK(gi_array_destroy(array));
    exit(1);
}

/* ---- a device that is being opened ----------------------------------------------------------- */

static bool ends_while_it_opens;

gi_status __wrap_gi_waiter_create(struct gi_device_base *base, enum gi_waiter_kind kind,
                                  struct gi_waiter **out_waiter)
{
    if (ends_while_it_opens)
        (void)gi_driver_close_all(0);
    return __real_gi_waiter_create(base, kind, out_waiter);
}

SCHED_CASE_EXITS(what_opens_late_stays, GOOD)
{
    struct gi_device *device;

    sched_begin_plain();
    ends_while_it_opens = true;
    STATUS(GI_DEVICE_LOST, gi_device_at(0, &device));
    REQUIRE(count_untold("gi_call_close") == 1, "the driver was told");
    _exit(GOOD);
}

/* ---- work of the host ----------------------------------------------------------------------- */

/* A copy between two devices that the host makes in the stream's order. If it is refused, whoever
 * waits for the stream is told that. */
SCHED_CASE_EXITS(a_copy_that_is_refused_is_no_success, GOOD)
{
    struct sched_gate gate;
    uint64_t here, there;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    here = sched_memory(SIZE);
    OK(gi_device_set_current(1));
    there = sched_memory(SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stream);
    OK(gi_copy_async(here, there, SIZE, GI_COPY_INFER, stream));
    sched_gate_await_entered(&gate);
    (void)gi_driver_close_all(0);
    sched_gate_open(&gate);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    _exit(GOOD);
}
