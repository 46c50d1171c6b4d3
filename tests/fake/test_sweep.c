/* The fault sweep: scenarios through the core, once for each call that the core makes to a driver
 * or to the system, with that call failing.
 *
 *     test_sweep [sharing|memory|reset|offering|opening|files
 *                 [usual|lost|interrupted|partly|refused [N]]]
 *
 * After each fault: the scenario ends, by an error or because the fault could be lived with; the
 * fds of failed imports are open; everything can be destroyed; nothing is left that a run without
 * a fault would not leave; and, unless the device is gone, the scenario then works, so no lock is
 * held. Each run is a process of its own, since a lost device stays lost. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../conformance/conformance.h"
#include "../copies.h"
#include "device/device.h"
#include "ops/event.h"
#include "share/external_memory.h"
#include "share/external_semaphore.h"
#include "ops/host_function.h"
#include "fake.h"
#include "base/handle.h"
#include "outside.h"
#include "pools/memory.h"
#include "pools/register.h"
#include "stream/stream.h"
#include "sweep.h"

enum {
    SIZE = 256 * 1024,
    RUN_SECONDS = 240,           /* a run that takes longer hangs */
    EXIT_CLEAN = 0, EXIT_FAULT_NOT_REACHED = 100, EXIT_WRONG = 101
};

#ifdef __SANITIZE_THREAD__
enum { STEP = 23, BEYOND = 2 };  /* from a call that fails to the next; how many of these in a row
                                    do not come at the end */
#elif defined(__SANITIZE_ADDRESS__)
enum { STEP = 11, BEYOND = 2 };
#else
enum { STEP = 1, BEYOND = 6 };
#endif

bool sweep_went_wrong;

/* ---- faults ---------------------------------------------------------------------------------- */

/* A way to fail: of the driver's calls, or of the system's. */
static const struct fault {
    const char *name;
    gi_status status;            /* of a driver's call; GI_OK: the one that it has for a failure */
    bool is_outside;
    enum outside_way way;
} faults[] = {
    { "usual", GI_OK, false, 0 },
    { "lost", GI_DEVICE_LOST, false, 0 },
    { "interrupted", GI_OK, true, OUTSIDE_INTERRUPTED },
    { "partly", GI_OK, true, OUTSIDE_PARTLY },
    { "refused", GI_OK, true, OUTSIDE_REFUSED },
};

static const struct fault *fault = &faults[0];   /* of this run */

/* A call that is interrupted or cut short changes nothing. */
static bool goes_on(void)
{
    return fault->is_outside && fault->way != OUTSIDE_REFUSED;
}

void sweep_begin_work(unsigned long fail_nth, gi_status fail_status)
{
    if (fault->is_outside)
        outside_fail_call(fault->way, fail_nth);
    else
        gifake_fail_call(fail_nth, fail_status);
}

void sweep_after_work(gi_status status, const char **out_slot)
{
    if (status != GI_OK && gi_last_error_detail()[0] == '\0')
        EXPECT(false, "%s came without a sentence", gi_status_name(status));
    if (out_slot != NULL)
        *out_slot = fault->is_outside ? outside_failed() : gifake_failed_slot();
    gifake_fail_call(0, GI_OK);
    outside_fail_call(fault->way, 0);
}

int sweep_close(int fd)
{
    int result;

    outside_leave_out(true);
    result = close(fd);
    outside_leave_out(false);
    return result;
}

int sweep_duplicate(int fd)
{
    int result;

    outside_leave_out(true);
    result = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    outside_leave_out(false);
    return result;
}

bool sweep_is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

/* ---- the program that shares its objects --------------------------------------------------- */

struct peer {
    struct conf_rig rig;
    struct gi_memory *memory;
    struct gi_semaphore *timeline, *binary;
    struct gi_os_handle memory_fd, timeline_fd, binary_fd;
};

static void peer_start(struct peer *peer)
{
    conf_open(&peer->rig);
    peer->memory = conf_memory_shared(peer->rig.base, SIZE, &peer->memory_fd);
    peer->timeline = conf_semaphore(peer->rig.base, GI_SEMAPHORE_TIMELINE, 0);
    peer->binary = conf_semaphore(peer->rig.base, GI_SEMAPHORE_BINARY, 0);
    CONF_OK(peer->timeline->ops->export(peer->timeline, GI_OS_HANDLE_OPAQUE_FD,
                                        &peer->timeline_fd));
    CONF_OK(peer->binary->ops->export(peer->binary, GI_OS_HANDLE_OPAQUE_FD, &peer->binary_fd));
}

