/* The folders of /dev and /sys in which the card stands: real folders elsewhere, seen in their
 * place. */
#ifndef GICARD_PATHS_H
#define GICARD_PATHS_H

#include <stdbool.h>

#include "config.h"

/** A node of a card. */
struct gicard_node_name {
    unsigned card;
    bool render;
};

/** Makes the folder that processes share, or finds the one that a parent made, and in it the tree.
 *  Threads: the library's constructor alone.
 *  Errors:  false, and a line on stderr. */
bool gicard_paths_init(void);

/** Removes the folder when this process made it.
 *  Threads: the process's exit. */
void gicard_paths_finish(void);

/** The shared folder. */
const char *gicard_paths_folder(void);

/** Where a path really is: the path itself, or in the tree, then written to `buffer`.
 *  Threads: any. */
const char *gicard_paths_redirect(const char *path, char buffer[GICARD_PATH_BYTES]);

/** A path of the tree as the program shall see it, in place.
 *  Threads: any. */
void gicard_paths_restore(char *path);

/** Whether a path, as it really is, is a card's node.
 *  Threads: any. */
bool gicard_paths_node(const char *path, struct gicard_node_name *out);

#endif
