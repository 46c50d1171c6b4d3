/* The shared page: values, sleeping, other processes, and what is not a semaphore. */
#include "queue/host_semaphore.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test_cases.h"

#define FOR_EVER INT64_MAX
#define PAGE_BYTES 4096

static int64_t in_ms(int64_t ms)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + ms * 1000000;
}

static void make(struct gi_host_semaphore *s, bool timeline, uint64_t value)
{
    assert_int_equal(gi_host_semaphore_create(s, timeline, value), 0);
}

/* Runs in a child of its own; exits with 0 if it returns true. */
static pid_t run_child(bool (*body)(int fd), int fd)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(body(fd) ? 0 : 1);
    return pid;
}

static void assert_child_ok(pid_t pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- values ---- */

TEST_CASE(timeline_counts_up_only)
{
    struct gi_host_semaphore s;

    make(&s, true, 5);
    assert_true(s.timeline);
    assert_int_equal(gi_host_semaphore_value(&s), 5);
    assert_true(gi_host_semaphore_try_wait(&s, 5));
    assert_true(gi_host_semaphore_try_wait(&s, 0));
    assert_false(gi_host_semaphore_try_wait(&s, 6));
    assert_int_equal(gi_host_semaphore_signal(&s, 5), -EINVAL);
    assert_int_equal(gi_host_semaphore_signal(&s, 0), -EINVAL);
    assert_int_equal(gi_host_semaphore_signal(&s, 9), 0);
    assert_int_equal(gi_host_semaphore_value(&s), 9);
    assert_true(gi_host_semaphore_try_wait(&s, 9));
    assert_true(gi_host_semaphore_try_wait(&s, 9));
    gi_host_semaphore_finish(&s);
}

TEST_CASE(timeline_reaches_the_largest_value)
{
    struct gi_host_semaphore s;

    make(&s, true, UINT64_MAX - 1);
    assert_int_equal(gi_host_semaphore_wait(&s, UINT64_MAX, in_ms(0)), -ETIMEDOUT);
    assert_int_equal(gi_host_semaphore_signal(&s, UINT64_MAX), 0);
    assert_int_equal(gi_host_semaphore_wait(&s, UINT64_MAX, FOR_EVER), 0);
    assert_int_equal(gi_host_semaphore_signal(&s, UINT64_MAX), -EINVAL);
    assert_int_equal(gi_host_semaphore_signal(&s, 0), -EINVAL);
    gi_host_semaphore_finish(&s);
}

TEST_CASE(binary_is_consumed_and_does_not_count)
{
    struct gi_host_semaphore s;

    make(&s, false, 0);
    assert_false(s.timeline);
    assert_false(gi_host_semaphore_try_wait(&s, 0));
    assert_int_equal(gi_host_semaphore_signal(&s, 0), 0);
    assert_int_equal(gi_host_semaphore_signal(&s, 77), 0);
    assert_int_equal(gi_host_semaphore_value(&s), 1);
    assert_int_equal(gi_host_semaphore_wait(&s, 77, FOR_EVER), 0);
    assert_int_equal(gi_host_semaphore_wait(&s, 0, in_ms(0)), -ETIMEDOUT);
    gi_host_semaphore_finish(&s);

    make(&s, false, 12);
    assert_int_equal(gi_host_semaphore_value(&s), 1);
    assert_true(gi_host_semaphore_try_wait(&s, 0));
    assert_false(gi_host_semaphore_try_wait(&s, 0));
    gi_host_semaphore_finish(&s);
}

TEST_CASE(finish_is_safe_on_nothing)
{
    struct gi_host_semaphore s = { .fd = -1 };

    gi_host_semaphore_finish(NULL);
    gi_host_semaphore_finish(&s);
    make(&s, true, 0);
    int fd = s.fd;
    gi_host_semaphore_finish(&s);
    gi_host_semaphore_finish(&s);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
}

TEST_CASE(every_signal_changes_the_wake_word)
{
    struct gi_host_semaphore s;

    make(&s, false, 0);
    uint32_t before = gi_host_semaphore_wake_word(&s);
    assert_int_equal(gi_host_semaphore_signal(&s, 0), 0);
    assert_int_not_equal(gi_host_semaphore_wake_word(&s), before);
    before = gi_host_semaphore_wake_word(&s);
    assert_int_equal(gi_host_semaphore_signal(&s, 0), 0);
    assert_int_not_equal(gi_host_semaphore_wake_word(&s), before);
    assert_int_equal(*gi_host_semaphore_wake_address(&s), gi_host_semaphore_wake_word(&s));
    gi_host_semaphore_finish(&s);
}

/* ---- export and import ---- */

TEST_CASE(import_sees_the_same_page)
{
    struct gi_host_semaphore a, b, c;
    int fd, again;

    make(&a, true, 3);
    assert_int_equal(gi_host_semaphore_export(&a, &fd), 0);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    assert_true(gi_host_semaphore_is_fd(fd));
    assert_int_equal(gi_host_semaphore_import(&b, fd), 0);
    assert_int_equal(gi_host_semaphore_import_keep_fd(&c, fd), 0);
    assert_int_not_equal(fcntl(fd, F_GETFD), -1);
    close(fd);
    assert_int_equal(b.fd, -1);
    assert_int_equal(gi_host_semaphore_export(&b, &again), -EBADF);
    assert_int_equal(again, -1);
    assert_int_equal(gi_host_semaphore_export(&c, &again), 0);
    assert_true(gi_host_semaphore_is_fd(again));
    close(again);
    gi_host_semaphore_finish(&a);
    assert_int_equal(gi_host_semaphore_signal(&b, 4), 0);
    assert_int_equal(gi_host_semaphore_value(&c), 4);
    gi_host_semaphore_finish(&b);
    gi_host_semaphore_finish(&c);
}

static void assert_not_one(int fd)
{
    struct gi_host_semaphore s;

    errno = 0;
    assert_false(gi_host_semaphore_is_fd(fd));
    assert_int_equal(errno, 0);
    assert_int_equal(gi_host_semaphore_import(&s, fd), -EINVAL);
    assert_null(s.page);
    assert_int_equal(s.fd, -1);
    assert_int_equal(gi_host_semaphore_import_keep_fd(&s, fd), -EINVAL);
    assert_int_equal(s.fd, -1);
}

/* A memfd with the true header in it but otherwise as asked. */
static int make_copy(off_t size, int seals, const uint32_t *header)
{
    int fd = memfd_create("not-a-semaphore", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, size), 0);
    if (size >= 16)
        assert_int_equal(pwrite(fd, header, 16, 0), 16);
    if (seals != 0)
        assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
    return fd;
}

