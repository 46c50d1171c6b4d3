/* The calls of CUDA 2 for buffers of OpenGL, by the runtime and the driver interface: a buffer is
 * named by OpenGL's number of it in each call. */
#include "../scenario/scenario.h"

#include <cuda.h>
#include <cudaGL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"

enum { SIZE = 70000, DYNAMIC_DRAW = 0x88E8 };

#define DRIVER(call, expected) assert_int_equal(call, expected)

/* For programs whose default stream is the thread's own. */
CUresult cuGLMapBufferObject_v2_ptds(CUdeviceptr *pointer, size_t *size, GLuint buffer);
CUresult cuGLMapBufferObjectAsync_v2_ptsz(CUdeviceptr *pointer, size_t *size, GLuint buffer,
                                          CUstream stream);
#undef cuGLCtxCreate
#undef cuGLGetDevices
#undef cuGLMapBufferObject
#undef cuGLMapBufferObjectAsync
CUresult cuGLCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuGLGetDevices(unsigned int *count, CUdevice *devices, unsigned int room,
                        CUGLDeviceList list);
CUresult cuGLMapBufferObject_v2(CUdeviceptr *pointer, size_t *size, GLuint buffer);
CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *pointer, size_t *size, GLuint buffer,
                                     CUstream stream);
CUresult cuGLMapBufferObject(uint32_t *pointer, unsigned int *size, GLuint buffer);
CUresult cuGLMapBufferObjectAsync(uint32_t *pointer, unsigned int *size, GLuint buffer,
                                  CUstream stream);

static uint8_t bytes[SIZE], wanted[SIZE];

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

