/** The signal of a file that would become too large.
 *
 *  A file that grows beyond the program's limit (RLIMIT_FSIZE) sends SIGXFSZ, which ends a program
 *  that does not expect it. The limit holds for files in memory, too. A program does not know that
 *  the library keeps files, so for it such a call only fails, with EFBIG.
 *  Threads: any. */
#ifndef GI_SIZE_SIGNAL_H
#define GI_SIZE_SIGNAL_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

struct gi_size_signal {
    sigset_t before;
    bool was_pending;            /* somebody else's: it is left */
};

static inline bool gi_size_signal_is_pending(void)
{
    sigset_t pending;

    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

static inline struct gi_size_signal gi_size_signal_hold(void)
{
    struct gi_size_signal held;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &one, &held.before);
    held.was_pending = gi_size_signal_is_pending();
    return held;
}

/* errno stays. */
static inline void gi_size_signal_release(const struct gi_size_signal *held)
{
    const struct timespec at_once = { 0 };
    int error = errno;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    if (!held->was_pending && gi_size_signal_is_pending()) {
        while (sigtimedwait(&one, NULL, &at_once) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &held->before, NULL);
    errno = error;
}

/** Stands before the calls that may make a file larger: until the end of the block the calling
 *  thread gets no such signal. */
#define GI_NO_SIZE_SIGNAL \
    __attribute__((cleanup(gi_size_signal_release), unused)) \
    const struct gi_size_signal gi_size_signal_held = gi_size_signal_hold()

#endif
