/** A multicast object of three processes, which have one device each. The others do what the first
 *  one says; at the end one of them is killed. */
#include "multicast.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fd_message.h"
#include "gpuinterop.h"
#include "multicast_guard.h"

enum { OTHERS = 2, ALL = OTHERS + 1, SIZE_STEPS = 2 };

#define SIZE (SIZE_STEPS * STEP)

static const CUmemAllocationHandleType by_fd = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

/* What the first process tells the others. */
enum { JOIN = 'j', WRITE = 'w', CHECK = 'c', UNBIND = 'u', BIND = 'b', END = 'e' };

struct order {
    char what;
    uint8_t value;
};

/* Forked before any process calls the library. */
static pid_t children[OTHERS];
static int sockets[OTHERS];

/* ---- one rank ------------------------------------------------------------------------------- */

/* Waits in the binding until all processes have added their devices. */
static void join(struct rank *rank)
{
    OK(cuMulticastAddDevice(rank->object, rank->device));
    rank_make_memory(rank, SIZE, by_fd);
    OK(cuMulticastBindMem(rank->object, 0, rank->memory, 0, SIZE, 0));
    rank->all = rank_map(rank, rank->object, 0, SIZE);
}

static void leave(struct rank *rank)
{
    rank_unmap(rank->all, SIZE);
    OK(cuMulticastUnbind(rank->object, rank->device, 0, SIZE));
    OK(cuMemRelease(rank->object));
    rank_unmap(rank->own, SIZE);
    OK(cuMemRelease(rank->memory));
}

static void write_all(const struct rank *rank, uint8_t value)
{
    OK(cuMemsetD8(rank->all, value, SIZE));
    OK(cuCtxSynchronize());
}

/* ---- the others ----------------------------------------------------------------------------- */

static void obey(struct rank *rank, const struct order *order)
{
    switch (order->what) {
    case JOIN:   join(rank); break;
    case WRITE:  write_all(rank, order->value); break;
    case CHECK:  expect_at(rank->own, SIZE, order->value); break;
    case UNBIND: OK(cuMulticastUnbind(rank->object, rank->device, 0, SIZE)); break;
    case BIND:   OK(cuMulticastBindAddr(rank->object, 0, rank->own, SIZE, 0)); break;
    case END:    leave(rank); break;
    default:     fail();
    }
}

static void serve(void **state)
{
    int socket_fd = *(int *)*state, fd;
    struct order order;
    char byte;

    ranks_begin();
    assert_true(fd_message_receive(socket_fd, &byte, 1, &fd, 1));
    OK(cuMemImportFromShareableHandle(&ranks[0].object, (void *)(intptr_t)fd, by_fd));
    close(fd);
    do {
        assert_true(fd_message_receive(socket_fd, &order, sizeof order, NULL, 0));
        obey(&ranks[0], &order);
        assert_true(fd_message_send(socket_fd, "y", 1, NULL, 0));
    } while (order.what != END);
}

static int run_other(int socket_fd)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(serve, &socket_fd) };

    cmocka_set_message_output(CM_OUTPUT_STDOUT);
    return cmocka_run_group_tests_name("another process", tests, NULL, NULL);
}

/* ---- the first one -------------------------------------------------------------------------- */

static void tell(int other, char what, uint8_t value)
{
    const struct order order = { what, value };

    assert_true(fd_message_send(sockets[other], &order, sizeof order, NULL, 0));
}

static void await(int other)
{
    char byte;

    assert_true(fd_message_receive(sockets[other], &byte, 1, NULL, 0));
}

static void tell_and_await(int other, char what, uint8_t value)
{
    tell(other, what, value);
    await(other);
}

static void expect_everywhere(uint8_t value)
{
    expect_at(ranks[0].own, SIZE, value);
    for (int i = 0; i < OTHERS; i++)
        tell_and_await(i, CHECK, value);
}

static void begin_object(void)
{
    const CUmulticastObjectProp prop = object_of(SIZE, ALL, by_fd);
    int fd;

    OK(cuMulticastCreate(&ranks[0].object, &prop));
    OK(cuMemExportToShareableHandle(&fd, ranks[0].object, by_fd, 0));
    for (int i = 0; i < OTHERS; i++)
        assert_true(fd_message_send(sockets[i], "", 1, &fd, 1));
    close(fd);
    for (int i = 0; i < OTHERS; i++)
        tell(i, JOIN, 0);
    join(&ranks[0]);
    for (int i = 0; i < OTHERS; i++)
        await(i);
}

static void each_writes_to_all(void)
{
    write_all(&ranks[0], 10);
    expect_everywhere(10);
    for (int i = 0; i < OTHERS; i++) {
        tell_and_await(i, WRITE, (uint8_t)(20 + i));
        expect_everywhere((uint8_t)(20 + i));
    }
}

static void expect_refusal(const char *word)
{
    IS(cuMemsetD8(ranks[0].all, 99, 1), CUDA_ERROR_INVALID_VALUE);
    if (strstr(gpuinterop_last_error_detail(), word) == NULL)
        fail_msg("%s", gpuinterop_last_error_detail());
}

static void three_processes(void **state)
{
    int ending;

    (void)state;
    begin_object();
    each_writes_to_all();
    tell_and_await(0, UNBIND, 0);
    expect_refusal("of process");
    tell_and_await(0, BIND, 0);
    each_writes_to_all();
    assert_int_equal(kill(children[1], SIGKILL), 0);
    assert_int_equal(waitpid(children[1], &ending, 0), children[1]);
    expect_refusal("which has ended");
    OK(cuMemsetD8(ranks[0].own, 30, SIZE));      /* the rest goes on */
    expect_at(ranks[0].own, SIZE, 30);
    tell_and_await(0, CHECK, 21);
    tell_and_await(0, END, 0);
    assert_int_equal(waitpid(children[0], &ending, 0), children[0]);
    assert_true(WIFEXITED(ending) && WEXITSTATUS(ending) == 0);
    leave(&ranks[0]);
}

static int begin(void **state)
{
    (void)state;
    ranks_begin();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(three_processes) };

    multicast_guard();
    for (int i = 0; i < OTHERS; i++) {
        int ends[2];

        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return 1;
        children[i] = fork();
        if (children[i] == 0)
            _exit(run_other(ends[1]));
        close(ends[1]);
        sockets[i] = ends[0];
    }
    return cmocka_run_group_tests_name("multicast, processes", tests, begin, NULL);
}
