/** Attributes of kernels, and how many blocks run at once. */
#include "kernels.h"

#include <string.h>

#include "test_cases.h"

static gpuFuncAttributes attributes_of(enum stub stub)
{
    gpuFuncAttributes attributes;

    memset(&attributes, 0xff, sizeof attributes);
    OK(gpuFuncGetAttributes(&attributes, &stubs[stub]));
    return attributes;
}

static int device_shared(void)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    return (int)properties.sharedMemPerBlock;
}

TEST_CASE(attributes_describe_the_kernel)
{
    gpuFuncAttributes fixed = attributes_of(STUB_STATIC);
    int most = device_shared() < 49152 ? device_shared() : 49152;

    assert_int_equal(fixed.sharedSizeBytes, 1024);
    assert_int_equal(fixed.constSizeBytes, 32);
    assert_int_equal(fixed.localSizeBytes, 0);
    assert_true(fixed.maxThreadsPerBlock >= 256);
    assert_true(fixed.numRegs > 0 && fixed.numRegs <= 255);
    assert_int_equal(fixed.ptxVersion, 60);
    assert_int_equal(fixed.binaryVersion, 80);
    assert_int_equal(fixed.cacheModeCA, 0);
    assert_int_equal(fixed.maxDynamicSharedSizeBytes, most - 1024);
    assert_int_equal(fixed.preferredShmemCarveout, -1);
    assert_int_equal(attributes_of(STUB_BOUNDED).maxThreadsPerBlock, 64);
    assert_int_equal(attributes_of(STUB_REQUIRED).maxThreadsPerBlock, 32);
}

TEST_CASE(attributes_are_kept)
{
    const void *fixed = &stubs[STUB_STATIC];
    int most = device_shared() - 1024;

    OK(gpuFuncSetAttribute(fixed, gpuFuncAttributeMaxDynamic, most));
    assert_int_equal(attributes_of(STUB_STATIC).maxDynamicSharedSizeBytes, most);
    OK(gpuFuncSetAttribute(fixed, gpuFuncAttributeMaxDynamic, 0));
    assert_int_equal(attributes_of(STUB_STATIC).maxDynamicSharedSizeBytes, 0);
    BAD_VALUE(gpuFuncSetAttribute(fixed, gpuFuncAttributeMaxDynamic, most + 1), "shared");
    BAD_VALUE(gpuFuncSetAttribute(fixed, gpuFuncAttributeMaxDynamic, -1), "shared");
    OK(gpuFuncSetAttribute(fixed, gpuFuncAttributeCarveout, 50));
    assert_int_equal(attributes_of(STUB_STATIC).preferredShmemCarveout, 50);
    OK(gpuFuncSetAttribute(fixed, gpuFuncAttributeCarveout, -1));
    BAD_VALUE(gpuFuncSetAttribute(fixed, gpuFuncAttributeCarveout, 101), "carveout");
    BAD_VALUE(gpuFuncSetAttribute(fixed, 7, 1), "attribute 7");
    assert_int_equal(attributes_of(STUB_STATIC).maxDynamicSharedSizeBytes, 0);
}

TEST_CASE(launches_keep_to_the_maximum)
{
    void *memory;
    void *arguments[] = { &memory };

    OK(gpuMalloc(&memory, 4096));
    OK(gpuFuncSetAttribute(&stubs[STUB_REVERSE], gpuFuncAttributeMaxDynamic, 128));
    OK(launch(STUB_REVERSE, GRID(1, 1, 1), GRID(32, 1, 1), arguments, 128, NULL));
    BAD_VALUE(launch(STUB_REVERSE, GRID(1, 1, 1), GRID(32, 1, 1), arguments, 129, NULL), "128");
    OK(gpuDeviceSynchronize());
    OK(gpuFree(memory));
}

TEST_CASE(hints_are_checked)
{
    OK(gpuFuncSetCacheConfig(&stubs[STUB_FILL], 3));
    BAD_VALUE(gpuFuncSetCacheConfig(&stubs[STUB_FILL], 4), "config");
    OK(gpuFuncSetSharedMemConfig(&stubs[STUB_FILL], 2));
    BAD_VALUE(gpuFuncSetSharedMemConfig(&stubs[STUB_FILL], 3), "config");
    EXPECT(gpuFuncSetCacheConfig(NULL, 0), gpuErrorInvalidDeviceFunction, "");
}

