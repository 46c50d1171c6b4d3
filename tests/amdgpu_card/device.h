/* What one open of a card's node has: buffers, addresses, contexts, syncobj handles, rings. */
#ifndef GICARD_DEVICE_H
#define GICARD_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "handles.h"
#include "uapi.h"
#include "vm.h"

#define GICARD_RINGS_OF_IP 8

/** A buffer as this process has it. There is one for each inode, whoever imports it. */
struct gicard_buffer {
    struct gicard_buffer *next;          /* of the process's list */
    _Atomic uint32_t references;
    uint64_t inode;                      /* 0: user memory */
    int fd;                              /* -1: user memory */
    uint8_t *bytes;
    uint64_t size_bytes;
    uint32_t record;                     /* in the arena, or 0 */
    unsigned card;
    uint64_t domains, flags, alignment;
};

struct gicard_ring;

/** The jobs of one context on one ring. */
struct gicard_entity {
    struct gicard_entity *next;          /* of the ring's list */
    struct gicard_context *context;
    struct gicard_fence timeline;        /* its seq is the last that was given out */
    struct gicard_job *first, *last;
    bool closing;                        /* its context was freed; goes once it is empty */
    bool running;
};

struct gicard_context {
    _Atomic uint32_t references;
    uint32_t resets, vram_losses;        /* of the card when it was made */
    _Atomic bool guilty;
    _Atomic uint32_t stable_pstate;      /* the clocks that a profiler asked for */
    struct gicard_entity *entities[AMDGPU_HW_IP_NUM][GICARD_RINGS_OF_IP];
};

/** A list of buffers made by the BO_LIST ioctl. */
struct gicard_buffer_list {
    uint32_t count;
    uint32_t handles[];
};

/** One open of a node; every descriptor of its inode is this file. */
struct gicard_file {
    struct gicard_file *next;
    _Atomic uint32_t references;         /* the list's, and calls inside */
    uint64_t inode;
    unsigned card;
    bool render;
    pthread_mutex_t lock;                /* all below */
    struct gicard_handles buffers, contexts, lists, syncobjs;
    struct gicard_vm *vm;                /* shared with jobs; replaced, never changed */
    struct gicard_ring *rings[AMDGPU_HW_IP_NUM][GICARD_RINGS_OF_IP];
    struct gicard_job *unfinished;       /* all that were pushed and have not ended */
};

/** The file that a descriptor is, with a reference, or NULL.
 *  Owner:   give it back with gicard_file_put.
 *  Threads: any. */
struct gicard_file *gicard_file_find(int fd);
void gicard_file_put(struct gicard_file *file);

/** Opens a card's node: a new memory file.
 *  Owner:   the caller closes the descriptor.
 *  Errors:  -1 and errno. */
int gicard_file_open(unsigned card, bool render, int flags);

/** Frees files that no descriptor of this process names any more, or all of them at exit, with a
 *  report of what was left open in them.
 *  Threads: any. */
void gicard_files_reap(bool at_exit);

/** Forgets all files: they belong to the parent. And makes ready for new ones.
 *  Threads: around a fork. */
void gicard_files_before_fork(void);
void gicard_files_after_fork(bool in_child);

/** Pulls a card out: all calls answer -ENODEV, jobs end with it.
 *  Threads: any. */
void gicard_unplug(unsigned card);

/** The driver's ioctls.
 *  Errors:  the kernel's, negative. */
int gicard_device_ioctl(struct gicard_file *file, unsigned number, void *arg);

/** The shared state of the file's card. */
struct gicard_card_state *gicard_state_of(const struct gicard_file *file);

/** Reserves a ring that is there; NULL for the others.
 *  Threads: under the file's lock. */
struct gicard_entity *gicard_entity_get(struct gicard_file *file, struct gicard_context *context,
                                        uint32_t ip, uint32_t instance, uint32_t ring,
                                        int *out_error);

/** The context behind a handle with a reference, or NULL.
 *  Threads: any. */
struct gicard_context *gicard_context_get(struct gicard_file *file, uint32_t handle);
void gicard_context_put(struct gicard_context *context);

/** The mask of rings of a kind of engine. */
uint32_t gicard_rings_of(uint32_t ip);

#endif
