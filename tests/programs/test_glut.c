/* A program of GLUT draws by draw_glut.c, and its picture is that of the frame that was asked for.
 * Skipped where EGL has no device with OpenGL and pbuffers. */
#include <GL/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 48, HEIGHT = 32, FRAMES = 3, NO_EGL = 4, SKIPPED = 77, WINDOW_WIDTH = 102 };

void glutInit(int *count, char **words);
void glutInitWindowSize(int width, int height);
int glutCreateWindow(const char *title);
void glutReshapeFunc(void (*call)(int width, int height));
void glutDisplayFunc(void (*call)(void));
void glutIdleFunc(void (*call)(void));
void glutTimerFunc(unsigned int ms, void (*call)(int value), int value);
void glutKeyboardFunc(void (*call)(unsigned char key, int x, int y));
int glutGet(unsigned int what);
void glutWireCube(double size);
void glutSolidSphere(double radius, int slices, int stacks);
void glutSwapBuffers(void);
void glutMainLoop(void);

static int frame, idles, timers;

static void reshape(int width, int height)
{
    glViewport(0, 0, width, height);
}

static void idle(void)
{
    idles++;
}

static void tick(int value)
{
    timers += value;
    glutTimerFunc(10, tick, value);
}

/* The upper half of the window is as red as the count of frames says; the lower half tells the
 * calls of the timer and of the idle function. */
static void show(void)
{
    frame++;
    glClearColor(0, (float)timers / 255, (float)idles / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor3ub((unsigned char)(frame * 40), 0, 0);
    glRectf(-1, 0, 1, 1);
    glutSwapBuffers();
}

static void draw(const char *path)
{
    setenv("DRAW_FRAMES", "3", 1);
    setenv("DRAW_PICTURE", path, 1);
    glutInit(NULL, NULL);
    glutInitWindowSize(WIDTH, HEIGHT);
    glutCreateWindow("test");
    glutKeyboardFunc(NULL);
    glutReshapeFunc(reshape);
    glutDisplayFunc(show);
    glutIdleFunc(idle);
    glutTimerFunc(10, tick, 20);
    glutWireCube(1);
    glutSolidSphere(1, 8, 8);
    if (glutGet(WINDOW_WIDTH) == WIDTH && glGetError() == GL_NO_ERROR)
        glutMainLoop();
    _exit(1);
}

/* 0, or 1 and a sentence */
static int check(const char *path)
{
    static unsigned char pixels[HEIGHT][WIDTH][3];
    const unsigned char upper[3] = { FRAMES * 40, 0, 0 }, lower[3] = { 0, FRAMES * 20, FRAMES };
    FILE *file = fopen(path, "rb");
    char head[32];
    size_t count = (size_t)snprintf(head, sizeof head, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
    char found[32] = "";

    if (file == NULL || fread(found, 1, count, file) != count || memcmp(head, found, count) != 0 ||
        fread(pixels, sizeof pixels, 1, file) != 1 || fgetc(file) != EOF) {
        printf("no picture of %d x %d in %s\n", WIDTH, HEIGHT, path);
        return 1;
    }
    fclose(file);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (memcmp(pixels[y][x], y < HEIGHT / 2 ? upper : lower, 3) != 0) {
                printf("wrong at %d, %d: %d %d %d\n", x, y, pixels[y][x][0], pixels[y][x][1],
                       pixels[y][x][2]);
                return 1;
            }
    return 0;
}

int main(void)
{
    char path[] = "/tmp/draw_glut_XXXXXX";
    int fd = mkstemp(path), status = 0, wrong;
    pid_t child;

    if (fd < 0)
        return 1;
    close(fd);
    child = fork();
    if (child == 0)
        draw(path);
    waitpid(child, &status, 0);
    wrong = status == 0 ? check(path) : 1;
    unlink(path);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_EGL)
        return SKIPPED;
    if (status != 0)
        printf("the program ended with status 0x%x\n", (unsigned int)status);
    return wrong;
}
