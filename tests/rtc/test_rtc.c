/** Compiling while a program runs: results, logs, names, options, bad input, processes and files.
 *
 *    test_rtc           all checks; ends with 77 without clang
 *
 *  The folder of $TMPDIR is the test's own, and it compares the folder and its processes before and
 *  after. */
#include "rtc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static const char source[] =
    "#include \"part/scale.h\"\n"
    "namespace n {\n"
    "__constant__ int offset = 7;\n"
    "template <typename T> __global__ void fill(T *out, int count)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < count)\n"
    "        out[i] = (T)(SCALE * i + offset);\n"
    "}\n"
    "}\n"
    "extern \"C\" __global__ void plain(int *out) { *out = LINE; }\n";
static const char *const header_texts[] = { "#define SCALE 3\n" };
static const char *const header_names[] = { "part/scale.h" };

static char folder[] = "/tmp/gpuinterop-test-rtc-XXXXXX";

/* ---- helpers --------------------------------------------------------------------------------- */

static rtc_program make(const char *text, const char *name)
{
    rtc_program program = NULL;

    CHECK(RTC(CreateProgram)(&program, text, name, 0, NULL, NULL) == CODE(SUCCESS));
    CHECK(program != NULL);
    return program;
}

static void destroy(rtc_program program)
{
    CHECK(RTC(DestroyProgram)(&program) == CODE(SUCCESS));
    CHECK(program == NULL);
}

static int compile(rtc_program program, int count, const char *const *options)
{
    return (int)RTC(CompileProgram)(program, count, (RTC_TEXTS)options);
}

/* The log; valid until the next call. */
static const char *log_of(rtc_program program)
{
    static _Thread_local char *text;
    size_t bytes = 0;

    CHECK(RTC(GetProgramLogSize)(program, &bytes) == CODE(SUCCESS));
    text = realloc(text, bytes);
    CHECK(text != NULL && RTC(GetProgramLog)(program, text) == CODE(SUCCESS));
    CHECK(strlen(text) + 1 == bytes);
    return text;
}

static char *code_of(rtc_program program)
{
    size_t bytes = 0;
    char *code;

#ifdef TEST_HIP
    CHECK(hiprtcGetCodeSize(program, &bytes) == HIPRTC_SUCCESS && bytes > 1);
    code = malloc(bytes);
    CHECK(code != NULL && hiprtcGetCode(program, code) == HIPRTC_SUCCESS);
#else
    CHECK(nvrtcGetPTXSize(program, &bytes) == NVRTC_SUCCESS && bytes > 1);
    code = malloc(bytes);
    CHECK(code != NULL && nvrtcGetPTX(program, code) == NVRTC_SUCCESS);
    CHECK(strlen(code) + 1 == bytes && strstr(code, "__gpuinterop_name") == NULL);
#endif
    return code;
}

/* How one text ends. */
static int result_of(const char *text, const char *const *options, int count)
{
    rtc_program program = make(text, "one.cu");
    int result = compile(program, count, options);

    destroy(program);
    return result;
}

static int entries_of(const char *path)
{
    DIR *all = opendir(path);
    int count = 0;

    CHECK(all != NULL);
    while (readdir(all) != NULL)
        count++;
    closedir(all);
    return count;
}

static void write_program(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    CHECK(chmod(path, 0700) == 0);
}

/* ---- the scenario ---------------------------------------------------------------------------- */

static void run_kernels(const char *code, const char *fill, const char *plain)
{
    enum { COUNT = 100 };
    int values[COUNT], count = COUNT;
#ifdef TEST_HIP
    hipModule_t module;
    hipFunction_t function;
    int *memory;
    void *arguments[] = { &memory, &count };

    CHECK(hipModuleLoadData(&module, code) == hipSuccess);
    CHECK(hipMalloc((void **)&memory, sizeof values) == hipSuccess);
    CHECK(hipModuleGetFunction(&function, module, fill) == hipSuccess);
    CHECK(hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL)
          == hipSuccess);
    CHECK(hipMemcpy(values, memory, sizeof values, hipMemcpyDeviceToHost) == hipSuccess);
    CHECK(hipModuleGetFunction(&function, module, plain) == hipSuccess);
    CHECK(hipModuleUnload(module) == hipSuccess && hipFree(memory) == hipSuccess);
#else
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory;
    void *arguments[] = { &memory, &count };

    CHECK(cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuModuleLoadData(&module, code) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&memory, sizeof values) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, fill) == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(values, memory, sizeof values) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, plain) == CUDA_SUCCESS);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
