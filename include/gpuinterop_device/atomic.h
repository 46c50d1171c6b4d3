/** Atomic operations on global and shared memory, relaxed, with the scope of the device. Functions
 *  for a block and for the whole system have the device's scope, too. */
#ifndef GPUINTEROP_DEVICE_ATOMIC_H
#define GPUINTEROP_DEVICE_ATOMIC_H

#include "qualifiers.h"

#define GPUINTEROP_SCOPES(name, type, parameters, arguments) \
    GPUINTEROP_FN type name##_block parameters { return name arguments; } \
    GPUINTEROP_FN type name##_system parameters { return name arguments; }

/* An operation that has a built-in function for all integers. */
#define GPUINTEROP_FETCH(name, operation, type) \
    GPUINTEROP_FN type name(type *address, type value) \
    { \
        return __atomic_fetch_##operation(address, value, __ATOMIC_RELAXED); \
    } \
    GPUINTEROP_SCOPES(name, type, (type *address, type value), (address, value))

#define GPUINTEROP_INTEGERS(name, operation) \
    GPUINTEROP_FETCH(name, operation, int) \
    GPUINTEROP_FETCH(name, operation, unsigned int) \
    GPUINTEROP_FETCH(name, operation, long) \
    GPUINTEROP_FETCH(name, operation, unsigned long) \
    GPUINTEROP_FETCH(name, operation, long long) \
    GPUINTEROP_FETCH(name, operation, unsigned long long)

GPUINTEROP_INTEGERS(atomicAdd, add);
GPUINTEROP_INTEGERS(atomicSub, sub);
GPUINTEROP_INTEGERS(atomicAnd, and);
GPUINTEROP_INTEGERS(atomicOr, or);
GPUINTEROP_INTEGERS(atomicXor, xor);
GPUINTEROP_INTEGERS(atomicMin, min);
GPUINTEROP_INTEGERS(atomicMax, max);
#undef GPUINTEROP_INTEGERS
#undef GPUINTEROP_FETCH

#define GPUINTEROP_FLOATS(type, letter) \
    GPUINTEROP_FN type atomicAdd(type *address, type value) \
    { \
        return __nvvm_atom_add_gen_##letter(address, value); \
    } \
    GPUINTEROP_FN type atomicSub(type *address, type value) \
    { \
        return __nvvm_atom_add_gen_##letter(address, -value); \
    } \
    GPUINTEROP_SCOPES(atomicAdd, type, (type *address, type value), (address, value)) \
    GPUINTEROP_SCOPES(atomicSub, type, (type *address, type value), (address, value))
GPUINTEROP_FLOATS(float, f);
GPUINTEROP_FLOATS(double, d);
#undef GPUINTEROP_FLOATS

#define GPUINTEROP_COUNT(name, function) \
    GPUINTEROP_FN unsigned int name(unsigned int *address, unsigned int bound) \
    { \
        return function(address, bound); \
    } \
    GPUINTEROP_SCOPES(name, unsigned int, (unsigned int *address, unsigned int bound), \
                      (address, bound))
GPUINTEROP_COUNT(atomicInc, __nvvm_atom_inc_gen_ui);
GPUINTEROP_COUNT(atomicDec, __nvvm_atom_dec_gen_ui);
#undef GPUINTEROP_COUNT

/* Exchange, and compare and exchange, of what has an integer of its size. */
#define GPUINTEROP_EXCHANGE(type, bits) \
    GPUINTEROP_FN type atomicExch(type *address, type value) \
    { \
        bits given = __builtin_bit_cast(bits, value); \
        return __builtin_bit_cast( \
            type, __atomic_exchange_n((bits *)address, given, __ATOMIC_RELAXED)); \
    } \
    GPUINTEROP_SCOPES(atomicExch, type, (type *address, type value), (address, value)) \
    GPUINTEROP_FN type atomicCAS(type *address, type expected, type value) \
    { \
        bits given = __builtin_bit_cast(bits, value); \
        bits old = __builtin_bit_cast(bits, expected); \
        __atomic_compare_exchange_n((bits *)address, &old, given, false, __ATOMIC_RELAXED, \
                                    __ATOMIC_RELAXED); \
        return __builtin_bit_cast(type, old); \
    } \
    GPUINTEROP_SCOPES(atomicCAS, type, (type *address, type expected, type value), \
                      (address, expected, value))
GPUINTEROP_EXCHANGE(int, int);
GPUINTEROP_EXCHANGE(unsigned int, unsigned int);
GPUINTEROP_EXCHANGE(long, long);
GPUINTEROP_EXCHANGE(unsigned long, unsigned long);
GPUINTEROP_EXCHANGE(long long, long long);
GPUINTEROP_EXCHANGE(unsigned long long, unsigned long long);
GPUINTEROP_EXCHANGE(float, unsigned int);
GPUINTEROP_EXCHANGE(double, unsigned long long);
#undef GPUINTEROP_EXCHANGE

/* The smaller or larger of floats. As the bits of floats order like signed integers, but for
 * negative ones, it is a loop. */
#define GPUINTEROP_EXTREME(name, type, bits, compare) \
    GPUINTEROP_FN type name(type *address, type value) \
    { \
        type old = *(volatile type *)address, seen; \
        do { \
            seen = old; \
            if (!(value compare seen)) \
                return seen; \
            old = atomicCAS(address, seen, value); \
        } while (__builtin_bit_cast(bits, old) != __builtin_bit_cast(bits, seen)); \
        return old; \
    } \
    GPUINTEROP_SCOPES(name, type, (type *address, type value), (address, value))
GPUINTEROP_EXTREME(atomicMin, float, unsigned int, <);
GPUINTEROP_EXTREME(atomicMin, double, unsigned long long, <);
GPUINTEROP_EXTREME(atomicMax, float, unsigned int, >);
GPUINTEROP_EXTREME(atomicMax, double, unsigned long long, >);
#undef GPUINTEROP_EXTREME
#undef GPUINTEROP_SCOPES

/* 16 bits: by the 32 bits around them. */
GPUINTEROP_FN unsigned short atomicCAS(unsigned short *address, unsigned short expected,
                                       unsigned short value)
{
    unsigned long place = (unsigned long)address;
    unsigned int *word = (unsigned int *)((char *)address - (place & 2));
    unsigned int shift = (place & 2) * 8, old = *(volatile unsigned int *)word, seen;

    do {
        seen = old;
        if ((unsigned short)(seen >> shift) != expected)
            break;
        old = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | (unsigned int)value << shift);
    } while (old != seen);
    return (unsigned short)(old >> shift);
}

#endif
