/* Buffers of the machine's OpenGL, registered by either interface: their bytes, the order,
 * contexts, states and errors, and OpenGL's state, which stays as it was. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "egl_context.h"
#include "gl_names.h"
#include "gl_state.h"
#include "test_cases.h"

enum {
    MOST = (4 << 20) + 1, SMALL = 4096, DYNAMIC_DRAW = 0x88E8, WRITE_ONLY = 0x88B9
};

static uint8_t bytes[MOST], wanted[MOST];
static void *(*MapBuffer)(gigl_enum target, gigl_enum access);
static unsigned char (*UnmapBuffer)(gigl_enum target);

#define NO_CONTEXT (API_IS_CUDA ? gpuErrorInvalidGraphicsContext : gpuErrorInvalidValue)

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

static gigl_name make_buffer(size_t size, const void *from)
{
    gigl_name buffer;

    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)size, from, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static void expect_buffer(gigl_name buffer, const uint8_t *expected, size_t size)
{
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, (ptrdiff_t)size, bytes);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    assert_memory_equal(bytes, expected, size);
    assert_int_equal(gl.GetError(), 0);
}

static gpuGraphicsResource_t registered(gigl_name buffer, unsigned int flags)
{
    gpuGraphicsResource_t resource;

    OK(gpuGraphicsGLRegisterBuffer(&resource, buffer, flags));
    return resource;
}

static void *pointer_of(gpuGraphicsResource_t resource, size_t expected)
{
    void *pointer;
    size_t size;

    OK(gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource));
    assert_int_equal(size, expected);
    return pointer;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

/* Three rounds: OpenGL writes, the stream reads and writes, OpenGL reads. */
static void trip(size_t size, gpuStream_t stream)
{
    gpuGraphicsResource_t resource;
    void *pointer, *first = NULL;
    gigl_name buffer;

    fill_pattern(wanted, size, 1);
    buffer = make_buffer(size, wanted);
    resource = registered(buffer, 0);
    for (unsigned round = 0; round < 3; round++) {
        OK(gpuGraphicsMapResources(1, &resource, stream));
        pointer = pointer_of(resource, size);
        assert_true(first == NULL || pointer == first);
        first = pointer;
        OK(gpuMemcpyAsync(bytes, pointer, size, gpuMemcpyDeviceToHost, stream));
        OK(gpuStreamSynchronize(stream));
        assert_memory_equal(bytes, wanted, size);
        fill_pattern(wanted, size, 10 + round);
        OK(gpuMemcpyAsync(pointer, wanted, size, gpuMemcpyHostToDevice, stream));
        OK(gpuMemsetAsync(pointer, (int)round, 1, stream));
        wanted[0] = (uint8_t)round;
        OK(gpuGraphicsUnmapResources(1, &resource, stream));
        expect_buffer(buffer, wanted, size);
        fill_pattern(wanted, size, 20 + round);
        gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
        gl.BufferSubData(GIGL_ARRAY_BUFFER, 0, (ptrdiff_t)size, wanted);
        gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    }
    OK(gpuGraphicsUnregisterResource(resource));
    gl.DeleteBuffers(1, &buffer);
    assert_int_equal(gl.GetError(), 0);
}

TEST_CASE(bytes_go_both_ways)
{
    static const size_t sizes[] = { 1, 3, 16, 4095, SMALL, 65536, MOST - 1, MOST };
    static const char *const ways[] = { "", "shadow", "host" };
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        setenv("GPUINTEROP_GL", ways[way], 1);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            trip(sizes[i], i % 2 == 0 ? stream : NULL);
    }
    unsetenv("GPUINTEROP_GL");
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(flags_save_copies)
{
    static const char *const ways[] = { "shadow", "host" };
    uint8_t nines[SMALL], sevens[SMALL];

    memset(nines, 9, SMALL);
    memset(sevens, 7, SMALL);
    for (size_t way = 0; way < 2; way++) {
        gigl_name buffer = make_buffer(SMALL, nines);
        gpuGraphicsResource_t resource;

        setenv("GPUINTEROP_GL", ways[way], 1);
        resource = registered(buffer, gpuGraphicsRegisterFlagsReadOnly);
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        OK(gpuMemcpy(bytes, pointer_of(resource, SMALL), SMALL, gpuMemcpyDeviceToHost));
        assert_memory_equal(bytes, nines, SMALL);
        OK(gpuMemset(pointer_of(resource, SMALL), 7, SMALL));
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        expect_buffer(buffer, nines, SMALL);
        OK(gpuGraphicsUnregisterResource(resource));
        resource = registered(buffer, gpuGraphicsRegisterFlagsWriteDiscard);
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        OK(gpuMemset(pointer_of(resource, SMALL), 7, SMALL));
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        expect_buffer(buffer, sevens, SMALL);
        OK(gpuGraphicsUnregisterResource(resource));
        gl.DeleteBuffers(1, &buffer);
    }
    unsetenv("GPUINTEROP_GL");
}

