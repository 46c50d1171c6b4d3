/* Contexts of every kind, registered by either interface: both window systems in one process and in
 * two threads, profiles, OpenGL ES, contexts and displays that end, and names that OpenGL gives
 * again. */
#include "../scenario/scenario.h"
#include "../skip_case.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"
#include "gl_state.h"
#include "glx_context.h"
#include "test_cases.h"

enum { SIZE = 4096, DYNAMIC_DRAW = 0x88E8 };

#define NO_CONTEXT (API_IS_CUDA ? gpuErrorInvalidGraphicsContext : gpuErrorInvalidValue)

static const char *no_glx;       /* why there is no GLX; NULL: there is */

static gigl_name make_buffer(int value)
{
    uint8_t bytes[SIZE];
    gigl_name buffer;

    memset(bytes, value, sizeof bytes);
    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, SIZE, bytes, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static bool has_value(const uint8_t *bytes, int value)
{
    for (size_t i = 0; i < SIZE; i++)
        if (bytes[i] != (uint8_t)value)
            return false;
    return true;
}

static bool buffer_has(gigl_name buffer, int value)
{
    uint8_t bytes[SIZE];

    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, SIZE, bytes);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return has_value(bytes, value);
}

static void expect_buffer(gigl_name buffer, int value)
{
    assert_true(buffer_has(buffer, value));
    assert_int_equal(gl.GetError(), 0);
}

static gpuGraphicsResource_t registered(gigl_name buffer)
{
    gpuGraphicsResource_t resource;

    OK(gpuGraphicsGLRegisterBuffer(&resource, buffer, 0));
    return resource;
}

/* For threads that cannot assert: leaves the function with the call that failed. */
#define TRY(call) \
    do { \
        if ((call) != gpuSuccess) \
            return #call; \
    } while (0)

/* The stream sees one value and leaves another. NULL, or what failed. */
static const char *try_cycle(gpuGraphicsResource_t resource, int before, int after,
                             gpuStream_t stream)
{
    uint8_t bytes[SIZE];
    void *pointer;
    size_t size;

    TRY(gpuGraphicsMapResources(1, &resource, stream));
    TRY(gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource));
    TRY(gpuMemcpyAsync(bytes, pointer, SIZE, gpuMemcpyDeviceToHost, stream));
    TRY(gpuStreamSynchronize(stream));
    if (!has_value(bytes, before))
        return "the stream sees other bytes";
    TRY(gpuMemsetAsync(pointer, after, SIZE, stream));
    TRY(gpuGraphicsUnmapResources(1, &resource, stream));
    return NULL;
}

static void cycle(gpuGraphicsResource_t resource, int before, int after, gpuStream_t stream)
{
    const char *failed = try_cycle(resource, before, after, stream);

    if (failed != NULL)
        fail_msg("%s, %d to %d", failed, before, after);
}

/* A whole life of a buffer in the current context, by each way, without a trace. */
static void live_in_context(const char *where)
{
    static const char *const ways[] = { "", "host" };

    for (size_t way = 0; way < 2; way++) {
        gigl_name bound = make_buffer(1), buffer = make_buffer(2);
        gpuGraphicsResource_t resource;

        setenv("GPUINTEROP_GL", ways[way], 1);
        gl.BindBuffer(GIGL_ARRAY_BUFFER, bound);
        gl_state_keep();
        resource = registered(buffer);
        gl_state_expect(where);
        cycle(resource, 2, 3, NULL);
        gl_state_expect(where);
        OK(gpuGraphicsUnregisterResource(resource));
        gl_state_expect(where);
        expect_buffer(buffer, 3);
        gl.DeleteBuffers(1, &buffer);
        gl.DeleteBuffers(1, &bound);
        assert_int_equal(gl.GetError(), 0);
    }
    unsetenv("GPUINTEROP_GL");
}

static void expect_no_context(const char *words)
{
    gpuGraphicsResource_t resource;
    unsigned int count;
    int device;

    EXPECT(gpuGraphicsGLRegisterBuffer(&resource, 1, 0), NO_CONTEXT, words);
    EXPECT(gpuGLGetDevices(&count, &device, 1, GL_DEVICES_ALL), NO_CONTEXT, words);
}

/* ---- kinds of contexts ---------------------------------------------------------------------- */

TEST_CASE(profiles_serve)
{
    static const struct {
        enum egl_kind kind;
        const char *name;
    } kinds[] = { { EGL_KIND_CORE_32, "core 3.2" }, { EGL_KIND_COMPATIBILITY_21, "2.1" } };
    int served = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        int context = egl_another_of(kinds[i].kind);

        if (context < 0) {
            print_message("EGL makes no context of %s\n", kinds[i].name);
            continue;
        }
        egl_make_current(context);
        live_in_context(kinds[i].name);
        egl_make_current(0);
        egl_end(context);
        served++;
    }
    if (served == 0)
        SKIP_CASE("EGL makes contexts of no other profile");
}

