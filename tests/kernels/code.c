#include "kernels.h"

#include <stdlib.h>

#define HEAD_OF(version) ".version " version "\n.target sm_60\n.address_size 64\n"
#define HEAD HEAD_OF("6.4")

/* The thread's number in a grid of one dimension, in %r1, and its element's address in %rd2. */
#define ELEMENT(parameter) \
    "ld.param.u64 %rd1, [" parameter "];\n" \
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n" \
    "mad.lo.u32 %r1, %r2, %r3, %r4;\n" \
    "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd2, %rd1, %rd3;\n"
#define REGISTERS \
    ".reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<12>;\n" \
    ".reg .f64 %fd<2>;\n"

/* Copies bytes of a parameter, whose address is taken, to memory. */
#define COPY(name, bytes) \
    ".visible .entry " name "(.param .align 8 .b8 " name "_0[" bytes "],\n" \
    "    .param .u64 " name "_1, .param .u32 " name "_2)\n{\n" REGISTERS \
    "ld.param.u64 %rd1, [" name "_1];\nld.param.u32 %r1, [" name "_2];\n" \
    "mov.b64 %rd2, " name "_0;\nmov.u32 %r2, 0;\n" \
    "AGAIN:\nsetp.ge.u32 %p1, %r2, %r1;\n@%p1 bra DONE;\n" \
    "ld.param.u8 %h1, [%rd2];\nst.global.u8 [%rd1], %h1;\n" \
    "add.u64 %rd1, %rd1, 1;\nadd.u64 %rd2, %rd2, 1;\nadd.u32 %r2, %r2, 1;\nbra AGAIN;\n" \
    "DONE:\nret;\n}\n"

/* What a compiler makes of assert(number < 3) in line 77. */
#define ASSERTION \
    ".global .align 1 .b8 said[11] = {110, 117, 109, 98, 101, 114, 32, 60, 32, 51, 0};\n" \
    ".global .align 1 .b8 file[5] = {97, 46, 99, 117, 0};\n" \
    ".global .align 1 .b8 checker[8] = {99, 104, 101, 99, 107, 101, 114, 0};\n" \
    ".visible .entry checked()\n{\n" REGISTERS \
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n" \
    "setp.ne.u32 %p1, %r1, 1;\n@%p1 bra GOOD;\nsetp.ne.u32 %p1, %r2, 2;\n@%p1 bra GOOD;\n" \
    "mov.u64 %rd1, said;\ncvta.global.u64 %rd1, %rd1;\n" \
    "mov.u64 %rd2, file;\ncvta.global.u64 %rd2, %rd2;\n" \
    "mov.u64 %rd3, checker;\ncvta.global.u64 %rd3, %rd3;\n" \
    "{\n.param .b64 p0;\nst.param.b64 [p0], %rd1;\n.param .b64 p1;\nst.param.b64 [p1], %rd2;\n" \
    ".param .b32 p2;\nst.param.b32 [p2], 77;\n.param .b64 p3;\nst.param.b64 [p3], %rd3;\n" \
    ".param .b64 p4;\nst.param.b64 [p4], 1;\n" \
    "call.uni __assertfail, (p0, p1, p2, p3, p4);\n}\nGOOD:\nret;\n}\n"

