/* GPU kernels in GLSL, for modules of SPIR-V that hipModuleLoadData or cuModuleLoadData takes:
 *
 *     #version 460
 *     #extension GL_GOOGLE_include_directive : require
 *     #include "gpuinterop/kernel.glsl"
 *
 *     GPUINTEROP_POINTER(floats, float)
 *     GPUINTEROP_PARAMETERS(floats y; floats x; float a; int n;)
 *
 *     void main()
 *     {
 *         uint i = blockIdx.x * blockDim.x + threadIdx.x;
 *         if (i < parameters.n)
 *             parameters.y.at[i] += parameters.a * parameters.x.at[i];
 *     }
 *
 * Compile it with `glslangValidator --target-env vulkan1.2 -e saxpy --source-entrypoint main`. The
 * kernel's name is the name of the entry point. Its arguments are the members of the parameters, in
 * their order; together up to 4096 bytes, of which the first 120 cost least. The launch sets the size of the block. */
#ifndef GPUINTEROP_KERNEL_GLSL
#define GPUINTEROP_KERNEL_GLSL

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_control_flow_attributes : enable

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;

/* The number of elements of an array in shared memory whose size the launch gives:
 *     shared float line[GPUINTEROP_SHARED_COUNT]; */
layout(constant_id = 3) const uint gpuinterop_shared_count = 1;
#define GPUINTEROP_SHARED_COUNT gpuinterop_shared_count

/* CUDA's names. */
#define threadIdx gl_LocalInvocationID
#define blockIdx gl_WorkGroupID
#define blockDim gl_WorkGroupSize
#define gridDim gl_NumWorkGroups

void syncthreads()
{
    memoryBarrierShared();
    barrier();
}

/* A pointer type: name is declared as a type whose member at[] has the elements. */
#define GPUINTEROP_POINTER(name, type) \
    layout(buffer_reference, std430, buffer_reference_align = 4) buffer name { type at[]; };

/* The kernel's parameters, as parameters.NAME. */
#define GPUINTEROP_PARAMETERS(members) \
    layout(push_constant, std430) uniform gpuinterop_parameters { members } parameters;

#endif
