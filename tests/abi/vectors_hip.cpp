/* HIP's short vectors in C++: how they are made, and the operators on them. */
#include <hip/hip_vector_types.h>

#include <cstdio>
#include <type_traits>

static int failures;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: not so: %s\n", __LINE__, #condition);                                 \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static_assert(std::is_same<float4, HIP_vector_type<float, 4>>::value, "the class that is mangled");
static_assert(std::is_trivially_copyable<float4>::value, "copied as bytes");
static_assert(std::is_trivially_default_constructible<float3>::value, "made for nothing");
static_assert(std::is_standard_layout<double2>::value, "laid out as in C");
static_assert(std::is_convertible<float, float1>::value, "one number is a vector of one");
static_assert(!std::is_convertible<float, float4>::value, "one number is no vector of four");

static void made(void)
{
    float4 zero = {}, listed = {1, 2, 3, 4}, all(5.0f);
    uchar3 small = make_uchar3(1, 2, 255);
    int2 cut(1.9, 2);
    long1 one = 7;

    EXPECT(zero.x == 0 && zero.y == 0 && zero.z == 0 && zero.w == 0);
    EXPECT(listed.x == 1 && listed.y == 2 && listed.z == 3 && listed.w == 4);
    EXPECT(all == make_float4(5, 5, 5, 5));
    EXPECT(small.x == 1 && small.y == 2 && small.z == 255);
    EXPECT(cut == make_int2(1, 2));
    EXPECT(one.x == 7 && one == make_long1(7));
    EXPECT(make_char1(-1).x == -1);
}

static void numbers(void)
{
    float3 a = make_float3(1, 2, 3), b = make_float3(10, 20, 30);
    short4 wrapped = make_short4(32767, 0, -1, 1);

    EXPECT(a + b == make_float3(11, 22, 33));
    EXPECT(b - a == make_float3(9, 18, 27));
    EXPECT(a * 2 == make_float3(2, 4, 6));
    EXPECT(60 / b == make_float3(6, 3, 2));
    EXPECT(1 - a == make_float3(0, -1, -2));
    EXPECT(-a == make_float3(-1, -2, -3));
    EXPECT((a += b) == make_float3(11, 22, 33));
    EXPECT((a /= 11) == make_float3(1, 2, 3));
    EXPECT(a++ == make_float3(1, 2, 3) && a == make_float3(2, 3, 4));
    EXPECT(--a == make_float3(1, 2, 3));
    EXPECT(a != b && !(a != a) && a != 1 && make_float2(4, 4) == 4 && 3 != make_float2(3, 4));
    EXPECT(wrapped + make_short4(0, 1, 1, 1) == make_short4(32767, 1, 0, 2));
}

static void bits(void)
{
    uint2 a = make_uint2(0xF0, 7);

    EXPECT((a & 0x30) == make_uint2(0x30, 0));
    EXPECT((a | make_uint2(1, 8)) == make_uint2(0xF1, 15));
    EXPECT((a ^ a) == 0);
    EXPECT(a % 4 == make_uint2(0, 3));
    EXPECT((a << 1) == make_uint2(0x1E0, 14) && (a >> 1) == make_uint2(0x78, 3));
    EXPECT(~a == make_uint2(0xFFFFFF0FU, 0xFFFFFFF8U));
    EXPECT((a <<= 4) == make_uint2(0xF00, 0x70));
}

int main()
{
    made();
    numbers();
    bits();
    return failures ? 1 : 0;
}
