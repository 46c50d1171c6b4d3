/* Times of kernels and launches, for any library that stands behind the runtime's entry points: one
 * line each, "name microseconds". kernels.py runs it beside the vendor's library. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bodies.cuh"
#include "products.cuh"
#include "slow.cuh"

static int scale_down = 1;               /* of sizes, for devices that are CPUs */
static char *arena;
static const size_t arena_bytes = (size_t)1 << 30;

static double now_us()
{
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/* Launches the kernel several times in a row between two events. */
static void measure(const char *name, const std::function<void()> &launch)
{
    const int rounds = 7, in_a_row = scale_down > 1 ? 1 : 20;
    std::vector<double> times;
    cudaEvent_t begin, end;

    scatter<<<(unsigned)(arena_bytes / scale_down / 1024), 256>>>((unsigned *)arena);
    launch();
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("%-18s refused\n", name);
        cudaGetLastError();
        return;
    }
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    for (int round = 0; round < rounds; round++) {
        float ms;
        check(cudaEventRecord(begin, 0), "record");
        for (int i = 0; i < in_a_row; i++)
            launch();
        check(cudaEventRecord(end, 0), "record");
        check(cudaEventSynchronize(end), name);
        check(cudaEventElapsedTime(&ms, begin, end), "time");
        times.push_back(ms * 1000.0 / in_a_row);
    }
    printf("%-18s %.2f\n", name, median(times));
    fflush(stdout);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

template <class T> static T *at(size_t megabytes)
{
    return (T *)(arena + (megabytes << 20));
}

static void memory_bound()
{
    int n = (16 << 20) / scale_down, side = scale_down > 1 ? 512 : 4096;

    measure("saxpy", [=] { saxpy<<<n / 256, 256>>>(at<float>(0), at<float>(256), 2.0f, n); });
    measure("copy4", [=] { copy4<<<n / 1024, 256>>>(at<float4>(0), at<float4>(256), n / 4); });
    measure("fill4", [=] { fill4<<<n / 1024, 256>>>(at<float4>(0), 1.0f, n / 4); });
    measure("reduce_shared", [=] { reduce_shared<<<1056, 256>>>(at<float>(512), at<float>(0), n); });
    measure("reduce_warp", [=] { reduce_warp<<<1056, 256>>>(at<float>(512), at<float>(0), n); });
    measure("transpose_tile", [=] {
        transpose_tile<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(at<float>(0), at<float>(256),
                                                                    side);
    });
    measure("stencil_2d", [=] {
        stencil_2d<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(at<float>(0), at<float>(256), side);
    });
    measure("stencil_3d", [=] {
        int edge = scale_down > 1 ? 64 : 256;
        stencil_3d<<<dim3(edge / 32, edge / 8), dim3(32, 8)>>>(at<float>(0), at<float>(256), edge);
    });
    measure("convolve_rows", [=] {
        convolve_rows<<<dim3(side / 256, side), 256>>>(at<float>(0), at<float>(256), side);
    });
    measure("grayscale", [=] {
        grayscale<<<n / 256, 256>>>(at<unsigned char>(256), at<uchar4>(0), n);
    });
    measure("black_scholes", [=] {
        int m = n / 4;
        black_scholes<<<m / 256, 256>>>(at<float>(0), at<float>(64), at<float>(128),
                                        at<float>(192), at<float>(256), m);
    });
    measure("dot_f64", [=] {
        dot_f64<<<1056, 256>>>(at<double>(512), at<double>(0), at<double>(256), n / 2);
    });
}

static bool is_sparse;

/* Rows that sparse_rows reads: 8 values each, at columns here and there. */
static void fill_sparse()
{
    int rows = (1 << 20) / scale_down;
    std::vector<int> starts(rows + 1), columns((size_t)rows * 8);

    for (int i = 0; i <= rows; i++)
        starts[i] = i * 8;
    for (size_t i = 0; i < columns.size(); i++)
        columns[i] = (int)(i * 2654435761u % (unsigned)rows);
    check(cudaMemcpy(at<int>(512), starts.data(), starts.size() * 4, cudaMemcpyHostToDevice), "copy");
    check(cudaMemcpy(at<int>(0), columns.data(), columns.size() * 4, cudaMemcpyHostToDevice), "copy");
    is_sparse = true;
}

static void shared_and_atomics()
{
    int n = (16 << 20) / scale_down;

    measure("histogram_shared", [=] {
        histogram_shared<<<528, 256>>>(at<unsigned>(512), at<unsigned>(0), n);
    });
    measure("histogram_global", [=] {
        histogram_global<<<n / 256, 256>>>(at<unsigned>(512), at<unsigned>(0), n);
    });
    measure("scan_block", [=] {
        scan_block<<<n / 512, 512>>>(at<unsigned>(256), at<unsigned>(0));
    });
    measure("bitonic_step", [=] { bitonic_step<<<n / 256, 256>>>(at<unsigned>(0), 64, 1024); });
    measure("walsh_shared", [=] { walsh_shared<<<n / 1024, 256, 4096>>>(at<float>(0)); });
    measure("compact_ballot", [=] {
        cudaMemsetAsync(at<int>(512), 0, 4, 0);
        compact_ballot<<<n / 256, 256>>>(at<int>(256), at<int>(512), at<int>(0), n);
    });
    measure("sparse_rows", [=] {
        if (!is_sparse)
            fill_sparse();
        sparse_rows<<<n / 16 / 256, 256>>>(at<float>(640), at<int>(512), at<int>(0),
                                           at<float>(128), at<float>(768), n / 16);
    });
}

static void compute_bound()
{
    int side = scale_down > 1 ? 256 : 2048, many = scale_down > 1 ? 1 << 12 : 1 << 20;
    int bodies = scale_down > 1 ? 1024 : 32768;

    measure("matmul_tile", [=] {
        matmul_tile<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(at<float>(0), at<float>(64),
                                                                  at<float>(128), side);
    });
    measure("matmul_registers", [=] {
        matmul_registers<<<dim3(side / 64, side / 64), 256>>>(at<float>(0), at<float>(64),
                                                              at<float>(128), side);
    });
    measure("nbody", [=] {
        nbody<<<bodies / 256, 256>>>(at<float4>(0), at<float4>(64), bodies, 0.01f);
    });
    measure("mandelbrot_f32", [=] {
        mandelbrot_f32<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(at<int>(0), side);
    });
    measure("mandelbrot_f64", [=] {
        mandelbrot_f64<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(at<int>(0), side);
    });
    measure("waves_exact", [=] {             /* so many that the launch does not count */
        waves_exact<<<many / 16, 256>>>(at<float>(0), many * 16, 0.5f);
    });
    measure("random_walk", [=] { random_walk<<<many / 256, 256>>>(at<unsigned>(0), 200); });
    measure("hash_64", [=] { hash_64<<<many / 256, 256>>>(at<unsigned long long>(0), 100); });
    measure("monte_carlo", [=] { monte_carlo<<<many / 256, 256>>>(at<float>(0), 256); });
    measure("products_f16", [=] { products_f16<<<scale_down > 1 ? 1 : 1056, 256>>>(at<float>(0)); });
    measure("products_s8", [=] { products_s8<<<scale_down > 1 ? 1 : 1056, 256>>>(at<int>(0)); });
}

/* ---- slow in some program ---------------------------------------------------------------------- */

template <class T> static void add_times(const char *type, int blocks)
{
    static const struct {
        const char *where;
        unsigned mask;
    } places[] = { { "one", 0 }, { "32", 31 }, { "random", (1 << 20) - 1 } };

    for (auto &place : places)
        measure((std::string("add_") + type + "_" + place.where).c_str(), [=] {
            add_words<<<blocks, 256>>>(at<T>(0), place.mask);
        });
}

static void slow_somewhere()
{
    int blocks = scale_down > 1 ? 8 : 1024, side = scale_down > 1 ? 64 : 1024;

    add_times<float>("f32", blocks);
    add_times<unsigned>("u32", blocks);
    add_times<double>("f64", blocks);
    measure("take_numbers", [=] {            /* so many that the launch does not count */
        take_numbers<<<blocks * 16, 256>>>(at<unsigned>(0), at<unsigned>(64));
    });
    measure("wrap_one", [=] { wrap_words<<<blocks / 64, 256>>>(at<unsigned>(0), 0); });
    measure("wrap_random", [=] { wrap_words<<<blocks, 256>>>(at<unsigned>(0), (1 << 20) - 1); });
    measure("wrap_shared", [=] { wrap_shared<<<blocks, 256>>>(at<unsigned>(0)); });
    measure("add_shared", [=] { add_shared<<<blocks, 256>>>(at<float>(0)); });
    measure("roots_f32", [=] { roots<<<blocks * 4, 256>>>(at<float>(0)); });
    measure("roots_f64", [=] { roots<<<blocks * 4, 256>>>(at<double>(0)); });
    measure("quotients_f32", [=] { quotients<<<blocks * 4, 256>>>(at<float>(0)); });
    measure("product_of_roots", [=] {
        product_of_roots<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(at<double>(0), at<double>(64),
                                                                       at<double>(128), side);
    });
    measure("powers", [=] { powers<<<blocks * 16, 256>>>(at<double>(0), blocks * 16 * 256); });
    measure("search_alone", [=] { search_alone<<<1, 1>>>(at<int>(0), at<unsigned>(64), 20000); });
    measure("chain_of_100", [=] {
        for (int i = 0; i < 100; i++)
            step_small<<<blocks / 8, 256>>>(at<float>(0), blocks * 32);
    });
}

struct timed_kernel {
    const char *name;
    int blocks;                  /* of powers */
    long long cycles;            /* not 0: how long a kernel watches the clock instead */
};

static void launch_timed(const timed_kernel &row)
{
    if (row.cycles != 0)
        watch_clock<<<1, 32>>>(at<long long>(0), row.cycles / scale_down);
    else if (row.blocks == 0)
        empty_kernel<<<1, 32>>>();
    else
        powers<<<row.blocks / scale_down + 1, 256>>>(at<double>(0), row.blocks * 256);
}

/* An event, a kernel and an event in an idle stream: what programs time kernels by. */
static void event_times()
{
    static const timed_kernel rows[] = {
        { "timed_empty", 0, 0 }, { "timed_short", 32, 0 }, { "timed_long", 4096, 0 },
        { "timed_2us", 0, 4000 }, { "timed_100us", 0, 200000 }, { "timed_2ms", 0, 4000000 },
    };
    cudaEvent_t begin, end;

    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    for (auto &row : rows) {
        std::vector<double> times;

        for (int round = 0; round < 100; round++) {
            float ms;
            check(cudaDeviceSynchronize(), row.name);
            check(cudaEventRecord(begin, 0), "record");
            launch_timed(row);
            check(cudaEventRecord(end, 0), "record");
            check(cudaEventSynchronize(end), row.name);
            check(cudaEventElapsedTime(&ms, begin, end), "time");
            times.push_back(ms * 1000.0);
        }
        printf("%-18s %.2f\n", row.name, median(times));
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

/* ---- launches -------------------------------------------------------------------------------- */

static void enqueue_time(const char *name, int streams, int launches)
{
    std::vector<cudaStream_t> made(streams);
    std::vector<double> calls, all;

    for (auto &stream : made)
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
    for (int round = 0; round < 7; round++) {
        double begin = now_us();
        for (int i = 0; i < launches; i++)
            empty_kernel<<<1, 32, 0, made[i % streams]>>>();
        double enqueued = now_us();
        check(cudaDeviceSynchronize(), "launches");
        calls.push_back((enqueued - begin) / launches);
        all.push_back((now_us() - begin) / launches);
    }
    printf("%s_call%*s %.3f\n", name, 12 - (int)std::string(name).size(), "", median(calls));
    printf("%s_all%*s %.3f\n", name, 13 - (int)std::string(name).size(), "", median(all));
    for (auto &stream : made)
        cudaStreamDestroy(stream);
}

static void launch_times()
{
    std::vector<double> idle;

    empty_kernel<<<1, 32>>>();
    check(cudaDeviceSynchronize(), "the empty kernel");
    enqueue_time("one_stream", 1, 10000);
    enqueue_time("streams_64", 64, 10000);
    for (int i = 0; i < 200; i++) {
        double begin = now_us();
        empty_kernel<<<1, 32>>>();
        idle.push_back(now_us() - begin);
        check(cudaDeviceSynchronize(), "an empty kernel");
    }
    printf("idle_call          %.3f\n", median(idle));
    idle.clear();
    for (int i = 0; i < 200; i++) {
        double begin = now_us();
        empty_kernel<<<1, 32>>>();
        check(cudaDeviceSynchronize(), "an empty kernel");
        idle.push_back(now_us() - begin);
    }
    printf("launch_and_wait    %.3f\n", median(idle));
}

/* A million pieces of 64 bytes: taking all, and giving them back. */
static void heap_times()
{
    const int n = (1 << 20) / scale_down, rounds = 5;
    std::vector<double> takes, gives;
    cudaEvent_t marks[3];

    for (cudaEvent_t &mark : marks)
        check(cudaEventCreate(&mark), "event");
    for (int round = 0; round <= rounds; round++) {
        float taking, giving;

        check(cudaEventRecord(marks[0], 0), "record");
        take_memory<<<n / 256, 256>>>(at<void *>(0), 64);
        check(cudaEventRecord(marks[1], 0), "record");
        give_memory<<<n / 256, 256>>>(at<void *>(0));
        check(cudaEventRecord(marks[2], 0), "record");
        check(cudaEventSynchronize(marks[2]), "the heap");
        check(cudaEventElapsedTime(&taking, marks[0], marks[1]), "time");
        check(cudaEventElapsedTime(&giving, marks[1], marks[2]), "time");
        if (round > 0) {
            takes.push_back(taking * 1000.0);
            gives.push_back(giving * 1000.0);
        }
    }
    printf("%-18s %.2f\n", "malloc_64", median(takes));
    printf("%-18s %.2f\n", "free_64", median(gives));
    fflush(stdout);
    for (cudaEvent_t mark : marks)
        cudaEventDestroy(mark);
}

int main(int argc, char **argv)
{
    std::vector<float> weights(17, 1.0f / 17);

    if (argc > 1)
        scale_down = atoi(argv[1]);
    check(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)256 << 20), "the size of the heap");
    check(cudaMalloc((void **)&arena, arena_bytes), "1 GiB of memory");
    check(cudaMemset(arena, 1, arena_bytes), "fill");
    check(cudaMemcpyToSymbol(row_weights, weights.data(), sizeof(float) * 17), "the weights");
    launch_times();
    event_times();
    slow_somewhere();
    heap_times();
    if (argc > 2)
        return 0;                        /* the rows that are looked into */
    memory_bound();
    shared_and_atomics();
    compute_bound();
    return 0;
}