static void peer_end(struct peer *peer)
{
    close(peer->memory_fd.fd);
    close(peer->timeline_fd.fd);
    close(peer->binary_fd.fd);
    conf_semaphore_free(peer->binary);
    conf_semaphore_free(peer->timeline);
    conf_memory_free(peer->memory);
    conf_close(&peer->rig);
}

/** Signals all that a wait of the scenario could still hang on. */
static void peer_rescue(struct peer *peer)
{
    struct gi_signal signal = { .semaphore = peer->binary };

    CONF_OK(peer->timeline->ops->signal(peer->timeline, 1000));
    conf_submit_batch(&peer->rig.main,
                      (struct gi_batch){ .signals = &signal, .signal_count = 1 });
    conf_reach(&peer->rig.main, peer->rig.main.value);
}

/* ---- the scenario -------------------------------------------------------------------------- */

struct scenario {
    gi_handle memory, timeline, binary, streams[2], event;
    uint64_t mapped, device, host, managed, registered;
};

/** Memory of the program's, whose registered part begins at no boundary. */
enum { OWN_OFFSET = 1001 };
static uint8_t own_memory[SIZE + 2 * OWN_OFFSET];

/** Outlives the scenario: after a fault a call may come when the streams are given up. */
static atomic_int host_calls;

/** A copy of the peer's fd for an import; after a failed one it must be open, and is closed. */
static gi_status after_import(gi_status status, int fd, const char *what)
{
    if (status != GI_OK) {
        EXPECT(sweep_is_open(fd), "%s: the import failed and closed fd %d", what, fd);
        (void)sweep_close(fd);
    }
    return status;
}

static gi_status import_memory(struct scenario *s, const struct peer *peer)
{
    struct gi_external_memory_request request = {
        .type = GI_EXTERNAL_MEMORY_OPAQUE_FD,
        .fd = sweep_duplicate(peer->memory_fd.fd),
        .size_bytes = SIZE,
    };
    struct gi_external_buffer_request buffer = { .size_bytes = SIZE };
    gi_status status = after_import(gi_external_memory_import(&request, &s->memory), request.fd,
                                    "memory");

    return status == GI_OK ? gi_external_memory_map_buffer(s->memory, &buffer, &s->mapped) : status;
}

static gi_status import_semaphore(int type, int peer_fd, gi_handle *out_semaphore)
{
    struct gi_external_semaphore_request request = {
        .type = type,
        .fd = sweep_duplicate(peer_fd),
    };

    return after_import(gi_external_semaphore_import(&request, out_semaphore), request.fd,
                        "semaphore");
}

static gi_status make_objects(struct scenario *s, const struct peer *peer)
{
    gi_status status = gi_device_set_current(SWEEP_DEVICE);

    if (status == GI_OK)
        status = import_memory(s, peer);
    if (status == GI_OK)
        status = import_semaphore(GI_EXTERNAL_SEMAPHORE_TIMELINE_FD, peer->timeline_fd.fd,
                                  &s->timeline);
    if (status == GI_OK)
        status = import_semaphore(GI_EXTERNAL_SEMAPHORE_OPAQUE_FD, peer->binary_fd.fd, &s->binary);
    if (status == GI_OK)
        status = gi_memory_alloc(SIZE, &s->device);
    if (status == GI_OK)
        status = gi_memory_host_alloc(SIZE, 0, &s->host);
    if (status == GI_OK)
        status = gi_memory_managed_alloc(SIZE, GI_MANAGED_GLOBAL, &s->managed);
    if (status == GI_OK) {
        status = gi_memory_host_register((uint64_t)(uintptr_t)&own_memory[OWN_OFFSET], SIZE, 0);
        if (status == GI_OK)
            s->registered = (uint64_t)(uintptr_t)&own_memory[OWN_OFFSET];
    }
    for (int i = 0; i < 2 && status == GI_OK; i++)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &s->streams[i]);
    if (status == GI_OK)
        status = gi_event_create(GI_EVENT_DISABLE_TIMING, &s->event);
    return status;
}

