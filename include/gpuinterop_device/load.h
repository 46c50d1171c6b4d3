/** Loads and stores with hints for caches, and what kind of address a pointer holds. */
#ifndef GPUINTEROP_DEVICE_LOAD_H
#define GPUINTEROP_DEVICE_LOAD_H

#include "qualifiers.h"

/* The hints change no result. Reads may be combined with others, so they are plain. */
#define GPUINTEROP_LOAD(name) \
    template <class _Tp> GPUINTEROP_TEMPLATE _Tp name(const _Tp *address) { return *address; }
#define GPUINTEROP_STORE(name) \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE void name(_Tp *address, _Tp value) { *address = value; }

GPUINTEROP_LOAD(__ldg)
GPUINTEROP_LOAD(__ldca)
GPUINTEROP_LOAD(__ldcg)
GPUINTEROP_LOAD(__ldcs)
GPUINTEROP_LOAD(__ldlu)
GPUINTEROP_STORE(__stwb)
GPUINTEROP_STORE(__stcg)
GPUINTEROP_STORE(__stcs)
GPUINTEROP_STORE(__stwt)
#undef GPUINTEROP_LOAD
#undef GPUINTEROP_STORE

/* Reads memory each time. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp __ldcv(const _Tp *address)
{
    _Tp value = *const_cast<const volatile _Tp *>(address);
    return value;
}

GPUINTEROP_FN unsigned int __isGlobal(const void *address)
{
    return __nvvm_isspacep_global(address);
}
GPUINTEROP_FN unsigned int __isShared(const void *address)
{
    return __nvvm_isspacep_shared(address);
}
GPUINTEROP_FN unsigned int __isConstant(const void *address)
{
    return __nvvm_isspacep_const(address);
}
GPUINTEROP_FN unsigned int __isLocal(const void *address)
{
    return __nvvm_isspacep_local(address);
}

GPUINTEROP_FN unsigned long __cvta_generic_to_shared(const void *address)
{
    return (unsigned long)(__attribute__((address_space(3))) const void *)address;
}
GPUINTEROP_FN unsigned long __cvta_generic_to_global(const void *address)
{
    return (unsigned long)(__attribute__((address_space(1))) const void *)address;
}
GPUINTEROP_FN void *__cvta_shared_to_generic(unsigned long address)
{
    return (void *)(__attribute__((address_space(3))) void *)address;
}
GPUINTEROP_FN void *__cvta_global_to_generic(unsigned long address)
{
    return (void *)(__attribute__((address_space(1))) void *)address;
}

#ifndef __HIP__
/* Says how the caches should keep what lies there, which changes no value. libcu++ calls it for
 * annotated_ptr. */
GPUINTEROP_FN void *__nv_associate_access_property(const void *address, unsigned long long)
{
    return (void *)address;
}
#endif

#endif
