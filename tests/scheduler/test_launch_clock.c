/* Clocks of launches: a thread writes them while such kernels run, and sleeps otherwise. The linker
 * sends the thread's start and its rests here, and the test ticks in its place. */
#include "harness.h"
#include "launches.h"

#include <stdatomic.h>
#include <string.h>

#include "base/ticker.h"
#include "memory/allocation.h"
#include "code/code.h"
#include "module/function.h"
#include "module/launch.h"
#include "module/launch_clock.h"
#include "module/module.h"
#include "stream/launch_report.h"

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry waits()\n{\n.reg .b64 %d<2>;\nmov.u64 %d1, %clock64;\nret;\n}\n"
    ".visible .entry plain()\n{\nret;\n}\n";

static gi_handle module;
static void (*tick)(void);
static bool rests;
static unsigned changes;
static int64_t pace_ns = 1000000;

void __wrap_gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                            void (*function)(void));
void __wrap_gi_ticker_rest(struct gi_ticker *ticker, bool now_rests);
void __wrap_gi_ticker_pace(struct gi_ticker *ticker, int64_t interval_ns);

void __wrap_gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                            void (*function)(void))
{
    if (strcmp(name, "gi-clock") != 0)
        return;
    REQUIRE(interval_ns == 1000000, "it ticks each %lld ns", (long long)interval_ns);
    REQUIRE(tick == NULL, "it starts twice");
    ticker->runs = true;
    tick = function;
}

void __wrap_gi_ticker_rest(struct gi_ticker *ticker, bool now_rests)
{
    (void)ticker;
    rests = now_rests;
    changes++;
}

void __wrap_gi_ticker_pace(struct gi_ticker *ticker, int64_t interval_ns)
{
    (void)ticker;
    REQUIRE(pace_ns != interval_ns, "the interval is the same as before");
    pace_ns = interval_ns;
}

static struct gi_device *device(void)
{
    return gi_device_if_open(0);
}

static void begin(void)
{
    struct gifake_device_config config;
    struct gi_device *opened;
    struct gi_code *read;

    gifake_default_config(&config, 0);
    sched_begin_config(&config);
    OK(gi_device_current(&opened));
    OK(gi_code_read(code, sizeof code, &read));
    OK(gi_module_load(read, opened, &module));
    gi_code_unref(read);
}

static void end(void)
{
    OK(gi_module_unload(module));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

static void launch(const char *name, gi_handle stream)
{
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 },
                                      .stream = stream };
    gi_handle function;

    OK(gi_module_function(module, name, &function));
    OK(gi_launch(function, &launch));
}

SCHED_CASE(it_rests_without_such_kernels)
{
    begin();
    gi_handle stream = sched_stream();
    launch("plain", stream);
    OK(gi_stream_synchronize(stream));
    REQUIRE(tick == NULL, "a kernel that reads no clock starts the thread");
    gifake_pause_queue(0, sched_queue_of(stream));
    launch("waits", stream);
    launch("waits", stream);
    REQUIRE(tick != NULL && !rests && changes == 1, "it does not tick while kernels run");
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    REQUIRE(rests && changes == 2, "it goes on behind the last kernel");
    launch("waits", stream);
    OK(gi_stream_synchronize(stream));
    REQUIRE(rests && changes == 4, "it does not tick for a later kernel");
    OK(gi_stream_destroy(stream));
    end();
}

/* Launches that are dropped before they run, or never enqueued. */
SCHED_CASE(dropped_launches_end_it)
{
    begin();
    gi_handle stream = sched_stream();
    gifake_pause_queue(0, sched_queue_of(stream));
    launch("waits", stream);
    gifake_lose_device(0);
    gifake_resume_queue(0, sched_queue_of(stream));
    (void)!gi_stream_synchronize(stream);
    (void)!gi_stream_destroy(stream);
    (void)!gi_device_reset();
    REQUIRE(rests, "it ticks for a launch that was dropped");
}

static uint64_t word_of(const struct gi_allocation *memory)
{
    return atomic_load((_Atomic uint64_t *)(uintptr_t)memory->host_address);
}

static gi_status inner_ended(struct gi_launch_report *report)
{
    (void)report;
    return gi_fail(GI_LAUNCH_TRAPPED, "the kernel failed");
}

static unsigned inner_released;

static void inner_release(struct gi_launch_report *report)
{
    (void)report;
    inner_released++;
}

SCHED_CASE(each_tick_writes_all_words)
{
    struct gi_launch_report inner = { inner_ended, inner_release };
    struct gi_launch_report *reports[3] = { NULL, &inner, NULL };
    struct gi_allocation *words[3];
    uint64_t before[3];

    begin();
    for (int i = 0; i < 3; i++) {
        OK(gi_launch_clock_make(device(), i == 2, &reports[i], &words[i]));
        REQUIRE(pace_ns == (i == 2 ? 50000 : 1000000), "%d clocks: each %lld ns", i + 1,
                (long long)pace_ns);
        before[i] = word_of(words[i]);
        REQUIRE(before[i] != 0, "a clock begins with the time");
    }
    while (word_of(words[0]) == before[0] || word_of(words[1]) == before[1] ||
           word_of(words[2]) == before[2])
        tick();
    OK(reports[0]->ended(reports[0]));
    STATUS(GI_LAUNCH_TRAPPED, reports[1]->ended(reports[1]));
    for (int i = 0; i < 3; i++) {
        int at = (i + 1) % 3;            /* from the middle of the list first */

        REQUIRE(!rests, "it rests while %d clocks are there", 3 - i);
        before[at] = word_of(words[at]);
        reports[at]->release(reports[at]);
        tick();
        REQUIRE(word_of(words[at]) == before[at], "a clock is written behind its end");
        gi_allocation_unref(words[at]);
        REQUIRE(pace_ns == (i < 1 ? 50000 : 1000000), "%d clocks are left: each %lld ns", 2 - i,
                (long long)pace_ns);
    }
    REQUIRE(rests && inner_released == 1, "the report around which it is was not released");
    end();
}
