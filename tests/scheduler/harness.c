/* Running cases, and what they share. */
#include "harness.h"

#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "stream/settle.h"
#include "stream/stream_state.h"

enum {
    CASE_SECONDS = 240,         /* a case that takes longer hangs */
    CASES_MAX = 100
};

/* The linker's names for the borders of the section. A program with a table of cases has none. */
extern const struct sched_registered *const __start_sched_cases[] __attribute__((weak));
extern const struct sched_registered *const __stop_sched_cases[] __attribute__((weak));

static struct gi_device_base *peer;

/* ---- cases --------------------------------------------------------------------------------- */

void sched_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    flockfile(stderr);
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
    fflush(NULL);
    _exit(1);
}

static bool run_in_child(const struct sched_case *one)
{
    int ending;

    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(CASE_SECONDS);
        one->run();
        exit(0);
    }
    if (child < 0 || waitpid(child, &ending, 0) != child)
        return false;
    bool good = WIFEXITED(ending) && WEXITSTATUS(ending) == one->exit_code;
    printf("%-8s %s\n", good ? "ok" : "FAILED", one->name);
    if (!good)
        printf("         %s %d instead of exit code %d\n", WIFEXITED(ending) ? "exit code"
               : WTERMSIG(ending) == SIGALRM ? "it hangs: signal" : "signal",
               WIFEXITED(ending) ? WEXITSTATUS(ending) : WTERMSIG(ending), one->exit_code);
    fflush(stdout);
    return good;
}

int sched_main(int argc, char **argv, const struct sched_case *cases, size_t count)
{
    int failed = 0;

    /* The cases count calls of the driver, kernels and threads. test_ahead sets it itself. */
    setenv("GPUINTEROP_COMPILE_AHEAD", "0", 0);
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run();
            return 0;
        }
        if (argc <= 1)
            failed += !run_in_child(&cases[i]);
    }
    if (argc > 1)
        fprintf(stderr, "no case is called %s\n", argv[1]);
    return argc > 1 || failed > 0;
}

static int by_line(const void *left, const void *right)
{
    const struct sched_registered *a = left, *b = right;

    return (a->line > b->line) - (a->line < b->line);
}

int sched_run(int argc, char **argv)
{
    struct sched_registered registered[CASES_MAX];
    struct sched_case cases[CASES_MAX];
    size_t count = (size_t)(__stop_sched_cases - __start_sched_cases);

    REQUIRE(count > 0 && count <= CASES_MAX, "%zu cases, not 1 to %d", count, CASES_MAX);
    for (size_t i = 0; i < count; i++)
        registered[i] = *__start_sched_cases[i];
    qsort(registered, count, sizeof registered[0], by_line);
    for (size_t i = 0; i < count; i++)
        cases[i] = registered[i].one;
    return sched_main(argc, argv, cases, count);
}

bool sched_sleeps(int thread)
{
    char path[64], line[256] = "";
    const char *state;
    FILE *file;

    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    file = fopen(path, "r");
    REQUIRE(file != NULL && fgets(line, sizeof line, file) != NULL, "no state of the thread");
    fclose(file);
    state = strrchr(line, ')');
    return state != NULL && state[2] == 'S';
}

/* ---- the device ---------------------------------------------------------------------------- */

/* The sanitizers need the part of the address space where the fake puts its device addresses. */
bool sched_has_room_for_addresses(void)
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    return false;
#elif defined(__has_feature)
    return !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer);
#else
    return true;
#endif
}

static void open_peer(const struct gifake_device_config *config)
{
    peer = calloc(1, gifake_driver.device->size);
    REQUIRE(peer != NULL, "no memory");
    peer->driver = &gifake_driver;
    peer->info = config->info;
    peer->info.index = 1;
    OK(gifake_driver.device->open(peer));
}

void sched_begin_config(const struct gifake_device_config *config)
{
    struct gifake_device_config configs[2] = { *config };

    gifake_default_config(&configs[1], 1);
    configs[1].timeline_caps = configs[1].binary_caps = CAPS_ALL;
    gifake_configure(configs, 2);
    open_peer(&configs[1]);
}

