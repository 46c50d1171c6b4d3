/* Two threads with a stream each hop on one timeline of a Vulkan program: each waits for a value,
 * signals the next one and synchronises. No run may stand still.
 *
 *      scenario_hop [PROCESSES [SECONDS [RUNS]]]
 *
 * Each of PROCESSES (10) makes RUNS (1) runs, each with a timeline, threads and streams of its own.
 * A process whose run takes longer than SECONDS (20) ends by a signal; the watchdog has said before
 * what its streams wait for. HOP_IMPORTS=2 gives each thread an import of its own.
 *
 * Exit: 0 if all runs ended, 1 if one did not, 77 without a device. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "vulkan_peer.h"

enum { HOPS = 200, SKIPPED = 77 };

struct hopper {
    pthread_t thread;
    cudaExternalSemaphore_t semaphore;
    uint64_t first;
};

static void need(cudaError_t error, const char *call)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
    _exit(2);
}

static void *hop(void *argument)
{
    const struct hopper *hopper = argument;
    cudaStream_t stream;

    need(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    for (uint64_t i = hopper->first; i < HOPS; i += 2) {
        const struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = i };
        const struct cudaExternalSemaphoreSignalParams signals = { .params.fence.value = i + 1 };

        need(cudaWaitExternalSemaphoresAsync(&hopper->semaphore, &wait, 1, stream), "a wait");
        need(cudaSignalExternalSemaphoresAsync(&hopper->semaphore, &signals, 1, stream),
             "a signal");
        need(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    }
    need(cudaStreamDestroy(stream), "cudaStreamDestroy");
    return NULL;
}

static cudaExternalSemaphore_t import_of(const struct peer_semaphore *timeline)
{
    const struct cudaExternalSemaphoreHandleDesc descriptor = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
        .handle.fd = peer_semaphore_export(timeline),
    };
    cudaExternalSemaphore_t imported;

    need(cudaImportExternalSemaphore(&imported, &descriptor), "cudaImportExternalSemaphore");
    return imported;
}

/* One run: 0, or 2 if something failed. */
static int run(void)
{
    const char *imports = getenv("HOP_IMPORTS");
    struct peer_semaphore timeline;
    struct hopper hoppers[2] = { { .first = 0 }, { .first = 1 } };

    peer_semaphore_create(&timeline, true);
    hoppers[0].semaphore = hoppers[1].semaphore = import_of(&timeline);
    if (imports != NULL && strcmp(imports, "2") == 0)
        hoppers[1].semaphore = import_of(&timeline);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&hoppers[i].thread, NULL, hop, &hoppers[i]) != 0)
            return 2;
    for (int i = 0; i < 2; i++)
        pthread_join(hoppers[i].thread, NULL);
    if (peer_semaphore_value(&timeline) != HOPS) {
        fprintf(stderr, "the timeline is at %llu in the end\n",
                (unsigned long long)peer_semaphore_value(&timeline));
        return 2;
    }
    if (hoppers[1].semaphore != hoppers[0].semaphore)
        need(cudaDestroyExternalSemaphore(hoppers[1].semaphore), "cudaDestroyExternalSemaphore");
    need(cudaDestroyExternalSemaphore(hoppers[0].semaphore), "cudaDestroyExternalSemaphore");
    peer_semaphore_destroy(&timeline);
    return 0;
}

/* The runs of one process, which SIGALRM ends where one stands still. */
static int run_all(unsigned seconds, unsigned runs)
{
    const char *why = "";
    int status = 0;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
    while (status == 0 && runs-- != 0) {
        alarm(seconds);
        status = run();
    }
    peer_stop();
    return status;
}

/* Starts this program for the runs of one process, and waits for its end.
 * Returns: its status, or -1 if a signal has ended it. */
static int run_in_process(char *const *argv)
{
    int status;
    pid_t pid = fork();

    if (pid == 0) {
        execv("/proc/self/exe", argv);
        _exit(2);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
    unsigned processes = argc > 1 ? (unsigned)atoi(argv[1]) : 10, ended = 0;
    char *seconds = argc > 2 ? argv[2] : "20", *runs = argc > 3 ? argv[3] : "1";
    char *const one[] = { argv[0], "--one", seconds, runs, NULL };

    if (argc == 4 && strcmp(argv[1], "--one") == 0)
        return run_all((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
    setenv("GPUINTEROP_WATCHDOG", "2", 0);
    for (unsigned i = 0; i < processes; i++) {
        int status = run_in_process(one);

        if (status == SKIPPED)
            return SKIPPED;
        if (status != 0)
            printf("process %u: %s\n", i, status < 0 ? "a run stood still" : "failed");
        ended += status == 0;
    }
    printf("%u of %u processes with %s runs each ended\n", ended, processes, runs);
    return ended != processes;
}