static void assert_copy_is(bool one, off_t size, int seals, const uint32_t *header)
{
    int fd = make_copy(size, seals, header);

    if (one)
        assert_true(gi_host_semaphore_is_fd(fd));
    else
        assert_not_one(fd);
    close(fd);
}

TEST_CASE(memfds_that_are_none)
{
    const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    struct gi_host_semaphore s;
    uint32_t good[4], bad[4];

    make(&s, true, 0);
    memcpy(good, s.page, sizeof(good));
    assert_copy_is(true, PAGE_BYTES, seals, good);
    assert_copy_is(false, PAGE_BYTES, 0, good);
    assert_copy_is(false, PAGE_BYTES, seals & ~F_SEAL_SHRINK, good);
    assert_copy_is(false, PAGE_BYTES, seals & ~F_SEAL_GROW, good);
    assert_copy_is(false, PAGE_BYTES, seals & ~F_SEAL_SEAL, good);
    assert_copy_is(false, 0, seals, good);
    assert_copy_is(false, 64, seals, good);
    assert_copy_is(false, PAGE_BYTES * 2, seals, good);
    for (int word = 0; word < 3; word++) {
        memcpy(bad, good, sizeof(bad));
        bad[word] = 0xffffffff;
        assert_copy_is(false, PAGE_BYTES, seals, bad);
    }
    gi_host_semaphore_finish(&s);
}

TEST_CASE(write_protected_page_is_refused)
{
    struct gi_host_semaphore s, other;
    uint32_t header[4];

    make(&s, true, 0);
    memcpy(header, s.page, sizeof(header));
    int fd = make_copy(PAGE_BYTES, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL,
                       header);
    assert_int_not_equal(gi_host_semaphore_import(&other, fd), 0);
    assert_null(other.page);
    close(fd);
    gi_host_semaphore_finish(&s);
}

