/* The builder of SPIR-V: modules made by hand, through spirv-val and spirv-dis. */
#include "spirv_module.h"
#include "test_cases.h"

/* ---- the smallest module ----------------------------------------------------------------- */

TEST_CASE(empty_kernel)
{
    struct module m;

    begin(&m);
    close_kernel(&m.spirv, open_kernel(&m.spirv));
    finish_valid(&m);
    assert_int_equal(m.words[0], 0x07230203);
    assert_int_equal(m.words[1], 0x00010500);
    assert_int_equal(m.words[2], 0);
    assert_int_equal(m.words[3], 5);
    assert_int_equal(m.words[4], 0);
    assert_text(&m, "OpCapability Shader\n"
                    "OpCapability PhysicalStorageBufferAddresses\n"
                    "OpCapability VulkanMemoryModel\n"
                    "OpMemoryModel PhysicalStorageBuffer64 Vulkan\n"
                    "OpEntryPoint GLCompute %3 \"main\"\n"
                    "OpExecutionMode %3 LocalSize 1 1 1\n"
                    "%1 = OpTypeVoid\n"
                    "%2 = OpTypeFunction %1\n"
                    "%3 = OpFunction %1 None %2\n"
                    "%4 = OpLabel\n"
                    "OpReturn\n"
                    "OpFunctionEnd\n");
    end(&m);
}

/* ---- every feature, by what spirv-dis says ------------------------------------------------ */

/* out[thread] = launch of in[thread], a doubled float: push constants, buffers by address, a
 * builtin, specialization constants, a shared array, a call, a loop, a selection. */
static void make_double(struct gi_spirv *b, gi_type f32, gi_id id)
{
    gi_id value;
    gi_id sum;

    gi_spirv_function_begin(b, id, f32, gi_spirv_type_function(b, f32, &f32, 1),
                            GiFunctionControlDontInline);
    value = gi_spirv_parameter(b, f32);
    gi_spirv_label(b, GI_NO_ID);
    sum = gi_spirv_value2(b, GiOpFAdd, f32, value, value);
    gi_spirv_decorate(b, sum, GiDecorationNoContraction, NULL, 0);
    gi_spirv_decorate(b, sum, GiDecorationNoContraction, NULL, 0);
    sum = gi_spirv_glsl(b, GiGlslFAbs, f32, IDS(sum));
    gi_spirv_return_value(b, sum);
    gi_spirv_function_end(b);
}

/* for (i = 0; i < 4; i++) value = double(value); */
static gi_id make_loop(struct gi_spirv *b, gi_type u32, gi_type f32, gi_id function,
                       gi_id value)
{
    gi_id zero = gi_spirv_constant_u32(b, 0);
    gi_id four = gi_spirv_constant_u32(b, 4);
    gi_type truth = gi_spirv_type_bool(b);
    gi_id head = gi_spirv_id(b);
    gi_id body = gi_spirv_id(b);
    gi_id next = gi_spirv_id(b);
    gi_id end_label = gi_spirv_id(b);
    gi_id counter = gi_spirv_local(b, gi_spirv_type_pointer(b, GiStorageClassFunction, u32),
                                   zero);
    gi_id kept = gi_spirv_local(b, gi_spirv_type_pointer(b, GiStorageClassFunction, f32), GI_NO_ID);
    gi_id at, more;

    gi_spirv_store(b, kept, value);
    gi_spirv_branch(b, head);
    gi_spirv_label(b, head);
    at = gi_spirv_value1(b, GiOpLoad, u32, counter);
    more = gi_spirv_value2(b, GiOpULessThan, truth, at, four);
    gi_spirv_loop_merge(b, end_label, next, GiLoopControlNone);
    gi_spirv_branch_if(b, more, body, end_label);
    gi_spirv_label(b, body);
    value = gi_spirv_value1(b, GiOpLoad, f32, kept);
    value = gi_spirv_call(b, f32, function, IDS(value));
    gi_spirv_store(b, kept, value);
    gi_spirv_branch(b, next);
    gi_spirv_label(b, next);
    at = gi_spirv_value2(b, GiOpIAdd, u32, at, gi_spirv_constant_u32(b, 1));
    gi_spirv_store(b, counter, at);
    gi_spirv_branch(b, head);
    gi_spirv_label(b, end_label);
    return gi_spirv_value1(b, GiOpLoad, f32, kept);
}

