/* The fifth stage of the demo: a CUDA program that draws with OpenGL, without a window. For each
 * picture a kernel writes the points of waves into a buffer of OpenGL, which draws them as lines.
 * The last picture goes to the renderer.
 *
 * usage: demo-gl SOCKET [FRAME]    with FRAME it dies there: what do the others do then? */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include "cuda_start.h"
#include "gl/offscreen.h"
#include "label.h"
#include "pass_fds.h"
#include "scene.h"
#include "stage.h"
}

const char stage_name[] = "gl stage";

enum { LINES = 9, POINTS = DRAWN_WIDTH, ALL = LINES * POINTS };

/** The points of the waves in OpenGL's units. Line 0 is the farthest. */
__global__ void move(float2 *points, float time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= ALL)
        return;
    int line = i / POINTS;
    float x = (i % POINTS + 0.5f) * 2 / POINTS - 1, far = 1 - line / (LINES - 1.0f);
    float height = sinf(5 * x + 3 * far + time) + 0.5f * sinf(9 * x - 4 * far - 2 * time);

    points[i] = make_float2(x, 1.3f * far - 0.8f + 0.08f * height * (1 - 0.6f * far));
}

static void compute(cudaGraphicsResource_t resource, float time)
{
    float2 *points;
    size_t size;

    check(cudaGraphicsMapResources(1, &resource, 0), "mapping the buffer");
    check(cudaGraphicsResourceGetMappedPointer((void **)&points, &size, resource),
          "asking for the pointer");
    move<<<(ALL + 63) / 64, 64>>>(points, time);
    check(cudaGetLastError(), "launching a kernel");
    check(cudaGraphicsUnmapResources(1, &resource, 0), "unmapping the buffer");
}

static void draw()
{
    glClearColor(0.05f, 0.07f, 0.12f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (int line = 0; line < LINES; line++) {
        glColor3ub(40, (GLubyte)(90 + 18 * line), 200);
        glDrawArrays(GL_LINE_STRIP, line * POINTS, POINTS);
    }
}

/** Draws all pictures, and leaves the last one. */
static void run(uint32_t frames, uint32_t die_at)
{
    cudaGraphicsResource_t resource;
    GLuint buffer = offscreen_points(ALL);

    check(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsWriteDiscard),
          "registering a buffer");
    for (uint32_t frame = 1; frame <= frames; frame++) {
        if (frame == die_at)
            raise(SIGKILL);
        compute(resource, 0.1f * frame);
        draw();
    }
    check(cudaGraphicsUnregisterResource(resource), "unregistering the buffer");
    glDeleteBuffers(1, &buffer);
}

int main(int argc, char **argv)
{
    static uint32_t pixels[DRAWN_HEIGHT * DRAWN_WIDTH];
    struct picture picture = { pixels, DRAWN_WIDTH, DRAWN_HEIGHT };
    int socket = argc > 1 ? atoi(argv[1]) : -1;
    uint32_t die_at = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    struct share share;
    const char *why;

    need(pass_fds_receive(socket, &share, sizeof share, NULL, 0, PATIENCE_MS),
         "receiving from the renderer");
    why = offscreen_begin(DRAWN_WIDTH, DRAWN_HEIGHT);
    if (why != NULL) {
        if (die_at > 0)
            raise(SIGKILL);
        printf("  %-16s skipped: %s\n", stage_name, why);
        need(pass_fds_send(socket, "no", 2, NULL, 0), "telling the renderer");
        return 0;
    }
    choose_device(share.uuid);
    run(share.frames, die_at);
    offscreen_read(pixels);
    printf("  %-16s %u pictures without a window by %s:\n"
           "  %-16s %d lines of %d points each, which a kernel wrote into its buffer\n", "",
           share.frames, (const char *)glGetString(GL_RENDERER), "", LINES, POINTS);
    label_write(&picture, 6, 3, 1, 0xffd8e0c0u, "GL DRAWS CUDAS POINTS");
    need(pass_fds_send(socket, "gl", 2, NULL, 0), "telling the renderer");
    need(pass_fds_send(socket, pixels, sizeof pixels, NULL, 0), "sending the picture");
    offscreen_end();
    return 0;
}
