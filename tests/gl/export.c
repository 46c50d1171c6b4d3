/* Buffers of the machine's OpenGL whose own storage streams use, by either interface. Mesa 25
 * exports them by /dev/udmabuf, which this program emulates (udmabuf.c). Skipped where OpenGL
 * exports none. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"
#include "test_cases.h"

enum { SMALL = 4096, LARGE = (4 << 20) + 1, DYNAMIC_DRAW = 0x88E8, EGL_WORDS = 0x3055,
       PERSISTENT = 0xC3 /* read, write, persistent, coherent */ };

static uint8_t bytes[LARGE], wanted[LARGE];

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

static void give(gigl_name buffer, size_t size, int value)
{
    memset(wanted, value, size);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)size, wanted, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
}

static gigl_name make_buffer(size_t size, int value)
{
    gigl_name buffer;

    gl.GenBuffers(1, &buffer);
    give(buffer, size, value);
    return buffer;
}

static bool has(gigl_name buffer, size_t size, int value)
{
    memset(wanted, value, size);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, (ptrdiff_t)size, bytes);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return memcmp(bytes, wanted, size) == 0;
}

/* ---- a program's side of streams ------------------------------------------------------------ */

static gpuGraphicsResource_t registered(gigl_name buffer)
{
    gpuGraphicsResource_t resource;

    OK(gpuGraphicsGLRegisterBuffer(&resource, buffer, 0));
    return resource;
}

static void *mapped(gpuGraphicsResource_t *resource, size_t expected)
{
    void *pointer;
    size_t size;

    OK(gpuGraphicsMapResources(1, resource, NULL));
    OK(gpuGraphicsResourceGetMappedPointer(&pointer, &size, *resource));
    assert_int_equal(size, expected);
    return pointer;
}

static void expect_at(const void *pointer, size_t size, int value)
{
    memset(wanted, value, size);
    OK(gpuMemcpy(bytes, pointer, size, gpuMemcpyDeviceToHost));
    assert_memory_equal(bytes, wanted, size);
}

static void end(gpuGraphicsResource_t resource, gigl_name buffer)
{
    OK(gpuGraphicsUnregisterResource(resource));
    gl.DeleteBuffers(1, &buffer);
    assert_int_equal(gl.GetError(), 0);
}

/* ---- cases ---------------------------------------------------------------------------------- */

/* OpenGL sees what a stream wrote while the buffer is mapped, and the stream what OpenGL wrote:
 * there is one storage. */
TEST_CASE(storage_is_one)
{
    static const size_t sizes[] = { 1, 100, SMALL, SMALL + 1, 65536, LARGE };

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        gigl_name buffer = make_buffer(sizes[i], 1);
        gpuGraphicsResource_t resource = registered(buffer);
        uint8_t *pointer = mapped(&resource, sizes[i]);

        expect_at(pointer, sizes[i], 1);
        OK(gpuMemset(pointer, 2, sizes[i]));
        OK(gpuDeviceSynchronize());
        assert_true(has(buffer, sizes[i], 2));
        memset(wanted, 3, sizes[i]);
        gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
        gl.BufferSubData(GIGL_ARRAY_BUFFER, 0, (ptrdiff_t)sizes[i], wanted);
        gl.Finish();
        expect_at(pointer, sizes[i], 3);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        assert_ptr_equal(mapped(&resource, sizes[i]), pointer);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        end(resource, buffer);
    }
}

/* glBufferData gives new storage of the same size, as programs do to orphan the old one. */
TEST_CASE(new_storage_is_noticed)
{
    gigl_name buffer = make_buffer(SMALL, 1);
    gpuGraphicsResource_t resource = registered(buffer);
    void *pointer = mapped(&resource, SMALL);

    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    for (int round = 0; round < 4; round++) {
        gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
        gl.BufferData(GIGL_ARRAY_BUFFER, SMALL, NULL, (gigl_enum)(DYNAMIC_DRAW - round % 2 * 4));
        give(buffer, SMALL, 10 + round);
        assert_ptr_equal(mapped(&resource, SMALL), pointer);
        expect_at(pointer, SMALL, 10 + round);
        OK(gpuMemset(pointer, 20 + round, SMALL));
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        assert_true(has(buffer, SMALL, 20 + round));
    }
    end(resource, buffer);
}

