/* Asks a CUDA runtime what it answers to good and bad calls: one line for each case, in a stable
 * form, so that two libraries can be compared by diff. It uses the public runtime API only.
 *
 * To build it with the vendor's libcudart or ours:
 *
 *   cc -std=c11 -D_GNU_SOURCE *.c -lcudart -lpthread -ldl
 *
 * To ask; without a prefix all questions but those about images are asked:
 *
 *   ./behaviour [-j jobs] [--together count] [name-prefix]
 *
 * To learn whether there is something to import from, else the exit status is 77:
 *
 *   ./behaviour --check
 *
 * Every question runs in a fresh process, because some of them crash or hang the library asked:
 * then the line says "crash signal N" or "hang". This process itself never touches the library.
 * Where a process takes long to begin, --together has each ask so many questions; those whose
 * answers depend on a fresh one are then to be asked again alone. */
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

#define HANG_SECONDS 120
#define MAX_JOBS 16
#define MAX_TOGETHER 64
#define DONE "#asked "

static const struct question *const topics[] = {
    device_questions,    memory_questions, copy_questions,      stream_questions,
    event_questions,     order_questions,  external_memory_questions,
    mapping_questions,   semaphore_questions,
    device_state_questions, reset_questions, attribute_questions, error_questions,
    stream_state_questions, default_stream_questions, waiting_questions, freeing_questions,
    elapsed_questions, pitch_questions, host_register_questions, managed_questions,
    copy_2d_questions, copy_3d_questions, peer_questions, batch_questions, async_memory_questions,
    pool_questions, ipc_questions, other_questions, outside_questions,
    array_questions, array_box_questions, array_copy_questions, mipmapped_questions,
    surface_questions, texture_questions, external_image_questions,
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

/* The same with several; says of each that it was asked to the end. */
static int ask_several(char **names)
{
    for (; *names != NULL; names++) {
        if (ask_one(*names) != 0)
            return 2;
        printf(DONE "%s\n", *names);
    }
    return 0;
}

/* A process that asks some questions. */
struct job {
    const char *names[MAX_TOGETHER + 1];
    size_t count, done;
    pid_t pid;
    FILE *output;
};

static void start_job(struct job *job)
{
    char *arguments[MAX_TOGETHER + 3] = {(char *)"behaviour", (char *)"--ask"};
    memcpy(arguments + 2, job->names + job->done, (job->count - job->done) * sizeof(char *));
    job->output = tmpfile();
    fflush(stdout);
    job->pid = fork();
    if (job->pid == 0) {
        dup2(fileno(job->output), STDOUT_FILENO);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
}

/* Prints what the job said, then how it ended unless it ended well. */
static void read_job(struct job *job)
{
    char line[1024];
    int status = 0;
    while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
        ;
    rewind(job->output);
    while (fgets(line, sizeof(line), job->output) != NULL) {
        if (strncmp(line, DONE, strlen(DONE)) == 0)
            job->done++;
        else
            fputs(line, stdout);
    }
    fclose(job->output);
    const char *name = job->done < job->count ? job->names[job->done] : job->names[job->count - 1];
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        printf("%s.end: hang\n", name);
    else if (WIFSIGNALED(status))
        printf("%s.end: crash signal %d\n", name, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        printf("%s.end: exit %d\n", name, WEXITSTATUS(status));
    fflush(stdout);
}

/* Behind a question that ended its process the next ones get another. */
static void finish_job(struct job *job)
{
    for (read_job(job); ++job->done < job->count; read_job(job))
        start_job(job);
}

static void ask_all(const char *prefix, size_t jobs, size_t together)
{
    static struct job ring[MAX_JOBS];
    struct job *job = NULL;
    size_t started = 0;
    size_t finished = 0;
    for (size_t t = 0; t < sizeof(topics) / sizeof(topics[0]); t++) {
        for (const struct question *q = topics[t]; q->name != NULL; q++) {
            if (strncmp(q->name, prefix, strlen(prefix)) != 0 ||
                (prefix[0] == '\0' && strncmp(q->name, "image.", 6) == 0))
                continue;
            if (job == NULL) {
                if (started - finished == jobs)
                    finish_job(&ring[finished++ % jobs]);
                job = &ring[started++ % jobs];
                *job = (struct job){0};
            }
            job->names[job->count++] = q->name;
            if (job->count == together) {
                start_job(job);
                job = NULL;
            }
        }
    }
    if (job != NULL)
        start_job(job);
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

/* The number behind an option, and past both. 0: it is none. */
static size_t take_number(int *argc, char ***argv, const char *option, size_t otherwise)
{
    if (*argc < 3 || strcmp((*argv)[1], option) != 0)
        return otherwise;
    *argc -= 2;
    *argv += 2;
    return strtoul((*argv)[0], NULL, 10);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--check") == 0)
        return check_exporter();
    if (argc >= 3 && strcmp(argv[1], "--ask") == 0)
        return ask_several(argv + 2);
    size_t jobs = take_number(&argc, &argv, "-j", 1);
    size_t together = take_number(&argc, &argv, "--together", 1);
    if (jobs < 1 || jobs > MAX_JOBS || together < 1 || together > MAX_TOGETHER || argc > 2) {
        fprintf(stderr, "usage: behaviour [-j 1..%d] [--together 1..%d] [name-prefix]\n",
                MAX_JOBS, MAX_TOGETHER);
        return 2;
    }
    ask_all(argc == 2 ? argv[1] : "", jobs, together);
    return 0;
}