/* alloca needs this version. */
const char code_main[] = HEAD_OF("7.3")
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d,\n"
    "    .param .b64 e);\n"
    ".visible .const .align 4 .u32 table[8] = {1, 2, 3, 5, 8, 13, 21, 34};\n"
    ".visible .global .align 4 .u32 offset = 100;\n"
    ".visible .global .align 4 .u32 counter;\n"
    ".visible .global .attribute(.managed) .align 4 .u32 shown = 7;\n"
    ".extern .shared .align 4 .b8 dynamic[];\n"

    ".visible .entry fill(.param .u64 fill_0, .param .u32 fill_1)\n{\n" REGISTERS
    ELEMENT("fill_0")
    "ld.param.u32 %r5, [fill_1];\nadd.u32 %r6, %r5, %r1;\nst.global.u32 [%rd2], %r6;\nret;\n}\n"

    ".visible .entry add(.param .u64 add_0, .param .u32 add_1)\n{\n" REGISTERS
    ELEMENT("add_0")
    "ld.param.u32 %r5, [add_1];\nld.global.u32 %r6, [%rd2];\n"
    "mad.lo.u32 %r7, %r6, 3, %r5;\nst.global.u32 [%rd2], %r7;\nret;\n}\n"

    ".visible .entry places(.param .u64 places_0)\n{\n" REGISTERS
    "ld.param.u64 %rd1, [places_0];\n"
    "mov.u32 %r1, %ctaid.z;\nmov.u32 %r2, %nctaid.y;\nmov.u32 %r3, %ctaid.y;\n"
    "mad.lo.u32 %r4, %r1, %r2, %r3;\nmov.u32 %r5, %nctaid.x;\nmov.u32 %r6, %ctaid.x;\n"
    "mad.lo.u32 %r7, %r4, %r5, %r6;\n"           /* the block */
    "mov.u32 %r8, %tid.z;\nmov.u32 %r9, %ntid.y;\nmov.u32 %r10, %tid.y;\n"
    "mad.lo.u32 %r11, %r8, %r9, %r10;\nmov.u32 %r12, %ntid.x;\nmov.u32 %r13, %tid.x;\n"
    "mad.lo.u32 %r14, %r11, %r12, %r13;\n"       /* the thread */
    "mov.u32 %r15, %ntid.z;\nmul.lo.u32 %r16, %r12, %r9;\nmul.lo.u32 %r16, %r16, %r15;\n"
    "mad.lo.u32 %r17, %r7, %r16, %r14;\n"
    "mul.wide.u32 %rd2, %r17, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
    "mad.lo.u32 %r18, %r7, 65536, %r14;\nst.global.u32 [%rd3], %r18;\nret;\n}\n"

    ".visible .entry reverse(.param .u64 reverse_0)\n{\n" REGISTERS
    ELEMENT("reverse_0")
    "ld.global.u32 %r5, [%rd2];\nmov.u32 %r6, dynamic;\nshl.b32 %r7, %r4, 2;\n"
    "add.u32 %r8, %r6, %r7;\nst.shared.u32 [%r8], %r5;\nbar.sync 0;\n"
    "sub.u32 %r9, %r3, %r4;\nsub.u32 %r9, %r9, 1;\nshl.b32 %r9, %r9, 2;\nadd.u32 %r9, %r6, %r9;\n"
    "ld.shared.u32 %r10, [%r9];\nst.global.u32 [%rd2], %r10;\nret;\n}\n"

    ".visible .entry read_table(.param .u64 read_table_0)\n{\n" REGISTERS
    ELEMENT("read_table_0")
    "mov.u64 %rd4, table;\nadd.u64 %rd5, %rd4, %rd3;\nld.const.u32 %r5, [%rd5];\n"
    "ld.global.u32 %r6, [offset];\nadd.u32 %r7, %r5, %r6;\nst.global.u32 [%rd2], %r7;\nret;\n}\n"

    ".visible .entry count()\n{\n" REGISTERS
    "atom.global.add.u32 %r1, [counter], 1;\natom.global.add.u32 %r2, [shown], 1;\nret;\n}\n"

    ".visible .entry mixed(.param .u8 mixed_0, .param .u16 mixed_1, .param .u32 mixed_2,\n"
    "    .param .u64 mixed_3, .param .u8 mixed_4, .param .f64 mixed_5, .param .u64 mixed_6)\n"
    "{\n" REGISTERS
    "ld.param.u64 %rd1, [mixed_6];\n"
    "ld.param.u8 %h1, [mixed_0];\ncvt.u64.u16 %rd2, %h1;\nst.global.u64 [%rd1], %rd2;\n"
    "ld.param.u16 %h2, [mixed_1];\ncvt.u64.u16 %rd3, %h2;\nst.global.u64 [%rd1+8], %rd3;\n"
    "ld.param.u32 %r1, [mixed_2];\ncvt.u64.u32 %rd4, %r1;\nst.global.u64 [%rd1+16], %rd4;\n"
    "ld.param.u64 %rd5, [mixed_3];\nst.global.u64 [%rd1+24], %rd5;\n"
    "ld.param.u8 %h3, [mixed_4];\ncvt.u64.u16 %rd6, %h3;\nst.global.u64 [%rd1+32], %rd6;\n"
    "ld.param.f64 %fd1, [mixed_5];\nst.global.f64 [%rd1+40], %fd1;\nret;\n}\n"

    COPY("blob", "40") COPY("large", "4000")

    ".visible .entry bounded()\n.maxntid 64, 1, 1\n{\nret;\n}\n"
    ".visible .entry required()\n.reqntid 8, 4, 1\n{\nret;\n}\n"

    ".visible .entry stopped()\n{\ntrap;\nret;\n}\n"
    ".visible .entry full()\n{\n.reg .b64 %rd1;\nalloca.u64 %rd1, 4097;\nret;\n}\n"
    ASSERTION
    ".visible .entry fixed(.param .u64 fixed_0)\n{\n" REGISTERS
    ".shared .align 4 .b8 own[1024];\n"
    ELEMENT("fixed_0")
    "mov.u32 %r5, own;\nshl.b32 %r6, %r4, 2;\nadd.u32 %r7, %r5, %r6;\nst.shared.u32 [%r7], %r1;\n"
    "bar.sync 0;\nld.shared.u32 %r8, [%r7];\nst.global.u32 [%rd2], %r8;\nret;\n}\n";

