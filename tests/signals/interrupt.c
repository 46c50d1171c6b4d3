/* A library to preload: signals interrupt the threads of a program all the time.
 *
 * A thread of its own sends SIGURG to every other thread, one after the other. By default that
 * signal is ignored, so it does no harm between fork and exec. The handler does what handlers may:
 * it calls the system, changes errno and takes some stack. In a thread of the library (gi-...) it
 * ends the program, as they block all signals.
 *
 *     INTERRUPT_RESTART  1: with SA_RESTART, for programs whose own calls must go on
 *     INTERRUPT_SAYS     1: says at the end how many signals came */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, PAUSE_NS = 200000, ROUNDS_PER_LOOK = 25 };

static const char of_library[] = "gi-";
static atomic_ulong taken, taken_beside;         /* beside: in other threads than the first */
static atomic_bool is_over;
static atomic_int forking;       /* threads that are about to fork */

static bool is_library(const char *name)
{
    return strncmp(name, of_library, sizeof of_library - 1) == 0;
}

static void on_signal(int number)
{
    static const char wrong[] = "interrupt: a thread of the library takes signals: ";
    volatile char stack[2000];
    char name[16] = "";
    int before = errno;

    (void)number;
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = 0x5a;
    atomic_fetch_add(&taken, 1);
    if (syscall(SYS_gettid) != getpid()) {
        atomic_fetch_add(&taken_beside, 1);
        prctl(PR_GET_NAME, name);
        if (is_library(name)) {
            (void)!write(STDERR_FILENO, wrong, sizeof wrong - 1);
            (void)!write(STDERR_FILENO, name, strlen(name));
            abort();
        }
    }
    errno = EBADMSG;
    errno = before;
}

static bool is_of_library(const char *thread)
{
    char path[64], name[32] = "";
    FILE *file;

    snprintf(path, sizeof path, "/proc/self/task/%.16s/comm", thread);
    file = fopen(path, "re");
    if (file == NULL)
        return true;                     /* it is over */
    if (fgets(name, sizeof name, file) == NULL)
        name[0] = '\0';
    fclose(file);
    return is_library(name);
}

/* Lists the program's threads. The library's get a signal at once, which must do nothing. */
static size_t look(pid_t *out)
{
    pid_t own = (pid_t)syscall(SYS_gettid), self = getpid();
    DIR *folder = opendir("/proc/self/task");
    size_t count = 0;

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        pid_t thread = (pid_t)atoi(entry->d_name);

        if (thread == 0 || thread == own)
            continue;
        if (thread != self && is_of_library(entry->d_name))
            syscall(SYS_tgkill, self, thread, SIGURG);
        else if (count < MOST_THREADS)
            out[count++] = thread;
    }
    if (folder != NULL)
        closedir(folder);
    return count;
}

/* What the thread opens is nobody's to count: it has a table of fds of its own, with none of the
 * program's. */
static void leave_fds(void)
{
    if (unshare(CLONE_FILES) == 0)
        (void)!close_range(STDERR_FILENO + 1, ~0u, 0);
}

static void *interrupt(void *unused)
{
    const struct timespec pause = { .tv_nsec = PAUSE_NS };
    pid_t threads[MOST_THREADS], self = getpid();
    size_t count = 0;

    (void)unused;
    leave_fds();
    for (unsigned long round = 0; !atomic_load(&is_over); round++) {
        if (round % ROUNDS_PER_LOOK == 0)
            count = look(threads);
        for (size_t i = 0; i < count && atomic_load(&forking) == 0; i++)
            syscall(SYS_tgkill, self, threads[i], SIGURG);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* The system begins a fork anew after each signal, so one that takes longer than the pause would
 * not end. */
static void before_fork(void)
{
    atomic_fetch_add(&forking, 1);
}

static void after_fork(void)
{
    atomic_fetch_sub(&forking, 1);
}

static void begin(void)
{
    sigset_t all, old;
    pthread_t thread;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    if (pthread_create(&thread, NULL, interrupt, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void begin_in_child(void)
{
    atomic_store(&forking, 0);
    begin();
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && strcmp(value, "1") == 0;
}

__attribute__((constructor)) static void load(void)
{
    struct sigaction action = { .sa_handler = on_signal };

    if (is_set("INTERRUPT_RESTART"))
        action.sa_flags = SA_RESTART;
    sigaction(SIGURG, &action, NULL);
    begin();
    pthread_atfork(before_fork, after_fork, begin_in_child);
}

__attribute__((destructor)) static void unload(void)
{
    unsigned long count = atomic_load(&taken);

    atomic_store(&is_over, true);
    if (is_set("INTERRUPT_SAYS"))
        fprintf(stderr, "interrupt: %lu signals, %lu of them in other threads than the first\n",
                count, atomic_load(&taken_beside));
}
