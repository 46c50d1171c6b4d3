/** The conformance suite: what driver.h promises, asked of a driver directly, without the core.
 *
 *  It runs on every device of every driver in gi_drivers. What a device says it can do decides
 *  which cases run; a case that cannot run says why and is skipped. What a driver is known to do
 *  wrong stands in expectations.c with the reason, and fails the suite once it is mended. */
#ifndef CONF_CONFORMANCE_H
#define CONF_CONFORMANCE_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "contract/driver.h"

/* ---- what a build of the suite brings with it -------------------------------------------- */

/** Called once before the first call of a driver. */
void conf_prepare(void);

/** Called once after the last, if all cases went well; false if something was left behind. */
bool conf_left_nothing(void);

/** The words that launches of the choices' cases add to, in memory of the host. The fake computes
 *  nothing, so setup_fake.c adds in its place, as add.comp does. */
extern struct gi_memory *conf_added_to;

/** A case that fails for a known reason; driver is compared with gi_device_info.driver_name, behind
 *  which " by transfer queues" stands where GPUINTEROP_VULKAN_PLAN asks for them, and behind that
 *  " on the emulated card" where GPUINTEROP_CARD is set. */
struct conf_expectation {
    const char *driver, *name, *why;
};

extern const struct conf_expectation conf_expectations[];    /* ended by name NULL */

/* ---- the cases --------------------------------------------------------------------------- */

struct conf_case {
    const char *name;
    void (*run)(void **state);
};

extern const struct conf_case conf_device_cases[];           /* each ended by name NULL */
extern const struct conf_case conf_memory_cases[];
extern const struct conf_case conf_range_cases[];
extern const struct conf_case conf_import_cases[];
extern const struct conf_case conf_copy_cases[];
extern const struct conf_case conf_box_cases[];
extern const struct conf_case conf_image_cases[];
extern const struct conf_case conf_image_box_cases[];
extern const struct conf_case conf_order_cases[];
extern const struct conf_case conf_recording_cases[];
extern const struct conf_case conf_choice_cases[];
extern const struct conf_case conf_wait_cases[];
extern const struct conf_case conf_semaphore_cases[];
extern const struct conf_case conf_texel_cases[];

/** The driver and the device that the cases run on. */
extern const struct gi_driver *conf_driver;
extern struct gi_device_info conf_info;

/* ---- assertions: in the case's own thread only --------------------------------------------- */

#define CONF_THAT(condition, ...)                                                                \
    do {                                                                                         \
        if (!(condition))                                                                        \
            fail_msg(__VA_ARGS__);                                                               \
    } while (0)

#define CONF_STATUS(expected, call)                                                              \
    do {                                                                                         \
        gi_status conf_expected_ = (expected), conf_got_ = (call);                               \
        if (conf_got_ != conf_expected_)                                                         \
            fail_msg("%s: %s instead of %s (%s)", #call, gi_status_name(conf_got_),              \
                     gi_status_name(conf_expected_), gi_last_error_detail());                    \
    } while (0)

#define CONF_OK(call) CONF_STATUS(GI_OK, call)

/** Ends the case as skipped, and prints why. */
_Noreturn void conf_skip(const char *why);

/** Set by conf_skip. */
extern bool conf_skipped;

/* ---- what cases are made of: each asserts that it succeeds ------------------------------- */

/** No wait of the suite needs so long; it is only there to fail instead of hanging. */
int64_t conf_patience(void);

struct conf_queue {
    struct gi_queue *queue;
    uint64_t value;              /* the last that was submitted */
};

/** An open device with its first queue. */
struct conf_rig {
    struct gi_device_base *base;
    struct conf_queue main;
};

void conf_open(struct conf_rig *rig);
void conf_close(struct conf_rig *rig);
void conf_queue_open(struct gi_device_base *base, uint32_t index, struct conf_queue *out_queue);
void conf_queue_close(struct conf_queue *queue);

/** A new object with the fields that the core fills; conf_memory_drop frees one that failed. */
struct gi_memory *conf_memory_blank(struct gi_device_base *base);
void conf_memory_drop(struct gi_memory *mem);
struct gi_memory *conf_memory(struct gi_device_base *base, uint64_t size_bytes,
                              enum gi_memory_kind kind);
void conf_memory_free(struct gi_memory *mem);