TEST_CASE(other_fds_are_none_and_untouched)
{
    int ends[2];
    char byte = 0;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_not_one(ends[0]);
    assert_not_one(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_int_equal(byte, 'x');
    close(ends[0]);
    close(ends[1]);
    assert_not_one(ends[0]);
    assert_not_one(-1);
    assert_not_one(1 << 30);

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_not_one(ends[0]);
    close(ends[0]);
    close(ends[1]);

    const char *paths[] = { "/dev/null", "/dev/zero", "/", "/proc/self/exe" };
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        int fd = open(paths[i], O_RDONLY | O_CLOEXEC);
        assert_true(fd >= 0);
        assert_not_one(fd);
        close(fd);
    }
}

TEST_CASE(peer_cannot_shrink_the_page)
{
    struct gi_host_semaphore s;

    make(&s, false, 0);
    assert_int_equal(ftruncate(s.fd, 0), -1);
    assert_int_equal(ftruncate(s.fd, PAGE_BYTES * 2), -1);
    assert_int_equal(fcntl(s.fd, F_ADD_SEALS, F_SEAL_WRITE), -1);
    gi_host_semaphore_finish(&s);
}

TEST_CASE(too_many_files_leaves_nothing)
{
    struct gi_host_semaphore s, kept;
    struct rlimit limit, none;
    int fd;

    make(&kept, true, 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    int created = gi_host_semaphore_create(&s, true, 0);
    int exported = gi_host_semaphore_export(&kept, &fd);
    int imported = gi_host_semaphore_import_keep_fd(&s, kept.fd);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(created, -EMFILE);
    /* A limit of 0 makes fcntl answer EINVAL instead of EMFILE. */
    assert_true(exported == -EMFILE || exported == -EINVAL);
    assert_int_equal(fd, -1);
    assert_true(imported == -EMFILE || imported == -EINVAL);
    assert_null(s.page);
    gi_host_semaphore_finish(&kept);
}

/* ---- other processes ---- */

static bool child_waits_then_answers(int fd)
{
    struct gi_host_semaphore s;

    return gi_host_semaphore_import(&s, fd) == 0 &&
           gi_host_semaphore_wait(&s, 1, FOR_EVER) == 0 &&
           gi_host_semaphore_signal(&s, 2) == 0;
}

TEST_CASE(timeline_crosses_processes)
{
    struct gi_host_semaphore s;

    make(&s, true, 0);
    pid_t child = run_child(child_waits_then_answers, s.fd);
    assert_int_equal(gi_host_semaphore_signal(&s, 1), 0);
    assert_int_equal(gi_host_semaphore_wait(&s, 2, FOR_EVER), 0);
    assert_child_ok(child);
    gi_host_semaphore_finish(&s);
}

static bool child_waits_for_ever(int fd)
{
    struct gi_host_semaphore s;

    return gi_host_semaphore_import(&s, fd) == 0 &&
           gi_host_semaphore_wait(&s, UINT64_MAX, FOR_EVER) == 0;
}

TEST_CASE(peer_killed_while_waiting_leaves_nothing_locked)
{
    struct gi_host_semaphore s;
    int status;

    make(&s, true, 0);
    pid_t waiter = run_child(child_waits_for_ever, s.fd);
    pid_t other = run_child(child_waits_then_answers, s.fd);
    kill(waiter, SIGKILL);
    assert_int_equal(waitpid(waiter, &status, 0), waiter);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(gi_host_semaphore_signal(&s, 1), 0);
    assert_int_equal(gi_host_semaphore_wait(&s, 2, FOR_EVER), 0);
    assert_child_ok(other);
    gi_host_semaphore_finish(&s);
}

/* Stores the value and dies before anything would wake the waiters. */
static bool child_dies_before_waking(int fd)
{
    struct gi_host_semaphore s;

    if (gi_host_semaphore_import(&s, fd) != 0)
        return false;
    *(volatile uint64_t *)((char *)s.page + 16) = 1;
    return kill(getpid(), SIGKILL) == 0;
}

TEST_CASE(peer_killed_between_store_and_wake_up)
{
    struct gi_host_semaphore s;
    int status;

    make(&s, true, 0);
    pid_t child = run_child(child_dies_before_waking, s.fd);
    assert_int_equal(gi_host_semaphore_wait(&s, 1, FOR_EVER), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    gi_host_semaphore_finish(&s);
}

static bool child_writes_rubbish(int fd)
{
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (page == MAP_FAILED)
        return false;
    memset(page, 0xa5, PAGE_BYTES);
    return true;
}

TEST_CASE(rubbish_gives_wrong_values_only)
{
    struct gi_host_semaphore timeline, binary, healthy, late;

    make(&timeline, true, 1);
    make(&binary, false, 0);
    make(&healthy, true, 1);
    assert_child_ok(run_child(child_writes_rubbish, timeline.fd));
    assert_child_ok(run_child(child_writes_rubbish, binary.fd));

    assert_true(timeline.timeline);
    assert_int_equal(gi_host_semaphore_value(&timeline), UINT64_C(0xa5a5a5a5a5a5a5a5));
    assert_int_equal(gi_host_semaphore_signal(&timeline, 2), -EINVAL);
    assert_int_equal(gi_host_semaphore_signal(&timeline, UINT64_MAX), 0);
    assert_int_equal(gi_host_semaphore_import(&late, timeline.fd), -EINVAL);

    assert_false(binary.timeline);
    assert_int_equal(gi_host_semaphore_value(&binary), 1);
    assert_true(gi_host_semaphore_try_wait(&binary, 0));
    assert_false(gi_host_semaphore_try_wait(&binary, 0));
    assert_int_equal(gi_host_semaphore_signal(&binary, 0), 0);
    assert_true(gi_host_semaphore_try_wait(&binary, 0));

    struct gi_host_semaphore *both[] = { &timeline, &healthy };
    const uint64_t values[] = { 2, 1 };
    assert_int_equal(gi_host_semaphore_wait_many(both, values, 2, false, FOR_EVER), 0);
    gi_host_semaphore_finish(&timeline);
    gi_host_semaphore_finish(&binary);
    gi_host_semaphore_finish(&healthy);
}

/* ---- threads ---- */

enum { SIGNALS = 2000, WAITERS = 3 };

struct consumers {
    struct gi_host_semaphore ready, taken;
    atomic_int consumed;
};

static void *consume(void *data)
{
    struct consumers *c = data;

    for (;;) {
        if (gi_host_semaphore_wait(&c->ready, 0, FOR_EVER) != 0)
            return c;
        int n = atomic_fetch_add(&c->consumed, 1) + 1;
        gi_host_semaphore_signal(&c->taken, 0);
        if (n >= SIGNALS)
            return NULL;
    }
}

TEST_CASE(one_signal_releases_one_wait)
{
    struct consumers c = { .consumed = 0 };
    pthread_t threads[WAITERS];
    void *result;

    make(&c.ready, false, 0);
    make(&c.taken, false, 0);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, consume, &c), 0);
    for (int i = 1; i <= SIGNALS; i++) {
        assert_int_equal(gi_host_semaphore_signal(&c.ready, 0), 0);
        assert_int_equal(gi_host_semaphore_wait(&c.taken, 0, FOR_EVER), 0);
        assert_int_equal(atomic_load(&c.consumed), i);
        assert_false(gi_host_semaphore_value(&c.ready));
    }
    for (int i = 1; i < WAITERS; i++) {
        assert_int_equal(gi_host_semaphore_signal(&c.ready, 0), 0);
        assert_int_equal(gi_host_semaphore_wait(&c.taken, 0, FOR_EVER), 0);
    }
    for (int i = 0; i < WAITERS; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_null(result);
    }
    gi_host_semaphore_finish(&c.ready);
    gi_host_semaphore_finish(&c.taken);
}

