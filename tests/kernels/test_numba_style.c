/* PTX as Numba makes it: arrays are seven or nine scalars, errors are codes in variables, functions
 * give a status and their result by an address, and what one compiles in parts is joined. It
 * comes through the driver interface, by itself and by a link. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_primary.h"
#include "test_cases.h"

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define ENV ".common .global .align 8 .u64 " \
    "_ZN08NumbaEnv8__main__4axpyB2v1Ef5ArrayIfLi1E1C7mutable" \
    "7alignedE;\n"
#define AXPY "_ZN6cudapy8__main__4axpyB2v1Ef5ArrayIfLi1E1C7mutable7alignedE" \
    "5ArrayIfLi1E1C7mutable7alignedE"
#define FAIL "_ZN6cudapy8__main__6squareB2v2E5ArrayIdLi2E1C7mutable7alignedE"
#define SUM "_ZN6cudapy8__main__5sum_oB2v3E5ArrayIfLi1E1A7mutable7alignedE"
#define SAY "_ZN6cudapy8__main__3sayB2v4Ei"
#define ARRAY(n) ".param .u64 a" #n "_mem, .param .u64 a" #n "_parent,\n" \
    ".param .u64 a" #n "_items,\n" \
    ".param .u64 a" #n "_size, .param .u64 a" #n "_data, .param .u64 a" #n "_shape,\n" \
    ".param .u64 a" #n "_stride"

/* y[i] = a * exp(x[i]) + y[i], with the arithmetic of an inlined exponential function. */
static const char axpy[] = HEAD ENV
    ".visible .entry " AXPY "(.param .f32 factor, " ARRAY(0) ", " ARRAY(1) ")\n{\n"
    ".reg .pred %p<3>;\n.reg .f32 %f<20>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<16>;\n"
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
    "cvt.s64.s32 %rd1, %r3;\nmul.wide.s32 %rd2, %r2, %r1;\nadd.s64 %rd1, %rd1, %rd2;\n"
    "ld.param.u64 %rd3, [a0_shape];\nsetp.ge.s64 %p1, %rd1, %rd3;\n@%p1 bra DONE;\n"
    "ld.param.u64 %rd4, [a0_data];\nld.param.u64 %rd5, [a0_stride];\n"
    "cvta.to.global.u64 %rd4, %rd4;\nmul.lo.s64 %rd6, %rd1, %rd5;\nadd.s64 %rd4, %rd4, %rd6;\n"
    "ld.param.u64 %rd7, [a1_data];\nld.param.u64 %rd8, [a1_stride];\n"
    "cvta.to.global.u64 %rd7, %rd7;\nmul.lo.s64 %rd9, %rd1, %rd8;\nadd.s64 %rd7, %rd7, %rd9;\n"
    "ld.global.f32 %f1, [%rd4];\nld.global.f32 %f2, [%rd7];\nld.param.f32 %f3, [factor];\n"
    "mul.rn.f32 %f4, %f1, 0f3FB8AA3B;\ncvt.rni.f32.f32 %f5, %f4;\n"
    "fma.rn.f32 %f6, %f5, 0fBF317200, %f1;\nfma.rn.f32 %f7, %f5, 0fB5BFBE8E, %f6;\n"
    "mul.rn.f32 %f8, %f7, 0f3FB8AA3B;\nex2.approx.ftz.f32 %f9, %f8;\n"
    "ex2.approx.ftz.f32 %f10, %f5;\nmul.rn.f32 %f11, %f9, %f10;\n"
    "fma.rn.f32 %f12, %f3, %f11, %f2;\nst.global.f32 [%rd7], %f12;\nDONE:\nret;\n}\n";

/* a[i, j] = square(a[i, j]); the function fails for a negative number, and then the first thread to
 * come notes the code and its numbers. */
