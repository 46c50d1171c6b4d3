/** What all scenarios share. Each file of scenarios has a function that runs its group; main.c
 *  calls them one after the other. */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "names.h"
#include "whose_library.h"

/** How many file descriptors the process has open, without those of the driver's cache on disk. */
int open_fds(void);

/** True if no more are open than before; else it prints which are. The library's threads may close
 *  one a moment after the call that needed it, so there may be fewer. */
bool no_more_fds(int before);

/** True if fd is open. */
bool fd_is_open(int fd);

/** Ends the test with a sentence unless code is success. */
void check_ok(gpuError_t code, const char *call, const char *file, int line);
#define OK(call) check_ok((call), #call, __FILE__, __LINE__)

/** Before and after a call that has to answer code: the last error is cleared before; after a
 *  failure it is the code, the detail sentence contains field, and as many fds are open as
 *  before. */
void expect_begin(void);
void expect_end(gpuError_t got, gpuError_t code, const char *field, const char *call,
                const char *file, int line);
#define EXPECT(call, code, field) \
    do { \
        expect_begin(); \
        expect_end((call), (code), (field), #call, __FILE__, __LINE__); \
    } while (0)

/** Calls that answer these codes whatever else there is. */
#define BAD_VALUE(call, field) EXPECT(call, gpuErrorInvalidValue, field)

/** Handles that were destroyed or never were. Only this project's libraries must know them: the
 *  vendors' manuals leave open what happens, and some libraries crash. */
#define WRONG_HANDLE(call, code) \
    do { \
        if (library_is_ours()) \
            EXPECT(call, code, ""); \
    } while (0)
#define BAD_HANDLE(call) WRONG_HANDLE(call, gpuErrorInvalidHandle)
/** Streams, events and arrays that were destroyed or never were; semaphores likewise. */
#define STALE_HANDLE(call) WRONG_HANDLE(call, gpuErrorStaleHandle)
#define BAD_SEMAPHORE(call) \
    WRONG_HANDLE(call, API_IS_CUDA ? gpuErrorInvalidHandle : gpuErrorInvalidValue)

/** What an allocation that fails leaves of an out argument that held marked. */
#define LEFT_BY_ALLOCATION(marked) (API_IS_CUDA ? NULL : (marked))

/** A free of NULL, which one of the two interfaces takes. */
#define FREES_NULL(call) EXPECT(call, API_IS_CUDA ? gpuSuccess : gpuErrorInvalidValue, "")

/** Memory that cannot be had. The first try gives the driver back blocks that were kept, and with
 *  them the fds that some drivers have for them. */
#define NO_MEMORY(call) \
    do { \
        assert_int_equal((call), gpuErrorOutOfMemory); \
        EXPECT(call, gpuErrorOutOfMemory, ""); \
    } while (0)

/** Handles by number, for handles that never were. */
#define AS_STREAM(number) ((gpuStream_t)(uintptr_t)(number))
#define AS_EVENT(number) ((gpuEvent_t)(uintptr_t)(number))
#define AS_MEMORY(number) ((gpuExternalMemory_t)(uintptr_t)(number))
#define AS_SEMAPHORE(number) ((gpuExternalSemaphore_t)(uintptr_t)(number))
#define AS_ARRAY(number) ((gpuArray_t)(uintptr_t)(number))
#define AS_MIPMAPPED(number) ((gpuMipmappedArray_t)(uintptr_t)(number))

/** Something that holds a stream until it is released: a host function that sleeps. */
struct gate {
    sem_t released;
};

void gate_close(struct gate *gate, gpuStream_t stream);
void gate_open(struct gate *gate);

/** Has a thread open them, for a call of this one that waits; to be joined. */
struct opener {
    pthread_t thread;
    struct gate *gates;
    size_t count;
};

void opener_begin(struct opener *opener, struct gate *gates, size_t count);
void opener_end(struct opener *opener);

/** Imports by fd, with everything else plain. */
gpuExternalMemory_t import_memory(int fd, uint64_t size_bytes, bool dedicated);
gpuExternalSemaphore_t import_semaphore(int fd, bool timeline);
void *map_buffer(gpuExternalMemory_t memory, uint64_t offset_bytes, uint64_t size_bytes);
gpuError_t signal_one(gpuExternalSemaphore_t semaphore, uint64_t value, gpuStream_t stream);
gpuError_t wait_one(gpuExternalSemaphore_t semaphore, uint64_t value, gpuStream_t stream);

/** Bytes that depend on seed and place. */
void fill_pattern(uint8_t *bytes, size_t size, unsigned seed);

/** Connects to the socket that a handle names. */
int connect_as_peer(const gpuIpcMemHandle_t *handle);

/** Runs this program again with an argument and an environment variable set; its exit status. */
int run_again(const char *argument, const char *variable, const char *value);

int run_basics(void);
int run_copies(void);
int run_own_copies(void);
int run_copy_bounds(void);
int run_copy_bounds_arrays(void);
int run_streams(void);
int run_interop(void);
int run_semaphores(void);
int run_answers(void);
int run_registration(void);
int run_bad_arguments(void);
int run_bad_interop(void);
int run_import_files(void);
int run_pools(void);
int run_memory(void);
int run_attribute_widths(void);
int run_processes(void);
int run_devices(void);
int run_freeing(void);
int run_arrays(void);
int run_array_copies(void);
int run_array_runs(void);
int run_textures(void);

/** What only one of the two interfaces has. */
int run_only_here(void);
int run_ipc(void);
int run_ipc_events(void);
int run_ipc_pools(void);
int run_ipc_trust(void);
int run_ipc_users(void);
int run_ipc_pool_peers(void);
int run_trust(void);

/** What run_again asks for; the exit status. */
int child_without_driver(void);
int child_without_device(void);
int child_that_opens(void);
int child_that_exports(void);
int child_that_exports_and_stops(void);
int child_with_event(void);
int child_with_pool(void);
int child_that_shares_a_pool(void);
int child_that_imports(void);

#endif
