/* GLUT without a window: as much of it as NVIDIA's samples use. It is preloaded in the place of
 * freeglut, with freeglut's soname. The window is a pbuffer of the first device of EGL that makes
 * OpenGL contexts. There are no keys, no mouse and no menus. Each round of the loop calls the
 * timers that were set, the idle function and the display function, so frames depend on no clock.
 * draw_picture.h writes the picture.
 *
 * Solid bodies are spheres. So pictures are compared with those that this GLUT has drawn, too. */
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw_picture.h"

#define EXPORT __attribute__((visibility("default")))
#define PI 3.14159265358979

enum { MOST_DEVICES = 16, MOST_TIMERS = 8, FRAME_MS = 16, SLICES = 32,
       WINDOW_WIDTH = 102, WINDOW_HEIGHT = 103, ELAPSED_TIME = 700 };

typedef void (*size_function)(int width, int height);
typedef void (*plain_function)(void);
typedef void (*timer_function)(int value);

static struct {
    EGLDisplay display;
    EGLConfig config;
    int width, height, rounds, timers;
    size_function reshape;
    plain_function show, idle;
    struct { timer_function call; int value; } timer[MOST_TIMERS];
} glut = { .width = 300, .height = 300 };

/* ---- EGL ------------------------------------------------------------------------------------ */

static int open_display(EGLDisplay display)
{
    static const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8,
        EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_NONE };
    EGLint count = 0;

    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        return 0;
    glut.display = display;
    return eglBindAPI(EGL_OPENGL_API) &&
           eglChooseConfig(display, wanted, &glut.config, 1, &count) && count == 1;
}

static int open_device(void)
{
    PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLGETPLATFORMDISPLAYEXTPROC get =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDeviceEXT devices[MOST_DEVICES];
    EGLint count = 0;

    if (query == NULL || get == NULL || !query(MOST_DEVICES, devices, &count))
        return 0;
    for (EGLint i = 0; i < count; i++)
        if (open_display(get(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL)))
            return 1;
    return 0;
}

static void give_up(const char *why)
{
    fprintf(stderr, "draw_glut: %s\n", why);
    exit(4);
}

EXPORT int glutCreateWindow(const char *title);
int glutCreateWindow(const char *title)
{
    const EGLint size[] = { EGL_WIDTH, glut.width, EGL_HEIGHT, glut.height, EGL_NONE };
    EGLSurface surface;
    EGLContext context;

    (void)title;
    if (!open_device())
        give_up("no device of EGL has OpenGL and pbuffers");
    surface = eglCreatePbufferSurface(glut.display, glut.config, size);
    if (surface == EGL_NO_SURFACE)
        give_up("EGL makes no pbuffer of this size");
    context = eglCreateContext(glut.display, glut.config, EGL_NO_CONTEXT, NULL);
    if (context == EGL_NO_CONTEXT || !eglMakeCurrent(glut.display, surface, surface, context))
        give_up("EGL makes no context with a pbuffer");
    printf("draw_glut: %s, OpenGL %s\n", (const char *)glGetString(GL_RENDERER),
           (const char *)glGetString(GL_VERSION));
    return 1;
}

/* ---- the loop ------------------------------------------------------------------------------- */

static void call_timers(void)
{
    int count = glut.timers;

    glut.timers = 0;             /* a timer may set the next one */
    for (int i = 0; i < count; i++)
        glut.timer[i].call(glut.timer[i].value);
}

EXPORT void glutMainLoop(void);
void glutMainLoop(void)
{
    if (glut.show == NULL)
        give_up("the program has no display function");
    if (glut.reshape != NULL)
        glut.reshape(glut.width, glut.height);
    else
        glViewport(0, 0, glut.width, glut.height);
    for (;; glut.rounds++) {
        call_timers();
        if (glut.idle != NULL)
            glut.idle();
        glut.show();
    }
}

EXPORT void glutTimerFunc(unsigned int ms, timer_function call, int value);
void glutTimerFunc(unsigned int ms, timer_function call, int value)
{
    (void)ms;
    if (glut.timers == MOST_TIMERS)
        give_up("too many timers");
    glut.timer[glut.timers].call = call;
    glut.timer[glut.timers++].value = value;
}

EXPORT void glutSwapBuffers(void);
void glutSwapBuffers(void)
{
    draw_count_frame();
    glFlush();
}