static const char square[] = HEAD ENV
    ".visible .global .align 4 .u32 " FAIL "__errcode__;\n"
    ".visible .global .align 4 .u32 " FAIL "__tidx__;\n"
    ".func (.param .b32 status) _ZN8__main__6squareB2v2Ed(.param .b64 result, .param .b64 x)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n.reg .f64 %fd<3>;\n"
    "ld.param.u64 %rd1, [result];\nld.param.f64 %fd1, [x];\n"
    "setp.lt.f64 %p1, %fd1, 0d0000000000000000;\nmov.u32 %r1, 1;\n@%p1 bra BACK;\n"
    "mul.rn.f64 %fd2, %fd1, %fd1;\nst.f64 [%rd1], %fd2;\nmov.u32 %r1, 0;\n"
    "BACK:\nst.param.b32 [status], %r1;\nret;\n}\n"
    ".visible .entry " FAIL "(" ARRAY(0) ",\n.param .u64 step, .param .u64 step1)\n{\n"
    ".local .align 8 .b8 depot[8];\n.reg .b64 %SP, %SPL;\n"
    ".reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<12>;\n.reg .f64 %fd<4>;\n"
    "mov.u64 %SPL, depot;\ncvta.local.u64 %SP, %SPL;\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.y;\ncvt.u64.u32 %rd1, %r1;\ncvt.u64.u32 %rd2, %r2;\n"
    "ld.param.u64 %rd3, [a0_shape];\nsetp.ge.s64 %p1, %rd1, %rd3;\n@%p1 bra DONE;\n"
    "ld.param.u64 %rd4, [a0_data];\nld.param.u64 %rd5, [step];\nld.param.u64 %rd6, [step1];\n"
    "mad.lo.s64 %rd8, %rd1, %rd5, %rd4;\nmad.lo.s64 %rd8, %rd2, %rd6, %rd8;\n"
    "cvta.to.global.u64 %rd8, %rd8;\n"
    "ld.global.f64 %fd1, [%rd8];\nadd.u64 %rd11, %SP, 0;\n{ // callseq 0, 0\n.reg .b32 temp;\n"
    ".param .b64 param0;\nst.param.b64 [param0], %rd11;\n.param .b64 param1;\n"
    "st.param.f64 [param1], %fd1;\n.param .b32 retval0;\n"
    "call.uni (retval0), _ZN8__main__6squareB2v2Ed, (param0, param1);\n"
    "ld.param.b32 %r3, [retval0];\n}\n"
    "setp.eq.s32 %p2, %r3, 0;\n@%p2 bra GOOD;\n"
    "mov.u64 %rd3, " FAIL "__errcode__;\ncvta.global.u64 %rd4, %rd3;\n"
    "atom.cas.b32 %r4, [%rd4], 0, %r3;\nsetp.ne.s32 %p3, %r4, 0;\n@%p3 bra DONE;\n"
    "st.global.u32 [" FAIL "__tidx__], %r1;\nbra.uni DONE;\n"
    "GOOD:\nld.local.f64 %fd2, [%SPL];\nst.global.f64 [%rd8], %fd2;\nDONE:\nret;\n}\n";

/* The sum of a block by shared memory, and by an atomic of all blocks. */
static const char sum[] = HEAD ENV
    ".shared .align 4 .b8 _cudapy_smem_0[512];\n"
    ".visible .entry " SUM "(" ARRAY(0) ", .param .u64 total)\n{\n"
    ".reg .pred %p<4>;\n.reg .f32 %f<8>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<12>;\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
    "mad.lo.s32 %r4, %r2, %r3, %r1;\ncvt.s64.s32 %rd1, %r4;\nld.param.u64 %rd2, [a0_shape];\n"
    "mov.f32 %f1, 0f00000000;\nsetp.ge.s64 %p1, %rd1, %rd2;\n@%p1 bra STORE;\n"
    "ld.param.u64 %rd3, [a0_data];\nld.param.u64 %rd4, [a0_stride];\n"
    "mad.lo.s64 %rd5, %rd1, %rd4, %rd3;\nld.global.f32 %f1, [%rd5];\nSTORE:\n"
    "mul.wide.u32 %rd6, %r1, 4;\nmov.u64 %rd7, _cudapy_smem_0;\nadd.s64 %rd8, %rd7, %rd6;\n"
    "st.shared.f32 [%rd8], %f1;\nmov.u32 %r5, 64;\nLOOP:\nbar.sync 0;\n"
    "setp.ge.u32 %p2, %r1, %r5;\n@%p2 bra NEXT;\ncvt.u64.u32 %rd9, %r5;\nshl.b64 %rd9, %rd9, 2;\n"
    "add.s64 %rd9, %rd8, %rd9;\nld.shared.f32 %f2, [%rd9];\nld.shared.f32 %f3, [%rd8];\n"
    "add.rn.f32 %f4, %f2, %f3;\nst.shared.f32 [%rd8], %f4;\nNEXT:\nshr.u32 %r5, %r5, 1;\n"
    "setp.ne.u32 %p3, %r5, 0;\n@%p3 bra LOOP;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra DONE;\n"
    "ld.shared.f32 %f5, [_cudapy_smem_0];\nld.param.u64 %rd10, [total];\n"
    "cvta.to.global.u64 %rd10, %rd10;\natom.global.add.f32 %f6, [%rd10], %f5;\nDONE:\nret;\n}\n";

