/** Options of calls that load or join device code. Only the buffers for messages have an effect. */
#ifndef GI_FRONT_JIT_H
#define GI_FRONT_JIT_H

#include "front.h"

/** The program's buffers. Members are NULL where it gave none. */
struct front_jit {
    char *info, *error;
    size_t info_bytes, error_bytes;
    void **info_size, **error_size;      /* get how many bytes were written */
};

/** Reads the options of a call.
 *  Errors: GI_INVALID_VALUE if there are options and an array of them is NULL. */
GI_MUST_CHECK gi_status front_jit_read(const char *caller, unsigned int count,
                                       const gpuJitOption *options, void **values,
                                       struct front_jit *out_jit);

/** Writes the sentence of a failure into the buffer for errors, and returns the status. */
GI_MUST_CHECK gi_status front_jit_tell(const struct front_jit *jit, gi_status status);

/** The use that a call makes of an image of device code. */
typedef gi_status front_jit_user(void *context, const void *image, size_t size_bytes);

/** Reads a file, and gives its bytes to a function; the function's status goes to front_jit_tell.
 *  Errors: GI_NO_FILE, GI_OS_ERROR, GI_OUT_OF_MEMORY; those of the function. */
GI_MUST_CHECK gi_status front_jit_use_file(const struct front_jit *jit, const char *path,
                                           front_jit_user *use, void *context);

#endif