static void make_kernel(struct gi_spirv *b)
{
    gi_type u32 = gi_spirv_type_int(b, 32, false);
    gi_type u64 = gi_spirv_type_int(b, 64, false);
    gi_type f32 = gi_spirv_type_float(b, 32);
    gi_type uvec3 = gi_spirv_type_vector(b, u32, 3);
    gi_type push = gi_spirv_type_struct(b, (const gi_type[]){ u64, u64 },
                                        (const uint32_t[]){ 0, 8 }, 2, true);
    gi_type push_pointer = gi_spirv_type_pointer(b, GiStorageClassPushConstant, push);
    gi_type push_u64 = gi_spirv_type_pointer(b, GiStorageClassPushConstant, u64);
    gi_type buffer = gi_spirv_type_pointer(b, GiStorageClassPhysicalStorageBuffer, f32);
    gi_id pushed = gi_spirv_variable(b, push_pointer, GiStorageClassPushConstant, GI_NO_ID);
    gi_id threads = gi_spirv_spec_u32(b, 0, 64);
    gi_id rows = gi_spirv_spec_u32(b, 1, 1);
    gi_id layers = gi_spirv_spec_u32(b, 2, 1);
    gi_id size = gi_spirv_spec_composite(b, uvec3, IDS(threads, rows, layers));
    gi_id twice = gi_spirv_spec_op(b, GiOpIMul, u32, threads, gi_spirv_constant_u32(b, 2));
    gi_type array = gi_spirv_type_array(b, u32, twice, 0);
    gi_id double_it = gi_spirv_new_function(b);
    gi_id scope = gi_spirv_constant_u32(b, GiScopeWorkgroup);
    gi_id semantics = gi_spirv_constant_u32(b, GiMemorySemanticsAcquireRelease |
                                               GiMemorySemanticsWorkgroupMemory |
                                               GiMemorySemanticsMakeAvailable |
                                               GiMemorySemanticsMakeVisible);
    gi_id shared, index, element, address, pointer, value, kernel;
    gi_type type;

    shared = gi_spirv_variable(b, gi_spirv_type_pointer(b, GiStorageClassWorkgroup, array),
                               GiStorageClassWorkgroup, GI_NO_ID);
    gi_spirv_decorate(b, size, GiDecorationBuiltIn, WORDS(GiBuiltInWorkgroupSize));
    gi_spirv_name(b, gi_foreign_id(push.n), "push");
    gi_spirv_member_name(b, push, 1, "in");
    index = gi_spirv_builtin(b, GiBuiltInLocalInvocationIndex, u32);

    kernel = open_kernel(b);
    gi_spirv_name(b, kernel, "kernel");
    index = gi_spirv_value1(b, GiOpLoad, u32, index);
    type = gi_spirv_type_pointer(b, GiStorageClassWorkgroup, u32);
    element = gi_spirv_value2(b, GiOpAccessChain, type, shared, index);
    gi_spirv_store_as(b, element, index, GiMemoryAccessNonPrivatePointer, 0);
    gi_spirv_op(b, GI_SPIRV_BODY, GiOpControlBarrier, WORDS(scope.n, scope.n, semantics.n));
    address = gi_spirv_value2(b, GiOpAccessChain, push_u64, pushed, gi_spirv_constant_u32(b, 1));
    address = gi_spirv_value1(b, GiOpLoad, u64, address);
    pointer = gi_spirv_value1(b, GiOpConvertUToPtr, buffer, address);
    value = gi_spirv_load(b, f32, pointer, GiMemoryAccessAligned, 4);
    value = make_loop(b, u32, f32, double_it, value);
    gi_spirv_store_as(b, pointer, value, GiMemoryAccessAligned, 4);
    close_kernel(b, kernel);
    make_double(b, f32, double_it);
}

