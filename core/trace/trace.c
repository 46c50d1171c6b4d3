#include "trace.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/process.h"
#include "base/thread.h"
#include "base/uncancelled.h"
#include "event_lines.h"
#include "ring.h"
#include "trace_file.h"

/* How long a record waits for the file at most, where rings do not fill. */
#define PAUSE_NS UINT64_C(20000000)

/* Lines are written in pieces of about this size. */
#define PIECE_BYTES ((size_t)1 << 18)

atomic_int gi_trace_door = 1;
atomic_int gi_trace_state;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards what is below; no other lock
                                                                but the rings' is taken under it */
static struct {
    int fd;                              /* valid while a trace is on */
    struct gi_event_lines lines;
    gi_status failure;                   /* of the file; then nothing more is written */
    bool has_thread, is_stopping;
} file;

static pthread_t writer;
static pthread_cond_t wake;
static pthread_once_t begin_once = PTHREAD_ONCE_INIT;
static pthread_once_t environment_once = PTHREAD_ONCE_INIT;
static _Atomic uint64_t numbers;

/* ---- writing, with the lock ----------------------------------------------------------------- */

static void write_lines(void)
{
    if (file.failure == GI_OK && file.lines.count > 0) {
        file.failure = gi_trace_file_write(file.fd, file.lines.bytes, file.lines.count);
        if (file.failure != GI_OK)
            gi_log(GI_LOG_ALWAYS, "%s", gi_last_error_detail());
    }
    gi_event_lines_written(&file.lines);
}

static void read_ring(struct gi_ring *ring)
{
    uint64_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    uint64_t written = atomic_load_explicit(&ring->written, memory_order_acquire);
    uint64_t dropped = atomic_exchange(&ring->dropped, 0);

    while (read < written) {
        gi_event_lines_add(&file.lines, ring, &ring->records[read % GI_RING_RECORDS]);
        atomic_store_explicit(&ring->read, ++read, memory_order_release);
        if (file.lines.count >= PIECE_BYTES)
            write_lines();
    }
    if (dropped > 0)
        gi_event_lines_dropped(&file.lines, ring, dropped, gi_now_ns());
}

static void read_rings(void)
{
    for (struct gi_ring *ring = gi_ring_first(); ring != NULL; ring = ring->next)
        read_ring(ring);
    write_lines();
}

/* Records of an earlier trace that a thread gave behind its end. */
static void forget_all(void)
{
    for (struct gi_ring *ring = gi_ring_first(); ring != NULL; ring = ring->next) {
        atomic_store(&ring->read, atomic_load(&ring->written));
        atomic_store(&ring->dropped, 0);
    }
}

/* ---- the writer ----------------------------------------------------------------------------- */

static void *write_on(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!file.is_stopping) {
        (void)gi_condition_wait(&wake, &lock, gi_trace_is_on() ? gi_deadline_ns(PAUSE_NS)
                                                               : GI_FOREVER);
        if (gi_trace_is_on())
            read_rings();
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* The child has no writer. Its copy of the fd would keep the file locked while it lives. */
static void after_fork_in_child(void)
{
    if (gi_trace_is_on()) {
        atomic_store(&gi_trace_state, 0);
        gi_event_lines_finish(&file.lines);
        close(file.fd);
    }
    file.has_thread = false;
    gi_condition_init(&wake);
    pthread_mutex_unlock(&lock);
}

static void begin_recording(void)
{
    gi_condition_init(&wake);
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

/* The exit ends the trace: what threads of the program record later is lost. */
static void stop_at_exit(void *unused)
{
    bool has_thread;

    (void)unused;
    pthread_mutex_lock(&lock);
    has_thread = file.has_thread;
    file.is_stopping = true;
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&lock);
    if (has_thread)
        gi_thread_join(writer);
    (void)!gi_trace_stop();
}

/* Starts the thread that writes, once. The lock is held. */
static gi_status start_writer(void)
{
    gi_status status;

    if (file.has_thread)
        return GI_OK;
    pthread_once(&begin_once, begin_recording);
    gi_process_begin();
    if (!gi_process_at_exit(stop_at_exit, NULL))
        return gi_fail(GI_ENDING, "trace: the process is ending");
    status = gi_thread_start(&writer, "gi-trace", write_on, NULL);
    file.has_thread = status == GI_OK;
    return status;
}

/* ---- beginning and ending ------------------------------------------------------------------- */

static gi_status start_locked(const char *path)
{
    gi_status status;

    if (gi_trace_is_on())
        return gi_fail(GI_INVALID_VALUE, "trace: one is on already; end it before another begins");
    status = start_writer();
    if (status == GI_OK)
        status = gi_trace_file_open(path, &file.fd);
    if (status != GI_OK)
        return status;
    file.failure = GI_OK;
    forget_all();
    gi_event_lines_begin(&file.lines);
    write_lines();
    status = file.failure;
    if (status != GI_OK) {
        gi_event_lines_finish(&file.lines);
        close(file.fd);
        return status;
    }
    atomic_store(&gi_trace_state, 1);
    atomic_store(&gi_trace_door, 1);
    pthread_cond_broadcast(&wake);
    return GI_OK;
}

gi_status gi_trace_start(const char *path)
{
    GI_UNCANCELLED;
    gi_status status;

    if (path == NULL || path[0] == '\0')
        return gi_fail(GI_INVALID_VALUE, "trace: the path of its file is empty");
    pthread_mutex_lock(&lock);
    status = start_locked(path);
    pthread_mutex_unlock(&lock);
    return status;
}

static gi_status stop_locked(void)
{
    if (!gi_trace_is_on())
        return gi_fail(GI_INVALID_VALUE, "trace: none is on");
    atomic_store(&gi_trace_state, 0);
    read_rings();
    gi_event_lines_finish(&file.lines);
    close(file.fd);
    return file.failure;
}

gi_status gi_trace_stop(void)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_mutex_lock(&lock);
    status = stop_locked();
    pthread_mutex_unlock(&lock);
    return status;
}