/* ---- OpenGL's state ------------------------------------------------------------------------- */

/* All that glGet answers is as before each call. So is the error flag: it has an error of the
 * program during the calls. */
TEST_CASE(state_stays)
{
    static const gigl_enum targets[] = { GIGL_ARRAY_BUFFER, GIGL_COPY_READ_BUFFER,
                                         GIGL_COPY_WRITE_BUFFER };
    static const char *const ways[] = { "", "host" };

    for (size_t way = 0; way < 2; way++) {
        gigl_name buffers[4];
        gpuGraphicsResource_t resource;

        setenv("GPUINTEROP_GL", ways[way], 1);
        for (int i = 0; i < 4; i++)
            buffers[i] = make_buffer(SMALL, wanted);
        for (int i = 0; i < 3; i++)
            gl.BindBuffer(targets[i], buffers[i]);
        gl_state_keep();
        gl.BindBuffer(0, 0);                     /* the program's own error */
        resource = registered(buffers[3], 0);
        assert_int_not_equal(gl.GetError(), 0);
        gl_state_expect("register");
        for (int round = 0; round < 2; round++) {
            gl.BindBuffer(0, 0);
            OK(gpuGraphicsMapResources(1, &resource, NULL));
            assert_int_not_equal(gl.GetError(), 0);
            gl_state_expect("map");
            gl.BindBuffer(0, 0);
            OK(gpuGraphicsUnmapResources(1, &resource, NULL));
            assert_int_not_equal(gl.GetError(), 0);
            gl_state_expect("unmap");
        }
        OK(gpuGraphicsUnregisterResource(resource));
        gl_state_expect("unregister");
        gl.DeleteBuffers(4, buffers);
        assert_int_equal(gl.GetError(), 0);
    }
    unsetenv("GPUINTEROP_GL");
}

/* ---- states and errors ---------------------------------------------------------------------- */

TEST_CASE(names_are_checked)
{
    gpuGraphicsResource_t resource = NULL;
    gigl_name name;

    gl.GenBuffers(1, &name);
    BAD_VALUE(gpuGraphicsGLRegisterBuffer(NULL, name, 0), "resource");
    BAD_VALUE(gpuGraphicsGLRegisterBuffer(&resource, 0, 0), "buffer is 0");
    BAD_HANDLE(gpuGraphicsGLRegisterBuffer(&resource, 4711, 0));
    BAD_HANDLE(gpuGraphicsGLRegisterBuffer(&resource, name, 0));
    gl.BindBuffer(GIGL_ARRAY_BUFFER, name);
    EXPECT(gpuGraphicsGLRegisterBuffer(&resource, name, 0), gpuErrorOutOfMemory, "no storage");
    gl.BufferData(GIGL_ARRAY_BUFFER, SMALL, NULL, DYNAMIC_DRAW);
    BAD_VALUE(gpuGraphicsGLRegisterBuffer(&resource, name, 3), "flags is 0x3");
    BAD_VALUE(gpuGraphicsGLRegisterBuffer(&resource, name, 4), "flags is 0x4");
    assert_null(resource);
    gl.DeleteBuffers(1, &name);
    assert_int_equal(gl.GetError(), 0);
}

/* A count that is wrong makes nobody read behind the list. One resource more than there are is a
 * wrong one, or comes twice. */
TEST_CASE(long_lists_are_refused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    gpuGraphicsResource_t *list = (gpuGraphicsResource_t *)(void *)(pages + page) - 2;

    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    list[0] = registered(make_buffer(SMALL, wanted), 0);
    BAD_HANDLE(gpuGraphicsMapResources(1000000000, list, NULL));
    BAD_HANDLE(gpuGraphicsUnmapResources(1000000000, list, NULL));
    list[1] = list[0];
    EXPECT(gpuGraphicsMapResources(1000000000, list, NULL), gpuErrorAlreadyMapped, "twice");
    OK(gpuGraphicsUnregisterResource(list[0]));
    munmap(pages, 2 * page);
}

