/** Maps of buffers of OpenGL that a call names by OpenGL's number of them. Compiled once for each
 *  kind of default stream. */
#include "front.h"
#include "graphics/named.h"
#include "handles.h"

/* Maps a buffer and tells what the program asked for. */
static gi_status map(GLuint buffer, CUstream stream, bool for_all, CUdeviceptr *pointer,
                     size_t *size)
{
    uint64_t address, size_bytes;
    gi_status status = gi_graphics_map_named(buffer, front_from_stream(stream), for_all, &address,
                                             &size_bytes);

    if (status == GI_OK && pointer != NULL)
        *pointer = address;
    if (status == GI_OK && size != NULL)
        *size = size_bytes;
    return status;
}

CUresult cuGLMapBufferObject(CUdeviceptr *pointer, size_t *size, GLuint buffer)
{
    FRONT_TRY(front_begin());
    return front_error(map(buffer, NULL, true, pointer, size));
}

CUresult cuGLMapBufferObjectAsync(CUdeviceptr *pointer, size_t *size, GLuint buffer,
                                  CUstream stream)
{
    FRONT_TRY(front_begin());
    return front_error(map(buffer, stream, false, pointer, size));
}
