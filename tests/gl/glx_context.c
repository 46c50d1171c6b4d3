#include "glx_context.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum {
    GLX_DRAWABLE_TYPE = 0x8010, GLX_PBUFFER_BIT = 4, GLX_RGBA_TYPE = 0x8014,
    GLX_PBUFFER_HEIGHT = 0x8040, GLX_PBUFFER_WIDTH = 0x8041, PATIENCE_MS = 60000
};

static struct {
    void *(*OpenDisplay)(const char *name);
    int (*CloseDisplay)(void *display);
    int (*DefaultScreen)(void *display);
    void *(*SetErrorHandler)(int (*handler)(void *display, void *event));
    void **(*ChooseFBConfig)(void *display, int screen, const int *wanted, int *count);
    void *(*CreateNewContext)(void *display, void *config, int kind, void *shared, int direct);
    unsigned long (*CreatePbuffer)(void *display, void *config, const int *wanted);
    int (*MakeContextCurrent)(void *display, unsigned long draw, unsigned long read,
                              void *context);
    void (*DestroyContext)(void *display, void *context);
    void *display, *config;
    unsigned long pbuffer;
} glx;

struct symbol {
    void *out_function;
    const char *name;
};

static int load(const char *library_name, const struct symbol *symbols, size_t count)
{
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);

    for (size_t i = 0; i < count; i++) {
        void *symbol = library == NULL ? NULL : dlsym(library, symbols[i].name);

        if (symbol == NULL)
            return 0;
        memcpy(symbols[i].out_function, &symbol, sizeof symbol);
    }
    return 1;
}

static const char *load_all(void)
{
    const struct symbol x11[] = {
        { &glx.OpenDisplay, "XOpenDisplay" }, { &glx.CloseDisplay, "XCloseDisplay" },
        { &glx.DefaultScreen, "XDefaultScreen" }, { &glx.SetErrorHandler, "XSetErrorHandler" },
    };
    const struct symbol gl[] = {
        { &glx.ChooseFBConfig, "glXChooseFBConfig" },
        { &glx.CreateNewContext, "glXCreateNewContext" },
        { &glx.CreatePbuffer, "glXCreatePbuffer" },
        { &glx.MakeContextCurrent, "glXMakeContextCurrent" },
        { &glx.DestroyContext, "glXDestroyContext" },
    };

    if (!load("libX11.so.6", x11, sizeof x11 / sizeof x11[0]))
        return "libX11.so.6 is not installed";
    return load("libGL.so.1", gl, sizeof gl / sizeof gl[0]) ? NULL : "libGL.so.1 is not installed";
}

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

static int ignore(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

const char *glx_begin(void)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, 0 };
    const int size[] = { GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, 0 };
    const char *why = load_all();
    char name[16];
    void **configs;
    int count = 0;

    if (why == NULL)
        why = start_server(name);
    if (why != NULL)
        return why;
    glx.SetErrorHandler(ignore);
    glx.display = glx.OpenDisplay(name);
    if (glx.display == NULL)
        return "the display of Xvfb cannot be opened";
    configs = glx.ChooseFBConfig(glx.display, glx.DefaultScreen(glx.display), wanted, &count);
    if (configs == NULL || count < 1)
        return "Xvfb has no OpenGL";
    glx.config = configs[0];
    glx.pbuffer = glx.CreatePbuffer(glx.display, glx.config, size);
    return NULL;
}

void *glx_make(void *shared)
{
    return glx.CreateNewContext(glx.display, glx.config, GLX_RGBA_TYPE, shared, 1);
}

int glx_make_current(void *context)
{
    unsigned long pbuffer = context == NULL ? 0 : glx.pbuffer;

    return glx.MakeContextCurrent(glx.display, pbuffer, pbuffer, context);
}

void glx_end_context(void *context)
{
    glx.DestroyContext(glx.display, context);
}

void glx_close(void)
{
    glx.CloseDisplay(glx.display);
}
