/* Streams of the soak, and the order between them. */
#include "soak.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- the other program ----------------------------------------------------------------------- */

enum { RELAY_JOBS = 64 };

struct soak_relay {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct { int stream; uint64_t value; } jobs[RELAY_JOBS];
    size_t first, count;
    bool over;
    struct stress_semaphore out[SOAK_STREAMS], in[SOAK_STREAMS];
    uint64_t values[SOAK_STREAMS];   /* the soak's own: what was asked for last */
};

/* A signal depends only on jobs that were given before: one after the other will do. */
static void *relay_run(void *argument)
{
    struct soak_relay *relay = argument;

    pthread_mutex_lock(&relay->lock);
    for (;;) {
        while (relay->count == 0 && !relay->over)
            pthread_cond_wait(&relay->changed, &relay->lock);
        if (relay->count == 0)
            break;
        int stream = relay->jobs[relay->first].stream;
        uint64_t value = relay->jobs[relay->first].value;
        relay->first = (relay->first + 1) % RELAY_JOBS;
        relay->count--;
        pthread_cond_broadcast(&relay->changed);
        pthread_mutex_unlock(&relay->lock);
        stress_peer_wait(&relay->out[stream], value);
        stress_peer_signal(&relay->in[stream], value);
        pthread_mutex_lock(&relay->lock);
    }
    pthread_mutex_unlock(&relay->lock);
    return NULL;
}

static struct soak_relay *relay_begin(void)
{
    struct soak_relay *relay = stress_new(1, sizeof *relay);

    pthread_mutex_init(&relay->lock, NULL);
    pthread_cond_init(&relay->changed, NULL);
    for (int i = 0; i < SOAK_STREAMS; i++) {
        /* A host semaphore would be mapped twice, which ThreadSanitizer takes for two. */
        stress_semaphore_begin(&relay->out[i], true, true);
        stress_semaphore_begin(&relay->in[i], true, true);
    }
    REQUIRE(pthread_create(&relay->thread, NULL, relay_run, relay) == 0, "no thread");
    return relay;
}

