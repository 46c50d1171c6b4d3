/** Prints what a CUDA runtime answers where the manual is silent about kernels. By hand:
 *
 *      cc ask_kernels.c -I CUDA/include -L CUDA/lib64 -lcudart -o ask && ./ask
 *
 *  With this project's headers and library the same source shows how they answer. */
#include <stdio.h>

#include <cuda_runtime_api.h>

#define ASK(call) printf("%-78s %s\n", #call, cudaGetErrorName(call))
#define ATTRIBUTE(name) cudaFuncAttribute##name

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .global .align 4 .u32 plain = 3;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 shown = 7;\n"
    ".visible .entry fixed(.param .u64 out)\n{\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
    ".shared .align 4 .b8 own[1024];\nld.param.u64 %rd1, [out];\nld.shared.u32 %r1, [own];\n"
    "st.global.u32 [%rd1], %r1;\nret;\n}\n"
    ".visible .entry bounded()\n.maxntid 64, 1, 1\n{\nret;\n}\n"
    ".visible .entry required()\n.reqntid 8, 4, 1\n{\nret;\n}\n";

static cudaKernel_t kernel_of(cudaLibrary_t library, const char *name)
{
    cudaKernel_t kernel = NULL;

    printf("%-78s %s\n", name, cudaGetErrorName(cudaLibraryGetKernel(&kernel, library, name)));
    return kernel;
}

static void ask_attributes(cudaKernel_t fixed)
{
    struct cudaFuncAttributes attributes = { 0 };

    ASK(cudaFuncGetAttributes(&attributes, fixed));
    printf("shared %zu, const %zu, local %zu, dynamic %d, carveout %d, registers %d, ptx %d, "
           "binary %d, cache %d\n", attributes.sharedSizeBytes, attributes.constSizeBytes,
           attributes.localSizeBytes, attributes.maxDynamicSharedSizeBytes,
           attributes.preferredShmemCarveout, attributes.numRegs, attributes.ptxVersion,
           attributes.binaryVersion, attributes.cacheModeCA);
    ASK(cudaFuncGetAttributes(NULL, NULL));
    ASK(cudaFuncGetAttributes(&attributes, NULL));
    ASK(cudaFuncSetAttribute(fixed, ATTRIBUTE(MaxDynamicSharedMemorySize), 1 << 24));
    ASK(cudaFuncSetAttribute(fixed, ATTRIBUTE(MaxDynamicSharedMemorySize), -1));
    ASK(cudaFuncSetAttribute(fixed, ATTRIBUTE(PreferredSharedMemoryCarveout), 101));
    ASK(cudaFuncSetAttribute(fixed, ATTRIBUTE(NonPortableClusterSizeAllowed), 1));
    ASK(cudaFuncSetAttribute(fixed, ATTRIBUTE(RequiredClusterWidth), 2));
    ASK(cudaFuncSetAttribute(fixed, (enum cudaFuncAttribute)7, 1));
}

static void ask_launches(cudaKernel_t fixed, cudaKernel_t bounded, cudaKernel_t required)
{
    const dim3 one = { 1, 1, 1 }, wide = { 65, 1, 1 }, turned = { 4, 8, 1 }, none = { 0, 1, 1 };
    const dim3 high = { 1, 65536, 1 };
    void *out = NULL;
    void *arguments[] = { &out };
    size_t bytes;

    ASK(cudaLaunchKernel(bounded, one, wide, NULL, 0, 0));
    ASK(cudaLaunchKernel(required, one, turned, NULL, 0, 0));
    ASK(cudaLaunchKernel(bounded, none, one, NULL, 0, 0));
    ASK(cudaLaunchKernel(bounded, high, one, NULL, 0, 0));
    ASK(cudaLaunchKernel(fixed, one, one, NULL, 0, 0));
    ASK(cudaLaunchKernel(fixed, one, one, arguments, 49152 - 1023, 0));
    ASK(cudaLaunchKernel(NULL, one, one, NULL, 0, 0));
    ASK(cudaLaunchKernel(&bytes, one, one, NULL, 0, 0));
    ASK(cudaLaunchKernel(bounded, one, one, NULL, 0, (cudaStream_t)77));
    ASK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, bounded, 1000, 64));
    ASK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, bounded, 0, 64));
}

static void ask_libraries(cudaLibrary_t library)
{
    cudaLibrary_t other;
    void *pointer;
    size_t bytes;

    ASK(cudaLibraryGetGlobal(NULL, NULL, library, "plain"));
    ASK(cudaLibraryGetGlobal(&pointer, &bytes, library, "shown"));
    ASK(cudaLibraryGetManaged(&pointer, &bytes, library, "plain"));
    ASK(cudaLibraryGetUnifiedFunction(&pointer, library, "fixed"));
    ASK(cudaLibraryLoadData(&other, "nothing", NULL, NULL, 0, NULL, NULL, 0));
    ASK(cudaLibraryLoadFromFile(&other, "/nowhere", NULL, NULL, 0, NULL, NULL, 0));
    ASK(cudaGetSymbolAddress(&pointer, NULL));
    ASK(cudaMemcpyToSymbol(NULL, &bytes, 0, 0, cudaMemcpyHostToDevice));
}

int main(void)
{
    cudaLibrary_t library;
    cudaKernel_t fixed;

    ASK(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
    fixed = kernel_of(library, "fixed");
    ask_attributes(fixed);
    ask_launches(fixed, kernel_of(library, "bounded"), kernel_of(library, "required"));
    ask_libraries(library);
    ASK(cudaLibraryUnload(library));
    ASK(cudaLibraryUnload(library));
    return 0;
}
