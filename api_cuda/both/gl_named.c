/** Buffers of OpenGL that each call names by OpenGL's number of them: the calls of CUDA 2, of which
 *  the maps differ between the two interfaces. */
#include "both_names.h"
#include "front.h"
#include "graphics/named.h"
#include "handles.h"

gpuError_t gpuGLRegisterBufferObject(GLuint buffer)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_register_named(buffer));
}

gpuError_t gpuGLUnregisterBufferObject(GLuint buffer)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_unregister_named(buffer));
}

gpuError_t gpuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_set_named_use(buffer, flags));
}

gpuError_t gpuGLUnmapBufferObject(GLuint buffer)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_unmap_named_after_all(buffer));
}

gpuError_t gpuGLUnmapBufferObjectAsync(GLuint buffer, gpuStream_t stream)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_unmap_named(buffer, front_from_stream(stream)));
}
