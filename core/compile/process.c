#include "compile/process.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
    const char *parent = getenv("TMPDIR");
    struct sigaction action = { .sa_handler = on_signal };
    struct sigaction before;

    program = name;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {     /* what the shell ignores stays ignored */
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    folder = gi_text("%s/%s-XXXXXX", parent != NULL && *parent ? parent : "/tmp", name);
    if (mkdtemp(folder) == NULL) {
        fprintf(stderr, "%s: error: no temporary folder %s: %s\n", program, folder,
                strerror(errno));
        free(folder);
        folder = NULL;
        return false;
    }
    return true;
}

static void remove_folder(void)
{
    DIR *all = opendir(folder);
    struct dirent *entry;

    while (all != NULL && (entry = readdir(all)) != NULL)
        unlinkat(dirfd(all), entry->d_name, 0);
    if (all != NULL)
        closedir(all);
    rmdir(folder);
}

void gi_process_end(void)
{
    if (folder != NULL)
        remove_folder();
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

static int wait_for(pid_t pid)
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

int gi_process_run(const struct gi_words *command)
{
    pid_t pid;
    int error;

    if (received != 0)
        return 128 + received;
    fflush(NULL);
    error = posix_spawnp(&pid, command->all[0], NULL, NULL, command->all, environ);
    if (error != 0) {
        fprintf(stderr, "%s: error: %s: %s\n", program, command->all[0], strerror(error));
        return 1;
    }
    return wait_for(pid);
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