struct adder {
    struct gi_host_semaphore *s;
    int won;
};

static void *count_up(void *data)
{
    struct adder *a = data;

    for (uint64_t value = 1; value <= SIGNALS; value++) {
        if (gi_host_semaphore_signal(a->s, value) == 0)
            a->won++;
    }
    return NULL;
}

TEST_CASE(racing_signals_give_each_value_once)
{
    struct gi_host_semaphore s;
    struct adder adders[WAITERS];
    pthread_t threads[WAITERS];
    int won = 0;

    make(&s, true, 0);
    for (int i = 0; i < WAITERS; i++) {
        adders[i] = (struct adder){ .s = &s };
        assert_int_equal(pthread_create(&threads[i], NULL, count_up, &adders[i]), 0);
    }
    for (int i = 0; i < WAITERS; i++) {
        pthread_join(threads[i], NULL);
        won += adders[i].won;
    }
    assert_int_equal(gi_host_semaphore_value(&s), SIGNALS);
    assert_true(won <= SIGNALS);
    gi_host_semaphore_finish(&s);
}

/* ---- many ---- */

enum { MANY = 300 };

struct many {
    struct gi_host_semaphore sems[MANY], *list[MANY];
    uint64_t values[MANY];
    size_t signal_first, signal_step;
};

