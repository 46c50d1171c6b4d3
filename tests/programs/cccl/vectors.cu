/* thrust: transforms, sums, scans, and sorts with an order of the program's. */
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <numeric>

#include "check.h"

enum { COUNT = 5003 };

struct square {
    __host__ __device__ long long operator()(int x) const { return (long long)x * x; }
};
/* CUB's merge sort gives a thread more keys, the smaller they are, and writes all of their exchanges
 * out: these keys are large, so that drivers compile the kernel in seconds. */
struct record {
    long long key, place;
};
struct by_key {
    __host__ __device__ bool operator()(const record &a, const record &b) const
    {
        return a.key < b.key;
    }
};

int main()
{
    std::vector<int> all = numbers(COUNT), got(COUNT), wanted(COUNT);
    thrust::device_vector<int> in(all.begin(), all.end()), out(COUNT);
    thrust::device_vector<long long> squares(COUNT);
    long long sum = 0;

    for (int x : all)
        sum += (long long)x * x;
    thrust::transform(in.begin(), in.end(), squares.begin(), square());
    EXPECT(thrust::reduce(squares.begin(), squares.end(), 0ll) == sum);

    thrust::inclusive_scan(in.begin(), in.end(), out.begin());
    thrust::copy(out.begin(), out.end(), got.begin());
    std::partial_sum(all.begin(), all.end(), wanted.begin());
    EXPECT(got == wanted);

    std::vector<record> records(COUNT), sorted(COUNT);
    for (int i = 0; i < COUNT; i++)
        records[i] = { all[i] % 100, i };
    thrust::device_vector<record> to_sort(records.begin(), records.end());
    thrust::stable_sort(to_sort.begin(), to_sort.end(), by_key());
    thrust::copy(to_sort.begin(), to_sort.end(), sorted.begin());
    std::stable_sort(records.begin(), records.end(), by_key());
    EXPECT(std::equal(sorted.begin(), sorted.end(), records.begin(), [](record a, record b) {
        return a.key == b.key && a.place == b.place;
    }));
    return 0;
}
