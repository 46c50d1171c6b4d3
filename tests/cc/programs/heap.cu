/* malloc, free, new and delete in kernels: many threads at once, full heaps, what a launch leaves to
 * the next, wrong frees, and what the host may do. */
#include <new>

#include "heap.h"

static const size_t heap_bytes = 8 << 20;

/* ---- sizes ---- */

__global__ void sizes(const size_t *bytes, int count, int *given, int *wrong)
{
    for (int i = 0; i < count; i++) {
        char *piece = (char *)malloc(bytes[i]);

        given[i] = piece != nullptr;
        if ((size_t)piece % 16 != 0)
            *wrong += 1;
        if (piece != nullptr && bytes[i] > 0)
            piece[0] = piece[bytes[i] - 1] = 1;
        free(piece);
    }
    free(nullptr);
}

static void test_sizes()
{
    buffer<size_t> bytes(std::vector<size_t>{ 1, 16, 4096, 4097, 1 << 20, 7 << 20, heap_bytes,
                                              heap_bytes + 1, size_t(1) << 33, size_t(1) << 60,
                                              ~size_t(0), ~size_t(0) - 15 });
    buffer<int> given(std::vector<int>(12)), wrong(std::vector<int>(1));

    sizes<<<1, 1>>>(bytes.at, 12, given.at, wrong.at);
    std::vector<int> got = given.read();
    for (int i = 0; i < 12; i++)
        EXPECT(got[i], i < 7);
    EXPECT(wrong.read()[0], 0);
}

/* ---- many threads ---- */

__device__ unsigned next_number(unsigned *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Each thread has up to 8 pieces, whose words have its own number. */
__global__ void churns(int rounds, unsigned most_bytes, int *wrong, int *refused)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, state = thread;
    unsigned *pieces[8] = {}, words[8];

    for (int round = 0; round < rounds + 8; round++) {
        int at = round < rounds ? next_number(&state) % 8 : round - rounds;

        if (pieces[at] != nullptr) {
            if (pieces[at][0] != thread * 8 + at || pieces[at][words[at] - 1] != thread * 8 + at)
                atomicAdd(wrong, 1);
            free(pieces[at]);
            pieces[at] = nullptr;
        } else if (round < rounds) {
            words[at] = next_number(&state) % (most_bytes >> next_number(&state) % 5) / 4 + 1;
            pieces[at] = (unsigned *)malloc(words[at] * 4);
            if (pieces[at] == nullptr)
                atomicAdd(refused, 1);
            else
                pieces[at][0] = pieces[at][words[at] - 1] = thread * 8 + at;
        }
    }
}

/* Whether all of the heap can be had at once. */
static bool is_whole()
{
    buffer<size_t> bytes(std::vector<size_t>{ heap_bytes });
    buffer<int> given(std::vector<int>(1)), wrong(std::vector<int>(1));

    sizes<<<1, 1>>>(bytes.at, 1, given.at, wrong.at);
    return given.read()[0] != 0;
}

static void test_many_threads()
{
    buffer<int> wrong(std::vector<int>(1)), refused(std::vector<int>(1));

    churns<<<90, 256>>>(12, 64, wrong.at, refused.at);
    EXPECT(wrong.read()[0], 0);
    EXPECT(refused.read()[0], 0);
    EXPECT(is_whole(), 1);
    churns<<<90, 256>>>(12, 4000, wrong.at, refused.at);
    churns<<<30, 67>>>(20, 3000000, wrong.at, refused.at);
    EXPECT(wrong.read()[0], 0);
    EXPECT(refused.read()[0] > 0, 1);
    EXPECT(is_whole(), 1);
}

/* ---- over launches ---- */

__device__ int *pieces[1 << 18];

__global__ void takes(int count, size_t bytes, int *given)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= count)
        return;
    pieces[i] = (int *)malloc(bytes);
    if (pieces[i] == nullptr)
        return;
    *pieces[i] = i;
    atomicAdd(given, 1);
}

/* Each thread frees what another one took. */
__global__ void gives(int count, int step, int *wrong)
{
    int i = count - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < 0 || i % step != 0 || pieces[i] == nullptr)
        return;
    if (*pieces[i] != i)
        atomicAdd(wrong, 1);
    free(pieces[i]);
    pieces[i] = nullptr;
}

static int take(int count, size_t bytes)
{
    buffer<int> given(std::vector<int>(1));

    takes<<<(count + 255) / 256, 256>>>(count, bytes, given.at);
    return given.read()[0];
}

static void give(int count, int step)
{
    buffer<int> wrong(std::vector<int>(1));

    gives<<<(count + 255) / 256, 256>>>(count, step, wrong.at);
    EXPECT(wrong.read()[0], 0);
}

static void test_full_heap()
{
    static const size_t bytes[] = { 16, 64, 4096, 100000 };

    for (size_t one : bytes) {
        int pages = (int)(one + 8191) / 8192;
        int all = one <= 4096 ? (int)(heap_bytes / one) : 1024 / pages;
        int count = all < 1 << 18 ? all + 1000 : 1 << 18;

        all = all < count ? all : count;
        EXPECT(take(count, one), all);
        give(count, 1);
        EXPECT(take(count, one), all);
        give(count, 1);
        EXPECT(is_whole(), 1);
    }
}

/* Where every third block of each page is free, blocks of this size can be had, others not. */
static void test_fragments()
{
    const int all = (int)(heap_bytes / 64);

    EXPECT(take(all, 64), all);
    give(all, 3);
    EXPECT(take(1, 65), 0);
    EXPECT(is_whole(), 0);
    give(all, 1);
    EXPECT(take(all, 64), all);
    give(all, 1);
    EXPECT(is_whole(), 1);
}