/* print(i, "of", 3, 0.5): a call of vprintf with a block of arguments. */
static const char say[] = HEAD
    ".extern .func (.param .b32 func_retval0) vprintf(.param .b64 vprintf_param_0, .param .b64 "
    "vprintf_param_1);\n"
    ".global .align 1 .b8 format[13] = {37, 105, 32, 37, 115, 32, 37, 105, 32, 37, 102, 10};\n"
    ".global .align 1 .b8 word[3] = {111, 102};\n"
    ".visible .entry " SAY "(.param .u32 count)\n{\n.local .align 8 .b8 depot[32];\n"
    ".reg .b64 %SP, %SPL, %rd<6>;\n.reg .b32 %r<6>;\n"
    "mov.u64 %SPL, depot;\ncvta.local.u64 %SP, %SPL;\nadd.u64 %rd1, %SPL, 0;\n"
    "add.u64 %rd2, %SP, 0;\n"
    "mov.u32 %r1, %tid.x;\nld.param.u32 %r2, [count];\nst.local.u32 [%rd1], %r1;\n"
    "mov.u64 %rd3, word;\ncvta.global.u64 %rd3, %rd3;\nst.local.u64 [%rd1+8], %rd3;\n"
    "st.local.u32 [%rd1+16], %r2;\nmov.u64 %rd4, 4602678819172646912;\n"
    "st.local.u64 [%rd1+24], %rd4;\n"
    "mov.u64 %rd5, format;\ncvta.global.u64 %rd5, %rd5;\n{ // callseq 0, 0\n"
    ".param .b64 param0;\nst.param.b64 [param0], %rd5;\n.param .b64 param1;\n"
    "st.param.b64 [param1], %rd2;\n.param .b32 retval0;\n"
    "call.uni (retval0), vprintf, (param0, param1);\nld.param.b32 %r3, [retval0];\n}\nret;\n}\n";

static int begin(void **state)
{
    (void)state;
    push_primary();
    return 0;
}

/* The last case. */
TEST_CASE_LAST(the_context_ends)
{
    pop_primary();
}

/* ---- arrays as arguments -------------------------------------------------------------------- */

/* Seven scalars of one dimension, nine of two: first the sizes, then the strides. */
struct array {
    uint64_t memory, parent, items, item_bytes, data, shape_and_strides[4];
};

static struct array one_dimension(CUdeviceptr data, uint64_t count, uint64_t stride, size_t bytes)
{
    return (struct array){ .items = count, .item_bytes = bytes, .data = data,
                           .shape_and_strides = { count, stride } };
}

static void pass(void **arguments, struct array *array, int dimensions)
{
    uint64_t *fields = &array->memory;

    for (int i = 0; i < 5 + 2 * dimensions; i++)
        arguments[i] = i < 5 ? &fields[i] : &array->shape_and_strides[i - 5];
}

/* ---- modules --------------------------------------------------------------------------------- */

static CUmodule load(const char *text)
{
    char log[256] = "";
    CUjit_option options[] = { CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES };
    void *values[] = { log, (void *)sizeof log };
    CUmodule module;

    OK(cuModuleLoadDataEx(&module, text, 2, options, values));
    return module;
}

/* Joins texts, as Numba does; each declares what all have in common. */
static CUmodule join(const char *const *texts, size_t count)
{
    char log[256] = "", errors[256] = "";
    CUjit_option options[] = { CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                               CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                               CU_JIT_LOG_VERBOSE };
    void *values[] = { log, (void *)sizeof log, errors, (void *)sizeof errors, (void *)1 };
    CUlinkState state;
    CUmodule module;
    void *image;
    size_t size;

    OK(cuLinkCreate(5, options, values, &state));
    for (size_t i = 0; i < count; i++)
        OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)texts[i], strlen(texts[i]) + 1,
                         "<cudapy-ptx>", 0, NULL, NULL));
    OK(cuLinkComplete(state, &image, &size));
    OK(cuModuleLoadData(&module, image));
    OK(cuLinkDestroy(state));
    return module;
}

static CUfunction function_of(CUmodule module, const char *name)
{
    CUfunction function;
    int registers;

    OK(cuModuleGetFunction(&function, module, name));
    OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
    return function;
}

