/** What CUDA alone has: libraries, kernels by handle, launches with attributes. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"

enum { COUNT = 256 };

static cudaLibrary_t library;
static uint32_t *words;

TEST_CASE(libraries_have_kernels)
{
    uint32_t first = 5;
    void *arguments[] = { &words, &first };
    cudaKernel_t kernel, same, all[64];
    unsigned int count;

    OK(cudaLibraryGetKernel(&kernel, library, "fill"));
    OK(cudaLibraryGetKernel(&same, library, "fill"));
    assert_ptr_equal(kernel, same);
    OK(gpuLaunchKernel(kernel, GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0, NULL));
    OK(gpuDeviceSynchronize());
    check_row(words, COUNT, 5, 1);
    OK(cudaLibraryGetKernelCount(&count, library));
    assert_int_equal(count, STUB_COUNT_OF_STUBS - 1);     /* all but the missing one */
    memset(all, 0, sizeof all);
    OK(cudaLibraryEnumerateKernels(all, 2, library));
    assert_true(all[0] == kernel && all[1] != NULL && all[2] == NULL);
    OK(cudaLibraryEnumerateKernels(all, 64, library));
    assert_true(all[STUB_COUNT_OF_STUBS - 2] != NULL && all[STUB_COUNT_OF_STUBS - 1] == NULL);
    EXPECT(cudaLibraryGetKernel(&kernel, library, "none"), cudaErrorSymbolNotFound, "none");
    BAD_VALUE(cudaLibraryGetKernel(NULL, library, "fill"), "kernel");
    BAD_VALUE(cudaLibraryGetKernel(&kernel, library, NULL), "name");
    BAD_HANDLE(cudaLibraryGetKernelCount(&count, (cudaLibrary_t)kernel));
}

/* All launches answer as for a registered kernel. */
TEST_CASE(kernels_of_libraries_are_checked)
{
    static const dim3 none[] = { { 0, 1, 1 }, { 1, 0, 1 }, { 1, 1, 0 } };
    const dim3 one = { 1, 1, 1 };
    void *arguments[] = { &words, &words };
    cudaLaunchConfig_t config = { .gridDim = one, .blockDim = one };
    cudaKernel_t kernel;

    OK(cudaLibraryGetKernel(&kernel, library, "fill"));
    for (int i = 0; i < 3; i++) {
        BAD_VALUE(cudaLaunchKernel(kernel, none[i], one, arguments, 0, NULL), "grid");
        BAD_VALUE(cudaLaunchKernel(kernel, one, none[i], arguments, 0, NULL), "block");
        BAD_VALUE(cudaLaunchCooperativeKernel(kernel, none[i], one, arguments, 0, NULL), "grid");
        config.gridDim = none[i];
        BAD_VALUE(cudaLaunchKernelExC(&config, kernel, arguments), "grid");
    }
}

TEST_CASE(libraries_have_variables)
{
    uint32_t got = 0;
    void *pointer;
    size_t size;

    OK(cudaLibraryGetGlobal(&pointer, &size, library, "offset"));
    assert_int_equal(size, 4);
    OK(cudaMemcpy(&got, pointer, 4, cudaMemcpyDeviceToHost));
    assert_int_equal(got, 100);
    OK(cudaLibraryGetManaged(&pointer, NULL, library, "shown"));
    assert_int_equal(*(uint32_t *)pointer, 7);
    EXPECT(cudaLibraryGetManaged(&pointer, &size, library, "offset"), cudaErrorSymbolNotFound,
           "managed");
    EXPECT(cudaLibraryGetGlobal(&pointer, &size, library, "none"), cudaErrorSymbolNotFound, "none");
    BAD_VALUE(cudaLibraryGetGlobal(NULL, NULL, library, "offset"), "NULL");
    EXPECT(cudaLibraryGetUnifiedFunction(&pointer, library, "fill"), cudaErrorSymbolNotFound,
           "unified");
}

TEST_CASE(attributes_are_of_one_device)
{
    struct cudaFuncAttributes attributes;
    cudaKernel_t kernel;

    OK(cudaLibraryGetKernel(&kernel, library, "reverse"));
    OK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64,
                                       0));
    OK(cudaFuncGetAttributes(&attributes, kernel));
    assert_int_equal(attributes.maxDynamicSharedSizeBytes, 64);
    EXPECT(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64,
                                           99), cudaErrorInvalidDevice, "");
    BAD_VALUE(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeRequiredClusterWidth, 1, 0),
              "attribute");
}

TEST_CASE(libraries_outlive_a_reset)
{
    uint32_t first = 11;
    void *arguments[] = { &words, &first };
    cudaKernel_t kernel;
    void *memory;

    OK(cudaLibraryGetKernel(&kernel, library, "fill"));
    OK(cudaDeviceReset());
    OK(cudaMalloc(&memory, COUNT * 4));
    words = memory;
    OK(gpuLaunchKernel(kernel, GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0, NULL));
    OK(gpuDeviceSynchronize());
    check_row(words, COUNT, 11, 1);
}

