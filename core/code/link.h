/** Joining of PTX texts to one: a text may define a name that another declares.
 *
 *  Threads: any that holds no lock; calls for one link wait for each other. */
#ifndef GI_LINK_H
#define GI_LINK_H

#include "base/handle.h"

struct gi_code;

enum { GI_LINK_NOTE_BYTES = 64 };

/** Begins a link. It keeps up to GI_LINK_NOTE_BYTES of a note of the caller's.
 *  Owner:  the handle is live until gi_link_end.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_link_begin(const void *note, size_t note_bytes, gi_handle *out_link);

/** Reads the note.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_link_note(gi_handle link, void *out_note, size_t note_bytes);

/** Adds an image: PTX text, or a container of which PTX is chosen. The link keeps a copy.
 *  Units:  size_bytes is GI_CONTAINER_ENDLESS if the image's end is not known.
 *  Errors: GI_INVALID_HANDLE; those of gi_code_read_whole. */
GI_MUST_CHECK gi_status gi_link_add(gi_handle link, const void *image, size_t size_bytes);

/** Joins what was added, and checks that it can be read.
 *  Owner:  the text is the link's, and ends with a zero; the next call of a link replaces it.
 *  Errors: GI_INVALID_HANDLE; GI_INVALID_VALUE if nothing was added; those of gi_code_read. */
GI_MUST_CHECK gi_status gi_link_complete(gi_handle link, const char **out_text,
                                         size_t *out_size_bytes);

/** Joins images that the list names, up to end or to a NULL, and reads the result. Images without
 *  PTX are left out. A kernel that uses what no image defines is refused when it is translated.
 *  Parameter end: NULL where a NULL ends the list.
 *  Owner:  the caller has the first reference.
 *  Errors: those of gi_code_choose and gi_code_read; GI_NO_BINARY only if it is true of all images;
 *          GI_INVALID_SOURCE if two images define one name. */
GI_MUST_CHECK gi_status gi_link_images(const void *const *images, const void *const *end,
                                       struct gi_code **out_code);

/** Ends a link and its text.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_link_end(gi_handle link);

#endif
