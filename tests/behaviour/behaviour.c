/* Asks a CUDA runtime what it answers to good and bad calls: one line for each case, in a stable
 * form, so that two libraries can be compared by diff. It uses the public runtime API only.
 *
 *   cc -std=c11 -D_GNU_SOURCE *.c -lcudart -lpthread -ldl     (the vendor's libcudart or ours)
 *   ./behaviour [-j jobs] [name-prefix]
 *   ./behaviour --check           ends with 77 where there is nothing to import from
 *
 * Every question runs in a fresh process, because some of them crash or hang the library asked:
 * then the line says "crash signal N" or "hang". This process itself never touches the library. */
#include "behaviour.h"
#include "exporter.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HANG_SECONDS 30
#define MAX_JOBS 16

static const struct question *const topics[] = {
    device_questions,    memory_questions, copy_questions,      stream_questions,
    event_questions,     order_questions,  external_memory_questions,
    mapping_questions,   semaphore_questions,
    device_state_questions, reset_questions, attribute_questions, error_questions,
    stream_state_questions, default_stream_questions, waiting_questions, elapsed_questions,
    pitch_questions, host_register_questions, managed_questions, copy_2d_questions,
    copy_3d_questions, peer_questions, batch_questions, async_memory_questions, pool_questions,
    ipc_questions, other_questions,
};

static const char *current = "";

void note(const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s.%s: ", current, name);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

static const char *name_of(cudaError_t code)
{
    return code == NOT_IN_THIS_VERSION ? "not in this version" : cudaGetErrorName(code);
}

void answer_with(const char *name, cudaError_t code, const char *format, ...)
{
    cudaError_t last = cudaGetLastError();
    va_list args;
    va_start(args, format);
    printf("%s.%s: %s last=%s ", current, name, name_of(code), name_of(last));
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

void answer(const char *name, cudaError_t code)
{
    cudaError_t last = cudaGetLastError();
    printf("%s.%s: %s last=%s\n", current, name, name_of(code), name_of(last));
}

const char *fd_state(int fd)
{
    return fcntl(fd, F_GETFD) >= 0 ? "open" : "closed";
}

const char *out_state(const void *pointer)
{
    if (pointer == NULL)
        return "null";
    return pointer == OUT_MARKER ? "unchanged" : "set";
}

void start_device(void)
{
    cudaError_t code = cudaFree(NULL);
    if (code != cudaSuccess)
        answer("start", code);
}

bool eventually(bool (*is_true)(void *), void *context, int timeout_ms)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int waited = 0; waited < timeout_ms; waited++) {
        if (is_true(context))
            return true;
        nanosleep(&pause, NULL);
    }
    return is_true(context);
}

/* The child's side: one question, with a clock that ends it. */
static int ask_one(const char *name)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t t = 0; t < sizeof(topics) / sizeof(topics[0]); t++) {
        for (const struct question *q = topics[t]; q->name != NULL; q++) {
            if (strcmp(q->name, name) != 0)
                continue;
            current = q->name;
            alarm(HANG_SECONDS);
            q->ask(q->arg);
            fflush(stdout);
            return 0;
        }
    }
    return 2;
}

struct job {
    const char *name;
    pid_t pid;
    FILE *output;
};

static void start_job(struct job *job, const char *name)
{
    job->name = name;
    job->output = tmpfile();
    fflush(stdout);
    job->pid = fork();
    if (job->pid == 0) {
        dup2(fileno(job->output), STDOUT_FILENO);
        execl("/proc/self/exe", "behaviour", "--ask", name, (char *)NULL);
        _exit(127);
    }
}

/* Prints what the job said, then how it ended unless it ended well. */
static void finish_job(struct job *job)
{
    char line[1024];
    int status = 0;
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
        ;
    rewind(job->output);
    while (fgets(line, sizeof(line), job->output) != NULL)
        fputs(line, stdout);
    fclose(job->output);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        printf("%s.end: hang\n", job->name);
    else if (WIFSIGNALED(status))
        printf("%s.end: crash signal %d\n", job->name, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        printf("%s.end: exit %d\n", job->name, WEXITSTATUS(status));
    fflush(stdout);
}

static void ask_all(const char *prefix, size_t jobs)
{
    struct job ring[MAX_JOBS];
    size_t started = 0;
    size_t finished = 0;
    for (size_t t = 0; t < sizeof(topics) / sizeof(topics[0]); t++) {
        for (const struct question *q = topics[t]; q->name != NULL; q++) {
            if (strncmp(q->name, prefix, strlen(prefix)) != 0)
                continue;
            if (started - finished == jobs)
                finish_job(&ring[finished++ % jobs]);
            start_job(&ring[started++ % jobs], q->name);
        }
    }
    while (finished < started)
        finish_job(&ring[finished++ % jobs]);
}

static int check_exporter(void)
{
    if (exporter_memory(65536, NULL) >= 0 && exporter_semaphore(true) >= 0 &&
        exporter_semaphore(false) >= 0)
        return 0;
    printf("skipped: no Vulkan device here exports memory and both kinds of semaphores\n");
    return 77;
}

int main(int argc, char **argv)
{
    size_t jobs = 1;
    if (argc == 2 && strcmp(argv[1], "--check") == 0)
        return check_exporter();
    if (argc == 3 && strcmp(argv[1], "--ask") == 0)
        return ask_one(argv[2]);
    if (argc >= 3 && strcmp(argv[1], "-j") == 0) {
        jobs = strtoul(argv[2], NULL, 10);
        argc -= 2;
        argv += 2;
    }
    if (jobs < 1 || jobs > MAX_JOBS || argc > 2) {
        fprintf(stderr, "usage: behaviour [-j 1..%d] [name-prefix]\n", MAX_JOBS);
        return 2;
    }
    ask_all(argc == 2 ? argv[1] : "", jobs);
    return 0;
}
