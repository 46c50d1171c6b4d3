/* Waits and signals of external timelines: what they cost the caller, and what a blocked stream
 * costs the machine. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "bench.h"
#include "vulkan.h"

#define BURST 1000
#define SINGLES 50

/* A timeline as both sides hold it. */
struct timeline {
    bool is_vulkans;
    struct gi_host_semaphore host;               /* if not */
    VkSemaphore vulkan;                          /* if so */
    cudaExternalSemaphore_t imported;
    uint64_t value;                              /* the last one that was signalled or enqueued */
};

static void open_timeline(struct timeline *timeline, bool is_vulkans)
{
    int fd = -1;
    *timeline = (struct timeline){.is_vulkans = is_vulkans};
    if (is_vulkans) {
        timeline->vulkan = bench_vulkan_timeline_create(bench_vulkan_exporter());
        fd = bench_vulkan_timeline_export(bench_vulkan_exporter(), timeline->vulkan);
    } else {
        BENCH_REQUIRE(gi_host_semaphore_create(&timeline->host, true, 0) == 0);
        BENCH_REQUIRE(gi_host_semaphore_export(&timeline->host, &fd) == 0);
    }
    timeline->imported = bench_import_timeline(fd);
}

static void close_timeline(struct timeline *timeline)
{
    BENCH_CUDA(cudaDestroyExternalSemaphore(timeline->imported));
    if (timeline->is_vulkans)
        vkDestroySemaphore(bench_vulkan_exporter()->device, timeline->vulkan, NULL);
    else
        gi_host_semaphore_finish(&timeline->host);
}

static void signal_by_host(struct timeline *timeline)
{
    timeline->value++;
    if (timeline->is_vulkans) {
        VkSemaphoreSignalInfo info = {
            .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
            .semaphore = timeline->vulkan,
            .value = timeline->value,
        };
        BENCH_VK(vkSignalSemaphore(bench_vulkan_exporter()->device, &info));
    } else {
        BENCH_REQUIRE(gi_host_semaphore_signal(&timeline->host, timeline->value) == 0);
    }
}

/* A burst of waits on the value that was reached last, or of signals; microseconds for each. */
static double burst(struct timeline *timeline, bool signals, cudaStream_t stream)
{
    int64_t start = bench_now_ns();
    for (int i = 0; i < BURST; i++) {
        if (signals)
            bench_signal(timeline->imported, ++timeline->value, stream);
        else
            bench_wait(timeline->imported, timeline->value, stream);
    }
    int64_t enqueued = bench_now_ns();
    BENCH_CUDA(cudaStreamSynchronize(stream));
    return (double)(enqueued - start) / 1000 / BURST;
}

/* The same one by one, each on an idle stream; only the call is timed. */
static double singles(struct timeline *timeline, bool signals, cudaStream_t stream)
{
    int64_t spent = 0;
    for (int i = 0; i < SINGLES; i++) {
        int64_t start = bench_now_ns();
        if (signals)
            bench_signal(timeline->imported, ++timeline->value, stream);
        else
            bench_wait(timeline->imported, timeline->value, stream);
        spent += bench_now_ns() - start;
        BENCH_CUDA(cudaStreamSynchronize(stream));
    }
    return (double)spent / 1000 / SINGLES;
}

static double burst_by_hand(struct bench_vulkan_device *hand, bool signals)
{
    int64_t start = bench_now_ns();
    for (int i = 0; i < BURST; i++) {
        if (signals)
            bench_vulkan_submit_signal(hand);
        else
            bench_vulkan_submit_wait(hand);
    }
    int64_t enqueued = bench_now_ns();
    BENCH_VK(vkQueueWaitIdle(hand->queue));
    return (double)(enqueued - start) / 1000 / BURST;
}

struct signal_or_wait {
    bool signals, is_vulkans;
    const char *burst_name, *single_name;
};

