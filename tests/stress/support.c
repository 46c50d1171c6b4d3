/* Failing, counting, and semaphores of the other program. */
#include "stress.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gpuinterop.h>

#include "../open_fds.h"
#include "base/clock.h"

bool stress_world_exports;

static void (*before_failure)(void);

void stress_on_failure(void (*before)(void))
{
    before_failure = before;
}

void stress_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;

    flockfile(stderr);
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    if (before_failure != NULL)
        before_failure();
    funlockfile(stderr);
    fflush(NULL);
    _exit(1);
}

void stress_check(cudaError_t result, cudaError_t expected, const char *call, const char *file,
                  int line)
{
    if (result != expected)
        stress_fail(file, line, "%s: %s instead of %s (%s)", call, cudaGetErrorName(result),
                    cudaGetErrorName(expected), gpuinterop_last_error_detail());
}

void *stress_new(size_t count, size_t size_bytes)
{
    void *memory = calloc(count, size_bytes);

    REQUIRE(memory != NULL, "no memory for %zu times %zu bytes", count, size_bytes);
    return memory;
}

int stress_open_fds(void)
{
    return count_open_fds();
}

/* A GPU's driver keeps what it mapped for command buffers, and maps more when it feels like it. */
static bool is_of_a_gpu(const char *line)
{
    return strstr(line, " /dev/nvidia") != NULL || strstr(line, " /dev/dri/") != NULL;
}

int stress_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096], rights[8];
    int count = 0;

    REQUIRE(maps != NULL, "/proc/self/maps cannot be read");
    while (fgets(line, sizeof line, maps) != NULL)
        count += sscanf(line, "%*s %7s", rights) == 1 && rights[3] == 's' && !is_of_a_gpu(line);
    fclose(maps);
    return count;
}

/* ---- semaphores ------------------------------------------------------------------------------ */

void stress_semaphore_begin(struct stress_semaphore *semaphore, bool is_timeline, bool native)
{
    struct cudaExternalSemaphoreHandleDesc request = {
        .type = is_timeline ? cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
                            : cudaExternalSemaphoreHandleTypeOpaqueFd
    };

    *semaphore = (struct stress_semaphore){ .is_timeline = is_timeline };
    if (native)
        semaphore->native = stress_native_begin(is_timeline, &request.handle.fd);
    if (semaphore->native == NULL) {
        REQUIRE(gi_host_semaphore_create(&semaphore->host, is_timeline, 0) == 0,
                "no host semaphore");
        REQUIRE(gi_host_semaphore_export(&semaphore->host, &request.handle.fd) == 0,
                "a host semaphore is not exported");
    }
    OK(cudaImportExternalSemaphore(&semaphore->handle, &request));
}

void stress_semaphore_end(struct stress_semaphore *semaphore)
{
    OK(cudaDestroyExternalSemaphore(semaphore->handle));
    if (semaphore->native != NULL)
        stress_native_end(semaphore->native);
    else
        gi_host_semaphore_finish(&semaphore->host);
}

void stress_peer_signal(struct stress_semaphore *semaphore, uint64_t value)
{
    if (semaphore->native != NULL)
        stress_native_signal(semaphore->native, value);
    else
        REQUIRE(gi_host_semaphore_signal(&semaphore->host, value) == 0,
                "a host semaphore refuses value %llu", (unsigned long long)value);
}

void stress_peer_wait(struct stress_semaphore *semaphore, uint64_t value)
{
    if (semaphore->native != NULL)
        stress_native_wait(semaphore->native, value);
    else
        REQUIRE(gi_host_semaphore_wait(&semaphore->host, value, GI_FOREVER) == 0,
                "waiting for value %llu of a host semaphore", (unsigned long long)value);
}

void stress_signal(const struct stress_semaphore *semaphore, uint64_t value, cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = value };

    OK(cudaSignalExternalSemaphoresAsync(&semaphore->handle, &signal, 1, stream));
}

void stress_wait(const struct stress_semaphore *semaphore, uint64_t value, cudaStream_t stream)
{
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = value };

    OK(cudaWaitExternalSemaphoresAsync(&semaphore->handle, &wait, 1, stream));
}
