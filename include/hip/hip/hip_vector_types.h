/** Short vectors, with the sizes and alignments of HIP 6.4. In C a vector is aligned as its
 *  elements. In C++ a vector of two or four elements is aligned to its size. */
#ifndef GPUINTEROP_HIP_VECTOR_TYPES_H
#define GPUINTEROP_HIP_VECTOR_TYPES_H

#ifdef __cplusplus
#include "hipinterop/cxx/vector_class.h"
#endif

/* Both front ends have types of these names. A program that includes both gets those of the
 * first header. CUDA aligns double4 and the vectors of four 64-bit elements differently. */
#ifndef GPUINTEROP_SHORT_VECTOR_TYPES
#define GPUINTEROP_SHORT_VECTOR_TYPES

#ifdef __cplusplus
typedef HIP_vector_type<char, 1> char1;
typedef HIP_vector_type<char, 2> char2;
typedef HIP_vector_type<char, 3> char3;
typedef HIP_vector_type<char, 4> char4;

typedef HIP_vector_type<unsigned char, 1> uchar1;
typedef HIP_vector_type<unsigned char, 2> uchar2;
typedef HIP_vector_type<unsigned char, 3> uchar3;
typedef HIP_vector_type<unsigned char, 4> uchar4;

typedef HIP_vector_type<short, 1> short1;
typedef HIP_vector_type<short, 2> short2;
typedef HIP_vector_type<short, 3> short3;
typedef HIP_vector_type<short, 4> short4;

typedef HIP_vector_type<unsigned short, 1> ushort1;
typedef HIP_vector_type<unsigned short, 2> ushort2;
typedef HIP_vector_type<unsigned short, 3> ushort3;
typedef HIP_vector_type<unsigned short, 4> ushort4;

typedef HIP_vector_type<int, 1> int1;
typedef HIP_vector_type<int, 2> int2;
typedef HIP_vector_type<int, 3> int3;
typedef HIP_vector_type<int, 4> int4;

typedef HIP_vector_type<unsigned int, 1> uint1;
typedef HIP_vector_type<unsigned int, 2> uint2;
typedef HIP_vector_type<unsigned int, 3> uint3;
typedef HIP_vector_type<unsigned int, 4> uint4;

typedef HIP_vector_type<long, 1> long1;
typedef HIP_vector_type<long, 2> long2;
typedef HIP_vector_type<long, 3> long3;
typedef HIP_vector_type<long, 4> long4;

typedef HIP_vector_type<unsigned long, 1> ulong1;
typedef HIP_vector_type<unsigned long, 2> ulong2;
typedef HIP_vector_type<unsigned long, 3> ulong3;
typedef HIP_vector_type<unsigned long, 4> ulong4;

typedef HIP_vector_type<long long, 1> longlong1;
typedef HIP_vector_type<long long, 2> longlong2;
typedef HIP_vector_type<long long, 3> longlong3;
typedef HIP_vector_type<long long, 4> longlong4;

typedef HIP_vector_type<unsigned long long, 1> ulonglong1;
typedef HIP_vector_type<unsigned long long, 2> ulonglong2;
typedef HIP_vector_type<unsigned long long, 3> ulonglong3;
typedef HIP_vector_type<unsigned long long, 4> ulonglong4;

typedef HIP_vector_type<float, 1> float1;
typedef HIP_vector_type<float, 2> float2;
typedef HIP_vector_type<float, 3> float3;
typedef HIP_vector_type<float, 4> float4;

typedef HIP_vector_type<double, 1> double1;
typedef HIP_vector_type<double, 2> double2;
typedef HIP_vector_type<double, 3> double3;
typedef HIP_vector_type<double, 4> double4;

#else
typedef struct { char x; } char1;
typedef struct { char x, y; } char2;
typedef struct { char x, y, z; } char3;
typedef struct { char x, y, z, w; } char4;

typedef struct { unsigned char x; } uchar1;
typedef struct { unsigned char x, y; } uchar2;
typedef struct { unsigned char x, y, z; } uchar3;
typedef struct { unsigned char x, y, z, w; } uchar4;

typedef struct { short x; } short1;
typedef struct { short x, y; } short2;
typedef struct { short x, y, z; } short3;
typedef struct { short x, y, z, w; } short4;

typedef struct { unsigned short x; } ushort1;
typedef struct { unsigned short x, y; } ushort2;
typedef struct { unsigned short x, y, z; } ushort3;
typedef struct { unsigned short x, y, z, w; } ushort4;

typedef struct { int x; } int1;
typedef struct { int x, y; } int2;
typedef struct { int x, y, z; } int3;
typedef struct { int x, y, z, w; } int4;

typedef struct { unsigned int x; } uint1;
typedef struct { unsigned int x, y; } uint2;
typedef struct { unsigned int x, y, z; } uint3;
typedef struct { unsigned int x, y, z, w; } uint4;

typedef struct { long x; } long1;
typedef struct { long x, y; } long2;
typedef struct { long x, y, z; } long3;
typedef struct { long x, y, z, w; } long4;

