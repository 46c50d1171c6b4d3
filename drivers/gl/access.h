/** Reads and writes of a buffer of OpenGL, which leave no trace in its context: by the name of the
 *  buffer where the context has functions for that, else by a binding that is put back.
 *
 *  No call raises an error of OpenGL, as long as the buffer exists and the range lies within it.
 *  Threads: any in which the context is current. */
#ifndef GIGL_ACCESS_H
#define GIGL_ACCESS_H

#include "gl/context.h"

/** Binds the buffer again that was bound before, or 0 if it is deleted. binding is the name of the
 *  target's binding. */
void gigl_buffer_rebind(const struct gigl_calls *gl, gigl_enum target, gigl_enum binding,
                        int before);

/** One number about a buffer; 0 if the context is lost. */
int64_t gigl_buffer_number(const struct gigl_context *context, gigl_name buffer, gigl_enum what);

/** The size of a buffer. GIGL_SIZE_NOT_TOLD: it is 2 GiB or more, and the context is older than
 *  OpenGL 3.2. Some of these contexts drop the upper bits of sizes from 4 GiB on, which nobody
 *  notices. */
#define GIGL_SIZE_NOT_TOLD UINT64_MAX
uint64_t gigl_buffer_size(const struct gigl_context *context, gigl_name buffer);

void gigl_buffer_read(const struct gigl_context *context, gigl_name buffer, uint64_t size_bytes,
                      void *to);

/** Whether the host can write the buffer: the program did not make its storage unchangeable. */
bool gigl_buffer_takes_writes(const struct gigl_context *context, gigl_name buffer);

/** For a buffer that takes writes. */
void gigl_buffer_write(const struct gigl_context *context, gigl_name buffer, uint64_t size_bytes,
                       const void *from);

/** With context->copies_buffers. */
void gigl_buffer_copy(const struct gigl_context *context, gigl_name from, gigl_name to,
                      uint64_t size_bytes);

/** Makes a buffer with bytes of its own; 0 if the context is lost. */
gigl_name gigl_buffer_make(const struct gigl_context *context, uint64_t size_bytes,
                           const void *from);

/** With context->takes_memory. Makes a buffer at the begin of a memory object. */
gigl_name gigl_buffer_make_in(const struct gigl_context *context, uint64_t size_bytes,
                              gigl_name memory);

#endif
