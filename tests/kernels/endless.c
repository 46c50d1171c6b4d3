/** Kernels that do not end, and what the process does with one: a child of endless.py, with what it
 *  does as the argument. It prints the errors of calls. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuinterop.h>

enum { SKIPPED = 77, STATUS = 7, FLAG = 16 };

/* The kernels: one runs until the second word is set, for so many rounds if that is not 0; the
 * others use an address. A processor may end a loop of 65535 rounds, so there a kernel without end
 * has very many blocks. */
static const char code[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".visible .entry endless(.param .u64 words, .param .u32 rounds)\n{\n"
    ".reg .pred %p;\n.reg .b32 %r<5>;\n.reg .b64 %rd;\n"
    "ld.param.u64 %rd, [words];\nld.param.u32 %r1, [rounds];\nmov.u32 %r2, 0;\n"
    "st.volatile.global.u32 [%rd], 1;\n"
    "AGAIN:\nld.volatile.global.u32 %r3, [%rd+64];\nsetp.ne.u32 %p, %r3, 0;\n@%p bra DONE;\n"
    "add.u32 %r2, %r2, 1;\nsetp.ne.u32 %p, %r2, %r1;\n@%p bra AGAIN;\nDONE:\nret;\n}\n"
    ".visible .entry loads(.param .u64 words, .param .u64 out)\n{\n"
    ".reg .b32 %r;\n.reg .b64 %rd<3>;\nld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [out];\n"
    "ld.global.u32 %r, [%rd1];\nst.global.u32 [%rd2], %r;\nret;\n}\n"
    ".visible .entry changes(.param .u64 words, .param .u64 out)\n{\n"
    ".reg .b32 %r;\n.reg .b64 %rd<3>;\nld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [out];\n"
    "atom.global.add.u32 %r, [%rd1], 1;\nst.global.u32 [%rd2], %r;\nret;\n}\n"
    ".visible .entry stores(.param .u64 words, .param .u64 out)\n{\n"
    ".reg .b64 %rd;\nld.param.u64 %rd, [words];\nst.global.u32 [%rd], 7;\nret;\n}\n";

static const char *const names[] = { "endless", "loads", "changes", "stores" };
static const char kernels[sizeof names / sizeof names[0]];

static uint32_t *words, *out;
static gpuStream_t stream;

static bool is_processor(void)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    return strstr(properties.name, "llvmpipe") != NULL;
}

static const void *kernel_of(const char *name)
{
    size_t i = 0;

    while (strcmp(names[i], name) != 0)
        i++;
    return &kernels[i];
}

static void say(const char *what, gpuError_t error)
{
    printf("%s: %d\n", what, (int)error);
}

/* ---- launches -------------------------------------------------------------------------------- */

static void set_up(void)
{
    void **module = code_register(code);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        stub_register(module, &kernels[i], names[i]);
    OK(gpuHostAlloc((void **)&words, 4096, 0));
    memset(words, 0, 4096);
    OK(gpuMalloc((void **)&out, 4096));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
}

static void launch_endless(void)
{
    uint32_t rounds = is_processor() ? 60000 : 0;
    void *arguments[] = { &words, &rounds };

    say("launch", gpuLaunchKernel(kernel_of("endless"), GRID(is_processor() ? 1000000 : 1, 1, 1),
                                  GRID(1, 1, 1), arguments, 0, stream));
}

static void launch_wild(const char *name, uint64_t address)
{
    void *arguments[] = { &address, &out };

    say("launch", gpuLaunchKernel(kernel_of(name), GRID(1, 1, 1), GRID(1, 1, 1), arguments, 0,
                                  stream));
}

/* ---- what a child does ----------------------------------------------------------------------- */

/* Each kind of call answers the error, which stays the last one. */
static void everything_fails(void)
{
    gpuEvent_t event;
    void *memory;

    say("synchronize", gpuStreamSynchronize(stream));
    printf("%s\n", gpuinterop_last_error_detail());
    say("query", gpuStreamQuery(stream));
    say("device", gpuDeviceSynchronize());
    say("malloc", gpuMalloc(&memory, 64));
    say("memset", gpuMemset(out, 0, 64));
    say("event", gpuEventCreate(&event));
    (void)gpuGetLastError();
    say("last", gpuGetLastError());
    (void)gpuFree(out);
    (void)gpuFreeHost(words);
    words[0] = 3;                        /* the kernel may still use it, so it is there */
}

static void work_again(void)
{
    uint32_t *fresh, read[16];
    bool is_right = true;

    say("reset", gpuDeviceReset());
    say("malloc", gpuMalloc((void **)&fresh, sizeof read));
    say("memset", gpuMemset(fresh, 0x11, sizeof read));
    say("memcpy", gpuMemcpy(read, fresh, sizeof read, gpuMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        is_right = is_right && read[i] == 0x11111111;
    say("right", is_right ? gpuSuccess : gpuErrorUnknown);
}

static void release_it(void)
{
    volatile uint32_t *shared = words;

    launch_endless();
    while (shared[0] == 0)               /* until the kernel runs */
        ;
    shared[FLAG] = 1;
    say("synchronize", gpuStreamSynchronize(stream));
}

/* An exit handler that is older than the library's use. */
static void say_bye(void)
{
    printf("bye\n");
}

static int do_as_child(const char *what)
{
    if (strcmp(what, "is-processor") == 0)
        return !is_processor();
    set_up();
    if (strcmp(what, "released") == 0) {
        release_it();
    } else if (strcmp(what, "unfinished") == 0) {
        launch_endless();
    } else if (strcmp(what, "endless") == 0 || strcmp(what, "resets") == 0) {
        launch_endless();
        everything_fails();
        if (strcmp(what, "resets") == 0)
            work_again();
    } else if (strcmp(what, "near") == 0) {
        launch_wild("stores", (uint64_t)(uintptr_t)&stream);
        everything_fails();
    } else if (strcmp(what, "misaligned") == 0) {
        launch_wild("stores", (uint64_t)(uintptr_t)out + 1);
        everything_fails();
    } else {
        launch_wild(what, UINT64_C(0x500000000000));
        everything_fails();
    }
    return STATUS;
}

int main(int argc, char **argv)
{
    int count;

    atexit(say_bye);
    if (argc != 2)
        return 1;
    if (gpuGetDeviceCount(&count) != gpuSuccess)
        return SKIPPED;
    return do_as_child(argv[1]);
}
