/* Many threads, and streams that come and go beside others. */
#include "stress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BYTES = 4096, ROUNDS = 6, STREAMS_EACH = 3 };

/* ---- a ring of threads --------------------------------------------------------------------- */

/* In each round a thread fills its memory, and copies that of the next thread when the event of
 * that thread's fill has come; before it fills again it waits for the event of the copy from it. */
struct member {
    pthread_t thread;
    size_t number;
    struct ring *ring;
    uint8_t *memory, *copy;
    cudaStream_t streams[STREAMS_EACH];
    cudaEvent_t filled, copied;      /* of this round, seen by the neighbours */
};

struct ring {
    size_t count;
    pthread_barrier_t barrier;
    struct member *members;
};

static int value_of(size_t thread, int round)
{
    return (int)((thread * 31 + (size_t)round * 7 + 1) & 0xff);
}

static void play_round(struct member *me, int round)
{
    struct ring *ring = me->ring;
    struct member *next = &ring->members[(me->number + 1) % ring->count];
    struct member *previous = &ring->members[(me->number + ring->count - 1) % ring->count];
    cudaStream_t one = me->streams[round % STREAMS_EACH];
    cudaStream_t two = me->streams[(round + 1) % STREAMS_EACH];

    if (round > 0)
        OK(cudaStreamWaitEvent(one, previous->copied, 0));
    OK(cudaMemsetAsync(me->memory, value_of(me->number, round), BYTES, one));
    OK(cudaEventRecord(me->filled, one));
    pthread_barrier_wait(&ring->barrier);        /* all fills are recorded */
    OK(cudaStreamWaitEvent(two, next->filled, 0));
    OK(cudaMemcpyAsync(me->copy, next->memory, BYTES, cudaMemcpyDeviceToDevice, two));
    pthread_barrier_wait(&ring->barrier);        /* nobody looks at the copied of before */
    OK(cudaEventRecord(me->copied, two));
    uint8_t bytes[BYTES];
    OK(cudaMemcpyAsync(bytes, me->copy, BYTES, cudaMemcpyDeviceToHost, two));
    for (int i = 0; i < BYTES; i++)
        REQUIRE(bytes[i] == value_of(next->number, round), "thread %zu, round %d: 0x%02x",
                me->number, round, bytes[i]);
    pthread_barrier_wait(&ring->barrier);        /* all copies are recorded */
}

static void *be_member(void *argument)
{
    struct member *me = argument;

    OK(cudaSetDevice(0));
    OK(cudaMalloc((void **)&me->memory, BYTES));
    OK(cudaMalloc((void **)&me->copy, BYTES));
    OK(cudaEventCreate(&me->filled));
    OK(cudaEventCreateWithFlags(&me->copied, cudaEventDisableTiming));
    for (int i = 0; i < STREAMS_EACH; i++)
        OK(cudaStreamCreateWithFlags(&me->streams[i], cudaStreamNonBlocking));
    pthread_barrier_wait(&me->ring->barrier);
    for (int round = 0; round < ROUNDS; round++) {
        play_round(me, round);
        cudaStream_t *old = &me->streams[(round + 2) % STREAMS_EACH];
        OK(cudaStreamDestroy(*old));
        OK(cudaStreamCreateWithFlags(old, cudaStreamNonBlocking));
    }
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    for (int i = 0; i < STREAMS_EACH; i++)
        OK(cudaStreamDestroy(me->streams[i]));
    OK(cudaEventDestroy(me->filled));
    OK(cudaEventDestroy(me->copied));
    OK(cudaFree(me->memory));
    OK(cudaFree(me->copy));
    return NULL;
}

