/* What reads of textures give where the manual is silent: a linear filter whose reads are integers,
 * coordinates of texels on levels, reads of one dimension from linear memory; and the flags that a
 * texture tells. */
#include "ask_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 6.4\n.target sm_60\n.address_size 64\n"
#define READER(name, instruction) \
    ".visible .entry " name "(.param .u64 out, .param .u64 texture, .param .f32 x,\n" \
    ".param .f32 y, .param .f32 level)\n{\n.reg .b64 %rd<3>;\n.reg .b32 %r<5>;\n" \
    ".reg .f32 %f<4>;\n" \
    "ld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [texture];\nld.param.f32 %f1, [x];\n" \
    "ld.param.f32 %f2, [y];\nld.param.f32 %f3, [level];\ncvt.rzi.s32.f32 %r1, %f1;\n" \
    instruction "\nst.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};\nret;\n}\n"

static const char code[] = HEAD
    READER("plain_u", "tex.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}];")
    READER("plain_s", "tex.2d.v4.s32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}];")
    READER("level_u", "tex.level.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}], %f3;")
    READER("level_f", "tex.level.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}], %f3;")
    READER("gather_u", "tld4.r.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}];")
    READER("line_f", "tex.1d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1}];")
    READER("line_s", "tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd2, {%r1}];");

static CUdeviceptr out;
static CUmodule module;

static void read_texel(const char *question, const char *kernel, CUtexObject texture, float x,
                       float y, float level)
{
    void *arguments[] = { &out, &texture, &x, &y, &level };
    uint32_t got[4] = { 77, 77, 77, 77 };
    CUfunction function = NULL;
    int code;

    (void)DRIVER_CALL(cuModuleGetFunction, &function, module, kernel);
    (void)DRIVER_CALL(cuMemsetD32, out, 77, 4);
    code = DRIVER_CALL(cuLaunchKernel, function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    if (code == 0)
        code = driver.cuMemcpyDtoH_v2_(got, out, sizeof got);
    say("textures.%s.%s.%g_%g_%g: %d %08x %08x %08x %08x", question, kernel, x, y, level, code,
        got[0], got[1], got[2], got[3]);
}

/* ---- a linear filter with integers --------------------------------------------------------- */

static const struct format {
    const char *name;
    CUarray_format format;
    uint32_t bytes;
} formats[] = {
    { "u8", CU_AD_FORMAT_UNSIGNED_INT8, 1 }, { "s8", CU_AD_FORMAT_SIGNED_INT8, 1 },
    { "u16", CU_AD_FORMAT_UNSIGNED_INT16, 2 }, { "s16", CU_AD_FORMAT_SIGNED_INT16, 2 },
    { "u32", CU_AD_FORMAT_UNSIGNED_INT32, 4 }, { "s32", CU_AD_FORMAT_SIGNED_INT32, 4 },
    { "float", CU_AD_FORMAT_FLOAT, 4 }, { "half", CU_AD_FORMAT_HALF, 2 },
};

/* Texels 10, 21, 50, -3 and so on, in rows of four. */
static CUarray filled_array(const struct format *format, CUarray array)
{
    static const int values[4][4] = {
        { 10, 21, 50, -3 }, { 100, 7, 90, 60 }, { -20, -31, 5, 6 }, { 127, -128, 77, 78 } };
    unsigned char bytes[64];
    CUDA_MEMCPY2D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes,
                           .srcPitch = 4 * format->bytes, .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                           .dstArray = array, .WidthInBytes = 4 * format->bytes, .Height = 4 };

    for (int i = 0; i < 16; i++) {
        int value = values[i / 4][i % 4];
        float real = (float)value;
        uint16_t half = (uint16_t)(0x3c00 + i * 0x80);

        memcpy(bytes + (uint32_t)i * format->bytes,
               format->format == CU_AD_FORMAT_FLOAT ? (const void *)&real
               : format->format == CU_AD_FORMAT_HALF ? (const void *)&half : (const void *)&value,
               format->bytes);
    }
    (void)DRIVER_CALL(cuMemcpy2D, &copy);
    return array;
}

