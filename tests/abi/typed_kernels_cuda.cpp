/* The typed forms of kernels and variables for C++ of CUDA, as a compiler of device code sees them.
 * Each has to call one C function with the right arguments. */
#define __CUDACC__
#include <cuda_runtime.h>

#include "typed.h"

#define EXPECT(...) expect(__LINE__, __VA_ARGS__)
#define DEFINE(name, parameters, ...) \
    cudaError_t name parameters { note(#name, __VA_ARGS__); return cudaSuccess; }

DEFINE(cudaGetSymbolAddress, (void **a, const void *b), a, b)
DEFINE(cudaGetSymbolSize, (size_t *a, const void *b), a, b)
DEFINE(cudaFuncSetAttribute, (const void *a, enum cudaFuncAttribute b, int c), a, b, c)
DEFINE(cudaFuncSetCacheConfig, (const void *a, enum cudaFuncCache b), a, b)
DEFINE(cudaFuncGetName, (const char **a, const void *b), a, b)
DEFINE(cudaGetKernel, (cudaKernel_t *a, const void *b), a, b)
DEFINE(cudaOccupancyAvailableDynamicSMemPerBlock, (size_t *a, const void *b, int c, int d), a, b, c,
       d)
DEFINE(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *a, const void *b, int c, size_t d), a,
       b, c, d)

/* Kernels of which so many run at once that blocks of 96 threads are the best ones. */
static int asked;
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *, int threads, size_t bytes, unsigned int)
{
    asked++;
    *blocks = threads == 96 && bytes == 96 * 4 ? 5 : 1;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *)
{
    *attributes = {};
    attributes->maxThreadsPerBlock = 200;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrMultiProcessorCount ? 3 : 0;
    return cudaSuccess;
}

/* The macros of the per-thread stream do not reach into the text of DEFINE. */
DEFINE(cudaMemcpyToSymbol, (const void *a, const void *b, size_t c, size_t d,
                            enum cudaMemcpyKind e), a, b, c, d, e)
DEFINE(cudaMemcpyFromSymbolAsync, (void *a, const void *b, size_t c, size_t d,
                                   enum cudaMemcpyKind e, cudaStream_t f), a, b, c, d, e, f)
DEFINE(cudaGraphAddMemcpyNodeToSymbol,
       (cudaGraphNode_t *a, cudaGraph_t b, const cudaGraphNode_t *c, size_t d, const void *e,
        const void *f, size_t g, size_t h, enum cudaMemcpyKind i), a, b, c, d, e, f, g, h, i)
DEFINE(cudaGraphAddMemcpyNodeFromSymbol,
       (cudaGraphNode_t *a, cudaGraph_t b, const cudaGraphNode_t *c, size_t d, void *e,
        const void *f, size_t g, size_t h, enum cudaMemcpyKind i), a, b, c, d, e, f, g, h, i)
DEFINE(cudaGraphMemcpyNodeSetParamsToSymbol,
       (cudaGraphNode_t a, const void *b, const void *c, size_t d, size_t e,
        enum cudaMemcpyKind f), a, b, c, d, e, f)
DEFINE(cudaGraphMemcpyNodeSetParamsFromSymbol,
       (cudaGraphNode_t a, void *b, const void *c, size_t d, size_t e,
        enum cudaMemcpyKind f), a, b, c, d, e, f)
DEFINE(cudaGraphExecMemcpyNodeSetParamsToSymbol,
       (cudaGraphExec_t a, cudaGraphNode_t b, const void *c, const void *d, size_t e, size_t f,
        enum cudaMemcpyKind g), a, b, c, d, e, f, g)
DEFINE(cudaGraphExecMemcpyNodeSetParamsFromSymbol,
       (cudaGraphExec_t a, cudaGraphNode_t b, void *c, const void *d, size_t e, size_t f,
        enum cudaMemcpyKind g), a, b, c, d, e, f, g)
DEFINE(cudaLaunchKernel, (const void *a, dim3 b, dim3 c, void **d, size_t e, cudaStream_t f), a,
       b.x, c.x, d, e, f)

static int first;
static double second;
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **arguments)
{
    note("cudaLaunchKernelExC", config, function);
    first = *static_cast<int *>(arguments[0]);
    second = *static_cast<double *>(arguments[1]);
    return cudaSuccess;
}

static void kernel(int, double)
{
}

static void check(bool holds, int line)
{
    if (!holds) {
        printf("line %d does not hold\n", line);
        failures++;
    }
}