EXPORT int glutGet(unsigned int what);
int glutGet(unsigned int what)
{
    switch (what) {
    case WINDOW_WIDTH:  return glut.width;
    case WINDOW_HEIGHT: return glut.height;
    case ELAPSED_TIME:  return glut.rounds * FRAME_MS;
    }
    return 0;
}

EXPORT void glutInitWindowSize(int width, int height);
void glutInitWindowSize(int width, int height)
{
    glut.width = width;
    glut.height = height;
}

EXPORT void glutReshapeFunc(size_function call);
void glutReshapeFunc(size_function call)
{
    glut.reshape = call;
}

EXPORT void glutDisplayFunc(plain_function call);
void glutDisplayFunc(plain_function call)
{
    glut.show = call;
}

EXPORT void glutIdleFunc(plain_function call);
void glutIdleFunc(plain_function call)
{
    glut.idle = call;
}

/* ---- bodies --------------------------------------------------------------------------------- */

static void put(double radius, int row, int column)
{
    double up = PI * row / SLICES, round = 2 * PI * column / SLICES;
    double x = sin(up) * cos(round), y = sin(up) * sin(round), z = cos(up);

    glNormal3d(x, y, z);
    glTexCoord2d((double)column / SLICES, (double)row / SLICES);
    glVertex3d(radius * x, radius * y, radius * z);
}

static void draw_sphere(double radius)
{
    for (int row = 0; row < SLICES; row++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (int column = 0; column <= SLICES; column++) {
            put(radius, row, column);
            put(radius, row + 1, column);
        }
        glEnd();
    }
}

EXPORT void glutSolidSphere(double radius, int slices, int stacks);
void glutSolidSphere(double radius, int slices, int stacks)
{
    (void)slices;
    (void)stacks;
    draw_sphere(radius);
}

EXPORT void glutSolidTeapot(double size);
void glutSolidTeapot(double size)
{
    draw_sphere(size);
}

EXPORT void glutWireCube(double size);
void glutWireCube(double size)
{
    double half = size / 2;

    glBegin(GL_LINES);
    for (int axis = 0; axis < 3; axis++)
        for (int corner = 0; corner < 4; corner++)
            for (int end = 0; end < 2; end++) {
                double at[3];

                at[axis] = end != 0 ? half : -half;
                at[(axis + 1) % 3] = (corner & 1) != 0 ? half : -half;
                at[(axis + 2) % 3] = (corner & 2) != 0 ? half : -half;
                glVertex3dv(at);
            }
    glEnd();
}

/* ---- what does nothing here ----------------------------------------------------------------- */

#define NOTHING(name, arguments) \
    EXPORT void name arguments; \
    void name arguments \
    { \
    }
#define ZERO(name, arguments) \
    EXPORT int name arguments; \
    int name arguments \
    { \
        return 0; \
    }

/* A function that is declared by () takes any arguments. */
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
NOTHING(glutInit, ())
NOTHING(glutInitDisplayMode, ())
NOTHING(glutInitWindowPosition, ())
NOTHING(glutPostRedisplay, ())
NOTHING(glutReportErrors, ())
NOTHING(glutSetWindowTitle, ())
NOTHING(glutDestroyWindow, ())
NOTHING(glutFullScreen, ())
NOTHING(glutCloseFunc, ())
NOTHING(glutWMCloseFunc, ())
NOTHING(glutKeyboardFunc, ())
NOTHING(glutKeyboardUpFunc, ())
NOTHING(glutSpecialFunc, ())
NOTHING(glutMouseFunc, ())
NOTHING(glutMotionFunc, ())
NOTHING(glutAddMenuEntry, ())
NOTHING(glutAttachMenu, ())
NOTHING(glutDestroyMenu, ())
NOTHING(glutBitmapCharacter, ())
NOTHING(glutSetOption, ())
ZERO(glutCreateMenu, ())
ZERO(glutGetMenu, ())
ZERO(glutGetModifiers, ())

/* Fonts, which some programs name as variables. */
#define FONT(name) \
    EXPORT extern void *name; \
    void *name;
FONT(glutBitmap9By15)
FONT(glutBitmap8By13)
FONT(glutBitmapHelvetica10)
FONT(glutBitmapHelvetica12)
FONT(glutBitmapHelvetica18)
FONT(glutBitmapTimesRoman10)
FONT(glutBitmapTimesRoman24)
FONT(glutStrokeRoman)

EXPORT int glutGetWindow(void);
int glutGetWindow(void)
{
    return 1;
}