static const char kernel_text[] =
    "OpCapability Shader\n"
    "OpCapability PhysicalStorageBufferAddresses\n"
    "OpCapability VulkanMemoryModel\n"
    "OpCapability Int64\n"
    "%56 = OpExtInstImport \"GLSL.std.450\"\n"
    "OpMemoryModel PhysicalStorageBuffer64 Vulkan\n"
    "OpEntryPoint GLCompute %25 \"main\" %9 %20 %22\n"
    "OpExecutionMode %25 LocalSize 1 1 1\n"
    "OpName %5 \"push\"\n"
    "OpMemberName %5 1 \"in\"\n"
    "OpName %25 \"kernel\"\n"
    "OpDecorate %5 Block\n"
    "OpMemberDecorate %5 0 Offset 0\n"
    "OpMemberDecorate %5 1 Offset 8\n"
    "OpDecorate %10 SpecId 0\n"
    "OpDecorate %11 SpecId 1\n"
    "OpDecorate %12 SpecId 2\n"
    "OpDecorate %13 BuiltIn WorkgroupSize\n"
    "OpDecorate %22 BuiltIn LocalInvocationIndex\n"
    "OpDecorate %55 NoContraction\n"
    "%1 = OpTypeInt 32 0\n"
    "%2 = OpTypeInt 64 0\n"
    "%3 = OpTypeFloat 32\n"
    "%4 = OpTypeVector %1 3\n"
    "%5 = OpTypeStruct %2 %2\n"
    "%6 = OpTypePointer PushConstant %5\n"
    "%7 = OpTypePointer PushConstant %2\n"
    "%8 = OpTypePointer PhysicalStorageBuffer %3\n"
    "%9 = OpVariable %6 PushConstant\n"
    "%10 = OpSpecConstant %1 64\n"
    "%11 = OpSpecConstant %1 1\n"
    "%12 = OpSpecConstant %1 1\n"
    "%13 = OpSpecConstantComposite %4 %10 %11 %12\n"
    "%14 = OpConstant %1 2\n"
    "%15 = OpSpecConstantOp %1 IMul %10 %14\n"
    "%16 = OpTypeArray %1 %15\n"
    "%18 = OpConstant %1 24840\n"
    "%19 = OpTypePointer Workgroup %16\n"
    "%20 = OpVariable %19 Workgroup\n"
    "%21 = OpTypePointer Input %1\n"
    "%22 = OpVariable %21 Input\n"
    "%23 = OpTypeVoid\n"
    "%24 = OpTypeFunction %23\n"
    "%28 = OpTypePointer Workgroup %1\n"
    "%30 = OpConstant %1 1\n"
    "%35 = OpConstant %1 0\n"
    "%36 = OpConstant %1 4\n"
    "%37 = OpTypeBool\n"
    "%42 = OpTypePointer Function %1\n"
    "%44 = OpTypePointer Function %3\n"
    "%52 = OpTypeFunction %3 %3\n"
    "%25 = OpFunction %23 None %24\n"
    "%26 = OpLabel\n"
    "%43 = OpVariable %42 Function %35\n"
    "%45 = OpVariable %44 Function\n"
    "%27 = OpLoad %1 %22\n"
    "%29 = OpAccessChain %28 %20 %27\n"
    "OpStore %29 %27 NonPrivatePointer\n"
    "OpControlBarrier %14 %14 %18\n"
    "%31 = OpAccessChain %7 %9 %30\n"
    "%32 = OpLoad %2 %31\n"
    "%33 = OpConvertUToPtr %8 %32\n"
    "%34 = OpLoad %3 %33 Aligned 4\n"
    "OpStore %45 %34\n"
    "OpBranch %38\n"
    "%38 = OpLabel\n"
    "%46 = OpLoad %1 %43\n"
    "%47 = OpULessThan %37 %46 %36\n"
    "OpLoopMerge %41 %40 None\n"
    "OpBranchConditional %47 %39 %41\n"
    "%39 = OpLabel\n"
    "%48 = OpLoad %3 %45\n"
    "%49 = OpFunctionCall %3 %17 %48\n"
    "OpStore %45 %49\n"
    "OpBranch %40\n"
    "%40 = OpLabel\n"
    "%50 = OpIAdd %1 %46 %30\n"
    "OpStore %43 %50\n"
    "OpBranch %38\n"
    "%41 = OpLabel\n"
    "%51 = OpLoad %3 %45\n"
    "OpStore %33 %51 Aligned 4\n"
    "OpReturn\n"
    "OpFunctionEnd\n"
    "%17 = OpFunction %3 DontInline %52\n"
    "%53 = OpFunctionParameter %3\n"
    "%54 = OpLabel\n"
    "%55 = OpFAdd %3 %53 %53\n"
    "%57 = OpExtInst %3 %56 FAbs %55\n"
    "OpReturnValue %57\n"
    "OpFunctionEnd\n";

