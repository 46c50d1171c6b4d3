/* The part of the fault sweep that two processes play: one offers memory, a pool and an event, the
 * other opens them. The faults come in this process, which is either of them. */
#include "sweep.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../copies.h"
#include "device/device.h"
#include "ops/event.h"
#include "fake.h"
#include "outside.h"
#include "share/ipc.h"
#include "share/ipc_event.h"
#include "pools/memory.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "pools/pool_cache.h"
#include "share/pool_share.h"
#include "stream/stream.h"

enum { SIZE = 16 * 1024, OTHER_SECONDS = 120 };
enum { PLAIN_BYTE = 0x21, POOLED_BYTE = 0x43 };

/** What one process tells the other. */
struct offer {
    struct gi_ipc_handle memory, pooled, event;
    int pool_fd;                 /* of the process that offers */
    pid_t process;
};

struct offered {
    uint64_t memory, pooled;
    gi_handle pool, event, stream;
    int pool_fd;
};

struct opened {
    uint64_t memory, pooled, host;
    gi_handle pool, event, stream;
};

/* ---- offering -------------------------------------------------------------------------------- */

static gi_status fill_offered(struct offered *o)
{
    struct gi_pool_request request = { .allocation_type = 1, .location_type = 1,
                                       .handle_type = 1, .device = SWEEP_DEVICE };
    gi_status status = gi_device_set_current(SWEEP_DEVICE);

    if (status == GI_OK)
        status = gi_memory_alloc(SIZE, &o->memory);
    if (status == GI_OK)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &o->stream);
    if (status == GI_OK)
        status = gi_pool_create(&request, &o->pool);
    if (status == GI_OK)
        status = gi_memory_alloc_async(SIZE, o->pool, o->stream, &o->pooled);
    if (status == GI_OK)
        status = gi_event_create(GI_EVENT_INTERPROCESS | GI_EVENT_DISABLE_TIMING, &o->event);
    if (status == GI_OK)
        status = gi_fill_async(o->memory, PLAIN_BYTE, 1, SIZE, o->stream);
    if (status == GI_OK)
        status = gi_fill_async(o->pooled, POOLED_BYTE, 1, SIZE, o->stream);
    return status == GI_OK ? gi_event_record(o->event, o->stream) : status;
}

static gi_status make_offer(struct offered *o, struct offer *out_offer)
{
    gi_status status;

    memset(o, 0, sizeof *o);
    memset(out_offer, 0, sizeof *out_offer);
    o->pool_fd = -1;
    out_offer->process = getpid();
    status = fill_offered(o);
    if (status == GI_OK)
        status = gi_ipc_memory_export(o->memory, &out_offer->memory);
    if (status == GI_OK)
        status = gi_pool_export(o->pool, 1, 0, &o->pool_fd);
    if (status == GI_OK)
        status = gi_pool_export_pointer(o->pooled, &out_offer->pooled);
    if (status == GI_OK)
        status = gi_ipc_event_export(o->event, &out_offer->event);
    out_offer->pool_fd = o->pool_fd;
    return status;
}

static void drop_offer(const struct offered *o)
{
    if (o->stream != 0)
        (void)!gi_stream_synchronize(o->stream);
    if (o->pool_fd >= 0)
        close(o->pool_fd);
    if (o->event != 0)
        sweep_expect_destroyed(gi_event_destroy(o->event), "an event for others");
    if (o->memory != 0)
        sweep_expect_destroyed(gi_memory_free(o->memory), "memory for others");
    if (o->pooled != 0)
        sweep_expect_destroyed(gi_memory_free(o->pooled), "a pool's memory for others");
    if (o->pool != 0)
        sweep_expect_destroyed(gi_pool_destroy(o->pool), "a pool for others");
    if (o->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(o->stream), "a stream");
}

/* ---- opening --------------------------------------------------------------------------------- */

/** The fd stays the caller's, whatever comes of it. */
static gi_status open_pool(const struct offer *offer, gi_handle *out_pool)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)offer->process, offer->pool_fd);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return gi_fail(GI_OS_ERROR, "the other process's pool is not at %s", path);
    gi_status status = gi_pool_import(fd, 1, 0, out_pool);
    EXPECT(sweep_is_open(fd), "importing a pool closed fd %d", fd);
    (void)sweep_close(fd);
    return status;
}

static gi_status open_things(const struct offer *offer, struct opened *o)
{
    gi_status status = gi_device_set_current(SWEEP_DEVICE);

    if (status == GI_OK)
        status = gi_ipc_memory_open(&offer->memory, 1, &o->memory);
    if (status == GI_OK)
        status = open_pool(offer, &o->pool);
    if (status == GI_OK)
        status = gi_pool_import_pointer(o->pool, &offer->pooled, &o->pooled);
    if (status == GI_OK)
        status = gi_ipc_event_open(&offer->event, &o->event);
    if (status == GI_OK)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &o->stream);
    return status == GI_OK ? gi_memory_host_alloc(2 * SIZE, 0, &o->host) : status;
}

