/* What the processes on one card share: a file that all of them map. It holds fences, syncobjs,
 * what is known of buffers, and which inode is which object. Everything in it is an index, no
 * pointer. */
#ifndef GICARD_ARENA_H
#define GICARD_ARENA_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "config.h"

#define GICARD_OWNERS 256
#define GICARD_TIMELINES 8192
#define GICARD_SYNCOBJS 65536
#define GICARD_NODES 131072
#define GICARD_RECORDS 65536
#define GICARD_BUCKETS 8192
#define GICARD_WAYS 8
#define GICARD_SET_FENCES 48
#define GICARD_METADATA_WORDS 64

/** A job that may still run: place `seq` of a queue's timeline. A timeline that is used again for
 *  another queue has another generation; a fence of an older one has signalled. */
struct gicard_fence {
    uint32_t timeline, generation;
    uint64_t seq;
};

/** What must have ended before something counts as done; none at all is done. */
struct gicard_fence_set {
    uint32_t count;
    int32_t error;                       /* of fences that were dropped because they ended */
    struct gicard_fence fences[GICARD_SET_FENCES];
};

/** The jobs of one context on one ring, which end in their order. */
struct gicard_timeline {
    uint32_t next_free;                  /* of the pool; first in each pooled struct */
    uint32_t generation;
    uint32_t owner;
    uint32_t in_use;
    _Atomic uint64_t completed;
    _Atomic uint64_t error_from;         /* from that place on jobs ended with the error */
    _Atomic int32_t error;
    _Atomic uint32_t dead;               /* its process is gone */
};

/** One fence of syncobjs; a binary one has context 0. See chain.h. */
struct gicard_node {
    uint32_t next_free;
    uint32_t previous;                   /* index, or 0 */
    uint32_t users;                      /* syncobjs, nodes and calls that point to it */
    uint64_t seqno, previous_seqno, context;
    struct gicard_fence_set own;         /* what was given with the point */
    struct gicard_fence_set set;         /* that and what comes before it */
};

struct gicard_syncobj {
    uint32_t next_free;
    uint32_t generation;
    uint32_t handles;                    /* of all processes */
    uint32_t exported;
    uint32_t head;                       /* the newest node, or 0: no fence */
};

/** What an importer must learn of a buffer. */
struct gicard_record {
    uint32_t next_free;
    uint32_t generation;
    uint32_t users;                      /* processes that have it open */
    uint32_t exported;
    uint64_t inode, size_bytes, alignment;
    uint64_t domains, flags;
    uint32_t card;
    int32_t pid, fd;                     /* where it was made; for flink names */
    uint64_t tiling_info;
    uint32_t metadata_bytes;
    uint32_t metadata[GICARD_METADATA_WORDS];
    struct gicard_fence_set busy;
};

enum gicard_kind { GICARD_NONE, GICARD_BUFFER, GICARD_SYNCOBJ_FILE, GICARD_SYNC_FILE };

/** Which object an inode is. */
struct gicard_inode {
    uint64_t inode;
    uint32_t kind, index, generation;
    uint32_t age;
};

struct gicard_pool {
    uint32_t fresh;                      /* never used from here on; 0 means 1: index 0 is none */
    uint32_t free;                       /* head of the list, or 0 */
};

struct gicard_owner {
    uint32_t in_use;
    int32_t pid;
};

struct gicard_card_state {
    _Atomic uint32_t resets, vram_losses, unplugged;
    _Atomic uint64_t vram_used, gtt_used;
};

struct gicard_arena {
    uint32_t ready;
    _Atomic uint32_t changes;            /* the futex: any fence, any syncobj */
    _Atomic uint32_t waiters;
    uint32_t age;
    uint64_t contexts;                   /* of syncobj chains, given out */
    pthread_mutex_t lock;
    struct gicard_pool timeline_pool, node_pool, syncobj_pool, record_pool;
    struct gicard_card_state cards[GICARD_MAX_CARDS];
    struct gicard_owner owners[GICARD_OWNERS];
    struct gicard_inode inodes[GICARD_BUCKETS][GICARD_WAYS];
    struct gicard_timeline timelines[GICARD_TIMELINES];
    struct gicard_syncobj syncobjs[GICARD_SYNCOBJS];
    struct gicard_node nodes[GICARD_NODES];
    struct gicard_record records[GICARD_RECORDS];
};

/** The shared state, mapped from gicard_arena_init on. */
extern struct gicard_arena *gicard_arena;

/** Maps the arena in that folder, making it when this process is the first.
 *  Threads: the library's constructor alone.
 *  Errors:  false, and a line on stderr. */
bool gicard_arena_init(const char *folder);

/** Makes this process, a child of one that has the arena, an owner of its own.
 *  Threads: the child of a fork. */
void gicard_arena_after_fork(void);

/** Which of the owners this process is. */
uint32_t gicard_arena_self(void);

/** Locks and unlocks the shared state. Nothing that waits may be called in between.
 *  Threads: any; no other lock of the card is taken inside. */
void gicard_arena_lock(void);
void gicard_arena_unlock(void);

/** An index of a pool of `count` structs of `stride` bytes, or 0 when none is left. The struct
 * keeps what it held. Threads: under the arena's lock. */
uint32_t gicard_pool_take(struct gicard_pool *pool, void *items, uint32_t count, size_t stride);
void gicard_pool_give(struct gicard_pool *pool, void *items, size_t stride, uint32_t index);

/** Says that something has changed, to whoever waits in any process.
 *  Threads: any. */
void gicard_notify(void);

/** Sleeps until something has changed since `seen`, a moment has passed or the deadline comes.
 * After a moment fences of processes that died are declared ended. Units:   abs_ns is on the
 * monotonic clock; INT64_MAX is no deadline. Threads: any, holding no lock. */
void gicard_sleep(uint32_t seen, int64_t abs_ns, bool watch_owners);

/** Waits until the question is answered with true.
 *  Threads: any, holding no lock; the question may take the arena's.
 *  Errors:  -ETIME. */
int gicard_wait(bool (*question)(void *context), void *context, int64_t abs_ns);

/** The monotonic clock, in ns. */
int64_t gicard_now_ns(void);

/** Whether a file is a memory file: one of the card's may be.
 *  Threads: any. */
bool gicard_is_memory_file(const struct stat *status);

/** Which object a file is. `inode` 0 when it is none of the card's.
 *  Threads: any. */
struct gicard_inode gicard_inode_find(int fd);

/** Remembers what a file is.
 *  Threads: under the arena's lock. */
void gicard_inode_add(uint64_t inode, enum gicard_kind kind, uint32_t index, uint32_t generation);

/** A new memory file whose descriptor is high, out of the way of those of the program.
 *  Owner:   the caller closes it.
 *  Errors:  -1 and errno. */
int gicard_memory_file(const char *name, uint64_t size_bytes, uint64_t *out_inode);

/** Moves a descriptor of the card's own up and out of the way. */
int gicard_move_up(int fd);

#endif
