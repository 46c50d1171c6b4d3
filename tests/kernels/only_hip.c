/** What HIP alone has: modules, joining of code, launches in other ways. */
#include "kernels.h"

#include <hip/hip_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"

enum { COUNT = 256 };

static hipModule_t module;
static uint32_t *words;

static hipFunction_t function_of(const char *name)
{
    hipFunction_t function;

    OK(hipModuleGetFunction(&function, module, name));
    return function;
}

TEST_CASE(modules_have_kernels)
{
    hipFunction_t function = function_of("fill");
    uint32_t first = 5;
    void *arguments[] = { &words, &first };

    assert_ptr_equal(function, function_of("fill"));
    OK(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
    OK(gpuDeviceSynchronize());
    check_row(words, COUNT, 5, 1);
    EXPECT(hipModuleGetFunction(&function, module, "none"), hipErrorNotFound, "none");
    BAD_VALUE(hipModuleGetFunction(NULL, module, "fill"), "function");
    BAD_VALUE(hipModuleGetFunction(&function, module, NULL), "name");
    BAD_HANDLE(hipModuleGetFunction(&function, NULL, "fill"));
    assert_string_equal(hipKernelNameRef(function), "fill");
    assert_string_equal(hipKernelNameRefByPtr(&stubs[STUB_TABLE], NULL), "read_table");
    assert_null(hipKernelNameRef(NULL));
    assert_int_equal(hipGetLastError(), hipErrorInvalidHandle);
}

TEST_CASE(arguments_come_as_one_buffer)
{
    struct { uint32_t *out; uint32_t first; } packed = { words, 9 };
    size_t size = sizeof packed, small = 11;
    void *extra[] = { HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                      &size, HIP_LAUNCH_PARAM_END };
    void *endless[] = { HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                        HIP_LAUNCH_PARAM_BUFFER_SIZE, &size };
    void *arguments[] = { &packed.out, &packed.first };
    hipFunction_t function = function_of("fill");

    OK(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
    OK(gpuDeviceSynchronize());
    check_row(words, COUNT, 9, 1);
    BAD_VALUE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, arguments, extra),
              "twice");
    BAD_VALUE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL), "arguments");
    BAD_VALUE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, NULL, endless), "end");
    extra[3] = &small;
    BAD_VALUE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, NULL, extra), "12");
    extra[0] = (void *)(uintptr_t)77;
    BAD_VALUE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, NULL, NULL, extra), "extra");
    BAD_HANDLE(hipModuleLaunchKernel(NULL, 8, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
    EXPECT(hipModuleLaunchKernel(function, 0, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL),
           hipErrorInvalidValue, "grid");
    OK(hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments));
    EXPECT(hipModuleLaunchCooperativeKernel(function, 65536, 65535, 1, 32, 1, 1, 0, NULL,
                                            arguments),
           hipErrorCooperativeLaunchTooLarge, "at once");
}

TEST_CASE(modules_have_variables)
{
    uint32_t got = 0;
    hipDeviceptr_t pointer;
    textureReference *reference;
    size_t size;

    OK(hipModuleGetGlobal(&pointer, &size, module, "offset"));
    assert_int_equal(size, 4);
    OK(hipMemcpy(&got, pointer, 4, hipMemcpyDeviceToHost));
    assert_int_equal(got, 100);
    OK(hipModuleGetGlobal(NULL, &size, module, "table"));
    assert_int_equal(size, 32);
    EXPECT(hipModuleGetGlobal(&pointer, &size, module, "none"), hipErrorNotFound, "none");
    EXPECT(hipModuleGetTexRef(&reference, module, "offset"), hipErrorNotSupported, "texture");
}

