/** CUDA's driver interface: modules, functions, launches, libraries and joining, with PTX from
 *  memory. Each test has a context of its own. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_context.h"
#include "test_cases.h"

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define BODY(name) \
    "{\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n" \
    "ld.param.u64 %rd1, [" name "_0];\nld.param.u32 %r5, [" name "_1];\n" \
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n" \
    "mad.lo.u32 %r1, %r2, %r3, %r4;\nmul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd2, %rd1, %rd3;\n"
#define ENTRY(name) ".visible .entry " name "(.param .u64 " name "_0, .param .u32 " name "_1)\n"

/* out[i] = first + i, and out[i] = table + first. */
static const char code[] = HEAD
    ".visible .global .align 4 .u32 table = 100;\n"
    ENTRY("fill") BODY("fill") "add.u32 %r6, %r5, %r1;\nst.global.u32 [%rd2], %r6;\nret;\n}\n"
    ENTRY("add") BODY("add")
    "ld.global.u32 %r6, [table];\nadd.u32 %r6, %r6, %r5;\nst.global.u32 [%rd2], %r6;\nret;\n}\n";

/* A kernel, and the function of another text that it calls. */
static const char caller[] = HEAD
    ".extern .func (.param .b32 out) twice(.param .b32 in);\n"
    ENTRY("use") BODY("use")
    "{\n.param .b32 p;\nst.param.b32 [p], %r5;\n.param .b32 q;\n"
    "call (q), twice, (p);\nld.param.b32 %r6, [q];\n}\nst.global.u32 [%rd2], %r6;\nret;\n}\n";
static const char called[] = HEAD
    ".visible .func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %r<3>;\n"
    "ld.param.b32 %r1, [in];\nadd.u32 %r2, %r1, %r1;\nst.param.b32 [out], %r2;\nret;\n}\n";

enum { COUNT = 256, BLOCK = 64 };

static CUmodule module;
static CUfunction fill;
static CUdeviceptr memory;

static int begin_with_code(void **state)
{
    begin(state);
    OK(cuModuleLoadData(&module, code));
    OK(cuModuleGetFunction(&fill, module, "fill"));
    OK(cuMemAlloc(&memory, COUNT * 4));
    OK(cuMemsetD32(memory, 0, COUNT));
    return 0;
}

static void check(uint32_t first, uint32_t step)
{
    uint32_t got[COUNT];

    OK(cuMemcpyDtoH(got, memory, sizeof got));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(got[i], first + i * step);
}

