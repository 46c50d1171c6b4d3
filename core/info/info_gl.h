/** The part of gpuinterop-info about OpenGL (--gl). */
#ifndef INFO_GL_H
#define INFO_GL_H

/** Makes contexts, and prints for each, for people, what it can and which way its buffers take to
 *  each of the count devices. */
void info_print_gl(int count);

/** Prints the same as a member of a JSON object. */
void info_json_gl(int count);

#endif