TEST_CASE(states_are_the_vendors)
{
    gigl_name name = make_buffer(SMALL, wanted);
    gpuGraphicsResource_t list[2], none = NULL;
    gpuArray_t array;
    void *pointer;
    size_t size;

    list[0] = registered(name, 0);
    list[1] = registered(name, 0);
    assert_true(list[0] != list[1]);
    EXPECT(gpuGraphicsUnmapResources(1, list, NULL), gpuErrorNotMapped, "not mapped");
    EXPECT(gpuGraphicsResourceGetMappedPointer(&pointer, &size, list[0]), gpuErrorNotMapped,
           "not mapped");
    EXPECT(gpuGraphicsMapResources(2, (gpuGraphicsResource_t[]){ list[0], list[0] }, NULL),
           gpuErrorAlreadyMapped, "twice");
    EXPECT(gpuGraphicsMapResources(2, (gpuGraphicsResource_t[]){ list[0], none }, NULL),
           gpuErrorInvalidHandle, "");
    EXPECT(gpuGraphicsMapResources(-1, list, NULL),
           API_IS_CUDA ? gpuErrorInvalidHandle : gpuErrorInvalidValue, "count is -1");
    EXPECT(gpuGraphicsResourceGetMappedPointer(&pointer, &size, list[0]), gpuErrorNotMapped, "");
    OK(gpuGraphicsMapResources(2, list, NULL));
    EXPECT(gpuGraphicsMapResources(1, list, NULL), gpuErrorAlreadyMapped, "is mapped");
    EXPECT(gpuGraphicsUnregisterResource(list[0]), gpuErrorAlreadyMapped, "is mapped");
    EXPECT(gpuGraphicsSubResourceGetMappedArray(&array, list[0], 0, 0), gpuErrorNotMappedAsArray,
           "no array");
    OK(gpuGraphicsResourceGetMappedPointer(&pointer, NULL, list[0]));
    EXPECT(gpuFree(pointer), gpuErrorInvalidValue, "graphics resource");
    OK(gpuGraphicsUnmapResources(2, list, NULL));
    OK(gpuMemset(pointer, 1, SMALL));            /* it stays valid */
    OK(gpuGraphicsUnregisterResource(list[0]));
    OK(gpuGraphicsUnregisterResource(list[1]));
    BAD_HANDLE(gpuGraphicsUnregisterResource(list[0]));
    gl.DeleteBuffers(1, &name);
}

TEST_CASE(contexts_decide)
{
    gigl_name name = make_buffer(SMALL, wanted);
    gpuGraphicsResource_t resource = registered(name, 0), other;
    int sharing = egl_another(1), alone = egl_another(0);

    assert_true(sharing > 0 && alone > 0);
    egl_make_current(-1);
    EXPECT(gpuGraphicsGLRegisterBuffer(&other, name, 0), NO_CONTEXT, "no context");
    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), NO_CONTEXT, "no context");
    egl_make_current(alone);
    make_buffer(16, wanted);
    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), NO_CONTEXT, "shares nothing");
    egl_make_current(sharing);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    OK(gpuMemset(pointer_of(resource, SMALL), 5, SMALL));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    memset(wanted, 5, SMALL);
    gl.Finish();
    egl_make_current(0);
    expect_buffer(name, wanted, SMALL);
    egl_end(sharing);
    egl_end(alone);
    egl_make_current(-1);
    OK(gpuGraphicsUnregisterResource(resource));
    egl_make_current(0);
    gl.DeleteBuffers(1, &name);
    assert_int_equal(gl.GetError(), 0);
}

/* llvmpipe and lavapipe have one UUID, so a device is named by it. Where they have not, none is. */
TEST_CASE(devices_are_named_by_uuid)
{
    gpuDeviceProp properties;
    int devices[2] = { -1, -1 };
    unsigned int count = 99;
    uint8_t uuid[16] = { 0 };
    gpuError_t answer;

    if (gl.GetUnsignedBytei_vEXT != NULL)
        gl.GetUnsignedBytei_vEXT(GIGL_DEVICE_UUID, 0, uuid);
    assert_int_equal(gl.GetError(), 0);
    OK(gpuGetDeviceProperties(&properties, 0));
    answer = gpuGLGetDevices(&count, devices, 2, GL_DEVICES_CURRENT);
    if (memcmp(properties.uuid.bytes, uuid, sizeof uuid) == 0) {
        OK(answer);
        assert_int_equal(count, 1);
        assert_int_equal(devices[0], 0);
        OK(gpuGLGetDevices(&count, devices, 1, GL_DEVICES_ALL));
    } else {
        assert_int_equal(answer, gpuErrorNoDevice);
        assert_int_equal(count, 99);
    }
    BAD_VALUE(gpuGLGetDevices(&count, devices, 2, 0), "list is 0");
    BAD_VALUE(gpuGLGetDevices(&count, devices, 2, 4), "list is 4");
    count = 99;
    egl_make_current(-1);
    EXPECT(gpuGLGetDevices(&count, devices, 2, GL_DEVICES_ALL), NO_CONTEXT, "no context");
    assert_int_equal(count, 99);
    egl_make_current(0);
#if API_IS_CUDA
    if (answer == gpuSuccess) {
        OK(cudaGLGetDevices(NULL, NULL, 0, cudaGLDeviceListNextFrame));
        OK(cudaGLGetDevices(&count, devices, 0, cudaGLDeviceListAll));
    }
#else
    BAD_VALUE(hipGLGetDevices(&count, devices, 0, hipGLDeviceListAll), "room is 0");
    BAD_VALUE(hipGLGetDevices(NULL, devices, 1, hipGLDeviceListAll), "device_count");
    EXPECT(hipGLGetDevices(&count, devices, 1, hipGLDeviceListNextFrame), hipErrorNotSupported, "");
#endif
}