TEST_CASE(whole_kernel)
{
    struct module m;

    begin(&m);
    make_kernel(&m.spirv);
    finish_valid(&m);
    assert_text(&m, kernel_text);
    end(&m);
}

TEST_CASE(same_calls_make_the_same_words)
{
    struct module a;
    struct module b;

    begin(&a);
    make_kernel(&a.spirv);
    finish(&a);
    begin(&b);
    make_kernel(&b.spirv);
    finish(&b);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.words, b.words, a.count * sizeof(uint32_t));
    /* Finishing changes nothing. */
    finish(&b);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.words, b.words, a.count * sizeof(uint32_t));
    end(&a);
    end(&b);
}

static const char globals_text[] =
    "OpCapability Shader\n"
    "OpCapability PhysicalStorageBufferAddresses\n"
    "OpCapability VulkanMemoryModel\n"
    "OpCapability Int8\n"
    "OpCapability Int16\n"
    "OpCapability Int64\n"
    "OpCapability Float16\n"
    "OpCapability Float64\n"
    "OpCapability ShaderClockKHR\n"
    "OpExtension \"SPV_KHR_shader_clock\"\n"
    "OpMemoryModel PhysicalStorageBuffer64 Vulkan\n"
    "OpEntryPoint GLCompute %39 \"main\" %35\n"
    "OpExecutionMode %39 LocalSize 1 1 1\n"
    "%36 = OpString \"a.ptx\"\n"
    "OpSource Unknown 1 %36\n"
    "OpDecorate %25 SpecId 7\n"
    "OpDecorate %26 ArrayStride 4\n"
    "OpDecorate %28 ArrayStride 4\n"
    "OpDecorate %29 ArrayStride 8\n"
    "%1 = OpTypeFloat 32\n"
    "%2 = OpTypeBool\n"
    "%3 = OpConstantTrue %2\n"
    "%4 = OpConstantFalse %2\n"
    "%5 = OpTypeInt 8 0\n"
    "%6 = OpConstant %5 255\n"
    "%7 = OpTypeInt 16 0\n"
    "%8 = OpConstant %7 65535\n"
    "%9 = OpTypeInt 32 0\n"
    "%10 = OpConstant %9 4294967295\n"
    "%11 = OpTypeInt 64 0\n"
    "%12 = OpConstant %11 1311768467463790320\n"
    "%13 = OpTypeInt 32 1\n"
    "%14 = OpConstant %13 -7\n"
    "%15 = OpTypeFloat 16\n"
    "%16 = OpConstant %15 0x1p+0\n"
    "%17 = OpConstant %1 -0\n"
    "%18 = OpTypeFloat 64\n"
    "%19 = OpConstant %18 0.5\n"
    "%20 = OpConstantNull %1\n"
    "%21 = OpUndef %1\n"
    "%22 = OpConstant %1 1\n"
    "%23 = OpTypeVector %1 2\n"
    "%24 = OpConstantComposite %23 %22 %22\n"
    "%25 = OpSpecConstantTrue %2\n"
    "%26 = OpTypeRuntimeArray %1\n"
    "%27 = OpConstant %9 3\n"
    "%28 = OpTypeArray %1 %27\n"
    "%29 = OpTypeArray %1 %27\n"
    "%30 = OpTypeArray %1 %27\n"
    "%31 = OpTypeImage %1 2D 0 0 0 1 Unknown\n"
    "%32 = OpTypeSampledImage %31\n"
    "%33 = OpTypeSampler\n"
    "%34 = OpTypePointer Private %1\n"
    "%35 = OpVariable %34 Private %22\n"
    "%37 = OpTypeVoid\n"
    "%38 = OpTypeFunction %37\n"
    "%39 = OpFunction %37 None %38\n"
    "%40 = OpLabel\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

