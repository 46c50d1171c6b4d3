#include "register.h"

#include "front.h"
#include "handles.h"

_Static_assert(hipHostRegisterPortable == GI_REGISTER_PORTABLE
               && hipHostRegisterMapped == GI_REGISTER_MAPPED
               && hipHostRegisterIoMemory == GI_REGISTER_IO
               && hipHostRegisterReadOnly == GI_REGISTER_READ_ONLY,
               "flags of registered memory are passed on");

hipError_t hipHostRegister(void *pointer, size_t size, unsigned int flags)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_memory_host_register(gihip_from_pointer(pointer), size, flags));
}

hipError_t hipHostUnregister(void *pointer)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_memory_host_unregister(gihip_from_pointer(pointer)));
}
