/** Joining of device code. */
#include "device_pointer.h"
#include "front.h"
#include "every/jit.h"

#include "code/link.h"

static gi_handle from_link(gpuLinkState_t link)
{
    return (gi_handle)(uintptr_t)link;
}

gpuError_t gpuLinkCreate(unsigned int count, gpuJitOption *options, void **values,
                         gpuLinkState_t *link)
{
    struct front_jit jit;
    gi_handle handle;

    FRONT_NOT_NULL(link);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_jit_read(__func__, count, options, values, &jit));
    FRONT_TRY(gi_link_begin(&jit, sizeof jit, &handle));
    *link = (gpuLinkState_t)(uintptr_t)handle;
    return gpuSuccess;
}

/* Containers and text are told apart by their first bytes. */
static gi_status check_type(const char *caller, int type)
{
    switch (type) {
    case gpuJitInputCubin:
        return gi_fail(GI_NO_BINARY, "%s: the input is machine code; PTX can be joined", caller);
    case gpuJitInputPtx:
    case gpuJitInputFatBinary:
    case gpuJitInputObject:
    case gpuJitInputLibrary:
        return GI_OK;
    default:
        if (type < 0)
            return gi_fail(GI_INVALID_VALUE, "%s: type is %d", caller, type);
        return gi_fail(GI_NOT_SUPPORTED, "%s: type is %d; PTX and containers of it can be joined",
                       caller, type);
    }
}

_Static_assert(sizeof(struct front_jit) <= GI_LINK_NOTE_BYTES, "a link keeps its buffers");

/* Writes a failure into the buffers that the link was made with; but for wrong arguments, which
 * leave what an earlier call has written. */
static gi_status tell_jit(gpuLinkState_t link, gi_status status)
{
    struct front_jit jit;

    if (status == GI_OK || status == GI_INVALID_VALUE ||
        gi_link_note(from_link(link), &jit, sizeof jit) != GI_OK)
        return status;
    return jit.error != NULL || jit.error_size != NULL ? front_jit_tell(&jit, status) : status;
}

struct input {
    const char *caller;
    gpuLinkState_t link;
    int type;
};

static gi_status add_image(void *context, const void *image, size_t size_bytes)
{
    const struct input *input = context;
    gi_status status = check_type(input->caller, input->type);

    if (status == GI_OK)
        status = gi_link_add(from_link(input->link), image, size_bytes);
    return tell_jit(input->link, status);
}

gpuError_t gpuLinkAddData(gpuLinkState_t link, gpuJitInputType type, void *image, size_t size,
                          const char *name, unsigned int count, gpuJitOption *options,
                          void **values)
{
    struct input input = { __func__, link, (int)type };
    struct front_jit jit;

    (void)name;
    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(front_jit_read(__func__, count, options, values, &jit));
    return front_error(front_jit_tell(&jit, add_image(&input, image, size)));
}

gpuError_t gpuLinkAddFile(gpuLinkState_t link, gpuJitInputType type, const char *path,
                          unsigned int count, gpuJitOption *options, void **values)
{
    struct input input = { __func__, link, (int)type };
    struct front_jit jit;

    FRONT_NOT_NULL(path);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(front_jit_read(__func__, count, options, values, &jit));
    return front_error(front_jit_use_file(&jit, path, add_image, &input));
}

gpuError_t gpuLinkComplete(gpuLinkState_t link, void **image, size_t *size)
{
    const char *text;
    size_t size_bytes;

    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(tell_jit(link, gi_link_complete(from_link(link), &text, &size_bytes)));
    *image = (void *)(uintptr_t)text;
    if (size != NULL)
        *size = size_bytes;
    return gpuSuccess;
}

gpuError_t gpuLinkDestroy(gpuLinkState_t link)
{
    FRONT_TRY(front_begin_lasting());
    return front_error(gi_link_end(from_link(link)));
}
