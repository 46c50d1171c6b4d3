/* Questions about the special streams: whose work waits for whose. One stream is held, an event is
 * recorded in another: it is "behind" the held one if it does not come to pass. The answer needs a
 * bound in time by its nature. */
#include "behaviour.h"

#include <pthread.h>
#include <stdio.h>

enum which { IS_NULL, IS_LEGACY, IS_PER_THREAD, IS_BLOCKING, IS_NON_BLOCKING, WHICH_COUNT };

static const char *const names[WHICH_COUNT] = {"null", "legacy", "per_thread", "blocking",
                                               "non_blocking"};

static cudaStream_t stream_of(enum which which)
{
    cudaStream_t stream = numbered_stream((unsigned int)which);
    if (which == IS_BLOCKING)
        (void)cudaStreamCreate(&stream);
    if (which == IS_NON_BLOCKING)
        (void)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    return stream;
}

static bool event_is_done(void *event)
{
    return cudaEventQuery((cudaEvent_t)event) != cudaErrorNotReady;
}

/* The argument is the held stream; all the others are asked in turn, in streams of their own. */
static void ask_behind(int held)
{
    struct hold hold;
    cudaStream_t others[WHICH_COUNT];
    cudaEvent_t events[WHICH_COUNT];
    start_device();
    for (int i = 0; i < WHICH_COUNT; i++) {
        others[i] = stream_of((enum which)i);
        (void)cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    note("held", "%s", hold_stream(&hold, stream_of((enum which)held)) ? "yes" : "no");
    /* What is not behind the held stream comes first, lest it stand behind legacy work itself. */
    static const enum which order[] = {IS_NON_BLOCKING, IS_BLOCKING, IS_PER_THREAD, IS_LEGACY,
                                       IS_NULL};
    for (int i = 0; i < WHICH_COUNT; i++) {
        enum which other = order[i];
        answer(label("record_in_%s", names[other]), cudaEventRecord(events[other], others[other]));
        note(names[other], "%s",
             eventually(event_is_done, events[other], patience_ms()) ? "goes" : "behind");
    }
    cudaError_t code = cudaStreamQuery(NULL);
    note("query_null", "%s", cudaGetErrorName(code));
    code = cudaStreamQuery(numbered_stream(2));
    note("query_per_thread", "%s", cudaGetErrorName(code));
    let_go(&hold);
    answer("synchronize", cudaDeviceSynchronize());
}

/* The held stream is created, the legacy stream has work behind it: what comes after that work? */
static void ask_after_legacy(int other)
{
    struct hold hold;
    cudaEvent_t event = NULL;
    start_device();
    cudaStream_t stream = stream_of((enum which)other);
    answer("event", cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    note("held", "%s", hold_stream(&hold, stream_of(IS_BLOCKING)) ? "yes" : "no");
    answer("legacy_work", cudaMemsetAsync(obtain(DEVICE, 4096), 0, 4096, NULL));
    answer("record", cudaEventRecord(event, stream));
    note("after_it", "%s", eventually(event_is_done, event, patience_ms()) ? "goes" : "behind");
    let_go(&hold);
    answer("synchronize", cudaDeviceSynchronize());
}

struct elsewhere {
    cudaEvent_t event;
    unsigned long long id;
    cudaError_t code, id_code;
};

static void *in_another_thread(void *context)
{
    struct elsewhere *elsewhere = context;
    elsewhere->code = cudaEventRecord(elsewhere->event, numbered_stream(2));
    elsewhere->id_code = cudaStreamGetId(numbered_stream(2), &elsewhere->id);
    return NULL;
}

/* The per-thread stream of another thread is another stream. */
static void ask_threads(int arg)
{
    (void)arg;
    struct hold hold;
    struct elsewhere elsewhere = {NULL, 0, cudaSuccess, cudaSuccess};
    unsigned long long id = 0;
    pthread_t thread;
    start_device();
    answer("event", cudaEventCreateWithFlags(&elsewhere.event, cudaEventDisableTiming));
    answer("id", cudaStreamGetId(numbered_stream(2), &id));
    note("held", "%s", hold_stream(&hold, numbered_stream(2)) ? "yes" : "no");
    pthread_create(&thread, NULL, in_another_thread, &elsewhere);
    pthread_join(thread, NULL);
    note("record", "%s", cudaGetErrorName(elsewhere.code));
    note("other_thread", "%s",
         eventually(event_is_done, elsewhere.event, patience_ms()) ? "goes" : "behind");
    note("ids", "%s", elsewhere.id == id ? "same" : "different");
    let_go(&hold);
    answer("synchronize", cudaDeviceSynchronize());
}

const struct question default_stream_questions[] = {
    {"order.behind_null", ask_behind, IS_NULL},
    {"order.behind_legacy", ask_behind, IS_LEGACY},
    {"order.behind_per_thread", ask_behind, IS_PER_THREAD},
    {"order.behind_blocking", ask_behind, IS_BLOCKING},
    {"order.behind_non_blocking", ask_behind, IS_NON_BLOCKING},
    {"order.after_legacy_per_thread", ask_after_legacy, IS_PER_THREAD},
    {"order.after_legacy_blocking", ask_after_legacy, IS_BLOCKING},
    {"order.after_legacy_non_blocking", ask_after_legacy, IS_NON_BLOCKING},
    {"order.per_thread_of_threads", ask_threads, 0},
    {NULL, NULL, 0},
};