void sched_begin(const struct sched_setup *setup)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.queue_count = setup->queues;
    config.timeline_caps = setup->timeline_caps;
    config.binary_caps = setup->binary_caps;
    config.addresses = sched_has_room_for_addresses() ? setup->addresses : GIFAKE_ADDRESSES_SHARED;
    sched_begin_config(&config);
}

void sched_begin_plain(void)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
}

static void count_device(struct gi_device *device, void *count)
{
    (void)device;
    ++*(size_t *)count;
}

static size_t open_devices(void)
{
    size_t count = 0;

    gi_device_for_each_open(count_device, &count);
    return count;
}

static bool is_anything_left(void)
{
    struct gifake_live live;
    size_t objects = gi_handle_live_count(GI_OBJECT_EVENT) +
                     gi_handle_live_count(GI_OBJECT_EXTERNAL_MEMORY) +
                     gi_handle_live_count(GI_OBJECT_ARRAY) +
                     gi_handle_live_count(GI_OBJECT_EXTERNAL_SEMAPHORE);

    gifake_live(&live);
    return objects > 0 || gi_handle_live_count(GI_OBJECT_STREAM) > open_devices() ||
           live.semaphores > 0 || live.images > 0;
}

/* A thread of the library may still be dropping its last reference. */
void sched_expect_nothing_left(void)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));
    struct gifake_live live;

    while (is_anything_left() && gi_now_ns() < deadline)
        sched_yield();
    for (int kind = 0; kind < GI_OBJECT_KIND_COUNT; kind++) {
        /* Each device's legacy default stream, default pool and primary context. */
        size_t kept = kind == GI_OBJECT_STREAM || kind == GI_OBJECT_POOL ||
                      kind == GI_OBJECT_CONTEXT ? open_devices() : 0;
        REQUIRE(gi_handle_live_count((enum gi_object_kind)kind) <= kept, "%zu are left: %s",
                gi_handle_live_count((enum gi_object_kind)kind),
                gi_object_kind_name((enum gi_object_kind)kind));
    }
    gifake_live(&live);
    REQUIRE(live.semaphores == 0, "%u semaphores of the driver are left", live.semaphores);
    REQUIRE(live.images == 0, "%u images of the driver are left", live.images);
    REQUIRE(live.textures == 0, "%u textures of the driver are left", live.textures);
    /* A block of each heap, and the pieces that copies of pageable memory go through. */
    REQUIRE(live.memories <= (3 + GI_STAGING_SLOTS) * open_devices(),
            "%u memories of the driver are left", live.memories);
}

void sched_expect_ended(gi_status status, const char *what)
{
    REQUIRE(status == GI_OK, "%s stays: %s", what, gi_status_name(status));
}

void sched_pause_all(void)
{
    for (uint32_t i = 0; i < GIFAKE_MAX_QUEUES; i++)
        gifake_pause_queue(0, i);
}

void sched_resume_all(void)
{
    for (uint32_t i = 0; i < GIFAKE_MAX_QUEUES; i++)
        gifake_resume_queue(0, i);
}

/* ---- streams ------------------------------------------------------------------------------- */

gi_handle sched_stream(void)
{
    gi_handle stream;

    OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    return stream;
}

gi_handle sched_blocking_stream(void)
{
    gi_handle stream;

    OK(gi_stream_create(0, 0, &stream));
    return stream;
}

uint32_t sched_queue_of(gi_handle handle)
{
    struct gi_stream *stream;
    uint32_t queue;

    OK(gi_stream_acquire(handle, &stream));
    queue = stream->lane->queue->index;
    gi_stream_release(stream);
    return queue;
}

bool sched_has_own_queue(gi_handle handle)
{
    struct gi_stream *stream;
    bool exclusive;

    OK(gi_stream_acquire(handle, &stream));
    exclusive = stream->lane->exclusive;
    gi_stream_release(stream);
    return exclusive;
}

gi_handle sched_event(void)
{
    gi_handle event;

    OK(gi_event_create(GI_EVENT_DISABLE_TIMING, &event));
    return event;
}