static CUtexObject texture_of(const char *question, const CUDA_RESOURCE_DESC *resource,
                              unsigned int filter, unsigned int flags)
{
    CUDA_TEXTURE_DESC wanted = { .filterMode = (CUfilter_mode)filter, .flags = flags,
        .addressMode = { CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                         CU_TR_ADDRESS_MODE_CLAMP }, .maxMipmapLevelClamp = 10 }, told;
    CUtexObject texture = 0;
    int code = DRIVER_CALL(cuTexObjectCreate, &texture, resource, &wanted, NULL);

    memset(&told, 0x77, sizeof told);
    if (code == 0)
        (void)DRIVER_CALL(cuTexObjectGetTextureDesc, &told, texture);
    say("textures.%s.made_%u_0x%x: %d 0x%x %d", question, filter, flags, code,
        code == 0 ? told.flags : 0, code == 0 ? (int)told.filterMode : 0);
    return texture;
}

static void ask_linear(const struct format *format)
{
    static const float places[][2] = {
        { 0.5f, 0.5f }, { 0.75f, 0.5f }, { 1.0f, 0.5f }, { 1.25f, 0.5f }, { 1.5f, 0.5f },
        { 0.9f, 0.5f }, { 1.1f, 0.5f }, { 0.99f, 0.5f }, { 1.01f, 0.5f },
        { 1.0f, 1.0f }, { 0.75f, 1.25f }, { 0.0f, 0.0f }, { 4.0f, 0.5f }, { 3.0f, 0.5f },
        { 0.5f, 1.0f }, { 2.3f, 2.7f }, { 1.0f, 3.0f }, { 2.0f, 3.25f }, { 1.0f, 2.5f },
        { 1.0625f, 0.5f }, { 0.9375f, 2.5f },
    };
    CUDA_ARRAY_DESCRIPTOR shape = { .Width = 4, .Height = 4, .Format = format->format,
                                    .NumChannels = 1 };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY };
    const char *kernel = format->name[0] == 's' ? "plain_s" : "plain_u";
    CUtexObject texture;

    if (DRIVER_CALL(cuArrayCreate, &resource.res.array.hArray, &shape) != 0)
        return;
    (void)filled_array(format, resource.res.array.hArray);
    texture = texture_of(format->name, &resource, CU_TR_FILTER_MODE_LINEAR,
                         CU_TRSF_READ_AS_INTEGER);
    for (size_t i = 0; texture != 0 && i < sizeof places / sizeof places[0]; i++)
        read_texel(format->name, kernel, texture, places[i][0], places[i][1], 0);
    if (texture != 0) {
        read_texel(format->name, "gather_u", texture, 1.0f, 1.0f, 0);
        (void)DRIVER_CALL(cuTexObjectDestroy, texture);
    }
    texture = texture_of(format->name, &resource, CU_TR_FILTER_MODE_LINEAR,
                         CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES);
    if (texture != 0) {
        read_texel(format->name, kernel, texture, 0.25f, 0.125f, 0);
        read_texel(format->name, kernel, texture, 0.25f, 0.25f, 0);
    }
    (void)texture_of(format->name, &resource, CU_TR_FILTER_MODE_LINEAR, 0);
    (void)texture_of(format->name, &resource, CU_TR_FILTER_MODE_POINT, 0);
}

/* ---- rows of pitched memory ---------------------------------------------------------------- */

static void ask_pitched(void)
{
    CUdeviceptr memory = 0;
    size_t pitch = 0;
    unsigned char bytes[16] = { 10, 21, 50, 253, 100, 7, 90, 60, 20, 31, 5, 6, 127, 128, 77, 78 };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_PITCH2D };
    CUtexObject texture;

    (void)DRIVER_CALL(cuMemAllocPitch, &memory, &pitch, 4, 4, 4);
    for (int row = 0; row < 4; row++)
        (void)driver.cuMemcpyHtoD_v2_(memory + (unsigned)row * pitch, bytes + 4 * row, 4);
    resource.res.pitch2D.devPtr = memory, resource.res.pitch2D.pitchInBytes = pitch;
    resource.res.pitch2D.width = 4, resource.res.pitch2D.height = 4;
    resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8, resource.res.pitch2D.numChannels = 1;
    texture = texture_of("pitched", &resource, CU_TR_FILTER_MODE_LINEAR, CU_TRSF_READ_AS_INTEGER);
    if (texture != 0)
        for (float x = 0.5f; x < 3; x += 0.125f)
            read_texel("pitched", "plain_u", texture, x, 1.0f, 0);
}

