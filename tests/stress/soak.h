/** The soak: a random program, and a model that does everything at once, in the order of the calls.
 *
 *  Streams write and read buffers of all kinds. Before a stream touches what another one wrote, or
 *  writes what another one read, the program puts something between them: an event, a semaphore,
 *  the other program, or the order with the legacy default stream. Then the bytes are the
 *  model's. */
#ifndef SOAK_H
#define SOAK_H

#include "stress.h"

#include <stdatomic.h>

#include "../unit/random.h"

enum {
    SOAK_STREAMS = 6,                /* those of even number order with the legacy one */
    SOAK_LEGACY = 0,
    SOAK_PER_THREAD = 4,
    SOAK_NOBODY = -1,
    SOAK_BUFFERS = 24,
    SOAK_SHARED = 3,                 /* memories of the other program */
    SOAK_SHARED_BYTES = 192 * 1024,
    SOAK_BINARIES = 12,
    SOAK_EVENTS = 5,
    SOAK_CHECKS = 16,
    SOAK_CHECK_BYTES = 2048
};

/** Bytes, and who has touched them; buffers of one import share them. */
struct soak_bytes {
    uint8_t *model;
    size_t size;
    int writer;                      /* the stream that wrote last, or SOAK_NOBODY */
    unsigned readers;                /* a bit for each stream that has read since */
};

enum soak_kind {
    SOAK_DEVICE, SOAK_PITCHED, SOAK_POOL, SOAK_PINNED, SOAK_MANAGED, SOAK_REGISTERED, SOAK_IMPORTED,
    SOAK_PAGEABLE, SOAK_KINDS
};

struct soak_buffer {
    enum soak_kind kind;
    uint8_t *pointer;                /* NULL: there is none */
    size_t size, offset;             /* in bytes, and in their model */
    struct soak_bytes *bytes, own;   /* own: unless it is imported */
    uint8_t *block;                  /* what was mapped or allocated around it */
};

/** A place where a host function compares what a stream has copied. */
struct soak_check {
    uint8_t *pinned;
    uint8_t expected[SOAK_CHECK_BYTES];
    size_t size;
    uint64_t step;
    atomic_bool busy;
};

/** A binary semaphore that one stream signals and one waits for: no two streams may wait for it at
 *  a time. */
struct soak_binary {
    struct stress_semaphore semaphore;
    int from, to;
    bool is_used;
};

/** The other program: signals in[s] to a value when the stream s has signalled it to out[s]. */
struct soak_relay;

struct soak {
    struct test_random random;
    uint64_t step;
    cudaStream_t streams[SOAK_STREAMS];
    cudaEvent_t events[SOAK_EVENTS];
    struct stress_semaphore timelines[SOAK_STREAMS];     /* each signalled by its stream alone */
    uint64_t values[SOAK_STREAMS];
    struct soak_binary binaries[SOAK_BINARIES];
    struct soak_relay *relay;
    cudaMemPool_t pool;
    cudaExternalMemory_t memories[SOAK_SHARED];
    struct soak_bytes shared[SOAK_SHARED];
    struct soak_buffer buffers[SOAK_BUFFERS];
    struct soak_check checks[SOAK_CHECKS];
};

/** Notes what is done, for the tail of the log that a failure prints. */
__attribute__((format(printf, 2, 3))) void soak_log(struct soak *soak, const char *format, ...);

/** A number from 0 to limit - 1. */
static inline size_t soak_below(struct soak *soak, size_t limit)
{
    return (size_t)test_random_below(&soak->random, limit);
}

/* ---- soak_order.c: streams and what stands between them ------------------------------------- */

void soak_streams_begin(struct soak *soak);
void soak_streams_end(struct soak *soak);

/** What follows in stream comes after all that is in other. */
void soak_come_after(struct soak *soak, int stream, int other);

/** To be called before a stream reads or writes bytes; the model's part of it too. */
void soak_before_read(struct soak *soak, int stream, struct soak_buffer *buffer);
void soak_before_write(struct soak *soak, int stream, struct soak_buffer *buffer);

/** The host waits until nobody touches the bytes. */
void soak_settle(struct soak *soak, struct soak_bytes *bytes);

/** A stream goes, and another takes its place. */
void soak_replace_stream(struct soak *soak, int stream);

/* ---- soak_memory.c: buffers ------------------------------------------------------------------ */

void soak_memory_begin(struct soak *soak);
void soak_memory_end(struct soak *soak);
void soak_buffer_make(struct soak *soak, struct soak_buffer *buffer, int stream);
void soak_buffer_end(struct soak *soak, struct soak_buffer *buffer, int stream);

/** A buffer there is; of device_only one that fills can reach. */
struct soak_buffer *soak_pick(struct soak *soak, bool device_only);

uint8_t *soak_model_of(const struct soak_buffer *buffer);
const char *soak_kind_name(enum soak_kind kind);

/* ---- soak_work.c: what streams do ------------------------------------------------------------ */

void soak_fill(struct soak *soak, int stream);
void soak_fill_box(struct soak *soak, int stream);
void soak_copy(struct soak *soak, int stream);
void soak_copy_box(struct soak *soak, int stream);
void soak_copy_batch(struct soak *soak, int stream);
void soak_read(struct soak *soak, int stream);
void soak_check_later(struct soak *soak, int stream);
void soak_touch(struct soak *soak, int stream);

#endif
