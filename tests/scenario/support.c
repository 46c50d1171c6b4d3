#include "scenario.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../open_fds.h"
#include "gpuinterop.h"

static int fds_before;

int open_fds(void)
{
    return count_open_fds();
}

/* The library's own threads may still have open, for a moment, what an earlier call or a call of
 * another process needed; what is leaked stays. */
static int fds_when_quiet(int before)
{
    int fds = open_fds();

    for (int look = 0; fds > before && look < 100000; look++) {
        sched_yield();
        fds = open_fds();
    }
    return fds;
}

bool no_more_fds(int before)
{
    DIR *directory;
    struct dirent *entry;
    char name[512];
    int now = fds_when_quiet(before);

    if (now <= before)
        return true;
    print_error("%d fds were open, and now %d are:\n", before, now);
    directory = opendir("/proc/self/fd");
    assert_non_null(directory);
    while ((entry = readdir(directory))) {
        if (fd_name(entry->d_name, name, sizeof name))
            print_error("    %s: %s\n", entry->d_name, name);
    }
    closedir(directory);
    return false;
}

bool fd_is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

void check_ok(gpuError_t code, const char *call, const char *file, int line)
{
    if (code == gpuSuccess)
        return;
    print_error("%s: %s (%s)\n", call, gpuGetErrorName(code), gpuinterop_last_error_detail());
    if (suite_has_sentences != NULL && code == gpuErrorNotSupported)
        _skip(file, line);
    _fail(file, line);
}

void expect_begin(void)
{
    (void)gpuGetLastError();
    fds_before = open_fds();
}

void expect_end(gpuError_t got, gpuError_t code, const char *field, const char *call,
                const char *file, int line)
{
    int fds = fds_when_quiet(fds_before);
    const char *detail = gpuinterop_last_error_detail();
    gpuError_t last = gpuPeekAtLastError();
    const char *wrong = NULL;

    if (got != code)
        wrong = "the code";
    else if (code == gpuSuccess)
        wrong = last != gpuSuccess ? "the last error" : NULL;
    else if (last != code)
        wrong = "the last error";
    else if (library_is_ours() && (detail[0] == '\0' || !strstr(detail, field)))
        wrong = "the sentence";
    else if (fds > fds_before)
        wrong = "the number of fds";
    if (!wrong)
        return;
    print_error("%s: %s is wrong: got %s, wanted %s; last error %s; fds %d, before %d;\n"
                "    sentence \"%s\", which has to name \"%s\"\n", call, wrong,
                gpuGetErrorName(got), gpuGetErrorName(code), gpuGetErrorName(last), fds, fds_before,
                detail, field);
    _fail(file, line);
}

static void sleep_in_gate(void *argument)
{
    struct gate *gate = argument;

    while (sem_wait(&gate->released) != 0)
        continue;
}

void gate_close(struct gate *gate, gpuStream_t stream)
{
    assert_int_equal(sem_init(&gate->released, 0, 0), 0);
    OK(gpuLaunchHostFunc(stream, sleep_in_gate, gate));
}

void gate_open(struct gate *gate)
{
    assert_int_equal(sem_post(&gate->released), 0);
}

static void *open_gates(void *argument)
{
    struct opener *opener = argument;

    for (size_t i = 0; i < opener->count; i++)
        gate_open(&opener->gates[i]);
    return NULL;
}

void opener_begin(struct opener *opener, struct gate *gates, size_t count)
{
    opener->gates = gates;
    opener->count = count;
    assert_int_equal(pthread_create(&opener->thread, NULL, open_gates, opener), 0);
}

void opener_end(struct opener *opener)
{
    pthread_join(opener->thread, NULL);
}

gpuExternalMemory_t import_memory(int fd, uint64_t size_bytes, bool dedicated)
{
    gpuMemoryDesc descriptor = {
        .type = gpuExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = fd,
        .size = size_bytes,
        .flags = dedicated ? gpuExternalMemoryDedicated : 0,
    };
    gpuExternalMemory_t memory;

    OK(gpuImportExternalMemory(&memory, &descriptor));
    assert_non_null(memory);
    return memory;
}

gpuExternalSemaphore_t import_semaphore(int fd, bool timeline)
{
    gpuSemaphoreDesc descriptor = {
        .type = timeline ? gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd
                         : gpuExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = fd,
    };
    gpuExternalSemaphore_t semaphore;

    OK(gpuImportExternalSemaphore(&semaphore, &descriptor));
    assert_non_null(semaphore);
    return semaphore;
}

void *map_buffer(gpuExternalMemory_t memory, uint64_t offset_bytes, uint64_t size_bytes)
{
    gpuBufferDesc descriptor = { .offset = offset_bytes, .size = size_bytes };
    void *pointer;

    OK(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &descriptor));
    assert_non_null(pointer);
    return pointer;
}

gpuError_t signal_one(gpuExternalSemaphore_t semaphore, uint64_t value, gpuStream_t stream)
{
    gpuSignalParams parameters = { .params.fence.value = value };

    return gpuSignalExternalSemaphoresAsync(&semaphore, &parameters, 1, stream);
}

gpuError_t wait_one(gpuExternalSemaphore_t semaphore, uint64_t value, gpuStream_t stream)
{
    gpuWaitParams parameters = { .params.fence.value = value };

    return gpuWaitExternalSemaphoresAsync(&semaphore, &parameters, 1, stream);
}

void fill_pattern(uint8_t *bytes, size_t size, unsigned seed)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i * 31u + (i >> 8) * 7u + seed * 101u + 1u);
}

int run_again(const char *argument, const char *variable, const char *value)
{
    pid_t child = fork();
    int status = -1;

    assert_true(child >= 0);
    if (child == 0) {
        setenv(variable, value, 1);
        execl("/proc/self/exe", "scenario", argument, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
