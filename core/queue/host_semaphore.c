#include "host_page.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../base/sealed_file.h"

#define PAGE_MAGIC UINT32_C(0x4d455347)
#define PAGE_VERSION UINT32_C(1)

/* The most words that one futex_waitv call takes. */
#define WAITV_MAX 128
/* How long one part of the words is slept on, if they do not fit into one call. */
#define PART_SLEEP_NS INT64_C(1000000)

_Static_assert(sizeof(struct gi_host_semaphore_page) <= GI_HOST_PAGE_BYTES, "it holds it all");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2,
               "atomics that are shared between processes must not hide a lock");

static atomic_bool waitv_usable = true;

void gi_host_semaphore_use_waitv(bool use)
{
    atomic_store(&waitv_usable, use);
}

/* ---- the page ---- */

int gi_host_page_map(int fd, struct gi_host_semaphore_page **out_page)
{
    void *page = mmap(NULL, GI_HOST_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    *out_page = NULL;
    if (page == MAP_FAILED)
        return -errno;
    *out_page = page;
    return 0;
}

void gi_host_page_unmap(struct gi_host_semaphore_page *page)
{
    munmap(page, GI_HOST_PAGE_BYTES);
}

int gi_host_page_create(const char *name, enum gi_host_page_kind kind,
                        struct gi_host_semaphore_page **out_page, int *out_fd)
{
    const struct gi_host_page_header header = {
        .magic = PAGE_MAGIC,
        .version = PAGE_VERSION,
        .kind = kind,
    };
    int error = gi_sealed_file_create(name, GI_HOST_PAGE_BYTES, &header, sizeof header,
                                      GI_SEALS_SIZE, out_fd);

    *out_page = NULL;
    if (error == 0)
        error = gi_host_page_map(*out_fd, out_page);
    if (error != 0 && *out_fd >= 0) {
        close(*out_fd);
        *out_fd = -1;
    }
    return error;
}

bool gi_host_page_read_kind(int fd, enum gi_host_page_kind *out_kind)
{
    struct gi_host_page_header header;

    if (!gi_sealed_file_read(fd, GI_SEALS_SIZE, GI_HOST_PAGE_BYTES, &header, sizeof header))
        return false;
    if (header.magic != PAGE_MAGIC || header.version != PAGE_VERSION ||
        header.kind > GI_HOST_PAGE_EVENT)
        return false;
    *out_kind = (enum gi_host_page_kind)header.kind;
    return true;
}

static bool is_semaphore(int fd, enum gi_host_page_kind *out_kind)
{
    return gi_host_page_read_kind(fd, out_kind) && *out_kind != GI_HOST_PAGE_EVENT;
}

/* ---- making and finding ---- */

int gi_host_semaphore_create(struct gi_host_semaphore *out, bool timeline, uint64_t value)
{
    enum gi_host_page_kind kind = timeline ? GI_HOST_PAGE_TIMELINE : GI_HOST_PAGE_BINARY;

    *out = (struct gi_host_semaphore){ .fd = -1 };
    int error = gi_host_page_create("gpuinterop-semaphore", kind, &out->page, &out->fd);
    if (error != 0)
        return error;
    out->timeline = timeline;
    out->value = &out->page->value;
    atomic_store(&out->page->value, timeline ? value : value != 0);
    return 0;
}

bool gi_host_semaphore_is_fd(int fd)
{
    enum gi_host_page_kind kind;
    int saved_errno = errno;
    bool ours = is_semaphore(fd, &kind);

    errno = saved_errno;
    return ours;
}

int gi_host_semaphore_import(struct gi_host_semaphore *out, int borrowed_fd)
{
    enum gi_host_page_kind kind;

    *out = (struct gi_host_semaphore){ .fd = -1 };
    if (!is_semaphore(borrowed_fd, &kind))
        return -EINVAL;
    int error = gi_host_page_map(borrowed_fd, &out->page);
    if (error != 0)
        return error;
    out->value = &out->page->value;
    out->timeline = kind == GI_HOST_PAGE_TIMELINE;
    return 0;
}

int gi_host_semaphore_import_keep_fd(struct gi_host_semaphore *out, int borrowed_fd)
{
    int error = gi_host_semaphore_import(out, borrowed_fd);
    if (error != 0)
        return error;
    out->fd = fcntl(borrowed_fd, F_DUPFD_CLOEXEC, 0);
    if (out->fd < 0) {
        error = -errno;
        gi_host_semaphore_finish(out);
        return error;
    }
    return 0;
}

int gi_host_semaphore_export(const struct gi_host_semaphore *s, int *out_fd)
{
    *out_fd = -1;
    if (s->fd < 0)
        return -EBADF;
    int fd = fcntl(s->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    *out_fd = fd;
    return 0;
}

void gi_host_semaphore_finish(struct gi_host_semaphore *s)
{
    if (s == NULL || s->page == NULL)
        return;
    gi_host_page_unmap(s->page);
    if (s->fd >= 0)
        close(s->fd);
    *s = (struct gi_host_semaphore){ .fd = -1 };
}

/* ---- values ---- */

static _Atomic uint64_t *value_of(const struct gi_host_semaphore *s)
{
    return s->value;
}

uint64_t gi_host_semaphore_value(const struct gi_host_semaphore *s)
{
    uint64_t value = atomic_load(value_of(s));
    return s->timeline ? value : value != 0;
}

int gi_host_semaphore_signal(struct gi_host_semaphore *s, uint64_t value)
{
    struct gi_host_semaphore_page *page = s->page;

    if (s->timeline) {
        uint64_t current = atomic_load(value_of(s));
        do {
            if (value <= current)
                return -EINVAL;
        } while (!atomic_compare_exchange_weak(value_of(s), &current, value));
    } else {
        atomic_store(value_of(s), 1);
    }
    atomic_store_explicit(&page->last_signaller, (uint32_t)getpid(), memory_order_relaxed);
    gi_host_semaphore_bump((uint32_t *)&page->wake);
    return 0;
}

bool gi_host_semaphore_try_wait(struct gi_host_semaphore *s, uint64_t value)
{
    if (s->timeline)
        return atomic_load(value_of(s)) >= value;
    /* Only the thread that takes the signal has waited. Any value but 0 counts as a signal. */
    return atomic_load(value_of(s)) != 0 && atomic_exchange(value_of(s), 0) != 0;
}

int gi_host_semaphore_last_signaller(const struct gi_host_semaphore *s)
{
    return (int)atomic_load_explicit(&s->page->last_signaller, memory_order_relaxed);
}

uint32_t gi_host_semaphore_wake_word(const struct gi_host_semaphore *s)
{
    return atomic_load(&s->page->wake);
}

const uint32_t *gi_host_semaphore_wake_address(const struct gi_host_semaphore *s)
{
    return (const uint32_t *)&s->page->wake;
}

void gi_host_semaphore_bump(uint32_t *word)
{
    atomic_fetch_add((_Atomic uint32_t *)word, 1);
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* ---- sleeping ---- */

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool word_changed(const struct gi_host_semaphore_word *word)
{
    return atomic_load((const _Atomic uint32_t *)word->address) != word->seen;
}

static struct timespec to_timespec(int64_t abs_ns)
{
    return (struct timespec){ .tv_sec = abs_ns / 1000000000, .tv_nsec = abs_ns % 1000000000 };
}

static void sleep_on_one(const struct gi_host_semaphore_word *word, int64_t abs_until_ns)
{
    struct timespec until = to_timespec(abs_until_ns);
    syscall(SYS_futex, word->address, FUTEX_WAIT_BITSET, word->seen, &until, NULL,
            FUTEX_BITSET_MATCH_ANY);
}

/* Sleeps on up to WAITV_MAX words. False if the kernel lacks the call. */
static bool sleep_on_several(const struct gi_host_semaphore_word *words, size_t count,
                             int64_t abs_until_ns)
{
#ifdef SYS_futex_waitv
    struct futex_waitv list[WAITV_MAX];
    struct timespec until = to_timespec(abs_until_ns);

    if (!atomic_load_explicit(&waitv_usable, memory_order_relaxed))
        return false;
    for (size_t i = 0; i < count; i++)
        list[i] = (struct futex_waitv){
            .val = words[i].seen,
            .uaddr = (uintptr_t)words[i].address,
            .flags = FUTEX_32,
        };
    if (syscall(SYS_futex_waitv, list, (unsigned)count, 0, &until, CLOCK_MONOTONIC) >= 0)
        return true;
    /* A seccomp filter without this call answers EPERM instead of ENOSYS. */
    if (errno != ENOSYS && errno != EPERM)
        return true;
    atomic_store(&waitv_usable, false);
#else
    (void)words, (void)count, (void)abs_until_ns;
#endif
    return false;
}

/* Sleeps on words that do not fit into one call: in parts of a millisecond each. The caller checks
 * all words in between. So a wake may be late by that time, but none is missed and no thread
 * spins. */
static void sleep_in_parts(const struct gi_host_semaphore_word *words, size_t count,
                           int64_t abs_until_ns)
{
    size_t first = 0;
    int64_t now;

    while ((now = now_ns()) < abs_until_ns) {
        for (size_t i = 0; i < count; i++) {
            if (word_changed(&words[i]))
                return;
        }
        size_t part = count - first < WAITV_MAX ? count - first : WAITV_MAX;
        int64_t part_end = abs_until_ns - now > PART_SLEEP_NS ? now + PART_SLEEP_NS : abs_until_ns;
        if (!sleep_on_several(words + first, part, part_end)) {
            part = 1;
            sleep_on_one(&words[first], part_end);
        }
        first = (first + part) % count;
    }
}

int gi_host_semaphore_sleep(const struct gi_host_semaphore_word *words, size_t count,
                            int64_t abs_timeout_ns)
{
    for (size_t i = 0; i < count; i++) {
        if (word_changed(&words[i]))
            return 0;
    }
    int64_t now = now_ns();
    if (now >= abs_timeout_ns)
        return -ETIMEDOUT;
    int64_t until = now + GI_HOST_SEMAPHORE_RECHECK_NS;
    if (until > abs_timeout_ns)
        until = abs_timeout_ns;

    if (count == 1)
        sleep_on_one(&words[0], until);
    else if (count > WAITV_MAX || !sleep_on_several(words, count, until))
        sleep_in_parts(words, count, until);
    return 0;
}

int gi_host_semaphore_wait(struct gi_host_semaphore *s, uint64_t value, int64_t abs_timeout_ns)
{
    struct gi_host_semaphore_word word = { .address = gi_host_semaphore_wake_address(s) };

    for (;;) {
        word.seen = gi_host_semaphore_wake_word(s);
        if (gi_host_semaphore_try_wait(s, value))
            return 0;
        if (gi_host_semaphore_sleep(&word, 1, abs_timeout_ns) == -ETIMEDOUT)
            return gi_host_semaphore_try_wait(s, value) ? 0 : -ETIMEDOUT;
    }
}

/* Checks every semaphore once. The words to sleep on are read before the values. */
static bool any_reached(struct gi_host_semaphore *const *sems, const uint64_t *values,
                        struct gi_host_semaphore_word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        words[i].seen = gi_host_semaphore_wake_word(sems[i]);
        if (gi_host_semaphore_try_wait(sems[i], values[i]))
            return true;
    }
    return false;
}

static int wait_any(struct gi_host_semaphore *const *sems, const uint64_t *values, size_t count,
                    int64_t abs_timeout_ns)
{
    struct gi_host_semaphore_word few[16];
    struct gi_host_semaphore_word *words = few;
    int error = 0;

    if (count > sizeof(few) / sizeof(few[0])) {
        words = calloc(count, sizeof(words[0]));
        if (words == NULL)
            return -ENOMEM;
    }
    for (size_t i = 0; i < count; i++)
        words[i].address = gi_host_semaphore_wake_address(sems[i]);
    while (!any_reached(sems, values, words, count)) {
        if (gi_host_semaphore_sleep(words, count, abs_timeout_ns) != -ETIMEDOUT)
            continue;
        error = any_reached(sems, values, words, count) ? 0 : -ETIMEDOUT;
        break;
    }
    if (words != few)
        free(words);
    return error;
}

int gi_host_semaphore_wait_many(struct gi_host_semaphore *const *sems, const uint64_t *values,
                                size_t count, bool any, int64_t abs_timeout_ns)
{
    for (size_t i = 0; i < count; i++) {
        if (!sems[i]->timeline)
            return -EINVAL;
    }
    if (any)
        return count == 0 ? -EINVAL : wait_any(sems, values, count, abs_timeout_ns);
    /* A timeline that has reached its value stays there, so they can be waited for in turn. */
    for (size_t i = 0; i < count; i++) {
        int error = gi_host_semaphore_wait(sems[i], values[i], abs_timeout_ns);
        if (error != 0)
            return error;
    }
    return 0;
}
