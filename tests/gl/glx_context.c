#include "glx_context.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "../../core/info/window_systems.h"

enum { PATIENCE_MS = 60000 };

static struct window_glx glx;

static struct {
    void *display, *config;
    unsigned long pbuffer;
} server;

/* Becomes the server, which writes its number to fd 3 when it listens. It ends with its last
 * client or with its parent, by a signal that lets it remove its lock file. */
static _Noreturn void become_server(int number_fd)
{
    int nowhere = open("/dev/null", O_RDWR);

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    unsetenv("LD_PRELOAD");
    if (dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0)
        _exit(1);
    if (number_fd == 3 ? fcntl(3, F_SETFD, 0) != 0 : dup2(number_fd, 3) < 0)
        _exit(1);
    execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp",
           "-terminate", NULL);
    _exit(1);
}

static long long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Reads a line without its end, of at most 14 letters, which come within PATIENCE_MS. */
static int read_line(int fd, char *line)
{
    struct pollfd wait = { .fd = fd, .events = POLLIN };
    long long deadline = now_ms() + PATIENCE_MS, left;

    for (int i = 0; i < 15; i++) {
        left = deadline - now_ms();
        if (left <= 0 || poll(&wait, 1, (int)left) != 1 || read(fd, line + i, 1) != 1)
            return 0;
        if (line[i] == '\n') {
            line[i] = '\0';
            return 1;
        }
    }
    return 0;
}

/* Starts the server, and reads its number. A pipe that ends says that there is none. */
static const char *start_server(char name[16])
{
    int ends[2], is_up;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return "there is no pipe";
    pid = fork();
    if (pid == 0)
        become_server(ends[1]);
    close(ends[1]);
    name[0] = ':';
    is_up = pid > 0 && read_line(ends[0], name + 1);
    close(ends[0]);
    return is_up ? NULL : "Xvfb is not installed, or does not start";
}

const char *glx_begin(void)
{
    const char *why = window_glx_load(&glx);
    char name[16];

    if (why == NULL)
        why = start_server(name);
    if (why != NULL)
        return why;
    server.display = glx.OpenDisplay(name);
    if (server.display == NULL)
        return "the display of Xvfb cannot be opened";
    server.config = window_glx_config(&glx, server.display);
    if (server.config == NULL)
        return "Xvfb has no OpenGL";
    server.pbuffer = window_glx_pbuffer(&glx, server.display, server.config);
    return NULL;
}

void *glx_make(void *shared)
{
    return glx.CreateNewContext(server.display, server.config, GLX_RGBA_TYPE, shared, 1);
}

int glx_make_current(void *context)
{
    unsigned long pbuffer = context == NULL ? 0 : server.pbuffer;

    return glx.MakeContextCurrent(server.display, pbuffer, pbuffer, context);
}

void glx_end_context(void *context)
{
    glx.DestroyContext(server.display, context);
}

void glx_close(void)
{
    glx.CloseDisplay(server.display);
}
