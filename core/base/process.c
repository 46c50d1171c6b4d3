#include "process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "in_driver.h"
#include "stuck_exit.h"

/* The exit waits for the end of a piece. Some drivers poll for 3 ms at the beginning of each. */
#define PIECE_NS UINT64_C(500000000)

/* Threads leave a driver in less, as they sleep there in pieces, unless one of them is stuck. */
#define CLOSE_NS INT64_C(1000000000)

struct exit_entry {
    struct exit_entry *next;
    void (*stop)(void *argument);
    void *argument;
    bool is_first;                       /* before all exit handlers */
};

atomic_uint gi_process_reasons;

static pthread_once_t begun = PTHREAD_ONCE_INIT;
static atomic_bool forked;
static _Thread_local bool in_host_function;
static pthread_mutex_t exit_lock = PTHREAD_MUTEX_INITIALIZER;
static struct exit_entry *exit_entries;
static _Atomic(void (*)(void)) leave_process;
static atomic_bool has_left, is_leaving, is_ending;
static atomic_bool first_are_over;       /* the exit has begun to run those */

static void mark_forked_child(void)
{
    atomic_store_explicit(&forked, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&gi_process_reasons, 1, memory_order_relaxed);
}

void gi_process_stop_threads(void)
{
    struct exit_entry *entries;

    atomic_store(&is_leaving, true);
    pthread_mutex_lock(&exit_lock);
    entries = exit_entries;
    exit_entries = NULL;
    pthread_mutex_unlock(&exit_lock);
    while (entries != NULL) {
        struct exit_entry *entry = entries;

        entries = entry->next;
        entry->stop(entry->argument);
        free(entry);
    }
}

/* Runs once for each registration. The first run does the work. */
static void at_exit(void)
{
    void (*leave)(void) = atomic_load(&leave_process);

    if (atomic_load_explicit(&forked, memory_order_relaxed))
        return;    /* the threads exist only in the parent */
    if (leave == NULL)
        gi_process_stop_threads();
    else if (!atomic_exchange(&has_left, true))
        leave();
}

static void begin_once(void)
{
    pthread_atfork(NULL, NULL, mark_forked_child);
}

void gi_process_begin(void)
{
    pthread_once(&begun, begin_once);
}

gi_status gi_process_check_thread(void)
{
    if (atomic_load_explicit(&forked, memory_order_relaxed))
        return gi_fail(GI_NOT_INITIALIZED,
                       "this process was forked from one that had used the library: devices do not "
                       "survive fork; call exec, or fork before the first call");
    if (atomic_load(&is_ending))
        return gi_fail(GI_ENDING,
                       "the process is ending: what runs after the library's exit handlers can no "
                       "longer use devices; exit handlers that are registered after the last "
                       "device was opened can");
    if (in_host_function)
        return gi_fail(GI_NOT_PERMITTED,
                       "a host function of a stream, or a destructor of a user object, may not "
                       "call the library: it could wait for itself");
    return GI_OK;
}

void gi_process_enter_host_function(void)
{
    in_host_function = true;
    atomic_fetch_add_explicit(&gi_process_reasons, 1, memory_order_relaxed);
}

void gi_process_leave_host_function(void)
{
    atomic_fetch_sub_explicit(&gi_process_reasons, 1, memory_order_relaxed);
    in_host_function = false;
}

/* Takes the newest of those that come before all exit handlers off the list. */
static struct exit_entry *take_first(void)
{
    struct exit_entry **link = &exit_entries, *entry;

    pthread_mutex_lock(&exit_lock);
    while (*link != NULL && !(*link)->is_first)
        link = &(*link)->next;
    entry = *link;
    if (entry != NULL)
        *link = entry->next;
    pthread_mutex_unlock(&exit_lock);
    return entry;
}

static void run_first(void *unused)
{
    struct exit_entry *entry;

    (void)unused;
    if (atomic_load_explicit(&forked, memory_order_relaxed))
        return;    /* the threads exist only in the parent */
    atomic_store(&first_are_over, true);
    while ((entry = take_first()) != NULL) {
        entry->stop(entry->argument);
        free(entry);
    }
}

