#include "pools/register.h"

#include "front.h"
#include "handles.h"

_Static_assert(gpuHostRegisterPortable == GI_REGISTER_PORTABLE
               && gpuHostRegisterMapped == GI_REGISTER_MAPPED
               && gpuHostRegisterIoMemory == GI_REGISTER_IO
               && gpuHostRegisterReadOnly == GI_REGISTER_READ_ONLY,
               "flags of registered memory are passed on");

gpuError_t gpuHostRegister(void *pointer, size_t size, unsigned int flags)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_memory_host_register(front_from_pointer(pointer), size, flags));
}

gpuError_t gpuHostUnregister(void *pointer)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_memory_host_unregister(front_from_pointer(pointer)));
}
