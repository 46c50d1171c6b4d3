/** What the benchmarks share: the setting, checks of return codes, and the list of groups.
 *
 *  A call that fails ends the program with status 1 and a sentence that names it: numbers of a run
 *  in which something did not work are worth nothing. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "queue/host_semaphore.h"
#include "report.h"

/** The device under test and how hard to try. */
struct bench_setting {
    struct cudaDeviceProp properties;
    bool is_cpu;                     /* Vulkan calls it a CPU */
    bool is_quick;                   /* the numbers mean little */
    int repeats;                     /* of most measurements */
    int slow_repeats;                /* of those that take a second or move much memory */
    int trips;                       /* round trips of one repeat */
    uint64_t wait_ns;                /* how long the blocked stream is watched */
};
extern struct bench_setting bench_setting;

/** Ends the program if condition does not hold. */
#define BENCH_REQUIRE(condition) \
    do { \
        if (!(condition)) \
            bench_fail(#condition, __FILE__, __LINE__); \
    } while (0)

/** Ends the program if a call of the front end fails. */
#define BENCH_CUDA(call) bench_check_cuda((call), #call, __FILE__, __LINE__)

_Noreturn void bench_fail(const char *what, const char *file, int line);
void bench_check_cuda(cudaError_t error, const char *call, const char *file, int line);

/** Chooses the device that both sides use, and opens both.
 *  Returns: false, and why on the error stream, where there is no device. */
bool bench_setup(bool quick);
void bench_teardown(void);

/** Imports a timeline semaphore.
 *  Owner:   takes fd; the caller destroys the result. */
cudaExternalSemaphore_t bench_import_timeline(int fd);

/** Enqueue a signal of, and a wait for, one value of a timeline. */
void bench_signal(cudaExternalSemaphore_t semaphore, uint64_t value, cudaStream_t stream);
void bench_wait(cudaExternalSemaphore_t semaphore, uint64_t value, cudaStream_t stream);

/** The groups of measurements; each adds its rows. */
void bench_small_copies(void);
void bench_small_others(void);
void bench_host_copies(void);
void bench_device_copies(void);
void bench_import(void);
void bench_images(void);
void bench_semaphores(void);
void bench_blocked_stream(void);
void bench_round_trips(void);
void bench_flat(void);
void bench_growth(void);
void bench_kernels(void);
void bench_graphs(void);
void bench_opengl(void);
void bench_translation(void);      /* a part of the kernels */
void bench_ranges(void);
void bench_multicast(void);
void bench_beside_vendor(void);
void bench_driver(void);
void bench_driver_beside_vendor(void);
void bench_start(void);
void bench_first(void);
void bench_arrays_beside_vendor(void);
void bench_streams_beside_vendor(void);
void bench_ranges_beside_vendor(void);

/** What the last group found: the vendor's library, or why there is none; NULL without a run. */
const char *bench_vendor_words(void);

/** Bytes of a large copy or fill: 1 GiB, or less where the device's memory is small. */
uint64_t bench_large_bytes(void);

/** What a process does whose start is timed, for `bench_interop --start SIDE UUID`: SIDE is "ours",
 *  "hand" or "vendor", UUID the device's in 32 hexadecimal digits. */
int bench_start_child(const char *side, const char *uuid);

/** The same for one of bench_first: the four words behind `bench_interop --first` are the side, the
 *  number of kernels, the milliseconds in between, and the UUID. */
int bench_first_child(char *const *arguments);

/** The device's UUID in 32 hexadecimal digits, and from them. */
void bench_uuid_words(char words[static 33]);
void bench_uuid_read(const char *words, uint8_t out_uuid[static 16]);

/** Under which numbers the other process of the round trips is given its fds. */
#define BENCH_PEER_WAIT_FD 3
#define BENCH_PEER_SIGNAL_FD 4

/** What the other process of the round trips does, for `bench_interop --peer`.
 *  Owner:   takes both fds. */
int bench_peer(int wait_fd, int signal_fd, int trips);

#endif
