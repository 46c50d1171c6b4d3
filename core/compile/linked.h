/** Device code that is joined with that of other objects: which names it defines and uses, and
 *  names that are its own. */
#ifndef GI_COMPILE_LINKED_H
#define GI_COMPILE_LINKED_H

#include <stdbool.h>

/** Reads a file of PTX, and writes a file of words for clang with a definition of
 *  GPUINTEROP_LINKED_SYMBOLS: the list that gpuinterop_device/linked_host.h makes symbols of.
 *  Parameter words_path: NULL where nobody wants the words.
 *  Parameter known: names of functions that the language has, up to a NULL; NULL: there are none.
 *
 *  Clang gives a static variable that host code names a name with the file's own end. Uses of it in
 *  front of that code have the bare name, which nothing defines, or a second variable. They get the
 *  whole name here, and the file of PTX is written again.
 *  Returns: true; false after a sentence on standard error. */
bool gi_linked_read(const char *program, const char *ptx_path, const char *words_path,
                    const char *const *known);

#endif