static CUdeviceptr put(const void *from, size_t bytes)
{
    CUdeviceptr memory;

    OK(cuMemAlloc(&memory, bytes));
    OK(cuMemcpyHtoD(memory, from, bytes));
    return memory;
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void check_axpy(CUmodule module)
{
    enum { N = 1000, STRIDE = 2 };
    float x[N], y[N * STRIDE], got[N * STRIDE], factor = 2;
    struct array first, second;
    void *arguments[15];
    CUdeviceptr dx, dy;

    for (int i = 0; i < N; i++)
        x[i] = (float)(i - 500) / 100;
    for (int i = 0; i < N * STRIDE; i++)
        y[i] = (float)i;
    dx = put(x, sizeof x);
    dy = put(y, sizeof y);
    first = one_dimension(dx, N, sizeof(float), sizeof(float));
    second = one_dimension(dy, N, STRIDE * sizeof(float), sizeof(float));
    arguments[0] = &factor;
    pass(arguments + 1, &first, 1);
    pass(arguments + 8, &second, 1);
    OK(cuLaunchKernel(function_of(module, AXPY), (N + 127) / 128, 1, 1, 128, 1, 1, 0, NULL,
                      arguments, NULL));
    OK(cuMemcpyDtoH(got, dy, sizeof got));
    for (int i = 0; i < N * STRIDE; i++) {
        double want = i % STRIDE ? y[i] : y[i] + 2 * exp(x[i / STRIDE]);

        if (fabs(got[i] - want) > 1e-5 * (1 + fabs(want)))
            fail_msg("y[%d] is %.9g, right would be %.9g", i, got[i], want);
    }
    OK(cuMemFree(dx));
    OK(cuMemFree(dy));
}

static uint32_t word_of(CUmodule module, const char *name)
{
    CUdeviceptr variable;
    uint32_t word;
    size_t size;

    OK(cuModuleGetGlobal(&variable, &size, module, name));
    assert_int_equal(size, sizeof word);
    OK(cuMemcpyDtoH(&word, variable, sizeof word));
    return word;
}

static void check_square(CUmodule module)
{
    enum { ROWS = 5, COLUMNS = 7, BAD = 3 * COLUMNS + 2 };
    double cells[ROWS * COLUMNS], got[ROWS * COLUMNS];
    struct array array = { .items = ROWS * COLUMNS, .item_bytes = 8,
                           .shape_and_strides = { ROWS, COLUMNS, COLUMNS * 8, 8 } };
    void *arguments[9];

    for (int i = 0; i < ROWS * COLUMNS; i++)
        cells[i] = i == BAD ? -1 : i;
    array.data = put(cells, sizeof cells);
    pass(arguments, &array, 2);
    OK(cuLaunchKernel(function_of(module, FAIL), 1, 1, 1, ROWS + 1, COLUMNS, 1, 0, NULL, arguments,
                      NULL));
    OK(cuMemcpyDtoH(got, array.data, sizeof got));
    for (int i = 0; i < ROWS * COLUMNS; i++)
        assert_true(got[i] == (i == BAD ? -1 : (double)i * i));
    assert_int_equal(word_of(module, FAIL "__errcode__"), 1);
    assert_int_equal(word_of(module, FAIL "__tidx__"), BAD / COLUMNS);
    OK(cuMemFree(array.data));
}

static void check_sum(CUmodule module)
{
    enum { N = 1000 };
    CUdeviceptr data, total;
    struct array array;
    void *arguments[8];
    float numbers[N], zero = 0, got, want = 0;

    for (int i = 0; i < N; i++)
        want += numbers[i] = (float)(i % 64);
    data = put(numbers, sizeof numbers);
    total = put(&zero, sizeof zero);
    array = one_dimension(data, N, sizeof(float), sizeof(float));
    pass(arguments, &array, 1);
    arguments[7] = &total;
    OK(cuLaunchKernel(function_of(module, SUM), (N + 127) / 128, 1, 1, 128, 1, 1, 0, NULL,
                      arguments, NULL));
    OK(cuMemcpyDtoH(&got, total, sizeof got));
    assert_true(got == want);
    OK(cuMemFree(data));
    OK(cuMemFree(total));
}

TEST_CASE(arrays_are_seven_scalars)
{
    CUmodule module = load(axpy);

    check_axpy(module);
    OK(cuModuleUnload(module));
}

TEST_CASE(errors_are_codes)
{
    CUmodule module = load(square);

    check_square(module);
    OK(cuModuleUnload(module));
}

TEST_CASE(sums_of_blocks)
{
    CUmodule module = load(sum);

    check_sum(module);
    OK(cuModuleUnload(module));
}

TEST_CASE(linked_texts_have_variables_in_common)
{
    static const char *const texts[] = { axpy, square, sum };
    CUmodule module = join(texts, 3);

    check_sum(module);
    check_square(module);
    check_axpy(module);
    OK(cuModuleUnload(module));
}

TEST_CASE(print_is_vprintf)
{
    char path[] = "/tmp/gi-numba-XXXXXX", text[200] = "";
    uint32_t count = 3;
    void *arguments[] = { &count };
    int file = mkstemp(path), kept = dup(STDOUT_FILENO);
    CUmodule module = load(say);
    CUfunction function = function_of(module, SAY);

    assert_true(file >= 0 && kept >= 0);
    (void)fflush(stdout);
    dup2(file, STDOUT_FILENO);
    OK(cuLaunchKernel(function, 1, 1, 1, count, 1, 1, 0, NULL, arguments, NULL));
    OK(cuCtxSynchronize());
    (void)fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, "0 of 3 0.500000\n1 of 3 0.500000\n2 of 3 0.500000\n");
    OK(cuModuleUnload(module));
    close(file);
    close(kept);
    unlink(path);
}

