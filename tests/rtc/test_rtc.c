/** Compiling while a program runs: results, logs, names, options, bad input, processes, files.
 *
 *    test_rtc                all checks. Without clang it ends with 77.
 *    test_rtc device         The checks that run kernels.
 *    test_rtc exit FIFO      It exits while a compiler runs. The compiler opens the FIFO.
 *    test_rtc late           It uses a device. Then it compiles in an exit handler.
 *    TEST_RTC_COMPILER=1 test_rtc ... -o FILE ...    It is the compiler, and writes its signals.
 *
 *  The folder of $TMPDIR is the test's own. The test compares the folder and its own processes
 *  before and after. A run of clang takes half a second. So checks that need no clang have a script
 *  in its place. */
#include "rtc.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gpuinterop.h>

static const char source[] =
    "#include \"part/scale.h\"\n"
    "#include <memory>\n"              /* writes an attribute of the name of a macro */
    "namespace n {\n"
    "__constant__ int offset = 7;\n"
    "__device__ __noinline__ int with_offset(int value) { return value + offset; }\n"
    "template <typename T> __global__ void fill(T *out, int count)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < count)\n"
    "        out[i] = (T)with_offset(SCALE * i);\n"
    "}\n"
    "}\n"
    "extern \"C\" { __managed__ int shared = 40; __device__ __align__(8192) int aligned = 1; }\n"
    "extern \"C\" __global__ void plain(int *out) { *out = LINE; shared += aligned; }\n";
static const char *const header_texts[] = { "#define SCALE 3\n" };
static const char *const header_names[] = { "part/scale.h" };

/* ---- the scenario ---------------------------------------------------------------------------- */

enum { COUNT = 100 };

