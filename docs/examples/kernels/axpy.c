/* Loads a kernel that was written in GLSL, launches it by HIP, and checks what it computes.
 *
 *     cc axpy.c -o axpy $(pkg-config --cflags --libs hipinterop) && ./axpy axpy.spv */
#include <hip/hip_runtime_api.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 10000, BLOCK = 128 };

static void check(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    exit(1);
}

int main(int argc, char **argv)
{
    static float x[COUNT], y[COUNT], result[COUNT];
    hipModule_t module;
    hipFunction_t axpy;
    void *device_x, *device_y;
    float a = 0.25f;
    int count = COUNT, wrong = 0;
    void *arguments[] = { &device_y, &device_x, &a, &count };

    if (argc != 2) {
        fprintf(stderr, "usage: axpy FILE, the kernel as SPIR-V\n");
        return 2;
    }
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)(4 * i);
        y[i] = (float)(COUNT - i);
    }
    check(hipMalloc(&device_x, sizeof x), "allocating");
    check(hipMalloc(&device_y, sizeof y), "allocating");
    check(hipMemcpy(device_x, x, sizeof x, hipMemcpyHostToDevice), "copying to the device");
    check(hipMemcpy(device_y, y, sizeof y, hipMemcpyHostToDevice), "copying to the device");
    check(hipModuleLoad(&module, argv[1]), "loading the module");
    check(hipModuleGetFunction(&axpy, module, "axpy"), "asking for the kernel");
    check(hipModuleLaunchKernel(axpy, (COUNT + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL,
                                arguments, NULL), "launching");
    check(hipMemcpy(result, device_y, sizeof result, hipMemcpyDeviceToHost), "copying back");
    for (int i = 0; i < COUNT; i++)
        wrong += result[i] != a * x[i] + y[i];
    printf("%d values, %d wrong\n", COUNT, wrong);
    check(hipModuleUnload(module), "unloading the module");
    check(hipFree(device_x), "freeing");
    check(hipFree(device_y), "freeing");
    return wrong != 0;
}
