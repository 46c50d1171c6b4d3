/** What CUDA's compiler adds to a program: the image of its device code, which is empty here, and a
 *  function that registers it before main. A source file without a kernel has it, too. */
#include <stdint.h>
#include <stdlib.h>

#include "device_code.h"

struct segment {
    int magic, version;
    const void *image;
    void *linked;
};

extern void **__cudaRegisterFatBinary(void *segment);
extern void __cudaRegisterFatBinaryEnd(void **module);
extern void __cudaUnregisterFatBinary(void **module);
extern char __cudaInitModule(void **module);
extern void __cudaRegisterFunction(void **module, const char *stub, char *device_stub,
                                   const char *name, int thread_limit, void *thread, void *block,
                                   void *block_size, void *grid_size, int *warp_size);
extern void __cudaRegisterVar(void **module, char *variable, char *device_variable,
                              const char *name, int is_external, size_t size, int is_constant,
                              int is_global);
extern void __cudaRegisterManagedVar(void **module, void **variable, char *device_variable,
                                     const char *name, int is_external, size_t size,
                                     int is_constant, int is_global);

static const uint64_t image[] = { UINT64_C(0x00100001ba55ed50), 0 };
static struct segment segment __attribute__((section(".nvFatBinSegment"))) = {
    0x466243b1, 1, image, NULL };
static void **module;
static char variable[16];
static void *managed;

static char stub(void)
{
    return 0;
}

static void unregister(void)
{
    __cudaUnregisterFatBinary(module);
}

__attribute__((constructor)) static void register_all(void)
{
    char name[] = "name";

    module = __cudaRegisterFatBinary(&segment);
    __cudaRegisterFunction(module, (const char *)(uintptr_t)stub, name, "kernel", -1, NULL, NULL,
                           NULL, NULL, NULL);
    __cudaRegisterVar(module, variable, name, "variable", 0, sizeof variable, 0, 0);
    __cudaRegisterManagedVar(module, &managed, name, "managed", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(module);
    atexit(unregister);
}

int device_code_is_registered(void)
{
    void **none = __cudaRegisterFatBinary(NULL);

    __cudaRegisterFatBinaryEnd(none);
    __cudaUnregisterFatBinary(none);
    __cudaUnregisterFatBinary(NULL);
    return module != NULL && __cudaInitModule(module) == 1;
}