/* A buffer that OpenGL deletes or resizes leaves its storage to the registration. */
TEST_CASE(storage_outlives_the_buffer)
{
    gigl_name gone = make_buffer(SMALL, 1), resized = make_buffer(SMALL, 2);
    gpuGraphicsResource_t first = registered(gone), second = registered(resized);

    gl.DeleteBuffers(1, &gone);
    give(resized, SMALL / 2, 3);
    gl.Finish();
    expect_at(mapped(&first, SMALL), SMALL, 1);
    expect_at(mapped(&second, SMALL), SMALL, 2);
    OK(gpuGraphicsUnmapResources(1, &first, NULL));
    OK(gpuGraphicsUnmapResources(1, &second, NULL));
    assert_true(has(resized, SMALL / 2, 3));
    OK(gpuGraphicsUnregisterResource(first));
    end(second, resized);
}

/* A pointer of the program to the storage stays right, also where it comes behind the registration,
 * and where the storage is new. */
TEST_CASE(pointers_stay)
{
    void *(*map_range)(gigl_enum target, ptrdiff_t offset, ptrdiff_t size, unsigned int flags);
    void (*storage)(gigl_enum target, ptrdiff_t size, const void *from, unsigned int flags);
    void *symbol = egl_function("glMapBufferRange");

    memcpy(&map_range, &symbol, sizeof symbol);
    symbol = egl_function("glBufferStorage");
    memcpy(&storage, &symbol, sizeof symbol);
    for (int is_new = 0; is_new < 2; is_new++) {
        gigl_name buffer = make_buffer(SMALL, 1);
        gpuGraphicsResource_t resource = registered(buffer);
        uint8_t *own, *pointer;

        if (!is_new)
            OK(gpuGraphicsUnregisterResource(resource));
        gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
        storage(GIGL_ARRAY_BUFFER, SMALL, wanted, PERSISTENT);
        if (!is_new)
            resource = registered(buffer);
        own = map_range(GIGL_ARRAY_BUFFER, 0, SMALL, PERSISTENT);
        assert_non_null(own);
        memset(own, 5, SMALL);
        pointer = mapped(&resource, SMALL);
        expect_at(pointer, SMALL, 5);
        OK(gpuMemset(pointer, 6, SMALL));
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        assert_true(has(buffer, SMALL, 6));
        memset(wanted, 6, SMALL);
        assert_memory_equal(own, wanted, SMALL);
        own[0] = 9;
        expect_at(mapped(&resource, SMALL), 1, 9);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        end(resource, buffer);
    }
}

TEST_CASE(nothing_is_left)
{
    gigl_name buffer = make_buffer(SMALL, 1);
    gpuGraphicsResource_t resource = registered(buffer);
    int fds;

    OK(gpuGraphicsUnregisterResource(resource));
    fds = open_fds();
    for (int i = 0; i < 200; i++) {
        resource = registered(buffer);
        mapped(&resource, SMALL);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        OK(gpuGraphicsUnregisterResource(resource));
    }
    assert_true(no_more_fds(fds));
    gl.DeleteBuffers(1, &buffer);
    assert_int_equal(gl.GetError(), 0);
}

/* ---- where it runs -------------------------------------------------------------------------- */

/* Why buffers are not exported; NULL: they have to be. */
static const char *why_not(void)
{
    void *(*display)(void);
    const char *(*query)(void *display, int what);
    const char *words;
    unsigned int count;
    int device;
    void *symbol = egl_function("eglGetCurrentDisplay");

    memcpy(&display, &symbol, sizeof symbol);
    symbol = egl_function("eglQueryString");
    memcpy(&query, &symbol, sizeof symbol);
    words = query(display(), EGL_WORDS);
    if (words == NULL || strstr(words, "EGL_MESA_gl_interop") == NULL)
        return "EGL has no EGL_MESA_gl_interop, which Mesa 25 has";
    if (gpuGLGetDevices(&count, &device, 1, GL_DEVICES_ALL) != gpuSuccess || device != 0)
        return "OpenGL is on another device than the first";
    return NULL;
}

int main(void)
{
    const char *why;
    int count;

    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice)
        why = "no device";
    else
        why = egl_begin();
    if (why == NULL)
        why = why_not();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
