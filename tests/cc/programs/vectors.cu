/* Vector sums of several types by one template; a grid that does not fit the count. */
#include "either.h"

template <class T> __global__ void add(int count, const T *a, const T *b, T *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        sum[i] = a[i] + b[i];
}

template <class T> static void sums()
{
    const int count = 12345;
    std::vector<T> a(count), b(count);

    for (int i = 0; i < count; i++) {
        a[i] = (T)(3 * i);
        b[i] = (T)(7 - i);
    }
    buffer<T> da(a), db(b), dsum(std::vector<T>(count + 1, (T)99));
    add<<<(count + 127) / 128, 128>>>(count, da.at, db.at, dsum.at);
    std::vector<T> sum = dsum.read();
    for (int i = 0; i < count; i++)
        EXPECT(sum[i], (T)(a[i] + b[i]));
    EXPECT(sum[count], 99);
}

int main()
{
    sums<int>();
    sums<float>();
    sums<double>();
    sums<unsigned char>();
    sums<short>();
    sums<long long>();
    std::puts("ok");
    return 0;
}
