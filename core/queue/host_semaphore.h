/* A semaphore in one shared page of memory, for devices and processes that have no kernel object to
 * share.
 *
 * The page is a sealed memfd, so no peer can shrink it. It contains no lock, so a process that dies
 * leaves nothing locked. A hostile process can cause a wrong value but never a crash. The kind is
 * copied to private memory when the page is mapped and never read again.
 *
 * This pair of files needs only libc and base/sealed_file.h: drivers/layer links it as well as the
 * core library. It reports failures as negative errno values. */
#ifndef GI_HOST_SEMAPHORE_H
#define GI_HOST_SEMAPHORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gi_host_semaphore_page;

/** The longest uninterrupted sleep on a page. A peer that is killed between its store and its wake
 *  delays the others by no more than this.
 *  Units: nanoseconds. */
#define GI_HOST_SEMAPHORE_RECHECK_NS INT64_C(100000000)

/** One process's view of a shared semaphore; zeroed memory is a finished one.
 *  Owner:   the caller's memory; it may be copied, but finished only once. */
struct gi_host_semaphore {
    struct gi_host_semaphore_page *page;
    void *value;                /* the 64-bit counter, in the page */
    int fd;                     /* kept for later exports, or -1 */
    bool timeline;
};

/** A futex word, and the content that the caller read before it checked its condition. */
struct gi_host_semaphore_word {
    const uint32_t *address;
    uint32_t seen;
};

/** Makes a new semaphore in a sealed memfd, maps it and keeps the fd for exports.
 *  Units:   value is the counter of a timeline; a binary one is signalled if it is not 0.
 *  Owner:   the caller finishes *out; on failure *out is zeroed with fd -1.
 *  Threads: any.
 *  Errors:  -EMFILE, -ENFILE, -ENOMEM and what else memfd_create and mmap give. */
int gi_host_semaphore_create(struct gi_host_semaphore *out, bool timeline, uint64_t value);

/** Whether an fd is one of these semaphores. It has no effect on the fd: no pipe, socket or device
 *  is read, and no file position moves.
 *  Owner:   borrows fd.
 *  Threads: any. */
bool gi_host_semaphore_is_fd(int fd);

/** Maps the semaphore behind an fd and keeps no fd.
 *  Owner:   borrows borrowed_fd; the caller finishes *out; on failure *out is zeroed, fd -1.
 *  Threads: any.
 *  Errors:  -EINVAL if the fd is no such semaphore, else what mmap gives. */
int gi_host_semaphore_import(struct gi_host_semaphore *out, int borrowed_fd);

/** As gi_host_semaphore_import, and keeps a duplicate of the fd so that the semaphore can be
 *  exported again.
 *  Owner:   borrows borrowed_fd; the caller finishes *out; on failure *out is zeroed, fd -1.
 *  Threads: any.
 *  Errors:  as gi_host_semaphore_import, and -EMFILE. */
int gi_host_semaphore_import_keep_fd(struct gi_host_semaphore *out, int borrowed_fd);

/** Gives a new close-on-exec fd of the semaphore.
 *  Owner:   *out_fd is the caller's; it is -1 on failure.
 *  Threads: any.
 *  Errors:  -EBADF if no fd was kept, -EMFILE. */
int gi_host_semaphore_export(const struct gi_host_semaphore *s, int *out_fd);

/** Reads the current value: the counter of a timeline, 0 or 1 of a binary semaphore.
 *  Threads: any. */
uint64_t gi_host_semaphore_value(const struct gi_host_semaphore *s);

/** Signals, and wakes every waiter of every process. A binary semaphore becomes signalled (it does
 *  not count) and value is ignored. A timeline takes value.
 *  Threads: any.
 *  Errors:  -EINVAL if a timeline's value is not greater than the current one. */
int gi_host_semaphore_signal(struct gi_host_semaphore *s, uint64_t value);

/** Whether a wait would succeed now. For a binary semaphore it consumes the signal.
 *  Threads: any. */
bool gi_host_semaphore_try_wait(struct gi_host_semaphore *s, uint64_t value);

/** Sleeps until a timeline reaches value, or until a binary semaphore is signalled, and consumes
 *  that signal.
 *  Units:   abs_timeout_ns is on CLOCK_MONOTONIC; INT64_MAX waits for ever, a past time only polls.
 *  Threads: any.
 *  Errors:  -ETIMEDOUT. */
int gi_host_semaphore_wait(struct gi_host_semaphore *s, uint64_t value, int64_t abs_timeout_ns);

/** Sleeps until all, or any one, of several timelines have reached their values. With count 0 and
 *  any false it returns at once.
 *  Units:   abs_timeout_ns as in gi_host_semaphore_wait.
 *  Owner:   borrows both arrays for the call.
 *  Threads: any.
 *  Errors:  -ETIMEDOUT; -EINVAL if one is binary, or if count is 0 and any is true; -ENOMEM. */
int gi_host_semaphore_wait_many(struct gi_host_semaphore *const *sems, const uint64_t *values,
                                size_t count, bool any, int64_t abs_timeout_ns);

/** The process id of the last signal, as that process wrote it; 0 if there was none. To find the
 *  cause of a hang.
 *  Threads: any. */
int gi_host_semaphore_last_signaller(const struct gi_host_semaphore *s);

/** Reads the futex word, which changes after every signal. A waiter reads it, then checks the
 *  value, then sleeps on the word with the content it read.
 *  Threads: any. */
uint32_t gi_host_semaphore_wake_word(const struct gi_host_semaphore *s);

/** The address of that word, a shared (not process-private) futex.
 *  Owner:   valid until the semaphore is finished.
 *  Threads: any. */
const uint32_t *gi_host_semaphore_wake_address(const struct gi_host_semaphore *s);

/** Sleeps until one of several futex words differs from its seen content. May return early, and
 *  never sleeps past GI_HOST_SEMAPHORE_RECHECK_NS. So callers check their condition in a loop.
 *  Words of the caller's own memory may be among them, as doorbells. There is at least one word.
 *  Units:   abs_timeout_ns as in gi_host_semaphore_wait.
 *  Owner:   borrows words for the call.
 *  Threads: any.
 *  Errors:  -ETIMEDOUT once abs_timeout_ns has passed. */
int gi_host_semaphore_sleep(const struct gi_host_semaphore_word *words, size_t count,
                            int64_t abs_timeout_ns);

/** Adds one to a futex word of the caller's own memory, and wakes all threads that sleep on it.
 *  Threads: any. */
void gi_host_semaphore_bump(uint32_t *word);

/** Unmaps the page and closes the kept fd. The semaphore lives on in its other holders.
 *  Owner:   takes NULL and a finished semaphore; no thread still uses s.
 *  Threads: any. */
void gi_host_semaphore_finish(struct gi_host_semaphore *s);

/** Turns the use of futex_waitv on or off, as on kernels before 5.16. For tests.
 *  Threads: any. */
void gi_host_semaphore_use_waitv(bool use);

#endif
