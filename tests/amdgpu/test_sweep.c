/* Each call of libdrm fails once, in turn: the driver says so, nothing stays behind, and the fds of
 * others are as they were. On the emulated card; skipped where it is not preloaded. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../conformance/images.h"
#include "commands.h"
#include "loader.h"
#include "on_card.h"

enum { SIZE = 65536 };

/* ---- calls that fail ----------------------------------------------------------------------- */

static struct giamd_calls real;
static struct giamd_drm_calls real_drm;
static unsigned long calls_left; /* the call that makes it 0 fails; 0: none does */
static const char *failed;

/* What was made and not yet taken down. */
static int devices, objects, ranges, maps, contexts, syncobjs, host_maps;

static bool is_due(const char *name)
{
    if (calls_left == 0 || --calls_left != 0)
        return false;
    failed = name;
    errno = EINVAL;
    return true;
}

/* One that answers error when it is its turn, and counts in what when it went well. */
#define FAILS(name, error, what, change, parameters, arguments)                                  \
    static int sweep_##name parameters                                                           \
    {                                                                                            \
        int answer = is_due(#name) ? (error) : real.name arguments;                              \
        if (answer == 0)                                                                         \
            (what) += (change);                                                                  \
        return answer;                                                                           \
    }

/* One that takes down. */
#define TAKES(name, what, parameters, arguments)                                                 \
    static int sweep_##name parameters                                                           \
    {                                                                                            \
        (what)--;                                                                                \
        return real.name arguments;                                                              \
    }

static int nothing;

FAILS(device_initialize, -EINVAL, devices, 1,
      (int fd, uint32_t *major, uint32_t *minor, amdgpu_device_handle *out),
      (fd, major, minor, out))
TAKES(device_deinitialize, devices, (amdgpu_device_handle device), (device))
FAILS(query_hw_ip_info, -EINVAL, nothing, 0,
      (amdgpu_device_handle device, unsigned type, unsigned instance,
       struct drm_amdgpu_info_hw_ip *out), (device, type, instance, out))
FAILS(query_info, -EINVAL, nothing, 0,
      (amdgpu_device_handle device, unsigned id, unsigned size, void *out),
      (device, id, size, out))
FAILS(bo_alloc, -ENOMEM, objects, 1,
      (amdgpu_device_handle device, struct amdgpu_bo_alloc_request *request,
       amdgpu_bo_handle *out), (device, request, out))
FAILS(bo_import, -1, objects, 1,
      (amdgpu_device_handle device, enum amdgpu_bo_handle_type type, uint32_t fd,
       struct amdgpu_bo_import_result *out), (device, type, fd, out))
FAILS(create_bo_from_user_mem, -EFAULT, objects, 1,
      (amdgpu_device_handle device, void *host, uint64_t size, amdgpu_bo_handle *out),
      (device, host, size, out))
TAKES(bo_free, objects, (amdgpu_bo_handle object), (object))
FAILS(bo_export, -1, nothing, 0,
      (amdgpu_bo_handle object, enum amdgpu_bo_handle_type type, uint32_t *out),
      (object, type, out))
FAILS(bo_query_info, -EINVAL, nothing, 0, (amdgpu_bo_handle object, struct amdgpu_bo_info *out),
      (object, out))
FAILS(bo_cpu_map, -ENOMEM, host_maps, 1, (amdgpu_bo_handle object, void **out), (object, out))
TAKES(bo_cpu_unmap, host_maps, (amdgpu_bo_handle object), (object))
FAILS(va_range_alloc, -ENOMEM, ranges, 1,
      (amdgpu_device_handle device, enum amdgpu_gpu_va_range range, uint64_t size,
       uint64_t alignment, uint64_t wanted, uint64_t *out, amdgpu_va_handle *out_handle,
       uint64_t flags), (device, range, size, alignment, wanted, out, out_handle, flags))
TAKES(va_range_free, ranges, (amdgpu_va_handle range), (range))
FAILS(cs_ctx_create2, -ENOMEM, contexts, 1,
      (amdgpu_device_handle device, uint32_t priority, amdgpu_context_handle *out),
      (device, priority, out))
TAKES(cs_ctx_free, contexts, (amdgpu_context_handle context), (context))
FAILS(cs_submit_raw2, -EINVAL, nothing, 0,
      (amdgpu_device_handle device, amdgpu_context_handle context, uint32_t list, int count,
       struct drm_amdgpu_cs_chunk *chunks, uint64_t *out), (device, context, list, count, chunks,
                                                            out))
FAILS(cs_create_syncobj2, -1, syncobjs, 1,
      (amdgpu_device_handle device, uint32_t flags, uint32_t *out), (device, flags, out))
FAILS(cs_import_syncobj, -1, syncobjs, 1, (amdgpu_device_handle device, int fd, uint32_t *out),
      (device, fd, out))
TAKES(cs_destroy_syncobj, syncobjs, (amdgpu_device_handle device, uint32_t handle),
      (device, handle))
FAILS(cs_export_syncobj, -1, nothing, 0,
      (amdgpu_device_handle device, uint32_t handle, int *out), (device, handle, out))
FAILS(cs_syncobj_export_sync_file, -1, nothing, 0,
      (amdgpu_device_handle device, uint32_t handle, int *out), (device, handle, out))
FAILS(cs_syncobj_import_sync_file, -1, nothing, 0,
      (amdgpu_device_handle device, uint32_t handle, int fd), (device, handle, fd))
FAILS(cs_syncobj_signal, -1, nothing, 0,
      (amdgpu_device_handle device, const uint32_t *handles, uint32_t count),
      (device, handles, count))
FAILS(cs_syncobj_timeline_signal, -1, nothing, 0,
      (amdgpu_device_handle device, const uint32_t *handles, uint64_t *points, uint32_t count),
      (device, handles, points, count))
FAILS(cs_syncobj_query2, -1, nothing, 0,
      (amdgpu_device_handle device, uint32_t *handles, uint64_t *points, uint32_t count,
       uint32_t flags), (device, handles, points, count, flags))
FAILS(cs_syncobj_transfer, -1, nothing, 0,
      (amdgpu_device_handle device, uint32_t dst, uint64_t dst_point, uint32_t src,
       uint64_t src_point, uint32_t flags), (device, dst, dst_point, src, src_point, flags))

static int sweep_bo_va_op_raw(amdgpu_device_handle device, amdgpu_bo_handle object,
                              uint64_t offset, uint64_t size, uint64_t address, uint64_t flags,
                              uint32_t operation)
{
    bool is_map = operation == AMDGPU_VA_OP_MAP;
    int answer = is_map && is_due("bo_va_op_raw") ? -EINVAL :
                 real.bo_va_op_raw(device, object, offset, size, address, flags, operation);

    if (answer == 0)
        maps += is_map ? 1 : -1;
    return answer;
}

static giamd_function resolve(const char *name)
{
#define OURS(call)                                                                               \
    if (strcmp(name, "amdgpu_" #call) == 0)                                                      \
        return (giamd_function)sweep_##call;
    OURS(device_initialize) OURS(device_deinitialize) OURS(query_hw_ip_info) OURS(query_info)
    OURS(bo_alloc) OURS(bo_import) OURS(create_bo_from_user_mem) OURS(bo_free) OURS(bo_export)
    OURS(bo_query_info) OURS(bo_cpu_map) OURS(bo_cpu_unmap) OURS(va_range_alloc)
    OURS(va_range_free) OURS(cs_ctx_create2) OURS(cs_ctx_free) OURS(cs_submit_raw2)
    OURS(cs_create_syncobj2) OURS(cs_import_syncobj) OURS(cs_destroy_syncobj)
    OURS(cs_export_syncobj) OURS(cs_syncobj_export_sync_file) OURS(cs_syncobj_import_sync_file)
    OURS(cs_syncobj_signal) OURS(cs_syncobj_timeline_signal) OURS(cs_syncobj_query2)
    OURS(cs_syncobj_transfer) OURS(bo_va_op_raw)
#undef OURS
#define THEIRS(prefix, call)                                                                     \
    if (strcmp(name, #prefix #call) == 0)                                                        \
        return (giamd_function)THEIR_TABLE.call;
#define THEIR_TABLE real
    GIAMD_AMDGPU_CALLS(THEIRS)
#undef THEIR_TABLE
#define THEIR_TABLE real_drm
    GIAMD_DRM_CALLS(THEIRS)
#undef THEIR_TABLE
#undef THEIRS
    return NULL;
}

/* ---- what is done -------------------------------------------------------------------------- */

/** Everything that a round has made, so that it can be ended wherever it stopped. */
struct round {
    struct gi_device_base *base;
    struct gi_queue *queue;
    struct gi_memory *memories[8];
    size_t memory_count;
    struct gi_semaphore *semaphores[6];
    size_t semaphore_count;
    struct gi_image *image;
    int fds[5];
    size_t fd_count;
    uint64_t submitted;
};

/** A blank one, which belongs to the round once it is made. */
static struct gi_memory *next_memory(struct round *round)
{
    return round->memories[round->memory_count] = conf_memory_blank(round->base);
}

static gi_status keep_memory(struct round *round, gi_status status)
{
    if (status == GI_OK)
        round->memory_count++;
    else
        conf_memory_drop(round->memories[round->memory_count]);
    return status;
}

static struct gi_semaphore *next_semaphore(struct round *round, enum gi_semaphore_kind kind)
{
    return round->semaphores[round->semaphore_count] = conf_semaphore_blank(round->base, kind);
}

static gi_status keep_semaphore(struct round *round, gi_status status)
{
    if (status == GI_OK)
        round->semaphore_count++;
    else
        conf_semaphore_drop(round->semaphores[round->semaphore_count]);
    return status;
}

static gi_status keep_fd(struct round *round, gi_status status, const struct gi_os_handle *handle)
{
    if (status == GI_OK)
        round->fds[round->fd_count++] = handle->fd;
    else
        assert_int_equal(handle->fd, -1);
    return status;
}

#define TRY(call)                                                                                \
    do {                                                                                         \
        gi_status status_ = (call);                                                              \
        if (status_ != GI_OK)                                                                    \
            return status_;                                                                      \
    } while (0)

static gi_status try_memory(struct round *round, void *host)
{
    const struct gi_memory_ops *ops = conf_driver->memory;
    struct gi_os_handle handle;

    TRY(keep_memory(round, ops->allocate(next_memory(round), SIZE, GI_MEMORY_DEVICE)));
    TRY(keep_memory(round, ops->allocate(next_memory(round), SIZE, GI_MEMORY_HOST)));
    TRY(keep_memory(round, ops->allocate_exportable(next_memory(round), SIZE,
                                                    GI_OS_HANDLE_DMA_BUF_FD)));
    TRY(keep_fd(round, ops->export(round->memories[2], GI_OS_HANDLE_DMA_BUF_FD, &handle),
                &handle));
    TRY(keep_memory(round, ops->import(next_memory(round), &handle, SIZE, false)));
    return keep_memory(round, ops->wrap_host(next_memory(round), host, 4096));
}

/** What Mesa's driver would say of an image of 64 x 64 texels of 4 bytes in two levels, which the
 *  default chip has in mode 22: five blocks of 4 KiB. */
enum { IMAGE_SIZE = 5 * 4096 };

static void describe_image(struct gi_memory *memory)
{
    struct amdgpu_bo_metadata metadata = {
        .tiling_info = 22, .size_metadata = 40,
        .umd_metadata = { 1, 0x100273bf, 0, 0xc3800000, 0x000fc00f, 0x91610fac, 0, 0x00400000, 0,
                          0 } };
    void *library = dlopen("libdrm_amdgpu.so.1", RTLD_NOW);
    int (*set)(amdgpu_bo_handle, struct amdgpu_bo_metadata *) = NULL;

    assert_non_null(library);
    *(void **)&set = dlsym(library, "amdgpu_bo_set_metadata");
    assert_non_null(set);
    assert_int_equal(set(giamd_memory_from(memory)->object, &metadata), 0);
    dlclose(library);
}

static gi_status try_image(struct round *round)
{
    const struct gi_memory_ops *ops = conf_driver->memory;
    const struct gi_image_shape shape = {
        .format = GI_FORMAT_RGBA8_UINT, .dims = GI_IMAGE_2D, .width = 64, .height = 64,
        .depth = 1, .layers = 1, .levels = 2, .flags = GI_IMAGE_EXTERNAL | GI_IMAGE_DEDICATED };
    struct gi_os_handle handle;

    TRY(keep_memory(round, ops->allocate_exportable(next_memory(round), IMAGE_SIZE,
                                                    GI_OS_HANDLE_DMA_BUF_FD)));
    describe_image(round->memories[5]);
    TRY(keep_fd(round, ops->export(round->memories[5], GI_OS_HANDLE_DMA_BUF_FD, &handle),
                &handle));
    TRY(keep_memory(round, ops->import(next_memory(round), &handle, IMAGE_SIZE, true)));
    struct gi_image *image = calloc(1, conf_driver->image->size);
    assert_non_null(image);
    image->device = round->base;
    image->ops = conf_driver->image;
    image->shape = shape;
    image->memory = round->memories[6];
    round->image = image;
    TRY(image->ops->init(image));
    return image->ops->bind(image, round->memories[6], 0);
}

static gi_status try_semaphores(struct round *round)
{
    const struct gi_semaphore_ops *ops = conf_driver->semaphore;
    struct gi_os_handle handle, file;

    TRY(keep_semaphore(round, ops->create(next_semaphore(round, GI_SEMAPHORE_TIMELINE), 5)));
    TRY(keep_fd(round, ops->export(round->semaphores[0], GI_OS_HANDLE_OPAQUE_FD, &handle),
                &handle));
    TRY(keep_semaphore(round, ops->import(next_semaphore(round, GI_SEMAPHORE_TIMELINE), &handle)));
    TRY(ops->signal(round->semaphores[1], 6));
    TRY(keep_semaphore(round, ops->create(next_semaphore(round, GI_SEMAPHORE_BINARY), 0)));
    TRY(ops->signal(round->semaphores[2], 0));
    TRY(keep_fd(round, ops->export(round->semaphores[2], GI_OS_HANDLE_SYNC_FILE_FD, &file),
                &file));
    TRY(keep_semaphore(round, ops->import(next_semaphore(round, GI_SEMAPHORE_BINARY), &file)));
    return keep_semaphore(round, ops->capture(round->semaphores[3],
                                              next_semaphore(round, GI_SEMAPHORE_BINARY)));
}

static gi_status try_work(struct round *round)
{
    struct gi_command commands[3] = {
        conf_copy(round->memories[3], 0, round->memories[1], 0, SIZE),
        { .kind = GI_COMMAND_IMAGE_WRITE, .dst_image = { .image = round->image },
          .src = { .memory = round->memories[1], .strides = { 256, 0 } },
          .box = { 4 * 63, 61, 1 } },
        { .kind = GI_COMMAND_IMAGE_COPY, .barrier_before = true,
          .dst_image = { .image = round->image, .level = 1 },
          .src_image = { .image = round->image, .x = 3 }, .box = { 4 * 31, 32, 1 } },
    };
    struct gi_wait wait = { .semaphore = round->semaphores[4] };
    struct gi_signal signal = { .semaphore = round->semaphores[0], .value = 7 };
    struct gi_batch batch = { .commands = commands, .command_count = 3, .waits = &wait,
                              .wait_count = 1, .signals = &signal, .signal_count = 1, .value = 1 };

    TRY(conf_driver->queue->submit(round->queue, &batch));
    round->submitted = 1;
    return GI_OK;
}

static gi_status try_all(struct round *round, void *host)
{
    struct gi_device_base *base = calloc(1, conf_driver->device->size);
    gi_status status;

    base->driver = conf_driver;
    base->info = conf_info;
    status = conf_driver->device->open(base);
    if (status != GI_OK) {
        free(base);
        return status;
    }
    round->base = base;
    round->queue = calloc(1, conf_driver->queue->size);
    round->queue->device = base;
    status = conf_driver->queue->open(round->queue);
    if (status != GI_OK) {
        free(round->queue);
        round->queue = NULL;
        return status;
    }
    TRY(try_memory(round, host));
    TRY(try_image(round));
    TRY(try_semaphores(round));
    return try_work(round);
}

static void end(struct round *round)
{
    struct gi_wait wait = { .queue = round->queue, .value = round->submitted };

    calls_left = 0;
    if (round->submitted != 0)
        CONF_OK(conf_wait_any(round->base, &wait, 1, conf_patience()));
    while (round->semaphore_count > 0)
        conf_semaphore_free(round->semaphores[--round->semaphore_count]);
    if (round->image != NULL)
        conf_image_free(round->image);
    while (round->memory_count > 0)
        conf_memory_free(round->memories[--round->memory_count]);
    while (round->fd_count > 0)
        assert_int_equal(close(round->fds[--round->fd_count]), 0);
    if (round->queue != NULL)
        conf_driver->queue->close(round->queue);
    free(round->queue);
    if (round->base != NULL)
        conf_driver->device->close(round->base);
    free(round->base);
}

static void every_call_fails_once(void **state)
{
    void *host = aligned_alloc(4096, 4096);
    unsigned failures = 0;
    gi_status status;
    int fds = 0;

    (void)state;
    assert_non_null(host);
    for (unsigned long nth = 0;; nth++) {
        struct round round = { 0 };
        calls_left = nth;
        failed = NULL;
        status = try_all(&round, host);
        bool was_due = failed != NULL;
        CONF_THAT(status == GI_OK || was_due, "call %lu: %s without a cause", nth,
                  gi_status_name(status));
        CONF_THAT(status == GI_OK || status == GI_NOT_READY || gi_last_error_detail()[0] != 0,
                  "%s failed, and there is no sentence", failed);
        failures += status != GI_OK;
        end(&round);
        if (nth == 0)
            fds = conf_open_fds();
        CONF_THAT(devices == 0 && objects == 0 && ranges == 0 && maps == 0 && contexts == 0 &&
                  syncobjs == 0 && host_maps == 0,
                  "%s failed and left %d devices, %d objects, %d ranges, %d maps, %d contexts, %d "
                  "sync objects, %d host maps", failed != NULL ? failed : "nothing", devices,
                  objects, ranges, maps, contexts, syncobjs, host_maps);
        CONF_THAT(conf_open_fds() == fds, "%s failed and left %d fds for %d",
                  failed != NULL ? failed : "nothing", conf_open_fds(), fds);
        if (nth > 0 && !was_due)
            break;
    }
    assert_true(failures > 30);
    free(host);
}

static int find_card(void **state)
{
    CONF_OK(giamd_loader_open_drm(&real_drm));
    CONF_OK(giamd_loader_open(&real));
    giamd_loader_replace(resolve);
    return on_card_find(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_fails_once),
    };

    if (on_card_absent())
        return EXIT_SKIPPED;
    return cmocka_run_group_tests_name("sweep", tests, find_card, NULL);
}
