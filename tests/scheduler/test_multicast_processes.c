/* Multicast objects of two processes on the fake driver, each with one device: the same one, or
 * one that the other process cannot reach. The page is made before the fork, and both import it. */
#include "harness.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ranges/multicast_bind.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "ranges/range.h"
#include "queue/team_page.h"

#define STEP GI_MULTICAST_STEP

enum { TOLD_TO_LOOK = 'l', TOLD_TO_END = 'e', VALUE = 0x5a };

static int page_fd, to_child[2], to_parent[2];

static void begin_on_device(uint32_t number)
{
    struct gifake_device_config config;

    gifake_default_config(&config, number);
    config.info.memory_exports = true;
    gifake_configure(&config, 1);
}

static uint64_t map(gi_handle handle)
{
    struct gi_range_location location = { .type = 1, .access = GI_ACCESS_READ_WRITE };
    uint64_t address;

    OK(gi_range_reserve(STEP, 0, 0, &address));
    OK(gi_range_map(address, STEP, 0, handle));
    OK(gi_range_set_access(address, STEP, &location, 1));
    return address;
}

/* Imports the object, and binds memory to it, which waits for the other process. */
static gi_handle join(uint64_t *out_own)
{
    const struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                                    .handle_types = 1 };
    gi_handle object, pages;

    OK(gi_multicast_import(1, page_fd, &object));
    OK(gi_multicast_add_device(object, 0));
    OK(gi_pages_create(&properties, STEP, &pages));
    OK(gi_multicast_bind_pages(object, -1, 0, pages, 0, STEP));
    *out_own = map(pages);
    OK(gi_pages_release(pages));
    return object;
}

/* The same with memory of a pool that can be shared, behind other memory of it. */
static gi_handle join_with_pool(uint64_t *out_own)
{
    const struct gi_pool_request request = { .allocation_type = 1, .location_type = 1,
                                             .handle_type = 1 };
    gi_handle object, pool, stream = sched_stream();
    uint64_t before;

    OK(gi_multicast_import(1, page_fd, &object));
    OK(gi_multicast_add_device(object, 0));
    OK(gi_pool_create(&request, &pool));
    OK(gi_memory_alloc_async(4096, pool, stream, &before));
    OK(gi_memory_alloc_async(2 * STEP, pool, stream, out_own));
    *out_own += 1024;
    OK(gi_multicast_bind_address(object, -1, 0, *out_own, STEP));
    return object;
}

static char hear(int fd)
{
    char byte = 0;

    REQUIRE(read(fd, &byte, 1) == 1, "the other process has gone");
    return byte;
}

static void say(int fd, char byte)
{
    REQUIRE(write(fd, &byte, 1) == 1, "the other process has gone");
}

static void be_the_other(uint32_t number, bool has_pool)
{
    uint64_t own;
    char byte;

    close(to_child[1]);
    close(to_parent[0]);
    begin_on_device(number);
    (void)(has_pool ? join_with_pool(&own) : join(&own));
    say(to_parent[1], 'j');
    while ((byte = hear(to_child[0])) == TOLD_TO_LOOK) {
        sched_expect_bytes(own, STEP, VALUE);
        say(to_parent[1], 'l');
    }
    _exit(byte == TOLD_TO_END ? 0 : 1);
}

/* Forks before the library is used. Returns in the first process, once the other has joined. */
static pid_t begin(uint32_t number, bool has_pool, gi_handle *out_object, uint64_t *out_own)
{
    const struct gi_team_properties properties = { 2, STEP, GI_PAGES_FD };
    struct gi_team_page page;
    pid_t child;

    REQUIRE(gi_team_page_create(&properties, &page, &page_fd) == 0, "no page");
    gi_team_page_finish(&page);
    REQUIRE(pipe(to_child) == 0 && pipe(to_parent) == 0, "no pipes");
    child = fork();
    if (child == 0)
        be_the_other(number, has_pool);
    REQUIRE(child > 0, "no child");
    close(to_child[0]);
    close(to_parent[1]);
    begin_on_device(0);
    *out_object = join(out_own);
    REQUIRE(hear(to_parent[0]) == 'j', "it did not join");
    return child;
}