TEST_CASE(functions_have_attributes)
{
    hipFunction_t fixed = function_of("fixed");
    int value, grid, block;

    OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, fixed));
    assert_int_equal(value, 1024);
    OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, fixed));
    assert_int_equal(value, -1);
    OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                           function_of("bounded")));
    assert_int_equal(value, 64);
    BAD_VALUE(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX, fixed), "attribute");
    BAD_HANDLE(hipFuncGetAttribute(&value, 0, NULL));
    OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, fixed, 64, 0));
    assert_true(value > 0);
    BAD_VALUE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, fixed, 64, 0, 8),
              "flags");
    OK(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function_of("bounded"), 0, 0));
    assert_true(grid > 0 && block == 64);
    OK(hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, fixed, 0, 32, 0));
    assert_true(block <= 32);
}

TEST_CASE(files_and_options_are_read)
{
    char path[] = "/tmp/kernels_XXXXXX", error[200] = "";
    FILE *file = fdopen(mkstemp(path), "w");
    hipJitOption options[] = { hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes };
    void *values[] = { error, (void *)sizeof error };
    hipModule_t other;

    assert_non_null(file);
    fputs(code_main, file);
    fclose(file);
    OK(hipModuleLoad(&other, path));
    OK(hipModuleUnload(other));
    unlink(path);
    EXPECT(hipModuleLoad(&other, path), hipErrorFileNotFound, path);
    OK(hipModuleLoadDataEx(&other, code_main, 2, options, values));
    OK(hipModuleUnload(other));
    BAD_HANDLE(hipModuleUnload(other));
    values[1] = (void *)sizeof error;
    EXPECT(hipModuleLoadDataEx(&other, code_broken, 2, options, values), hipErrorInvalidKernelFile,
           "line");
    assert_non_null(strstr(error, "line"));
    EXPECT(hipModuleLoadData(&other, "nothing"), hipErrorInvalidImage, "");
    BAD_VALUE(hipModuleLoadData(&other, NULL), "image");
}

/* ---- joining --------------------------------------------------------------------------------- */

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"

static char calls[] = HEAD
    ".extern .func (.param .b32 r) twice(.param .b32 a);\n.extern .global .align 4 .u32 base;\n"
    ".visible .entry run(.param .u64 run_0)\n{\n.reg .b32 %r<6>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [run_0];\nld.global.u32 %r1, [base];\n"
    "{\n.param .b32 a;\n.param .b32 r;\nst.param.b32 [a], %r1;\n"
    "call.uni (r), twice, (a);\nld.param.b32 %r2, [r];\n}\n"
    "st.global.u32 [%rd1], %r2;\nret;\n}\n";
static char called[] = HEAD
    ".visible .global .align 4 .u32 base = 21;\n"
    ".visible .func (.param .b32 r) twice(.param .b32 a)\n{\n.reg .b32 %r<3>;\n"
    "ld.param.b32 %r1, [a];\nadd.u32 %r2, %r1, %r1;\nst.param.b32 [r], %r2;\nret;\n}\n";

TEST_CASE(texts_are_joined)
{
    void *arguments[] = { &words };
    hipLinkState_t link;
    hipFunction_t function;
    hipModule_t joined;
    uint32_t got = 0;
    void *image;
    size_t size;

    OK(hipLinkCreate(0, NULL, NULL, &link));
    OK(hipLinkAddData(link, hipJitInputPtx, calls, sizeof calls, "calls", 0, NULL, NULL));
    OK(hipLinkAddData(link, hipJitInputPtx, called, sizeof called, "called", 0, NULL, NULL));
    OK(hipLinkComplete(link, &image, &size));
    OK(hipModuleLoadData(&joined, image));
    OK(hipLinkDestroy(link));
    OK(hipModuleGetFunction(&function, joined, "run"));
    OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    OK(hipMemcpy(&got, words, 4, hipMemcpyDeviceToHost));
    assert_int_equal(got, 42);
    OK(hipModuleUnload(joined));
}