static gi_status signal_one(gi_handle semaphore, uint64_t value, gi_handle stream)
{
    struct gi_external_semaphore_item item = { semaphore, value, 0, true };

    return gi_external_semaphores_signal(&item, 1, stream);
}

static gi_status wait_one(gi_handle semaphore, uint64_t value, gi_handle stream)
{
    struct gi_external_semaphore_item item = { semaphore, value, 0, true };

    return gi_external_semaphores_wait(&item, 1, stream);
}

static void count_host_call(void *argument, gi_status status)
{
    (void)status;
    (void)argument;
    atomic_fetch_add(&host_calls, 1);
}

/** The first stream fills and copies into the peer's memory and signals; the second one waits for
 *  it by event and by semaphore, ahead of the signals where it can, and copies to the host. */
static gi_status enqueue(struct scenario *s, uint64_t base)
{
    gi_handle one = s->streams[0], two = s->streams[1];
    gi_status status = wait_one(s->timeline, base + 1, two);

    if (status == GI_OK)
        status = gi_fill_async(s->device, 0x5c, 1, SIZE, one);
    if (status == GI_OK)
        status = gi_copy_async(s->mapped, s->device, SIZE, GI_COPY_DEVICE_TO_DEVICE, one);
    if (status == GI_OK)
        status = gi_event_record(s->event, one);
    if (status == GI_OK)
        status = gi_stream_wait_event(two, s->event);
    if (status == GI_OK)
        status = signal_one(s->timeline, base + 1, one);
    if (status == GI_OK)
        status = signal_one(s->binary, 0, one);
    if (status == GI_OK)
        status = wait_one(s->binary, 0, two);
    if (status == GI_OK)
        status = gi_copy_async(s->host, s->mapped, SIZE, GI_COPY_DEVICE_TO_HOST, two);
    if (status == GI_OK)
        status = gi_copy_async(s->managed, s->mapped, SIZE, GI_COPY_INFER, two);
    if (status == GI_OK)
        status = gi_copy_async(s->registered, s->mapped, SIZE, GI_COPY_DEVICE_TO_HOST, two);
    if (status == GI_OK)
        status = gi_stream_host_call(two, count_host_call, NULL, true);
    if (status == GI_OK)
        status = signal_one(s->timeline, base + 2, two);
    return status;
}

static gi_status look_at_results(struct scenario *s, int calls_before)
{
    uint64_t free_bytes, total_bytes;
    uint8_t bytes[64];
    gi_status status = gi_stream_synchronize(s->streams[1]);

    if (status == GI_OK)
        status = gi_stream_synchronize(s->streams[0]);
    if (status == GI_OK)
        status = gi_event_query(s->event);
    if (status == GI_OK)
        status = gi_event_synchronize(s->event);
    if (status == GI_OK)
        status = gi_copy_now((uint64_t)(uintptr_t)bytes, s->device, sizeof bytes,
                             GI_COPY_DEVICE_TO_HOST);
    if (status == GI_OK)
        status = gi_fill_now(s->device, 7, 1, SIZE);
    if (status == GI_OK)
        status = gi_device_memory_info(&free_bytes, &total_bytes);
    if (status == GI_OK)
        status = gi_device_synchronize();
    if (status != GI_OK)
        return status;
    const uint8_t *host = (const uint8_t *)(uintptr_t)s->host;
    EXPECT(host[0] == 0x5c && host[SIZE - 1] == 0x5c, "no error, but the bytes did not arrive");
    host = (const uint8_t *)(uintptr_t)s->managed;
    EXPECT(host[0] == 0x5c && host[SIZE - 1] == 0x5c, "no error, but not in managed memory");
    EXPECT(own_memory[OWN_OFFSET] == 0x5c && own_memory[OWN_OFFSET + SIZE - 1] == 0x5c &&
           own_memory[OWN_OFFSET - 1] == 0 && own_memory[OWN_OFFSET + SIZE] == 0,
           "no error, but registered memory is wrong");
    EXPECT(bytes[63] == 0x5c, "no error, but gi_copy gave 0x%02x", bytes[63]);
    EXPECT(atomic_load(&host_calls) > calls_before, "no error, but no host call");
    return GI_OK;
}