static void measure_enqueue(const struct signal_or_wait *what)
{
    struct timeline timeline;
    struct bench_samples in_burst = {0}, single = {0}, reference = {0};
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    cudaStream_t stream = NULL;
    bench_progress(what->burst_name);
    open_timeline(&timeline, what->is_vulkans);
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    signal_by_host(&timeline);
    (void)burst(&timeline, what->signals, stream);
    (void)burst_by_hand(hand, what->signals);
    for (int i = 0; i < bench_setting.repeats; i++) {
        bench_sample(&in_burst, burst(&timeline, what->signals, stream));
        bench_sample(&reference, burst_by_hand(hand, what->signals));
        bench_sample(&single, singles(&timeline, what->signals, stream));
    }
    BENCH_CUDA(cudaStreamDestroy(stream));
    if (!what->is_vulkans)
        BENCH_REQUIRE(gi_host_semaphore_value(&timeline.host) == timeline.value);
    close_timeline(&timeline);
    struct bench_row row = {
        .what = what->burst_name,
        .unit = BENCH_MICROSECONDS,
        .ours = &in_burst,
        .reference = &reference,
        .reference_name = "a submit each, internal",
        .rule = BENCH_OURS_AT_MOST,
        .target = 2,
    };
    bench_add_row(&row);
    row.what = what->single_name;
    row.ours = &single;
    row.reference = NULL;
    bench_add_row(&row);
}

void bench_semaphores(void)
{
    static const struct signal_or_wait all[] = {
        {false, false, "wait, reached, host semaphore, burst of 1000",
         "wait, reached, host semaphore, idle stream"},
        {true, false, "signal, host semaphore, burst of 1000",
         "signal, host semaphore, idle stream"},
        {false, true, "wait, reached, Vulkan semaphore, burst of 1000",
         "wait, reached, Vulkan semaphore, idle stream"},
        {true, true, "signal, Vulkan semaphore, burst of 1000",
         "signal, Vulkan semaphore, idle stream"},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (!all[i].is_vulkans || bench_vulkan_has_semaphores())
            measure_enqueue(&all[i]);
    }
}

/* ---- a blocked stream ------------------------------------------------------------------------ */

static void sleep_ns(uint64_t duration_ns)
{
    int64_t until_ns = bench_now_ns() + (int64_t)duration_ns;
    struct timespec until = {
        .tv_sec = until_ns / 1000000000,
        .tv_nsec = until_ns % 1000000000,
    };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
}

static void *synchronize(void *argument)
{
    BENCH_CUDA(cudaSetDevice(0));
    BENCH_CUDA(cudaStreamSynchronize(*(cudaStream_t *)argument));
    return NULL;
}

/* The processor time the whole process spends while nothing of ours waits. */
static double idle_cpu_ms(void)
{
    int64_t before = bench_cpu_ns();
    sleep_ns(bench_setting.wait_ns);
    return (double)(bench_cpu_ns() - before) / 1e6;
}

static double blocked_cpu_ms(struct timeline *timeline, bool with_thread)
{
    cudaStream_t stream = NULL;
    pthread_t thread;
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int64_t before = bench_cpu_ns();
    bench_wait(timeline->imported, timeline->value + 1, stream);
    if (with_thread)
        BENCH_REQUIRE(pthread_create(&thread, NULL, synchronize, &stream) == 0);
    sleep_ns(bench_setting.wait_ns);
    double spent = (double)(bench_cpu_ns() - before) / 1e6;
    BENCH_REQUIRE(cudaStreamQuery(stream) == cudaErrorNotReady);
    signal_by_host(timeline);
    if (with_thread)
        BENCH_REQUIRE(pthread_join(thread, NULL) == 0);
    BENCH_CUDA(cudaStreamSynchronize(stream));
    BENCH_CUDA(cudaStreamDestroy(stream));
    return spent;
}

static void measure_blocked(const char *what, bool is_vulkans, bool with_thread)
{
    struct timeline timeline;
    struct bench_samples ours = {0}, idle = {0}, beyond = {0};
    bench_progress(what);
    open_timeline(&timeline, is_vulkans);
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        double baseline = idle_cpu_ms();
        double blocked = blocked_cpu_ms(&timeline, with_thread);
        bench_sample(&idle, baseline);
        bench_sample(&ours, blocked);
        bench_sample(&beyond, blocked - baseline);
    }
    close_timeline(&timeline);
    struct bench_row row = {
        .what = what,
        .unit = BENCH_MILLISECONDS,
        .ours = &beyond,
        .rule = BENCH_OURS_AT_MOST,
        .target = 10,
    };
    bench_add_row(&row);
}

void bench_blocked_stream(void)
{
    measure_blocked("CPU time: a stream waits 1 s, host semaphore", false, false);
    measure_blocked("CPU time: the same, and a thread synchronizes", false, true);
    if (!bench_vulkan_has_semaphores())
        return;
    measure_blocked("CPU time: a stream waits 1 s, Vulkan semaphore", true, false);
    measure_blocked("CPU time: the same, and a thread synchronizes", true, true);
}
