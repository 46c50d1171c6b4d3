/* Checks of these programs, and device memory with the elements of a vector. */
#ifndef CCCL_CHECK_H
#define CCCL_CHECK_H

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)
static inline void check(cudaError_t error, const char *what, int line)
{
    if (error == cudaSuccess)
        return;
    std::printf("line %d: %s: %s\n", line, what, cudaGetErrorName(error));
    std::exit(error == cudaErrorInvalidValue ? 3 : 1);
}

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            std::printf("line %d: %s: wrong\n", __LINE__, #condition); \
            std::exit(1); \
        } \
    } while (0)

template <class T> struct buffer {
    T *at;
    size_t count;

    explicit buffer(const std::vector<T> &from) : count(from.size())
    {
        CHECK(cudaMalloc((void **)&at, count * sizeof(T)));
        CHECK(cudaMemcpy(at, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    explicit buffer(size_t count_) : buffer(std::vector<T>(count_)) {}
    buffer(const buffer &) = delete;
    ~buffer() { CHECK(cudaFree(at)); }
    std::vector<T> read() const
    {
        std::vector<T> to(count);

        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(to.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
        return to;
    }
};

/* Numbers that are neither sorted nor all different. */
static inline std::vector<int> numbers(size_t count)
{
    std::vector<int> all(count);
    unsigned int state = 1;

    for (int &number : all) {
        state = state * 1664525 + 1013904223;
        number = (int)(state >> 8) % 20011 - 10005;
    }
    return all;
}

#endif