/* ---- memory -------------------------------------------------------------------------------- */

uint64_t sched_memory(uint64_t size_bytes)
{
    uint64_t pointer;

    OK(gi_memory_alloc(size_bytes, &pointer));
    return pointer;
}

uint64_t sched_host_memory(uint64_t size_bytes)
{
    uint64_t pointer;

    OK(gi_memory_host_alloc(size_bytes, 0, &pointer));
    return pointer;
}

void sched_expect_bytes(uint64_t pointer, uint64_t size_bytes, uint8_t value)
{
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)pointer;

    for (uint64_t i = 0; i < size_bytes; i++)
        REQUIRE(bytes[i] == value, "byte %llu of %llu is 0x%02x instead of 0x%02x",
                (unsigned long long)i, (unsigned long long)size_bytes, bytes[i], value);
}

int sched_peer_memory(uint64_t size_bytes)
{
    const struct gi_memory_ops *ops = gifake_driver.memory;
    struct gi_memory *memory = calloc(1, ops->size);
    struct gi_os_handle handle;

    REQUIRE(memory != NULL, "no memory");
    memory->device = peer;
    memory->ops = ops;
    OK(ops->allocate_exportable(memory, size_bytes, GI_OS_HANDLE_OPAQUE_FD));
    OK(ops->export(memory, GI_OS_HANDLE_OPAQUE_FD, &handle));
    ops->finish(memory);                         /* the fd keeps the bytes */
    free(memory);
    return handle.fd;
}

/* ---- semaphores ---------------------------------------------------------------------------- */

static int make_native(struct sched_semaphore *semaphore, uint64_t value)
{
    const struct gi_semaphore_ops *ops = gifake_driver.semaphore;
    struct gi_os_handle handle;

    semaphore->native = calloc(1, ops->size);
    REQUIRE(semaphore->native != NULL, "no memory");
    semaphore->native->device = peer;
    semaphore->native->ops = ops;
    semaphore->native->kind = semaphore->is_timeline ? GI_SEMAPHORE_TIMELINE : GI_SEMAPHORE_BINARY;
    OK(ops->create(semaphore->native, value));
    OK(ops->export(semaphore->native, GI_OS_HANDLE_OPAQUE_FD, &handle));
    return handle.fd;
}

void sched_semaphore_make(struct sched_semaphore *semaphore, enum sched_source source,
                          bool is_timeline, uint64_t value)
{
    struct gi_external_semaphore_request request = {
        .type = is_timeline ? GI_EXTERNAL_SEMAPHORE_TIMELINE_FD : GI_EXTERNAL_SEMAPHORE_OPAQUE_FD
    };

    memset(semaphore, 0, sizeof *semaphore);
    semaphore->is_timeline = is_timeline;
    if (source == SCHED_NATIVE_SEMAPHORE) {
        request.fd = make_native(semaphore, value);
    } else {
        REQUIRE(gi_host_semaphore_create(&semaphore->host, is_timeline, value) == 0,
                "no host semaphore");
        request.fd = fcntl(semaphore->host.fd, F_DUPFD_CLOEXEC, 0);
    }
    OK(gi_external_semaphore_import(&request, &semaphore->handle));
}

void sched_peer_signal(struct sched_semaphore *semaphore, uint64_t value)
{
    /* A host semaphore is seen through two mappings, which ThreadSanitizer takes for two objects:
     * the fake's lock shows it what the signal orders. */
    (void)gifake_live_count();
    if (semaphore->native != NULL)
        OK(semaphore->native->ops->signal(semaphore->native, value));
    else
        REQUIRE(gi_host_semaphore_signal(&semaphore->host, value) == 0, "value %llu is refused",
                (unsigned long long)value);
}

uint64_t sched_peer_value(struct sched_semaphore *semaphore)
{
    uint64_t value;

    if (semaphore->native == NULL)
        return gi_host_semaphore_value(&semaphore->host);
    OK(semaphore->native->ops->query(semaphore->native, &value));
    return value;
}

