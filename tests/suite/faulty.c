/** A library with planted faults, in front of this project's, whose functions it calls. FAULTY
 *  names the fault; tests/suite/test_suite.py has the list. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda_runtime_api.h"

static bool has_fault(const char *name)
{
    const char *fault = getenv("FAULTY");

    return fault != NULL && strcmp(fault, name) == 0;
}

/** The function of that name in the library behind this one. */
static void find(const char *name, void *out_function)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found == NULL)
        abort();
    memcpy(out_function, &found, sizeof found);
}

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *out,
                                     const struct cudaExternalMemoryHandleDesc *description)
{
    cudaError_t (*behind)(cudaExternalMemory_t *, const struct cudaExternalMemoryHandleDesc *);
    struct cudaExternalMemoryHandleDesc changed;
    cudaError_t code;

    find("cudaImportExternalMemory", &behind);
    if (description == NULL)
        return behind(out, NULL);
    changed = *description;
    if (has_fault("not-supported"))
        return cudaErrorNotSupported;
    if (has_fault("fd-not-taken"))
        changed.handle.fd = fcntl(changed.handle.fd, F_DUPFD_CLOEXEC, 3);
    if (has_fault("fd-leak"))
        (void)fcntl(changed.handle.fd, F_DUPFD_CLOEXEC, 3);
    code = behind(out, &changed);
    if (code != cudaSuccess && has_fault("fd-closed-twice"))
        (void)close(changed.handle.fd);
    return code == cudaErrorInvalidValue && has_fault("wrong-code") ? cudaErrorUnknown : code;
}

cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **out, cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *description)
{
    cudaError_t (*behind)(void **, cudaExternalMemory_t,
                          const struct cudaExternalMemoryBufferDesc *);
    struct cudaExternalMemoryBufferDesc changed;
    static void *first;
    cudaError_t code;

    find("cudaExternalMemoryGetMappedBuffer", &behind);
    if (description == NULL || out == NULL)
        return behind(out, memory, description);
    changed = *description;
    if (has_fault("crash"))
        (void)raise(SIGSEGV);
    while (has_fault("hang"))
        (void)pause();
    if (has_fault("wrong-offset"))
        changed.offset = 0;
    if (has_fault("no-bounds") && changed.size > 1)
        changed.size = 1;
    if (has_fault("stale-pointer") && first != NULL) {
        *out = first;
        return cudaSuccess;
    }
    code = behind(out, memory, &changed);
    if (code == cudaSuccess)
        first = *out;
    return code;
}

/** One semaphore at a time, each value one too high. */
static cudaError_t signal_wrongly(
    cudaError_t (*behind)(const cudaExternalSemaphore_t *,
                          const struct cudaExternalSemaphoreSignalParams *, unsigned int,
                          cudaStream_t),
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    cudaError_t code = cudaSuccess;

    for (unsigned int i = 0; i < count && code == cudaSuccess; i++) {
        struct cudaExternalSemaphoreSignalParams changed = parameters[i];

        changed.params.fence.value++;
        code = behind(&semaphores[i], &changed, 1, stream);
    }
    return code;
}

cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    cudaError_t (*behind)(const cudaExternalSemaphore_t *,
                          const struct cudaExternalSemaphoreSignalParams *, unsigned int,
                          cudaStream_t);

    find("cudaSignalExternalSemaphoresAsync", &behind);
    if (has_fault("wrong-value") && semaphores != NULL && parameters != NULL)
        return signal_wrongly(behind, semaphores, parameters, count, stream);
    return behind(semaphores, parameters, count, stream);
}

cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    cudaError_t (*behind)(const cudaExternalSemaphore_t *,
                          const struct cudaExternalSemaphoreWaitParams *, unsigned int,
                          cudaStream_t);

    find("cudaWaitExternalSemaphoresAsync", &behind);
    return has_fault("early-wait") ? cudaSuccess : behind(semaphores, parameters, count, stream);
}