static gigl_name make_buffer(unsigned int seed)
{
    gigl_name buffer;

    fill_pattern(wanted, SIZE, seed);
    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, SIZE, wanted, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static void expect_buffer(gigl_name buffer)
{
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.GetBufferSubData(GIGL_ARRAY_BUFFER, 0, SIZE, bytes);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    assert_memory_equal(bytes, wanted, SIZE);
    assert_int_equal(gl.GetError(), 0);
}

static void delete_buffer(gigl_name buffer)
{
    gl.DeleteBuffers(1, &buffer);
    assert_int_equal(gl.GetError(), 0);
}

/* The mapped bytes are OpenGL's; others are written there, in the stream's order. */
static void read_and_write(void *pointer, unsigned int seed, cudaStream_t stream)
{
    OK(cudaMemcpyAsync(bytes, pointer, SIZE, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    assert_memory_equal(bytes, wanted, SIZE);
    fill_pattern(wanted, SIZE, seed);
    OK(cudaMemcpyAsync(pointer, wanted, SIZE, cudaMemcpyHostToDevice, stream));
}

/* ---- the runtime ---------------------------------------------------------------------------- */

static void the_runtime_maps_by_number(void **state)
{
    gigl_name buffer = make_buffer(1);
    void *pointer, *first;
    cudaStream_t stream;

    (void)state;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaGLRegisterBufferObject(buffer));
    OK(cudaGLMapBufferObject(&first, buffer));
    read_and_write(first, 2, stream);
    OK(cudaGLUnmapBufferObject(buffer));         /* waits for that stream as well */
    expect_buffer(buffer);
    OK(cudaGLMapBufferObjectAsync(&pointer, buffer, stream));
    assert_ptr_equal(pointer, first);
    read_and_write(pointer, 3, stream);
    OK(cudaGLUnmapBufferObjectAsync(buffer, stream));
    expect_buffer(buffer);
    OK(cudaGLSetBufferObjectMapFlags(buffer, cudaGLMapFlagsReadOnly));
    OK(cudaGLMapBufferObject(&pointer, buffer));
    OK(cudaMemset(pointer, 9, SIZE));
    OK(cudaGLUnmapBufferObject(buffer));
    expect_buffer(buffer);
    OK(cudaGLUnregisterBufferObject(buffer));
    OK(cudaStreamDestroy(stream));
    delete_buffer(buffer);
}

static void the_runtimes_states(void **state)
{
    gigl_name buffer = make_buffer(1);
    cudaGraphicsResource_t resource;
    void *pointer = NULL;

    (void)state;
    EXPECT(cudaGLSetGLDevice(99), cudaErrorInvalidDevice, "99");
    EXPECT(cudaGLSetGLDevice(-1), cudaErrorInvalidDevice, "-1");
    EXPECT(cudaGLSetGLDevice(0), cudaErrorSetOnActiveProcess, "device 0 is in use");
    OK(cudaGraphicsGLRegisterBuffer(&resource, buffer, 0));      /* not by its number */
    BAD_VALUE(cudaGLMapBufferObject(&pointer, buffer), "not registered");
    BAD_VALUE(cudaGLMapBufferObjectAsync(&pointer, buffer, NULL), "not registered");
    BAD_VALUE(cudaGLUnmapBufferObject(buffer), "not registered");
    BAD_VALUE(cudaGLUnmapBufferObjectAsync(buffer, NULL), "not registered");
    BAD_VALUE(cudaGLSetBufferObjectMapFlags(buffer, 0), "not registered");
    BAD_VALUE(cudaGLUnregisterBufferObject(buffer), "not registered");
    BAD_HANDLE(cudaGLRegisterBufferObject(0));
    BAD_HANDLE(cudaGLRegisterBufferObject(4711));
    OK(cudaGLRegisterBufferObject(buffer));
    EXPECT(cudaGLRegisterBufferObject(buffer), cudaErrorAlreadyMapped, "registered by its number");
    EXPECT(cudaGLUnmapBufferObject(buffer), cudaErrorNotMapped, "not mapped");
    BAD_VALUE(cudaGLSetBufferObjectMapFlags(buffer, 3), "flags is 0x3");
    OK(cudaGLMapBufferObject(NULL, buffer));
    OK(cudaGLUnmapBufferObject(buffer));
    OK(cudaGLMapBufferObject(&pointer, buffer));
    EXPECT(cudaGLMapBufferObject(&pointer, buffer), cudaErrorAlreadyMapped, "is mapped");
    EXPECT(cudaGLSetBufferObjectMapFlags(buffer, 0), cudaErrorAlreadyMapped, "is mapped");
    BAD_VALUE(cudaGLSetBufferObjectMapFlags(buffer, 3), "flags is 0x3");
    EXPECT(cudaGLUnregisterBufferObject(buffer), cudaErrorAlreadyMapped, "is mapped");
    OK(cudaGLUnmapBufferObject(buffer));
    egl_make_current(-1);
    EXPECT(cudaGLMapBufferObject(&pointer, buffer), cudaErrorInvalidGraphicsContext, "no context");
    OK(cudaGLUnregisterBufferObject(buffer));
    EXPECT(cudaGLRegisterBufferObject(buffer), cudaErrorInvalidGraphicsContext, "no context");
    egl_make_current(0);
    OK(cudaGraphicsUnregisterResource(resource));
    delete_buffer(buffer);
}

/* ---- the driver interface ------------------------------------------------------------------- */

static void the_driver_maps_by_number(void **state)
{
    gigl_name buffer = make_buffer(1);
    CUdeviceptr pointer, first;
    CUstream stream;
    size_t size = 0;

    (void)state;
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    DRIVER(cuGLRegisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&first, &size, buffer), CUDA_SUCCESS);
    assert_int_equal(size, SIZE);
    read_and_write((void *)(uintptr_t)first, 2, (cudaStream_t)stream);
    DRIVER(cuGLUnmapBufferObject(buffer), CUDA_SUCCESS);
    expect_buffer(buffer);
    DRIVER(cuGLMapBufferObject_v2_ptds(&pointer, NULL, buffer), CUDA_SUCCESS);
    assert_true(pointer == first);
    read_and_write((void *)(uintptr_t)pointer, 3, cudaStreamPerThread);
    DRIVER(cuGLUnmapBufferObjectAsync(buffer, CU_STREAM_PER_THREAD), CUDA_SUCCESS);
    expect_buffer(buffer);
    DRIVER(cuGLMapBufferObjectAsync_v2(NULL, &size, buffer, stream), CUDA_SUCCESS);
    read_and_write((void *)(uintptr_t)first, 4, (cudaStream_t)stream);
    DRIVER(cuGLUnmapBufferObjectAsync(buffer, stream), CUDA_SUCCESS);
    expect_buffer(buffer);
    DRIVER(cuGLSetBufferObjectMapFlags(buffer, CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD),
           CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObjectAsync_v2_ptsz(&pointer, &size, buffer, NULL), CUDA_SUCCESS);
    DRIVER(cuMemsetD8(pointer, 9, SIZE), CUDA_SUCCESS);
    DRIVER(cuGLUnmapBufferObject(buffer), CUDA_SUCCESS);
    memset(wanted, 9, SIZE);
    expect_buffer(buffer);
    DRIVER(cuGLUnregisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuStreamDestroy(stream), CUDA_SUCCESS);
    delete_buffer(buffer);
}

static void the_drivers_states(void **state)
{
    gigl_name buffer = make_buffer(1);
    CUdeviceptr pointer = 77;
    uint32_t short_pointer;
    unsigned int short_size;
    size_t size = 77;

    (void)state;
    DRIVER(cuGLInit(), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&pointer, &size, buffer), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLUnmapBufferObject(buffer), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLRegisterBufferObject(0), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuGLRegisterBufferObject(4711), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuGLRegisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLUnmapBufferObjectAsync(buffer, NULL), CUDA_ERROR_NOT_MAPPED);
    DRIVER(cuGLMapBufferObjectAsync_v2(&pointer, &size, buffer, (CUstream)0x1234),
           CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuGLMapBufferObject(&short_pointer, &short_size, buffer), CUDA_ERROR_NOT_SUPPORTED);
    DRIVER(cuGLMapBufferObjectAsync(&short_pointer, &short_size, buffer, NULL),
           CUDA_ERROR_NOT_SUPPORTED);
    assert_true(pointer == 77 && size == 77);
    DRIVER(cuGLMapBufferObject_v2(NULL, NULL, buffer), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&pointer, &size, buffer), CUDA_ERROR_ALREADY_MAPPED);
    DRIVER(cuGLUnregisterBufferObject(buffer), CUDA_ERROR_ALREADY_MAPPED);
    DRIVER(cuGLUnmapBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLUnregisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLUnregisterBufferObject(buffer), CUDA_ERROR_INVALID_VALUE);
    delete_buffer(buffer);
}

