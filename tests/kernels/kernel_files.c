/* A kernel that says 1234, for kernel_files.py, which puts another in its place. Prints what the
 * kernel has said, or the code of the error. */
#include <cuda.h>
#include <stdio.h>

static const char module_text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry say(.param .u64 to)\n"
    "{\n"
    "  .reg .b64 %a<3>;\n"
    "  .reg .b32 %r<2>;\n"
    "  ld.param.u64 %a1, [to];\n"
    "  cvta.to.global.u64 %a2, %a1;\n"
    "  mov.u32 %r1, 1234;\n"
    "  st.global.u32 [%a2], %r1;\n"
    "  ret;\n"
    "}\n";

static CUresult run(unsigned *out_said)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory;
    void *arguments[] = { &memory };
    CUresult result = cuInit(0);

    if (result == CUDA_SUCCESS)
        result = cuDeviceGet(&device, 0);
    if (result == CUDA_SUCCESS)
        result = cuDevicePrimaryCtxRetain(&context, device);
    if (result == CUDA_SUCCESS)
        result = cuCtxSetCurrent(context);
    if (result == CUDA_SUCCESS)
        result = cuMemAlloc(&memory, sizeof *out_said);
    if (result == CUDA_SUCCESS)
        result = cuModuleLoadData(&module, module_text);
    if (result == CUDA_SUCCESS)
        result = cuModuleGetFunction(&function, module, "say");
    if (result == CUDA_SUCCESS)
        result = cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    if (result == CUDA_SUCCESS)
        result = cuMemcpyDtoH(out_said, memory, sizeof *out_said);
    return result;
}

int main(void)
{
    unsigned said = 0;
    CUresult result = run(&said);

    if (result == CUDA_SUCCESS)
        printf("said %u\n", said);
    else
        printf("error %d\n", (int)result);
    return 0;
}
