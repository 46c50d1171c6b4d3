/* Questions about contexts: single ones, and all sequences of operations on two threads. */
#include "ask_driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- single questions ------------------------------------------------------------------------ */

static void ask_creation(void)
{
    static const unsigned int flags[] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 0x10, 0x18, 0x20, 0x40, 0x80, 0x100, 0x200
    };
    unsigned int told;
    void *context;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        int code = driver.cuCtxCreate_v2_(&context, flags[i], 0), asked = -1;

        told = 0x7777;
        if (code == 0) {
            asked = driver.cuCtxGetFlags_(&told);
            (void)driver.cuCtxDestroy_v2_(context);
        }
        say("contexts.flags_0x%x: %d %d 0x%x", flags[i], code, asked, told);
    }
    say("contexts.create_null: %d", driver.cuCtxCreate_v2_(NULL, 0, 0));
    say("contexts.create_minus: %d", driver.cuCtxCreate_v2_(&context, 0, -1));
    say("contexts.create_far: %d", driver.cuCtxCreate_v2_(&context, 0, 1000));
    say("contexts.destroy_null: %d", driver.cuCtxDestroy_v2_(NULL));
    say("contexts.push_null: %d", driver.cuCtxPushCurrent_v2_(NULL));
    say("contexts.pop_empty: %d", driver.cuCtxPopCurrent_v2_(&context));
}

static void ask_primary(void)
{
    unsigned int flags = 77;
    int active = 77;
    void *primary, *again, *stream;

    say("contexts.primary_state: %d %u %d", driver.cuDevicePrimaryCtxGetState_(0, &flags, &active),
        flags, active);
    say("contexts.primary_release: %d", driver.cuDevicePrimaryCtxRelease_v2_(0));
    say("contexts.primary_retain: %d", driver.cuDevicePrimaryCtxRetain_(&primary, 0));
    say("contexts.primary_destroy: %d", driver.cuCtxDestroy_v2_(primary));
    say("contexts.primary_again: %d %d", driver.cuDevicePrimaryCtxRetain_(&again, 0),
        again == primary);
    say("contexts.primary_flags: %d", driver.cuDevicePrimaryCtxSetFlags_v2_(0, 4));
    say("contexts.primary_bad_flags: %d", driver.cuDevicePrimaryCtxSetFlags_v2_(0, 3));
    say("contexts.primary_push: %d", driver.cuCtxPushCurrent_v2_(primary));
    say("contexts.primary_flags_told: %d %u", driver.cuCtxGetFlags_(&flags), flags);
    say("contexts.primary_attach: %d %d", driver.cuCtxAttach_(&again, 0), again == primary);
    say("contexts.primary_detach: %d", driver.cuCtxDetach_(primary));
    say("contexts.primary_detach_more: %d", driver.cuCtxDetach_(primary));
    say("contexts.primary_state_now: %d %u %d",
        driver.cuDevicePrimaryCtxGetState_(0, &flags, &active), flags, active);
    say("contexts.primary_stream: %d", driver.cuStreamCreate_(&stream, 0));
    say("contexts.primary_release_1: %d", driver.cuDevicePrimaryCtxRelease_v2_(0));
    say("contexts.primary_release_2: %d", driver.cuDevicePrimaryCtxRelease_v2_(0));
    say("contexts.primary_release_3: %d", driver.cuDevicePrimaryCtxRelease_v2_(0));
    say("contexts.primary_current_after: %d %d", driver.cuCtxGetCurrent_(&again), again == primary);
    say("contexts.primary_sync_after: %d", driver.cuCtxSynchronize_());
    (void)driver.cuCtxPopCurrent_v2_(&again);
    say("contexts.primary_reset: %d", driver.cuDevicePrimaryCtxReset_v2_(0));
}

static void ask_users(void)
{
    void *context, *same = NULL, *now = NULL;

    if (driver.cuCtxCreate_v2_(&context, 0, 0) != 0)
        return;
    say("contexts.attach_null: %d", driver.cuCtxAttach_(NULL, 0));
    say("contexts.attach_flags: %d", driver.cuCtxAttach_(&same, 1));
    say("contexts.attach: %d %d", driver.cuCtxAttach_(&same, 0), same == context);
    say("contexts.detach: %d", driver.cuCtxDetach_(context));
    say("contexts.after_detach: %d %d", driver.cuCtxGetCurrent_(&now), now == context);
    say("contexts.detach_null: %d", driver.cuCtxDetach_(NULL));
    (void)driver.cuCtxPopCurrent_v2_(&now);
    say("contexts.detach_not_current: %d", driver.cuCtxDetach_(context));
    say("contexts.push_after: %d", driver.cuCtxPushCurrent_v2_(context));
    say("contexts.detach_last: %d", driver.cuCtxDetach_(context));
    now = &now;
    say("contexts.after_last: %d %d", driver.cuCtxGetCurrent_(&now), now == NULL);
}