#ifdef TEST_HIP
static void run_kernels(const char *code, const char *fill, const char *plain, int *values,
                        int *out_shared)
{
    int count = COUNT, *memory, *shared;
    void *arguments[] = { &memory, &count };
    hipModule_t module;
    hipFunction_t function;
    size_t bytes;

    CHECK(hipModuleLoadData(&module, code) == hipSuccess);
    CHECK(hipMalloc((void **)&memory, COUNT * sizeof *values) == hipSuccess);
    CHECK(hipModuleGetFunction(&function, module, fill) == hipSuccess);
    CHECK(hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL)
          == hipSuccess);
    CHECK(hipMemcpy(values, memory, COUNT * sizeof *values, hipMemcpyDeviceToHost) == hipSuccess);
    CHECK(hipModuleGetFunction(&function, module, plain) == hipSuccess);
    CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL)
          == hipSuccess);
    CHECK(hipDeviceSynchronize() == hipSuccess);
    CHECK(hipModuleGetGlobal((hipDeviceptr_t *)&shared, &bytes, module, "shared") == hipSuccess);
    *out_shared = *shared;
    CHECK(hipModuleUnload(module) == hipSuccess && hipFree(memory) == hipSuccess);
}
#else
static void run_kernels(const char *code, const char *fill, const char *plain, int *values,
                        int *out_shared)
{
    int count = COUNT;
    CUdeviceptr memory, shared;
    void *arguments[] = { &memory, &count };
    CUcontext context;
    CUmodule module;
    CUfunction function;
    size_t bytes;

    CHECK(cuInit(0) == CUDA_SUCCESS && cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(cuModuleLoadData(&module, code) == CUDA_SUCCESS);
    CHECK(cuMemAlloc(&memory, COUNT * sizeof *values) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, fill) == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(values, memory, COUNT * sizeof *values) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, plain) == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
    CHECK(cuModuleGetGlobal(&shared, &bytes, module, "shared") == CUDA_SUCCESS);
    *out_shared = *(int *)(uintptr_t)shared;
    CHECK(cuModuleUnload(module) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
}
#endif

/* The host reads the managed variable where the kernel has written it. Of two variables of the
 * alignment that marks them one is managed. */
static void check_code(rtc_program program, const char *fill, const char *plain)
{
    int values[COUNT], shared = 0;
    size_t bytes;
    char *ptx = ptx_of(program), *code = code_of(program, &bytes);

    CHECK(strstr(ptx, "__gpuinterop_name") == NULL);
    CHECK(strstr(ptx, ".global .attribute(.managed) .align 256 .u32 shared") != NULL);
    CHECK(strstr(ptx, ".global .align 8192 .u32 aligned") != NULL);
    run_kernels(code, fill, plain, values, &shared);
    for (int i = 0; i < COUNT; i++)
        CHECK(values[i] == 3 * i + 7);
    CHECK(shared == 41);
    free(ptx);
    free(code);
}

static void check_scenario(void)
{
    const char *const options[] = { "-DLINE=4" };
    const char *fill = NULL, *offset = NULL, *plain = NULL, *none = "";
    rtc_program program = NULL;

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
    check_code(program, fill, plain);
    destroy(program);
}

static void check_logs(void)
{
    rtc_program program = make("#warning first\nint error here;\n#include \"absent.h\"\n",
                               "wrong.cu");

    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    CHECK(strstr(gpuinterop_last_error_detail(), "wrong.cu(2): error:") != NULL);
    CHECK(strstr(log_of(program), "wrong.cu(1): warning:") != NULL);
    CHECK(strstr(log_of(program), "wrong.cu(2): error:") != NULL);
    CHECK(strstr(log_of(program), "absent.h") != NULL);
    CHECK(strstr(log_of(program), "/gpuinterop-rtc-") == NULL);
    destroy(program);
}

/* Clang's own refusals: one is explained, the others are mended. */
static void check_refused(void)
{
    static const char variable[] = "struct flag { int value = 1; };\n"
                                   "__global__ void k(int *x)\n"
                                   "{ __shared__ flag f; x[0] = f.value; }\n";
    static const char late[] = "struct flag { int value; __device__ ~flag() { value = 0; } };\n"
                               "extern \"C\" __global__ void k(int *x)\n"
                               "{ extern __shared__ alignas(32) int line[];\n"
                               "__shared__ flag f[1],\n"
                               "one; f[0].value = one.value = x[2];\n"
                               "__syncthreads(); x[0] = line[x[1]] + f[0].value + one.value; }\n";
    rtc_program program = make(variable, "flag.cu");
    char *ptx;

    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    CHECK(strstr(log_of(program), "flag.cu(3): error:") != NULL);
    CHECK(strstr(strstr(log_of(program), "flag.cu(3): error:"),
                 "\nflag.cu(3): note: shared memory has no first value") != NULL);
    destroy(program);
    program = make(late, "late.cu");
    CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
    CHECK(strstr(log_of(program), "attribute list") == NULL);
    ptx = ptx_of(program);
    CHECK(strstr(ptx, ".extern .shared .align 32") != NULL);
    free(ptx);
    destroy(program);
}

/* A program without a name has a usual one. */
static void check_usual_name(void)
{
    rtc_program program = make("", NULL);
    char *ptx;

    use_compiler(copying_compiler);
    CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
    use_clang();
    ptx = ptx_of(program);
    CHECK(strstr(ptx, "#line 1 \"default_program\"\n") != NULL);
    free(ptx);
    destroy(program);
}

/* All that are right, in one compilation: a compilation costs half a second. */
static void check_right_options(void)
{
    static const char *const words[] = {
        "-DT_A", "-D T_B=1", "-D", "T_C", "--define-macro=T_D", "--define-macro", "T_E",
        "-DA=1", "-DN=8", "-DT=float",          /* names that the headers have none of */
        "-U", "T_C", "--undefine-macro=T_D", "-std=c++11", "--std=c++17", "-std", "c++17",
        "--std", "c++14", "--fmad=false", "-use_fast_math", "--use_fast_math",
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
        { { "-fpass-plugin=x" }, CODE(ERROR_INVALID_OPTION) },
        { { "-fmodules" }, CODE(ERROR_INVALID_OPTION) },
        { { "-flto" }, CODE(ERROR_INVALID_OPTION) },
        { { "-foffload-lto" }, CODE(ERROR_INVALID_OPTION) },
        { { "-fsyntax-only" }, CODE(ERROR_INVALID_OPTION) },
        { { "-fprofile-generate" }, CODE(ERROR_INVALID_OPTION) },
        { { "-ftime-trace" }, CODE(ERROR_INVALID_OPTION) },
        { { "-fsave-optimization-record" }, CODE(ERROR_INVALID_OPTION) },
        { { "-Wp,-MD,x" }, CODE(ERROR_INVALID_OPTION) },
        { { "-Wl,x" }, CODE(ERROR_INVALID_OPTION) },
#else
        { { "-arch=native" }, CODE(ERROR_INVALID_OPTION) },
        { { "-O3" }, CODE(ERROR_INVALID_OPTION) },
#endif
    };

    use_compiler(copying_compiler);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int count = rows[i].words[1] != NULL ? 2 : 1;
        int result = result_of("", rows[i].words, count);

        if (result != rows[i].result)
            fprintf(stderr, "option %s: %d\n", rows[i].words[0], result);
        CHECK(result == rows[i].result);
    }
    CHECK(runs_of_compiler() == 0);
    use_clang();
}