void sweep_expect_destroyed(gi_status status, const char *what)
{
    EXPECT(status == GI_OK || status == GI_DEVICE_LOST, "%s could not be destroyed: %s (%s)", what,
           gi_status_name(status), gi_last_error_detail());
}

static void destroy_objects(struct scenario *s)
{
    if (s->event != 0)
        sweep_expect_destroyed(gi_event_destroy(s->event), "the event");
    if (s->registered != 0)
        sweep_expect_destroyed(gi_memory_host_unregister(s->registered), "the registered memory");
    if (s->managed != 0)
        sweep_expect_destroyed(gi_memory_free(s->managed), "the managed memory");
    if (s->mapped != 0)
        sweep_expect_destroyed(gi_memory_free(s->mapped), "the mapped buffer");
    if (s->memory != 0)
        sweep_expect_destroyed(gi_external_memory_destroy(s->memory), "the imported memory");
    if (s->timeline != 0)
        sweep_expect_destroyed(gi_external_semaphore_destroy(s->timeline), "the timeline");
    if (s->binary != 0)
        sweep_expect_destroyed(gi_external_semaphore_destroy(s->binary), "the binary semaphore");
    for (int i = 0; i < 2; i++) {
        if (s->streams[i] != 0)
            sweep_expect_destroyed(gi_stream_destroy(s->streams[i]), "a stream");
    }
    if (s->device != 0)
        sweep_expect_destroyed(gi_memory_free(s->device), "the device memory");
    if (s->host != 0)
        sweep_expect_destroyed(gi_memory_host_free(s->host), "the host memory");
}

/** Runs it all; returns the first error. A peer of its own makes each pass like the first. */
static gi_status share(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct scenario s = { 0 };
    struct peer peer;

    int calls_before = atomic_load(&host_calls);
    peer_start(&peer);
    sweep_begin_work(fail_nth, fail_status);
    gi_status status = make_objects(&s, &peer);
    if (status == GI_OK)
        status = enqueue(&s, 0);
    if (status == GI_OK)
        status = look_at_results(&s, calls_before);
    sweep_after_work(status, out_slot);
    if (status != GI_OK)
        peer_rescue(&peer);
    for (int i = 0; i < 2; i++) {
        gi_status end = s.streams[i] != 0 ? gi_stream_synchronize(s.streams[i]) : GI_OK;
        (void)end;                               /* the streams end; how they end is theirs */
    }
    destroy_objects(&s);
    peer_end(&peer);
    return status;
}

/* ---- what is left -------------------------------------------------------------------------- */

struct census {
    size_t objects[GI_OBJECT_KIND_COUNT];
    struct gifake_live live;
    int fds;
};

static bool has_more(const struct census *now, const struct census *then)
{
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++) {
        if (now->objects[i] > then->objects[i])
            return true;
    }
    return now->live.memories > then->live.memories || now->live.semaphores > then->live.semaphores
        || now->live.images > then->live.images || now->live.queues > then->live.queues
        || now->live.devices > then->live.devices || now->fds > then->fds;
}

static void take_census(struct census *out)
{
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        out->objects[i] = gi_handle_live_count((enum gi_object_kind)i);
    gifake_live(&out->live);
    out->fds = gifake_open_fds();
}

/** Looks for so long until no more is there than in then: threads of the core may still be dropping
 *  their last references. */
static bool comes_down(const struct census *then, uint64_t seconds, struct census *out_now)
{
    int64_t deadline = gi_deadline_ns(seconds * 1000000000);

    for (;;) {
        take_census(out_now);
        if (!has_more(out_now, then))
            return true;
        if (gi_now_ns() > deadline)
            return false;
        sched_yield();
    }
}

static void expect_no_more(const struct census *then, const char *when)
{
    struct census now;

    (void)!comes_down(then, 20, &now);
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        EXPECT(now.objects[i] <= then->objects[i], "%s: %zu instead of %zu objects: %s", when,
               now.objects[i], then->objects[i], gi_object_kind_name((enum gi_object_kind)i));
    EXPECT(now.live.memories <= then->live.memories, "%s: %u instead of %u memories", when,
           now.live.memories, then->live.memories);
    EXPECT(now.live.images <= then->live.images, "%s: %u instead of %u images", when,
           now.live.images, then->live.images);
    EXPECT(now.live.semaphores <= then->live.semaphores, "%s: %u instead of %u semaphores", when,
           now.live.semaphores, then->live.semaphores);
    EXPECT(now.live.queues <= then->live.queues && now.live.devices <= then->live.devices,
           "%s: %u queues and %u devices", when, now.live.queues, now.live.devices);
    EXPECT(now.fds <= then->fds, "%s: %d instead of %d fds are open", when, now.fds, then->fds);
}

