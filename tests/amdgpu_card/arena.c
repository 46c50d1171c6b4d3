/* What the processes on one card share. */
#include "arena.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "real.h"

#define READY 0x67636131u
#define MOMENT_NS 50000000
#define HIGH_DESCRIPTOR 700

struct gicard_arena *gicard_arena;
static int alive_fd = -1;               /* each process holds a lock on one byte of it */
static uint32_t self;                   /* which byte, and which owner */
static dev_t memory_device;             /* what memory files lie on */

/* ---- the map ------------------------------------------------------------------------------ */

int gicard_move_up(int fd)
{
    if (fd < 0)
        return fd;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static int lock_byte(int command, uint32_t byte, short type, struct flock *out)
{
    *out = (struct flock){ .l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1 };
    return fcntl(alive_fd, command, out);
}

/** Takes a place among the owners. What a dead one left in it has ended. */
static bool become_owner(void)
{
    struct flock lock;

    for (uint32_t i = 0; i < GICARD_OWNERS; i++) {
        if (lock_byte(F_SETLK, i, F_WRLCK, &lock) != 0)
            continue;
        if (gicard_arena->owners[i].in_use)
            for (uint32_t t = 1; t < GICARD_TIMELINES; t++)
                if (gicard_arena->timelines[t].in_use && gicard_arena->timelines[t].owner == i)
                    atomic_store(&gicard_arena->timelines[t].dead, 1);
        self = i;
        gicard_arena->owners[i] = (struct gicard_owner){ .in_use = 1, .pid = getpid() };
        return true;
    }
    return false;
}

static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static int open_in(const char *folder, const char *name)
{
    char path[GICARD_PATH_BYTES + 16];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return gicard_move_up(gicard_real.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
}

bool gicard_arena_init(const char *folder)
{
    struct stat status;
    int fd = open_in(folder, "arena");

    alive_fd = open_in(folder, "alive");
    if (fd < 0 || alive_fd < 0 || flock(fd, LOCK_EX) != 0 || gicard_real.fstat(fd, &status) != 0
        || (status.st_size == 0 && ftruncate(fd, sizeof(*gicard_arena)) != 0))
        goto fail;
    gicard_arena = gicard_real.mmap(NULL, sizeof(*gicard_arena), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (gicard_arena == MAP_FAILED)
        goto fail;
    if (gicard_arena->ready != READY) {
        make_lock(&gicard_arena->lock);
        gicard_arena->ready = READY;
    }
    gicard_arena_lock();
    bool placed = become_owner();
    gicard_arena_unlock();
    flock(fd, LOCK_UN);
    close(fd);

    uint64_t inode;
    int probe = gicard_memory_file("gpuinterop-card", 0, &inode);
    if (!placed || probe < 0 || gicard_real.fstat(probe, &status) != 0)
        return false;
    memory_device = status.st_dev;
    close(probe);
    return true;
fail:
    fprintf(stderr, "gpuinterop-card: cannot share %s: %s\n", folder, strerror(errno));
    return false;
}

void gicard_arena_after_fork(void)
{
    gicard_arena_lock();
    become_owner();
    gicard_arena_unlock();
}

uint32_t gicard_arena_self(void)
{
    return self;
}

void gicard_arena_lock(void)
{
    if (pthread_mutex_lock(&gicard_arena->lock) == EOWNERDEAD)
        pthread_mutex_consistent(&gicard_arena->lock);
}

void gicard_arena_unlock(void)
{
    pthread_mutex_unlock(&gicard_arena->lock);
}

/* ---- pools -------------------------------------------------------------------------------- */

static uint32_t *next_free(void *items, size_t stride, uint32_t index)
{
    return (uint32_t *)((char *)items + stride * index);
}

uint32_t gicard_pool_take(struct gicard_pool *pool, void *items, uint32_t count, size_t stride)
{
    uint32_t index = pool->free;

    if (index != 0) {
        pool->free = *next_free(items, stride, index);
        return index;
    }
    if (pool->fresh == 0)
        pool->fresh = 1;
    return pool->fresh < count ? pool->fresh++ : 0;
}

void gicard_pool_give(struct gicard_pool *pool, void *items, size_t stride, uint32_t index)
{
    *next_free(items, stride, index) = pool->free;
    pool->free = index;
}

/* ---- waiting ------------------------------------------------------------------------------ */

int64_t gicard_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void gicard_notify(void)
{
    atomic_fetch_add(&gicard_arena->changes, 1);
    if (atomic_load(&gicard_arena->waiters) != 0)
        syscall(SYS_futex, &gicard_arena->changes, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/** Whoever let go of its byte is gone; what it still had to do will never be done. */
static void bury_the_dead(void)
{
    bool changed = false;

    gicard_arena_lock();
    for (uint32_t i = 0; i < GICARD_OWNERS; i++) {
        struct flock lock;
        if (!gicard_arena->owners[i].in_use || i == self
            || lock_byte(F_GETLK, i, F_WRLCK, &lock) != 0 || lock.l_type != F_UNLCK)
            continue;
        for (uint32_t t = 1; t < GICARD_TIMELINES; t++) {
            struct gicard_timeline *timeline = &gicard_arena->timelines[t];
            if (timeline->in_use && timeline->owner == i && !atomic_load(&timeline->dead)) {
                atomic_store(&timeline->dead, 1);
                changed = true;
            }
        }
        gicard_arena->owners[i].in_use = 0;
    }
    gicard_arena_unlock();
    if (changed)
        gicard_notify();
}

/** Whether it is time to look for them; changes may come so often that nobody sleeps for long. */
static bool is_time_to_look(void)
{
    static _Atomic int64_t looked_ns;
    int64_t now = gicard_now_ns();

    if (now - atomic_load(&looked_ns) < MOMENT_NS)
        return false;
    atomic_store(&looked_ns, now);
    return true;
}

void gicard_sleep(uint32_t seen, int64_t abs_ns, bool watch_owners)
{
    int64_t now = gicard_now_ns();
    int64_t until = abs_ns;

    if (watch_owners && (abs_ns == INT64_MAX || abs_ns - now > MOMENT_NS))
        until = now + MOMENT_NS;
    int64_t left = until == INT64_MAX ? INT64_MAX : until - now;
    if (left <= 0)
        return;
    struct timespec span = { left / 1000000000, left % 1000000000 };
    atomic_fetch_add(&gicard_arena->waiters, 1);
    syscall(SYS_futex, &gicard_arena->changes, FUTEX_WAIT, seen,
            until == INT64_MAX ? NULL : &span, NULL, 0);
    atomic_fetch_sub(&gicard_arena->waiters, 1);
    if (watch_owners && is_time_to_look())
        bury_the_dead();
}

int gicard_wait(bool (*question)(void *context), void *context, int64_t abs_ns)
{
    for (;;) {
        uint32_t seen = atomic_load(&gicard_arena->changes);
        if (question(context))
            return 0;
        if (abs_ns != INT64_MAX && gicard_now_ns() >= abs_ns)
            return -ETIME;
        gicard_sleep(seen, abs_ns, true);
    }
}

/* ---- files -------------------------------------------------------------------------------- */

int gicard_memory_file(const char *name, uint64_t size_bytes, uint64_t *out_inode)
{
    struct stat status;
    int fd = gicard_move_up((int)syscall(SYS_memfd_create, name, 1u /* close on exec */));

    if (fd < 0)
        return -1;
    if ((size_bytes != 0 && ftruncate(fd, (off_t)size_bytes) != 0)
        || gicard_real.fstat(fd, &status) != 0) {
        int code = errno;
        close(fd);
        errno = code;
        return -1;
    }
    *out_inode = status.st_ino;
    return fd;
}

void gicard_inode_add(uint64_t inode, enum gicard_kind kind, uint32_t index, uint32_t generation)
{
    struct gicard_inode *ways = gicard_arena->inodes[inode % GICARD_BUCKETS];
    struct gicard_inode *oldest = &ways[0];

    for (unsigned i = 0; i < GICARD_WAYS; i++) {
        if (ways[i].inode == inode || ways[i].inode == 0) {
            oldest = &ways[i];
            break;
        }
        if (ways[i].age < oldest->age)
            oldest = &ways[i];
    }
    *oldest = (struct gicard_inode){ .inode = inode, .kind = kind, .index = index,
                                     .generation = generation, .age = ++gicard_arena->age };
}

bool gicard_is_memory_file(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_dev == memory_device;
}

struct gicard_inode gicard_inode_find(int fd)
{
    struct gicard_inode found = { .inode = 0 };
    struct stat status;

    if (gicard_real.fstat(fd, &status) != 0 || !gicard_is_memory_file(&status))
        return found;
    gicard_arena_lock();
    struct gicard_inode *ways = gicard_arena->inodes[status.st_ino % GICARD_BUCKETS];
    for (unsigned i = 0; i < GICARD_WAYS; i++)
        if (ways[i].inode == status.st_ino)
            found = ways[i];
    gicard_arena_unlock();
    return found;
}
