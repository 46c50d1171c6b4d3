#include "register.h"

#include "front.h"
#include "handles.h"

_Static_assert(cudaHostRegisterPortable == GI_REGISTER_PORTABLE
               && cudaHostRegisterMapped == GI_REGISTER_MAPPED
               && cudaHostRegisterIoMemory == GI_REGISTER_IO
               && cudaHostRegisterReadOnly == GI_REGISTER_READ_ONLY,
               "flags of registered memory are passed on");

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_memory_host_register(gicuda_from_pointer(pointer), size, flags));
}

cudaError_t cudaHostUnregister(void *pointer)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_memory_host_unregister(gicuda_from_pointer(pointer)));
}