/* Of several words about code that is joined with that of others the last one counts. */
static void check_linked(void)
{
    static const struct {
        const char *words[2];
        bool is_linked;
    } rows[] = {
        { { "-rdc=true" }, true }, { { "-dc" }, true }, { { "-rdc=false" }, false },
        { { "-rdc=true", "-rdc=false" }, false }, { { "--device-c", "-rdc=false" }, false },
        { { "-rdc=false", "-rdc=true" }, true },
#ifdef TEST_HIP
        { { "-fgpu-rdc" }, true }, { { "-fgpu-rdc", "-fno-gpu-rdc" }, false },
        { { "-fno-gpu-rdc", "-fgpu-rdc" }, true },
#endif
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rtc_program program = make("", "linked.cu");

        use_compiler("#!/bin/sh\necho \"$@\"\nexit 1\n");
        CHECK(compile(program, rows[i].words[1] != NULL ? 2 : 1, rows[i].words)
              == CODE(ERROR_COMPILATION));
        CHECK((strstr(log_of(program), " -fgpu-rdc") != NULL) == rows[i].is_linked);
        destroy(program);
    }
    use_clang();
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

    use_compiler(copying_compiler);
    CHECK(compile(program, 0, NULL) == NVRTC_SUCCESS);
    CHECK(nvrtcGetCUBINSize(program, &bytes) == NVRTC_SUCCESS && bytes == 0);
    CHECK(compile(program, 1, real) == NVRTC_SUCCESS);
    CHECK(nvrtcGetPTXSize(program, &ptx_bytes) == NVRTC_SUCCESS);
    CHECK(nvrtcGetCUBINSize(program, &bytes) == NVRTC_SUCCESS && bytes == ptx_bytes);
    CHECK(nvrtcGetPCHCreateStatus(program) == NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
    CHECK(nvrtcSetFlowCallback(program, NULL, NULL) == NVRTC_ERROR_INVALID_INPUT);
    CHECK(nvrtcSetFlowCallback(program, stop_at_once, &program) == NVRTC_SUCCESS);
    use_compiler("#!/bin/sh\nsleep 100000\n");
    CHECK(compile(program, 2, real) == NVRTC_ERROR_CANCELLED);
    use_clang();
    destroy(program);
    CHECK(nvrtcSetPCHHeapSize(123) == NVRTC_SUCCESS);
    CHECK(nvrtcGetPCHHeapSize(&bytes) == NVRTC_SUCCESS && bytes == 4096);
}

/* Static kernels and variables outside of namespaces have the vendor's names: programs find the
 * variables by them. */
static void check_static_names(void)
{
    static const char text[] =
        "static __constant__ int table[4], _ZL1[1];\n"
        "static __device__ int tables;\n"
        "namespace n { static __constant__ int table[4]; }\n"
        "static __device__ __noinline__ int add(int *to) { return tables += *to; }\n"
        "static __global__ void fill(int *out) { *out = table[out[1]] + n::table[out[2]]; }\n"
        "extern \"C\" __global__ void _ZL2(int *out) { *out = add(out) + _ZL1[*out]; }\n"
        "extern \"C\" __global__ void x_ZL4fillPi() {}\n";
    static const char *const pieces[] = { " table[16]", " tables", " _ZN1nL5tableE[16]", " _ZL1[4]",
                                          ".entry _Z4fillPi(", ".entry _ZL2(",
                                          ".entry x_ZL4fillPi(", "_Z3addPi" };
    rtc_program program = make(text, "static.cu");
    const char *fill = NULL, *table = NULL;
    size_t bytes = 0;
    char *ptx;

    CHECK(nvrtcAddNameExpression(program, "fill") == NVRTC_SUCCESS);
    CHECK(nvrtcAddNameExpression(program, "&table") == NVRTC_SUCCESS);
    CHECK(compile(program, 0, NULL) == NVRTC_SUCCESS);
    CHECK(nvrtcGetLoweredName(program, "fill", &fill) == NVRTC_SUCCESS);
    CHECK(nvrtcGetLoweredName(program, "&table", &table) == NVRTC_SUCCESS);
    CHECK(strcmp(fill, "_Z4fillPi") == 0 && strcmp(table, "table") == 0);
    CHECK(nvrtcGetPTXSize(program, &bytes) == NVRTC_SUCCESS);
    ptx = ptx_of(program);
    CHECK(strlen(ptx) + 1 == bytes && strstr(ptx, "_ZL5table") == NULL);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        if (strstr(ptx, pieces[i]) == NULL)
            fprintf(stderr, "no%s in\n%s", pieces[i], ptx);
        CHECK(strstr(ptx, pieces[i]) != NULL);
    }
    free(ptx);
    destroy(program);
}

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
    code = ptx_of(program);
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

