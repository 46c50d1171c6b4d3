/** What the parts of the stress program share: how they fail, what they count, and the other
 *  program that exports memory and semaphores.
 *
 *      stress PART [--count N] [--seconds N] [--operations N] [--without OPERATION]...
 *
 *  A part makes thousands of something, uses and checks them, and leaves nothing. It runs twice:
 *  what the first run leaves is for keeps, the second leaves no more. */
#ifndef STRESS_H
#define STRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "queue/host_semaphore.h"

enum { STRESS_MAX_WITHOUT = 16 };

struct stress_options {
    uint64_t count;                  /* how many of what a part makes; 0: its own number */
    int64_t seconds;                 /* of the soak; 0: count its operations */
    uint64_t operations;             /* of the soak; 0: its own number */
    const char *without[STRESS_MAX_WITHOUT];     /* operations that the soak leaves out */
    int without_count;
};
extern struct stress_options stress_options;

/* ---- failing ------------------------------------------------------------------------------- */

/** Ends the program as failed. before is called first, once, if it is not NULL: the soak prints its
 *  log by it.
 *  Threads: any. */
__attribute__((format(printf, 3, 4))) _Noreturn void stress_fail(const char *file, int line,
                                                                 const char *format, ...);
void stress_on_failure(void (*before)(void));

/** Ends the program unless result is expected. */
void stress_check(cudaError_t result, cudaError_t expected, const char *call, const char *file,
                  int line);

#define REQUIRE(condition, ...)                                                                  \
    do {                                                                                         \
        if (!(condition))                                                                        \
            stress_fail(__FILE__, __LINE__, __VA_ARGS__);                                        \
    } while (0)
#define EXPECT(code, call) stress_check((call), (code), #call, __FILE__, __LINE__)
#define OK(call) EXPECT(cudaSuccess, call)

/** malloc and calloc that do not fail. */
void *stress_new(size_t count, size_t size_bytes);

/** How many file descriptors and shared mappings the process has. */
int stress_open_fds(void);
int stress_mappings(void);

/* ---- the device and the other program ------------------------------------------------------ */

/** Set before: the fake device's memory can be exported to OpenGL. */
extern bool stress_world_exports;

/** Makes the device ready.
 *  Returns: false where there is none, and why on standard output. */
bool stress_world_begin(void);

/** Whether the device is the fake one: its objects cost little. */
bool stress_world_is_fake(void);

/** The bytes that may be allocated at all before the device says that it has none: the fake's heap.
 *  0: what the process may map has to be limited instead. */
uint64_t stress_world_heap_bytes(void);

/** Exports new memory of the other program; the program never ends.
 *  Owner:  the caller has the fd.
 *  Errors: -1 where memory cannot be exported. */
int stress_peer_memory(uint64_t size_bytes);

/** A semaphore of the other program: the device's own kind where native is asked and there is one,
 *  else a host semaphore. */
struct stress_semaphore {
    bool is_timeline;
    struct gi_host_semaphore host;
    struct gi_semaphore *native;     /* not NULL: host is unused */
    cudaExternalSemaphore_t handle;
};

/** Makes one and imports it. */
void stress_semaphore_begin(struct stress_semaphore *semaphore, bool is_timeline, bool native);
void stress_semaphore_end(struct stress_semaphore *semaphore);

/** The other program signals a timeline, or sleeps until it is reached.
 *  Threads: any. */
void stress_peer_signal(struct stress_semaphore *semaphore, uint64_t value);
void stress_peer_wait(struct stress_semaphore *semaphore, uint64_t value);

/** The same by a stream. */
void stress_signal(const struct stress_semaphore *semaphore, uint64_t value, cudaStream_t stream);
void stress_wait(const struct stress_semaphore *semaphore, uint64_t value, cudaStream_t stream);

/** For world_*.c: a semaphore of the driver's that is exported; NULL where there is none. */
struct gi_semaphore *stress_native_begin(bool is_timeline, int *out_fd);
void stress_native_end(struct gi_semaphore *semaphore);
void stress_native_signal(struct gi_semaphore *semaphore, uint64_t value);
void stress_native_wait(struct gi_semaphore *semaphore, uint64_t value);

/* ---- the parts ------------------------------------------------------------------------------ */

/** count: how many of what the part makes. */
void stress_streams(size_t count);
void stress_events(size_t count);
void stress_allocations(size_t count);
void stress_pools(size_t count);
void stress_imports(size_t count);
void stress_mappings_of_one(size_t count);
void stress_semaphores(size_t count);
void stress_threads(size_t count);
void stress_churn(size_t count);
void stress_graphs(size_t count);
void stress_launches(size_t count);
void stress_copies(size_t count);
void stress_exhaustion(size_t count);
void stress_soak(size_t count);

#endif