static void ask_events(void)
{
    void *one, *two, *event, *popped, *stream, *stream_context = NULL;

    if (driver.cuCtxCreate_v2_(&one, 0, 0) != 0 || driver.cuEventCreate_(&event, 2) != 0 ||
        driver.cuStreamCreate_(&stream, 1) != 0 || driver.cuCtxCreate_v2_(&two, 0, 0) != 0)
        return;
    say("contexts.record: %d", driver.cuCtxRecordEvent_(one, event));
    say("contexts.record_other: %d", driver.cuCtxRecordEvent_(two, event));
    say("contexts.record_null_context: %d", driver.cuCtxRecordEvent_(NULL, event));
    say("contexts.record_null_event: %d", driver.cuCtxRecordEvent_(one, NULL));
    say("contexts.wait: %d", driver.cuCtxWaitEvent_(one, event));
    say("contexts.wait_other: %d", driver.cuCtxWaitEvent_(two, event));
    say("contexts.wait_null_context: %d", driver.cuCtxWaitEvent_(NULL, event));
    say("contexts.wait_null_event: %d", driver.cuCtxWaitEvent_(one, NULL));
    say("contexts.event_query_elsewhere: %d", driver.cuEventQuery_(event));
    say("contexts.record_in_other: %d", driver.cuEventRecord_(event, NULL));
    say("contexts.stream_elsewhere: %d", driver.cuStreamQuery_(stream));
    say("contexts.stream_context: %d %d", driver.cuStreamGetCtx_(stream, &stream_context),
        stream_context == one);
    say("contexts.legacy_context: %d %d", driver.cuStreamGetCtx_(NULL, &stream_context),
        stream_context == two);
    say("contexts.destroy_not_top: %d", driver.cuCtxDestroy_v2_(one));
    say("contexts.top_is_there: %d", driver.cuCtxSynchronize_());
    say("contexts.destroy_top: %d", driver.cuCtxDestroy_v2_(two));
    say("contexts.pop_destroyed: %d", driver.cuCtxPopCurrent_v2_(&popped));
    say("contexts.pop_empty_again: %d", driver.cuCtxPopCurrent_v2_(&popped));
}

/* In a process of its own, which may crash. */
static void ask_apart(const char *name, void (*ask)(void))
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        (void)driver.cuInit_(0);
        ask();
        _exit(0);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status != 0)
        say("contexts.%s_ends: %d", name, status);
}

