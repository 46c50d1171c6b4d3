/** The compiler's process. Scripts in its place say what they see. */
#include "rtc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How a compilation ends with a compiler that is a script; the log has some words. */
static void expect_of_script(const char *script, int result, const char *words)
{
    rtc_program program = make("__global__ void k() {}", "s.cu");

    use_compiler(script);
    CHECK(compile(program, 0, NULL) == result);
    CHECK(strstr(log_of(program), words) != NULL);
    use_clang();
    destroy(program);
}

/* What a script says, which fails then. The program goes with the log. */
static rtc_program run_script(const char *script)
{
    rtc_program program = make("__global__ void k() {}", "s.cu");

    use_compiler(script);
    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    use_clang();
    return program;
}

void check_compilers(void)
{
    int failure = CODE(ERROR_BUILTIN_OPERATION_FAILURE);
    char *path = strdup(getenv("PATH"));
    rtc_program program;

    expect_of_script(NULL, failure, "there is no program");
    expect_of_script("#!/bin/sh\nkill -9 $$\n", failure, "signal 9");
    expect_of_script("#!/bin/sh\nkill -SEGV $$\n", failure, "signal 11");
    expect_of_script("#!/bin/sh\nexit 3\n", CODE(ERROR_COMPILATION), "");
    expect_of_script("#!/bin/sh\nexit 0\n", failure, "has written nothing");
    expect_of_script("no program\n", failure, "cannot be started");
    setenv("GPUINTEROP_COMPILE_SECONDS", "0.3", 1);
    expect_of_script("#!/bin/sh\ntrap '' TERM INT\nwhile :; do echo endless; done\n", failure,
                     "endless");
    unsetenv("GPUINTEROP_COMPILE_SECONDS");
    setenv("PATH", folder, 1);
    program = make("", "s.cu");
    CHECK(compile(program, 0, NULL) == failure);
    CHECK(strstr(log_of(program), "there is no clang") != NULL);
    destroy(program);
    setenv("PATH", path, 1);
    free(path);
}

/* A child that was forked after the first call cannot compile. It is the test's first check: no
 * device was used. */