/* A registration is of the context that is current; the end of a context ends it. */
static void numbers_are_of_a_context(void **state)
{
    gigl_name buffer = make_buffer(1);
    CUdeviceptr first, pointer;
    CUcontext context = NULL;
    unsigned int flags = 0;

    (void)state;
    DRIVER(cuGLRegisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&first, NULL, buffer), CUDA_SUCCESS);
    DRIVER(cuGLCtxCreate_v2(&context, CU_CTX_SCHED_YIELD, 0), CUDA_SUCCESS);
    DRIVER(cuCtxGetFlags(&flags), CUDA_SUCCESS);
    assert_int_equal(flags & CU_CTX_SCHED_MASK, CU_CTX_SCHED_YIELD);
    DRIVER(cuGLMapBufferObject_v2(&pointer, NULL, buffer), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLRegisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&pointer, NULL, buffer), CUDA_SUCCESS);
    assert_true(pointer != first);
    DRIVER(cuCtxDestroy(context), CUDA_SUCCESS);
    DRIVER(cuGLMapBufferObject_v2(&pointer, NULL, buffer), CUDA_ERROR_ALREADY_MAPPED);
    DRIVER(cuGLUnmapBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLUnregisterBufferObject(buffer), CUDA_SUCCESS);
    DRIVER(cuGLCtxCreate(&context, 0, 0), CUDA_SUCCESS);
    DRIVER(cuCtxDestroy(context), CUDA_SUCCESS);
    delete_buffer(buffer);
}

