/** The memory check, which the environment asks for (GPUINTEROP_CHECK=memory): each kind of wrong
 *  access ends in error 700 with a sentence, and right kernels run as without it. With an argument
 *  the program is a child of check_exit.py. */
#include "kernels.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "test_cases.h"
#include "there.h"

enum { THREADS = 32, BYTES = 4096 };

/* Thread 5 of block 1 uses the pointer with an offset, all others the pointer. */
#define REGISTERS ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %w, %f, %o, %rd<4>;\n"
#define POINTED(name) \
    ".visible .entry " name "(.param .u64 words, .param .u64 offset, .param .u64 flag)\n{\n" \
    REGISTERS \
    "ld.param.u64 %w, [words];\nld.param.u64 %o, [offset];\nld.param.u64 %f, [flag];\n" \
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 5;\n" \
    "setp.eq.and.u32 %p1, %r2, 1, %p1;\nselp.u64 %o, %o, 0, %p1;\nadd.u64 %w, %w, %o;\n"
/* The same for an index. */
#define INDEXED(name, memory) \
    ".visible .entry " name "(.param .u64 index, .param .u64 flag)\n{\n" memory REGISTERS \
    "ld.param.u32 %r3, [index];\nld.param.u64 %f, [flag];\n" \
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 5;\n" \
    "setp.eq.and.u32 %p1, %r2, 1, %p1;\nselp.u32 %r3, %r3, 0, %p1;\n"
/* What comes behind a wrong access stores nothing, not even where it may. */
#define END "@%p1 st.global.u32 [%f], 1;\nret;\n}\n"

