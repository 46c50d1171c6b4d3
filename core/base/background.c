#include "background.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "exit_wait.h"
#include "log.h"
#include "process.h"
#include "thread.h"

enum { MOST_ASKED = 64, MOST_CHOSEN = 4 };

/* The threads' nice value above the program's. A launch may wait for one of the threads, so the
 * difference is small. */
enum { NICER = 5 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned most_threads;
static bool will_stop;                   /* the exit is prepared */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* guards the rest; a leaf */
static pthread_cond_t changed;
static struct gi_background *first;
static unsigned threads;
static pthread_t live[MOST_ASKED];       /* the first `threads` of them */
static atomic_bool is_stopping;          /* written with the lock held */

unsigned gi_background_choose(const char *value, unsigned processors)
{
    unsigned long asked;
    char *end;

    if (value == NULL)
        return processors > MOST_CHOSEN ? MOST_CHOSEN : processors > 1 ? processors - 1 : 0;
    asked = strtoul(value, &end, 10);
    if (end == value || *end != '\0' || value[0] == '-')
        return 0;
    return asked > MOST_ASKED ? MOST_ASKED : (unsigned)asked;
}

/* The lock is held. */
static int64_t processor_ns(void)
{
    int64_t sum_ns = 0;

    for (unsigned i = 0; i < threads; i++)
        sum_ns += gi_exit_wait_processor_ns(live[i]);
    return sum_ns;
}

/* Runs at exit. */
static void stop_threads(void *unused)
{
    struct gi_exit_wait wait = { 0 };

    (void)unused;
    pthread_mutex_lock(&lock);
    atomic_store(&is_stopping, true);
    while (threads > 0 && gi_exit_wait_note(&wait, processor_ns()))
        (void)gi_condition_wait(&changed, &lock, gi_deadline_ns(GI_EXIT_PIECE_NS));
    if (threads > 0)
        gi_exit_wait_give_up(&wait);
    pthread_mutex_unlock(&lock);
}

bool gi_background_is_stopping(void)
{
    return atomic_load(&is_stopping);
}

static void begin_once(void)
{
    cpu_set_t set;
    unsigned processors = sched_getaffinity(0, sizeof set, &set) == 0 ?
                          (unsigned)CPU_COUNT(&set) : 1;

    gi_condition_init(&changed);
    most_threads = gi_background_choose(getenv("GPUINTEROP_COMPILE_AHEAD"), processors);
}

unsigned gi_background_most_threads(void)
{
    pthread_once(&once, begin_once);
    return most_threads;
}

/* ---- the threads ----------------------------------------------------------------------------- */

/* The lock is held. */
static struct gi_background *next_work(void)
{
    struct gi_background *work = is_stopping ? NULL : first;

    while (work != NULL && work->is_over)
        work = work->next;
    return work;
}

/* The lock is held. */
static void remove_work(struct gi_background *work)
{
    struct gi_background **at = &first;

    while (*at != work)
        at = &(*at)->next;
    *at = work->next;
}

/* The calling thread ends. The lock is held. */
static void remove_thread(void)
{
    unsigned i = 0;

    while (!pthread_equal(live[i], pthread_self()))
        i++;
    live[i] = live[--threads];
    pthread_cond_broadcast(&changed);
}

/* The lock is held, but not during the step. */
static void do_step(struct gi_background *work)
{
    bool was_one;

    work->inside++;
    pthread_mutex_unlock(&lock);
    was_one = work->step(work);
    pthread_mutex_lock(&lock);
    work->inside--;
    if (!was_one)
        work->is_over = true;
    if (!work->is_over || work->inside > 0 || is_stopping)
        return;
    remove_work(work);
    pthread_mutex_unlock(&lock);
    work->end(work);
    pthread_mutex_lock(&lock);
}

static void *run_work(void *unused)
{
    struct gi_background *work;
    pid_t self = (pid_t)syscall(SYS_gettid);

    (void)setpriority(PRIO_PROCESS, (id_t)self, getpriority(PRIO_PROCESS, (id_t)self) + NICER);
    pthread_mutex_lock(&lock);
    while ((work = next_work()) != NULL)
        do_step(work);
    remove_thread();
    pthread_mutex_unlock(&lock);
    return unused;
}

/* Starts a thread; false if there is none. The lock is held. */
static bool start_thread(void)
{
    pthread_t *thread = &live[threads];

    if (!will_stop)
        will_stop = gi_process_first_at_exit(stop_threads, NULL);
    if (!will_stop || gi_thread_start_deep(thread, "gi-ahead", run_work, NULL) != GI_OK)
        return false;
    pthread_detach(*thread);
    threads++;
    return true;
}

void gi_background_add(struct gi_background *work, unsigned steps)
{
    unsigned most = gi_background_most_threads();
    bool is_taken;

    work->inside = 0;
    work->is_over = false;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < steps && threads < most && !is_stopping; i++) {
        if (!start_thread())
            break;
    }
    is_taken = threads > 0 && !is_stopping;
    if (is_taken) {
        work->next = first;
        first = work;
    }
    pthread_mutex_unlock(&lock);
    if (!is_taken)
        work->end(work);
}

void gi_background_wait(void)
{
    if (gi_background_most_threads() == 0)
        return;
    pthread_mutex_lock(&lock);
    while (threads > 0)
        (void)gi_condition_wait(&changed, &lock, GI_FOREVER);
    pthread_mutex_unlock(&lock);
}