/* The driver interface names devices as the runtime does, without a context of its own. */
static void the_driver_names_devices(void **state)
{
    unsigned int count = 99, counted = 99;
    CUdevice devices[2] = { -1, -1 };
    CUcontext context;
    int same[2] = { -1, -1 };
    cudaError_t answer = cudaGLGetDevices(&count, same, 2, cudaGLDeviceListAll);

    (void)state;
    DRIVER(cuCtxGetCurrent(&context), CUDA_SUCCESS);
    DRIVER(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    DRIVER(cuGLGetDevices_v2(&counted, devices, 2, CU_GL_DEVICE_LIST_ALL), (CUresult)answer);
    assert_int_equal(counted, count);
    assert_memory_equal(devices, same, sizeof same);
    DRIVER(cuGLGetDevices(&counted, devices, 2, CU_GL_DEVICE_LIST_NEXT_FRAME), (CUresult)answer);
    DRIVER(cuGLGetDevices_v2(&counted, devices, 0, CU_GL_DEVICE_LIST_CURRENT_FRAME),
           (CUresult)answer);
    DRIVER(cuGLGetDevices_v2(NULL, devices, 2, CU_GL_DEVICE_LIST_ALL), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLGetDevices_v2(&counted, NULL, 2, CU_GL_DEVICE_LIST_ALL), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLInit(), CUDA_ERROR_INVALID_CONTEXT);
    DRIVER(cuGLGetDevices_v2(&counted, devices, 2, (CUGLDeviceList)0), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuGLGetDevices_v2(&counted, devices, 2, (CUGLDeviceList)4), CUDA_ERROR_INVALID_VALUE);
    egl_make_current(-1);
    DRIVER(cuGLGetDevices_v2(&counted, devices, 2, CU_GL_DEVICE_LIST_ALL),
           CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
    DRIVER(cuGLCtxCreate_v2(&context, 0, 0), CUDA_ERROR_INVALID_GRAPHICS_CONTEXT);
    egl_make_current(0);
    DRIVER(cuCtxSetCurrent(context), CUDA_SUCCESS);
}

static int by_the_host(void **state)
{
    (void)state;
    setenv("GPUINTEROP_GL", "host", 1);
    return 0;
}

/* A case writes to a buffer that is mapped for reading, which no copy brings back. */
static int by_a_copy(void **state)
{
    (void)state;
    setenv("GPUINTEROP_GL", "shadow", 1);
    return 0;
}

static int by_the_best_way(void **state)
{
    (void)state;
    unsetenv("GPUINTEROP_GL");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_runtime_maps_by_number, by_a_copy, by_the_best_way),
        cmocka_unit_test_setup_teardown(the_runtime_maps_by_number, by_the_host,
                                        by_the_best_way),
        cmocka_unit_test(the_runtimes_states),
        cmocka_unit_test(the_driver_maps_by_number),
        cmocka_unit_test_setup_teardown(the_driver_maps_by_number, by_the_host,
                                        by_the_best_way),
        cmocka_unit_test(the_drivers_states),
        cmocka_unit_test(numbers_are_of_a_context),
        cmocka_unit_test(the_driver_names_devices),
    };
    const char *why;
    int count;

    why = cudaGetDeviceCount(&count) == cudaErrorNoDevice ? "no device" : egl_begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    assert_int_equal(cudaGLSetGLDevice(0), cudaSuccess);         /* nothing has used it */
    OK(cudaFree(NULL));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
