/** HIP's atomic operations with an order and a scope; a part of device_code.h. The host pass has
 *  clang's own. Each scope reaches as far as the device. */
#ifndef GPUINTEROP_HIP_DEVICE_ATOMIC_H
#define GPUINTEROP_HIP_DEVICE_ATOMIC_H

#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif

#ifdef __CUDA__

#include <type_traits>

#include <gpuinterop_device/atomic.h>
#include <gpuinterop_device/sync.h>

GPUINTEROP_FN void gpuinterop_fence_before(int order)
{
    if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST)
        __threadfence();
}

GPUINTEROP_FN void gpuinterop_fence_behind(int order)
{
    if (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE)
        __threadfence();
}

/* Volatile variables are taken, too: each operation accesses memory once in any case. */
#define GPUINTEROP_HIP_ATOMIC(name, function) \
    template <class _Tp, class _Vp> \
    GPUINTEROP_TEMPLATE _Tp gpuinterop_hip_##name(volatile _Tp *address, _Vp value, int order, \
                                                  int scope) \
    { \
        _Tp old; \
        (void)scope; \
        gpuinterop_fence_before(order); \
        old = function((_Tp *)address, (_Tp)value); \
        gpuinterop_fence_behind(order); \
        return old; \
    }
GPUINTEROP_HIP_ATOMIC(fetch_add, atomicAdd)
GPUINTEROP_HIP_ATOMIC(fetch_and, atomicAnd)
GPUINTEROP_HIP_ATOMIC(fetch_or, atomicOr)
GPUINTEROP_HIP_ATOMIC(fetch_xor, atomicXor)
GPUINTEROP_HIP_ATOMIC(fetch_min, atomicMin)
GPUINTEROP_HIP_ATOMIC(fetch_max, atomicMax)
GPUINTEROP_HIP_ATOMIC(exchange, atomicExch)
#undef GPUINTEROP_HIP_ATOMIC

template <class _Tp>
GPUINTEROP_TEMPLATE _Tp gpuinterop_hip_load(const volatile _Tp *address, int order, int scope)
{
    _Tp value;

    (void)scope;
    if (order == __ATOMIC_SEQ_CST)
        __threadfence();
    __atomic_load(address, &value, __ATOMIC_RELAXED);
    gpuinterop_fence_behind(order);
    return value;
}

template <class _Tp, class _Vp>
GPUINTEROP_TEMPLATE void gpuinterop_hip_store(volatile _Tp *address, _Vp value, int order,
                                              int scope)
{
    _Tp given = (_Tp)value;

    (void)scope;
    gpuinterop_fence_before(order);
    __atomic_store(address, &given, __ATOMIC_RELAXED);
    if (order == __ATOMIC_SEQ_CST)
        __threadfence();
}

template <class _Tp, class _Vp>
GPUINTEROP_TEMPLATE bool gpuinterop_hip_compare_exchange(volatile _Tp *address, _Tp *expected,
                                                         _Vp value, int order, int failed,
                                                         int scope)
{
    typedef typename std::conditional<sizeof(_Tp) == 4, unsigned int,
                                      unsigned long long>::type bits;
    _Tp wanted = *expected, old;

    (void)scope;
    (void)failed;                /* no stronger than order */
    gpuinterop_fence_before(order);
    old = atomicCAS((_Tp *)address, wanted, (_Tp)value);
    gpuinterop_fence_behind(order);
    *expected = old;
    return __builtin_bit_cast(bits, old) == __builtin_bit_cast(bits, wanted);
}

/* Clang's own of these names are made for AMD's targets: they take fewer types, and their code
 * for an order is not for PTX. */
#define __hip_atomic_fetch_add gpuinterop_hip_fetch_add
#define __hip_atomic_fetch_and gpuinterop_hip_fetch_and
#define __hip_atomic_fetch_or gpuinterop_hip_fetch_or
#define __hip_atomic_fetch_xor gpuinterop_hip_fetch_xor
#define __hip_atomic_fetch_min gpuinterop_hip_fetch_min
#define __hip_atomic_fetch_max gpuinterop_hip_fetch_max
#define __hip_atomic_exchange gpuinterop_hip_exchange
#define __hip_atomic_load gpuinterop_hip_load
#define __hip_atomic_store gpuinterop_hip_store
#define __hip_atomic_compare_exchange_strong gpuinterop_hip_compare_exchange
#define __hip_atomic_compare_exchange_weak gpuinterop_hip_compare_exchange

#endif

#endif