TEST_CASE(globals_of_all_kinds)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    gi_type f32, image;
    gi_id one;

    begin(&m);
    f32 = gi_spirv_type_float(b, 32);
    gi_spirv_constant_bool(b, true);
    gi_spirv_constant_bool(b, false);
    gi_spirv_constant_u8(b, 255);
    gi_spirv_constant_u16(b, 65535);
    gi_spirv_constant_u32(b, 4294967295u);
    gi_spirv_constant_u64(b, 0x123456789abcdef0u);
    gi_spirv_constant_s32(b, -7);
    gi_spirv_constant_f16(b, 0x3c00);
    gi_spirv_constant_f32(b, -0.0f);
    gi_spirv_constant_f64(b, 0.5);
    gi_spirv_constant_null(b, f32);
    gi_spirv_undefined(b, f32);
    one = gi_spirv_constant_f32(b, 1.0f);
    gi_spirv_constant_composite(b, gi_spirv_type_vector(b, f32, 2), IDS(one, one));
    gi_spirv_spec_bool(b, 7, true);
    gi_spirv_type_runtime_array(b, f32, 4);
    gi_spirv_type_array(b, f32, gi_spirv_constant_u32(b, 3), 4);
    gi_spirv_type_array(b, f32, gi_spirv_constant_u32(b, 3), 8);
    gi_spirv_type_array(b, f32, gi_spirv_constant_u32(b, 3), 0);
    image = gi_spirv_type(b, GiOpTypeImage, WORDS(f32.n, GiDim2D, 0, 0, 0, 1,
                                                  GiImageFormatUnknown));
    gi_spirv_type(b, GiOpTypeSampledImage, WORDS(image.n));
    gi_spirv_type(b, GiOpTypeSampler, NULL, 0);
    gi_spirv_variable(b, gi_spirv_type_pointer(b, GiStorageClassPrivate, f32),
                      GiStorageClassPrivate, one);
    gi_spirv_extension(b, "SPV_KHR_shader_clock");
    gi_spirv_extension(b, "SPV_KHR_shader_clock");
    gi_spirv_capability(b, GiCapabilityShaderClockKHR);
    gi_spirv_op(b, GI_SPIRV_STRINGS, GiOpSource, WORDS(0, 1, gi_spirv_string(b, "a.ptx").n));
    close_kernel(b, open_kernel(b));
    finish_valid(&m);
    assert_text(&m, globals_text);
    end(&m);
}

/* ---- what exists once -------------------------------------------------------------------- */