const char code_unknown[] = HEAD
    ".visible .entry fill(.param .u64 fill_0, .param .u32 fill_1)\n{\n.reg .b32 %r<3>;\n"
    "ld.param.u32 %r1, [fill_1];\nfrobnicate.b32 %r2, %r1;\nret;\n}\n";

const char code_broken[] = HEAD ".visible .entry fill(.param .u64\n";

const char *const stub_names[STUB_COUNT_OF_STUBS] = {
    "fill", "places", "reverse", "read_table", "count", "mixed", "blob", "large", "bounded",
    "required", "add", "fixed", "stopped", "full", "checked",
    "missing"
};
const char stubs[STUB_COUNT_OF_STUBS];

uint32_t variable_table[8], variable_offset, variable_counter;
uint32_t *variable_managed;

/* ---- registration ---------------------------------------------------------------------------- */

struct segment {
    unsigned int magic, version;
    const void *image;
    const void *const *parts;
};

#if API_IS_CUDA
#define MAGIC 0x466243b1u
extern void **__cudaRegisterFatBinary(void *segment);
extern void __cudaRegisterFatBinaryEnd(void **module);
extern void __cudaRegisterFunction(void **module, const char *stub, char *device_stub,
                                   const char *name, int thread_limit, void *thread, void *block,
                                   dim3 *block_size, dim3 *grid_size, int *warp_size);
extern void __cudaRegisterVar(void **module, char *variable, char *device_variable,
                              const char *name, int is_external, size_t size, int is_constant,
                              int is_global);
extern void __cudaRegisterManagedVar(void **module, void **variable, char *device_variable,
                                     const char *name, int is_external, size_t size,
                                     int is_constant, int is_global);
extern char __cudaInitModule(void **module);
#else
#define MAGIC 0x48495046u
extern void **__hipRegisterFatBinary(const void *segment);
extern void __hipRegisterFunction(void **module, const void *stub, char *device_stub,
                                  const char *name, unsigned int thread_limit, void *thread,
                                  void *block, dim3 *block_size, dim3 *grid_size, int *warp_size);
