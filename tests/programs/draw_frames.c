/* Preloaded under a program that draws with GLUT: after some frames it writes what the window shows
 * to a file, and ends the program (draw_picture.h). */
#include <dlfcn.h>
#include <string.h>

#include "draw_picture.h"

__attribute__((visibility("default"))) void glutSwapBuffers(void);
void glutSwapBuffers(void)
{
    void (*swap)(void);
    void *symbol = dlsym(RTLD_NEXT, "glutSwapBuffers");

    draw_count_frame();
    memcpy(&swap, &symbol, sizeof swap);
    swap();
}