static void begin_by_environment(void)
{
    const char *path = secure_getenv("GPUINTEROP_TRACE");

    if (path != NULL && path[0] != '\0' && gi_trace_start(path) != GI_OK)
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_TRACE: no trace is written: %s",
               gi_last_error_detail());
}

void gi_trace_begin_by_environment(void)
{
    pthread_once(&environment_once, begin_by_environment);
}

/* ---- graphs --------------------------------------------------------------------------------- */

static pthread_once_t graphs_once = PTHREAD_ONCE_INIT;
static bool wants_nodes;

static void read_graphs(void)
{
    const char *value = getenv("GPUINTEROP_TRACE_GRAPHS");

    wants_nodes = value != NULL && strcmp(value, "nodes") == 0;
    if (value != NULL && value[0] != '\0' && !wants_nodes && strcmp(value, "launches") != 0)
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_TRACE_GRAPHS: \"%s\" is neither nodes nor launches; it "
               "is launches", value);
}

bool gi_trace_wants_nodes(void)
{
    if (!gi_trace_is_on())
        return false;
    pthread_once(&graphs_once, read_graphs);
    return wants_nodes;
}

/* ---- recording ------------------------------------------------------------------------------ */

struct gi_trace_record *gi_trace_next(void)
{
    struct gi_ring *ring = gi_ring_own();

    return ring != NULL ? gi_ring_next(ring) : NULL;
}

/* A lost wake costs a pause, as the lock is not taken. */
void gi_trace_give(void)
{
    if (gi_ring_give(gi_ring_own()))
        pthread_cond_signal(&wake);
}

void gi_trace_add(const struct gi_trace_record *record)
{
    struct gi_trace_record *place = gi_trace_next();

    if (place == NULL)
        return;
    *place = *record;
    gi_trace_give();
}

bool gi_trace_runs(void)
{
    return gi_trace_is_on();
}

int64_t gi_trace_now_ns(void)
{
    return gi_now_ns();
}

uint64_t gi_trace_number(void)
{
    return atomic_fetch_add_explicit(&numbers, 1, memory_order_relaxed) + 1;
}

void gi_trace_set_name(struct gi_trace_what *what, const char *name)
{
    size_t length = strnlen(name, GI_TRACE_NAME_BYTES - 1);

    memcpy(what->name, name, length);
    what->name[length] = '\0';
}

/* Files in memory have inodes of their own. All fds of a driver are often one device, and all that
 * the system makes for itself are one inode without a type. */
struct gi_trace_identity gi_trace_identity_of(int fd)
{
    struct stat facts;

    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode))
        return (struct gi_trace_identity){ GI_TRACE_INODE, facts.st_dev, facts.st_ino, NULL };
    return (struct gi_trace_identity){ GI_TRACE_LOCAL, gi_trace_number(), 0, NULL };
}