/* ---- dynamic shared memory ------------------------------------------------------------------- */

/* Numba takes the length of an array in dynamic shared memory from the launch: here 4 less than
 * its bytes, from the end, is the last element. */
static const char slice[] = HEAD
    ".extern .shared .align 16 .b8 room[];\n"
    ".visible .entry slice(.param .u64 at)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<8>;\n"
    "ld.param.u64 %rd1, [at];\nmov.u32 %r1, %dynamic_smem_size;\nst.global.u32 [%rd1], %r1;\n"
    "mov.u32 %r2, room;\nadd.u32 %r3, %r2, %r1;\nmov.u32 %r4, 7;\nst.shared.u32 [%r3+-4], %r4;\n"
    "ld.shared.u32 %r5, [room+20];\nst.global.u32 [%rd1+4], %r5;\nret;\n}\n";

TEST_CASE(kernels_ask_for_their_shared_bytes)
{
    enum { BYTES = 24 };
    uint32_t got[2] = { 0, 0 };
    CUmodule module = load(slice);
    CUdeviceptr memory = put(got, sizeof got);
    void *arguments[] = { &memory };

    OK(cuLaunchKernel(function_of(module, "slice"), 1, 1, 1, 1, 1, 1, BYTES, NULL, arguments,
                      NULL));
    OK(cuMemcpyDtoH(got, memory, sizeof got));
    assert_int_equal(got[0], BYTES);
    assert_int_equal(got[1], 7);
    OK(cuMemFree(memory));
    OK(cuModuleUnload(module));
}

/* ---- zeros that are written ------------------------------------------------------------------ */

static const char zeros[] = HEAD
    ".visible .entry zeros(.param .u64 at)\n{\n.reg .b64 %rd<2>;\n.reg .f32 %f<12>;\n"
    ".reg .f64 %fd<5>;\nld.param.u64 %rd1, [at];\nld.global.f32 %f1, [%rd1];\n"
    "ld.global.f32 %f2, [%rd1+4];\nld.global.f32 %f3, [%rd1+8];\n"
    "add.rn.f32 %f4, %f1, 0f00000000;\nst.global.f32 [%rd1], %f4;\n"
    "fma.rn.f32 %f5, %f1, %f2, 0f00000000;\nst.global.f32 [%rd1+4], %f5;\n"
    "mul.rn.f32 %f6, %f3, 0f00000000;\nst.global.f32 [%rd1+8], %f6;\n"
    "mov.f32 %f7, 0f00000000;\nsub.rn.f32 %f8, %f7, %f2;\nst.global.f32 [%rd1+12], %f8;\n"
    "cvt.f64.f32 %fd1, %f1;\nadd.rn.f64 %fd2, %fd1, 0d0000000000000000;\n"
    "cvt.rn.f32.f64 %f9, %fd2;\nst.global.f32 [%rd1+16], %f9;\nret;\n}\n";

/* x + 0 is not x for -0, and x * 0 is not 0 for an infinity: libdevice's functions rely on it. */
TEST_CASE(written_zeros_are_computed_with)
{
    float in[5] = { -0.0F, 0, INFINITY, 1, 1 }, got[5];
    CUmodule module = load(zeros);
    CUdeviceptr memory = put(in, sizeof in);
    void *arguments[] = { &memory };

    OK(cuLaunchKernel(function_of(module, "zeros"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH(got, memory, sizeof got));
    assert_true(got[0] == 0 && !signbit(got[0]));
    assert_true(got[1] == 0 && !signbit(got[1]));
    assert_true(isnan(got[2]));
    assert_true(got[3] == 0 && !signbit(got[3]));
    assert_true(got[4] == 0 && !signbit(got[4]));
    OK(cuMemFree(memory));
    OK(cuModuleUnload(module));
}

int main(void)
{
    return run_test_cases(begin);
}