static void typed_launches()
{
    const void *function = reinterpret_cast<const void *>(kernel);
    cudaKernel_t handle = reinterpret_cast<cudaKernel_t>(&failures);
    cudaLaunchConfig_t config = {};
    void *arguments[2] = {};
    dim3 one = {1, 1, 1}, two = {2, 1, 1};

    cudaLaunchKernel(kernel, one, two, arguments);
    EXPECT("cudaLaunchKernel", function, 1, 2, arguments, 0, nullptr);
    cudaLaunchKernelEx(&config, kernel, 7.0f, 3);        /* converted to what the kernel takes */
    EXPECT("cudaLaunchKernelExC", &config, function);
    check(first == 7 && second == 3.0, __LINE__);
    cudaLaunchKernelEx(&config, handle, 4, 2.5);
    EXPECT("cudaLaunchKernelExC", &config, handle);
    check(first == 4 && second == 2.5, __LINE__);
}

static void typed_questions()
{
    const void *function = reinterpret_cast<const void *>(kernel);
    int grid = 0, block = 0;
    cudaKernel_t handle;
    const char *name;
    size_t size;

    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 5);
    EXPECT("cudaFuncSetAttribute", function, 8, 5);
    cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);
    EXPECT("cudaFuncSetCacheConfig", function, 2);
    cudaFuncGetName(&name, kernel);
    EXPECT("cudaFuncGetName", &name, function);
    cudaGetKernel(&handle, kernel);
    EXPECT("cudaGetKernel", &handle, function);
    cudaOccupancyAvailableDynamicSMemPerBlock(&size, kernel, 2, 3);
    EXPECT("cudaOccupancyAvailableDynamicSMemPerBlock", &size, function, 2, 3);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, kernel, 2, 3);
    EXPECT("cudaOccupancyMaxActiveBlocksPerMultiprocessor", &grid, function, 2, 3);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel,
                                                   [](int threads) { return threads * 4; });
    check(grid == 15 && block == 96 && asked == 7, __LINE__);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 70);
    check(grid == 3 && block == 70, __LINE__);
}

static int table[4];
static void typed_variables()
{
    int host[4];
    void *pointer;
    size_t size;

    cudaGetSymbolAddress(&pointer, table);
    EXPECT("cudaGetSymbolAddress", &pointer, table);
    cudaGetSymbolSize(&size, failures);
    EXPECT("cudaGetSymbolSize", &size, &failures);
    cudaMemcpyToSymbol(table, host, 16);
    EXPECT("cudaMemcpyToSymbol", table, host, 16, 0, 1);
    cudaMemcpyFromSymbolAsync(host, failures, 4, 0, cudaMemcpyDeviceToHost);
    EXPECT("cudaMemcpyFromSymbolAsync", host, &failures, 4, 0, 2, nullptr);
}

static void variables_of_graphs()
{
    int host[4] = {};
    cudaGraphNode_t node = (cudaGraphNode_t)5;
    cudaGraph_t graph = (cudaGraph_t)6;
    cudaGraphExec_t exec = (cudaGraphExec_t)7;

    cudaGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, table, host, 16, 4,
                                   cudaMemcpyHostToDevice);
    EXPECT("cudaGraphAddMemcpyNodeToSymbol", &node, 6, nullptr, 0, table, host, 16, 4, 1);
    cudaGraphAddMemcpyNodeFromSymbol(&node, graph, &node, 1, host, failures, 4, 0,
                                     cudaMemcpyDeviceToHost);
    EXPECT("cudaGraphAddMemcpyNodeFromSymbol", &node, 6, &node, 1, host, &failures, 4, 0, 2);
    cudaGraphMemcpyNodeSetParamsToSymbol(node, table, host, 16, 4, cudaMemcpyHostToDevice);
    EXPECT("cudaGraphMemcpyNodeSetParamsToSymbol", 5, table, host, 16, 4, 1);
    cudaGraphMemcpyNodeSetParamsFromSymbol(node, host, failures, 4, 0, cudaMemcpyDeviceToHost);
    EXPECT("cudaGraphMemcpyNodeSetParamsFromSymbol", 5, host, &failures, 4, 0, 2);
    cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, table, host, 16, 4,
                                             cudaMemcpyHostToDevice);
    EXPECT("cudaGraphExecMemcpyNodeSetParamsToSymbol", 7, 5, table, host, 16, 4, 1);
    cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, host, failures, 4, 0,
                                               cudaMemcpyDeviceToHost);
    EXPECT("cudaGraphExecMemcpyNodeSetParamsFromSymbol", 7, 5, host, &failures, 4, 0, 2);

    /* A program that gives the variable's address has called the C function itself. */
    const void *address = table;
    cudaGraphMemcpyNodeSetParamsToSymbol(node, address, host, 16, 4, cudaMemcpyHostToDevice);
    EXPECT("cudaGraphMemcpyNodeSetParamsToSymbol", 5, table, host, 16, 4, 1);
}

int main()
{
    typed_launches();
    typed_questions();
    typed_variables();
    variables_of_graphs();
    return failures ? 1 : 0;
}
