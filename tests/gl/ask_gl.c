/** Prints what the library of CUDA or HIP answers about resources of OpenGL. With ASK_DRIVER CUDA's
 *  driver interface is asked.
 *
 *      ask_gl [--check | SECTION]
 *
 *  A line is "SECTION.QUESTION: ANSWER", and the answer begins with the name of CUDA's code without
 *  "cudaError". A section that ends its process says so; another process asks the rest. With the
 *  vendor's libcudart in the place of this library, and with GPUINTEROP_TEST_EGL=device, the vendor
 *  answers. --check: exit status 77 and a reason where the questions cannot be asked. */
#include "ask_gl.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "egl_context.h"
#include "gl_names.h"

const char *ask_section;

static const char *code_name(int code)
{
    static const struct { int code; const char *name; } names[] = {
        { 0, "Success" }, { 1, "InvalidValue" }, { 2, "MemoryAllocation" }, { 100, "NoDevice" },
        { 201, "DeviceUninitialized" }, { 205, "MapBufferObjectFailed" },
        { 206, "UnmapBufferObjectFailed" }, { 208, "AlreadyMapped" }, { 211, "NotMapped" },
        { 212, "NotMappedAsArray" }, { 213, "NotMappedAsPointer" },
        { 219, "InvalidGraphicsContext" }, { 304, "OperatingSystem" },
        { 400, "InvalidResourceHandle" }, { 801, "NotSupported" }, { 999, "Unknown" },
    };
    static char other[16];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return names[i].name;
    snprintf(other, sizeof other, "%d", code);
    return other;
}

#ifdef ASK_DRIVER
static void clear_error(void)
{
}

static bool has_device(void)
{
    return as_driver_begin();
}
#else
static void clear_error(void)
{
    (void)gpuGetLastError();
}

static bool has_device(void)
{
    int count;

    return gpuGetDeviceCount(&count) != gpuErrorNoDevice;
}
#endif

void ask_say(const char *name, gpuError_t code, const char *format, ...)
{
    va_list list;

    printf("%s.%s: %s", ask_section, name, code_name((int)code));
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    fflush(stdout);
    clear_error();
}

gigl_name ask_buffer(size_t size)
{
    gigl_name buffer;

    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    if (size != 0)
        gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)size, NULL, 0x88E8);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

gpuGraphicsResource_t ask_registered(size_t size)
{
    gpuGraphicsResource_t resource = NULL;
    gpuError_t code = gpuGraphicsGLRegisterBuffer(&resource, ask_buffer(size), 0);

    if (code != gpuSuccess)
        SAY("cannot_register", code);
    return resource;
}

/* ---- processes ------------------------------------------------------------------------------ */

enum { MOST_SECTIONS = 64 };

static const struct ask_section *sections[MOST_SECTIONS];
static int section_count;
static int *asked;               /* shared: how many were begun */

static void collect(const char *only)
{
    static const struct ask_section *const lists[] = { ask_call_sections, ask_image_sections };

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const struct ask_section *section = lists[i]; section->name != NULL; section++)
            if (only == NULL || strcmp(only, section->name) == 0)
                sections[section_count++] = section;
}

static void skip(const char *why)
{
    printf("skipped: %s\n", why);
    fflush(stdout);
    _exit(77);
}

/* Asks the sections that are left, in a process of its own. */
static void ask_rest(void)
{
    const char *why = egl_begin();

    if (why != NULL)
        skip(why);
    if (!has_device())
        skip("no device");
    alarm(60);
    while (*asked < section_count) {
        const struct ask_section *section = sections[(*asked)++];

        ask_section = section->name;
        egl_make_current(0);
        section->ask();
        (void)gl.GetError();
    }
    _exit(0);
}

static int run(void)
{
    int before = *asked, status = 0;
    pid_t child = fork();

    if (child == 0)
        ask_rest();
    waitpid(child, &status, 0);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    if (*asked == before)
        return 1;
    printf("%s.end: dies\n", sections[*asked - 1]->name);
    fflush(stdout);
    return 0;
}

int main(int count, char **arguments)
{
    const char *only = count == 2 ? arguments[1] : NULL;
    int code;

    asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (asked == MAP_FAILED)
        return 1;
    if (only == NULL || strcmp(only, "--check") != 0)
        collect(only);
    do {
        code = run();
    } while (code == 0 && *asked < section_count);
    return code;
}
