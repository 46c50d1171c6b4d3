/** Groups of contexts that share buffers. A buffer of 16 random bytes marks each, in the contexts
 *  where the library has met it: a context with that buffer and these bytes is of the group.
 *
 *  One lock guards the list of groups, and the objects of the library that are there. It is held
 *  while OpenGL is called about these, and no other lock is taken meanwhile.
 *  Threads: any, unless a line says otherwise. */
#ifndef GIGL_GROUP_H
#define GIGL_GROUP_H

#include "gl/context.h"

/** Objects that the library made in a context for a buffer or an image of the program. */
struct gigl_shadow {
    struct gigl_shadow *next;    /* of what a group has to delete */
    struct gigl_shadow *next_made;       /* of what there is of the library's in a group */
    gigl_name buffer;            /* or */
    gigl_name texture;
    gigl_name memory;            /* where it lies */
    gigl_sync back;              /* signalled when the last copy back is done; NULL: it is */
};

struct gigl_group;

/** Texels of 4, 8 and 16 bytes. */
enum { GIGL_KERNEL_KINDS = 3 };

/** The copy that a program of the library's makes. */
enum gigl_kernel_way { GIGL_KERNEL_TO_BUFFER, GIGL_KERNEL_FROM_BUFFER, GIGL_KERNEL_OF_IMAGES,
                       GIGL_KERNEL_WAYS };

/** The group of the context, which is current. The first call in a group makes its marker.
 *  Owner:  the caller's reference, which gigl_group_leave gives back.
 *  Errors: GI_OUT_OF_MEMORY, GI_OS_ERROR; GI_INVALID_GRAPHICS_CONTEXT: the context is lost. */
GI_MUST_CHECK gi_status gigl_group_join(const struct gigl_context *context,
                                        struct gigl_group **out_group);

/** Whether the context, which is current, is of the group. */
bool gigl_group_has(const struct gigl_group *group, const struct gigl_context *context);

/** Between hold and release no shadow and no marker comes or goes. So OpenGL's answers to several
 *  questions about a name are of one object, unless the program deletes it. */
void gigl_group_hold(void);
void gigl_group_release(void);

/** Between these the caller alone makes shadows. */
void gigl_group_begin_make(void);
void gigl_group_end_make(void);

/** Notes a shadow that is made, until it is deleted. An object that lives for one copy alone is
 *  noted, too. Called between begin_make and end_make. */
void gigl_group_add(struct gigl_group *group, struct gigl_shadow *shadow);

/** Forgets a shadow that is deleted. Called between begin_make and end_make, in which it was. */
void gigl_group_remove(struct gigl_group *group, const struct gigl_shadow *shadow);

/** Whether the buffer of that name, or the texture, is the library's own: OpenGL gives a number
 *  again when the program has deleted what had it. Called between hold and release. */
bool gigl_group_made(struct gigl_group *group, bool is_texture, gigl_name name);

/** Gives back a reference. A later call in a context of the group deletes the shadow, which may be
 *  NULL, and the marker if nobody needs the group any more. Calls nothing of OpenGL. */
void gigl_group_leave(struct gigl_group *group, struct gigl_shadow *shadow);

/** The place of a program that the library has for copies in the group, of that kind of texels. The
 *  last resource takes it along. Called between begin_make and end_make. */
gigl_name *gigl_group_program(struct gigl_group *group, int kind, enum gigl_kernel_way way);

/** Deletes what was left in the context's group. */
void gigl_group_clean(const struct gigl_context *context);

#endif