void ask_contexts(void)
{
    ask_apart("creation", ask_creation);
    ask_apart("primary", ask_primary);
    ask_apart("users", ask_users);
    ask_apart("events", ask_events);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

enum { CREATE, PUSH, POP, SET, DESTROY, PUSH_OTHER, SET_NONE, LOOK, END, MOST_LENGTH = 4 };
static const char letters[] = "cupsdvn";

/* What sequences are made of. */
struct alphabet {
    const char *name;
    int operations[5];
    int count;
    bool is_once;                /* only those that create one context and destroy none */
};
static const struct alphabet of_one = { "matrix", { CREATE, PUSH, POP, SET, DESTROY }, 5, false };
static const struct alphabet created_once = { "matrix", { CREATE, PUSH, POP, SET }, 4, true };
static const struct alphabet of_two = { "stacks", { PUSH, PUSH_OTHER, POP, SET, SET_NONE }, 5,
                                        false };

struct thread {
    pthread_t thread;
    int operation;               /* -1: none */
    int code, look_code, device_code;
    void *current;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *subject;            /* what the operations work on: the newest context */
static void *other;              /* and another one, for those on two */

static int carry_out(struct thread *thread)
{
    void *context;
    int device, code = 0;

    switch (thread->operation) {
    case CREATE:
        code = driver.cuCtxCreate_v2_(&context, 0, 0);
        if (code == 0)
            subject = context;
        return code;
    case PUSH: return driver.cuCtxPushCurrent_v2_(subject);
    case POP: return driver.cuCtxPopCurrent_v2_(&context);
    case SET: return driver.cuCtxSetCurrent_(subject);
    case PUSH_OTHER: return driver.cuCtxPushCurrent_v2_(other);
    case SET_NONE: return driver.cuCtxSetCurrent_(NULL);
    case DESTROY: return driver.cuCtxDestroy_v2_(subject);
    case LOOK:
        thread->current = NULL;
        thread->look_code = driver.cuCtxGetCurrent_(&thread->current);
        thread->device_code = driver.cuCtxGetDevice_(&device);
        return 0;
    default: return 0;
    }
}

static void *serve(void *argument)
{
    struct thread *thread = argument;
    bool goes_on = true;

    pthread_mutex_lock(&lock);
    while (goes_on) {
        while (thread->operation < 0)
            pthread_cond_wait(&changed, &lock);
        goes_on = thread->operation != END;
        thread->code = carry_out(thread);
        thread->operation = -1;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static int order(struct thread *thread, int operation)
{
    int code;

    pthread_mutex_lock(&lock);
    thread->operation = operation;
    pthread_cond_broadcast(&changed);
    while (thread->operation >= 0)
        pthread_cond_wait(&changed, &lock);
    code = thread->code;
    pthread_mutex_unlock(&lock);
    return code;
}

/* Contexts that live and are on no stack, so that not each sequence has to make one. */
static void *spare;

struct known {
    void *contexts[MOST_LENGTH + 1];
    bool is_live[MOST_LENGTH + 1];
    int count;
};

static char name_of(const struct known *known, const void *context)
{
    if (context == NULL)
        return '-';
    if (context == other)
        return 'o';
    for (int i = known->count - 1; i >= 0; i--) {
        if (known->contexts[i] == context)
            return (char)('0' + i);
    }
    return '?';
}

static void *take_context(void)
{
    void *context = spare, *popped;

    spare = NULL;
    if (context == NULL) {
        if (driver.cuCtxCreate_v2_(&context, 0, 0) != 0) {
            fprintf(stderr, "no context\n");
            exit(1);
        }
        (void)driver.cuCtxPopCurrent_v2_(&popped);
    }
    return context;
}

static void note_step(struct known *known, int operation, int code)
{
    if (code != 0)
        return;
    if (operation == CREATE) {
        known->contexts[known->count] = subject;
        known->is_live[known->count++] = true;
    }
    for (int i = 0; operation == DESTROY && i < known->count; i++) {
        if (known->contexts[i] == subject)
            known->is_live[i] = false;
    }
}

static void tidy(struct known *known)
{
    for (int i = 0; i < known->count; i++) {
        if (!known->is_live[i])
            continue;
        if (spare == NULL)
            spare = known->contexts[i];
        else
            (void)driver.cuCtxDestroy_v2_(known->contexts[i]);
    }
}

/* A step is an operation, and which thread it is for. */
struct step {
    int operation, thread;
};

static void run_sequence(const char *name, const struct step *steps, int length)
{
    struct thread threads[2] = { { .operation = -1 }, { .operation = -1 } };
    struct known known = { .contexts = { take_context() }, .is_live = { true }, .count = 1 };
    char line[512];
    int used = snprintf(line, sizeof line, "%s.", name);

    subject = known.contexts[0];
    for (int i = 0; i < length; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%c%d",
                         letters[steps[i].operation], steps[i].thread);
    used += snprintf(line + used, sizeof line - (size_t)used, ":");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i].thread, NULL, serve, &threads[i]);
    for (int i = 0; i < length; i++) {
        int code = order(&threads[steps[i].thread], steps[i].operation);

        note_step(&known, steps[i].operation, code);
        used += snprintf(line + used, sizeof line - (size_t)used, " %d", code);
        for (int k = 0; k < 2; k++) {
            (void)order(&threads[k], LOOK);
            used += snprintf(line + used, sizeof line - (size_t)used, "|%d%c%d",
                             threads[k].look_code, name_of(&known, threads[k].current),
                             threads[k].device_code);
        }
    }
    say("%s", line);
    for (int i = 0; i < 2; i++) {
        (void)order(&threads[i], END);
        pthread_join(threads[i].thread, NULL);
    }
    tidy(&known);
}

/* The threads are alike, so the first step is of thread 0. */
static void run_number(const struct alphabet *alphabet, int number, int length)
{
    struct step steps[MOST_LENGTH];
    int creations = 0, rest = number;

    for (int i = 0; i < length; i++) {
        int threads = i == 0 ? 1 : 2, which = rest % (threads * alphabet->count);

        rest /= threads * alphabet->count;
        steps[i] = (struct step){ alphabet->operations[which % alphabet->count],
                                  which / alphabet->count };
        creations += steps[i].operation == CREATE;
    }
    if (!alphabet->is_once || creations == 1)
        run_sequence(alphabet->name, steps, length);
}

static int count_sequences(const struct alphabet *alphabet, int length)
{
    int count = alphabet->count;

    if (length < 1 || length > MOST_LENGTH)
        exit(2);
    for (int i = 1; i < length; i++)
        count *= 2 * alphabet->count;
    return count;
}

void ask_stacks(int length)
{
    int count = count_sequences(&of_two, length);
    void *popped;

    other = need_context();
    (void)driver.cuCtxPopCurrent_v2_(&popped);
    for (int i = 0; i < count; i++)
        run_number(&of_two, i, length);
    (void)driver.cuCtxDestroy_v2_(other);
    other = NULL;
}

/* Each sequence may crash the library: a process runs them until one does, and the next one goes on
 * behind it. */
static void ask_apart_from(const struct alphabet *alphabet, int length, int part, int parts)
{
    volatile int *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                            -1, 0);
    int count = count_sequences(alphabet, length), status;

    if (parts < 1 || at == MAP_FAILED)
        exit(2);
    for (*at = part; *at < count; *at += parts) {
        pid_t child = fork();

        if (child == 0) {
            (void)driver.cuInit_(0);
            for (; *at < count; *at += parts)
                run_number(alphabet, *at, length);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            exit(1);
        if (status != 0)
            say("%s.number_%d_%d: ends with %d", alphabet->name, length, *at, status);
    }
}

void ask_matrix(int length, int part, int parts)
{
    ask_apart_from(&of_one, length, part, parts);
}

void ask_once(int length, int part, int parts)
{
    ask_apart_from(&created_once, length, part, parts);
}