#endif
    for (int i = 0; i < COUNT; i++)
        CHECK(values[i] == 3 * i + 7);
}

static void check_scenario(void)
{
    const char *const options[] = { "-DLINE=4" };
    const char *fill = NULL, *offset = NULL, *plain = NULL, *none = "";
    rtc_program program = NULL;
    char *code;

    CHECK(RTC(CreateProgram)(&program, source, "my.cu", 1, (RTC_TEXTS)header_texts,
                             (RTC_TEXTS)header_names) == CODE(SUCCESS));
    CHECK(*log_of(program) == 0);
    CHECK(RTC(AddNameExpression)(program, "n::fill<int>") == CODE(SUCCESS));
    CHECK(RTC(AddNameExpression)(program, "&n::offset") == CODE(SUCCESS));
    CHECK(RTC(AddNameExpression)(program, "plain") == CODE(SUCCESS));
    CHECK(RTC(GetLoweredName)(program, "plain", &plain)
          == CODE(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION));
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    CHECK(RTC(AddNameExpression)(program, "n::fill<float>")
          == CODE(ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION));
    CHECK(RTC(GetLoweredName)(program, "n::fill<int>", &fill) == CODE(SUCCESS));
    CHECK(RTC(GetLoweredName)(program, "&n::offset", &offset) == CODE(SUCCESS));
    CHECK(RTC(GetLoweredName)(program, "plain", &plain) == CODE(SUCCESS));
    CHECK(strcmp(fill, "_ZN1n4fillIiEEvPT_i") == 0 && strcmp(plain, "plain") == 0);
    CHECK(strcmp(offset, "_ZN1n6offsetE") == 0);
    CHECK(RTC(GetLoweredName)(program, "other", &none) == CODE(ERROR_NAME_EXPRESSION_NOT_VALID));
    CHECK(none == NULL);
    code = code_of(program);
    run_kernels(code, fill, plain);
    free(code);
    destroy(program);
}

#ifndef TEST_HIP
/* A product of matrices, whose header is this library's. */
static void check_matrices(void)
{
    static const char text[] =
        "#include <mma.h>\n"
        "using namespace nvcuda;\n"
        "extern \"C\" __global__ void multiply(float *out)\n"
        "{\n"
        "    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n"
        "    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;\n"
        "    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n"
        "    wmma::fill_fragment(a, 3.0f);\n"
        "    wmma::fill_fragment(b, 0.5f);\n"
        "    wmma::fill_fragment(c, 1.0f);\n"
        "    wmma::mma_sync(c, a, b, c);\n"
        "    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);\n"
        "}\n";
    enum { COUNT = 256 };
    const char *const options[] = { "--gpu-architecture=compute_80" };
    rtc_program program = make(text, "multiply.cu");
    float values[COUNT];
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory;
    void *arguments[] = { &memory };
    char *code;

    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    code = code_of(program);
    CHECK(cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuModuleLoadData(&module, code) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&memory, sizeof values) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, "multiply") == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(values, memory, sizeof values) == CUDA_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK(values[i] == 25);
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    free(code);
    destroy(program);
}
#endif

/* A result from the disk is that of the compiler, and a changed file is seen. */
static void check_kept(void)
{
    static const char text[] = "#include <kept.h>\nextern \"C\" __global__ void k(int *a) "
        "{ *a = KEPT; }\n";
    char header[256], option[256], *first, *second, *third;
    const char *const options[] = { option };
    rtc_program program = make(text, "kept.cu");

    snprintf(header, sizeof header, "%s/kept.h", folder);
    snprintf(option, sizeof option, "-I%s", folder);
    write_program(header, "#define KEPT 11\n");
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    first = code_of(program);
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    second = code_of(program);
    write_program(header, "#define KEPT 1234\n");
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    third = code_of(program);
#ifndef TEST_HIP
    CHECK(strcmp(first, second) == 0 && strstr(third, "1234") != NULL);
#endif
    CHECK(unlink(header) == 0);
    free(first);
    free(second);
    free(third);
    destroy(program);
}

static void check_logs(void)
{
    rtc_program program = make("__global__ void k() {}\nint error here;\n", "wrong.cu");

    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    CHECK(strstr(log_of(program), "wrong.cu(2): error:") != NULL);
    CHECK(strstr(log_of(program), "/gpuinterop-rtc-") == NULL);
    destroy(program);
    program = make("#include \"absent.h\"\n", NULL);
    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    CHECK(strstr(log_of(program), "default_program(1)") != NULL);
    CHECK(strstr(log_of(program), "absent.h") != NULL);
    destroy(program);
}

