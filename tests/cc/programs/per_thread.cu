/* Compiled with --default-stream per-thread: a launch into the NULL stream goes to the stream of the
 * calling thread, and does not wait for another thread's. */
#include "either.h"

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool is_open;

static void stand_still(void *)
{
    std::unique_lock<std::mutex> holder(lock);

    changed.wait(holder, [] { return is_open; });
}

__global__ void write(int *out, int value)
{
    *out = value;
}

int main()
{
    int *written;

    CHECK(API(MallocHost)((void **)&written, 2 * sizeof(int)));
    written[0] = written[1] = 0;
    CHECK(API(LaunchHostFunc)(0, stand_still, nullptr));      /* this thread's stream is blocked */
    write<<<1, 1>>>(&written[0], 7);
    std::thread([=] {
        write<<<1, 1>>>(&written[1], 8);
        CHECK(API(GetLastError)());
        CHECK(API(StreamSynchronize)(API(StreamPerThread)));
        EXPECT(written[1], 8);
        EXPECT(written[0], 0);
    }).join();
    {
        std::lock_guard<std::mutex> holder(lock);
        is_open = true;
    }
    changed.notify_all();
    CHECK(API(StreamSynchronize)(0));
    EXPECT(written[0], 7);
    CHECK(API(FreeHost)(written));
    std::puts("ok");
    return 0;
}