#ifdef TEST_HIP
static void add_code(hiprtcLinkState state, const char *text)
{
    const char *const options[] = { "-fgpu-rdc" };
    rtc_program program = make(text, "part.hip");
    char *ptx;

    CHECK(compile(program, 1, options) == HIPRTC_SUCCESS);
    ptx = ptx_of(program);
    CHECK(hiprtcLinkAddData(state, HIPRTC_JIT_INPUT_LLVM_BITCODE, ptx, strlen(ptx) + 1, "part", 0,
                            NULL, NULL) == HIPRTC_SUCCESS);
    free(ptx);
    destroy(program);
}

/* A kernel calls a function of another program. */
static void check_linker(void)
{
    hiprtcLinkState state;
    hipModule_t module;
    hipFunction_t function;
    size_t bytes = 0;
    int value = 0, *memory;
    void *code = NULL, *arguments[] = { &memory };

    CHECK(hiprtcLinkCreate(0, NULL, NULL, &state) == HIPRTC_SUCCESS);
    add_code(state, "__device__ int twice(int a) { return 2 * a; }");
    add_code(state, "__device__ int twice(int a);\n"
             "extern \"C\" __global__ void k(int *out) { *out = twice(21); }");
    CHECK(hiprtcLinkComplete(state, &code, &bytes) == HIPRTC_SUCCESS && bytes > 0);
    CHECK(hipModuleLoadData(&module, code) == hipSuccess);
    CHECK(hiprtcLinkDestroy(state) == HIPRTC_SUCCESS);
    CHECK(hipModuleGetFunction(&function, module, "k") == hipSuccess);
    CHECK(hipMalloc((void **)&memory, sizeof value) == hipSuccess);
    CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL)
          == hipSuccess);
    CHECK(hipMemcpy(&value, memory, sizeof value, hipMemcpyDeviceToHost) == hipSuccess);
    CHECK(value == 42);
    CHECK(hipModuleUnload(module) == hipSuccess && hipFree(memory) == hipSuccess);
    CHECK(hiprtcLinkDestroy(state) != HIPRTC_SUCCESS);
    CHECK(hiprtcLinkCreate(0, NULL, NULL, NULL) == HIPRTC_ERROR_INVALID_INPUT);
}
#endif

/* ---- bad input ------------------------------------------------------------------------------- */

/* clang says of each of the first that it is wrong; the others do not reach it. */
static void check_bad_names(void)
{
    static const char *const for_clang[] = { "absent", "1 + 2", "n", "int" };
    static const char *const names[] = {
        "", "k);int y;(", "&k;", "k, k", "k\"", "k\\", "k)", "(k"
    };
    static const char text[] = "extern \"C\" __global__ void k() {} namespace n {}";
    rtc_program program = make(text, "x.cu");
    char line[64];

    for (size_t i = 0; i < sizeof for_clang / sizeof for_clang[0]; i++)
        CHECK(RTC(AddNameExpression)(program, for_clang[i]) == CODE(SUCCESS));
    CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
    for (size_t i = 0; i < sizeof for_clang / sizeof for_clang[0]; i++) {
        snprintf(line, sizeof line, "name expression(%zu): error:", i + 1);
        CHECK(strstr(log_of(program), line) != NULL);
    }
    destroy(program);
    use_compiler(copying_compiler);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *lowered = "";

        program = make(text, "x.cu");
        CHECK(RTC(AddNameExpression)(program, names[i]) == CODE(SUCCESS));
        CHECK(compile(program, 0, NULL) == CODE(ERROR_COMPILATION));
        CHECK(strstr(log_of(program), "name expression(1): error:") != NULL);
        CHECK(RTC(GetLoweredName)(program, names[i], &lowered)
              == CODE(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION));
        destroy(program);
    }
    CHECK(runs_of_compiler() == 0);
    use_clang();
}

