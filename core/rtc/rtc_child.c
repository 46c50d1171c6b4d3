#include "rtc/rtc_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/seconds.h"

/* Older ones have no such action, and other C libraries not even the macro. */
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
#define HAS_CLOSE_FROM
#endif
#endif

extern char **environ;

/* How long a compilation may take where GPUINTEROP_COMPILE_SECONDS says nothing. */
enum { USUAL_SECONDS = 300 };

/* How often the watcher is called, and the child looked at. */
enum { STEP_MS = 10 };

struct child {
    pid_t pid;
    int text;                           /* the end of a pipe; -1: closed */
    int64_t abs_deadline_ns;
    int status;                         /* of waitpid; -1: somebody else took it */
};

/* ---- starting -------------------------------------------------------------------------------- */

/* Variables that change what a compiler finds or does, or load code of the program's into it. Of
 * the loader's variables LD_LIBRARY_PATH stays: a clang may need it for its own libraries. */
static bool is_left_out(const char *variable)
{
    static const char *const names[] = {
        "LD_", "GCONV_PATH=", "GLIBC_TUNABLES=", "CPATH=", "C_INCLUDE_PATH=", "CPLUS_INCLUDE_PATH=",
        "OBJC_INCLUDE_PATH=", "OBJCPLUS_INCLUDE_PATH=", "CCC_", "COMPILER_PATH=",
        "GCC_EXEC_PREFIX=", "DEPENDENCIES_OUTPUT=", "SUNPRO_DEPENDENCIES=", "SOURCE_DATE_EPOCH="
    };

    if (gi_begins_with(variable, "LD_LIBRARY_PATH="))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (gi_begins_with(variable, names[i]))
            return true;
    }
    return false;
}

static void make_environment(struct gi_words *out_variables)
{
    *out_variables = (struct gi_words){ 0 };
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
        if (!is_left_out(*variable))
            gi_words_add(out_variables, *variable);
    }
}

/* All signals have their usual effect, and none is blocked. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, every;
    int error;

    sigemptyset(&none);
    sigfillset(&every);
    error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
                                     | POSIX_SPAWN_SETPGROUP);
    error = error != 0 ? error : posix_spawnattr_setsigmask(attributes, &none);
    error = error != 0 ? error : posix_spawnattr_setsigdefault(attributes, &every);
    return error != 0 ? error : posix_spawnattr_setpgroup(attributes, 0);
}

static int set_files(posix_spawn_file_actions_t *files, int text)
{
    int error = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);

    error = error != 0 ? error : posix_spawn_file_actions_adddup2(files, text, STDOUT_FILENO);
    error = error != 0 ? error : posix_spawn_file_actions_adddup2(files, text, STDERR_FILENO);
#ifdef HAS_CLOSE_FROM
    error = error != 0 ? error
        : posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
#endif
    return error;
}

static int spawn(const struct gi_words *command, int text, pid_t *out_pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    struct gi_words variables;
    int error;

    make_environment(&variables);
    if (variables.is_short || posix_spawn_file_actions_init(&files) != 0) {
        gi_words_finish(&variables);
        return ENOMEM;
    }
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = set_attributes(&attributes);
        error = error != 0 ? error : set_files(&files, text);
        error = error != 0 ? error : posix_spawn(out_pid, command->all[0], &files, &attributes,
                                                 command->all, variables.all);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    gi_words_finish(&variables);
    return error;
}

/* An end that no descriptor of a child's own takes the number of. */
static bool make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        int moved = ends[i] > STDERR_FILENO ? ends[i]
            : fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

        if (moved != ends[i])
            close(ends[i]);
        ends[i] = moved;
        if (moved < 0) {
            close(ends[1 - i]);
            return false;
        }
    }
    return true;
}

static double limit_seconds(void)
{
    double seconds = gi_seconds_from_environment("GPUINTEROP_COMPILE_SECONDS");

    return seconds > 0 ? seconds : USUAL_SECONDS;
}

/* Should the program end meanwhile, the compiler still stops by itself. */
static void limit_processor(pid_t pid, double seconds)
{
    struct rlimit limit = { .rlim_cur = (rlim_t)seconds + 1, .rlim_max = (rlim_t)seconds + 2 };

    (void)prlimit(pid, RLIMIT_CPU, &limit, NULL);
}

