/* How long a signal takes to the other side and back. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

/* Two timelines: the caller signals forth, the other side answers with back. */
struct pair {
    struct gi_host_semaphore forth, back;
    cudaExternalSemaphore_t our_forth, our_back;
    uint64_t value;
    uint64_t last;                   /* where the other side stops */
};

static int export(const struct gi_host_semaphore *semaphore)
{
    int fd = -1;
    BENCH_REQUIRE(gi_host_semaphore_export(semaphore, &fd) == 0);
    return fd;
}

static void open_pair(struct pair *pair)
{
    *pair = (struct pair){0};
    BENCH_REQUIRE(gi_host_semaphore_create(&pair->forth, true, 0) == 0);
    BENCH_REQUIRE(gi_host_semaphore_create(&pair->back, true, 0) == 0);
    pair->our_forth = bench_import_timeline(export(&pair->forth));
    pair->our_back = bench_import_timeline(export(&pair->back));
}

static void close_pair(struct pair *pair)
{
    BENCH_CUDA(cudaDestroyExternalSemaphore(pair->our_back));
    BENCH_CUDA(cudaDestroyExternalSemaphore(pair->our_forth));
    gi_host_semaphore_finish(&pair->back);
    gi_host_semaphore_finish(&pair->forth);
}

static void *answer(void *argument)
{
    struct pair *pair = argument;
    for (uint64_t value = 1; value <= pair->last; value++) {
        BENCH_REQUIRE(gi_host_semaphore_wait(&pair->forth, value, INT64_MAX) == 0);
        BENCH_REQUIRE(gi_host_semaphore_signal(&pair->back, value) == 0);
    }
    return NULL;
}

/* The caller's side of one trip, without the library. */
static void trip_by_host(struct pair *pair)
{
    pair->value++;
    BENCH_REQUIRE(gi_host_semaphore_signal(&pair->forth, pair->value) == 0);
    BENCH_REQUIRE(gi_host_semaphore_wait(&pair->back, pair->value, INT64_MAX) == 0);
}

static double threads_by_host(void)
{
    struct pair pair;
    pthread_t thread;
    open_pair(&pair);
    pair.last = (uint64_t)bench_setting.trips;
    BENCH_REQUIRE(pthread_create(&thread, NULL, answer, &pair) == 0);
    int64_t start = bench_now_ns();
    for (int i = 0; i < bench_setting.trips; i++)
        trip_by_host(&pair);
    double each = (double)(bench_now_ns() - start) / 1000 / bench_setting.trips;
    BENCH_REQUIRE(pthread_join(thread, NULL) == 0);
    close_pair(&pair);
    return each;
}

/* The other side is a stream that was given all its waits and signals before. */
static double thread_and_stream(void)
{
    struct pair pair;
    cudaStream_t stream = NULL;
    open_pair(&pair);
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (uint64_t value = 1; value <= (uint64_t)bench_setting.trips; value++) {
        bench_wait(pair.our_forth, value, stream);
        bench_signal(pair.our_back, value, stream);
    }
    int64_t start = bench_now_ns();
    for (int i = 0; i < bench_setting.trips; i++)
        trip_by_host(&pair);
    double each = (double)(bench_now_ns() - start) / 1000 / bench_setting.trips;
    BENCH_CUDA(cudaStreamSynchronize(stream));
    BENCH_CUDA(cudaStreamDestroy(stream));
    close_pair(&pair);
    return each;
}

/* ---- two processes -------------------------------------------------------------------------- */

int bench_peer(int wait_fd, int signal_fd, int trips)
{
    cudaStream_t stream = NULL;
    BENCH_CUDA(cudaSetDevice(0));
    cudaExternalSemaphore_t forth = bench_import_timeline(wait_fd);
    cudaExternalSemaphore_t back = bench_import_timeline(signal_fd);
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (uint64_t value = 1; value <= (uint64_t)trips; value++) {
        bench_wait(forth, value, stream);
        bench_signal(back, value, stream);
    }
    BENCH_CUDA(cudaStreamSynchronize(stream));
    BENCH_CUDA(cudaStreamDestroy(stream));
    BENCH_CUDA(cudaDestroyExternalSemaphore(back));
    BENCH_CUDA(cudaDestroyExternalSemaphore(forth));
    return 0;
}

/* An fd that is none of the numbers under which the peer finds its own. */
static int export_high(const struct gi_host_semaphore *semaphore)
{
    int low = export(semaphore);
    int high = fcntl(low, F_DUPFD_CLOEXEC, BENCH_PEER_SIGNAL_FD + 1);
    BENCH_REQUIRE(high >= 0);
    close(low);
    return high;
}

/* Starts the same program as the peer. */
static pid_t start_peer(const struct pair *pair, int trips)
{
    int forth = export_high(&pair->forth), back = export_high(&pair->back);
    char count[16];
    snprintf(count, sizeof(count), "%d", trips);
    char *arguments[] = {"bench_interop", "--peer", count, NULL};
    posix_spawn_file_actions_t actions;
    BENCH_REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_adddup2(&actions, forth, BENCH_PEER_WAIT_FD) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_adddup2(&actions, back, BENCH_PEER_SIGNAL_FD) == 0);
    pid_t peer = -1;
    BENCH_REQUIRE(posix_spawn(&peer, "/proc/self/exe", &actions, NULL, arguments, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(forth);
    close(back);
    return peer;
}

/* A peer that failed would never answer, so it is waited for with a limit. */
static void first_trip(struct pair *pair)
{
    pair->value++;
    BENCH_REQUIRE(gi_host_semaphore_signal(&pair->forth, pair->value) == 0);
    int64_t limit = bench_now_ns() + INT64_C(30000000000);
    BENCH_REQUIRE(gi_host_semaphore_wait(&pair->back, pair->value, limit) == 0);
}

/* Both sides are streams, of one process each; the first trip is not timed, as the peer starts
 * up meanwhile. */
static double two_processes(void)
{
    struct pair pair;
    cudaStream_t stream = NULL;
    open_pair(&pair);
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    pid_t peer = start_peer(&pair, bench_setting.trips + 1);
    first_trip(&pair);
    int64_t start = bench_now_ns();
    for (int i = 0; i < bench_setting.trips; i++) {
        pair.value++;
        bench_signal(pair.our_forth, pair.value, stream);
        bench_wait(pair.our_back, pair.value, stream);
        BENCH_CUDA(cudaStreamSynchronize(stream));
    }
    double each = (double)(bench_now_ns() - start) / 1000 / bench_setting.trips;
    int status = -1;
    BENCH_REQUIRE(waitpid(peer, &status, 0) == peer);
    BENCH_REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    BENCH_CUDA(cudaStreamDestroy(stream));
    close_pair(&pair);
    return each;
}

void bench_round_trips(void)
{
    struct bench_samples one = {0}, two = {0}, reference = {0};
    bench_progress("round trips");
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        bench_sample(&reference, threads_by_host());
        bench_sample(&one, thread_and_stream());
        bench_sample(&two, two_processes());
    }
    struct bench_row row = {
        .what = "round trip: thread, stream, thread",
        .unit = BENCH_MICROSECONDS,
        .ours = &one,
        .reference = &reference,
        .reference_name = "two threads, same semaphores",
    };
    bench_add_row(&row);
    row.what = "round trip: stream, other process's stream, back";
    row.ours = &two;
    bench_add_row(&row);
}
