/* Ends of contexts of CUDA, of forked children and of processes, with resources of OpenGL in every
 * state. And a resource of one interface, which the other uses. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>
#include <cudaGL.h>
#include <cuda_gl_interop.h>
#include <hip/hip_gl_interop.h>
#include <hip/hip_runtime_api.h>

#include "egl_context.h"
#include "test_cases.h"

enum { SIZE = 70000, RGBA8 = 0x8058, RGBA = 0x1908, UNSIGNED_BYTE = 0x1401, SIDE = 16,
       NAMES = 64 };

#define OK(call) assert_int_equal(call, 0)
#define DRIVER(call, expected) assert_int_equal(call, expected)

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

static gigl_name make_buffer(int value)
{
    static unsigned char bytes[SIZE];
    gigl_name buffer;

    memset(bytes, value, SIZE);
    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, SIZE, bytes, GIGL_STATIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static void expect_buffer(gigl_name buffer, int value)
{
    static unsigned char bytes[SIZE];

    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, SIZE, bytes);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    assert_int_equal(bytes[0], value);
    assert_int_equal(bytes[SIZE - 1], value);
    assert_int_equal(gl.GetError(), 0);
}

static gigl_name make_texture(void)
{
    gigl_name texture;

    gl.GenTextures(1, &texture);
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.TexImage2D(GIGL_TEXTURE_2D, 0, RGBA8, SIDE, SIDE, 0, RGBA, UNSIGNED_BYTE, NULL);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    return texture;
}

static int count_objects(void)
{
    int count = 0;

    for (gigl_name name = 1; name < NAMES; name++)
        count += gl.IsBuffer(name) + gl.IsTexture(name);
    return count;
}

/* ---- contexts of CUDA ----------------------------------------------------------------------- */

/* The end of a context ends its resources, mapped or not. What streams wrote does not reach OpenGL,
 * pointers and arrays are gone, and OpenGL's part ends with a later call. */
TEST_CASE(a_context_ends_its_resources)
{
    gigl_name buffers[2] = { make_buffer(1), make_buffer(2) }, texture = make_texture();
    CUgraphicsResource idle, mapped[2];
    int objects = count_objects();
    CUdeviceptr pointer;
    CUcontext context;
    CUarray array;
    size_t size;

    DRIVER(cuGLCtxCreate(&context, 0, 0), CUDA_SUCCESS);
    DRIVER(cuGraphicsGLRegisterBuffer(&idle, buffers[0], 0), CUDA_SUCCESS);
    DRIVER(cuGraphicsGLRegisterBuffer(&mapped[0], buffers[1], 0), CUDA_SUCCESS);
    DRIVER(cuGraphicsGLRegisterImage(&mapped[1], texture, GIGL_TEXTURE_2D, 0), CUDA_SUCCESS);
    DRIVER(cuGraphicsMapResources(2, mapped, NULL), CUDA_SUCCESS);
    DRIVER(cuGraphicsResourceGetMappedPointer(&pointer, &size, mapped[0]), CUDA_SUCCESS);
    DRIVER(cuGraphicsSubResourceGetMappedArray(&array, mapped[1], 0, 0), CUDA_SUCCESS);
    DRIVER(cuMemsetD8Async(pointer, 9, size, NULL), CUDA_SUCCESS);
    DRIVER(cuCtxDestroy(context), CUDA_SUCCESS);
    OK(cudaFree(NULL));
    DRIVER(cuGraphicsUnmapResources(2, mapped, NULL), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuGraphicsUnregisterResource(idle), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuMemsetD8(pointer, 9, size), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuGraphicsGLRegisterBuffer(&idle, buffers[0], 0), CUDA_SUCCESS);
    DRIVER(cuGraphicsUnregisterResource(idle), CUDA_SUCCESS);
    assert_int_equal(count_objects(), objects);
    gl.DeleteBuffers(2, buffers);
    gl.DeleteTextures(1, &texture);
    assert_int_equal(gl.GetError(), 0);
}

/* ---- interfaces ----------------------------------------------------------------------------- */

static hipGraphicsResource_t as_hip(cudaGraphicsResource_t resource)
{
    return (hipGraphicsResource_t)(void *)resource;
}