static gi_status read_things(const struct opened *o)
{
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)o->host;
    gi_status status = gi_stream_wait_event(o->stream, o->event);

    if (status == GI_OK)
        status = gi_copy_async(o->host, o->memory, SIZE, GI_COPY_DEVICE_TO_HOST, o->stream);
    if (status == GI_OK)
        status = gi_copy_async(o->host + SIZE, o->pooled, SIZE, GI_COPY_DEVICE_TO_HOST, o->stream);
    if (status == GI_OK)
        status = gi_event_record(o->event, o->stream);
    if (status == GI_OK)
        status = gi_stream_synchronize(o->stream);
    if (status != GI_OK)
        return status;
    EXPECT(bytes[0] == PLAIN_BYTE && bytes[SIZE - 1] == PLAIN_BYTE &&
           bytes[SIZE] == POOLED_BYTE && bytes[2 * SIZE - 1] == POOLED_BYTE,
           "no error, but what was opened is not what was offered");
    return GI_OK;
}

static gi_status open_offer(const struct offer *offer, struct opened *o)
{
    gi_status status;

    memset(o, 0, sizeof *o);
    status = open_things(offer, o);
    return status == GI_OK ? read_things(o) : status;
}

static void close_opened(const struct opened *o)
{
    if (o->stream != 0)
        (void)!gi_stream_synchronize(o->stream);
    if (o->memory != 0)
        sweep_expect_destroyed(gi_ipc_memory_close(o->memory), "another's memory");
    if (o->pooled != 0)
        sweep_expect_destroyed(gi_memory_free(o->pooled), "the memory of another's pool");
    if (o->pool != 0)
        sweep_expect_destroyed(gi_pool_destroy(o->pool), "another's pool");
    if (o->event != 0)
        sweep_expect_destroyed(gi_event_destroy(o->event), "another's event");
    if (o->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(o->stream), "a stream");
    if (o->host != 0)
        sweep_expect_destroyed(gi_memory_host_free(o->host), "host memory");
}

/* ---- the other process ----------------------------------------------------------------------- */

enum order { MAKE, DROP, OPEN };

struct request {
    enum order order;
    struct offer offer;          /* open */
};

struct answer {
    gi_status status;
    char detail[200];
    struct offer offer;          /* make */
};

static int other = -1;           /* the channel to it */

static _Noreturn void be_other(int channel)
{
    struct offered offered = { .pool_fd = -1 };
    struct opened opened;
    struct request request;

    alarm(OTHER_SECONDS);
    while (read(channel, &request, sizeof request) == (ssize_t)sizeof request) {
        struct answer answer = { .status = GI_OK };

        switch (request.order) {
        case MAKE:
            answer.status = make_offer(&offered, &answer.offer);
            break;
        case DROP:
            drop_offer(&offered);
            break;
        case OPEN:
            answer.status = open_offer(&request.offer, &opened);
            snprintf(answer.detail, sizeof answer.detail, "%s", gi_last_error_detail());
            close_opened(&opened);
            break;
        }
        if (sweep_went_wrong)
            answer.status = GI_INTERNAL;
        if (write(channel, &answer, sizeof answer) != (ssize_t)sizeof answer)
            break;
    }
    _exit(0);
}

/** Begins before this process has done anything with the library. */
static bool start_other(void)
{
    int ends[2];

    if (other >= 0)
        return true;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_other(ends[1]);
    }
    close(ends[1]);
    other = ends[0];
    return child > 0;
}

static struct answer ask_other(const struct request *request)
{
    struct answer answer = { .status = GI_INTERNAL, .detail = "the other process has ended" };

    outside_leave_out(true);
    if (write(other, request, sizeof *request) == (ssize_t)sizeof *request)
        (void)!read(other, &answer, sizeof answer);
    outside_leave_out(false);
    return answer;
}

/* ---- the scenarios --------------------------------------------------------------------------- */

gi_status sweep_opening(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct request request = { .order = MAKE };
    struct opened opened;
    struct answer answer;
    gi_status status;

    if (!start_other())
        return gi_fail(GI_OS_ERROR, "there is no other process");
    answer = ask_other(&request);
    EXPECT(answer.status == GI_OK, "the other process offers nothing");
    sweep_begin_work(fail_nth, fail_status);
    status = open_offer(&answer.offer, &opened);
    sweep_after_work(status, out_slot);
    close_opened(&opened);
    request.order = DROP;
    answer = ask_other(&request);
    EXPECT(answer.status == GI_OK, "the other process cannot drop its offer");
    return status;
}

gi_status sweep_offering(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct request request = { .order = OPEN };
    struct offered offered;
    struct answer answer;
    gi_status status;

    if (!start_other())
        return gi_fail(GI_OS_ERROR, "there is no other process");
    sweep_begin_work(fail_nth, fail_status);
    status = make_offer(&offered, &request.offer);
    if (status == GI_OK) {       /* the work may be under way, or have failed */
        answer = ask_other(&request);
        EXPECT(answer.status != GI_INTERNAL, "the other process has seen something wrong");
        if (answer.status != GI_OK)
            status = gi_fail(answer.status, "the other process: %s", answer.detail);
    }
    sweep_after_work(status, out_slot);
    drop_offer(&offered);
    return status;
}
