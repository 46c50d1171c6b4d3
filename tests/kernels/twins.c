/** Textures and surfaces as a kernel in PTX and its twin in GLSL (twins.comp) see them: every value
 *  has to be the same, by both interfaces.
 *
 *  kernels_twins_API MODULE: the file of twins.comp. */
#include <stdio.h>
#include <string.h>

#include "kernels.h"
#include "loading.h"
#include "test_cases.h"

#define SKIPPED 77

enum { THREADS = 1024, SIZE = 16, PLACES = 32 };

/* What a kernel is told to read: the numbers of twins.comp. */
enum { ROW, PLANE, LEVEL, SPACE, LAYERS, CUBE, GATHER, FETCH, KINDS };

static const char text[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry twin(.param .u64 from, .param .u64 to, .param .u64 out, .param .f32 unit,\n"
    "    .param .u32 what)\n{\n"
    ".reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %t, %s, %o; .reg .pred %c;\n"
    "ld.param.u64 %t, [from]; ld.param.u64 %s, [to]; ld.param.u64 %o, [out];\n"
    "ld.param.f32 %f8, [unit]; ld.param.u32 %r8, [what];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    "mad.lo.u32 %r1, %r1, %r2, %r3; and.b32 %r2, %r1, 31; shr.u32 %r3, %r1, 5;\n"
    "cvt.rn.f32.u32 %f0, %r2; sub.f32 %f0, %f0, 0f41000000; mul.f32 %f0, %f0, %f8;\n"
    "cvt.rn.f32.u32 %f1, %r3; sub.f32 %f1, %f1, 0f41000000; mul.f32 %f1, %f1, %f8;\n"
    "mov.f32 %f2, 0f00000000; mov.f32 %f3, %f2; mov.f32 %f4, %f2; mov.f32 %f5, %f2;\n"
    "mov.f32 %f6, 0f3F000000; and.b32 %r4, %r1, 7; add.s32 %r4, %r4, -2; add.s32 %r5, %r1, -8;\n"
#define WHEN(number, instruction) \
    "setp.eq.u32 %c, %r8, " #number ";\n@%c " instruction ";\n"
#define TEXEL "{%f2, %f3, %f4, %f5}, [%t, "
    WHEN(0, "tex.1d.v4.f32.f32 " TEXEL "{%f0}]")
    WHEN(1, "tex.2d.v4.f32.f32 " TEXEL "{%f0, %f1}]")
    WHEN(2, "tex.level.2d.v4.f32.f32 " TEXEL "{%f0, %f1}], %f0")
    WHEN(3, "tex.3d.v4.f32.f32 " TEXEL "{%f0, %f1, %f1, %f1}]")
    WHEN(4, "tex.a2d.v4.f32.f32 " TEXEL "{%r4, %f0, %f1, %f1}]")
    WHEN(5, "tex.cube.v4.f32.f32 " TEXEL "{%f0, %f1, %f6, %f6}]")
    WHEN(6, "tld4.b.2d.v4.f32.f32 " TEXEL "{%f0, %f1}]")
    WHEN(7, "tex.1d.v4.f32.s32 " TEXEL "{%r5}]")
    "mad.wide.u32 %o, %r1, 16, %o;\nst.global.v4.f32 [%o], {%f2, %f3, %f4, %f5};\n"
    "mov.b32 %r4, %f2; mov.b32 %r5, %f3; mov.b32 %r6, %f4; mov.b32 %r7, %f5;\n"
    "shl.b32 %r2, %r2, 4;\n"
    WHEN(1, "sust.b.2d.v4.b32.clamp [%s, {%r2, %r3}], {%r4, %r5, %r6, %r7}")
    "ret;\n}\n";

static module_of_kernel modules[2];
static kernel_of_module kernels[2];      /* in PTX, in GLSL */

/* ---- what is read ---------------------------------------------------------------------------- */

/* The same for each format: texels of bytes that follow no pattern. */
static gpuArray_t make_array(int kind, bool of_floats)
{
    static uint8_t bytes[SIZE * SIZE * SIZE * 16];
    gpuChannelFormatDesc format = of_floats
        ? gpuCreateChannelDesc(32, 32, 32, 32, gpuChannelFormatKindFloat)
        : gpuCreateChannelDesc(8, 8, 8, 8, gpuChannelFormatKindUnsigned);
    size_t depth = kind == SPACE ? SIZE : kind == LAYERS ? 5 : kind == CUBE ? 6 : 0;
    unsigned flags = kind == LAYERS ? gpuArrayLayered : kind == CUBE ? gpuArrayCubemap : 0;
    size_t row = SIZE * (of_floats ? 16u : 4u), rows = kind == ROW ? 1 : SIZE;
    gpuMemcpy3DParms copy = { .kind = gpuMemcpyHostToDevice,
                              .extent = { SIZE, rows, depth > 0 ? depth : 1 } };
    gpuArray_t array;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 11 * 5);
    for (size_t i = 0; of_floats && i < sizeof bytes / 4; i++)
        ((float *)(void *)bytes)[i] = (float)(i * i % 977) / 8;
    OK(gpuMalloc3DArray(&array, &format, (gpuExtent){ SIZE, kind == ROW ? 0 : SIZE, depth },
                        flags));
    copy.srcPtr = (gpuPitchedPtr){ bytes, row, SIZE, rows };
    copy.dstArray = array;
    OK(gpuMemcpy3D(&copy));
    return array;
}

struct way {
    int kind;
    bool of_floats, is_normalized, is_linear;
    unsigned address;
};

/* How many neighbours differ. */
static int count_values(const float *texels)
{
    int count = 0;

    for (int i = 4; i < THREADS * 4; i++)
        count += memcmp(&texels[i], &texels[i - 4], 4) != 0;
    return count;
}

/* Runs both kernels on a texture; what they stored has to be the same bytes. */
static void compare(const struct way *way, gpuTextureObject_t texture)
{
    static float texels[2][THREADS * 4], stored[2][THREADS * 4];
    gpuChannelFormatDesc format = gpuCreateChannelDesc(32, 32, 32, 32, gpuChannelFormatKindFloat);
    gpuResourceDesc resource;
    float unit = way->is_normalized ? 0.0731f : 0.81f;
    uint32_t what = (uint32_t)way->kind;
    gpuArray_t array;
    void *out;

    memset(&resource, 0, sizeof resource);
    OK(gpuMalloc(&out, sizeof texels[0]));
    for (int i = 0; i < 2; i++) {
        gpuSurfaceObject_t surface;
        void *arguments[] = { &texture, &surface, &out, &unit, &what };

        OK(gpuMallocArray(&array, &format, PLACES, PLACES, gpuArraySurfaceLoadStore));
        resource.resType = gpuResourceTypeArray;
        resource.res.array.array = array;
        OK(gpuCreateSurfaceObject(&surface, &resource));
        OK(gpuMemset(out, 0xc1 + i, sizeof texels[i]));      /* what one wrote is not the other's */
        OK(LAUNCH_OF(kernels[i], 16, 64, arguments));
        OK(gpuMemcpy(texels[i], out, sizeof texels[i], gpuMemcpyDeviceToHost));
        OK(gpuMemcpy2DFromArray(stored[i], PLACES * 16, array, 0, 0, PLACES * 16, PLACES,
                                gpuMemcpyDeviceToHost));
        OK(gpuDestroySurfaceObject(surface));
        OK(gpuFreeArray(array));
    }
    OK(gpuFree(out));
    for (int i = 0; i < THREADS * 4; i++) {
        if (memcmp(&texels[0][i], &texels[1][i], 4) != 0)
            fail_msg("kind %d, floats %d, normalized %d, linear %d, address %u, texel %d: PTX has "
                     "%g, GLSL %g", way->kind, way->of_floats, way->is_normalized, way->is_linear,
                     way->address, i, (double)texels[0][i], (double)texels[1][i]);
    }
    assert_true(count_values(texels[0]) > 4);
    if (way->kind != PLANE)              /* nothing is stored then */
        return;
    assert_memory_equal(stored[0], stored[1], sizeof stored[0]);
    assert_memory_equal(stored[0], texels[0], sizeof stored[0]);
}

static gpuTextureObject_t make_texture(const struct way *way, const gpuResourceDesc *resource)
{
    gpuTextureDesc description;
    gpuTextureObject_t texture;

    memset(&description, 0, sizeof description);
    for (int i = 0; i < 3; i++)
        description.addressMode[i] = way->address;
    description.filterMode = way->is_linear ? gpuFilterModeLinear : API(FilterModePoint);
    description.readMode = way->of_floats ? API(ReadModeElementType) : gpuReadModeNormalizedFloat;
    description.normalizedCoords = way->is_normalized;
    description.borderColor[1] = 0.25f;
    OK(gpuCreateTextureObject(&texture, resource, &description, NULL));
    return texture;
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST_CASE(arrays_read_the_same)
{
    static const unsigned addresses[4] = { API(AddressModeWrap), gpuAddressModeClamp,
                                           gpuAddressModeMirror, gpuAddressModeBorder };

    for (int kind = ROW; kind < FETCH; kind++) {
        for (int i = 0; i < 16; i++) {
            bool is_normalized = (i & 2) != 0 || kind == CUBE;
            struct way way = { .kind = kind, .of_floats = (i & 1) != 0,
                               .is_normalized = is_normalized, .is_linear = (i & 4) != 0,
                               .address = addresses[is_normalized ? i >> 2 : 1 + 2 * (i >> 3)] };
            gpuResourceDesc resource;
            gpuTextureObject_t texture;

            memset(&resource, 0, sizeof resource);
            resource.resType = gpuResourceTypeArray;
            resource.res.array.array = make_array(kind, way.of_floats);
            texture = make_texture(&way, &resource);
            compare(&way, texture);
            OK(gpuDestroyTextureObject(texture));
            OK(gpuFreeArray(resource.res.array.array));
        }
    }
}

TEST_CASE(linear_memory_reads_the_same)
{
    static float values[THREADS / 2][4];
    struct way way = { .kind = FETCH, .of_floats = true, .address = gpuAddressModeClamp };
    gpuResourceDesc resource;
    gpuTextureObject_t texture;

    for (int i = 0; i < THREADS * 2; i++)
        values[i / 4][i % 4] = (float)i / 4;
    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeLinear;
    resource.res.linear.desc = gpuCreateChannelDesc(32, 32, 32, 32, gpuChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = sizeof values;
    OK(gpuMalloc(&resource.res.linear.devPtr, sizeof values));
    OK(gpuMemcpy(resource.res.linear.devPtr, values, sizeof values, gpuMemcpyHostToDevice));
    texture = make_texture(&way, &resource);
    compare(&way, texture);
    OK(gpuDestroyTextureObject(texture));
    OK(gpuFree(resource.res.linear.devPtr));
}

/* Whether there are textures, and something that checks modules. */
static bool prepare(const char *path)
{
    gpuResourceDesc resource;
    gpuTextureObject_t texture;
    gpuTextureDesc plain;
    gpuError_t code;

    memset(&resource, 0, sizeof resource);
    memset(&plain, 0, sizeof plain);
    resource.resType = gpuResourceTypeArray;
    resource.res.array.array = make_array(PLANE, true);
    code = gpuCreateTextureObject(&texture, &resource, &plain, NULL);
    if (code == gpuSuccess)
        OK(gpuDestroyTextureObject(texture));
    OK(gpuFreeArray(resource.res.array.array));
    if (code == gpuErrorNotSupported)
        return false;
    OK(LOAD_TEXT(&modules[0], text));
    OK(LOAD_FILE(&modules[1], path));
    for (int i = 0; i < 2; i++)
        OK(FIND(&kernels[i], modules[i], i == 0 ? "twin" : "main"));
    return true;
}

int main(int argc, char **argv)
{
    int count, failed;

    if (argc != 2)
        return 2;
    if (gpuGetDeviceCount(&count) != gpuSuccess || !prepare(argv[1])) {
        printf("skipped: no device with textures\n");
        return SKIPPED;
    }
    failed = run_test_cases(NULL);
    for (int i = 0; i < 2; i++)
        failed += UNLOAD(modules[i]) != gpuSuccess;
    return failed != 0;
}
