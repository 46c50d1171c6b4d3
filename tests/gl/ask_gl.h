/** The sections of ask_gl, and their answers.
 *  Threads: one. */
#ifndef TESTS_GL_ASK_GL_H
#define TESTS_GL_ASK_GL_H

#include "../scenario/names.h"
#include "gl/gl.h"

#ifdef ASK_DRIVER
#include "as_driver.h"
#endif

struct ask_section {
    const char *name;
    void (*ask)(void);
};

/** Lists, which end with a name of NULL. */
extern const struct ask_section ask_call_sections[], ask_image_sections[];

/** The section of this process. */
extern const char *ask_section;

/** Prints an answer: the code, and more facts by the format. Clears the last error. */
void ask_say(const char *name, gpuError_t code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The same without more facts. */
#define SAY(name, code) ask_say(name, code, "%s", "")

/** A buffer of OpenGL; size 0: without storage. */
gigl_name ask_buffer(size_t size);

/** A resource of a new buffer. */
gpuGraphicsResource_t ask_registered(size_t size);

#endif