TEST_CASE(es_is_refused)
{
    gpuGraphicsResource_t resource = registered(make_buffer(4));
    int refused = 0;

    for (enum egl_kind kind = EGL_KIND_ES_2; kind <= EGL_KIND_ES_3; kind++) {
        int context = egl_another_of(kind);

        if (context < 0)
            continue;
        egl_make_current(context);
        expect_no_context("OpenGL ES");
        EXPECT(gpuGraphicsMapResources(1, &resource, NULL), NO_CONTEXT, "OpenGL ES");
        assert_int_equal(gl.GetError(), 0);
        egl_make_current(0);
        egl_end(context);
        refused++;
    }
    egl_bind_es(1);              /* which the current context does not depend on */
    cycle(resource, 4, 5, NULL);
    egl_bind_es(0);
    OK(gpuGraphicsUnregisterResource(resource));
    if (refused == 0)
        SKIP_CASE("EGL makes no contexts of OpenGL ES");
}

/* ---- both window systems -------------------------------------------------------------------- */

TEST_CASE(glx_serves)
{
    void *context;

    if (no_glx != NULL)
        SKIP_CASE(no_glx);
    egl_make_current(-1);
    expect_no_context("no context");
    context = glx_make(NULL);
    assert_non_null(context);
    assert_true(glx_make_current(context));
    live_in_context("GLX");
    glx_make_current(NULL);
    expect_no_context("no context");
    glx_end_context(context);
    egl_make_current(0);
    live_in_context("EGL behind GLX");
}

/* A thread with a context of GLX, beside that of the test. */
struct other {
    void *context;
    gpuGraphicsResource_t resource;      /* of the test's own context */
    gpuGraphicsResource_t own;
    gpuStream_t stream;
    gigl_name buffer;
    const char *failed;          /* NULL: nothing; read it when the thread has ended */
};

enum { ROUNDS = 20 };

static pthread_barrier_t meeting;

static const char *begin_in_glx(struct other *other)
{
    if (!glx_make_current(other->context))
        return "glXMakeContextCurrent";
    TRY(gpuStreamCreate(&other->stream));
    other->buffer = make_buffer(0);
    TRY(gpuGraphicsGLRegisterBuffer(&other->own, other->buffer, 0));
    return gpuGraphicsMapResources(1, &other->resource, other->stream) == NO_CONTEXT
               ? NULL : "a resource was mapped in a context that shares nothing";
}

static const char *cycle_in_glx(const struct other *other)
{
    const char *failed = NULL;

    for (int round = 0; round < ROUNDS && failed == NULL; round++)
        failed = try_cycle(other->own, round, round + 1, other->stream);
    if (failed != NULL)
        return failed;
    if (!buffer_has(other->buffer, ROUNDS))
        return "the buffer of GLX has other bytes";
    TRY(gpuGraphicsUnregisterResource(other->own));
    TRY(gpuStreamDestroy(other->stream));
    return NULL;
}

/* The test waits for this thread, so it meets it even if something has failed. */
static void *work_in_glx(void *argument)
{
    struct other *other = argument;

    other->failed = begin_in_glx(other);
    pthread_barrier_wait(&meeting);
    if (other->failed == NULL)
        other->failed = cycle_in_glx(other);
    glx_make_current(NULL);
    return NULL;
}

TEST_CASE(systems_serve_at_once)
{
    static struct other other;
    const char *failed = NULL;
    pthread_t thread;
    gigl_name buffer;

    if (no_glx != NULL)
        SKIP_CASE(no_glx);
    buffer = make_buffer(100);
    other = (struct other){ .context = glx_make(NULL), .resource = registered(buffer) };
    pthread_barrier_init(&meeting, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, work_in_glx, &other), 0);
    pthread_barrier_wait(&meeting);
    for (int round = 0; round < ROUNDS && failed == NULL; round++)
        failed = try_cycle(other.resource, 100 + round, 101 + round, NULL);
    pthread_join(thread, NULL);
    if (failed != NULL || other.failed != NULL)
        fail_msg("EGL: %s; GLX: %s", failed == NULL ? "fine" : failed,
                 other.failed == NULL ? "fine" : other.failed);
    expect_buffer(buffer, 100 + ROUNDS);
    OK(gpuGraphicsUnregisterResource(other.resource));
    gl.DeleteBuffers(1, &buffer);
    glx_end_context(other.context);
    pthread_barrier_destroy(&meeting);
}