TEST_CASE(blocks_and_builtins_are_told)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    gi_type u32;
    gi_id label, kernel;
    uint32_t count;

    begin(&m);
    u32 = gi_spirv_type_int(b, 32, false);
    assert_int_equal(gi_spirv_builtin(b, GiBuiltInSubgroupSize, u32).n,
                     gi_spirv_builtin(b, GiBuiltInSubgroupSize, u32).n);
    assert_int_not_equal(gi_spirv_builtin(b, GiBuiltInSubgroupSize, u32).n,
                         gi_spirv_builtin(b, GiBuiltInSubgroupId, u32).n);
    assert_int_equal(gi_spirv_variables(b, &count)[1].n,
                     gi_spirv_builtin(b, GiBuiltInSubgroupId, u32).n);
    assert_int_equal(count, 2);
    kernel = open_kernel(b);
    assert_int_not_equal(gi_spirv_block(b).n, 0);
    label = gi_spirv_id(b);
    gi_spirv_branch(b, label);
    assert_int_equal(gi_spirv_block(b).n, 0);
    assert_int_equal(gi_spirv_label(b, label).n, label.n);
    assert_int_equal(gi_spirv_block(b).n, label.n);
    close_kernel(b, kernel);
    assert_int_equal(gi_spirv_block(b).n, 0);
    finish(&m);
    end(&m);
}

TEST_CASE(equal_types_are_one)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    gi_type u32, f32, members[2], plain;
    uint32_t offsets[] = { 0, 4 }, wide[] = { 0, 16 };
    gi_type ids[8];

    begin(&m);
    u32 = gi_spirv_type_int(b, 32, false);
    f32 = gi_spirv_type_float(b, 32);
    members[0] = u32;
    members[1] = f32;
    assert_int_not_equal(u32.n, gi_spirv_type_int(b, 32, true).n);
    assert_int_not_equal(u32.n, gi_spirv_type_int(b, 64, false).n);
    assert_int_equal(u32.n, gi_spirv_type_int(b, 32, false).n);
    plain = gi_spirv_type_struct(b, members, NULL, 2, false);
    ids[0] = plain;
    ids[1] = gi_spirv_type_struct(b, members, offsets, 2, false);
    ids[2] = gi_spirv_type_struct(b, members, wide, 2, false);
    ids[3] = gi_spirv_type_struct(b, members, offsets, 2, true);
    ids[4] = gi_spirv_type_struct(b, members, NULL, 1, false);
    ids[5] = gi_spirv_type_function(b, u32, members, 2);
    ids[6] = gi_spirv_type_function(b, u32, members, 1);
    ids[7] = gi_spirv_type_function(b, f32, members, 2);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(ids[i].n, ids[j].n);
    assert_int_equal(ids[0].n, gi_spirv_type_struct(b, members, NULL, 2, false).n);
    assert_int_equal(ids[1].n, gi_spirv_type_struct(b, members, offsets, 2, false).n);
    assert_int_equal(ids[3].n, gi_spirv_type_struct(b, members, offsets, 2, true).n);
    assert_int_equal(ids[5].n, gi_spirv_type_function(b, u32, members, 2).n);
    assert_int_equal(gi_spirv_type_pointer(b, GiStorageClassFunction, u32).n,
                     gi_spirv_type_pointer(b, GiStorageClassFunction, u32).n);
    assert_int_not_equal(gi_spirv_type_pointer(b, GiStorageClassFunction, u32).n,
                         gi_spirv_type_pointer(b, GiStorageClassPrivate, u32).n);
    assert_int_not_equal(gi_spirv_type_pointer(b, GiStorageClassPrivate, u32).n,
                         gi_spirv_type_pointer(b, GiStorageClassPrivate, f32).n);
    finish(&m);
    end(&m);
}

