/* A CUDA kernel writes the points of a wave into a buffer of OpenGL, and OpenGL draws them as a
 * line. There is no window: EGL makes the context (offscreen.c). Each column of each picture is
 * checked: it is drawn where the kernel has put the wave. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "offscreen.h"

enum { WIDTH = 320, HEIGHT = 200, FRAMES = 20, SKIPPED = 77 };

static uchar4 pixels[HEIGHT][WIDTH];

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/* The wave in OpenGL's units: -1 to 1 in both directions. A point for each column. */
__global__ void move(float2 *points, float time)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;

    if (x < WIDTH)
        points[x] = make_float2((x + 0.5f) * 2 / WIDTH - 1, 0.8f * sinf(0.05f * x + time));
}

/* The stream's work lies between map and unmap: OpenGL sees it, and waits for nothing itself. */
static void compute(cudaGraphicsResource_t resource, float time, cudaStream_t stream)
{
    float2 *points;
    size_t size;

    check(cudaGraphicsMapResources(1, &resource, stream), "mapping");
    check(cudaGraphicsResourceGetMappedPointer((void **)&points, &size, resource), "asking");
    move<<<(WIDTH + 63) / 64, 64, 0, stream>>>(points, time);
    check(cudaGetLastError(), "launching");
    check(cudaGraphicsUnmapResources(1, &resource, stream), "unmapping");
}

/* How many columns are not drawn, within two rows of the place. The line ends before its last
 * point. */
static int count_wrong(float time)
{
    int wrong = 0;

    for (int x = 0; x < WIDTH - 1; x++) {
        int row = (int)rintf((1 - 0.8f * sinf(0.05f * x + time)) / 2 * HEIGHT - 0.5f);

        wrong += !offscreen_is_green(pixels, x, row);
    }
    return wrong;
}

int main()
{
    const char *why = offscreen_begin(WIDTH, HEIGHT);
    cudaGraphicsResource_t resource;
    cudaStream_t stream;
    int wrong = 0;

    if (why != NULL) {
        std::printf("no OpenGL: %s\n", why);
        return SKIPPED;
    }
    GLuint buffer = offscreen_points(WIDTH);
    check(cudaStreamCreate(&stream), "making a stream");
    check(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
          "registering");
    for (int frame = 0; frame < FRAMES; frame++) {
        compute(resource, 0.1f * frame, stream);
        glClear(GL_COLOR_BUFFER_BIT);
        glColor3f(0, 1, 0);
        glDrawArrays(GL_LINE_STRIP, 0, WIDTH);
        offscreen_read(pixels);
        wrong += count_wrong(0.1f * frame);
    }
    check(cudaGraphicsUnregisterResource(resource), "unregistering");
    check(cudaStreamDestroy(stream), "destroying the stream");
    glDeleteBuffers(1, &buffer);
    offscreen_end();
    std::printf("%d columns, %d wrong\n", FRAMES * (WIDTH - 1), wrong);
    return wrong != 0;
}
