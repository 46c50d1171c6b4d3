/** What to do about a driver that shares no semaphores. */
#ifndef GIVK_REMEDY_H
#define GIVK_REMEDY_H

#include <stddef.h>

/** Writes the environment in which Vulkan programs get this project's layer: lines NAME=value, each
 *  with its end. Writes "" if the layer is not installed with this library.
 *  Threads: any. */
void givk_remedy_write(char *text, size_t room);

#endif