TEST_CASE(equal_constants_are_one)
{
    enum { MANY = 20000 };
    struct module m;
    struct gi_spirv *b = &m.spirv;
    uint32_t *ids = calloc(MANY, sizeof(*ids));
    uint32_t bound;

    begin(&m);
    assert_int_not_equal(gi_spirv_constant_f32(b, 0.0f).n, gi_spirv_constant_f32(b, -0.0f).n);
    assert_int_not_equal(gi_spirv_constant_u32(b, 0).n, gi_spirv_constant_s32(b, 0).n);
    assert_int_not_equal(gi_spirv_constant_u32(b, 0).n, gi_spirv_constant_f32(b, 0.0f).n);
    assert_int_not_equal(gi_spirv_constant_u8(b, 1).n, gi_spirv_constant_u16(b, 1).n);
    assert_int_equal(gi_spirv_spec_u32(b, 3, 9).n, gi_spirv_spec_u32(b, 3, 9).n);
    assert_int_not_equal(gi_spirv_spec_u32(b, 3, 9).n, gi_spirv_spec_u32(b, 4, 9).n);
    assert_int_equal(gi_spirv_string(b, "one").n, gi_spirv_string(b, "one").n);
    assert_int_not_equal(gi_spirv_string(b, "one").n, gi_spirv_string(b, "one ").n);
    assert_int_not_equal(gi_spirv_string(b, "").n, gi_spirv_string(b, "one ").n);
    for (uint32_t i = 0; i < MANY; i++)
        ids[i] = gi_spirv_constant_u64(b, (uint64_t)i << 29).n;
    bound = b->bound;
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(gi_spirv_constant_u64(b, (uint64_t)i << 29).n, ids[i]);
    assert_int_equal(b->bound, bound);
    for (uint32_t i = 1; i < MANY; i++)
        assert_true(ids[i] > ids[i - 1]);
    free(ids);
    finish(&m);
    end(&m);
}

TEST_CASE(capabilities_are_found)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    static const struct { uint32_t bits; bool is_float; enum gi_spirv_capability capability; }
    cases[] = {
        { 8, false, GiCapabilityInt8 }, { 16, false, GiCapabilityInt16 },
        { 64, false, GiCapabilityInt64 }, { 16, true, GiCapabilityFloat16 },
        { 64, true, GiCapabilityFloat64 },
    };

    begin(&m);
    assert_true(gi_spirv_has_capability(b, GiCapabilityShader));
    gi_spirv_type_int(b, 32, true);
    gi_spirv_type_float(b, 32);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_false(gi_spirv_has_capability(b, cases[i].capability));
        if (cases[i].is_float)
            gi_spirv_type_float(b, cases[i].bits);
        else
            gi_spirv_type_int(b, cases[i].bits, false);
        assert_true(gi_spirv_has_capability(b, cases[i].capability));
    }
    finish(&m);
    end(&m);
}

/* ---- limits and misuse ------------------------------------------------------------------- */

TEST_CASE(long_instructions_are_refused)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    uint32_t *words = calloc(70000, sizeof(*words));
    gi_type *members = calloc(70000, sizeof(*members));
    gi_type f32;

    begin(&m);
    f32 = gi_spirv_type_float(b, 32);
    for (int i = 0; i < 70000; i++) {
        members[i] = f32;
        words[i] = f32.n;
    }
    /* 65535 words is the longest. */
    gi_spirv_op(b, GI_SPIRV_STRINGS, GiOpString, words, 65534);
    finish(&m);
    gi_spirv_op(b, GI_SPIRV_STRINGS, GiOpString, words, 65535);
    assert_fails(&m, GI_NOT_SUPPORTED, "would have 65536 words");

    begin(&m);
    assert_int_not_equal(gi_spirv_type_struct(b, members, NULL, 16383, false).n, 0);
    assert_int_equal(gi_spirv_type_struct(b, members, NULL, 16384, false).n, 0);
    assert_fails(&m, GI_NOT_SUPPORTED, "16384 members");

    begin(&m);
    assert_int_not_equal(gi_spirv_type_function(b, f32, members, 255).n, 0);
    assert_int_equal(gi_spirv_type_function(b, f32, members, 256).n, 0);
    assert_fails(&m, GI_NOT_SUPPORTED, "256 parameters");
    free(members);
    free(words);
}