/* Two texts with a function and a variable of their own, which have the same names. */
#define PRIVATE(entry, value, place) \
    HEAD "// helper \".\n.global .align 4 .u32 own = " value ";\n" \
    ".func (.param .b32 r) helper()\n{\n.reg .b32 %helper;\n.reg .b64 %p;\n" \
    "mov.u64 %p, own;\nld.global.u32 %helper, [%p];\nst.param.b32 [r], %helper;\nret;\n}\n" \
    ".visible .entry " entry "(.param .u64 run_0)\n{\n.reg .b32 %r;\n.reg .b64 %rd;\n" \
    "ld.param.u64 %rd, [run_0];\n{\n.param .b32 r;\ncall (r), helper, ();\n" \
    "ld.param.b32 %r, [r];\n}\nst.global.u32 [%rd+" place "], %r;\nret;\n}\n"

TEST_CASE(private_names_stay_apart)
{
    static char one[] = PRIVATE("one", "5", "0"), two[] = PRIVATE("two", "6", "4");
    static const char *const names[2] = { "one", "two" };
    void *arguments[] = { &words };
    uint32_t got[2] = { 0 };
    hipFunction_t function;
    hipModule_t joined;
    hipLinkState_t link;
    void *image;
    size_t size;

    OK(hipLinkCreate(0, NULL, NULL, &link));
    OK(hipLinkAddData(link, hipJitInputPtx, one, sizeof one, "one", 0, NULL, NULL));
    OK(hipLinkAddData(link, hipJitInputPtx, two, sizeof two, "two", 0, NULL, NULL));
    OK(hipLinkComplete(link, &image, &size));
    OK(hipModuleLoadData(&joined, image));
    OK(hipLinkDestroy(link));
    for (int i = 0; i < 2; i++) {
        OK(hipModuleGetFunction(&function, joined, names[i]));
        OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    }
    OK(hipMemcpy(got, words, 8, hipMemcpyDeviceToHost));
    assert_int_equal(got[0], 5);
    assert_int_equal(got[1], 6);
    OK(hipModuleUnload(joined));
}

/* What a kernel names has to be defined; what nothing uses has not. */
TEST_CASE(undefined_names_are_found)
{
    static char unused[] = HEAD ".extern .func (.param .b32 r) twice(.param .b32 a);\n"
        ".func lost()\n{\n.param .b32 a;\n.param .b32 r;\ncall (r), twice, (a);\nret;\n}\n"
        ".visible .entry run()\n{\nret;\n}\n";
    static char variable[] = HEAD ".extern .global .align 4 .u32 base;\n.visible .entry run()\n"
        "{\n.reg .b32 %r;\nld.global.u32 %r, [base];\nst.global.u32 [base], %r;\nret;\n}\n";
    char *texts[3] = { calls, variable, unused };
    size_t sizes[3] = { sizeof calls, sizeof variable, sizeof unused };

    for (int i = 0; i < 3; i++) {
        hipLinkState_t link;
        void *image;
        size_t size;

        OK(hipLinkCreate(0, NULL, NULL, &link));
        OK(hipLinkAddData(link, hipJitInputPtx, texts[i], sizes[i], "text", 0, NULL, NULL));
        if (i < 2)
            EXPECT(hipLinkComplete(link, &image, &size), hipErrorInvalidSource, "no text defines");
        else
            OK(hipLinkComplete(link, &image, &size));
        OK(hipLinkDestroy(link));
    }
}

TEST_CASE(bad_links_are_refused)
{
    hipLinkState_t link;
    void *image;
    size_t size;

    OK(hipLinkCreate(0, NULL, NULL, &link));
    BAD_VALUE(hipLinkComplete(link, &image, &size), "nothing");
    BAD_VALUE(hipLinkAddData(link, hipJitInputPtx, NULL, 1, "", 0, NULL, NULL), "image");
    EXPECT(hipLinkAddData(link, hipJitInputCubin, calls, sizeof calls, "", 0, NULL, NULL),
           hipErrorNoBinaryForGpu, "machine code");
    EXPECT(hipLinkAddData(link, hipJitInputSpirv, calls, sizeof calls, "", 0, NULL, NULL),
           hipErrorNotSupported, "type");
    EXPECT(hipLinkAddFile(link, hipJitInputPtx, "/nowhere/at all", 0, NULL, NULL),
           hipErrorFileNotFound, "nowhere");
    OK(hipLinkDestroy(link));
    BAD_HANDLE(hipLinkDestroy(link));
    BAD_HANDLE(hipLinkComplete(link, &image, &size));
    BAD_VALUE(hipLinkCreate(0, NULL, NULL, NULL), "link");
}

