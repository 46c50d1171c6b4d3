/** Part of every test program that is built without sanitizers: a thread that crashes prints its
 *  stack to standard error, and the program dies of the signal.
 *
 *  cmocka's handlers jump out of the signal handler to the stack of the test's own thread. In a
 *  thread of the library or of a driver that jump kills the program, and no message comes. For this
 *  reason signal() below gives cmocka no handlers. */
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FRAMES_MAX 20

static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };

static void trace(int number)
{
    void *frames[FRAMES_MAX];
    char name[16] = "?", line[100];
    int length;

    (void)pthread_getname_np(pthread_self(), name, sizeof name);
    length = snprintf(line, sizeof line, "crash: signal %d in thread \"%s\" of process %ld\n",
                      number, name, (long)getpid());
    (void)!write(STDERR_FILENO, line, (size_t)length);
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES_MAX), STDERR_FILENO);
    raise(number);               /* its handler is the default one again */
}

__attribute__((constructor)) static void begin(void)
{
    const struct sigaction action = { .sa_handler = trace, .sa_flags = SA_RESETHAND | SA_NODEFER };
    void *frame;

    (void)backtrace(&frame, 1);  /* loads what it needs now, not in a handler */
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        sigaction(crashes[i], &action, NULL);
}

static int is_cmockas(const void *address)
{
    Dl_info info;

    return dladdr(address, &info) != 0 && info.dli_fname != NULL
        && strstr(info.dli_fname, "libcmocka") != NULL;
}

/* Replaces the C library's, which cmocka calls. */
__sighandler_t signal(int number, __sighandler_t handler)
{
    const struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    struct sigaction before;

    if (is_cmockas(__builtin_return_address(0)))
        return SIG_DFL;
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