static void test_two_modules()
{
    buffer<int> wrong(std::vector<int>(1));
    int **at;

    CHECK(API(GetSymbolAddress)((void **)&at, SYMBOL(pieces)));
    EXPECT(take(5000, 40), 5000);
    second_frees(at, 5000, wrong.at);
    EXPECT(wrong.read()[0], 0);
    EXPECT(is_whole(), 1);
}

/* ---- new and delete ---- */

struct base {
    int *count;

    __device__ explicit base(int *counter) : count(counter) { *count += 1; }
    __device__ virtual ~base() { *count -= 1; }
    __device__ virtual int value() { return 1; }
};

struct derived : base {
    int numbers[20];

    __device__ explicit derived(int *counter) : base(counter)
    {
        for (int i = 0; i < 20; i++)
            numbers[i] = i;
    }
    __device__ ~derived() override { *count -= 10; }
    __device__ int value() override { return numbers[19]; }
};

struct alignas(128) wide {
    int at[40];
};

struct huge {
    char at[size_t(1) << 40];
};

struct filled {
    int number;

    __device__ filled() : number(7) {}
    __device__ ~filled() { number = 0; }
};

__global__ void creates(int *out, unsigned many)
{
    base *one = new derived(out), *two = new base(out);
    filled *several = new filled[5];
    wide *aligned = new wide;
    void *plain = ::operator new(many), *row = ::operator new[](many);
    void *placed = new (row) filled;
    void *large = __nv_aligned_device_malloc(many, 4096);

    out[1] = one->value() + two->value();
    out[2] = several[0].number + several[4].number;
    out[3] = (int)((size_t)aligned % 128 + (size_t)large % 4096);
    out[4] = plain != nullptr && row == placed && large != nullptr && aligned != nullptr;
    pieces[0] = (int *)new (std::nothrow_t{}) huge;         /* compilers leave out what is unused */
    out[5] = pieces[0] == nullptr;
    delete one;
    delete two;
    delete[] several;
    delete aligned;
    delete (int *)nullptr;
    ::operator delete(plain);
    ::operator delete[](row);
    free(large);
    out[6] = __nv_aligned_device_malloc(many, 3) == nullptr;
}

static void test_operators()
{
    buffer<int> out(std::vector<int>(7));

    creates<<<1, 1>>>(out.at, 100);
    std::vector<int> got = out.read();
    EXPECT(got[0], -10);
    EXPECT(got[1], 20);
    EXPECT(got[2], 14);
    EXPECT(got[3], 0);
    EXPECT(got[4], 1);
    EXPECT(got[5], 1);
    EXPECT(got[6], 1);
    EXPECT(is_whole(), 1);
}

/* ---- the host ---- */

static void test_host()
{
    size_t bytes = 0;
    char *piece, own[16];

    CHECK(API(DeviceGetLimit)(&bytes, API(LimitMallocHeapSize)));
    EXPECT(bytes, heap_bytes);
    EXPECT(API(DeviceSetLimit)(API(LimitMallocHeapSize), 64 << 20), API(ErrorInvalidValue));
    (void)API(GetLastError)();
    EXPECT(take(1, 4096), 1);
    CHECK(API(MemcpyFromSymbol)(&piece, SYMBOL(pieces), sizeof piece));
    EXPECT(API(Memcpy)(own, piece, 16, API(MemcpyDeviceToHost)), API(ErrorInvalidValue));
    EXPECT(API(Memset)(piece, 0, 16), API(ErrorInvalidValue));
    EXPECT(API(Free)(piece), API(ErrorInvalidValue));
    (void)API(GetLastError)();
    give(1, 1);
}

/* ---- wrong frees ---- */

__global__ void frees_wrongly(int how, char *other)
{
    char *small = (char *)malloc(100), *large = (char *)malloc(1 << 20), local[16];

    local[how % 16] = 1;
    if (how <= 1) {
        free(how == 0 ? small : large);
        free(how == 0 ? small : large);
    } else {
        free(how == 2 ? small + 8 : how == 3 ? small + 128 : how == 4 ? large + 8192
             : how == 5 ? other : how == 6 ? (char *)16 : local);
    }
}

static void test_wrong_frees()
{
    for (int how = 0; how < 8; how++) {
        size_t bytes;
        char *other;

        CHECK(API(Malloc)((void **)&other, 256));
        frees_wrongly<<<1, 1>>>(how, other);
        EXPECT(API(DeviceSynchronize)(), API(ErrorLaunchFailure));
        CHECK(API(DeviceReset)());
        CHECK(API(DeviceGetLimit)(&bytes, API(LimitMallocHeapSize)));
        EXPECT(bytes, heap_bytes);
        EXPECT(is_whole(), 1);
    }
}

/* ---- the limit ---- */

static void test_limit()
{
    CHECK(API(DeviceReset)());
    CHECK(API(DeviceSetLimit)(API(LimitMallocHeapSize), 20 << 20));
    EXPECT(take(200000, 100), 163840);
    EXPECT(API(DeviceSetLimit)(API(LimitMallocHeapSize), 64 << 20), API(ErrorInvalidValue));
    (void)API(GetLastError)();
    give(200000, 1);
}

int main()
{
    test_sizes();
    test_many_threads();
    test_full_heap();
    test_fragments();
    test_two_modules();
    test_operators();
    test_host();
    test_wrong_frees();
    test_limit();
    std::puts("ok");
}
