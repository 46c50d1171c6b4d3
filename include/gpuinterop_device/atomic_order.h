/** Atomic operations that name their order and scope, as CUDA 12.8 added them. The order is made of
 *  fences around the relaxed operations of atomic.h, which are as strong as PTX says of them. */
#ifndef GPUINTEROP_DEVICE_ATOMIC_ORDER_H
#define GPUINTEROP_DEVICE_ATOMIC_ORDER_H

#include "atomic.h"
#include "sync.h"

enum {
    __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

GPUINTEROP_FN void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        __threadfence_block();
    else if (scope == __NV_THREAD_SCOPE_SYSTEM)
        __threadfence_system();
    else
        __threadfence();
}

namespace gpuinterop_atomic {

/* The type of an operand whose pointer says what it is. */
template <class _Tp> struct same {
    typedef _Tp type;
};
template <class _Tp> using plain = typename same<_Tp>::type;

GPUINTEROP_FN void before(int order, int scope)
{
    if (order != __NV_ATOMIC_CONSUME && order != __NV_ATOMIC_ACQUIRE)
        __nv_atomic_thread_fence(order, scope);
}

GPUINTEROP_FN void after(int order, int scope)
{
    if (order != __NV_ATOMIC_RELEASE)
        __nv_atomic_thread_fence(order, scope);
}

/* The integer of the size of a type, whose operations do for all types of that size. */
template <size_t size> struct bits;
template <> struct bits<2> { typedef unsigned short type; };
template <> struct bits<4> { typedef unsigned int type; };
template <> struct bits<8> { typedef unsigned long long type; };
template <class _Tp> using bits_of = typename bits<sizeof(_Tp)>::type;

} // namespace gpuinterop_atomic

#define GPUINTEROP_SCOPE int order, int scope = __NV_THREAD_SCOPE_SYSTEM

template <class _Tp>
GPUINTEROP_TEMPLATE _Tp __nv_atomic_load_n(const _Tp *address, GPUINTEROP_SCOPE)
{
    gpuinterop_atomic::before(order == __NV_ATOMIC_SEQ_CST ? order : __NV_ATOMIC_RELAXED, scope);
    _Tp value = *(const volatile _Tp *)address;
    gpuinterop_atomic::after(order, scope);
    return value;
}
template <class _Tp>
GPUINTEROP_TEMPLATE void __nv_atomic_load(const _Tp *address, _Tp *result, GPUINTEROP_SCOPE)
{
    *result = __nv_atomic_load_n(address, order, scope);
}

template <class _Tp>
GPUINTEROP_TEMPLATE void __nv_atomic_store_n(_Tp *address, gpuinterop_atomic::plain<_Tp> value,
                                             GPUINTEROP_SCOPE)
{
    gpuinterop_atomic::before(order, scope);
    *(volatile _Tp *)address = value;
    gpuinterop_atomic::after(order == __NV_ATOMIC_SEQ_CST ? order : __NV_ATOMIC_RELAXED, scope);
}
template <class _Tp>
GPUINTEROP_TEMPLATE void __nv_atomic_store(_Tp *address, _Tp *value, GPUINTEROP_SCOPE)
{
    __nv_atomic_store_n(address, *value, order, scope);
}

template <class _Tp>
GPUINTEROP_TEMPLATE _Tp __nv_atomic_exchange_n(_Tp *address, gpuinterop_atomic::plain<_Tp> value,
                                               GPUINTEROP_SCOPE)
{
    typedef gpuinterop_atomic::bits_of<_Tp> bits;

    gpuinterop_atomic::before(order, scope);
    bits old = atomicExch((bits *)address, __builtin_bit_cast(bits, value));
    gpuinterop_atomic::after(order, scope);
    return __builtin_bit_cast(_Tp, old);
}
template <class _Tp>
GPUINTEROP_TEMPLATE void __nv_atomic_exchange(_Tp *address, _Tp *value, _Tp *result,
                                              GPUINTEROP_SCOPE)
{
    *result = __nv_atomic_exchange_n(address, *value, order, scope);
}

/* A weak one is as strong. The order of a failure is that of a success, which may be stronger. */
template <class _Tp>
GPUINTEROP_TEMPLATE bool __nv_atomic_compare_exchange_n(
    _Tp *address, _Tp *expected, gpuinterop_atomic::plain<_Tp> value, bool, int order, int,
    int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    typedef gpuinterop_atomic::bits_of<_Tp> bits;
    bits wanted = __builtin_bit_cast(bits, *expected);

    gpuinterop_atomic::before(order, scope);
    bits old = atomicCAS((bits *)address, wanted, __builtin_bit_cast(bits, value));
    gpuinterop_atomic::after(order, scope);
    *expected = __builtin_bit_cast(_Tp, old);
    return old == wanted;
}
template <class _Tp>
GPUINTEROP_TEMPLATE bool __nv_atomic_compare_exchange(
    _Tp *address, _Tp *expected, _Tp *value, bool weak, int order, int failure_order,
    int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    return __nv_atomic_compare_exchange_n(address, expected, *value, weak, order, failure_order,
                                          scope);
}

#define GPUINTEROP_ORDERED(name, function) \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE _Tp __nv_atomic_fetch_##name(_Tp *address, \
                                                     gpuinterop_atomic::plain<_Tp> value, \
                                                     GPUINTEROP_SCOPE) \
    { \
        gpuinterop_atomic::before(order, scope); \
        _Tp old = function(address, value); \
        gpuinterop_atomic::after(order, scope); \
        return old; \
    } \
    template <class _Tp> \
    GPUINTEROP_TEMPLATE void __nv_atomic_##name(_Tp *address, gpuinterop_atomic::plain<_Tp> value, \
                                                GPUINTEROP_SCOPE) \
    { \
        __nv_atomic_fetch_##name(address, value, order, scope); \
    }
GPUINTEROP_ORDERED(add, atomicAdd)
GPUINTEROP_ORDERED(sub, atomicSub)
GPUINTEROP_ORDERED(and, atomicAnd)
GPUINTEROP_ORDERED(or, atomicOr)
GPUINTEROP_ORDERED(xor, atomicXor)
GPUINTEROP_ORDERED(min, atomicMin)
GPUINTEROP_ORDERED(max, atomicMax)
#undef GPUINTEROP_ORDERED
#undef GPUINTEROP_SCOPE

#endif