/* ---- the runs ------------------------------------------------------------------------------ */

static const struct plan {
    const char *name;
    sweep_scenario *run;
    enum gifake_addresses addresses;
    unsigned spare_memories;     /* that may be kept for the next time, as luck has it: pieces for
                                    copies of pageable memory, and blocks that no other process
                                    came to ask for; a reset leaves none */
} plans[] = {
    { "sharing", share, GIFAKE_ADDRESSES_SHARED, 0 },
    { "arrays", sweep_arrays, GIFAKE_ADDRESSES_UNMAPPED, 2 },
    { "memory", sweep_memory, GIFAKE_ADDRESSES_UNMAPPED, 2 },
    { "reset", sweep_memory_reset, GIFAKE_ADDRESSES_SHARED, 0 },
    { "ranges", sweep_ranges, GIFAKE_ADDRESSES_SHARED, 0 },
    { "graphics", sweep_graphics, GIFAKE_ADDRESSES_SHARED, 2 },
    { "multicast", sweep_multicast, GIFAKE_ADDRESSES_SHARED, 0 },
    { "decisions", sweep_decisions, GIFAKE_ADDRESSES_SHARED, 0 },
    { "offering", sweep_offering, GIFAKE_ADDRESSES_SHARED, 1 },
    { "opening", sweep_opening, GIFAKE_ADDRESSES_SHARED, 0 },
    { "files", sweep_files, GIFAKE_ADDRESSES_SHARED, 0 },
};

/* The sanitizers need the part of the address space where the fake puts its device addresses. */
static bool has_room_for_addresses(void)
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    return false;
#elif defined(__has_feature)
    return !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer);
#else
    return true;
#endif
}

static void configure(const struct plan *plan)
{
    struct gifake_device_config configs[3];

    for (uint32_t i = 0; i < 3; i++) {
        gifake_default_config(&configs[i], i);
        configs[i].info.memory_exports = true;
        configs[i].info.choices = true;
        if (has_room_for_addresses())
            configs[i].addresses = plan->addresses;
    }
    gifake_configure(configs, 3);
    conf_driver = &gifake_driver;
    conf_info = configs[SWEEP_PEER_DEVICE].info;
    conf_info.index = SWEEP_PEER_DEVICE;
}

/** What is kept for the next time depends on what other threads still held when it was given back:
 *  another pass may keep more, but soon none does. What leaks grows with every pass. */
static void expect_no_growth(sweep_scenario *scenario, struct census *then, const char *when)
{
    struct census now;

    for (int more = 0; more < 3 && !comes_down(then, 2, &now); more++) {
        *then = now;
        (void)!scenario(0, GI_OK, NULL);
    }
    expect_no_more(then, when);
}

/** Without a fault, twice: what the first pass leaves is for keeps, the second leaves no more. */
static int run_without_fault(sweep_scenario *scenario, int census_fd)
{
    struct census census;

    for (int pass = 0; pass < 2; pass++) {
        gi_status status = scenario(0, GI_OK, NULL);
        EXPECT(status == GI_OK, "pass %d without a fault: %s (%s)", pass, gi_status_name(status),
               gi_last_error_detail());
        if (pass == 0)
            take_census(&census);
    }
    expect_no_growth(scenario, &census, "after a second pass without a fault");
    ssize_t written = write(census_fd, &census, sizeof census);
    return written == (ssize_t)sizeof census && !sweep_went_wrong ? EXIT_CLEAN : EXIT_WRONG;
}