/* ---- launches in other ways ------------------------------------------------------------------ */

TEST_CASE(launches_stand_between_events)
{
    uint32_t first = 31;
    void *arguments[] = { &words, &first };
    hipEvent_t start, stop;
    float took = -1;

    OK(hipEventCreate(&start));
    OK(hipEventCreate(&stop));
    OK(hipExtLaunchKernel(&stubs[STUB_FILL], GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0, NULL,
                          start, stop, 0));
    OK(hipEventSynchronize(stop));
    check_row(words, COUNT, 31, 1);
    OK(hipEventElapsedTime(&took, start, stop));
    assert_true(took >= 0);
    BAD_VALUE(hipExtLaunchKernel(&stubs[STUB_FILL], GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0,
                                 NULL, NULL, NULL, 6), "flags");
    first = 33;
    OK(hipExtModuleLaunchKernel(function_of("fill"), COUNT, 1, 1, 32, 1, 1, 0, NULL, arguments,
                                NULL, start, stop, 0));
    OK(hipEventSynchronize(stop));
    check_row(words, COUNT, 33, 1);
    EXPECT(hipExtModuleLaunchKernel(function_of("fill"), COUNT + 1, 1, 1, 32, 1, 1, 0, NULL,
                                    arguments, NULL, NULL, NULL, 0),
           hipErrorNotSupported, "multiple");
    EXPECT(hipExtModuleLaunchKernel(function_of("fill"), COUNT, 1, 1, 0, 1, 1, 0, NULL, arguments,
                                    NULL, NULL, NULL, 0),
           hipErrorInvalidValue, "multiple");
    BAD_VALUE(hipExtModuleLaunchKernel(function_of("fill"), COUNT, 1, 1, 32, 1, 1, 0, NULL,
                                       arguments, NULL, NULL, NULL, 4), "flags");
    first = 35;
    OK(hipHccModuleLaunchKernel(function_of("fill"), COUNT, 1, 1, 32, 1, 1, 0, NULL, arguments,
                                NULL, start, stop));
    OK(hipEventSynchronize(stop));
    check_row(words, COUNT, 35, 1);
    EXPECT(hipHccModuleLaunchKernel(function_of("fill"), COUNT + 1, 1, 1, 32, 1, 1, 0, NULL,
                                    arguments, NULL, NULL, NULL),
           hipErrorNotSupported, "multiple");
    OK(hipEventDestroy(start));
    OK(hipEventDestroy(stop));
}

TEST_CASE(launches_are_configured_step_by_step)
{
    uint32_t first = 41;

    OK(hipConfigureCall(GRID(8, 1, 1), GRID(32, 1, 1), 0, NULL));
    OK(hipSetupArgument(&words, sizeof words, 0));
    OK(hipSetupArgument(&first, sizeof first, 8));
    BAD_VALUE(hipSetupArgument(&first, sizeof first, 32761), "32764");
    BAD_VALUE(hipSetupArgument(NULL, 4, 0), "argument");
    OK(hipLaunchByPtr(&stubs[STUB_FILL]));
    OK(gpuDeviceSynchronize());
    check_row(words, COUNT, 41, 1);
    EXPECT(hipLaunchByPtr(&stubs[STUB_FILL]), hipErrorMissingConfiguration, "");
    EXPECT(hipSetupArgument(&first, 4, 0), hipErrorMissingConfiguration, "");
    OK(hipConfigureCall(GRID(8, 1, 1), GRID(32, 1, 1), 0, NULL));
    BAD_VALUE(hipLaunchByPtr(&stubs[STUB_FILL]), "arguments");
}

