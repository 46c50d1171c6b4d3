/** MESA_gl_interop of the fake OpenGL: buffers as dma-bufs, which are memfds of the fake device.
 *
 *  Threads: as fake_gl.h. */
#ifndef FAKE_EXPORT_H
#define FAKE_EXPORT_H

#include "fake_gl.h"

enum { FAKE_ROOM = 4096 };       /* bytes of such a file behind the buffer */

/** The memfd of a buffer, to which its bytes move, and where they begin; the fake's. -1: there is
 *  none. */
int fake_file_of(gigl_name buffer, size_t *out_size, size_t *out_begin);

int fake_export(void *display, void *context, struct gigl_interop_in *in,
                struct gigl_interop_out *out);

#endif