static CUresult launch(CUfunction function, CUstream stream, uint32_t first)
{
    void *arguments[] = { &memory, &first };

    return cuLaunchKernel(function, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
}

/* ---- launches ------------------------------------------------------------------------------- */

TEST_CASE_WITH(with_pointers_to_arguments, begin_with_code, end)
{
    CUstream stream;

    OK(launch(fill, NULL, 3));
    check(3, 1);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(launch(fill, stream, 1000));
    OK(cuStreamSynchronize(stream));
    check(1000, 1);
    OK(launch(fill, CU_STREAM_PER_THREAD, 5));
    OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
    check(5, 1);
}

TEST_CASE_WITH(with_one_buffer, begin_with_code, end)
{
    struct {
        CUdeviceptr out;
        uint32_t first;
    } packed = { memory, 40 };
    size_t size = sizeof packed.out + sizeof packed.first;
    void *arguments[] = { &packed.out, &packed.first };
    void *extra[] = {
        CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
        CU_LAUNCH_PARAM_END
    };
    void *endless[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_END };

    OK(cuLaunchKernel(fill, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, extra));
    check(40, 1);
    IS(cuLaunchKernel(fill, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, extra),
       CUDA_ERROR_INVALID_VALUE);
    IS(cuLaunchKernel(fill, 1, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, endless),
       CUDA_ERROR_INVALID_VALUE);
    size = 4;
    IS(cuLaunchKernel(fill, 1, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, extra), CUDA_ERROR_INVALID_VALUE);
}

/* As CUDA 2 and 3 launch. */
TEST_CASE_WITH(with_kept_arguments, begin_with_code, end)
{
    CUstream stream;

    IS(cuFuncSetBlockShape(fill, BLOCK, 0, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuFuncSetBlockShape(fill, BLOCK, 1, -1), CUDA_ERROR_INVALID_VALUE);
    IS(cuFuncSetBlockShape(fill, 1 << 20, 1, 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuParamSetv(fill, 0, &memory, sizeof memory));
    OK(cuParamSeti(fill, sizeof memory, 70));
    OK(cuLaunchGrid(fill, COUNT, 1));                  /* blocks of one thread */
    check(70, 1);
    OK(cuParamSeti(fill, sizeof memory, 71));
    OK(cuFuncSetBlockShape(fill, BLOCK, 1, 1));
    OK(cuLaunchGrid(fill, COUNT / BLOCK, 1));          /* the size was not set */
    check(71, 1);
    OK(cuParamSeti(fill, sizeof memory, 70));
    IS(cuParamSetv(fill, -1, &memory, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuParamSetv(fill, 4090, &memory, sizeof memory), CUDA_ERROR_INVALID_VALUE);
    IS(cuParamSetv(fill, 0, NULL, 4), CUDA_ERROR_INVALID_VALUE);
    IS(cuParamSetSize(fill, 1u << 31), CUDA_ERROR_INVALID_VALUE);
    OK(cuParamSetSize(fill, sizeof memory + 4));
    OK(cuLaunchGrid(fill, COUNT / BLOCK, 1));
    check(70, 1);
    IS(cuLaunchGrid(fill, 0, 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuParamSetf(fill, sizeof memory, 1.0f));
    OK(cuFuncSetBlockShape(fill, COUNT, 1, 1));
    OK(cuLaunch(fill));
    check(0x3f800000, 1);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuParamSeti(fill, sizeof memory, 9));
    OK(cuLaunchGridAsync(fill, 1, 1, stream));
    OK(cuStreamSynchronize(stream));
    check(9, 1);
    OK(cuFuncSetSharedSize(fill, 1u << 30));
    IS(cuLaunch(fill), CUDA_ERROR_INVALID_VALUE);
    IS(cuParamSetTexRef(fill, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuFuncSetBlockShape(NULL, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE_WITH(with_attributes, begin_with_code, end)
{
    uint32_t first = 9;
    void *arguments[] = { &memory, &first };
    CUevent event;
    CUlaunchAttribute attributes[2] = {
        { .id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value.priority = -1 },
        { .id = CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT },
    };
    CUlaunchConfig config = {
        .gridDimX = COUNT / BLOCK, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = BLOCK, .blockDimY = 1, .blockDimZ = 1,
        .attrs = attributes, .numAttrs = 2,
    };

    OK(cuEventCreate(&event, 0));
    attributes[1].value.launchCompletionEvent.event = event;
    OK(cuLaunchKernelEx(&config, fill, arguments, NULL));
    OK(cuEventSynchronize(event));
    check(9, 1);
    attributes[0].id = (CUlaunchAttributeID)99;
    IS(cuLaunchKernelEx(&config, fill, arguments, NULL), CUDA_ERROR_INVALID_VALUE);
    config.attrs = NULL;
    IS(cuLaunchKernelEx(&config, fill, arguments, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuLaunchKernelEx(NULL, fill, arguments, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuLaunchCooperativeKernel(fill, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments),
       cudaLaunchCooperativeKernel(fill, (dim3){ 1, 1, 1 }, (dim3){ BLOCK, 1, 1 }, arguments, 0,
                                   NULL));
}

/* A failed kernel ends the context of its stream, and no other one. */
TEST_CASE_WITH(a_context_that_failed, begin_with_code, end)
{
    static const char trap[] = HEAD ".visible .entry stop()\n{\ntrap;\n}\n";
    CUdeviceptr address;
    CUcontext failed;
    CUfunction stop;
    CUmodule other;
    CUstream stream;
    CUdevice device;

    OK(cuCtxCreate(&failed, NULL, 0, 0));
    OK(cuModuleLoadData(&other, trap));
    OK(cuModuleGetFunction(&stop, other, "stop"));
    OK(cuStreamCreate(&stream, 0));
    (void)cuLaunchKernel(stop, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
    IS(cuStreamSynchronize(stream), CUDA_ERROR_LAUNCH_FAILED);
    IS(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
    IS(cuMemAlloc(&address, 64), CUDA_ERROR_LAUNCH_FAILED);
    IS(cuStreamQuery(NULL), CUDA_ERROR_LAUNCH_FAILED);
    IS(cuModuleLoadData(&other, trap), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxSetCurrent(context));
    OK(launch(fill, NULL, 4));
    check(4, 1);
    IS(cuStreamSynchronize(stream), CUDA_ERROR_LAUNCH_FAILED);
    IS(launch(fill, stream, 6), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuCtxSetCurrent(failed));
    IS(cuMemAlloc(&address, 64), CUDA_ERROR_LAUNCH_FAILED);
    OK(cuCtxDestroy(failed));
    OK(cuCtxSetCurrent(context));
    check(4, 1);
}

TEST_CASE_WITH(wrong_ones, begin_with_code, end)
{
    void *nothing = (void *)(uintptr_t)0x1234567;

    (void)cudaGetLastError();
    IS(launch(NULL, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(launch(nothing, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(launch((CUfunction)(void *)module, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(launch(fill, nothing, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(cuLaunchKernel(fill, 0, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuLaunchKernel(fill, 1, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    OK(cuModuleUnload(module));
    IS(launch(fill, NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxPopCurrent(NULL));
    IS(cuModuleLoadData(&module, NULL), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuModuleLoadData(&module, code), CUDA_ERROR_INVALID_CONTEXT);
    IS(launch(fill, NULL, 0), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cudaPeekAtLastError(), cudaSuccess);      /* the runtime's, which is apart */
}

/* ---- what modules have ---------------------------------------------------------------------- */

TEST_CASE_WITH(what_modules_have, begin_with_code, end)
{
    CUfunction all[3] = { NULL, NULL, NULL }, add;
    unsigned int count = 0;
    CUmodule of = NULL, other;
    CUdeviceptr table;
    CUtexref reference;
    size_t size = 0;
    int is_lazy;

    OK(cuModuleGetFunctionCount(&count, module));
    assert_int_equal(count, 2);
    OK(cuModuleEnumerateFunctions(all, 3, module));
    assert_ptr_equal(all[0], fill);
    assert_null(all[2]);
    OK(cuModuleGetFunction(&add, module, "add"));
    assert_ptr_equal(all[1], add);
    OK(cuFuncGetModule(&of, add));
    assert_ptr_equal(of, module);
    IS(cuModuleGetFunction(&add, module, "none"), CUDA_ERROR_NOT_FOUND);
    IS(cuModuleGetTexRef(&reference, module, "table"), CUDA_ERROR_NOT_FOUND);
    OK(cuModuleGetGlobal(&table, &size, module, "table"));
    assert_int_equal(size, 4);
    OK(cuMemsetD32(table, 7, 1));
    OK(launch(add, NULL, 2));
    check(9, 0);
    OK(cuModuleLoadFatBinary(&other, code));
    OK(cuModuleUnload(other));
    IS(cuModuleLoadData(&other, "no code"), CUDA_ERROR_INVALID_IMAGE);
    IS(cuModuleLoad(&other, "/nowhere/code.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
    OK(cuModuleGetLoadingMode((CUmoduleLoadingMode *)(void *)&is_lazy));
    assert_int_equal(is_lazy, CU_MODULE_LAZY_LOADING);
}

TEST_CASE_WITH(messages_of_a_compiler, begin_with_code, end)
{
    static const char broken[] = HEAD ".visible .entry fill(.param .u64\n";
    char text[256] = "";
    CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { text, (void *)(uintptr_t)sizeof text };
    CUmodule other = (CUmodule)(void *)text;

    IS(cuModuleLoadDataEx(&other, broken, 2, options, values), CUDA_ERROR_INVALID_PTX);
    assert_int_not_equal(strlen(text), 0);
    assert_int_equal((uintptr_t)values[1], strlen(text));
    assert_ptr_equal(other, text);
}

TEST_CASE_WITH(what_functions_are, begin_with_code, end)
{
    CUfunctionLoadingState loaded = CU_FUNCTION_LOADING_STATE_MAX;
    size_t offset = 0, size = 0, dynamic = 0;
    int value = -1, grid = 0, block = 0;
    const char *name = NULL;

    OK(cuFuncIsLoaded(&loaded, fill));
    assert_int_equal(loaded, CU_FUNCTION_LOADING_STATE_UNLOADED);
    OK(cuFuncLoad(fill));
    OK(cuFuncIsLoaded(&loaded, fill));
    assert_int_equal(loaded, CU_FUNCTION_LOADING_STATE_LOADED);
    OK(cuFuncGetName(&name, fill));
    assert_string_equal(name, "fill");
    OK(cuFuncGetParamInfo(fill, 1, &offset, &size));
    assert_int_equal(offset, 8);
    assert_int_equal(size, 4);
    IS(cuFuncGetParamInfo(fill, 2, &offset, &size), CUDA_ERROR_INVALID_VALUE);
    for (int i = 0; i < CU_FUNC_ATTRIBUTE_MAX; i++)
        OK(cuFuncGetAttribute(&value, (CUfunction_attribute)i, fill));
    IS(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX, fill), CUDA_ERROR_INVALID_VALUE);
    OK(cuFuncSetAttribute(fill, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, fill));
    assert_int_equal(value, 1024);
    IS(cuFuncSetAttribute(fill, CU_FUNC_ATTRIBUTE_NUM_REGS, 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuFuncSetCacheConfig(fill, CU_FUNC_CACHE_PREFER_L1));
    IS(cuFuncSetCacheConfig(fill, (CUfunc_cache)9), CUDA_ERROR_INVALID_VALUE);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, fill, BLOCK, 0));
    assert_true(value > 0);
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, fill, NULL, 0, 0));
    assert_true(grid > 0 && block > 0);
    OK(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, fill, 1, BLOCK));
}

static size_t less_for_small_ones(int threads)
{
    return threads > 64 ? 1u << 30 : 0;
}

TEST_CASE_WITH(blocks_with_memory_of_their_own, begin_with_code, end)
{
    int grid = 0, block = 0;

    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, fill, less_for_small_ones, 0, 0));
    assert_int_equal(block, 64);
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, fill, less_for_small_ones, 0, 40));
    assert_int_equal(block, 40);
}

/* ---- libraries and joining ------------------------------------------------------------------ */

TEST_CASE_WITH(libraries, begin_with_code, end)
{
    CUlibrary library, of = NULL;
    CUkernel kernel, all[2];
    CUmodule loaded;
    CUfunction function;
    unsigned int count = 0;
    const char *name = NULL;
    CUdeviceptr table;
    int value;

    OK(cuCtxPopCurrent(NULL));           /* a library needs no context */
    OK(cuLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&kernel, library, "fill"));
    OK(cuLibraryGetKernelCount(&count, library));
    assert_int_equal(count, 2);
    OK(cuLibraryEnumerateKernels(all, 2, library));
    assert_ptr_equal(all[0], kernel);
    OK(cuKernelGetName(&name, kernel));
    assert_string_equal(name, "fill");
    OK(cuKernelGetLibrary(&of, kernel));
    assert_ptr_equal(of, library);
    OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    assert_true(value > 0);
    IS(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99),
       CUDA_ERROR_INVALID_DEVICE);
    OK(cuCtxPushCurrent(context));
    OK(launch((CUfunction)(void *)kernel, NULL, 6));
    check(6, 1);
    OK(cuKernelGetFunction(&function, kernel));
    OK(launch(function, NULL, 8));
    check(8, 1);
    OK(cuLibraryGetModule(&loaded, library));
    OK(cuModuleGetFunction(&fill, loaded, "fill"));
    assert_ptr_equal(fill, function);
    OK(cuLibraryGetGlobal(&table, NULL, library, "table"));
    IS(cuLibraryGetManaged(&table, NULL, library, "table"), CUDA_ERROR_NOT_FOUND);
    OK(cuLibraryUnload(library));
    IS(launch((CUfunction)(void *)kernel, NULL, 6), CUDA_ERROR_INVALID_HANDLE);
    IS(cuKernelGetName(&name, kernel), CUDA_ERROR_INVALID_HANDLE);
    IS(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
}

TEST_CASE_WITH(joining, begin_with_code, end)
{
    CUlinkState link;
    CUmodule joined;
    CUfunction use;
    void *image;
    size_t size = 0;

    OK(cuLinkCreate(0, NULL, NULL, &link));
    OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)caller, sizeof caller, "caller", 0,
                     NULL, NULL));
    OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)called, sizeof called, "called", 0,
                     NULL, NULL));
    IS(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, (void *)(uintptr_t)called, sizeof called, "called",
                     0, NULL, NULL), CUDA_ERROR_NO_BINARY_FOR_GPU);
    OK(cuLinkComplete(link, &image, &size));
    assert_int_not_equal(size, 0);
    OK(cuModuleLoadData(&joined, image));
    OK(cuLinkDestroy(link));
    IS(cuLinkDestroy(link), CUDA_ERROR_INVALID_HANDLE);
    OK(cuModuleGetFunction(&use, joined, "use"));
    OK(launch(use, NULL, 21));
    check(42, 0);
}