/* A resource is one of the library, as all handles are. A handle of another kind is none. */
TEST_CASE(a_resource_of_one_serves_the_other)
{
    gigl_name buffer = make_buffer(1);
    cudaGraphicsResource_t resource, no_resource;
    hipGraphicsResource_t list;
    cudaStream_t stream;
    size_t size;
    void *pointer;

    OK(cudaGraphicsGLRegisterBuffer(&resource, buffer, 0));
    list = as_hip(resource);
    OK(hipGraphicsMapResources(1, &list, NULL));
    OK(hipGraphicsResourceGetMappedPointer(&pointer, &size, list));
    OK(hipMemset(pointer, 7, size));
    OK(cudaGraphicsUnmapResources(1, &resource, NULL));
    expect_buffer(buffer, 7);
    OK(hipGraphicsUnregisterResource(list));
    assert_int_equal(cudaGraphicsUnregisterResource(resource), cudaErrorInvalidResourceHandle);
    OK(cudaStreamCreate(&stream));
    no_resource = (cudaGraphicsResource_t)(void *)stream;
    assert_int_equal(cudaGraphicsMapResources(1, &no_resource, NULL),
                     cudaErrorInvalidResourceHandle);
    assert_int_equal(hipGraphicsUnregisterResource(as_hip(no_resource)), hipErrorInvalidHandle);
    OK(cudaStreamDestroy(stream));
    gl.DeleteBuffers(1, &buffer);
}

/* ---- processes ------------------------------------------------------------------------------ */

static void expect_child(pid_t child, const char *what)
{
    int status;

    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("%s: the child ended with 0x%x", what, (unsigned int)status);
}

/* The child's calls are refused before OpenGL is asked. */
static int use_in_child(cudaGraphicsResource_t mapped, cudaGraphicsResource_t idle, gigl_name name)
{
    const cudaError_t refused = cudaErrorInitializationError;
    cudaGraphicsResource_t another;
    void *pointer;
    size_t size;

    return cudaGraphicsUnmapResources(1, &mapped, NULL) != refused ||
           cudaGraphicsResourceGetMappedPointer(&pointer, &size, mapped) != refused ||
           cudaGraphicsMapResources(1, &idle, NULL) != refused ||
           cudaGraphicsUnregisterResource(idle) != refused ||
           cudaGraphicsGLRegisterBuffer(&another, name, 0) != refused;
}

TEST_CASE(a_forked_child_is_refused)
{
    gigl_name buffers[2] = { make_buffer(1), make_buffer(2) };
    cudaGraphicsResource_t mapped, idle;
    void *pointer;
    size_t size;
    pid_t child;

    OK(cudaGraphicsGLRegisterBuffer(&mapped, buffers[0], 0));
    OK(cudaGraphicsGLRegisterBuffer(&idle, buffers[1], 0));
    OK(cudaGraphicsMapResources(1, &mapped, NULL));
    OK(cudaGraphicsResourceGetMappedPointer(&pointer, &size, mapped));
    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(use_in_child(mapped, idle, buffers[0]));
    expect_child(child, "fork");
    OK(cudaMemset(pointer, 5, size));
    OK(cudaGraphicsUnmapResources(1, &mapped, NULL));
    expect_buffer(buffers[0], 5);
    OK(cudaGraphicsUnregisterResource(mapped));
    OK(cudaGraphicsUnregisterResource(idle));
    gl.DeleteBuffers(2, buffers);
}

static cudaGraphicsResource_t of_process;

static void end_late(void)
{
    (void)!cudaGraphicsUnmapResources(1, &of_process, NULL);
    (void)!cudaGraphicsUnregisterResource(of_process);
}

static const char *const exits[] = { "mapped", "idle", "display", "context", "handler", "reset" };

/* A process that exits in that state. */
static int exit_with(const char *state)
{
    bool is_handled = strcmp(state, "handler") == 0;
    gigl_name buffer;
    void *pointer;
    size_t size;

    if (egl_begin() != NULL || (is_handled && atexit(end_late) != 0))
        return 2;
    buffer = make_buffer(1);
    if (cudaGraphicsGLRegisterBuffer(&of_process, buffer, 0) != cudaSuccess)
        return 3;
    if (strcmp(state, "idle") == 0)
        return 0;
    if (cudaGraphicsMapResources(1, &of_process, NULL) != cudaSuccess ||
        cudaGraphicsResourceGetMappedPointer(&pointer, &size, of_process) != cudaSuccess ||
        cudaMemsetAsync(pointer, 1, size, NULL) != cudaSuccess)
        return 4;
    if (strcmp(state, "display") == 0)
        egl_close();
    if (strcmp(state, "context") == 0)
        egl_make_current(-1);
    if (strcmp(state, "reset") == 0 && cudaDeviceReset() != cudaSuccess)
        return 5;
    return 0;
}

TEST_CASE(processes_exit)
{
    for (size_t i = 0; i < sizeof exits / sizeof exits[0]; i++) {
        pid_t child;

        fflush(stdout);
        child = fork();
        if (child == 0) {
            execl("/proc/self/exe", "gl_ends", exits[i], (char *)NULL);
            _exit(1);
        }
        expect_child(child, exits[i]);
    }
}

int main(int argc, char **argv)
{
    const char *why;
    int count;

    if (argc > 1)
        return exit_with(argv[1]);
    why = cudaGetDeviceCount(&count) == cudaErrorNoDevice ? "no device" : egl_begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