static void check_header_names(void)
{
    static const char *const good[] = { "../x.h", "a/../../y.h", "./z.h", "a//b.h" };
    static const char *const texts[] = {
        "#define Q0 1\n", "#define Q1 1\n", "#define Q2 1\n", "#define Q3 1\n"
    };
    static const char *const bad[] = {
        "../../../../x.h", "../../../../../../etc/x.h", "/tmp/x.h", "", "a/"
    };
    enum { GOOD = sizeof good / sizeof good[0] };
    char text[512];
    int length = 0;
    rtc_program program = NULL;

    for (size_t i = 0; i < GOOD; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "#include \"%s\"\nint z%zu[Q%zu];\n", good[i], i, i);
    CHECK(RTC(CreateProgram)(&program, text, "h.cu", GOOD, (RTC_TEXTS)texts, (RTC_TEXTS)good)
          == CODE(SUCCESS));
    CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
    destroy(program);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(RTC(CreateProgram)(&program, "", "h.cu", 1, (RTC_TEXTS)texts, (RTC_TEXTS)&bad[i])
              == CODE(ERROR_INVALID_INPUT));
}

/* A hundred thousand headers reach the compiler, and leave nothing behind. */
static void check_many_headers(void)
{
    enum { MANY = 100000, NAME_BYTES = 24 };
    const char **texts = calloc(MANY, sizeof *texts), **names = calloc(MANY, sizeof *names);
    char *all = calloc(MANY, NAME_BYTES), *ptx;
    rtc_program program = NULL;

    CHECK(texts != NULL && names != NULL && all != NULL);
    for (int i = 0; i < MANY; i++) {
        texts[i] = "#define GIVEN 1\n";
        names[i] = all + (size_t)i * NAME_BYTES;
        snprintf(all + (size_t)i * NAME_BYTES, NAME_BYTES, "d%d/h%d.h", i % 100, i);
    }
    use_compiler("#!/bin/sh\nwhile [ $# != 0 ]; do [ \"$1\" != -o ] || to=$2; shift; done\n"
                 "find \"$TMPDIR\" -name 'h*.h' | wc -l >\"$to\"\n");
    CHECK(RTC(CreateProgram)(&program, "#include \"d77/h77777.h\"\n", "many.cu", MANY,
                             (RTC_TEXTS)texts, (RTC_TEXTS)names) == CODE(SUCCESS));
    CHECK(compile(program, 0, NULL) == CODE(SUCCESS));
    use_clang();
    ptx = ptx_of(program);
    CHECK(atoi(ptx) == MANY);
    free(ptx);
    destroy(program);
    free(all);
    free(names);
    free(texts);
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

/* ---- main ------------------------------------------------------------------------------------ */

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

#define RUN(name) \
    do { \
        say(#name); \
        check_##name(); \
    } while (0)

static void make_folder(void)
{
    char cache[64];

    CHECK(mkdtemp(folder) != NULL);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    CHECK(setenv("TMPDIR", folder, 1) == 0 && setenv("GPUINTEROP_CACHE_DIR", cache, 1) == 0);
}

static int check_on_device(void)
{
    RUN(scenario);
#ifdef TEST_HIP
    RUN(linker);
#else
    RUN(matrices);
#endif
    return 0;
}

/* In a process of its own: the threads of a device open and close files by the way. */
static void check_device(void)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        execl("/proc/self/exe", "test-rtc", "device", (char *)NULL);
        _exit(1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

static void check_all(void)
{
    int fds;

    RUN(fork);
    fds = entries_of("/proc/self/fd");
    RUN(kept);
    RUN(kept_keys);
    RUN(kept_sets);
    RUN(kept_of_clang);
    RUN(logs);
    RUN(refused);
    RUN(usual_name);
    RUN(right_options);
    RUN(wrong_options);
    RUN(linked);
#ifndef TEST_HIP
    RUN(cuda);
    RUN(static_names);
#endif
    RUN(bad_names);
    RUN(header_names);
    RUN(many_headers);
    RUN(nothing);
    RUN(compilers);
    RUN(group);
    RUN(environment);
    RUN(signals);
    RUN(threads);
    RUN(exit);
    RUN(late);
    RUN(device);
    CHECK(entries_of("/proc/self/fd") == fds);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
    CHECK(entries_of(folder) == 3);         /* itself, the one above, the cache */
}

int main(int argc, char **argv)
{
    if (getenv("TEST_RTC_COMPILER") != NULL)
        return write_signals(argv);
    if (argc == 2 && strcmp(argv[1], "device") == 0)
        return check_on_device();
    if (argc == 2 && strcmp(argv[1], "late") == 0)
        return compile_late();
    if (argc == 3 && strcmp(argv[1], "exit") == 0)
        return exit_while_compiling(argv[2]);
    if (!has_clang()) {
        puts("no clang here");
        return 77;
    }
    make_folder();
    check_all();
    CHECK(system("rm -r \"$TMPDIR\"") == 0);
    return 0;
}
