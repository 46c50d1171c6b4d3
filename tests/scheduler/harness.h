/** The harness of the scheduler tests: the core on the fake driver. Each case runs in its own
 *  process, because the core never closes a device, and a lost device stays lost.
 *
 *      test_waits            all cases
 *      test_waits NAME       one case, in this process, for a debugger */
#ifndef SCHEDULER_HARNESS_H
#define SCHEDULER_HARNESS_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../copies.h"
#include "base/counters.h"
#include "device/device.h"
#include "queue/device_state.h"
#include "ops/event.h"
#include "share/external_memory.h"
#include "share/external_semaphore.h"
#include "fake.h"
#include "base/handle.h"
#include "ops/host_function.h"
#include "queue/host_semaphore.h"
#include "pools/memory.h"
#include "stream/stream.h"

/* ---- cases --------------------------------------------------------------------------------- */

struct sched_case {
    const char *name;
    void (*run)(void);
    int exit_code;               /* the expected exit code of the case's process */
};

struct sched_registered {
    struct sched_case one;
    int line;
};

/** Begins a case, which registers itself: a pointer to it lies in a section of the program, whose
 *  borders the linker names. SCHED_CASE_EXITS is for a process that ends with another exit code
 *  than 0. A program of these cases alone needs no main. */
#define SCHED_CASE(function) SCHED_CASE_EXITS(function, 0)
#define SCHED_CASE_EXITS(function, code)                                                         \
    static void function(void);                                                                  \
    static const struct sched_registered case_##function =                                       \
        { { #function, function, code }, __LINE__ };                                             \
    __attribute__((section("sched_cases"), used))                                                \
    static const struct sched_registered *const registered_##function = &case_##function;        \
    static void function(void)

/** Runs the cases that register themselves in the order of their lines, or the one that argv names;
 *  returns main's result. */
int sched_run(int argc, char **argv);

/** Does the same with a table of cases. */
int sched_main(int argc, char **argv, const struct sched_case *cases, size_t count);

/** Ends the case's process as failed. Threads: any. */
GI_PRINTF(3, 4) _Noreturn void sched_fail(const char *file, int line, const char *format, ...);

#define REQUIRE(condition, ...)                                                                  \
    do {                                                                                         \
        if (!(condition))                                                                        \
            sched_fail(__FILE__, __LINE__, __VA_ARGS__);                                         \
    } while (0)

#define STATUS(expected, call)                                                                   \
    do {                                                                                         \
        gi_status sched_expected_ = (expected), sched_got_ = (call);                             \
        if (sched_got_ != sched_expected_)                                                       \
            sched_fail(__FILE__, __LINE__, "%s: %s instead of %s (%s)", #call,                   \
                       gi_status_name(sched_got_), gi_status_name(sched_expected_),              \
                       gi_last_error_detail());                                                  \
    } while (0)

#define OK(call) STATUS(GI_OK, call)

/** Whether a thread of the process, by its number, sleeps. */
bool sched_sleeps(int thread);

/* ---- the device ---------------------------------------------------------------------------- */

/** The capabilities of graphics drivers' semaphores, and lesser ones. */
enum {
    CAPS_HOST = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL,
    CAPS_QUEUE = GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL,
    CAPS_QUEUE_AHEAD = CAPS_QUEUE | GI_SEMAPHORE_WAIT_AHEAD,
    CAPS_ALL = CAPS_HOST | CAPS_QUEUE_AHEAD,
    CAPS_SUBMITTED = CAPS_HOST | CAPS_QUEUE | GI_SEMAPHORE_TELLS_SUBMITTED
};

struct sched_setup {
    uint32_t queues;
    uint32_t timeline_caps, binary_caps;
    enum gifake_addresses addresses;
};

/** Sets device 0 up for the core. The peer's device 1 shares its semaphores and memory, and has
 *  all capabilities. Begins a case, or a round of it if the device is not open yet. */
void sched_begin(const struct sched_setup *setup);

/** Does the same with the test's own configuration of device 0. */
void sched_begin_config(const struct gifake_device_config *config);

/** False if device addresses cannot differ from host addresses: then all setups share addresses. */
bool sched_has_room_for_addresses(void);

/** Four queues, all capabilities, shared addresses. */
void sched_begin_plain(void);

/** Waits for the library's own streams. Fails if any handle or semaphore of the driver is left. */
void sched_expect_nothing_left(void);

/** Fails unless the end of an object went well. */
void sched_expect_ended(gi_status status, const char *what);

void sched_pause_all(void);
void sched_resume_all(void);

/* ---- streams ------------------------------------------------------------------------------- */

/** A non-blocking stream, and a blocking one. */
gi_handle sched_stream(void);
gi_handle sched_blocking_stream(void);

/** The queue that a stream submits to, and whether the stream has it alone. */
uint32_t sched_queue_of(gi_handle stream);
bool sched_has_own_queue(gi_handle stream);

gi_handle sched_event(void);

/* ---- memory -------------------------------------------------------------------------------- */

uint64_t sched_memory(uint64_t size_bytes);
uint64_t sched_host_memory(uint64_t size_bytes);

/** Fails unless all bytes have the value. The host must be able to read the memory. */
void sched_expect_bytes(uint64_t pointer, uint64_t size_bytes, uint8_t value);

/** An fd of memory that the peer shares. */
int sched_peer_memory(uint64_t size_bytes);

/* ---- semaphores ---------------------------------------------------------------------------- */

enum sched_source { SCHED_HOST_SEMAPHORE, SCHED_NATIVE_SEMAPHORE };

/** A semaphore that the peer and the core share. */
struct sched_semaphore {
    gi_handle handle;                    /* the core's */
    bool is_timeline;
    struct gi_semaphore *native;         /* the peer's; NULL: a host semaphore */
    struct gi_host_semaphore host;
};

void sched_semaphore_make(struct sched_semaphore *semaphore, enum sched_source source,
                          bool is_timeline, uint64_t value);

/** Signals as the peer, and the value that the peer sees. */
void sched_peer_signal(struct sched_semaphore *semaphore, uint64_t value);
uint64_t sched_peer_value(struct sched_semaphore *semaphore);
/** Sleeps until the peer sees the value, or a signal. */
void sched_peer_await(struct sched_semaphore *semaphore, uint64_t value);

void sched_wait(gi_handle stream, const struct sched_semaphore *semaphore, uint64_t value);
void sched_signal(gi_handle stream, const struct sched_semaphore *semaphore, uint64_t value);

/** Releases the core's object and the peer's. */
void sched_semaphore_end(struct sched_semaphore *semaphore);

/* ---- the tests' own gates ------------------------------------------------------------------ */

/** A host function that blocks its stream until the test opens the gate. */
struct sched_gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool entered, open;
};

void sched_gate_init(struct sched_gate *gate);
void sched_gate_enqueue(struct sched_gate *gate, gi_handle stream);
void sched_gate_await_entered(struct sched_gate *gate);

/** Makes a gate, and holds a stream with it. */
void sched_gate_hold(struct sched_gate *gate, gi_handle stream);
void sched_gate_open(struct sched_gate *gate);

/* ---- frees, which wait for the device -------------------------------------------------------- */

/** A call that frees something in its own thread. */
struct sched_freeing {
    gi_status (*call)(uint64_t what);
    uint64_t what;
    gi_status status;
    atomic_bool is_over;
    pthread_t thread;
};

/** Starts the call. */
void sched_free_start(struct sched_freeing *freeing, gi_status (*call)(uint64_t what),
                      uint64_t what);

/** Starts the call, and returns once it sleeps until work is done, or has returned. The watchdog
 *  has not named it then. */
void sched_free_begin(struct sched_freeing *freeing, gi_status (*call)(uint64_t what),
                      uint64_t what);

/** Waits for the call, and returns its status. */
gi_status sched_free_end(struct sched_freeing *freeing);

#endif
