/** What a program that is built already does with its vendor's library: takes over memory and
 *  timelines of a Vulkan program, waits, fills, signals, looks. Each program includes this behind
 *  the declarations that it was built with, having said by what names they go:
 *
 *  NAME(Malloc) is a function, TYPE(ExternalMemoryHandleDesc) a struct; STREAM, MEMORY and
 *  SEMAPHORE are handles. What is passed by address lies where memory ends, so that a library that
 *  takes it to be longer crashes. */
#ifndef DROP_IN_JOB_H
#define DROP_IN_JOB_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exporter.h"

#define SKIPPED 77
#define BYTES 65536u
#define OPAQUE_FD 1
#define TIMELINE_FD 9
#define TO_HOST 2

#define REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

#define DONE(call) REQUIRE((int)(call) == 0)

/** Zeroed memory of that size, behind which nothing can be read or written; never given back. */
static void *at_the_end(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (size + page - 1) / page * page;
    char *at = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED || mprotect(at + whole, page, PROT_NONE) != 0)
        return NULL;
    return at + whole - size;
}

#define NEW(type) ((type *)at_the_end(sizeof(type)))

struct job {
    MEMORY memory;
    SEMAPHORE begin, end;        /* timelines */
    STREAM stream;
    unsigned char *frame;
};

static int take_memory(struct job *job, int fd)
{
    TYPE(ExternalMemoryHandleDesc) *descriptor = NEW(TYPE(ExternalMemoryHandleDesc));
    TYPE(ExternalMemoryBufferDesc) *range = NEW(TYPE(ExternalMemoryBufferDesc));
    void *at = NULL;

    descriptor->type = OPAQUE_FD;
    descriptor->handle.fd = fd;
    descriptor->size = BYTES;
    DONE(NAME(ImportExternalMemory)(&job->memory, descriptor));
    range->size = BYTES;
    DONE(NAME(ExternalMemoryGetMappedBuffer)(&at, job->memory, range));
    job->frame = at;
    return 0;
}

static int take_timeline(SEMAPHORE *semaphore, int fd)
{
    TYPE(ExternalSemaphoreHandleDesc) *descriptor = NEW(TYPE(ExternalSemaphoreHandleDesc));

    descriptor->type = TIMELINE_FD;
    descriptor->handle.fd = fd;
    DONE(NAME(ImportExternalSemaphore)(semaphore, descriptor));
    return 0;
}

/** Fills the frame behind a wait, and has the end signalled; a second stream lets it begin. */
static int draw(struct job *job)
{
    TYPE(ExternalSemaphoreWaitParams) *wait = NEW(TYPE(ExternalSemaphoreWaitParams));
    TYPE(ExternalSemaphoreSignalParams) *signal = NEW(TYPE(ExternalSemaphoreSignalParams));
    TYPE(ExternalSemaphoreSignalParams) *go = NEW(TYPE(ExternalSemaphoreSignalParams));
    STREAM other = NULL;

    DONE(NAME(StreamCreate)(&job->stream));
    DONE(NAME(StreamCreate)(&other));
    wait->params.fence.value = 3;
    signal->params.fence.value = 7;
    go->params.fence.value = 3;
    DONE(NAME(WaitExternalSemaphoresAsync)(&job->begin, wait, 1, job->stream));
    DONE(NAME(MemsetAsync)(job->frame, 0x5c, BYTES, job->stream));
    DONE(NAME(SignalExternalSemaphoresAsync)(&job->end, signal, 1, job->stream));
    REQUIRE(exporter_timeline_value() == 0);
    DONE(NAME(SignalExternalSemaphoresAsync)(&job->begin, go, 1, other));
    DONE(NAME(StreamSynchronize)(job->stream));
    REQUIRE(exporter_timeline_value() == 7);
    DONE(NAME(StreamDestroy)(other));
    return 0;
}

static int look(const struct job *job)
{
    static unsigned char bytes[BYTES];
    TYPE(PointerAttributes) *attributes = NEW(TYPE(PointerAttributes));

    DONE(NAME(Memcpy)(bytes, job->frame, BYTES, TO_HOST));
    for (size_t i = 0; i < BYTES; i++)
        REQUIRE(bytes[i] == 0x5c);
    DONE(NAME(PointerGetAttributes)(attributes, job->frame));
    REQUIRE(attributes->device == 0 && attributes->devicePointer == job->frame);
    return 0;
}

/** The job as a whole; 0, 1, or SKIPPED where nothing can be shared.
 *  Owner: what it made is still there in *job; end_job ends it. */
static int do_job(struct job *job)
{
    int memory = exporter_memory(BYTES, NULL);
    int begin = exporter_semaphore(true);
    int end = exporter_semaphore(true);

    if (memory < 0 || begin < 0 || end < 0) {
        printf("nothing here exports memory and timelines\n");
        return SKIPPED;
    }
    if (take_memory(job, memory) != 0 || take_timeline(&job->begin, begin) != 0
        || take_timeline(&job->end, end) != 0)
        return 1;
    return draw(job) != 0 || look(job) != 0;
}

static int end_job(struct job *job)
{
    DONE(NAME(StreamDestroy)(job->stream));
    DONE(NAME(DestroyExternalSemaphore)(job->begin));
    DONE(NAME(DestroyExternalSemaphore)(job->end));
    DONE(NAME(Free)(job->frame));
    DONE(NAME(DestroyExternalMemory)(job->memory));
    DONE(NAME(GetLastError)());
    return 0;
}

/** Whose function it is, and that a program that opens the library by name finds the same one. */
static int tell_library(const char *path, const char *name, void *function)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    Dl_info info;

    REQUIRE(library != NULL && dlsym(library, name) == function);
    dlclose(library);
    REQUIRE(dladdr(function, &info) != 0);
    printf("served by %s\n", info.dli_fname);
    return 0;
}

#endif