TEST_CASE(libraries_end_behind_a_launch)
{
    uint32_t first = 1;
    void *arguments[] = { &words, &first };
    cudaLibrary_t other;
    cudaKernel_t kernel;
    struct gate gate;
    gpuStream_t stream;

    OK(cudaStreamCreate(&stream));
    OK(cudaLibraryLoadData(&other, code_main, NULL, NULL, 0, NULL, NULL, 0));
    OK(cudaLibraryGetKernel(&kernel, other, "fill"));
    gate_close(&gate, stream);
    OK(gpuLaunchKernel(kernel, GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0, stream));
    OK(cudaLibraryUnload(other));
    EXPECT(gpuLaunchKernel(kernel, GRID(8, 1, 1), GRID(32, 1, 1), arguments, 0, stream),
           cudaErrorInvalidDeviceFunction, "");
    BAD_HANDLE(cudaLibraryUnload(other));
    gate_open(&gate);
    OK(cudaStreamSynchronize(stream));
    check_row(words, COUNT, 1, 1);
    OK(cudaStreamDestroy(stream));
}

TEST_CASE(files_are_loaded)
{
    char path[] = "/tmp/kernels_XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    cudaLibrary_t from_file;
    cudaKernel_t kernel;

    assert_non_null(file);
    fputs(code_main, file);
    fclose(file);
    OK(cudaLibraryLoadFromFile(&from_file, path, NULL, NULL, 0, NULL, NULL, 0));
    OK(cudaLibraryGetKernel(&kernel, from_file, "count"));
    OK(cudaLibraryUnload(from_file));
    unlink(path);
    EXPECT(cudaLibraryLoadFromFile(&from_file, path, NULL, NULL, 0, NULL, NULL, 0),
           cudaErrorFileNotFound, path);
    BAD_VALUE(cudaLibraryLoadFromFile(&from_file, NULL, NULL, NULL, 0, NULL, NULL, 0), "path");
}

TEST_CASE(loading_tells_what_is_wrong)
{
    char info[32] = "old", error[256] = "old";
    enum cudaJitOption options[] = { cudaJitInfoLogBuffer, cudaJitInfoLogBufferSizeBytes,
                                     cudaJitErrorLogBuffer, cudaJitErrorLogBufferSizeBytes,
                                     cudaJitOptimizationLevel };
    void *values[] = { info, (void *)sizeof info, error, (void *)sizeof error, (void *)4 };
    enum cudaLibraryOption wrong = 7;
    cudaLibrary_t none = NULL;

    EXPECT(cudaLibraryLoadData(&none, code_broken, options, values, 5, NULL, NULL, 0),
           cudaErrorInvalidPtx, "line");
    assert_int_equal((uintptr_t)values[3], strlen(error));
    assert_non_null(strstr(error, "line"));
    assert_int_equal((uintptr_t)values[1], 0);
    assert_string_equal(info, "");
    EXPECT(cudaLibraryLoadData(&none, "nothing", NULL, NULL, 0, NULL, NULL, 0),
           cudaErrorInvalidKernelImage, "");
    BAD_VALUE(cudaLibraryLoadData(&none, NULL, NULL, NULL, 0, NULL, NULL, 0), "image");
    BAD_VALUE(cudaLibraryLoadData(&none, code_main, NULL, NULL, 1, NULL, NULL, 0), "options");
    BAD_VALUE(cudaLibraryLoadData(&none, code_main, NULL, NULL, 0, &wrong, NULL, 1), "option 7");
    assert_null(none);
}

/* ---- launches with attributes ---------------------------------------------------------------- */

static gpuError_t launch_blocks(dim3 grid, cudaLaunchAttribute *attributes, unsigned int count)
{
    static uint32_t first = 21;
    cudaLaunchConfig_t config = { .gridDim = grid, .blockDim = { 32, 1, 1 },
                                  .attrs = attributes, .numAttrs = count };

    return cudaLaunchKernelExC(&config, &stubs[STUB_FILL], (void *[]){ &words, &first });
}

static gpuError_t launch_with(cudaLaunchAttribute *attributes, unsigned int count)
{
    return launch_blocks(GRID(8, 1, 1), attributes, count);
}

