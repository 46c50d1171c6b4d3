/* Constant objects of classes, functions and kernels, by their values and by their addresses. */
#include "either.h"

enum { RESULTS = 14 };

struct point {
    int x, y;
};
struct limits {
    static constexpr int table[4] = { 1, 2, 3, 4 };
    static constexpr float factor = 2.5f;
    static constexpr int size = 7;
};
template <class T> struct traits {
    static constexpr T values[3] = { T(1), T(2), T(3) };
    static constexpr T last = T(9);
};
constexpr int global_table[3] = { 10, 20, 30 };
static constexpr point points[2] = { { 1, 2 }, { 3, 4 } };

__device__ __noinline__ int take(const int &x)
{
    return x;
}
__device__ __noinline__ int at(const int *values, int i)
{
    return values[i];
}
__device__ __noinline__ int of_local(int i)
{
    static constexpr int local[4] = { 5, 6, 7, 8 };
    constexpr int plain[4] = { 50, 60, 70, 80 };

    return local[i] + at(plain, i);
}
__device__ __noinline__ const int *table_of_function()
{
    static constexpr int local[4] = { 25, 26, 27, 28 };

    return local;
}
__device__ __noinline__ const char *text_of_function(bool is_first)
{
    static const char first[] = "abc";
    static constexpr char second[] = "xyz";

    return is_first ? first : second;
}
__host__ __device__ int of_both(int i)
{
    static constexpr int local[4] = { 15, 16, 17, 18 };

    return local[i] + limits::table[i] + points[i % 2].x;
}

__global__ void use(int *out, int i)
{
    static constexpr int of_kernel[2] = { 100, 200 };
    static constexpr point place = { 7, 8 };
    const point &same = place;
    const float &factor = limits::factor;

    out[0] = limits::table[i];
    out[1] = take(limits::size);
    out[2] = at(limits::table, i + 1);
    out[3] = global_table[i];
    out[4] = points[i].y;
    out[5] = of_local(i);
    out[6] = table_of_function()[i];
    out[7] = of_both(i);
    out[8] = of_kernel[i] + at(of_kernel, i);
    out[9] = same.x + (&place)->y;
    out[10] = traits<int>::values[i];
    out[11] = take(traits<int>::last);
    out[12] = (int)(*&factor * 2);
    out[13] = text_of_function(i == 0)[i] + text_of_function(i != 0)[i];
}

int main()
{
    static const int wanted[2][RESULTS] = {
        { 1, 7, 2, 10, 2, 55, 25, 17, 200, 15, 1, 9, 5, 'a' + 'x' },
        { 2, 7, 3, 20, 4, 66, 26, 21, 400, 15, 2, 9, 5, 'b' + 'y' },
    };
    buffer<int> out(std::vector<int>(RESULTS, -1));

    for (int i = 0; i < 2; i++) {
        use<<<1, 1>>>(out.at, i);
        std::vector<int> got = out.read();
        for (size_t f = 0; f < RESULTS; f++) {
            if (got[f] != wanted[i][f])
                std::printf("result %zu of %d\n", f, i);
            EXPECT(got[f], wanted[i][f]);
        }
        EXPECT(of_both(i), wanted[i][7]);
    }
    std::puts("ok");
    return 0;
}
