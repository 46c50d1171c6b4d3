/* The first launches of a module's kernels, while nothing is kept on disk: with the load of the
 * module, and without what the program does in between. Each sample is a process of its own, with
 * folders of its own for all that the drivers keep. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "driver.h"

extern char **environ;

#define MOST_KERNELS 40
#define TEXT_BYTES ((size_t)1 << 20)
#define THREADS 256
#define NO_LIBRARY 77

/* ---- the process that is timed -------------------------------------------------------------- */

/* A kernel of some hundred instructions, of which no two are the same. */
static size_t write_kernel(char *text, size_t room, int number)
{
    size_t at = (size_t)snprintf(
        text, room,
        ".visible .entry first%d(.param .u64 numbers)\n{\n.reg .f32 %%f<4>;\n.reg .b32 %%r1;\n"
        ".reg .b64 %%rd<3>;\nld.param.u64 %%rd1, [numbers];\nmov.u32 %%r1, %%tid.x;\n"
        "mul.wide.u32 %%rd2, %%r1, 4;\nadd.u64 %%rd1, %%rd1, %%rd2;\n"
        "ld.global.f32 %%f1, [%%rd1];\n",
        number);
    for (int i = 0; i < 16 + number % 4 * 16; i++)
        at += (size_t)snprintf(text + at, room - at,
                               "fma.rn.f32 %%f2, %%f1, %%f1, 0f3F%02X%04X;\n"
                               "sqrt.approx.f32 %%f3, %%f2;\nrcp.approx.f32 %%f1, %%f3;\n"
                               "ex2.approx.f32 %%f3, %%f1;\nfma.rn.f32 %%f1, %%f2, %%f1, %%f3;\n",
                               number, i);
    return at + (size_t)snprintf(text + at, room - at, "st.global.f32 [%%rd1], %%f1;\nret;\n}\n");
}

static char *write_module(int kernels)
{
    char *text = malloc(TEXT_BYTES);
    BENCH_REQUIRE(text);
    size_t at = (size_t)snprintf(text, TEXT_BYTES,
                                 ".version 6.4\n.target sm_60\n.address_size 64\n");
    for (int i = 0; i < kernels; i++)
        at += write_kernel(text + at, TEXT_BYTES - at, i);
    BENCH_REQUIRE(at + 1 < TEXT_BYTES);
    return text;
}

#define CHECK(call) BENCH_REQUIRE(driver->call_##call == CUDA_SUCCESS)

static double load_and_launch(const struct bench_driver *driver, int kernels, int ms)
{
    char *text = write_module(kernels), name[16];
    CUcontext context;
    CUdeviceptr numbers;
    CUfunction function;
    CUmodule module;
    void *arguments[] = {&numbers};
    int64_t begin, loaded, launching;
    CHECK(cuDevicePrimaryCtxRetain(&context, bench_driver_device(driver)));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuMemAlloc(&numbers, THREADS * sizeof(float)));
    CHECK(cuMemsetD8Async(numbers, 0, THREADS * sizeof(float), NULL));
    CHECK(cuCtxSynchronize());
    begin = bench_now_ns();
    CHECK(cuModuleLoadData(&module, text));
    loaded = bench_now_ns();
    usleep((useconds_t)ms * 1000);
    launching = bench_now_ns();
    for (int i = 0; i < kernels; i++) {
        snprintf(name, sizeof(name), "first%d", i);
        CHECK(cuModuleGetFunction(&function, module, name));
        CHECK(cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL));
        CHECK(cuCtxSynchronize());
    }
    free(text);
    return (double)(loaded - begin + bench_now_ns() - launching) / 1e6;
}

int bench_first_child(char *const *arguments)
{
    const struct bench_driver *driver;
    double took_ms;
    bench_uuid_read(arguments[3], (uint8_t *)bench_setting.properties.uuid.bytes);
    driver = strcmp(arguments[0], "ours") == 0 ? bench_driver_ours() : bench_driver_vendor();
    if (!driver || bench_driver_device(driver) < 0)
        return NO_LIBRARY;
    took_ms = load_and_launch(driver, atoi(arguments[1]), atoi(arguments[2]));
    return write(STDOUT_FILENO, &took_ms, sizeof(took_ms)) == sizeof(took_ms) ? 0 : 1;
}

/* ---- the process that times it -------------------------------------------------------------- */

static void remove_folder(const char *folder)
{
    char command[128];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    BENCH_REQUIRE(system(command) == 0);
}

/* Runs one process; false if it cannot, for want of a library. */
static bool time_one(char *side, int kernels, int ms, struct bench_samples *samples)
{
    static const char *const kept[] = {"GPUINTEROP_CACHE_DIR", "MESA_SHADER_CACHE_DIR",
                                       "__GL_SHADER_DISK_CACHE_PATH"};
    char folder[] = "/tmp/bench-first-XXXXXX", count[16], between[16], uuid[33];
    char *arguments[] = {"bench_interop", "--first", side, count, between, uuid, NULL};
    double took_ms = 0;
    int ends[2], status = -1;
    pid_t child = -1;
    posix_spawn_file_actions_t actions;
    BENCH_REQUIRE(mkdtemp(folder));
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        setenv(kept[i], folder, 1);
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    snprintf(count, sizeof(count), "%d", kernels);
    snprintf(between, sizeof(between), "%d", ms);
    bench_uuid_words(uuid);
    BENCH_REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
    BENCH_REQUIRE(posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments, environ) == 0);
    close(ends[1]);
    bool has_result = read(ends[0], &took_ms, sizeof(took_ms)) == sizeof(took_ms);
    BENCH_REQUIRE(waitpid(child, &status, 0) == child);
    close(ends[0]);
    posix_spawn_file_actions_destroy(&actions);
    remove_folder(folder);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_LIBRARY)
        return false;
    BENCH_REQUIRE(has_result && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    bench_sample(samples, took_ms);
    return true;
}

static void measure(int kernels, int ms)
{
    char ours_word[] = "ours", vendor_word[] = "vendor", what[BENCH_NAME_BYTES];
    struct bench_samples ours = {0}, vendor = {0};
    bool has_vendor = true;
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        BENCH_REQUIRE(time_one(ours_word, kernels, ms, &ours));
        has_vendor = has_vendor && time_one(vendor_word, kernels, ms, &vendor);
    }
    snprintf(what, sizeof(what), "load, %d ms, first launches of %d kernels", ms, kernels);
    bench_add_row(&(struct bench_row){
        .table = has_vendor ? BENCH_BESIDE_VENDOR : BENCH_BESIDE_HAND,
        .what = what,
        .unit = BENCH_MILLISECONDS,
        .ours = &ours,
        .reference = has_vendor ? &vendor : NULL,
        .reference_name = "",
        .rule = BENCH_FOR_INFORMATION,
    });
}

void bench_first(void)
{
    static const int between_ms[] = {0, 50, 200};
    bench_progress("first launches");
    if (bench_setting.is_quick) {
        measure(2, 5);
        return;
    }
    for (size_t i = 0; i < sizeof(between_ms) / sizeof(between_ms[0]); i++) {
        measure(1, between_ms[i]);
        measure(10, between_ms[i]);
        measure(MOST_KERNELS, between_ms[i]);
    }
}
