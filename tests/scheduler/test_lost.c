/* Why a device is lost: what the driver knows, and which kernels the queues were at. */
#include "harness.h"

#include <string.h>

#include "launches.h"
#include "ops/event.h"

enum { SIZE = 4096 };

/* The calling thread's last sentence has all words. */
static void expect_words(const char *const *words)
{
    for (; *words != NULL; words++)
        REQUIRE(strstr(gi_last_error_detail(), *words) != NULL, "\"%s\" is not in \"%s\"", *words,
                gi_last_error_detail());
}

/* Every call tells the same, whatever it asks: of the stream, of the device, of an event. */
static void expect_loss(gi_status status, gi_handle stream, gi_handle event,
                        const char *const *words)
{
    uint64_t memory;
    gi_handle other;

    STATUS(status, gi_stream_synchronize(stream));
    expect_words(words);
    STATUS(status, gi_stream_query(stream));
    expect_words(words);
    STATUS(status, gi_memory_alloc(SIZE, &memory));
    expect_words(words);
    STATUS(status, gi_stream_create(0, 0, &other));
    STATUS(status, gi_device_synchronize());
    STATUS(status, gi_event_query(event));
}

static void lose(const struct gi_fault *fault, size_t launches, gi_status status,
                 const char *const *words)
{
    gi_handle event, stream;

    event = sched_event();
    stream = sched_stream();
    gifake_pause_queue(0, sched_queue_of(stream));
    for (size_t i = 0; i < launches; i++)
        sched_launch(stream);
    if (launches == 0)
        OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
    OK(gi_event_record(event, stream));
    gifake_lose_device_by(0, fault);
    expect_loss(status, stream, event, words);
}

SCHED_CASE(a_write_is_told_with_its_neighbour)
{
    static const char *const words[] = { "kernel nothing, grid (1, 1, 1), block (32, 1, 1) used an "
                                         "address that is nobody's", "a write at 0x",
                                         "16 bytes behind an allocation of 4096 bytes", NULL };
    struct gi_fault fault = { .kind = GI_FAULT_WRITE };

    sched_begin_plain();
    fault.first_address = fault.last_address = sched_memory(SIZE) + SIZE + 16;
    lose(&fault, 1, GI_DEVICE_FAULTED, words);
}

SCHED_CASE(an_instruction_is_told_without_an_address)
{
    static const char *const words[] = { "kernel nothing, grid (1, 1, 1), block (32, 1, 1) used an "
                                         "address that is nobody's", "GPUINTEROP_CHECK=memory",
                                         NULL };
    const struct gi_fault fault = { .kind = GI_FAULT_INSTRUCTION };

    sched_begin_plain();
    lose(&fault, 1, GI_DEVICE_FAULTED, words);
}

SCHED_CASE(a_kernel_is_named_if_nothing_is_known)
{
    static const char *const words[] = { "is lost: the driver does not say why", "kernel nothing,",
                                         NULL };
    const struct gi_fault fault = { .kind = GI_FAULT_UNKNOWN };

    sched_begin_plain();
    lose(&fault, 1, GI_DEVICE_LOST, words);
}

SCHED_CASE(no_kernel_is_named_if_none_ran)
{
    static const char *const words[] = { "is lost: the driver reset it or it was taken away",
                                         NULL };
    const struct gi_fault fault = { .kind = GI_FAULT_UNKNOWN };

    sched_begin_plain();
    lose(&fault, 0, GI_DEVICE_LOST, words);
}

/* Kernels in a batch that the queue was not at yet have not run. */
SCHED_CASE(only_what_the_queue_was_at_is_named)
{
    static const char *const words[] = { "the driver reset it or it was taken away", NULL };
    const struct gi_fault fault = { .kind = GI_FAULT_UNKNOWN };
    struct gifake_counts counts;
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    sched_pause_all();
    OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
    sched_launch(stream);
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.launches == 0, "the launch does not wait behind the fill");
    gifake_lose_device_by(0, &fault);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    expect_words(words);
}

/* A reset forgets the reason with the device. */
SCHED_CASE(another_device_has_another_reason)
{
    static const char *const first[] = { "a read at 0x10: an offset from the null pointer", NULL };
    static const char *const second[] = { "is lost: the driver reset it", NULL };
    const struct gi_fault fault = { GI_FAULT_READ, 16, 16 }, unknown = { GI_FAULT_UNKNOWN, 0, 0 };

    sched_begin_plain();
    lose(&fault, 1, GI_DEVICE_FAULTED, first);
    OK(gi_device_reset());
    gifake_return_device(0);
    lose(&unknown, 0, GI_DEVICE_LOST, second);
}