TEST_CASE(functions_are_looked_for)
{
    gpuFuncAttributes attributes;
    gpuFunction_t function;
    int here;

    BAD_VALUE(gpuFuncGetAttributes(NULL, &stubs[STUB_FILL]), "attributes");
    EXPECT(gpuFuncGetAttributes(&attributes, NULL), gpuErrorInvalidDeviceFunction, "");
    EXPECT(gpuFuncGetAttributes(&attributes, &here), gpuErrorInvalidDeviceFunction, "no kernel");
    EXPECT(gpuFuncSetAttribute(&stubs[STUB_MISSING], gpuFuncAttributeMaxDynamic, 1),
           gpuErrorInvalidDeviceFunction, "missing");
    OK(gpuGetFuncBySymbol(&function, &stubs[STUB_BOUNDED]));
    OK(gpuFuncGetAttributes(&attributes, function));     /* the handle names it as well */
    assert_int_equal(attributes.maxThreadsPerBlock, 64);
    BAD_VALUE(gpuGetFuncBySymbol(NULL, &stubs[STUB_BOUNDED]), "function");
    EXPECT(gpuGetFuncBySymbol(&function, &here), gpuErrorInvalidDeviceFunction, "");
}

TEST_CASE(occupancy_follows_the_properties)
{
    gpuDeviceProp properties;
    int blocks;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuOccupancyActive(&blocks, &stubs[STUB_FILL], properties.maxThreadsPerBlock, 0));
    assert_int_equal(blocks, properties.maxThreadsPerMultiProcessor /
                             properties.maxThreadsPerBlock);
    OK(gpuOccupancyActive(&blocks, &stubs[STUB_BOUNDED], 65, 0));
    assert_int_equal(blocks, 0);
    OK(gpuOccupancyActive(&blocks, &stubs[STUB_STATIC], 32, properties.sharedMemPerBlock));
    assert_int_equal(blocks, 0);
    OK(gpuOccupancyActiveWithFlags(&blocks, &stubs[STUB_BOUNDED], 64, 0, 1));
    assert_true(blocks > 0);
    BAD_VALUE(gpuOccupancyActiveWithFlags(&blocks, &stubs[STUB_BOUNDED], 64, 0, 2), "flags");
    BAD_VALUE(gpuOccupancyActive(NULL, &stubs[STUB_FILL], 64, 0), "blocks");
    BAD_VALUE(gpuOccupancyActive(&blocks, &stubs[STUB_FILL], 0, 0), "block");
    EXPECT(gpuOccupancyActive(&blocks, NULL, 64, 0), gpuErrorInvalidDeviceFunction, "");
}

#if API_IS_CUDA
TEST_CASE(names_and_parameters_are_told)
{
    const char *name;
    size_t offset, size;

    OK(cudaFuncGetName(&name, &stubs[STUB_TABLE]));
    assert_string_equal(name, "read_table");
    OK(cudaFuncGetParamInfo(&stubs[STUB_MIXED], 5, &offset, &size));
    assert_true(offset == 24 && size == 8);
    OK(cudaFuncGetParamInfo(&stubs[STUB_LARGE], 1, &offset, NULL));
    assert_int_equal(offset, 4000);
    BAD_VALUE(cudaFuncGetParamInfo(&stubs[STUB_LARGE], 3, &offset, &size), "3 parameters");
    BAD_VALUE(cudaFuncGetParamInfo(&stubs[STUB_LARGE], 0, NULL, &size), "offset");
    BAD_VALUE(cudaFuncGetName(NULL, &stubs[STUB_TABLE]), "name");
}

TEST_CASE(dynamic_memory_for_so_many_blocks)
{
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    size_t one, two;
    int number;

    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&one, &stubs[STUB_BOUNDED], 1, 64));
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&two, &stubs[STUB_BOUNDED], 2, 64));
    assert_true(two > 0 && two <= one / 2);
    BAD_VALUE(cudaOccupancyAvailableDynamicSMemPerBlock(&one, &stubs[STUB_BOUNDED], 1000, 64), "");
    BAD_VALUE(cudaOccupancyAvailableDynamicSMemPerBlock(&one, &stubs[STUB_BOUNDED], 0, 64), "");
    EXPECT(cudaOccupancyMaxActiveClusters(&number, &stubs[STUB_FILL], &config),
           cudaErrorNotSupported, "clusters");
    EXPECT(cudaOccupancyMaxPotentialClusterSize(&number, &stubs[STUB_FILL], &config),
           cudaErrorNotSupported, "clusters");
}
#else
TEST_CASE(the_best_block_is_found)
{
    int grid, block;

    OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, &stubs[STUB_BOUNDED], 0, 0));
    assert_true(block == 64 && grid > 0);
    OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, &stubs[STUB_FILL], 0, 96));
    assert_true(block <= 96 && block > 0);
    BAD_VALUE(hipOccupancyMaxPotentialBlockSize(&grid, &block, &stubs[STUB_FILL], 0, -1), "limit");
    BAD_VALUE(hipOccupancyMaxPotentialBlockSize(NULL, &block, &stubs[STUB_FILL], 0, 0), "grid");
}
#endif

static int set_up(void **state)
{
    *state = code_main_register();
    return *state == NULL;
}

TEST_CASE(everything_ends)
{
    code_end(*state);
}

int run_functions(void)
{
    return run_test_cases(set_up);
}