/* A context that ends takes its buffers along; the resource can be ended all the same. */
TEST_CASE_LAST(contexts_end)
{
    gpuGraphicsResource_t resource;
    int alone = egl_another(0);

    assert_true(alone > 0);
    egl_make_current(alone);
    resource = registered(make_buffer(SMALL, wanted), 0);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    egl_make_current(0);
    egl_end(alone);
    EXPECT(gpuGraphicsUnmapResources(1, &resource, NULL), NO_CONTEXT, "shares nothing");
    OK(gpuMemset(pointer_of(resource, SMALL), 5, SMALL));
    OK(gpuDeviceReset());
    BAD_HANDLE(gpuGraphicsUnregisterResource(resource));
}

TEST_CASE(changed_buffers_are_left_out)
{
    gigl_name gone = make_buffer(SMALL, wanted), other = make_buffer(SMALL, wanted);
    gpuGraphicsResource_t list[2];
    void *mapped;

    list[0] = registered(gone, 0);
    list[1] = registered(other, 0);
    OK(gpuGraphicsMapResources(2, list, NULL));
    gl.DeleteBuffers(1, &gone);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, other);
    gl.BufferData(GIGL_ARRAY_BUFFER, 2 * SMALL, NULL, DYNAMIC_DRAW);
    OK(gpuGraphicsUnmapResources(2, list, NULL));
    OK(gpuGraphicsMapResources(2, list, NULL));
    pointer_of(list[1], SMALL);
    OK(gpuGraphicsUnmapResources(2, list, NULL));
    gl.BufferData(GIGL_ARRAY_BUFFER, SMALL, NULL, DYNAMIC_DRAW);
    mapped = MapBuffer(GIGL_ARRAY_BUFFER, WRITE_ONLY);
    assert_non_null(mapped);
    EXPECT(gpuGraphicsMapResources(1, &list[1], NULL), gpuErrorMapFailed, "mapped");
    assert_int_equal(UnmapBuffer(GIGL_ARRAY_BUFFER), 1);
    OK(gpuGraphicsMapResources(1, &list[1], NULL));
    OK(gpuGraphicsUnmapResources(1, &list[1], NULL));
    OK(gpuGraphicsUnregisterResource(list[0]));
    OK(gpuGraphicsUnregisterResource(list[1]));
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    gl.DeleteBuffers(1, &other);
    assert_int_equal(gl.GetError(), 0);
}

static int count_buffers(void)
{
    int count = 0;

    for (gigl_name name = 1; name < 20000; name++)
        count += gl.IsBuffer(name) != 0;
    return count;
}

/* Neither registrations nor maps leave fds or buffers of OpenGL behind. */
TEST_CASE(nothing_is_left)
{
    gigl_name name = make_buffer(SMALL, wanted);
    gpuGraphicsResource_t resource = registered(name, 0);
    int fds, buffers;

    OK(gpuGraphicsUnregisterResource(resource));
    fds = open_fds();
    buffers = count_buffers();
    for (int i = 0; i < 200; i++) {
        resource = registered(name, 0);
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        OK(gpuGraphicsUnregisterResource(resource));
    }
    assert_true(no_more_fds(fds));
    assert_int_equal(count_buffers(), buffers);
    gl.DeleteBuffers(1, &name);
    assert_int_equal(gl.GetError(), 0);
}

static const char *begin(void)
{
    const char *why = egl_begin();
    void *symbol;

    if (why != NULL)
        return why;
    symbol = egl_function("glMapBuffer");
    memcpy(&MapBuffer, &symbol, sizeof symbol);
    symbol = egl_function("glUnmapBuffer");
    memcpy(&UnmapBuffer, &symbol, sizeof symbol);
    printf("%s, %s\n", (const char *)gl.GetString(GIGL_RENDERER),
           (const char *)gl.GetString(GIGL_VERSION));
    return NULL;
}

int main(void)
{
    const char *why;
    int count;

    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice)
        why = "no device";
    else
        why = begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