/* One launch for each device, in a stream of it. */
TEST_CASE(launches_are_given_for_each_device)
{
    static uint32_t first = 61;
    void *arguments[] = { &words, &first };
    hipLaunchParams launches[2] = {
        { .func = (void *)&stubs[STUB_FILL], .gridDim = GRID(1, 1, 1), .blockDim = GRID(32, 1, 1),
          .args = arguments }
    };
    int devices;

    OK(hipGetDeviceCount(&devices));
    BAD_HANDLE(hipLaunchCooperativeKernelMultiDevice(launches, 1, 0));
    OK(hipStreamCreate(&launches[0].stream));
    OK(hipLaunchCooperativeKernelMultiDevice(launches, 1, 0));
    check_row(words, 32, 61, 1);
    first = 62;
    OK(hipExtLaunchMultiKernelMultiDevice(launches, 1, hipCooperativeLaunchMultiDeviceNoPostSync));
    OK(hipStreamSynchronize(launches[0].stream));
    check_row(words, 32, 62, 1);
    launches[1] = launches[0];
    if (devices > 1)
        EXPECT(hipExtLaunchMultiKernelMultiDevice(launches, 2, 0), hipErrorInvalidDevice,
               "one device");
    BAD_VALUE(hipExtLaunchMultiKernelMultiDevice(launches, devices + 1, 0), "devices");
    BAD_VALUE(hipExtLaunchMultiKernelMultiDevice(launches, 1, 4), "flags");
    BAD_VALUE(hipExtLaunchMultiKernelMultiDevice(launches, 0, 0), "count");
    BAD_VALUE(hipLaunchCooperativeKernelMultiDevice(NULL, 1, 0), "launches");
    launches[0].gridDim.x = launches[0].gridDim.y = 65535;
    EXPECT(hipLaunchCooperativeKernelMultiDevice(launches, 1, 0), hipErrorCooperativeLaunchTooLarge,
           "at once");
    OK(hipStreamDestroy(launches[0].stream));
}

TEST_CASE(launches_of_modules_are_given_for_each_device)
{
    uint32_t first = 63;
    void *arguments[] = { &words, &first };
    hipFunctionLaunchParams launch = {
        .function = function_of("fill"), .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments
    };

    OK(hipStreamCreate(&launch.hStream));
    OK(hipModuleLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
    check_row(words, 32, 63, 1);
    BAD_VALUE(hipModuleLaunchCooperativeKernelMultiDevice(&launch, 0, 0), "count");
    OK(hipStreamDestroy(launch.hStream));
    launch.hStream = NULL;
    BAD_HANDLE(hipModuleLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
}

static int set_up(void **state)
{
    void *memory;

    *state = code_main_register();
    OK(hipModuleLoadData(&module, code_main));
    OK(hipMalloc(&memory, COUNT * 4));
    words = memory;
    return 0;
}

TEST_CASE(modules_end_behind_a_launch)
{
    hipFunction_t function = function_of("fill");
    uint32_t first = 51;
    void *arguments[] = { &words, &first };
    struct gate gate;
    hipStream_t stream;

    OK(hipStreamCreate(&stream));
    gate_close(&gate, stream);
    OK(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, stream, arguments, NULL));
    OK(hipModuleUnload(module));
    BAD_HANDLE(hipModuleLaunchKernel(function, 8, 1, 1, 32, 1, 1, 0, stream, arguments, NULL));
    gate_open(&gate);
    OK(hipStreamSynchronize(stream));
    check_row(words, COUNT, 51, 1);
    OK(hipStreamDestroy(stream));
    OK(hipFree(words));
    code_end(*state);
}

int run_only_here(void)
{
    return run_test_cases(set_up);
}