/* All that are right, in one compilation: a compilation costs half a second. */
static void check_right_options(void)
{
    static const char *const words[] = {
        "-DT_A", "-D T_B=1", "-D", "T_C", "--define-macro=T_D", "--define-macro", "T_E",
        "-U", "T_C", "--undefine-macro=T_D", "-std=c++11", "--std=c++17", "--fmad=false",
        "-use_fast_math", "--use_fast_math",
        "-default-device", "-lineinfo", "-I.", "-I /tmp", "-I", "/tmp", "--include-path=/tmp",
        "--pre-include=stdint.h", "-rdc=true", "-w", "-maxrregcount=32", "-G", "-Xptxas", "-v",
#ifdef TEST_HIP
        "--offload-arch=gfx1030", "-O3", "-ffast-math", "-Wall", "-g",
#else
        "-arch", "sm_90a", "--gpu-architecture=sm_70",
#endif
    };
    static const char text[] =
        "#if !defined T_A || T_B != 1 || defined T_C || defined T_D || !defined T_E\n#error\n"
        "#endif\n"
        "int32_t once(int32_t a) { return a; }\n"
        "extern \"C\" __global__ void e(int *a) { *a = once(*a); }\n";
    rtc_program program = make(text, "options.cu");
    int result = compile(program, sizeof words / sizeof words[0], words);

    if (result != CODE(SUCCESS))
        fprintf(stderr, "%s\n", log_of(program));
    CHECK(result == CODE(SUCCESS));
    destroy(program);
}

static void check_wrong_options(void)
{
    static const struct {
        const char *words[2];
        int result;
    } rows[] = {
        { { "-D", "" }, CODE(ERROR_COMPILATION) }, { { "-DX\nY" }, CODE(ERROR_COMPILATION) },
        { { "--std=c++98" }, CODE(ERROR_INVALID_OPTION) },
        { { "--fmad=no" }, CODE(ERROR_INVALID_OPTION) },
        { { "-optix-ir" }, CODE(ERROR_INVALID_OPTION) },
        { { "-o", "/tmp/x" }, CODE(ERROR_INVALID_OPTION) },
        { { "@/etc/passwd" }, CODE(ERROR_INVALID_OPTION) },
        { { "" }, CODE(ERROR_INVALID_OPTION) }, { { "x.cu" }, CODE(ERROR_INVALID_OPTION) },
        { { "-Xclang", "-load" }, CODE(ERROR_INVALID_OPTION) },
#ifdef TEST_HIP
        { { "-fplugin=x" }, CODE(ERROR_INVALID_OPTION) },
#else
        { { "-arch=native" }, CODE(ERROR_INVALID_OPTION) },
        { { "-O3" }, CODE(ERROR_INVALID_OPTION) },
#endif
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int count = rows[i].words[1] != NULL ? 2 : 1;
        int result = result_of("", rows[i].words, count);

        if (result != rows[i].result)
            fprintf(stderr, "option %s: %d\n", rows[i].words[0], result);
        CHECK(result == rows[i].result);
    }
}

#ifndef TEST_HIP
static int stop_at_once(void *argument, void *unused)
{
    rtc_program program = *(rtc_program *)argument;
    size_t bytes;

    CHECK(unused == NULL);
    CHECK(nvrtcGetPTXSize(program, &bytes) == NVRTC_ERROR_INVALID_PROGRAM);
    return 1;
}

