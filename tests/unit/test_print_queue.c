/* The text of kernels on its way into a standard output that is slow, while signals come. */
#include "base/print_queue.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"

enum { BYTES = 300000, PART = 1000 };    /* more than a pipe holds */

static const char own_text[] = "the program's own\n";
static char text[BYTES];

struct reader {
    int fd;
    pthread_t writer;
    char *seen;
    size_t count, room;
};

static void on_signal(int number)
{
    (void)number;
}

/* Interrupts the writer and then makes some room for it, until there is no writer any more. */
static void *read_slowly(void *argument)
{
    struct reader *reader = argument;
    ssize_t got = 1;

    while (got > 0) {
        size_t left = reader->room - reader->count;

        if (left > BYTES / 2)
            pthread_kill(reader->writer, SIGUSR1);
        got = read(reader->fd, reader->seen + reader->count, left < PART ? left : PART);
        reader->count += got > 0 ? (size_t)got : 0;
    }
    return NULL;
}

/* A pipe that is full of zeros. Returns how many. */
static size_t make_full_pipe(int *ends)
{
    static const char zeros[4096];
    size_t filled = 0;
    ssize_t put;

    assert_int_equal(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    while ((put = write(ends[1], zeros, sizeof zeros)) > 0)
        filled += (size_t)put;
    assert_int_equal(fcntl(ends[0], F_SETFL, 0), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, 0), 0);
    return filled;
}

/* Puts an fd in the place of the standard output, and closes it. Returns what was there. */
static int put_stdout(int fd)
{
    int before;

    fflush(stdout);
    before = dup(STDOUT_FILENO);
    assert_true(before >= 0);
    assert_int_equal(dup2(fd, STDOUT_FILENO), STDOUT_FILENO);
    close(fd);
    return before;
}

TEST_CASE(signals_lose_no_text)
{
    const size_t own_bytes = sizeof own_text - 1;
    struct sigaction interrupt = { .sa_handler = on_signal }, before;      /* no SA_RESTART */
    struct reader reader = { .writer = pthread_self() };
    int ends[2], usual;
    pthread_t thread;
    size_t filled;

    for (size_t i = 0; i < BYTES; i++)
        text[i] = (char)('a' + i % 26);
    filled = make_full_pipe(ends);
    reader.fd = ends[0];
    reader.room = filled + own_bytes + BYTES;
    reader.seen = malloc(reader.room);
    assert_non_null(reader.seen);
    usual = put_stdout(ends[1]);
    assert_int_equal(sigaction(SIGUSR1, &interrupt, &before), 0);
    fputs(own_text, stdout);             /* it is still in the buffer */
    gi_print_queue_append(text, BYTES);
    assert_int_equal(pthread_create(&thread, NULL, read_slowly, &reader), 0);
    gi_print_queue_flush();
    close(put_stdout(usual));            /* the pipe's last end */
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
    assert_int_equal(reader.count, reader.room);
    assert_memory_equal(reader.seen + filled, own_text, own_bytes);
    assert_memory_equal(reader.seen + filled + own_bytes, text, BYTES);
    free(reader.seen);
    close(ends[0]);
}

/* A program may have another stream in the place of the standard output. */
TEST_CASE(a_stream_without_a_file_gets_the_text)
{
    char *seen = NULL;
    size_t count = 0;
    FILE *usual = stdout, *memory = open_memstream(&seen, &count);

    assert_non_null(memory);
    stdout = memory;
    fputs(own_text, stdout);
    gi_print_queue_append("a kernel's\n", 11);
    gi_print_queue_flush();
    stdout = usual;
    assert_int_equal(fclose(memory), 0);
    assert_string_equal(seen, "the program's own\na kernel's\n");
    free(seen);
}