/* ---- levels -------------------------------------------------------------------------------- */

static void ask_levels(void)
{
    static const struct format real = { "float", CU_AD_FORMAT_FLOAT, 4 };
    static const unsigned int flags[] = { 0, CU_TRSF_READ_AS_INTEGER,
                                          CU_TRSF_NORMALIZED_COORDINATES };
    CUDA_ARRAY3D_DESCRIPTOR shape = { .Width = 4, .Height = 4, .Format = CU_AD_FORMAT_FLOAT,
                                      .NumChannels = 1 };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY };
    CUarray level;

    if (DRIVER_CALL(cuMipmappedArrayCreate, &resource.res.mipmap.hMipmappedArray, &shape, 3) != 0 ||
        DRIVER_CALL(cuMipmappedArrayGetLevel, &level, resource.res.mipmap.hMipmappedArray, 0) != 0)
        return;
    (void)filled_array(&real, level);
    if (DRIVER_CALL(cuMipmappedArrayGetLevel, &level, resource.res.mipmap.hMipmappedArray,
                    1) == 0) {
        float values[] = { 1000, 1001, 1002, 1003 };
        CUDA_MEMCPY2D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = values,
                               .srcPitch = 8, .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                               .dstArray = level, .WidthInBytes = 8, .Height = 2 };

        (void)DRIVER_CALL(cuMemcpy2D, &copy);
    }
    for (int filter = 0; filter < 2; filter++)
        for (size_t i = 0; i < 3; i++) {
            CUtexObject texture = texture_of("levels", &resource, (unsigned)filter, flags[i]);
            char question[64];

            snprintf(question, sizeof question, "levels_%d_0x%x", filter, flags[i]);
            if (texture == 0)
                continue;
            for (float x = 0; x < 4.5f; x += 0.5f) {
                read_texel(question, "level_f", texture, x, 1.0f, 0);
                read_texel(question, "level_f", texture, x, 1.0f, 1);
            }
            read_texel(question, "level_f", texture, 0.3f, 0.3f, 0);
            read_texel(question, "level_f", texture, 0.3f, 0.3f, 1);
            read_texel(question, "plain_u", texture, 2.5f, 1.5f, 0);
        }
}

/* ---- lines --------------------------------------------------------------------------------- */

static void ask_linear_memory(void)
{
    static const unsigned int flags[] = {
        0, CU_TRSF_READ_AS_INTEGER, CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES };
    uint32_t values[16];
    CUdeviceptr memory = 0;
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_LINEAR };

    for (uint32_t i = 0; i < 16; i++)
        values[i] = 1000 + i;
    (void)DRIVER_CALL(cuMemAlloc, &memory, 4096);
    (void)driver.cuMemcpyHtoD_v2_(memory, values, sizeof values);
    resource.res.linear.devPtr = memory, resource.res.linear.sizeInBytes = sizeof values;
    resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT32, resource.res.linear.numChannels = 1;
    for (unsigned int filter = 0; filter < 2; filter++)
        for (size_t i = 0; i < 3; i++) {
            CUtexObject texture = texture_of("linear", &resource, filter, flags[i]);
            char question[64];

            snprintf(question, sizeof question, "linear_%u_0x%x", filter, flags[i]);
            if (texture == 0)
                continue;
            for (float x = -1.25f; x < 18; x += 0.75f)
                read_texel(question, "line_f", texture, x, 0, 0);
            for (float x = -1; x < 18; x += 1)
                read_texel(question, "line_s", texture, x, 0, 0);
        }
    resource.flags = 1;
    (void)texture_of("resource_flags", &resource, 0, CU_TRSF_READ_AS_INTEGER);
    resource.flags = 0;
    for (unsigned int bit = 1; bit < 0x200; bit *= 2)
        (void)texture_of("flags", &resource, 0, bit);
}

void ask_textures(void)
{
    (void)need_context();
    if (DRIVER_CALL(cuModuleLoadData, &module, code) != 0 ||
        DRIVER_CALL(cuMemAlloc, &out, 16) != 0)
        return;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        ask_linear(&formats[i]);
    ask_pitched();
    ask_levels();
    ask_linear_memory();
}
