/** What HIP's compiler adds to a program: the image of its device code, which is empty here, and a
 *  function that registers it before main. */
#include <stdint.h>
#include <stdlib.h>

#include "device_code.h"

struct segment {
    uint32_t magic, version;
    const void *image;
    void *unused;
};

extern void **__hipRegisterFatBinary(const void *segment);
extern void __hipUnregisterFatBinary(void **module);
extern void __hipRegisterFunction(void **module, const void *stub, char *device_stub,
                                  const char *name, unsigned int thread_limit, void *thread,
                                  void *block, void *block_size, void *grid_size, int *warp_size);
extern void __hipRegisterVar(void **module, void *variable, char *host_name, char *name,
                             int is_external, size_t size, int is_constant, int is_global);
extern void __hipRegisterManagedVar(void *module, void **variable, void *initial,
                                    const char *name, size_t size, unsigned int alignment);
extern void __hipRegisterTexture(void **module, void *variable, char *host_name, char *name,
                                 int type, int is_normalized, int is_external);
extern void __hipRegisterSurface(void **module, void *variable, char *host_name, char *name,
                                 int type, int is_external);

static const char image[] = "__CLANG_OFFLOAD_BUNDLE__\0\0\0\0\0\0\0";
static const struct segment segment __attribute__((section(".hipFatBinSegment"))) = {
    0x48495046, 1, image, NULL };
static void **module;
static char variable[16];
static int first_value = 1234;
static int *managed;

static char stub(void)
{
    return 0;
}

static void unregister(void)
{
    __hipUnregisterFatBinary(module);
    module = NULL;
}

__attribute__((constructor)) static void register_all(void)
{
    char name[] = "name";

    module = __hipRegisterFatBinary(&segment);
    __hipRegisterFunction(module, (const void *)(uintptr_t)stub, name, "kernel", -1u, NULL, NULL,
                          NULL, NULL, NULL);
    __hipRegisterVar(module, variable, name, name, 0, sizeof variable, 0, 0);
    __hipRegisterTexture(module, variable, name, name, 0, 0, 0);
    __hipRegisterSurface(module, variable, name, name, 0, 0);
    __hipRegisterManagedVar(module, (void **)(void *)&managed, &first_value, name, sizeof(int), 4);
    atexit(unregister);
}

int device_code_is_registered(void)
{
    struct segment wrong = segment;

    wrong.magic++;
    __hipRegisterManagedVar(module, NULL, NULL, NULL, 4, 4);
    __hipUnregisterFatBinary(NULL);
    return module != NULL && *managed == 1234 && __hipRegisterFatBinary(NULL) == NULL &&
           __hipRegisterFatBinary(&wrong) == NULL;
}
