/* Indices of grids and blocks of three dimensions; streams, events and their order. */
#include "either.h"

__global__ void number(unsigned int *out)
{
    unsigned int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;

    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] = block * 1000 + thread;
}

__global__ void twice(int *value)
{
    *value = *value * 2;
}

__global__ void more(int *value)
{
    *value = *value + 1;
}

int main()
{
    const dim3 grid(3, 4, 5), block(7, 2, 3);
    buffer<unsigned int> out(std::vector<unsigned int>(60 * 42));
    buffer<int> value(std::vector<int>{ 1 });
    API(Stream_t) one, two;
    API(Event_t) event;

    number<<<grid, block>>>(out.at);
    std::vector<unsigned int> got = out.read();
    for (unsigned int i = 0; i < 60 * 42; i++)
        EXPECT(got[i], i / 42 * 1000 + i % 42);

    CHECK(API(StreamCreate)(&one));
    CHECK(API(StreamCreate)(&two));
    CHECK(API(EventCreate)(&event));
    for (int i = 0; i < 10; i++) {
        twice<<<1, 1, 0, one>>>(value.at);
        CHECK(API(EventRecord)(event, one));
        CHECK(API(StreamWaitEvent)(two, event, 0));
        more<<<1, 1, 0, two>>>(value.at);
        CHECK(API(EventRecord)(event, two));
        CHECK(API(StreamWaitEvent)(one, event, 0));
    }
    CHECK(API(DeviceSynchronize)());
    EXPECT(value.read()[0], 2047);
    CHECK(API(EventDestroy)(event));
    CHECK(API(StreamDestroy)(one));
    CHECK(API(StreamDestroy)(two));

    number<<<1, 5000>>>(out.at);
    EXPECT(API(GetLastError)() != API(Success), true);
    EXPECT(API(GetLastError)(), API(Success));
    std::puts("ok");
    return 0;
}
