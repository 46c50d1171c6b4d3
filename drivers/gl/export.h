/** Storage of OpenGL's buffers and textures as dma-bufs, by Mesa's MESA_gl_interop, which EGL and
 *  GLX offer.
 *  Threads: any in which the context is current. */
#ifndef GIGL_EXPORT_H
#define GIGL_EXPORT_H

#include "contract/graphics.h"
#include "gl/context.h"

/** The function of the current context that exports buffers; NULL: it has none. It counts only if
 *  the window system names the extension: dispatch libraries answer any name. */
gigl_function gigl_export_find(const struct gigl_current *current);

/** With context->export_object. Exports the storage of a buffer.
 *  Owner:  out_storage->fd is the caller's.
 *  Errors: GI_NOT_SUPPORTED. Then no fd is left. */
GI_MUST_CHECK gi_status gigl_export_buffer(const struct gigl_context *context, gigl_name buffer,
                                           uint64_t size_bytes,
                                           struct gi_graphics_storage *out_storage);

/** With context->export_object. Exports the first level of a 2D texture of that shape, if its
 *  texels lie in rows.
 *  Owner:  out_rows->storage.fd is the caller's.
 *  Errors: GI_NOT_SUPPORTED. Then no fd is left. */
GI_MUST_CHECK gi_status gigl_export_rows(const struct gigl_context *context, gigl_name texture,
                                         const struct gi_graphics_shape *shape,
                                         struct gi_graphics_rows *out_rows);

/** Closes an fd of an export; below 0: there is none. */
void gigl_export_drop(int fd);

#endif