/** Skips the case where memory cannot be exported as an opaque fd. Call it before anything is
 *  open. */
void conf_need_shared_memory(void);

/** Memory that can be exported as an opaque fd, and its fd. */
struct gi_memory *conf_memory_shared(struct gi_device_base *base, uint64_t size_bytes,
                                     struct gi_os_handle *out_owned);

/** Moves bytes between the test and memory, which need not be mapped. */
void conf_write(struct conf_rig *rig, struct gi_memory *mem, uint64_t offset_bytes,
                const void *bytes, size_t size_bytes);
void conf_read(struct conf_rig *rig, struct gi_memory *mem, uint64_t offset_bytes, void *bytes,
               size_t size_bytes);

struct gi_command conf_copy(struct gi_memory *dst, uint64_t dst_offset, struct gi_memory *src,
                            uint64_t src_offset, uint64_t size_bytes);
struct gi_command conf_fill(struct gi_memory *dst, uint64_t dst_offset, uint64_t size_bytes,
                            uint32_t pattern, uint32_t pattern_bytes);
/** The same command with a barrier before it. */
struct gi_command conf_after(struct gi_command command);

/** A recording; free it when no batch has it any more. */
struct gi_recording *conf_record(struct conf_rig *rig, struct gi_recorded recorded);
void conf_recording_free(struct gi_recording *recording);

/** Submits recordings as the queue's next value. */
void conf_replay(struct conf_queue *queue, struct gi_recording *const *recordings, size_t count);

/** Submits commands as the queue's next value. */
void conf_submit(struct conf_queue *queue, const struct gi_command *commands, size_t count);
/** Submits a batch whose value is filled in. */
void conf_submit_batch(struct conf_queue *queue, struct gi_batch batch);
/** A waiter of a kind; free it before the device is closed. */
struct gi_waiter *conf_waiter(struct gi_device_base *base, enum gi_waiter_kind kind);
void conf_waiter_free(struct gi_waiter *waiter);
/** Sleeps once, in a waiter of its own for callers. */
gi_status conf_wait_any(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                        int64_t abs_timeout_ns);
/** Sleeps until the queue reaches a value. */
void conf_reach(struct conf_queue *queue, uint64_t value);
/** Submits commands and waits for them. */
void conf_run(struct conf_rig *rig, const struct gi_command *commands, size_t count);

/** Skips the case where the device has no semaphores of a kind to create, or they lack one of the
 *  capabilities. Call it before anything is open. */
void conf_need_semaphores(enum gi_semaphore_kind kind, uint32_t caps);

struct gi_semaphore *conf_semaphore(struct gi_device_base *base, enum gi_semaphore_kind kind,
                                    uint64_t value);
struct gi_semaphore *conf_semaphore_blank(struct gi_device_base *base,
                                          enum gi_semaphore_kind kind);
void conf_semaphore_drop(struct gi_semaphore *sem);
void conf_semaphore_free(struct gi_semaphore *sem);
/** Memory for the test, to be freed; a case that fails may leave it. */
void *conf_alloc(size_t size_bytes);

/** Byte i of the suite's test pattern. */
uint8_t conf_byte(size_t i);

/** Fails the case at the first byte that differs. */
void conf_same(const char *what, const uint8_t *got, const uint8_t *expected, size_t size_bytes);

/** How many fds the process has open. */
int conf_open_fds(void);

/* ---- fds that are no shared object ------------------------------------------------------- */

/** What is known of an fd; two are equal if nothing happened to it. The position in a file is left
 *  out: an opaque fd has none that means anything, and lavapipe moves it to learn the size. */
struct conf_fd_state {
    bool is_open;
    uint64_t device, inode;
    int flags;
};

struct conf_wrong_fd {
    const char *what;
    int fd;
    int other;                   /* a second fd to close with it; -1: none */
    bool may_be_taken;           /* on some systems it is one: a memfd */
};

enum { CONF_WRONG_FDS = 8 };

void conf_wrong_fds_open(struct conf_wrong_fd fds[CONF_WRONG_FDS]);
void conf_wrong_fds_close(struct conf_wrong_fd fds[CONF_WRONG_FDS]);
struct conf_fd_state conf_fd_state(int fd);
/** Fails the case if the fd was closed or changed. */
void conf_fd_untouched(const char *what, int fd, struct conf_fd_state before);

#endif