/* PTX where machine code is asked for, and the function that stops a compilation. */
static void check_cuda(void)
{
    static const char *const real[] = { "--gpu-architecture=sm_75", "--no-cache" };
    rtc_program program = make("__global__ void k() {}", "a/b.cu");
    size_t bytes = 1, ptx_bytes = 0;

    CHECK(compile(program, 0, NULL) == NVRTC_SUCCESS);
    CHECK(nvrtcGetCUBINSize(program, &bytes) == NVRTC_SUCCESS && bytes == 0);
    CHECK(compile(program, 1, real) == NVRTC_SUCCESS);
    CHECK(nvrtcGetPTXSize(program, &ptx_bytes) == NVRTC_SUCCESS);
    CHECK(nvrtcGetCUBINSize(program, &bytes) == NVRTC_SUCCESS && bytes == ptx_bytes);
    CHECK(nvrtcGetPCHCreateStatus(program) == NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
    CHECK(nvrtcSetFlowCallback(program, NULL, NULL) == NVRTC_ERROR_INVALID_INPUT);
    CHECK(nvrtcSetFlowCallback(program, stop_at_once, &program) == NVRTC_SUCCESS);
    CHECK(compile(program, 2, real) == NVRTC_ERROR_CANCELLED);
    destroy(program);
    CHECK(nvrtcSetPCHHeapSize(123) == NVRTC_SUCCESS);
    CHECK(nvrtcGetPCHHeapSize(&bytes) == NVRTC_SUCCESS && bytes == 4096);
}
#endif

/* ---- bad input ------------------------------------------------------------------------------- */

static void check_bad_names(void)
{
    static const char *const names[] = {
        "absent", "1 + 2", "", "k);int y;(", "n", "int", "&k;", "k, k", "k\"", "k\\", "k)", "(k"
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rtc_program program = make("extern \"C\" __global__ void k() {} namespace n {}", "x.cu");
        const char *lowered = "";

        CHECK(RTC(AddNameExpression)(program, names[i]) == CODE(SUCCESS));
        CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
        CHECK(strstr(log_of(program), "name expression(1): error:") != NULL);
        CHECK(RTC(GetLoweredName)(program, names[i], &lowered)
              == CODE(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION));
        destroy(program);
    }
}

static void check_bad_headers(void)
{
    static const struct {
        const char *name;
        int is_good;
    } rows[] = {
        { "../x.h", 1 }, { "a/../../x.h", 1 }, { "./x.h", 1 }, { "a//b.h", 1 },
        { "../../../../x.h", 0 }, { "../../../../../../etc/x.h", 0 }, { "/tmp/x.h", 0 }, { "", 0 },
        { "a/", 0 }
    };
    const char *text = "#define Q 1\n";
    char program_text[128];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rtc_program program = NULL;
        int result;

        snprintf(program_text, sizeof program_text, "#include \"%s\"\nint z[Q];\n", rows[i].name);
        result = (int)RTC(CreateProgram)(&program, program_text, "h.cu", 1, (RTC_TEXTS)&text,
                                         (RTC_TEXTS)&rows[i].name);
        CHECK(result == (rows[i].is_good ? CODE(SUCCESS) : CODE(ERROR_INVALID_INPUT)));
        if (!rows[i].is_good)
            continue;
        CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
        destroy(program);
    }
}