TEST_CASE(ids_are_bounded)
{
    struct module m;

    begin(&m);
    while (m.spirv.bound < 4194303)
        assert_int_not_equal(gi_spirv_id(&m.spirv).n, 0);
    assert_int_equal(gi_spirv_id(&m.spirv).n, 0);
    assert_fails(&m, GI_NOT_SUPPORTED, "4194303 ids");
}

TEST_CASE(memory_is_bounded)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;

    for (size_t limit = 0; limit < 200000; limit += 997) {
        gi_arena_init(&m.arena, limit);
        gi_spirv_init(b, &m.arena, GI_SPIRV_1_5);
        make_kernel(b);
        if (gi_spirv_finish(b, &m.words, &m.count) == GI_OK)
            assert_true(m.count > 5);
        else
            assert_non_null(strstr(gi_last_error_detail(), "bytes of host memory"));
        end(&m);
    }
}

TEST_CASE(misuse_is_told)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;

    begin(&m);
    gi_spirv_value2(b, GiOpIAdd, gi_foreign_type(1), gi_foreign_id(2), gi_foreign_id(3));
    assert_fails(&m, GI_INTERNAL, "outside of a block");

    begin(&m);
    close_kernel(b, open_kernel(b));
    open_kernel(b);
    assert_fails(&m, GI_INTERNAL, "inside of a function");

    begin(&m);
    open_kernel(b);
    gi_spirv_function_end(b);
    assert_fails(&m, GI_INTERNAL, "has no block or an open one");

    begin(&m);
    open_kernel(b);
    open_kernel(b);
    assert_fails(&m, GI_INTERNAL, "a function inside of a function");

    begin(&m);
    open_kernel(b);
    gi_spirv_label(b, GI_NO_ID);
    assert_fails(&m, GI_INTERNAL, "no block can begin");

    begin(&m);
    open_kernel(b);
    gi_spirv_parameter(b, gi_foreign_type(1));
    assert_fails(&m, GI_INTERNAL, "a parameter at a wrong place");

    begin(&m);
    gi_spirv_local(b, gi_foreign_type(1), GI_NO_ID);
    assert_fails(&m, GI_INTERNAL, "a local variable before");

    begin(&m);
    gi_spirv_op(b, GI_SPIRV_FUNCTION_HEAD, GiOpNop, NULL, 0);
    assert_fails(&m, GI_INTERNAL, "no section");

    begin(&m);
    gi_spirv_spec_u32(b, 3, 1);
    gi_spirv_spec_u32(b, 3, 2);
    assert_fails(&m, GI_INTERNAL, "constant 3 has two meanings");
}

/* The first failure is reported. Nothing is written behind it. */
TEST_CASE(a_failure_sticks)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;

    begin(&m);
    gi_spirv_fail(b, gi_fail(GI_NOT_SUPPORTED, "line 7: wmma"));
    gi_spirv_fail(b, GI_INTERNAL);
    assert_int_equal(gi_spirv_id(b).n, 0);
    assert_int_equal(gi_spirv_type_int(b, 32, false).n, 0);
    assert_int_equal(gi_spirv_constant_f64(b, 1.0).n, 0);
    assert_int_equal(gi_spirv_string(b, "text").n, 0);
    assert_int_equal(gi_spirv_spec_u32(b, 1, 1).n, 0);
    assert_int_equal(gi_spirv_builtin(b, GiBuiltInWorkgroupId, gi_foreign_type(1)).n, 0);
    assert_int_equal(gi_spirv_value2(b, GiOpIAdd, gi_foreign_type(1), gi_foreign_id(2),
                                     gi_foreign_id(3)).n, 0);
    assert_int_equal(gi_spirv_type_struct(b, NULL, NULL, 20000, false).n, 0);
    close_kernel(b, open_kernel(b));
    assert_fails(&m, GI_NOT_SUPPORTED, "line 7: wmma");
}