/* The C library destroys the variables of the exiting thread before it runs exit handlers. This one
 * is the first thread's. Not each C library can: there the others' turn has to do. */
__attribute__((weak)) int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object,
                                                   void *library);
extern void *__dso_handle;

static void begin_first_thread(void)
{
    static atomic_bool is_begun;

    if (__cxa_thread_atexit_impl != NULL && syscall(SYS_gettid) == getpid() &&
        !atomic_exchange(&is_begun, true))
        (void)__cxa_thread_atexit_impl(run_first, NULL, &__dso_handle);
}

__attribute__((constructor)) static void begin_loaded(void)
{
    begin_first_thread();
}

static bool add_exit_entry(void (*stop)(void *argument), void *argument, bool is_first)
{
    struct exit_entry *entry = malloc(sizeof *entry);
    bool is_late;

    if (entry == NULL)
        return !gi_process_is_leaving();     /* the exit ends the thread */
    entry->stop = stop;
    entry->argument = argument;
    entry->is_first = is_first;
    pthread_mutex_lock(&exit_lock);
    is_late = gi_process_is_leaving() || (is_first && atomic_load(&first_are_over));
    /* else the entry is there when the list is taken */
    if (!is_late) {
        entry->next = exit_entries;
        exit_entries = entry;
    }
    pthread_mutex_unlock(&exit_lock);
    if (is_late) {
        free(entry);
        return false;
    }
    /* Exit handlers run newest first. A driver may register one when it is loaded. Ours must run
     * before it, because our thread uses the driver. So ours is registered again with each
     * thread. */
    atexit(at_exit);
    return true;
}

bool gi_process_at_exit(void (*stop)(void *argument), void *argument)
{
    return add_exit_entry(stop, argument, false);
}

bool gi_process_first_at_exit(void (*stop)(void *argument), void *argument)
{
    begin_first_thread();                /* it may not have loaded the library */
    return add_exit_entry(stop, argument, true);
}

void gi_process_leave_by(void (*leave)(void))
{
    atomic_store(&leave_process, leave);
    atexit(at_exit);
}

/* Runs once for each registration. The first run does the work. The library's own work at exit uses
 * the drivers, so it comes first. */
static void close_drivers(int status, void *unused)
{
    (void)unused;
    at_exit();
    if (atomic_load_explicit(&forked, memory_order_relaxed))
        return;
    if (!atomic_exchange(&is_ending, true)) {
        atomic_store(&is_leaving, true);
        atomic_fetch_add(&gi_process_reasons, 1);
        (void)gi_driver_close_all(gi_deadline_ns(CLOSE_NS));
    }
    gi_stuck_exit_at_driver(status);
}

void gi_process_close_drivers_at_exit(void)
{
    on_exit(close_drivers, NULL);
}

bool gi_process_is_ending(void)
{
    return atomic_load_explicit(&is_ending, memory_order_relaxed);
}

int64_t gi_process_piece_end(int64_t abs_deadline_ns)
{
    int64_t end_ns = gi_deadline_ns(PIECE_NS);

    return end_ns < abs_deadline_ns ? end_ns : abs_deadline_ns;
}

bool gi_process_is_leaving(void)
{
    return atomic_load_explicit(&is_leaving, memory_order_relaxed);
}

bool gi_process_not_at_exit(void (*stop)(void *argument), void *argument)
{
    struct exit_entry **link = &exit_entries, *entry;

    pthread_mutex_lock(&exit_lock);
    while (*link != NULL && ((*link)->stop != stop || (*link)->argument != argument))
        link = &(*link)->next;
    entry = *link;
    if (entry != NULL)
        *link = entry->next;
    pthread_mutex_unlock(&exit_lock);
    free(entry);
    return entry != NULL;
}

bool gi_process_is_forked(void)
{
    return atomic_load_explicit(&forked, memory_order_relaxed);
}