void stress_threads(size_t count)
{
    struct ring ring = { .count = count, .members = stress_new(count, sizeof *ring.members) };

    pthread_barrier_init(&ring.barrier, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++) {
        ring.members[i].number = i;
        ring.members[i].ring = &ring;
        REQUIRE(pthread_create(&ring.members[i].thread, NULL, be_member, &ring.members[i]) == 0,
                "no thread %zu", i);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(ring.members[i].thread, NULL);
    OK(cudaDeviceSynchronize());
    pthread_barrier_destroy(&ring.barrier);
    free(ring.members);
}

/* ---- streams that come and go -------------------------------------------------------------- */

enum { RUNNERS = 3, COMERS = 3 };

struct churn {
    atomic_bool over;
    atomic_int next_region;
    _Atomic(cudaEvent_t) heard[RUNNERS];         /* what each runner recorded last */
    uint8_t *memory;                             /* a region for each thread */
    size_t streams_each;
};

/* Runs one stream all the time, and knows what its memory holds. */
static void *run(void *argument)
{
    struct churn *churn = argument;
    int region = atomic_fetch_add(&churn->next_region, 1);
    uint8_t *memory = churn->memory + region * BYTES, bytes[BYTES];
    cudaEvent_t event;
    cudaStream_t stream;

    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    atomic_store(&churn->heard[region], event);
    for (unsigned i = 0; !atomic_load(&churn->over); i++) {
        OK(cudaMemsetAsync(memory, (int)(i & 0xff), BYTES / 2, stream));
        OK(cudaMemcpyAsync(memory + BYTES / 2, memory, BYTES / 2, cudaMemcpyDeviceToDevice,
                           stream));
        OK(cudaEventRecord(event, stream));
        if (i % 8 != 0)
            continue;
        OK(cudaMemcpyAsync(bytes, memory, BYTES, cudaMemcpyDeviceToHost, stream));
        for (int k = 0; k < BYTES; k++)
            REQUIRE(bytes[k] == (uint8_t)i, "byte %d is 0x%02x instead of 0x%02x", k, bytes[k],
                    i & 0xff);
    }
    OK(cudaStreamDestroy(stream));
    return event;                                /* the comers may still wait for it */
}

/* Makes streams, gives each a little work behind a runner's, and destroys it at once; the next
 * one goes on where it was. */
static void *come_and_go(void *argument)
{
    struct churn *churn = argument;
    int region = atomic_fetch_add(&churn->next_region, 1);
    uint8_t *memory = churn->memory + region * BYTES, byte;
    cudaEvent_t mine;

    OK(cudaEventCreateWithFlags(&mine, cudaEventDisableTiming));
    for (size_t i = 0; i < churn->streams_each; i++) {
        cudaEvent_t others = atomic_load(&churn->heard[i % RUNNERS]);
        cudaStream_t stream;

        OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        OK(cudaStreamWaitEvent(stream, mine, 0));
        if (others != NULL)
            OK(cudaStreamWaitEvent(stream, others, 0));
        OK(cudaMemsetAsync(memory, (int)(i & 0xff), BYTES, stream));
        OK(cudaEventRecord(mine, stream));
        OK(cudaStreamDestroy(stream));
    }
    OK(cudaEventSynchronize(mine));
    OK(cudaMemcpy(&byte, memory + BYTES - 1, 1, cudaMemcpyDeviceToHost));
    REQUIRE(byte == (uint8_t)(churn->streams_each - 1), "the last stream's byte is 0x%02x", byte);
    OK(cudaEventDestroy(mine));
    return NULL;
}

void stress_churn(size_t count)
{
    struct churn churn = { .streams_each = count / COMERS };
    pthread_t runners[RUNNERS], comers[COMERS];
    void *event;

    OK(cudaMalloc((void **)&churn.memory, (RUNNERS + COMERS) * BYTES));
    for (int i = 0; i < RUNNERS; i++)
        REQUIRE(pthread_create(&runners[i], NULL, run, &churn) == 0, "no thread");
    while (atomic_load(&churn.next_region) < RUNNERS)
        OK(cudaDeviceSynchronize());
    for (int i = 0; i < COMERS; i++)
        REQUIRE(pthread_create(&comers[i], NULL, come_and_go, &churn) == 0, "no thread");
    for (int i = 0; i < COMERS; i++)
        pthread_join(comers[i], NULL);
    atomic_store(&churn.over, true);
    for (int i = 0; i < RUNNERS; i++) {
        pthread_join(runners[i], &event);
        OK(cudaEventDestroy(event));
    }
    OK(cudaDeviceSynchronize());
    OK(cudaFree(churn.memory));
}
