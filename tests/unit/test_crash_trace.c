/** A crash of a thread that no test began with: tests/crash_trace.c prints its stack, and the
 *  process dies of the signal. cmocka's own handlers would jump to another thread's stack. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pthread.h>
#include <signal.h>

#include "test_cases.h"

static void *crash(void *argument)
{
    (void)pthread_setname_np(pthread_self(), "crasher");
    *(volatile int *)argument = 1;
    return NULL;
}

static void crash_in_thread(int error_fd)
{
    pthread_t thread;

    dup2(error_fd, STDERR_FILENO);
    pthread_create(&thread, NULL, crash, (void *)8);
    pthread_join(thread, NULL);
    _exit(0);
}

TEST_CASE(a_thread_that_crashes_prints_its_stack)
{
    char text[8192];
    size_t length = 0;
    ssize_t count;
    int ends[2], status = 0;
    pid_t pid;

    assert_int_equal(pipe(ends), 0);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        crash_in_thread(ends[1]);
    close(ends[1]);
    while ((count = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)count;
    close(ends[0]);
    text[length] = '\0';
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
    assert_non_null(strstr(text, "crash: signal 11 in thread \"crasher\""));
    assert_non_null(strstr(text, "test-unit-crash_trace("));
}
