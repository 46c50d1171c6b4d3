/** Texture and surface objects: how they are made, what is told of them, and how they end. What
 *  kernels read through them is tests/textures'. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

#define AS_TEXTURE(number) ((gpuTextureObject_t)(uintptr_t)(number))
#define AS_SURFACE(number) ((gpuSurfaceObject_t)(uintptr_t)(number))

static gpuArray_t make_array(unsigned int flags)
{
    gpuChannelFormatDesc format = gpuCreateChannelDesc(8, 8, 8, 8, gpuChannelFormatKindUnsigned);
    gpuArray_t array;

    OK(gpuMallocArray(&array, &format, 16, 8, flags));
    return array;
}

static gpuResourceDesc resource_of(gpuArray_t array)
{
    gpuResourceDesc resource;

    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

/** Skips the test where the device has no textures. */
static void need_textures(void)
{
    gpuResourceDesc resource;
    gpuTextureObject_t texture;
    gpuTextureDesc plain;
    gpuArray_t array;
    gpuError_t code;

    memset(&plain, 0, sizeof plain);
    array = make_array(gpuArrayDefault);
    resource = resource_of(array);
    code = gpuCreateTextureObject(&texture, &resource, &plain, NULL);
    OK(gpuFreeArray(array));
    if (code == gpuErrorNotSupported)
        skip();
    assert_int_equal(code, gpuSuccess);
    OK(gpuDestroyTextureObject(texture));
}

TEST_CASE(an_object_tells_what_it_was_made_of)
{
    gpuTextureDesc texture, told;
    gpuResourceViewDesc view, told_view;
    gpuResourceDesc resource, told_resource;
    gpuTextureObject_t object, plain;
    gpuArray_t array;

    need_textures();
    array = make_array(gpuArrayDefault);
    resource = resource_of(array);
    memset(&texture, 0, sizeof texture);
    memset(&view, 0, sizeof view);
    texture.addressMode[0] = gpuAddressModeBorder;
    texture.addressMode[1] = gpuAddressModeMirror;
    texture.filterMode = gpuFilterModeLinear;
    texture.readMode = gpuReadModeNormalizedFloat;
    texture.normalizedCoords = 1;
    texture.borderColor[2] = 0.5f;
    texture.maxAnisotropy = 4;
    view.format = gpuResViewFormatSignedChar4;
    view.width = 16;
    view.height = 8;
    OK(gpuCreateTextureObject(&object, &resource, &texture, &view));
    OK(gpuCreateTextureObject(&plain, &resource, &texture, NULL));
    assert_true(object != plain);
    OK(gpuGetTextureObjectResourceDesc(&told_resource, object));
    assert_int_equal(told_resource.resType, gpuResourceTypeArray);
    assert_ptr_equal(told_resource.res.array.array, array);
    OK(gpuGetTextureObjectTextureDesc(&told, object));
    assert_int_equal(told.addressMode[0], gpuAddressModeBorder);
    assert_int_equal(told.addressMode[1], gpuAddressModeMirror);
    assert_int_equal(told.filterMode, gpuFilterModeLinear);
    assert_int_equal(told.readMode, gpuReadModeNormalizedFloat);
    assert_int_equal(told.maxAnisotropy, 4);
    assert_true(told.borderColor[2] == 0.5f);
    OK(gpuGetTextureObjectResourceViewDesc(&told_view, object));
    assert_int_equal(told_view.format, gpuResViewFormatSignedChar4);
    assert_int_equal(told_view.height, 8);
    BAD_VALUE(gpuGetTextureObjectResourceViewDesc(&told_view, plain), "view");
    OK(gpuFreeArray(array));             /* in any order */
    OK(gpuDestroyTextureObject(object));
    OK(gpuDestroyTextureObject(plain));
    BAD_VALUE(gpuDestroyTextureObject(object), "texture");
    BAD_VALUE(gpuGetTextureObjectTextureDesc(&told, object), "texture");
    OK(gpuDestroyTextureObject(0));
}

TEST_CASE(memory_is_a_texture_too)
{
    gpuResourceDesc resource;
    gpuTextureObject_t object;
    gpuTextureDesc texture;
    void *memory;

    need_textures();
    OK(gpuMalloc(&memory, 4096));
    memset(&resource, 0, sizeof resource);
    memset(&texture, 0, sizeof texture);
    resource.resType = gpuResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = gpuCreateChannelDesc(32, 0, 0, 0, gpuChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = 4096;
    OK(gpuCreateTextureObject(&object, &resource, &texture, NULL));
    OK(gpuDestroyTextureObject(object));
    resource.res.linear.sizeInBytes = 4100;
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, &texture, NULL), "texture memory");
    resource.res.linear.sizeInBytes = 0;
    OK(gpuCreateTextureObject(&object, &resource, &texture, NULL));
    OK(gpuDestroyTextureObject(object));
    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = gpuCreateChannelDesc(8, 8, 0, 0, gpuChannelFormatKindUnsigned);
    resource.res.pitch2D.width = 16;
    resource.res.pitch2D.height = 64;
    resource.res.pitch2D.pitchInBytes = 64;
    OK(gpuCreateTextureObject(&object, &resource, &texture, NULL));
    OK(gpuFree(memory));
    OK(gpuDestroyTextureObject(object));
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, &texture, NULL), "freed");
}

