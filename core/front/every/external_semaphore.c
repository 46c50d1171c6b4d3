#include "external_items.h"

#include "front.h"
#include "handles.h"

_Static_assert(
    (int)gpuExternalSemaphoreHandleTypeOpaqueFd == GI_EXTERNAL_SEMAPHORE_OPAQUE_FD
    && (int)gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd == GI_EXTERNAL_SEMAPHORE_TIMELINE_FD
    && (int)gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32
       == GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32, "types are passed on");

gpuError_t gpuImportExternalSemaphore(gpuExternalSemaphore_t *semaphore,
                                      const gpuExternalSemaphoreHandleDesc *descriptor)
{
    struct gi_external_semaphore_request request;
    gi_handle handle;

    FRONT_NOT_NULL(semaphore);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_REQUIRE(descriptor->type != gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd
                  || descriptor->handle.fd >= 0, "%s: handle.fd is %d, not a file descriptor",
                  __func__, descriptor->handle.fd);
    request = (struct gi_external_semaphore_request){
        .type = (int)descriptor->type,
        .fd = descriptor->handle.fd,
        .flags = descriptor->flags,
    };
    FRONT_TRY(gi_external_semaphore_import(&request, &handle));
    *semaphore = front_to_semaphore(handle);
    return gpuSuccess;
}

gpuError_t gpuDestroyExternalSemaphore(gpuExternalSemaphore_t semaphore)
{
    FRONT_NOT_NULL(semaphore);
    FRONT_TRY(front_begin());
    return front_semaphore_error(gi_external_semaphore_destroy(front_from_semaphore(semaphore)));
}
