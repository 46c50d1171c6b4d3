/** Advice for drivers that cannot share semaphores. */
#ifndef GIVK_REMEDY_H
#define GIVK_REMEDY_H

#include <stddef.h>

/** Writes the environment variables that enable this project's layer for Vulkan programs, one line
 *  NAME=value each. Writes "" if the layer is not installed with this library.
 *  Units:   room is the size of text in bytes.
 *  Threads: any. */
void givk_remedy_write(char *text, size_t room);

#endif
