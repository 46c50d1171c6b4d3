/** Device code that is joined with that of other objects: which names it defines and uses, and names
 *  that are its own. */
#ifndef GI_COMPILE_LINKED_H
#define GI_COMPILE_LINKED_H

#include <stdbool.h>

/** Reads a file of PTX, and writes a file of words for clang with a definition of
 *  GPUINTEROP_LINKED_SYMBOLS: the list that gpuinterop_device/linked_host.h makes symbols of. words_path is NULL where
 *  nobody wants it.
 *
 *  Clang gives a static variable that host code names a name with the file's own end, but uses of it
 *  in front of that code have the bare name, and nothing defines it. They get the whole name here:
 *  the file of PTX is written again then.
 *  Returns: true; false after a sentence on standard error. */
bool gi_linked_read(const char *program, const char *ptx_path, const char *words_path);

#endif