TEST_CASE(launches_take_attributes)
{
    cudaLaunchAttribute attributes[4];
    cudaEvent_t event;

    memset(attributes, 0, sizeof attributes);
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[0].val.priority = -1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = attributes[1].val.clusterDim.y = 1;
    attributes[1].val.clusterDim.z = 1;
    OK(cudaEventCreate(&event));
    attributes[2].id = cudaLaunchAttributeLaunchCompletionEvent;
    attributes[2].val.launchCompletionEvent.event = event;
    attributes[3].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    OK(launch_with(NULL, 0));
    OK(launch_with(attributes, 4));
    OK(cudaEventSynchronize(event));
    check_row(words, COUNT, 21, 1);
    OK(cudaEventDestroy(event));
    attributes[1].val.clusterDim.x = 2;
    EXPECT(launch_with(attributes, 2), cudaErrorNotSupported, "clusters");
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 1;
    OK(launch_blocks(GRID(1, 1, 1), attributes, 2));
    EXPECT(launch_blocks(GRID(65535, 1, 1), attributes, 2), cudaErrorCooperativeLaunchTooLarge,
           "at once");
    attributes[1].id = 99;
    BAD_VALUE(launch_with(attributes, 2), "attribute 99");
    BAD_VALUE(launch_with(NULL, 1), "attrs");
    BAD_VALUE(cudaLaunchKernelExC(NULL, &stubs[STUB_FILL], NULL), "config");
}

TEST_CASE(kernels_of_the_program_have_handles)
{
    cudaKernel_t kernel;
    int here;

    OK(cudaGetKernel(&kernel, &stubs[STUB_COUNT]));
    OK(gpuLaunchKernel(kernel, GRID(1, 1, 1), GRID(1, 1, 1), NULL, 0, NULL));
    BAD_VALUE(cudaGetKernel(NULL, &stubs[STUB_COUNT]), "kernel");
    EXPECT(cudaGetKernel(&kernel, &here), cudaErrorInvalidDeviceFunction, "no kernel");
}

static int set_up(void **state)
{
    void *memory;

    *state = code_main_register();
    OK(cudaLibraryLoadData(&library, code_main, NULL, NULL, 0, NULL, NULL, 0));
    OK(cudaMalloc(&memory, COUNT * 4));
    words = memory;
    return 0;
}

/* What nvcc -rdc=true makes of two objects, and a library that the kernel does not use: a function
 * of it calls one that nobody defines, and a variable has the address of a kernel. Two objects have
 * no PTX. */
TEST_CASE(linked_objects_are_joined)
{
    static const char using[] =
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".extern .global .u32 added;\n"
        ".extern .func (.param .b32 result) twice(.param .b32 x);\n"
        ".visible .entry join(.param .u64 out)\n{\n"
        "    .reg .b32 %r<4>;\n    .reg .b64 %o;\n"
        "    .param .b32 x, y;\n"
        "    mov.u32 %r1, %tid.x;\n"
        "    st.param.b32 [x], %r1;\n"
        "    call.uni (y), twice, (x);\n"
        "    ld.param.b32 %r2, [y];\n"
        "    ld.global.u32 %r3, [added];\n"
        "    add.u32 %r2, %r2, %r3;\n"
        "    ld.param.u64 %o, [out];\n"
        "    mad.wide.u32 %o, %r1, 4, %o;\n"
        "    st.global.u32 [%o], %r2;\n    ret;\n}\n";
    static const char defining[] =
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".visible .global .u32 added = 30;\n"
        ".visible .func (.param .b32 result) twice(.param .b32 x)\n{\n"
        "    .reg .b32 %r<2>;\n"
        "    ld.param.b32 %r1, [x];\n"
        "    add.u32 %r1, %r1, %r1;\n"
        "    st.param.b32 [result], %r1;\n    ret;\n}\n";
    static const char idle[] =
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".extern .func nobody_defines();\n"
        ".visible .entry never() { ret; }\n"
        ".visible .func calls() { call.uni nobody_defines; ret; }\n"
        ".visible .entry undefined() { call.uni calls; ret; }\n"
        ".global .u64 table[2] = { never, calls };\n";
    static const char no_ptx[] = "\x7f" "ELF";
    static const void *const parts[] = { no_ptx, using, defining, no_ptx, idle, NULL };
    static const void *const none[] = { no_ptx, no_ptx, NULL };
    static const char joined, undefined;
    void **module = code_register_parts(parts), *arguments[] = { &words };

    stub_register(module, &joined, "join");
    stub_register(module, &undefined, "undefined");
    OK(cudaLaunchKernel(&joined, GRID(1, 1, 1), GRID(32, 1, 1), arguments, 0, NULL));
    OK(cudaDeviceSynchronize());
    check_row(words, 32, 30, 2);
    EXPECT(cudaLaunchKernel(&undefined, GRID(1, 1, 1), GRID(1, 1, 1), NULL, 0, NULL),
           cudaErrorNoKernelImageForDevice, "nobody_defines has no body");
    (void)cudaGetLastError();
    code_end(module);
    module = code_register_parts(none);
    stub_register(module, &joined, "join");
    EXPECT(cudaLaunchKernel(&joined, GRID(1, 1, 1), GRID(32, 1, 1), arguments, 0, NULL),
           cudaErrorNoKernelImageForDevice, "PTX");
    (void)cudaGetLastError();
    code_end(module);
}

TEST_CASE(everything_ends)
{
    OK(cudaFree(words));
    OK(cudaLibraryUnload(library));
    BAD_HANDLE(cudaLibraryUnload(library));
    code_end(*state);
}

int run_only_here(void)
{
    return run_test_cases(set_up);
}
