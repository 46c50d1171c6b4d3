/* Starts the five stages of the demo, each in a process of its own, connects them, and prints what
 * each has to say. The first that fails ends the others. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pass_fds.h"
#include "stage.h"

enum { RENDERER, CUDA, HIP, TEXTURE, GL, STAGES };

static const char *const names[STAGES] = { "vulkan renderer", "cuda stage", "hip stage",
                                           "texture stage", "gl stage" };
static const char *const programs[STAGES] = { "demo-renderer", "demo-cuda", "demo-hip",
                                              "demo-texture", "demo-gl" };

struct options {
    const char *picture, *frames;
    int dying;                   /* the stage that dies half way; -1: none */
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "demo: %s: %s\n", what, strerror(errno));
    exit(1);
}

static _Noreturn void usage(int status)
{
    fprintf(status == 0 ? stdout : stderr,
            "usage: demo [--frames N] [--kill renderer|cuda|hip|texture|gl]\n"
            "            [PICTURE]\n"
            "A Vulkan, two CUDA and two HIP programs draw N frames together (120) and write the\n"
            "last one to PICTURE (demo.png); pictures of the graphs go beside it, for graphviz:\n"
            "demo-cuda.dot and demo-hip.dot. --kill ends one of them half way, to show what the\n"
            "others do then.\n");
    exit(status);
}

static void parse(int argc, char **argv, struct options *options)
{
    static const char *const words[STAGES] = { "renderer", "cuda", "hip", "texture", "gl" };

    *options = (struct options){ "demo.png", "120", -1 };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            usage(0);
        } else if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc) {
            options->frames = argv[++i];
            if (atoi(options->frames) < 1 || atoi(options->frames) > 100000)
                usage(2);
        } else if (strcmp(argv[i], "--kill") == 0 && i + 1 < argc) {
            i++;
            for (int stage = 0; stage < STAGES; stage++)
                if (strcmp(argv[i], words[stage]) == 0)
                    options->dying = stage;
            if (options->dying < 0)
                usage(2);
        } else if (argv[i][0] == '-') {
            usage(2);
        } else {
            options->picture = argv[i];
        }
    }
}

/** The file beside the picture for that of a graph: demo-cuda.dot for demo.png. */
static void name_dot(const char *picture, const char *stage, char *dot, size_t room)
{
    const char *name = strrchr(picture, '/'), *end = strrchr(picture, '.');

    if (end == NULL || (name != NULL && end < name))
        end = picture + strlen(picture);
    snprintf(dot, room, "%.*s-%s.dot", (int)(end - picture), picture, stage);
}

/** Becomes a stage; sockets are its ends, which live through exec. */
static _Noreturn void become(const char *folder, int stage, const int *sockets, int socket_count,
                             int output, const struct options *options)
{
    char path[PATH_MAX + 32], dot[PATH_MAX + 32], numbers[STAGES - 1][16], die_at[16] = "0";
    char *arguments[STAGES + 4] = { path };
    int count = 1;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(output, STDOUT_FILENO) < 0)
        fail("giving a stage its output");
    snprintf(path, sizeof path, "%s/%s", folder, programs[stage]);
    for (int i = 0; i < socket_count; i++) {
        int kept = dup(sockets[i]);

        if (kept < 0)
            fail("giving a stage its socket");
        snprintf(numbers[i], sizeof numbers[i], "%d", kept);
        arguments[count++] = numbers[i];
    }
    if (stage == options->dying)
        snprintf(die_at, sizeof die_at, "%d", (atoi(options->frames) + 1) / 2);
    if (stage == RENDERER) {
        arguments[count++] = (char *)options->picture;
        arguments[count++] = (char *)options->frames;
    }
    if (stage == CUDA || stage == HIP) {
        name_dot(options->picture, stage == CUDA ? "cuda" : "hip", dot, sizeof dot);
        arguments[count++] = dot;
    }
    arguments[count++] = die_at;
    execv(path, arguments);
    fail(path);
}

/** Waits for all stages; ends the others when one has failed. A stage that only lost its peer may
 *  be seen before the peer is. The peer is the one to tell of; the others end by themselves
 *  then. */
static bool wait_for_all(pid_t pids[STAGES])
{
    bool good = true, lost_peer = false;

    for (int left = STAGES; left > 0; left--) {
        int status, stage = 0;
        pid_t pid = wait(&status);

        if (pid < 0)
            fail("waiting for the stages");
        while (stage < STAGES - 1 && pids[stage] != pid)
            stage++;
        pids[stage] = -1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        if (WIFEXITED(status) && WEXITSTATUS(status) == PEER_GONE) {
            lost_peer = true;
            continue;
        }
        if (!good)
            continue;            /* only the first is news: we ended the others */
        good = false;
        if (WIFSIGNALED(status))
            fprintf(stderr, "demo: the %s was ended by signal %d\n", names[stage],
                    WTERMSIG(status));
        else
            fprintf(stderr, "demo: the %s failed\n", names[stage]);
        for (int i = 0; i < STAGES; i++)
            if (pids[i] > 0)
                kill(pids[i], SIGKILL);
    }
    return good && !lost_peer;
}

static void print_all(int output)
{
    char text[4096];
    ssize_t got;

    lseek(output, 0, SEEK_SET);
    while ((got = read(output, text, sizeof text)) > 0)
        fwrite(text, 1, (size_t)got, stdout);
}

int main(int argc, char **argv)
{
    struct options options;
    char self[PATH_MAX];
    int sockets[STAGES][2], ends[STAGES][STAGES - 1], outputs[STAGES];
    pid_t pids[STAGES];

    parse(argc, argv, &options);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        fail("finding the other programs");
    self[length] = '\0';
    const char *folder = dirname(self);
    for (int stage = CUDA; stage < STAGES; stage++) {
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets[stage]) < 0)
            fail("making a socket");
        ends[RENDERER][stage - 1] = sockets[stage][0];
        ends[stage][0] = sockets[stage][1];
    }
    for (int stage = 0; stage < STAGES; stage++) {
        outputs[stage] = memfd_create("output", MFD_CLOEXEC);
        if (outputs[stage] < 0)
            fail("making a file for the output");
        pids[stage] = fork();
        if (pids[stage] < 0)
            fail("starting a stage");
        if (pids[stage] == 0)
            become(folder, stage, ends[stage], stage == RENDERER ? STAGES - 1 : 1, outputs[stage],
                   &options);
    }
    for (int stage = CUDA; stage < STAGES; stage++) {
        close(sockets[stage][0]);
        close(sockets[stage][1]);
    }
    if (!wait_for_all(pids))
        return 1;
    for (int stage = 0; stage < STAGES; stage++)
        print_all(outputs[stage]);
    return 0;
}