/** What means nothing may be anything, as with the vendor. */
TEST_CASE(fields_that_nothing_reads)
{
    gpuChannelFormatDesc format = gpuCreateChannelDesc(8, 8, 8, 8, gpuChannelFormatKindUnsigned);
    gpuExtent extent = { 16, 8, 0 };
    gpuMipmappedArray_t chain;
    gpuTextureObject_t object;
    gpuResourceViewDesc view;
    gpuResourceDesc resource;
    gpuTextureDesc texture;
    void *memory;

    need_textures();
    OK(gpuMallocMipmappedArray(&chain, &format, extent, 3, gpuArrayDefault));
    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = chain;
    memset(&texture, 0, sizeof texture);
    memset(&texture.addressMode[2], 0x7f, sizeof texture.addressMode[2]);
    memset(&view, 0, sizeof view);
    view.format = gpuResViewFormatSignedChar4;
    view.width = 16;
    view.height = 8;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 99;                   /* past the last */
    OK(gpuCreateTextureObject(&object, &resource, &texture, &view));
    OK(gpuDestroyTextureObject(object));
    view.firstMipmapLevel = 3;
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, &texture, &view), "levels are 3 to 99");
    OK(gpuFreeMipmappedArray(chain));
    OK(gpuMalloc(&memory, 4096));
    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = 4096;
    OK(gpuCreateTextureObject(&object, &resource, &texture, &view));
    OK(gpuDestroyTextureObject(object));
    OK(gpuFree(memory));
}

TEST_CASE(surfaces_are_of_any_array)
{
    gpuArray_t array, other;
    gpuResourceDesc resource;
    gpuSurfaceObject_t object;

    need_textures();
    array = make_array(gpuArraySurfaceLoadStore);
    other = make_array(gpuArrayDefault);
    resource = resource_of(array);
    OK(gpuCreateSurfaceObject(&object, &resource));
    OK(gpuFreeArray(array));
    OK(gpuDestroySurfaceObject(object));
    BAD_VALUE(gpuDestroySurfaceObject(object), "surface");
    resource = resource_of(other);
    OK(gpuCreateSurfaceObject(&object, &resource));      /* which nobody made for it */
    OK(gpuDestroySurfaceObject(object));
    OK(gpuFreeArray(other));
    object = AS_SURFACE(77);
    EXPECT(gpuCreateSurfaceObject(&object, &resource), gpuErrorStaleHandle, "array");
    assert_true(object == AS_SURFACE(77));
    OK(gpuDestroySurfaceObject(0));
}

TEST_CASE(bad_arguments_are_refused)
{
    gpuTextureDesc texture, bad;
    gpuResourceDesc resource;
    gpuTextureObject_t object;
    gpuSurfaceObject_t surface;
    gpuArray_t array;

    need_textures();
    array = make_array(gpuArrayDefault);
    resource = resource_of(array);
    memset(&texture, 0, sizeof texture);
    BAD_VALUE(gpuCreateTextureObject(NULL, &resource, &texture, NULL), "object");
    BAD_VALUE(gpuCreateTextureObject(&object, NULL, &texture, NULL), "resource");
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, NULL, NULL), "how it is read");
    BAD_VALUE(gpuCreateSurfaceObject(NULL, &resource), "object");
    BAD_VALUE(gpuCreateSurfaceObject(&surface, NULL), "resource");
    bad = texture;
    memset(&bad.filterMode, 0x7f, sizeof bad.filterMode);
    object = AS_TEXTURE(77);
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, &bad, NULL), "filter mode");
    assert_true(object == AS_TEXTURE(77));       /* as the vendor leaves it */
    bad = texture;
    bad.filterMode = gpuFilterModeLinear;
    EXPECT(gpuCreateTextureObject(&object, &resource, &bad, NULL), gpuErrorInvalidFilter,
           "integers");
    memset(&resource.resType, 0x7f, sizeof resource.resType);
    BAD_VALUE(gpuCreateTextureObject(&object, &resource, &texture, NULL), "resource");
    for (uintptr_t i = 0; i < 3; i++) {
        BAD_VALUE(gpuDestroyTextureObject(AS_TEXTURE(i * 0x4700000001 + 1)), "texture");
        BAD_VALUE(gpuDestroySurfaceObject(AS_SURFACE(i * 0x4700000001 + 1)), "surface");
        BAD_VALUE(gpuGetTextureObjectTextureDesc(&texture, AS_TEXTURE(i)), "texture");
        BAD_VALUE(gpuGetTextureObjectResourceDesc(&resource, AS_TEXTURE(i)), "texture");
    }
    BAD_VALUE(gpuGetTextureObjectTextureDesc(NULL, AS_TEXTURE(1)), "texture");
    BAD_VALUE(gpuGetTextureObjectResourceDesc(NULL, AS_TEXTURE(1)), "resource");
    BAD_VALUE(gpuGetTextureObjectResourceViewDesc(NULL, AS_TEXTURE(1)), "view");
    OK(gpuFreeArray(array));
}

int run_textures(void)
{
    return run_test_cases(NULL);
}