extern void __hipRegisterVar(void **module, void *variable, char *host_name, char *name,
                             int is_external, size_t size, int is_constant, int is_global);
#endif
extern void ENTRY(UnregisterFatBinary)(void **module);

/* Segments outlive their registration, as in a program. */
static struct segment segments[64];
static unsigned int segment_count;

static void **register_segment(struct segment given)
{
    struct segment *segment = &segments[segment_count++ % 64];
    void **module;

    *segment = given;
    module = ENTRY(RegisterFatBinary)(segment);
#if API_IS_CUDA
    __cudaRegisterFatBinaryEnd(module);
#endif
    return module;
}

void **code_register(const void *image)
{
    return register_segment((struct segment){ MAGIC, 1, image, NULL });
}

void **code_register_parts(const void *const *parts)
{
    return register_segment((struct segment){ MAGIC, 2, "\x7f" "ELF", parts });
}

void code_end(void **module)
{
    ENTRY(UnregisterFatBinary)(module);
}

void stub_register(void **module, const void *stub, const char *name)
{
#if API_IS_CUDA
    __cudaRegisterFunction(module, stub, (char *)(uintptr_t)name, name, -1, NULL, NULL, NULL, NULL,
                           NULL);
#else
    __hipRegisterFunction(module, stub, (char *)(uintptr_t)name, name, (unsigned int)-1, NULL, NULL,
                          NULL, NULL, NULL);
#endif
}

static void variable_register(void **module, void *variable, char *name, size_t size,
                              bool is_constant)
{
#if API_IS_CUDA
    __cudaRegisterVar(module, variable, name, name, 0, size, is_constant, 0);
#else
    __hipRegisterVar(module, variable, name, name, 0, size, is_constant, 0);
#endif
}

void **code_main_register(void)
{
    static char table[] = "table", offset[] = "offset", counter[] = "counter";
    void **module = code_register(code_main);

    for (int i = 0; i < STUB_COUNT_OF_STUBS; i++)
        stub_register(module, &stubs[i], stub_names[i]);
    variable_register(module, variable_table, table, sizeof variable_table, true);
    variable_register(module, &variable_offset, offset, sizeof variable_offset, false);
    variable_register(module, &variable_counter, counter, sizeof variable_counter, false);
#if API_IS_CUDA
    {
        static char shown[] = "shown";

        __cudaRegisterManagedVar(module, (void **)(void *)&variable_managed, shown, shown, 0,
                                 sizeof(uint32_t), 0, 0);
    }
#endif
    return module;
}

/* ---- launches -------------------------------------------------------------------------------- */

gpuError_t launch(enum stub stub, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                  gpuStream_t stream)
{
    return gpuLaunchKernel(&stubs[stub], grid, block, arguments, shared_bytes, stream);
}

void launch_fill(uint32_t *out, uint32_t count, uint32_t first, gpuStream_t stream)
{
    void *arguments[] = { &out, &first };

    assert_int_equal(count % 32, 0);
    OK(launch(STUB_FILL, GRID(count / 32, 1, 1), GRID(32, 1, 1), arguments, 0, stream));
}

void launch_add(uint32_t *data, uint32_t count, uint32_t value, gpuStream_t stream)
{
    void *arguments[] = { &data, &value };

    assert_int_equal(count % 32, 0);
    OK(launch(STUB_ADD, GRID(count / 32, 1, 1), GRID(32, 1, 1), arguments, 0, stream));
}

void check_row(const uint32_t *device, uint32_t count, uint32_t first, uint32_t step)
{
    uint32_t *got = malloc(count * sizeof *got);

    assert_non_null(got);
    OK(gpuMemcpy(got, device, count * sizeof *got, gpuMemcpyDeviceToHost));
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(got[i], first + i * step);
    free(got);
}