void check_fork(void)
{
    rtc_program program = make("", NULL);
    int status;
    pid_t child = fork();

    if (child == 0) {
        rtc_program other = NULL;
        bool is_refused = compile(program, 0, NULL) == CODE(ERROR_INVALID_PROGRAM)
            && RTC(CreateProgram)(&other, "", NULL, 0, NULL, NULL) == CODE(ERROR_INVALID_PROGRAM);

#ifdef TEST_HIP
        hiprtcLinkState state;

        is_refused &= hiprtcLinkCreate(0, NULL, NULL, &state) == HIPRTC_ERROR_INVALID_PROGRAM;
#endif
        _exit(is_refused ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    destroy(program);
}

/* ---- the compiler's own children ------------------------------------------------------------- */

static int make_fifo(char path[256])
{
    int end;

    snprintf(path, 256, "%s/fifo", folder);
    CHECK(mkfifo(path, 0600) == 0);
    end = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    CHECK(end >= 0);
    return end;
}

/* All processes that had the other end are gone. They have opened it before. */
static void expect_gone(int end)
{
    enum { LONG_MS = 120000 };
    struct pollfd one = { .fd = end };

    CHECK(poll(&one, 1, LONG_MS) == 1 && (one.revents & POLLHUP) != 0);
}

static void expect_group_gone(const char *words, int result, const char *of_log)
{
    char path[256], script[512];
    int end = make_fifo(path);

    snprintf(script, sizeof script, "#!/bin/sh\nexec 3>%s\nsleep 100000 &\n%s\n", path, words);
    expect_of_script(script, result, of_log);
    expect_gone(end);
    close(end);
    CHECK(unlink(path) == 0);
}

/* What the compiler has started ends with it. */
void check_group(void)
{
    expect_group_gone("exit 3", CODE(ERROR_COMPILATION), "");
    setenv("GPUINTEROP_COMPILE_SECONDS", "0.3", 1);
    expect_group_gone("sleep 100000", CODE(ERROR_BUILTIN_OPERATION_FAILURE), "was stopped");
    unsetenv("GPUINTEROP_COMPILE_SECONDS");
}

/* ---- what the compiler gets ------------------------------------------------------------------ */

static void check_files(void)
{
    enum { NUMBER = 77 };
    int opened = open("/dev/null", O_RDONLY);
    rtc_program program;

    CHECK(opened >= 0 && dup2(opened, NUMBER) == NUMBER);
    program = run_script("#!/bin/sh\n"
                         "for one in /proc/self/fd/*; do echo \"<$one>\"; done\n"
                         "exit 1\n");
    CHECK(strstr(log_of(program), "<") != NULL && strstr(log_of(program), "/77>") == NULL);
    CHECK(close(opened) == 0 && close(NUMBER) == 0);
    destroy(program);
}

void check_environment(void)
{
    static const struct {
        const char *name;
        bool is_kept;
    } rows[] = {
        { "LD_AUDIT", false }, { "LD_TEST", false }, { "GCONV_PATH", false }, { "CPATH", false },
        { "CCC_OVERRIDE_OPTIONS", false }, { "GLIBC_TUNABLES", false },
        { "C_INCLUDE_PATH", false }, { "CPLUS_INCLUDE_PATH", false },
        { "OBJC_INCLUDE_PATH", false }, { "OBJCPLUS_INCLUDE_PATH", false },
        { "COMPILER_PATH", false }, { "GCC_EXEC_PREFIX", false },
        { "DEPENDENCIES_OUTPUT", false }, { "SUNPRO_DEPENDENCIES", false },
        { "SOURCE_DATE_EPOCH", false }, { "LD_LIBRARY_PATH", true }, { "KEPT", true }
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    char line[128], *before[ROWS];
    rtc_program program;

    for (size_t i = 0; i < ROWS; i++) {
        const char *value = getenv(rows[i].name);

        before[i] = value != NULL ? strdup(value) : NULL;
        CHECK(setenv(rows[i].name, "/nowhere", 1) == 0);
    }
    program = run_script("#!/bin/sh\necho\nenv\nexit 1\n");
    for (size_t i = 0; i < ROWS; i++) {
        snprintf(line, sizeof line, "\n%s=/nowhere\n", rows[i].name);
        CHECK((strstr(log_of(program), line) != NULL) == rows[i].is_kept);
        CHECK(before[i] != NULL ? setenv(rows[i].name, before[i], 1) == 0
              : unsetenv(rows[i].name) == 0);
        free(before[i]);
    }
    destroy(program);
    check_files();
}

/* A set of signals in such a text. The C library's own two do not count. */
static unsigned long long signals_of(const char *status, const char *word)
{
    const char *found = strstr(status, word);

    CHECK(found != NULL);
    return strtoull(found + strlen(word), NULL, 16) & ~(3ULL << 31);
}

int write_signals(char **words)
{
    char line[256];
    FILE *status = fopen("/proc/self/status", "r"), *output;

    while (*words != NULL && strcmp(*words, "-o") != 0)
        words++;
    CHECK(*words != NULL && status != NULL && (output = fopen(words[1], "w")) != NULL);
    while (fgets(line, sizeof line, status) != NULL)
        fputs(line, output);
    CHECK(fclose(status) == 0 && fclose(output) == 0);
    return 0;
}

/* The compiler of a program that blocks all signals and ignores its children's end. The status of
 * the compiler is lost then, and the result is there. It is this program: a shell would unblock the
 * signals. */
void check_signals(void)
{
    sigset_t all, before, after;
    rtc_program program;
    char *ptx;

    CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR && signal(SIGUSR1, SIG_IGN) != SIG_ERR);
    sigfillset(&all);
    CHECK(pthread_sigmask(SIG_BLOCK, &all, &before) == 0);
    program = make("the source", "s.cu");
    CHECK(setenv("GPUINTEROP_CLANG", "/proc/self/exe", 1) == 0);
    CHECK(setenv("TEST_RTC_COMPILER", "1", 1) == 0);
    CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
    CHECK(unsetenv("TEST_RTC_COMPILER") == 0);
    use_clang();
    ptx = ptx_of(program);
    CHECK(signals_of(ptx, "SigBlk:") == 0 && signals_of(ptx, "SigIgn:") == 0);
    free(ptx);
    destroy(program);
    CHECK(pthread_sigmask(SIG_SETMASK, &before, &after) == 0);
    CHECK(sigismember(&after, SIGTERM) == 1 && sigismember(&after, SIGCHLD) == 1);
    CHECK(signal(SIGCHLD, SIG_DFL) == SIG_IGN && signal(SIGUSR1, SIG_DFL) == SIG_IGN);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *compile_one(void *argument)
{
    const char *const options[] = { "--no-cache" };
    char text[64], *ptx;
    rtc_program program;

    snprintf(text, sizeof text, "kernel_%d;", *(int *)argument);
    program = make(text, "thread.cu");
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    ptx = ptx_of(program);
    CHECK(strstr(ptx, text) != NULL);
    free(ptx);
    destroy(program);
    return NULL;
}

void check_threads(void)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    int numbers[THREADS];

    use_compiler(copying_compiler);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, compile_one, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(runs_of_compiler() == THREADS);
    use_clang();
}

/* ---- the end of the program ------------------------------------------------------------------ */

static void *compile_for_ever(void *unused)
{
    (void)unused;
    (void)result_of("", NULL, 0);
    return NULL;
}

int exit_while_compiling(const char *fifo)
{
    pthread_t thread;
    int end;

    CHECK(pthread_create(&thread, NULL, compile_for_ever, NULL) == 0);
    end = open(fifo, O_RDONLY);         /* until the compiler has opened it */
    CHECK(end >= 0);
    exit(0);
}

/* A folder as a killed process leaves it, so long ago. */
static void make_left(const char *parent, const char *name, int hours)
{
    char path[256], file[300];
    const struct timespec then = { .tv_sec = time(NULL) - 3600L * hours };

    snprintf(path, sizeof path, "%s/%s", parent, name);
    snprintf(file, sizeof file, "%s/file", path);
    CHECK(mkdir(path, 0700) == 0);
    write_program(file, "");
    CHECK(utimensat(AT_FDCWD, path, (const struct timespec[]){ then, then }, 0) == 0);
}

static void remove_left(const char *parent, const char *name)
{
    char path[256], file[300];

    snprintf(path, sizeof path, "%s/%s", parent, name);
    snprintf(file, sizeof file, "%s/file", path);
    CHECK(unlink(file) == 0 && rmdir(path) == 0);
}

/* This program, with one or two words, in another folder for temporary files. */
static void run_self(const char *inner, const char *word, const char *value)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        setenv("TMPDIR", inner, 1);
        execl("/proc/self/exe", "test-rtc", word, value, (char *)NULL);
        _exit(1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

static void make_inner(char path[256])
{
    snprintf(path, 256, "%s/inner", folder);
    CHECK(mkdir(path, 0700) == 0);
}

/* Another process exits while its compiler runs, which may be making files. No process and no file
 * is left, and no old folder of killed processes. */
static void exit_of(const char *script)
{
    char path[256], whole[512], inner[256];
    int end = make_fifo(path);

    snprintf(whole, sizeof whole, "#!/bin/sh\nexec 3>%s\n%s\n", path, script);
    make_inner(inner);
    make_left(inner, "gpuinterop-rtc-old", 25);
    make_left(inner, "gpuinterop-rtc-young", 23);
    make_left(inner, "another-old", 25);
    use_compiler(whole);
    run_self(inner, "exit", path);
    expect_gone(end);
    CHECK(entries_of(inner) == 4);      /* itself, the one above, two that stay */
    remove_left(inner, "gpuinterop-rtc-young");
    remove_left(inner, "another-old");
    close(end);
    CHECK(unlink(path) == 0 && rmdir(inner) == 0);
    use_clang();
}

void check_exit(void)
{
    exit_of("sleep 100000");
    exit_of("while [ \"$1\" != -o ]; do shift; done\n"
            "while :; do i=$((i + 1)); : >\"$2.$i\"; done");
}

/* ---- behind the exit ------------------------------------------------------------------------- */

#ifdef TEST_HIP
static void *memory;

static void open_device(void)
{
    CHECK(hipMalloc(&memory, 64) == hipSuccess);
}

/* Shares the memory with other processes, for which the library has a thread. */
static void start_thread(void)
{
    hipIpcMemHandle_t handle;

    CHECK(hipIpcGetMemHandle(&handle, memory) == hipSuccess);
}
#else
static CUdeviceptr memory;

static void open_device(void)
{
    CUcontext context;

    CHECK(cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS && cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
}

static void start_thread(void)
{
    CUipcMemHandle handle;

    CHECK(cuIpcGetMemHandle(&handle, memory) == CUDA_SUCCESS);
}
#endif

static void compile_at_exit(void)
{
    CHECK(result_of("", NULL, 0) == CODE(ERROR_BUILTIN_OPERATION_FAILURE));
}

/* The handler is older than the thread, and newer than the device: it runs when the library's
 * threads have ended, and the library can still be called. */
int compile_late(void)
{
    open_device();
    CHECK(atexit(compile_at_exit) == 0);
    start_thread();
    return 0;
}

/* The first compilation of another process is in an exit handler. No process is started, and no
 * file is left. */
void check_late(void)
{
    char inner[256];

    make_inner(inner);
    use_compiler(copying_compiler);
    run_self(inner, "late", NULL);
    CHECK(runs_of_compiler() == 0);
    CHECK(rmdir(inner) == 0);
    use_clang();
}