static int run_with_fault(sweep_scenario *scenario, unsigned long nth, const struct census *clean)
{
    const char *slot = NULL;
    struct census kept = *clean;
    gi_status status = scenario(nth, fault->status, &slot);

    expect_no_more(clean, "after the fault");
    if (slot == NULL) {
        EXPECT(status == GI_OK, "no call failed, but the scenario did: %s (%s)",
               gi_status_name(status), gi_last_error_detail());
        return sweep_went_wrong ? EXIT_WRONG : EXIT_FAULT_NOT_REACHED;
    }
    EXPECT(status == GI_OK || !goes_on(), "after %s, %s: %s (%s)", slot, fault->name,
           gi_status_name(status), gi_last_error_detail());
    /* A second try works unless a device, or the driver as a whole, is gone for good; the far one
     * may be lost by a question that comes when all work is done. */
    gi_status again = scenario(0, GI_OK, NULL);
    bool far_is_lost = again == GI_AWAITED_FAILED &&
                       strstr(gi_last_error_detail(), "is lost") != NULL;
    bool gone = fault->status == GI_DEVICE_LOST || again == GI_DEVICE_LOST || far_is_lost ||
                status == GI_NO_DRIVER;
    EXPECT(again == GI_OK || gone, "the second try: %s (%s)", gi_status_name(again),
           gi_last_error_detail());
    expect_no_growth(scenario, &kept, "after the second try");
    if (sweep_went_wrong)
        fprintf(stderr, "  the call was %s, the first error %s\n", slot, gi_status_name(status));
    return sweep_went_wrong ? EXIT_WRONG : EXIT_CLEAN;
}

/** Runs one of them in a child; returns its exit code, or 128 and the signal that ended it. */
static int in_child(const struct plan *plan, unsigned long nth, struct census *clean)
{
    int ends[2], ending;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return EXIT_WRONG;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(RUN_SECONDS);
        configure(plan);
        exit(nth == 0 ? run_without_fault(plan->run, ends[1])
                      : run_with_fault(plan->run, nth, clean));
    }
    close(ends[1]);
    ssize_t got = nth == 0 ? read(ends[0], clean, sizeof *clean) : (ssize_t)sizeof *clean;
    close(ends[0]);
    if (child < 0 || waitpid(child, &ending, 0) != child || got != (ssize_t)sizeof *clean)
        return EXIT_WRONG;
    return WIFEXITED(ending) ? WEXITSTATUS(ending) : 128 + WTERMSIG(ending);
}

static void say(const struct plan *plan, unsigned long nth, int code)
{
    fprintf(stderr, "sweep %s %s: call %lu: %s %d\n", plan->name, fault->name, nth,
            code > 128 ? "killed by signal" : "exit code", code > 128 ? code - 128 : code);
}

/** Fails call 1, 2, 3, ...; threads have more calls in one run than in the next, so that the end is
 *  where several in a row did not come. Where sanitizers make all of it ten times slower, one call
 *  in STEP fails, another one for each of the driver's two ways. */
static int sweep(const struct plan *plan, unsigned long only)
{
    struct census clean;
    const unsigned long first = fault->status != GI_OK ? 1 + STEP / 2 : 1;
    unsigned long nth = only != 0 ? only : first, failed = 0;
    int wrong = 0, beyond = 0;

    if (in_child(plan, 0, &clean) != EXIT_CLEAN) {
        fprintf(stderr, "sweep %s: wrong even without a fault\n", plan->name);
        return 1;
    }
    clean.live.memories += plan->spare_memories;
    clean.fds += (int)plan->spare_memories;      /* of those that nobody asked for */
    for (; beyond < BEYOND; nth += STEP) {
        int code = in_child(plan, nth, &clean);

        if (code == EXIT_FAULT_NOT_REACHED) {
            beyond++;
            continue;
        }
        beyond = 0;
        failed++;
        if (code != EXIT_CLEAN) {
            say(plan, nth, code);
            wrong++;
        }
        if (only != 0)
            break;
    }
    printf("sweep %s %s: %lu calls failed in turn, %d went wrong\n", plan->name, fault->name,
           failed, wrong);
    return wrong;
}

static bool is_wanted(int argc, char **argv, int index, const char *name)
{
    return argc <= index || strcmp(argv[index], name) == 0;
}

int main(int argc, char **argv)
{
    unsigned long only = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    int wrong = 0;

    setenv("GPUINTEROP_COMPILE_AHEAD", "0", 1);      /* the calls are numbered */
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        if (!is_wanted(argc, argv, 1, plans[i].name))
            continue;
        for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
            fault = &faults[k];
            if (is_wanted(argc, argv, 2, fault->name))
                wrong += sweep(&plans[i], only);
        }
    }
    return wrong != 0;
}
