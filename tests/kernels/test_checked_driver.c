/* The memory check by CUDA's driver interface: a range that may only be read, one whose pages were
 * taken away, and the errors of a failed kernel. The environment asks for the check. */
#include <stdio.h>

#include "driver_primary.h"
#include "test_cases.h"

static const char text[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".visible .entry reads(.param .u64 words, .param .u64 out)\n{\n.reg .b32 %r1;\n"
    ".reg .b64 %rd<3>;\nld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [out];\n"
    "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;\nret;\n}\n"
    ".visible .entry writes(.param .u64 words, .param .u64 out)\n{\n.reg .b32 %r1;\n"
    ".reg .b64 %rd<3>;\nld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [out];\n"
    "st.global.u32 [%rd1], 7;\nst.global.u32 [%rd2], 7;\nret;\n}\n";

static CUmodule module;
static CUdeviceptr out;

static CUresult run(const char *name, CUdeviceptr words)
{
    void *arguments[] = { &words, &out };
    CUfunction function;

    OK(cuModuleGetFunction(&function, module, name));
    OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    return cuCtxSynchronize();
}

static int begin(void **state)
{
    (void)state;
    push_primary();
    OK(cuModuleLoadData(&module, text));
    OK(cuMemAlloc(&out, 4));
    return 0;
}

static int end(void **state)
{
    (void)state;
    OK(cuDevicePrimaryCtxReset(device));
    pop_primary();
    return 0;
}

/* Two pages side by side; the first one may only be read. */
struct range {
    CUdeviceptr base;
    size_t step;
};

static struct range map_two(void)
{
    const CUmemAllocationProp properties = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }
    };
    const CUmemAccessDesc reads = { properties.location, CU_MEM_ACCESS_FLAGS_PROT_READ };
    const CUmemAccessDesc writes = { properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle pages;
    struct range range;

    if (cuMemGetAllocationGranularity(&range.step, &properties,
                                      CU_MEM_ALLOC_GRANULARITY_MINIMUM) != CUDA_SUCCESS)
        skip();
    OK(cuMemAddressReserve(&range.base, 2 * range.step, 0, 0, 0));
    OK(cuMemCreate(&pages, 2 * range.step, &properties, 0));
    OK(cuMemMap(range.base, 2 * range.step, 0, pages, 0));
    OK(cuMemSetAccess(range.base, 2 * range.step, &writes, 1));
    OK(cuMemsetD32(range.base, 9, range.step / 2));
    OK(cuMemSetAccess(range.base, range.step, &reads, 1));
    OK(cuMemRelease(pages));
    return range;
}

TEST_CASE_WITH(what_may_be_read, begin, end)
{
    struct range range = map_two();

    OK(run("reads", range.base));
    OK(run("reads", range.base + range.step));
    OK(run("writes", range.base + range.step));
    OK(run("writes", range.base + 2 * range.step - 4));
    assert_int_equal(run("writes", range.base + range.step - 4), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cuMemAlloc(&out, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_CASE_WITH(what_was_taken_away, begin, end)
{
    struct range range = map_two();

    OK(cuMemUnmap(range.base, 2 * range.step));
    assert_int_equal(run("reads", range.base), CUDA_ERROR_ILLEGAL_ADDRESS);
}