static const char code[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".file 1 \"wrong.cu\"\n"
    ".extern .shared .align 16 .b8 dynamic[];\n"
    ".visible .const .align 4 .u32 table[8];\n"
    POINTED("reads") ".loc 1 77 3\nld.global.u32 %r4, [%w];\n" END
    POINTED("reads_vectors") "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%w];\n" END
    POINTED("writes") "st.global.u32 [%w], 7;\n" END
    POINTED("writes_bytes") "st.global.u8 [%w], 7;\n" END
    POINTED("changes") "atom.global.add.u32 %r4, [%w], 1;\n" END
    POINTED("adds") "red.global.add.f32 [%w], 0f3F800000;\n" END
    POINTED("swaps") "mov.u64 %rd1, 1;\natom.global.cas.b64 %rd2, [%w], %rd1, %rd1;\n" END
    POINTED("reads_generic")
    ".shared .align 4 .b8 own[16];\nmov.u64 %rd1, own;\ncvta.shared.u64 %rd1, %rd1;\n"
    "st.u32 [%rd1], 1;\nld.u32 %r4, [%w];\n" END
    POINTED("copies")
    ".shared .align 16 .b8 own[512];\nmov.u32 %r4, own;\nmad.lo.u32 %r4, %r1, 16, %r4;\n"
    "cp.async.cg.shared.global [%r4], [%w], 16;\ncp.async.wait_all;\n" END
    POINTED("waits") "ld.global.u32 %r4, [%w];\nbar.sync 0;\n" END
    POINTED("calls") "call noted, (%w);\n" END
    POINTED("loops")
    "mov.u32 %r5, 100;\nAGAIN:\nld.global.u32 %r4, [%w];\nsub.u32 %r5, %r5, 1;\n"
    "setp.ne.u32 %p2, %r5, 0;\n@%p2 bra AGAIN;\n" END
    POINTED("votes") "ld.global.u32 %r4, [%w];\nvote.sync.ballot.b32 %r6, %p1, 0xffffffff;\n" END
    INDEXED("shares", ".shared .align 4 .b8 own[64];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 1;\n" END
    INDEXED("shares_reading", ".shared .align 4 .b8 own[64];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\nld.shared.u32 %r5, [%r4];\n" END
    INDEXED("shares_changing", ".shared .align 4 .b8 own[64];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\natom.shared.add.u32 %r5, [%r4], 1;\n" END
    INDEXED("shares_dynamic", "")
    "mov.u32 %r4, dynamic;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 1;\n" END
    /* more than lavapipe has, so the rows lie in device memory there */
    INDEXED("shares_rows", ".shared .align 16 .b8 own[40960];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\n"
    "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r4];\n" END
    INDEXED("shares_stored_rows", ".shared .align 16 .b8 own[1024];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\n"
    "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r4], {%r3};\n" END
    INDEXED("locals", ".local .align 4 .b8 own[16];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\nst.local.u32 [%r4], 1;\n" END
    INDEXED("locals_of_launch", ".local .align 4 .b8 own[65536];\n")
    "mov.u32 %r4, own;\nadd.u32 %r4, %r4, %r3;\nst.local.u32 [%r4], 1;\n" END
    INDEXED("constants", "")
    "mov.u64 %rd1, table;\ncvt.u64.u32 %rd2, %r3;\nadd.u64 %rd1, %rd1, %rd2;\n"
    "ld.const.u32 %r4, [%rd1];\n" END
    /* half of the threads end before the barrier, and two barriers that wait for all */
    INDEXED("parts", "") "setp.gt.u32 %p2, %r1, 15;\n@%p2 ret;\nbar.sync 0;\n" END
    INDEXED("crosses", "")
    "setp.gt.u32 %p2, %r1, 15;\n@%p2 bra OTHER;\nbar.sync 0;\nbra BOTH;\nOTHER:\nbar.sync 1;\n"
    "BOTH:\n" END;

static const char noted[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".func noted(.reg .u64 %a)\n{\n.reg .b32 %r<2>;\nst.global.u32 [%a], 3;\nret;\n}\n";

static const char *const names[] = {
    "reads", "reads_vectors", "writes", "writes_bytes", "changes", "adds", "swaps",
    "reads_generic", "copies", "waits", "calls", "loops", "votes", "shares", "shares_reading",
    "shares_changing", "shares_dynamic", "shares_rows", "shares_stored_rows", "locals",
    "locals_of_launch", "constants", "parts", "crosses"
};
enum { NAMES = sizeof names / sizeof names[0] };
static const char kernels[NAMES];

static const void *kernel_of(const char *name)
{
    for (int i = 0; i < NAMES; i++) {
        if (strcmp(names[i], name) == 0)
            return &kernels[i];
    }
    fail_msg("no kernel %s", name);
    return NULL;
}

/* The function stands in front of the kernels. */
static int set_up(void **state)
{
    static char text[sizeof code + sizeof noted];
    const char *body = strstr(noted, ".func"), *rest = strstr(code, ".file");
    void **module;

    (void)state;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(rest - code), code, body, rest);
    module = code_register(text);
    for (int i = 0; i < NAMES; i++)
        stub_register(module, &kernels[i], names[i]);
    return 0;
}

static gpuError_t run(const char *name, void **arguments, size_t shared_bytes)
{
    OK(gpuLaunchKernel(kernel_of(name), GRID(2, 1, 1), GRID(THREADS, 1, 1), arguments,
                       shared_bytes, NULL));
    return gpuDeviceSynchronize();
}

/* A word that the kernel sets behind the access. */
static uint32_t *new_flag(void)
{
    uint32_t *flag;

    OK(gpuMalloc((void **)&flag, sizeof *flag));
    OK(gpuMemset(flag, 0, sizeof *flag));
    return flag;
}

static void is_set(const uint32_t *flag)
{
    uint32_t word = 0;

    OK(gpuMemcpy(&word, flag, sizeof word, gpuMemcpyDeviceToHost));
    assert_int_equal(word, 1);
}

/* ---- wrong kernels --------------------------------------------------------------------------- */

/* The flag lies in pinned memory, which can be read after the failure. */
static void fails(const char *name, void *words, uint64_t offset, const char *sentence)
{
    uint32_t *flag;
    void *arguments[] = { &words, &offset, &flag };

    OK(gpuHostAlloc((void **)&flag, sizeof *flag, gpuHostAllocMapped));
    *flag = 0;
    OK(gpuHostGetDevicePointer((void **)&arguments[2], flag, 0));
    {
        void *device_flag = arguments[2];

        arguments[2] = &device_flag;
        EXPECT(run(name, arguments, 0), gpuErrorIllegalAddress, sentence);
    }
    assert_int_equal(*flag, 0);
    OK(gpuDeviceReset());
}

static void *new_words(void)
{
    void *words;

    OK(gpuMalloc(&words, BYTES));
    OK(gpuMemset(words, 0, BYTES));
    return words;
}

TEST_CASE(behind)
{
    fails("reads", new_words(), BYTES, "block (1, 0, 0), thread (5, 0, 0): read of 4 bytes");
    fails("reads", new_words(), BYTES, "wrong.cu:77");
    fails("reads", new_words(), BYTES, "directly behind an allocation of 4096 bytes (device mem");
    fails("reads", new_words(), BYTES + 4, "4 bytes behind an allocation of 4096 bytes");
    fails("writes", new_words(), BYTES, "kernel writes, PTX line");
    fails("writes", new_words(), BYTES, "write of 4 bytes");
    fails("writes_bytes", new_words(), BYTES, "write of 1 bytes");
    fails("changes", new_words(), BYTES, "atomic operation of 4 bytes");
    fails("adds", new_words(), BYTES, "atomic operation of 4 bytes");
    fails("swaps", new_words(), BYTES, "atomic operation of 8 bytes");
    fails("reads_generic", new_words(), BYTES, "directly behind");
    fails("copies", new_words(), BYTES, "directly behind");
    fails("waits", new_words(), BYTES, "directly behind");
    fails("calls", new_words(), BYTES, "write of 4 bytes");
    fails("loops", new_words(), BYTES, "directly behind");
    fails("votes", new_words(), BYTES, "directly behind");
}

TEST_CASE(before)
{
    fails("reads", new_words(), (uint64_t)-4, "4 bytes before an allocation of 4096 bytes");
    fails("writes", new_words(), (uint64_t)-4, "4 bytes before an allocation of 4096 bytes");
}

TEST_CASE(across_the_end)
{
    fails("reads_vectors", new_words(), BYTES - 8, "8 of its bytes are behind an allocation");
    fails("swaps", new_words(), BYTES - 4, "4 of its bytes are behind an allocation");
}

TEST_CASE(null_pointers)
{
    char *words = new_words();

    fails("reads", words, (uint64_t)0 - (uint64_t)(uintptr_t)words, "the null pointer");
    words = new_words();
    fails("writes", words, (uint64_t)8 - (uint64_t)(uintptr_t)words,
          "an offset from the null pointer");
}

TEST_CASE(freed)
{
    char *words = new_words(), *other = new_words();

    OK(gpuFree(other));
    fails("writes", words, (uint64_t)(other + BYTES / 2 - words),
          "bytes into a freed allocation of 4096 bytes");
}

/* Memory that the library does not know, however near it lies. */
TEST_CASE(of_nobody)
{
    char *words = new_words();

    fails("reads", words, UINT64_C(1) << 62, "no memory of the program is near");
}

TEST_CASE(shared_and_local)
{
    static const struct {
        const char *name;
        uint64_t index;
        const char *sentence;
    } cases[] = {
        { "shares", 64, "write of 4 bytes at 0x40 of shared memory, of which its block has 64" },
        { "shares", 62, "write of 4 bytes at 0x3e of shared memory" },
        { "shares", (uint32_t)-4, "of shared memory" },
        { "shares_reading", 64, "read of 4 bytes at 0x40 of shared memory" },
        { "shares_changing", 64, "atomic operation of 4 bytes at 0x40 of shared memory" },
        { "shares_dynamic", 20, "of which its block has 20 bytes" },
        { "shares_rows", 0x70000000, "read of 16 bytes at 0x70000000 of shared memory" },
        { "shares_stored_rows", 0x70000000, "write of 16 bytes at 0x70000000 of shared memory" },
        { "locals", 16, "write of 4 bytes at 0x10 of local memory, of which the thread has 16" },
        { "locals_of_launch", 65536, "write of 4 bytes at 0x10000 of local memory, of which the "
                                     "thread has 65536" },
        { "locals_of_launch", 65534, "write of 4 bytes at 0xfffe of local memory" },
        { "locals_of_launch", (uint32_t)-4, "of local memory" },
        { "constants", 32, "(variables of device code)" },
    };
    uint64_t index;
    uint32_t *flag;
    void *arguments[] = { &index, &flag };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        flag = new_flag();
        index = 0;
        OK(run(cases[i].name, arguments, 20));   /* takes memory that the next launch has, too */
        index = cases[i].index;
        EXPECT(run(cases[i].name, arguments, 20), gpuErrorIllegalAddress, cases[i].sentence);
        OK(gpuDeviceReset());
        flag = new_flag();
        index = cases[i].index / 4 * 4 - 4;      /* the last element */
        if (cases[i].index < 1 << 20) {
            OK(run(cases[i].name, arguments, 20));
            is_set(flag);
        }
    }
}

TEST_CASE(barriers)
{
    uint64_t index = 0;
    uint32_t *flag = new_flag();
    void *arguments[] = { &index, &flag };

    EXPECT(run("parts", arguments, 0), gpuErrorLaunchFailure,
           "a barrier that 16 threads of the block never reach");
    OK(gpuDeviceReset());
    flag = new_flag();
    EXPECT(run("crosses", arguments, 0), gpuErrorLaunchFailure, "that never ends");
    OK(gpuDeviceReset());
}

/* ---- right kernels --------------------------------------------------------------------------- */

static void runs(const char *name, void *words, uint64_t offset)
{
    uint32_t *flag = new_flag();
    void *arguments[] = { &words, &offset, &flag };

    OK(run(name, arguments, 0));
    is_set(flag);
    OK(gpuFree(flag));
}

TEST_CASE(right_kernels)
{
    void *words = new_words(), *other;

    for (int i = 0; i < NAMES && strcmp(names[i], "shares") != 0; i++) {
        uint64_t last = strcmp(names[i], "reads_vectors") == 0 || strcmp(names[i], "copies") == 0
            ? BYTES - 16 : BYTES - 8;

        runs(names[i], words, last);
    }
    runs("writes_bytes", words, BYTES - 1);
    /* memory that comes and goes between launches */
    for (int i = 0; i < 40; i++) {
        OK(gpuMalloc(&other, (size_t)64 * (size_t)(i + 1)));
        runs("writes", other, (uint64_t)64 * (uint64_t)(i + 1) - 4);
        if (i % 2 == 0)
            OK(gpuFree(other));
    }
    OK(gpuFree(words));
}

TEST_CASE(right_host_memory)
{
    static _Alignas(4096) uint32_t registered[1024];
    uint32_t *pinned, *managed;
    void *pointer;

    OK(gpuHostAlloc((void **)&pinned, BYTES, gpuHostAllocMapped));
    OK(gpuHostGetDevicePointer(&pointer, pinned, 0));
    runs("writes", pointer, BYTES - 4);
    assert_int_equal(pinned[BYTES / 4 - 1], 7);
    if (gpuMallocManaged((void **)&managed, BYTES, gpuMemAttachGlobal) == gpuSuccess) {
        runs("writes", managed, BYTES - 4);
        OK(gpuFree(managed));
    }
    if (gpuHostRegister(registered, sizeof registered, gpuHostRegisterDefault) == gpuSuccess) {
        OK(gpuHostGetDevicePointer(&pointer, registered, 0));
        runs("writes", pointer, sizeof registered - 4);
        OK(gpuHostUnregister(registered));
    }
    (void)gpuGetLastError();
    OK(gpuFreeHost(pinned));
}

/* ---- children of check_exit.py --------------------------------------------------------------- */

enum { HANDLED = 5, STACK_BYTES = 65536 };

static char stack[STACK_BYTES];
static bool wants_stack;
static atomic_flag is_handled = ATOMIC_FLAG_INIT;

static void handler(int signal_number)
{
    char here;
    bool is_on_stack = &here >= stack && &here < stack + STACK_BYTES;

    (void)signal_number;
    while (atomic_flag_test_and_set(&is_handled))        /* several blocks have the pointer */
        continue;
    if (is_on_stack == wants_stack && write(STDOUT_FILENO, "handled\n", 8) == 8)
        _exit(HANDLED);
    _exit(1);
}

static void take_signals(bool on_stack)
{
    const stack_t own = { .ss_sp = stack, .ss_size = STACK_BYTES };
    const struct sigaction action = { .sa_handler = handler,
                                      .sa_flags = on_stack ? SA_ONSTACK : 0 };

    wants_stack = on_stack;
    if (on_stack)
        OK(sigaltstack(&own, NULL) == 0 ? gpuSuccess : gpuErrorUnknown);
    OK(sigaction(SIGSEGV, &action, NULL) == 0 ? gpuSuccess : gpuErrorUnknown);
}

/* A wrong access of the program itself while a kernel waits behind a gate. */
static void follow_wild_pointer(void **arguments)
{
    volatile uint32_t *volatile wild = (volatile uint32_t *)16;
    struct gate gate;
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    gate_close(&gate, stream);
    OK(gpuLaunchKernel(kernel_of("writes"), GRID(2, 1, 1), GRID(THREADS, 1, 1), arguments, 0,
                       stream));
    *wild = 1;
}

static bool is_processor(void)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    return strstr(properties.name, "llvmpipe") != NULL;
}

/* A kernel uses nearly the null pointer, memory behind an allocation, or what it may. */
static int launch_and_print(const char *what)
{
    bool is_wild = strncmp(what, "wild", 4) == 0;
    void *words = (void *)(uintptr_t)16;
    uint32_t *flag;
    uint64_t offset = is_wild || strcmp(what, "right") == 0 ? 0 : BYTES;
    void *arguments[] = { &words, &offset, &flag };

    if (!is_wild)
        words = new_words();
    flag = new_flag();
    if (strcmp(what, "wild-stack") == 0)
        follow_wild_pointer(arguments);
    OK(gpuLaunchKernel(kernel_of("writes"), GRID(2, 1, 1), GRID(THREADS, 1, 1), arguments, 0,
                       NULL));
    printf("%d\n", (int)gpuDeviceSynchronize());
    return 0;
}

static int be_child(const char *what)
{
    const struct rlimit no_core = { 0, 0 };

    if (strcmp(what, "is-processor") == 0)
        return !is_processor();
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)signal(SIGSEGV, SIG_DFL);              /* only the library speaks of it */
    (void)set_up(NULL);
    if (strncmp(what, "wild-", 5) == 0)
        take_signals(strcmp(what, "wild-stack") == 0);
    return launch_and_print(what);
}

int main(int argc, char **argv)
{
    if (!device_is_there())
        return SKIPPED;
    if (argc > 1)
        return be_child(argv[1]);
    return run_test_cases(set_up);
}