typedef struct { unsigned long x; } ulong1;
typedef struct { unsigned long x, y; } ulong2;
typedef struct { unsigned long x, y, z; } ulong3;
typedef struct { unsigned long x, y, z, w; } ulong4;

typedef struct { long long x; } longlong1;
typedef struct { long long x, y; } longlong2;
typedef struct { long long x, y, z; } longlong3;
typedef struct { long long x, y, z, w; } longlong4;

typedef struct { unsigned long long x; } ulonglong1;
typedef struct { unsigned long long x, y; } ulonglong2;
typedef struct { unsigned long long x, y, z; } ulonglong3;
typedef struct { unsigned long long x, y, z, w; } ulonglong4;

typedef struct { float x; } float1;
typedef struct { float x, y; } float2;
typedef struct { float x, y, z; } float3;
typedef struct { float x, y, z, w; } float4;

typedef struct { double x; } double1;
typedef struct { double x, y; } double2;
typedef struct { double x, y, z; } double3;
typedef struct { double x, y, z, w; } double4;
#endif

#endif

#if defined(__cplusplus) && !defined(GPUINTEROP_SHORT_VECTOR_FUNCTIONS)
#define GPUINTEROP_SHORT_VECTOR_FUNCTIONS

/* Vectors from their elements. */

static inline char1 make_char1(signed char x)
{
    char1 v;
    v.x = x;
    return v;
}

static inline char2 make_char2(signed char x, signed char y)
{
    char2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline char3 make_char3(signed char x, signed char y, signed char z)
{
    char3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline char4 make_char4(signed char x, signed char y, signed char z, signed char w)
{
    char4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline uchar1 make_uchar1(unsigned char x)
{
    uchar1 v;
    v.x = x;
    return v;
}

static inline uchar2 make_uchar2(unsigned char x, unsigned char y)
{
    uchar2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z)
{
    uchar3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w)
{
    uchar4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline short1 make_short1(short x)
{
    short1 v;
    v.x = x;
    return v;
}

static inline short2 make_short2(short x, short y)
{
    short2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline short3 make_short3(short x, short y, short z)
{
    short3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline short4 make_short4(short x, short y, short z, short w)
{
    short4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline ushort1 make_ushort1(unsigned short x)
{
    ushort1 v;
    v.x = x;
    return v;
}

static inline ushort2 make_ushort2(unsigned short x, unsigned short y)
{
    ushort2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z)
{
    ushort3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z,
    unsigned short w)
{
    ushort4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline int1 make_int1(int x)
{
    int1 v;
    v.x = x;
    return v;
}

static inline int2 make_int2(int x, int y)
{
    int2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline int3 make_int3(int x, int y, int z)
{
    int3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline int4 make_int4(int x, int y, int z, int w)
{
    int4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline uint1 make_uint1(unsigned int x)
{
    uint1 v;
    v.x = x;
    return v;
}

static inline uint2 make_uint2(unsigned int x, unsigned int y)
{
    uint2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z)
{
    uint3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w)
{
    uint4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline long1 make_long1(long x)
{
    long1 v;
    v.x = x;
    return v;
}

static inline long2 make_long2(long x, long y)
{
    long2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline long3 make_long3(long x, long y, long z)
{
    long3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline long4 make_long4(long x, long y, long z, long w)
{
    long4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline ulong1 make_ulong1(unsigned long x)
{
    ulong1 v;
    v.x = x;
    return v;
}

static inline ulong2 make_ulong2(unsigned long x, unsigned long y)
{
    ulong2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z)
{
    ulong3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w)
{
    ulong4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline longlong1 make_longlong1(long long x)
{
    longlong1 v;
    v.x = x;
    return v;
}

static inline longlong2 make_longlong2(long long x, long long y)
{
    longlong2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline longlong3 make_longlong3(long long x, long long y, long long z)
{
    longlong3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline longlong4 make_longlong4(long long x, long long y, long long z, long long w)
{
    longlong4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline ulonglong1 make_ulonglong1(unsigned long long x)
{
    ulonglong1 v;
    v.x = x;
    return v;
}

static inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y)
{
    ulonglong2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y,
    unsigned long long z)
{
    ulonglong3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline ulonglong4 make_ulonglong4(
    unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w)
{
    ulonglong4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline float1 make_float1(float x)
{
    float1 v;
    v.x = x;
    return v;
}

static inline float2 make_float2(float x, float y)
{
    float2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline float3 make_float3(float x, float y, float z)
{
    float3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline float4 make_float4(float x, float y, float z, float w)
{
    float4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

static inline double1 make_double1(double x)
{
    double1 v;
    v.x = x;
    return v;
}

static inline double2 make_double2(double x, double y)
{
    double2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline double3 make_double3(double x, double y, double z)
{
    double3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline double4 make_double4(double x, double y, double z, double w)
{
    double4 v;
    v.x = x;
    v.y = y;
    v.z = z;
    v.w = w;
    return v;
}

#endif

#endif
