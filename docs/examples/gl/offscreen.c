#include "offscreen.h"

#define GL_GLEXT_PROTOTYPES
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <stddef.h>

static EGLDisplay display;
static int columns, rows;

/* Mesa has a display without any device or window. NVIDIA's EGL has one for each device. */
static EGLDisplay open_display(void)
{
    PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDisplay found = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY,
                                             NULL);
    EGLDeviceEXT device;
    EGLint count = 0;

    if (found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL))
        return found;
    if (query == NULL || !query(1, &device, &count) || count < 1)
        return EGL_NO_DISPLAY;
    found = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    return found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL) ? found : EGL_NO_DISPLAY;
}

const char *offscreen_begin(int width, int height)
{
    static const EGLint wanted[] = { EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                     EGL_NONE };
    GLuint frame, colours;
    EGLContext context;
    EGLConfig config;
    EGLint count = 0;

    display = open_display();
    if (display == EGL_NO_DISPLAY)
        return "EGL opens no display without a window";
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wanted, &config, 1, &count) ||
        count < 1)
        return "EGL has no OpenGL";
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return "EGL makes no context";
    columns = width;
    rows = height;
    glGenRenderbuffers(1, &colours);
    glBindRenderbuffer(GL_RENDERBUFFER, colours);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours);
    glViewport(0, 0, width, height);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
               ? NULL : "OpenGL draws on no picture";
}

unsigned int offscreen_points(int count)
{
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, count * 2 * (GLsizeiptr)sizeof(float), NULL, GL_DYNAMIC_DRAW);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, NULL);
    return buffer;
}

int offscreen_is_green(const void *pixels, int column, int row)
{
    const unsigned char *bytes = pixels;
    int is_green = 0;

    for (int near = row - 2; near <= row + 2; near++)
        is_green |= near >= 0 && near < rows && bytes[(near * columns + column) * 4 + 1] == 255;
    return is_green;
}

/* OpenGL's rows begin at the bottom. */
void offscreen_read(void *pixels)
{
    for (int row = 0; row < rows; row++)
        glReadPixels(0, rows - 1 - row, columns, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     (char *)pixels + (size_t)row * (size_t)columns * 4);
}

void offscreen_end(void)
{
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(display);
}
