/* A program without OpenGL: no call loads a library of OpenGL, EGL or GLX, not even the calls for
 * OpenGL's objects, which are refused. NVIDIA's Vulkan driver loads that of EGL by itself. */
#include <stdio.h>
#include <string.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include "test_cases.h"
#include "../skip_case.h"

enum { SIZE = 4096, TEXTURE_2D = 0x0DE1 };

static void expect_no_library(const char *when)
{
    static const char *const names[] = { "/libEGL.so", "/libGL.so", "/libGLX.so", "/libOpenGL.so",
                                         "/libGLESv2.so" };
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];

    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (strstr(line, names[i]) != NULL)
                fail_msg("%s: %s", when, line);
    fclose(maps);
}

TEST_CASE(no_call_loads_opengl)
{
    char bytes[SIZE] = { 1 }, back[SIZE] = { 0 };
    cudaGraphicsResource_t resource;
    cudaStream_t stream;
    unsigned int count;
    int device;
    void *pointer;
    struct cudaDeviceProp properties;

    if (cudaGetDeviceCount(&device) == cudaErrorNoDevice)
        SKIP_CASE("no device");
    assert_int_equal(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    if (strstr(properties.name, "NVIDIA") != NULL)
        SKIP_CASE("the device's driver loads EGL");
    assert_int_equal(cudaMalloc(&pointer, SIZE), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(cudaMemcpyAsync(pointer, bytes, SIZE, cudaMemcpyHostToDevice, stream), 0);
    assert_int_equal(cudaMemcpyAsync(back, pointer, SIZE, cudaMemcpyDeviceToHost, stream), 0);
    assert_int_equal(cudaStreamSynchronize(stream), 0);
    assert_memory_equal(back, bytes, SIZE);
    expect_no_library("copies");
    assert_int_equal(cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll),
                     cudaErrorInvalidGraphicsContext);
    assert_int_equal(cudaGraphicsGLRegisterBuffer(&resource, 1, 0),
                     cudaErrorInvalidGraphicsContext);
    assert_int_equal(cudaGraphicsGLRegisterImage(&resource, 1, TEXTURE_2D, 0),
                     cudaErrorInvalidGraphicsContext);
    expect_no_library("calls for OpenGL");
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    assert_int_equal(cudaFree(pointer), cudaSuccess);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    expect_no_library("a reset");
}
