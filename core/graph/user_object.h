/** Objects of the program that graphs and executables keep alive.
 *
 *  Threads: any that holds no lock, unless a line says otherwise.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names none, and for counts that are 0, above
 *           INT_MAX, or above what is held. */
#ifndef GI_USER_OBJECT_H
#define GI_USER_OBJECT_H

#include "base/handle.h"

struct gi_user_object;

/** References of a graph or an executable. */
struct gi_user_use {
    struct gi_user_object *user;
    uint64_t count;
};

struct gi_user_uses {
    struct gi_user_use *items;
    size_t count, capacity;
};

/** Makes a user object with count references of the program. The last reference ends it: destroy
 *  is called with the pointer, in the thread that gives the reference back. */
GI_MUST_CHECK gi_status gi_user_object_create(void *pointer, void (*destroy)(void *pointer),
                                              uint32_t count, gi_handle *out_user);
GI_MUST_CHECK gi_status gi_user_object_retain(gi_handle user, uint32_t count);
GI_MUST_CHECK gi_status gi_user_object_release(gi_handle user, uint32_t count);

/** Gives a graph references. moves: they are taken from the program's. */
GI_MUST_CHECK gi_status gi_graph_retain_user(gi_handle graph, gi_handle user, uint32_t count,
                                             bool moves);
GI_MUST_CHECK gi_status gi_graph_release_user(gi_handle graph, gi_handle user, uint32_t count);

/** Adds references of another list: as many again are held.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY; then none are added. */
GI_MUST_CHECK gi_status gi_user_uses_add(struct gi_user_uses *uses,
                                         const struct gi_user_uses *more);

/** Gives all references back, and empties the list. Destructors may run. */
void gi_user_uses_drop(struct gi_user_uses *uses);

#endif
