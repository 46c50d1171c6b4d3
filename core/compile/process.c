#include "compile/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clang/temporary.h"

extern char **environ;

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

static const char *program;
static char *folder;
static volatile sig_atomic_t received;
static volatile sig_atomic_t child;

static void on_signal(int number)
{
    received = number;
    if (child > 0)
        kill((pid_t)child, number == SIGPIPE ? SIGTERM : number);
}

bool gi_process_begin(const char *name)
{
    struct sigaction action = { .sa_handler = on_signal };
    struct sigaction before;

    program = name;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {     /* a signal that the shell ignores stays ignored */
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    folder = gi_temporary_folder(name);
    if (folder == NULL)
        fprintf(stderr, "%s: error: there can be no temporary folder in %s: %s\n", program,
                gi_temporary_parent(), strerror(errno));
    return folder != NULL;
}

void gi_process_end(void)
{
    if (folder != NULL)
        gi_temporary_remove(folder);
    free(folder);
    folder = NULL;
    if (received != 0) {
        signal(received, SIG_DFL);
        raise(received);
    }
}

char *gi_process_file(const char *name)
{
    return gi_text("%s/%s", folder, name);
}

static int wait_for_child(pid_t pid)
{
    int status;

    child = pid;
    if (received != 0)          /* it came before there was a child to pass it on to */
        kill(pid, received);
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return 1;
    }
    child = 0;
    if (received != 0)
        return 128 + received;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_with(const struct gi_words *command, const posix_spawn_file_actions_t *actions)
{
    pid_t pid;
    int error;

    if (received != 0)
        return 128 + received;
    fflush(NULL);
    error = posix_spawnp(&pid, command->all[0], actions, NULL, command->all, environ);
    if (error != 0) {
        fprintf(stderr, "%s: error: %s: %s\n", program, command->all[0], strerror(error));
        return 1;
    }
    return wait_for_child(pid);
}

int gi_process_run(const struct gi_words *command, const char *errors)
{
    posix_spawn_file_actions_t actions;
    int status = 1;

    if (errors == NULL)
        return run_with(command, NULL);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return status;
    if (posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600) == 0)
        status = run_with(command, &actions);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

int gi_process_run_or_print(const struct gi_compile_options *options,
                            const struct gi_words *command, const char *errors)
{
    if (options->is_verbose || options->is_dry)
        gi_process_print(command);
    return options->is_dry ? 0 : gi_process_run(command, errors);
}

bool gi_process_crashed(int status)
{
    int number = status - 128;

    return received == 0
        && (number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGILL);
}

bool gi_process_says(const char *path, const char *words)
{
    FILE *file = fopen(path, "rb");
    char line[4096];
    bool is_there = false;

    while (file != NULL && !is_there && fgets(line, sizeof line, file) != NULL)
        is_there = strstr(line, words) != NULL;
    if (file != NULL)
        fclose(file);
    return is_there;
}

void gi_process_show(const char *path)
{
    FILE *file = fopen(path, "rb");
    char part[4096];
    size_t bytes;

    while (file != NULL && (bytes = fread(part, 1, sizeof part, file)) != 0)
        fwrite(part, 1, bytes, stderr);
    if (file != NULL)
        fclose(file);
}

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789+-_=./,:@%";

    return *word != 0 && strspn(word, plain) == strlen(word);
}

void gi_process_print(const struct gi_words *command)
{
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->all[i];

        fputs(i == 0 ? "" : " ", stderr);
        if (is_plain(word)) {
            fputs(word, stderr);
            continue;
        }
        fputc('\'', stderr);
        for (; *word != 0; word++)
            fputs(*word == '\'' ? "'\\''" : (char[]){ *word, 0 }, stderr);
        fputc('\'', stderr);
    }
    fputc('\n', stderr);
}
