#include "kernel/reflect/capability_names.h"

#include <stddef.h>

/* Capabilities of kernels and shaders. The list lacks capabilities of compilers for programmable
 * logic, and capabilities of memory models, which every device here has. */
#define CAPABILITIES(ROW) \
    ROW(0, Matrix) ROW(1, Shader) ROW(2, Geometry) ROW(3, Tessellation) ROW(4, Addresses) \
    ROW(5, Linkage) ROW(6, Kernel) ROW(7, Vector16) ROW(8, Float16Buffer) ROW(9, Float16) \
    ROW(10, Float64) ROW(11, Int64) ROW(12, Int64Atomics) ROW(13, ImageBasic) \
    ROW(14, ImageReadWrite) ROW(15, ImageMipmap) ROW(17, Pipes) ROW(18, Groups) \
    ROW(19, DeviceEnqueue) ROW(20, LiteralSampler) ROW(21, AtomicStorage) ROW(22, Int16) \
    ROW(23, TessellationPointSize) ROW(24, GeometryPointSize) ROW(25, ImageGatherExtended) \
    ROW(27, StorageImageMultisample) ROW(28, UniformBufferArrayDynamicIndexing) \
    ROW(29, SampledImageArrayDynamicIndexing) ROW(30, StorageBufferArrayDynamicIndexing) \
    ROW(31, StorageImageArrayDynamicIndexing) ROW(32, ClipDistance) ROW(33, CullDistance) \
    ROW(34, ImageCubeArray) ROW(35, SampleRateShading) ROW(36, ImageRect) ROW(37, SampledRect) \
    ROW(38, GenericPointer) ROW(39, Int8) ROW(40, InputAttachment) ROW(41, SparseResidency) \
    ROW(42, MinLod) ROW(43, Sampled1D) ROW(44, Image1D) ROW(45, SampledCubeArray) \
    ROW(46, SampledBuffer) ROW(47, ImageBuffer) ROW(48, ImageMSArray) \
    ROW(49, StorageImageExtendedFormats) ROW(50, ImageQuery) ROW(51, DerivativeControl) \
    ROW(52, InterpolationFunction) ROW(53, TransformFeedback) ROW(54, GeometryStreams) \
    ROW(55, StorageImageReadWithoutFormat) ROW(56, StorageImageWriteWithoutFormat) \
    ROW(57, MultiViewport) ROW(58, SubgroupDispatch) ROW(59, NamedBarrier) ROW(60, PipeStorage) \
    ROW(61, GroupNonUniform) ROW(62, GroupNonUniformVote) ROW(63, GroupNonUniformArithmetic) \
    ROW(64, GroupNonUniformBallot) ROW(65, GroupNonUniformShuffle) \
    ROW(66, GroupNonUniformShuffleRelative) ROW(67, GroupNonUniformClustered) \
    ROW(68, GroupNonUniformQuad) ROW(69, ShaderLayer) ROW(70, ShaderViewportIndex) \
    ROW(71, UniformDecoration) ROW(4165, CoreBuiltinsARM) ROW(4422, FragmentShadingRateKHR) \
    ROW(4423, SubgroupBallotKHR) ROW(4427, DrawParameters) \
    ROW(4428, WorkgroupMemoryExplicitLayoutKHR) \
    ROW(4429, WorkgroupMemoryExplicitLayout8BitAccessKHR) \
    ROW(4430, WorkgroupMemoryExplicitLayout16BitAccessKHR) ROW(4431, SubgroupVoteKHR) \
    ROW(4433, StorageBuffer16BitAccess) ROW(4434, StorageUniform16) \
    ROW(4435, StoragePushConstant16) ROW(4436, StorageInputOutput16) ROW(4437, DeviceGroup) \
    ROW(4439, MultiView) ROW(4441, VariablePointersStorageBuffer) ROW(4442, VariablePointers) \
    ROW(4445, AtomicStorageOps) ROW(4447, SampleMaskPostDepthCoverage) \
    ROW(4448, StorageBuffer8BitAccess) ROW(4449, UniformAndStorageBuffer8BitAccess) \
    ROW(4450, StoragePushConstant8) ROW(4464, DenormPreserve) ROW(4465, DenormFlushToZero) \
    ROW(4466, SignedZeroInfNanPreserve) ROW(4467, RoundingModeRTE) ROW(4468, RoundingModeRTZ) \
    ROW(4471, RayQueryProvisionalKHR) ROW(4472, RayQueryKHR) \
    ROW(4478, RayTraversalPrimitiveCullingKHR) ROW(4479, RayTracingKHR) \
    ROW(5008, Float16ImageAMD) ROW(5009, ImageGatherBiasLodAMD) ROW(5010, FragmentMaskAMD) \
    ROW(5013, StencilExportEXT) ROW(5015, ImageReadWriteLodAMD) ROW(5016, Int64ImageEXT) \
    ROW(5055, ShaderClockKHR) ROW(5249, SampleMaskOverrideCoverageNV) \
    ROW(5251, GeometryShaderPassthroughNV) ROW(5254, ShaderViewportIndexLayerEXT) \
    ROW(5255, ShaderViewportMaskNV) ROW(5259, ShaderStereoViewNV) ROW(5260, PerViewAttributesNV) \
    ROW(5265, FragmentFullyCoveredEXT) ROW(5266, MeshShadingNV) ROW(5282, ImageFootprintNV) \
    ROW(5283, MeshShadingEXT) ROW(5284, FragmentBarycentricKHR) \
    ROW(5288, ComputeDerivativeGroupQuadsNV) ROW(5291, FragmentDensityEXT) \
    ROW(5297, GroupNonUniformPartitionedNV) ROW(5301, ShaderNonUniform) \
    ROW(5302, RuntimeDescriptorArray) ROW(5303, InputAttachmentArrayDynamicIndexing) \
    ROW(5304, UniformTexelBufferArrayDynamicIndexing) \
    ROW(5305, StorageTexelBufferArrayDynamicIndexing) \
    ROW(5306, UniformBufferArrayNonUniformIndexing) \
    ROW(5307, SampledImageArrayNonUniformIndexing) \
    ROW(5308, StorageBufferArrayNonUniformIndexing) \
    ROW(5309, StorageImageArrayNonUniformIndexing) \
    ROW(5310, InputAttachmentArrayNonUniformIndexing) \
    ROW(5311, UniformTexelBufferArrayNonUniformIndexing) \
    ROW(5312, StorageTexelBufferArrayNonUniformIndexing) ROW(5340, RayTracingNV) \
    ROW(5341, RayTracingMotionBlurNV) \
    ROW(5347, PhysicalStorageBufferAddresses) \
    ROW(5350, ComputeDerivativeGroupLinearNV) ROW(5353, RayTracingProvisionalKHR) \
    ROW(5357, CooperativeMatrixNV) ROW(5363, FragmentShaderSampleInterlockEXT) \
    ROW(5372, FragmentShaderShadingRateInterlockEXT) ROW(5373, ShaderSMBuiltinsNV) \
    ROW(5378, FragmentShaderPixelInterlockEXT) ROW(5379, DemoteToHelperInvocation) \
    ROW(5381, RayTracingOpacityMicromapEXT) ROW(5383, ShaderInvocationReorderNV) \
    ROW(5390, BindlessTextureNV) ROW(5612, AtomicFloat32MinMaxEXT) \
    ROW(5613, AtomicFloat64MinMaxEXT) ROW(5616, AtomicFloat16MinMaxEXT) \
    ROW(5629, ExpectAssumeKHR) ROW(6016, DotProductInputAll) ROW(6017, DotProductInput4x8Bit) \
    ROW(6018, DotProductInput4x8BitPacked) ROW(6019, DotProduct) ROW(6020, RayCullMaskKHR) \
    ROW(6025, BitInstructions) ROW(6026, GroupNonUniformRotateKHR) ROW(6033, AtomicFloat32AddEXT) \
    ROW(6034, AtomicFloat64AddEXT) ROW(6095, AtomicFloat16AddEXT) \
    ROW(6400, GroupUniformArithmeticKHR)

const char *gi_capability_name(uint32_t capability)
{
    switch (capability) {
#define ROW(number, name) case number: return #name;
    CAPABILITIES(ROW)
#undef ROW
    default:
        return NULL;
    }
}