/* Returns 0, or the number of an error. */
static int start(const struct gi_words *command, struct gi_rtc_exit *run, struct child *out_child)
{
    double seconds = limit_seconds();
    int ends[2], error;

    if (!make_pipe(ends))
        return errno;
    *out_child = (struct child){
        .text = ends[0], .abs_deadline_ns = gi_deadline_ns((uint64_t)(seconds * 1e9)), .status = -1
    };
    error = gi_rtc_exit_lock() ? spawn(command, ends[1], &out_child->pid) : ECANCELED;
    gi_rtc_exit_unlock(run, error == 0 ? out_child->pid : 0);
    close(ends[1]);
    if (error != 0)
        close(ends[0]);
    else
        limit_processor(out_child->pid, seconds);
    return error;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void close_text(struct child *child)
{
    if (child->text >= 0)
        close(child->text);
    child->text = -1;
}

/* Takes what the child has written, after at most a step of waiting. */
static void take_text(struct child *child, struct gi_rtc_text *log)
{
    struct pollfd one = { .fd = child->text, .events = POLLIN };
    char part[4096];
    ssize_t count;

    if (poll(&one, 1, STEP_MS) <= 0)    /* without a pipe it only waits */
        return;
    count = read(child->text, part, sizeof part);
    if (count > 0)
        gi_rtc_text_add(log, part, (size_t)count);
    else if (count == 0 || errno != EINTR)
        close_text(child);
}

/* Whether the child has ended. It is not waited for yet, so that its number stays its own. */
static bool has_ended(const struct child *child)
{
    return gi_rtc_exit_look(child->pid) != GI_RTC_EXIT_RUNS;
}

/* Waits until the child has ended. */
static enum gi_rtc_end follow(struct child *child, const struct gi_rtc_watch *watch,
                              struct gi_rtc_text *log)
{
    while (!has_ended(child)) {
        take_text(child, log);
        if (watch->watcher != NULL && watch->watcher(watch->argument, NULL) != 0)
            return GI_RTC_END_CANCELLED;
        if (gi_now_ns() > child->abs_deadline_ns)
            return GI_RTC_END_SLOW;
    }
    return GI_RTC_END_GOOD;
}

static void wait_for(struct child *child)
{
    int status;
    pid_t pid;

    do {
        pid = waitpid(child->pid, &status, 0);
    } while (pid < 0 && errno == EINTR);
    child->status = pid == child->pid ? status : -1;
}

/* Ends what is left of the group, before its number can become another's, and takes the last
 * text. */
static void end_group(struct child *child, struct gi_rtc_exit *run, struct gi_rtc_text *log)
{
    gi_rtc_exit_end_group(run);
    wait_for(child);
    for (int64_t until = gi_deadline_ns(1000000000); child->text >= 0 && gi_now_ns() < until;) {
        struct pollfd one = { .fd = child->text, .events = POLLIN };

        if (poll(&one, 1, 0) == 0)
            break;
        take_text(child, log);
    }
    close_text(child);
}

static enum gi_rtc_end judge(const struct child *child, const char *output,
                             struct gi_rtc_text *log)
{
    if (child->status == -1)            /* the compiler renames its output at the end */
        return access(output, R_OK) == 0 ? GI_RTC_END_GOOD : GI_RTC_END_BAD;
    if (WIFSIGNALED(child->status)) {
        gi_rtc_text_say(log, "error: the compiler was ended by signal %d\n",
                        WTERMSIG(child->status));
        return GI_RTC_END_KILLED;
    }
    if (WEXITSTATUS(child->status) > 128 || WEXITSTATUS(child->status) == 127
        || WEXITSTATUS(child->status) == 126) {
        gi_rtc_text_say(log, "error: the compiler has ended with status %d\n",
                        WEXITSTATUS(child->status));
        return GI_RTC_END_KILLED;
    }
    return WEXITSTATUS(child->status) == 0 ? GI_RTC_END_GOOD : GI_RTC_END_BAD;
}

enum gi_rtc_end gi_rtc_child_run(const struct gi_words *command, const char *output,
                                 const struct gi_rtc_watch *watch, struct gi_rtc_exit *run,
                                 struct gi_rtc_text *log)
{
    enum gi_rtc_end end;
    struct child child;
    int error = start(command, run, &child);

    if (error == ENOMEM) {
        log->is_short = true;
        return GI_RTC_END_BAD;
    }
    if (error != 0) {
        gi_rtc_text_say(log, "error: %s cannot be started: %s\n", command->all[0],
                        strerror(error));
        return GI_RTC_END_KILLED;
    }
    end = follow(&child, watch, log);
    end_group(&child, run, log);
    if (end == GI_RTC_END_SLOW)
        gi_rtc_text_say(log, "error: the compiler was stopped: it took longer than "
                        "GPUINTEROP_COMPILE_SECONDS allows\n");
    return end != GI_RTC_END_GOOD ? end : judge(&child, output, log);
}