TEST_CASE(glx_contexts_share)
{
    void *first, *second, *alone;
    gpuGraphicsResource_t resource;
    gigl_name buffer;

    if (no_glx != NULL)
        SKIP_CASE(no_glx);
    egl_make_current(-1);
    first = glx_make(NULL);
    second = glx_make(first);
    alone = glx_make(NULL);
    assert_true(glx_make_current(first));
    buffer = make_buffer(1);
    resource = registered(buffer);
    cycle(resource, 1, 2, NULL);
    assert_true(glx_make_current(second));
    cycle(resource, 2, 3, NULL);
    assert_true(glx_make_current(alone));
    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), NO_CONTEXT, "shares nothing");
    assert_true(glx_make_current(first));
    cycle(resource, 3, 4, NULL);
    glx_make_current(NULL);
    glx_end_context(first);      /* its buffers live on in the second */
    assert_true(glx_make_current(second));
    cycle(resource, 4, 5, NULL);
    expect_buffer(buffer, 5);
    OK(gpuGraphicsUnregisterResource(resource));
    glx_make_current(NULL);
    glx_end_context(second);
    glx_end_context(alone);
    egl_make_current(0);
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* Context after context, of which EGL may give the next one the address and the names of the last:
 * nobody takes one for another. */
TEST_CASE(next_context_is_another)
{
    gpuGraphicsResource_t resources[6];

    for (int i = 0; i < 6; i++) {
        int context = egl_another(0);

        assert_true(context > 0);
        egl_make_current(context);
        resources[i] = registered(make_buffer(i));
        for (int earlier = 0; earlier < i; earlier++)
            EXPECT(gpuGraphicsMapResources(1, &resources[earlier], NULL), NO_CONTEXT,
                   "shares nothing");
        cycle(resources[i], i, i + 1, NULL);
        egl_make_current(0);
        egl_end(context);
    }
    for (int i = 0; i < 6; i++)
        OK(gpuGraphicsUnregisterResource(resources[i]));
    assert_int_equal(gl.GetError(), 0);
}

/* A context that was destroyed while it is current lives until it is no longer. */
TEST_CASE(destroyed_context_serves_while_current)
{
    int context = egl_another(0);
    gpuGraphicsResource_t resource;

    assert_true(context > 0);
    egl_make_current(context);
    resource = registered(make_buffer(1));
    egl_end(context);
    cycle(resource, 1, 2, NULL);
    OK(gpuGraphicsUnregisterResource(resource));
    live_in_context("a destroyed context");
    egl_make_current(0);
}

/* A number that OpenGL gives again is the new buffer's, if it has the size. */
TEST_CASE(numbers_are_given_again)
{
    gigl_name first = make_buffer(1), second;
    gpuGraphicsResource_t resource = registered(first);

    cycle(resource, 1, 2, NULL);
    gl.DeleteBuffers(1, &first);
    second = make_buffer(7);
    if (second == first)
        cycle(resource, 7, 8, NULL);
    else
        OK(gpuGraphicsMapResources(1, &resource, NULL));
    if (second == first)
        expect_buffer(second, 8);
    else
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    OK(gpuGraphicsUnregisterResource(resource));
    gl.DeleteBuffers(1, &second);
    assert_int_equal(gl.GetError(), 0);
}

/* The program deletes every buffer there is, those of the library as well. */
TEST_CASE(all_is_deleted)
{
    int context = egl_another(0);
    gpuGraphicsResource_t resource;
    gigl_name again;

    assert_true(context > 0);
    egl_make_current(context);
    resource = registered(make_buffer(1));
    cycle(resource, 1, 2, NULL);
    for (gigl_name name = 1; name < 100; name++)
        gl.DeleteBuffers(1, &name);
    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), NO_CONTEXT, "shares nothing");
    OK(gpuGraphicsUnregisterResource(resource));
    again = make_buffer(3);
    resource = registered(again);
    cycle(resource, 3, 4, NULL);
    expect_buffer(again, 4);
    OK(gpuGraphicsUnregisterResource(resource));
    egl_make_current(0);
    egl_end(context);
}

/* Displays that end with resources of all states. The last of the cases. */
TEST_CASE(displays_end)
{
    gpuGraphicsResource_t mapped = registered(make_buffer(1)), idle = registered(make_buffer(2));
    gpuGraphicsResource_t of_glx = NULL;
    void *pointer, *context;

    OK(gpuGraphicsMapResources(1, &mapped, NULL));
    OK(gpuGraphicsResourceGetMappedPointer(&pointer, NULL, mapped));
    if (no_glx == NULL) {
        egl_make_current(-1);
        context = glx_make(NULL);
        assert_true(glx_make_current(context));
        of_glx = registered(make_buffer(3));
        cycle(of_glx, 3, 4, NULL);
        glx_make_current(NULL);
        glx_end_context(context);
        glx_close();
        OK(gpuGraphicsUnregisterResource(of_glx));
    }
    egl_close();
    expect_no_context("no context");
    EXPECT(gpuGraphicsUnmapResources(1, &mapped, NULL), NO_CONTEXT, "no context");
    EXPECT(gpuGraphicsUnregisterResource(mapped), gpuErrorAlreadyMapped, "is mapped");
    OK(gpuMemset(pointer, 5, SIZE));
    OK(gpuGraphicsUnregisterResource(idle));
    OK(gpuDeviceReset());
    BAD_HANDLE(gpuGraphicsUnregisterResource(mapped));
}

int main(void)
{
    const char *why;
    int count;

    no_glx = glx_begin();
    why = egl_begin();
    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice)
        why = "no device";
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
