/* Two threads with a stream each hop on one timeline of a Vulkan program: each waits for a value,
 * signals the next one and synchronises. No run may stand still.
 *
 *      scenario_hop [RUNS [SECONDS]]
 *
 * Each run is a process of its own. One that takes longer than SECONDS (20) is killed; the watchdog
 * has said before what its streams wait for. HOP_IMPORTS=2 gives each thread an import of its own.
 *
 * Exit: 0 if all runs ended, 1 if one did not, 77 without a device. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
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

/* The process of one run. */
static int run(void)
{
    const char *imports = getenv("HOP_IMPORTS"), *why = "";
    struct peer_semaphore timeline;
    struct hopper hoppers[2] = { { .first = 0 }, { .first = 1 } };

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return SKIPPED;
    }
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
    peer_stop();
    return 0;
}

/* Starts this program for one run, and waits for its end. Returns its status, or -1 if the time is
 * over. */
static int run_in_process(const char *program, unsigned seconds)
{
    sigset_t child;
    struct timespec limit = { .tv_sec = seconds };
    int status;
    pid_t pid;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    pid = fork();
    if (pid == 0) {
        sigprocmask(SIG_UNBLOCK, &child, NULL);
        execl(program, program, "--one", (char *)NULL);
        _exit(2);
    }
    if (sigtimedwait(&child, NULL, &limit) < 0)
        kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char **argv)
{
    unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 10, ended = 0;
    unsigned seconds = argc > 2 ? (unsigned)atoi(argv[2]) : 20;

    if (argc > 1 && strcmp(argv[1], "--one") == 0)
        return run();
    setenv("GPUINTEROP_WATCHDOG", "2", 0);
    for (unsigned i = 0; i < runs; i++) {
        int status = run_in_process("/proc/self/exe", seconds);

        if (status == SKIPPED)
            return SKIPPED;
        if (status != 0)
            printf("run %u: %s\n", i, status < 0 ? "killed" : "failed");
        ended += status == 0;
    }
    printf("%u of %u runs ended\n", ended, runs);
    return ended != runs;
}