void sched_peer_await(struct sched_semaphore *semaphore, uint64_t value)
{
    struct gi_wait wait = { .semaphore = semaphore->native, .value = value };
    struct gifake_counts counts;

    if (semaphore->native != NULL)
        OK(gifake_wait_any(peer, &wait, 1, GI_FOREVER));
    while (semaphore->native == NULL && sched_peer_value(semaphore) < value) {
        struct gi_host_semaphore_word word = {
            gi_host_semaphore_wake_address(&semaphore->host),
            gi_host_semaphore_wake_word(&semaphore->host)
        };
        if (sched_peer_value(semaphore) < value)
            (void)gi_host_semaphore_sleep(&word, 1, GI_FOREVER);
    }
    /* ThreadSanitizer cannot see order by a word that is mapped twice; it sees the fake's lock. */
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
}

void sched_wait(gi_handle stream, const struct sched_semaphore *semaphore, uint64_t value)
{
    struct gi_external_semaphore_item item = { semaphore->handle, value, 0, true };

    OK(gi_external_semaphores_wait(&item, 1, stream));
}

void sched_signal(gi_handle stream, const struct sched_semaphore *semaphore, uint64_t value)
{
    struct gi_external_semaphore_item item = { semaphore->handle, value, 0, true };

    OK(gi_external_semaphores_signal(&item, 1, stream));
}

void sched_semaphore_end(struct sched_semaphore *semaphore)
{
    if (semaphore->handle != 0)
        OK(gi_external_semaphore_destroy(semaphore->handle));
    if (semaphore->native != NULL) {
        semaphore->native->ops->finish(semaphore->native);
        free(semaphore->native);
    } else {
        gi_host_semaphore_finish(&semaphore->host);
    }
}

/* ---- gates of the test's own ---------------------------------------------------------------- */

void sched_gate_init(struct sched_gate *gate)
{
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->changed, NULL);
    gate->entered = gate->open = false;
}

static void stand_at_gate(void *argument, gi_status status)
{
    struct sched_gate *gate = argument;

    (void)status;
    pthread_mutex_lock(&gate->lock);
    gate->entered = true;
    pthread_cond_broadcast(&gate->changed);
    while (!gate->open)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

void sched_gate_enqueue(struct sched_gate *gate, gi_handle stream)
{
    OK(gi_stream_host_call(stream, stand_at_gate, gate, true));
}

void sched_gate_await_entered(struct sched_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    while (!gate->entered)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

void sched_gate_hold(struct sched_gate *gate, gi_handle stream)
{
    sched_gate_init(gate);
    sched_gate_enqueue(gate, stream);
    sched_gate_await_entered(gate);
}

void sched_gate_open(struct sched_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->open = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

/* ---- frees, which wait for the device -------------------------------------------------------- */

static atomic_uint sleeping;             /* calls that were seen to sleep */

static void note_sleeping(const char *sentence)
{
    (void)sentence;
    atomic_fetch_add(&sleeping, 1);
}

static void *run_freeing(void *argument)
{
    struct sched_freeing *freeing = argument;

    freeing->status = freeing->call(freeing->what);
    atomic_store(&freeing->is_over, true);
    return NULL;
}

void sched_free_start(struct sched_freeing *freeing, gi_status (*call)(uint64_t what),
                      uint64_t what)
{
    freeing->call = call;
    freeing->what = what;
    atomic_init(&freeing->is_over, false);
    REQUIRE(pthread_create(&freeing->thread, NULL, run_freeing, freeing) == 0, "no thread");
}

void sched_free_begin(struct sched_freeing *freeing, gi_status (*call)(uint64_t what),
                      uint64_t what)
{
    unsigned before = atomic_load(&sleeping);

    sched_free_start(freeing, call, what);
    while (atomic_load(&sleeping) == before && !atomic_load(&freeing->is_over)) {
        sched_yield();
        gi_settle_name_slow(gi_now_ns(), 0, note_sleeping);
    }
}

gi_status sched_free_end(struct sched_freeing *freeing)
{
    pthread_join(freeing->thread, NULL);
    return freeing->status;
}
