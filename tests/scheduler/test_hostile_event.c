/* The page of an event whose other process writes what it likes: who records there goes on, with an
 * error or without, and believes nothing of its own records. */
#include "harness.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "queue/host_event.h"

enum { SIZE = 4096, FLAGS = GI_EVENT_INTERPROCESS | GI_EVENT_DISABLE_TIMING };

/* What host_event.c has in the page. */
struct page {
    uint32_t header[4];
    _Atomic uint64_t value;
    _Atomic uint32_t wake, last_signaller;
    _Atomic uint64_t newest;
    struct {
        _Atomic uint64_t done;
        _Atomic uint32_t process, process_space;
    } places[GI_HOST_EVENT_PLACES];
    _Atomic uint64_t failed[GI_HOST_EVENT_PLACES];
    _Atomic uint32_t named[GI_HOST_EVENT_PLACES];
};

static gi_handle event;
static struct page *page;

static void begin(void)
{
    int fd;

    sched_begin_plain();
    OK(gi_event_create(FLAGS, &event));
    OK(gi_event_export(event, &fd));
    page = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    REQUIRE(page != MAP_FAILED, "no page");
    close(fd);
}

static void end(void)
{
    munmap(page, SIZE);
    OK(gi_event_destroy(event));
    sched_expect_nothing_left();
}

/* A stream with work, so that a record is enqueued, that is let go on by the gate. */
static gi_handle stuck_stream(struct sched_gate *gate)
{
    gi_handle stream = sched_stream();

    sched_gate_init(gate);
    sched_gate_enqueue(gate, stream);
    return stream;
}

static void expect_to_end(gi_handle stream, struct sched_gate *gate)
{
    sched_gate_open(gate);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
}

/* Also a number that is lower than one that was seen. */
SCHED_CASE(numbers_that_cannot_be_right)
{
    static const uint64_t numbers[] = { UINT64_MAX, UINT64_MAX - 1, UINT64_MAX / 2,
                                        GI_HOST_EVENT_REACH * 2, 0, 1 };
    struct sched_gate gate;
    gi_handle stream, idle;

    begin();
    idle = sched_stream();
    OK(gi_event_record(event, idle));
    stream = stuck_stream(&gate);
    OK(gi_event_record(event, stream));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        atomic_store(&page->newest, numbers[i]);
        STATUS(GI_INVALID_HANDLE, gi_event_record(event, stream));
        STATUS(GI_INVALID_HANDLE, gi_event_record(event, idle));
        STATUS(GI_NOT_READY, gi_event_query(event));
        OK(gi_stream_query(idle));
    }
    atomic_store(&page->newest, 2);
    OK(gi_event_record(event, idle));            /* as if nothing had been */
    OK(gi_event_query(event));
    OK(gi_stream_destroy(idle));
    expect_to_end(stream, &gate);
    end();
}

/* Records that nobody has made, by processes that live: this one's parent, and the first. */
SCHED_CASE(records_that_never_end)
{
    struct sched_gate gate;
    gi_handle stream, idle;
    uint32_t names[2] = { 1, 0 };

    begin();
    names[1] = (uint32_t)getpid();
    idle = sched_stream();
    stream = stuck_stream(&gate);
    for (uint32_t who = 0; who < 2; who++) {
        uint32_t newest = 1000 + 1000 * who;

        OK(gi_event_record(event, idle));        /* writes the space of its place */
        for (uint32_t i = 0; i < GI_HOST_EVENT_PLACES; i++) {
            uint32_t number = newest - i;

            atomic_store(&page->places[number % GI_HOST_EVENT_PLACES].process, names[who]);
            atomic_store(&page->places[number % GI_HOST_EVENT_PLACES].process_space,
                         page->places[1].process_space);
            atomic_store(&page->named[number % GI_HOST_EVENT_PLACES], number);
            atomic_store(&page->places[number % GI_HOST_EVENT_PLACES].done, 0);
        }
        atomic_store(&page->newest, newest);
        OK(gi_event_record(event, idle));
        OK(gi_stream_synchronize(idle));         /* it takes a while */
        OK(gi_event_synchronize(event));
        for (uint32_t i = 0; i < GI_HOST_EVENT_PLACES; i++)
            atomic_store(&page->places[i].done, newest);
    }
    OK(gi_event_record(event, idle));
    OK(gi_event_record(event, stream));
    OK(gi_stream_destroy(idle));
    expect_to_end(stream, &gate);
    end();
}

/* Whoever makes own records look pending stops nobody. */
SCHED_CASE(own_records_that_look_pending)
{
    gi_handle stream;

    begin();
    stream = sched_stream();
    for (unsigned int i = 0; i < 3 * GI_HOST_EVENT_PLACES; i++) {
        OK(gi_event_record(event, stream));
        memset(page->places, 0, sizeof page->places);
        OK(gi_event_query(event));
        OK(gi_stream_query(stream));
    }
    OK(gi_stream_destroy(stream));
    end();
}

static atomic_bool stop;

static void *put_back(void *unused)
{
    while (!atomic_load(&stop)) {
        for (int i = 0; i < 2; i++) {
            atomic_store(&page->places[i].done, 0);
            atomic_store(&page->wake, 1);
        }
    }
    return unused;
}

/* A record waits for an older one of its own process while another process puts the page back. */
SCHED_CASE(a_wait_for_an_own_record)
{
    gi_handle stream, busy;
    struct sched_gate gate;
    pthread_t thread;

    begin();
    busy = sched_stream();
    stream = stuck_stream(&gate);
    OK(gi_event_record(event, stream));
    for (unsigned int i = 1; i < GI_HOST_EVENT_PLACES; i++)
        OK(gi_event_record(event, busy));
    REQUIRE(pthread_create(&thread, NULL, put_back, NULL) == 0, "no thread");
    OK(gi_event_record(event, busy));
    STATUS(GI_NOT_READY, gi_stream_query(busy));
    expect_to_end(stream, &gate);
    OK(gi_stream_synchronize(busy));
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
    OK(gi_stream_destroy(busy));
    end();
}
