/* For programs that are compiled as CUDA and as HIP: names of both, and checks. */
#ifndef CC_EITHER_H
#define CC_EITHER_H

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define API(name) hip##name
#define SYMBOL(variable) HIP_SYMBOL(variable)
#define KERNEL(kernel) reinterpret_cast<const void *>(kernel)
typedef hipPointerAttribute_t POINTER_ATTRIBUTES;
#else
#include <cuda_runtime.h>
#define API(name) cuda##name
#define SYMBOL(variable) variable
#define KERNEL(kernel) kernel
typedef cudaPointerAttributes POINTER_ATTRIBUTES;
#endif

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)
static inline void check(API(Error_t) error, const char *what, int line)
{
    if (error == API(Success))
        return;
    std::printf("line %d: %s: %s\n", line, what, API(GetErrorString)(error));
    std::exit(1);
}

/* Ends the program unless both are equal. */
#define EXPECT(got, wanted) expect((double)(got), (double)(wanted), #got, __LINE__)
static inline void expect(double got, double wanted, const char *what, int line)
{
    if (got == wanted)
        return;
    std::printf("line %d: %s is %.17g, not %.17g\n", line, what, got, wanted);
    std::exit(1);
}

/* Device memory with the elements of a vector. */
template <class T> struct buffer {
    T *at;
    size_t count;

    explicit buffer(const std::vector<T> &from) : count(from.size())
    {
        CHECK(API(Malloc)((void **)&at, count * sizeof(T)));
        CHECK(API(Memcpy)(at, from.data(), count * sizeof(T), API(MemcpyHostToDevice)));
    }
    buffer(const buffer &) = delete;
    ~buffer() { CHECK(API(Free)(at)); }
    std::vector<T> read() const
    {
        std::vector<T> to(count);

        CHECK(API(GetLastError)());
        CHECK(API(Memcpy)(to.data(), at, count * sizeof(T), API(MemcpyDeviceToHost)));
        return to;
    }
};

#endif