static void *signal_some(void *data)
{
    struct many *m = data;

    for (size_t i = m->signal_first; i < MANY; i += m->signal_step)
        gi_host_semaphore_signal(&m->sems[i], 1);
    return NULL;
}

static struct many *make_many(void)
{
    struct many *m = calloc(1, sizeof(*m));
    assert_non_null(m);
    for (size_t i = 0; i < MANY; i++) {
        make(&m->sems[i], true, 0);
        m->list[i] = &m->sems[i];
        m->values[i] = 1;
    }
    return m;
}

static void free_many(struct many *m)
{
    for (size_t i = 0; i < MANY; i++)
        gi_host_semaphore_finish(&m->sems[i]);
    free(m);
}

static void wait_while_signalled(size_t count, bool any, size_t first, size_t step)
{
    struct many *m = make_many();
    pthread_t thread;

    assert_int_equal(gi_host_semaphore_wait_many(m->list, m->values, count, any, in_ms(0)),
                     -ETIMEDOUT);
    assert_int_equal(gi_host_semaphore_wait_many(m->list, m->values, count, any, in_ms(3)),
                     -ETIMEDOUT);
    m->signal_first = first;
    m->signal_step = step;
    assert_int_equal(pthread_create(&thread, NULL, signal_some, m), 0);
    assert_int_equal(gi_host_semaphore_wait_many(m->list, m->values, count, any, FOR_EVER), 0);
    pthread_join(thread, NULL);
    free_many(m);
}

TEST_CASE(wait_for_many)
{
    wait_while_signalled(MANY, false, 0, 1);
    wait_while_signalled(MANY, true, MANY - 1, MANY);
    wait_while_signalled(MANY, true, 0, MANY);
    wait_while_signalled(5, false, 0, 1);
    wait_while_signalled(5, true, 4, MANY);
    wait_while_signalled(1, true, 0, MANY);
    wait_while_signalled(129, true, 128, MANY);
}

TEST_CASE(wait_for_many_without_waitv)
{
    gi_host_semaphore_use_waitv(false);
    wait_for_many(state);
    gi_host_semaphore_use_waitv(true);
}

TEST_CASE(wait_for_none_or_binary)
{
    struct gi_host_semaphore binary, *list[] = { &binary };
    const uint64_t value = 1;

    assert_int_equal(gi_host_semaphore_wait_many(NULL, NULL, 0, false, in_ms(0)), 0);
    assert_int_equal(gi_host_semaphore_wait_many(NULL, NULL, 0, true, in_ms(0)), -EINVAL);
    make(&binary, false, 1);
    assert_int_equal(gi_host_semaphore_wait_many(list, &value, 1, true, in_ms(0)), -EINVAL);
    assert_int_equal(gi_host_semaphore_wait_many(list, &value, 1, false, in_ms(0)), -EINVAL);
    gi_host_semaphore_finish(&binary);
}

static void *bump(void *word)
{
    gi_host_semaphore_bump(word);
    return NULL;
}

TEST_CASE(own_word_ends_a_sleep)
{
    struct gi_host_semaphore s;
    uint32_t own = 0;
    pthread_t thread;

    make(&s, true, 0);
    struct gi_host_semaphore_word words[] = {
        { &own, 0 },
        { gi_host_semaphore_wake_address(&s), gi_host_semaphore_wake_word(&s) },
    };
    assert_int_equal(gi_host_semaphore_sleep(words, 2, in_ms(0)), -ETIMEDOUT);
    assert_int_equal(pthread_create(&thread, NULL, bump, &own), 0);
    while (__atomic_load_n(&own, __ATOMIC_ACQUIRE) == 0)
        assert_int_equal(gi_host_semaphore_sleep(words, 2, FOR_EVER), 0);
    pthread_join(thread, NULL);
    assert_int_equal(gi_host_semaphore_sleep(words, 2, in_ms(0)), 0);
    gi_host_semaphore_finish(&s);
}
