/** A context of OpenGL without a window, by EGL, and a picture that it draws on. The programs of
 *  this folder and a stage of the demo use it; none of it is about CUDA or HIP. */
#ifndef EXAMPLES_OFFSCREEN_H
#define EXAMPLES_OFFSCREEN_H

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a context current, and a picture of RGBA pixels, to which all drawing goes.
 *  Returns NULL, or why there is none: for example, no driver of EGL is installed. */
const char *offscreen_begin(int width, int height);

/** Makes a buffer for points of two floats each, which the next glDrawArrays draws. Returns its
 *  name. */
unsigned int offscreen_points(int count);

/** Whether a read picture is green in that column, within two rows of that row. */
int offscreen_is_green(const void *pixels, int column, int row);

/** Reads the picture, rows from the top. The buffer has room for 4 bytes a pixel. */
void offscreen_read(void *pixels);

/** Ends the context. */
void offscreen_end(void);

#ifdef __cplusplus
}
#endif

#endif