static void relay_end(struct soak_relay *relay)
{
    pthread_mutex_lock(&relay->lock);
    relay->over = true;
    pthread_cond_broadcast(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
    pthread_join(relay->thread, NULL);
    for (int i = 0; i < SOAK_STREAMS; i++) {
        stress_semaphore_end(&relay->out[i]);
        stress_semaphore_end(&relay->in[i]);
    }
    pthread_cond_destroy(&relay->changed);
    pthread_mutex_destroy(&relay->lock);
    free(relay);
}

static void relay_between(struct soak *soak, int stream, int other)
{
    struct soak_relay *relay = soak->relay;
    uint64_t value = ++relay->values[other];

    stress_signal(&relay->out[other], value, soak->streams[other]);
    stress_wait(&relay->in[other], value, soak->streams[stream]);
    pthread_mutex_lock(&relay->lock);
    while (relay->count == RELAY_JOBS)
        pthread_cond_wait(&relay->changed, &relay->lock);
    size_t last = (relay->first + relay->count++) % RELAY_JOBS;
    relay->jobs[last].stream = other;
    relay->jobs[last].value = value;
    pthread_cond_broadcast(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
}

/* ---- one stream after another ---------------------------------------------------------------- */

static bool is_blocking(int stream)
{
    return stream % 2 == 0;
}

static cudaStream_t new_stream(int stream)
{
    cudaStream_t made;

    if (stream == SOAK_LEGACY || stream == SOAK_PER_THREAD)
        return stream == SOAK_LEGACY ? cudaStreamLegacy : cudaStreamPerThread;
    OK(cudaStreamCreateWithPriority(&made, is_blocking(stream) ? cudaStreamDefault
                                                               : cudaStreamNonBlocking, -stream));
    return made;
}

static void event_between(struct soak *soak, int stream, int other)
{
    cudaEvent_t event = soak->events[soak_below(soak, SOAK_EVENTS)];

    OK(cudaEventRecord(event, soak->streams[other]));
    OK(cudaStreamWaitEvent(soak->streams[stream], event, 0));
}

/* It is signalled again only once it was waited for. */
static bool binary_between(struct soak *soak, int stream, int other)
{
    for (int i = 0; i < SOAK_BINARIES; i++) {
        struct soak_binary *binary = &soak->binaries[i];
        if (binary->from != other || binary->to != stream)
            continue;
        if (binary->is_used)
            event_between(soak, other, stream);
        binary->is_used = true;
        if (soak_below(soak, 2) == 0) {
            stress_signal(&binary->semaphore, 0, soak->streams[other]);
            stress_wait(&binary->semaphore, 0, soak->streams[stream]);
        } else {                                 /* the wait first */
            stress_wait(&binary->semaphore, 0, soak->streams[stream]);
            stress_signal(&binary->semaphore, 0, soak->streams[other]);
        }
        return true;
    }
    return false;
}

void soak_come_after(struct soak *soak, int stream, int other)
{
    bool by_itself = is_blocking(stream) && is_blocking(other) &&
                     (stream == SOAK_LEGACY || other == SOAK_LEGACY);
    size_t way = soak_below(soak, 8);

    if (stream == other || by_itself)
        return;
    if (way == 0 && binary_between(soak, stream, other))
        return;
    if (way == 1) {
        relay_between(soak, stream, other);
    } else if (way <= 3) {
        uint64_t value = ++soak->values[other];
        if (way == 2)                            /* the wait first */
            stress_wait(&soak->timelines[other], value, soak->streams[stream]);
        stress_signal(&soak->timelines[other], value, soak->streams[other]);
        stress_wait(&soak->timelines[other], value, soak->streams[stream]);
    } else {
        event_between(soak, stream, other);
    }
}

void soak_before_read(struct soak *soak, int stream, struct soak_buffer *buffer)
{
    struct soak_bytes *bytes = buffer->bytes;

    if (buffer->kind == SOAK_PAGEABLE)           /* a call that returns has done with it */
        return;
    if (bytes->writer != SOAK_NOBODY)
        soak_come_after(soak, stream, bytes->writer);
    bytes->readers |= 1u << stream;
}

void soak_before_write(struct soak *soak, int stream, struct soak_buffer *buffer)
{
    struct soak_bytes *bytes = buffer->bytes;

    if (buffer->kind == SOAK_PAGEABLE)
        return;
    if (bytes->writer != SOAK_NOBODY)
        soak_come_after(soak, stream, bytes->writer);
    for (int i = 0; i < SOAK_STREAMS; i++) {
        if ((bytes->readers & 1u << i) != 0)
            soak_come_after(soak, stream, i);
    }
    bytes->readers = 0;
    bytes->writer = stream;
}

void soak_settle(struct soak *soak, struct soak_bytes *bytes)
{
    for (int i = 0; i < SOAK_STREAMS; i++) {
        if (bytes->writer == i || (bytes->readers & 1u << i) != 0)
            OK(cudaStreamSynchronize(soak->streams[i]));
    }
    bytes->writer = SOAK_NOBODY;
    bytes->readers = 0;
}

void soak_replace_stream(struct soak *soak, int stream)
{
    cudaStream_t before = soak->streams[stream];
    cudaEvent_t event;

    if (stream == SOAK_LEGACY || stream == SOAK_PER_THREAD)
        return;
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    soak->streams[stream] = new_stream(stream);
    OK(cudaEventRecord(event, before));
    OK(cudaStreamWaitEvent(soak->streams[stream], event, 0));
    OK(cudaEventDestroy(event));
    OK(cudaStreamDestroy(before));
}

/* ---- beginning and end ----------------------------------------------------------------------- */

void soak_streams_begin(struct soak *soak)
{
    for (int i = 0; i < SOAK_STREAMS; i++) {
        soak->streams[i] = new_stream(i);
        stress_semaphore_begin(&soak->timelines[i], true, soak_below(soak, 2) == 0);
    }
    for (int i = 0; i < SOAK_BINARIES; i++) {
        struct soak_binary *binary = &soak->binaries[i];
        *binary = (struct soak_binary){ .from = (int)soak_below(soak, SOAK_STREAMS),
                                        .to = (int)soak_below(soak, SOAK_STREAMS) };
        stress_semaphore_begin(&binary->semaphore, false, false);
    }
    for (int i = 0; i < SOAK_EVENTS; i++)
        OK(cudaEventCreateWithFlags(&soak->events[i], i % 2 == 0 ? cudaEventDefault
                                                                 : cudaEventDisableTiming));
    soak->relay = relay_begin();
}

void soak_streams_end(struct soak *soak)
{
    relay_end(soak->relay);
    for (int i = 0; i < SOAK_STREAMS; i++) {
        if (i != SOAK_LEGACY && i != SOAK_PER_THREAD)
            OK(cudaStreamDestroy(soak->streams[i]));
        stress_semaphore_end(&soak->timelines[i]);
    }
    for (int i = 0; i < SOAK_BINARIES; i++)
        stress_semaphore_end(&soak->binaries[i].semaphore);
    for (int i = 0; i < SOAK_EVENTS; i++)
        OK(cudaEventDestroy(soak->events[i]));
}
