/** Objects of the program that graphs keep alive. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "nodes.h"

#include "graph/user_object.h"

static gi_handle from_user(gpuUserObject_t user)
{
    return (gi_handle)(uintptr_t)user;
}

gpuError_t gpuUserObjectCreate(gpuUserObject_t *object, void *pointer, gpuHostFn_t destroy,
                               unsigned int count, unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(destroy);
    FRONT_REQUIRE(flags == gpuUserObjectNoDestructorSync, "%s: flags is 0x%x, it must be 1 "
                  "(no destructor sync)", __func__, flags);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_user_object_create(pointer, destroy, count, &handle));
    *object = (gpuUserObject_t)(uintptr_t)handle;
    return gpuSuccess;
}

gpuError_t gpuUserObjectRetain(gpuUserObject_t object, unsigned int count)
{
    FRONT_TRY(front_begin_graph());
    return front_error(gi_user_object_retain(from_user(object), count));
}

gpuError_t gpuUserObjectRelease(gpuUserObject_t object, unsigned int count)
{
    FRONT_TRY(front_begin_graph_end());
    return front_error(gi_user_object_release(from_user(object), count));
}

gpuError_t gpuGraphRetainUserObject(gpuGraph_t graph, gpuUserObject_t object,
                                    unsigned int count, unsigned int flags)
{
    FRONT_REQUIRE((flags & ~(unsigned int)gpuGraphUserObjectMove) == 0, "%s: flags is 0x%x, it "
                  "must be 0 or 1 (move)", __func__, flags);
    FRONT_TRY(front_begin_graph());
    return front_error(gi_graph_retain_user(front_from_graph(graph), from_user(object), count,
                                            flags == gpuGraphUserObjectMove));
}

gpuError_t gpuGraphReleaseUserObject(gpuGraph_t graph, gpuUserObject_t object,
                                     unsigned int count)
{
    FRONT_TRY(front_begin_graph_end());
    return front_error(gi_graph_release_user(front_from_graph(graph), from_user(object), count));
}