static void end(pid_t child)
{
    int ending;

    say(to_child[1], TOLD_TO_END);
    REQUIRE(waitpid(child, &ending, 0) == child && WIFEXITED(ending) && WEXITSTATUS(ending) == 0,
            "the other process failed");
}

static void write_to_both(bool has_pool)
{
    gi_handle object;
    uint64_t own, all;
    pid_t child = begin(0, has_pool, &object, &own);

    all = map(object);
    OK(gi_fill_now(all, VALUE, 1, STEP));
    OK(gi_device_synchronize());
    sched_expect_bytes(own, STEP, VALUE);
    say(to_child[1], TOLD_TO_LOOK);
    REQUIRE(hear(to_parent[0]) == 'l', "it has other bytes");
    end(child);
    STATUS(GI_INVALID_VALUE, gi_fill_now(all, 1, 1, STEP));      /* it has ended */
    REQUIRE(strstr(gi_last_error_detail(), "which has ended") != NULL, "%s",
            gi_last_error_detail());
    sched_expect_bytes(own, STEP, VALUE);
}

SCHED_CASE(two_processes_with_one_device)
{
    write_to_both(false);
}

SCHED_CASE(memory_of_a_pool_in_another_process)
{
    write_to_both(true);
}

/* A failure while it is opened is told, and the next write tries again. */
SCHED_CASE(opening_fails_once)
{
    gi_handle object;
    uint64_t own, all;
    pid_t child = begin(0, false, &object, &own);
    int fds;

    all = map(object);
    fds = gifake_open_fds();
    gifake_fail_slot("memory.import", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_fill_now(all, 1, 1, STEP));
    gifake_fail_slot("memory.import", GI_IMPORT_FAILED);
    STATUS(GI_NOT_SUPPORTED, gi_fill_now(all, 1, 1, STEP));
    REQUIRE(gifake_open_fds() == fds, "%d instead of %d fds are open", gifake_open_fds(), fds);
    sched_expect_bytes(own, STEP, 0);
    OK(gi_fill_now(all, VALUE, 1, STEP));
    OK(gi_device_synchronize());
    say(to_child[1], TOLD_TO_LOOK);
    REQUIRE(hear(to_parent[0]) == 'l', "it has other bytes");
    end(child);
}

/* A process that does not answer counts as one that has bound nothing, until it does. */
SCHED_CASE(a_stopped_process)
{
    gi_handle object;
    uint64_t own, all;
    pid_t child = begin(0, false, &object, &own);

    all = map(object);
    REQUIRE(kill(child, SIGSTOP) == 0, "it cannot be stopped");
    REQUIRE(waitpid(child, NULL, WUNTRACED) == child, "it did not stop");
    STATUS(GI_INVALID_VALUE, gi_fill_now(all, 1, 1, STEP));
    REQUIRE(kill(child, SIGCONT) == 0, "it cannot go on");
    OK(gi_fill_now(all, VALUE, 1, STEP));
    OK(gi_device_synchronize());
    say(to_child[1], TOLD_TO_LOOK);
    REQUIRE(hear(to_parent[0]) == 'l', "it has other bytes");
    end(child);
}

SCHED_CASE(two_processes_with_two_devices)
{
    gi_handle object;
    uint64_t own, all;
    pid_t child = begin(7, false, &object, &own);

    all = map(object);
    STATUS(GI_NOT_SUPPORTED, gi_fill_now(all, VALUE, 1, STEP));
    REQUIRE(strstr(gi_last_error_detail(), "another device") != NULL, "%s",
            gi_last_error_detail());
    sched_expect_bytes(own, STEP, 0);
    end(child);
}