static void check_nothing(void)
{
    rtc_program program = NULL, copy;
    const char *text = "x", *lowered;
    size_t bytes;

    CHECK(RTC(CreateProgram)(NULL, text, text, 0, NULL, NULL) != CODE(SUCCESS));
    CHECK(RTC(CreateProgram)(&program, NULL, text, 0, NULL, NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(CreateProgram)(&program, text, text, -1, NULL, NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(CreateProgram)(&program, text, text, 1, NULL, NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(CreateProgram)(&program, text, text, 1, (RTC_TEXTS)&text, NULL)
          == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(DestroyProgram)(NULL) != CODE(SUCCESS));
    CHECK(RTC(DestroyProgram)(&program) == CODE(ERROR_INVALID_PROGRAM));
    CHECK(RTC(CompileProgram)(NULL, 0, NULL) == CODE(ERROR_INVALID_PROGRAM));
    CHECK(RTC(AddNameExpression)(NULL, "k") == CODE(ERROR_INVALID_PROGRAM));
    program = copy = make("", NULL);
    CHECK(compile(program, -1, NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(compile(program, 1, NULL) == CODE(ERROR_INVALID_OPTION));
    CHECK(RTC(AddNameExpression)(program, NULL) != CODE(SUCCESS));
    CHECK(RTC(GetLoweredName)(program, NULL, &lowered) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(GetLoweredName)(program, "k", NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(GetProgramLogSize)(program, NULL) == CODE(ERROR_INVALID_INPUT));
    CHECK(RTC(GetProgramLog)(program, NULL) == CODE(ERROR_INVALID_INPUT));
    destroy(program);
    CHECK(RTC(DestroyProgram)(&copy) == CODE(ERROR_INVALID_PROGRAM));
    CHECK(RTC(CompileProgram)(copy, 0, NULL) == CODE(ERROR_INVALID_PROGRAM));
    CHECK(RTC(GetProgramLogSize)(copy, &bytes) == CODE(ERROR_INVALID_PROGRAM));
}

/* ---- the compiler's process ------------------------------------------------------------------ */

/* How a compilation ends with a compiler that is a script; the log has some words. */
static void expect_of_script(const char *script, int result, const char *words)
{
    char path[256];
    rtc_program program = make("__global__ void k() {}", "s.cu");

    snprintf(path, sizeof path, "%s/clang", folder);
    if (script != NULL)
        write_program(path, script);
    setenv("GPUINTEROP_CLANG", path, 1);
    CHECK(compile(program, 0, NULL) == result);
    CHECK(strstr(log_of(program), words) != NULL);
    unsetenv("GPUINTEROP_CLANG");
    unlink(path);
    destroy(program);
}

static void check_compilers(void)
{
    int failure = CODE(ERROR_BUILTIN_OPERATION_FAILURE);
    char *path = strdup(getenv("PATH"));

    expect_of_script(NULL, failure, "there is no program");
    expect_of_script("#!/bin/sh\nkill -9 $$\n", failure, "signal 9");
    expect_of_script("#!/bin/sh\nkill -SEGV $$\n", failure, "signal 11");
    expect_of_script("#!/bin/sh\nexit 3\n", CODE(ERROR_COMPILATION), "");
    expect_of_script("#!/bin/sh\nexit 0\n", failure, "has written nothing");
    expect_of_script("no program\n", failure, "cannot be started");
    setenv("GPUINTEROP_COMPILE_SECONDS", "0.3", 1);
    expect_of_script("#!/bin/sh\ncat /dev/zero >/dev/null & sleep 1000\n", failure, "was stopped");
    expect_of_script("#!/bin/sh\ntrap '' TERM INT\nwhile :; do echo endless; done\n", failure,
                     "endless");
    unsetenv("GPUINTEROP_COMPILE_SECONDS");
    setenv("PATH", folder, 1);
    expect_of_script(NULL, failure, "there is no");
    setenv("PATH", path, 1);
    free(path);
}

/* A program that ignores its children's end, and one that blocks signals. */
static void check_signals(void)
{
    sigset_t all, before, after;

    CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
    sigfillset(&all);
    CHECK(pthread_sigmask(SIG_BLOCK, &all, &before) == 0);
    CHECK(result_of("__global__ void signals() {}", (const char *[]){ "--no-cache" }, 1)
          == CODE(SUCCESS));
    CHECK(pthread_sigmask(SIG_SETMASK, &before, &after) == 0);
    CHECK(sigismember(&after, SIGTERM) == 1 && sigismember(&after, SIGCHLD) == 1);
    CHECK(signal(SIGCHLD, SIG_DFL) == SIG_IGN);
}

static void *compile_one(void *argument)
{
    const char *const options[] = { "--no-cache" };
    char text[128], kernel[64], *code;

    rtc_program program;

    snprintf(kernel, sizeof kernel, "kernel_%d", *(int *)argument);
    snprintf(text, sizeof text, "extern \"C\" __global__ void %s() {}", kernel);
    program = make(text, kernel);
    CHECK(compile(program, 1, options) == CODE(SUCCESS));
    code = code_of(program);
#ifndef TEST_HIP
    CHECK(strstr(code, kernel) != NULL);
#endif
    free(code);
    destroy(program);
    return NULL;
}

static void check_threads(void)
{
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    int numbers[THREADS];

    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, compile_one, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

static int has_clang(void)
{
    return system("clang --version >/dev/null 2>&1") == 0;
}

/* Says where a run is that fails or takes long. */
static void say(const char *what)
{
    printf("%s\n", what);
    fflush(stdout);
}

int main(void)
{
    char cache[64];
    int fds;

    if (!has_clang()) {
        puts("no clang here");
        return 77;
    }
    CHECK(mkdtemp(folder) != NULL);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    CHECK(setenv("TMPDIR", folder, 1) == 0 && setenv("GPUINTEROP_CACHE_DIR", cache, 1) == 0);
    say("scenario");
    check_scenario();
    fds = entries_of("/proc/self/fd");
    say("kept");
    check_kept();
    say("logs");
    check_logs();
    say("right options");
    check_right_options();
    say("wrong options");
    check_wrong_options();
#ifndef TEST_HIP
    say("cuda");
    check_cuda();
    say("matrices");
    check_matrices();
#endif
    say("bad names");
    check_bad_names();
    say("bad headers");
    check_bad_headers();
    say("nothing");
    check_nothing();
    say("compilers");
    check_compilers();
    say("signals");
    check_signals();
    say("threads");
    check_threads();
    CHECK(entries_of("/proc/self/fd") == fds);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    CHECK(entries_of(folder) == 3);         /* itself, the one above, the cache */
    CHECK(system("rm -r \"$TMPDIR\"") == 0);
    return 0;
}
