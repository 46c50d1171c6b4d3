/* Questions about surface objects. */
#include "images.h"

#include <stdio.h>
#include <string.h>

static struct cudaResourceDesc of_type(int type, void *handle)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = (enum cudaResourceType)type;
    resource.res.array.array = handle;
    return resource;
}

static void try_surface(const char *name, const struct cudaResourceDesc *resource)
{
    cudaSurfaceObject_t object = (cudaSurfaceObject_t)(uintptr_t)77;
    struct cudaResourceDesc back;
    cudaError_t code = cudaCreateSurfaceObject(&object, resource);
    if (code != cudaSuccess) {
        answer_with(name, code, "out=%s", (uintptr_t)object == 77 ? "unchanged"
                                          : (uintptr_t)object == 0 ? "null" : "set");
        return;
    }
    memset(&back, 0xee, sizeof(back));
    cudaError_t told = cudaGetSurfaceObjectResourceDesc(&back, object);
    answer_with(name, code, "told=%d type=%d same=%s", (int)told, (int)back.resType,
                back.res.array.array == resource->res.array.array ? "yes" : "no");
    code = cudaDestroySurfaceObject(object);
    if (code != cudaSuccess)
        answer("destroy", code);
}

/* Every format and shape, made for surfaces and not. */
static void ask_shape(int which)
{
    static const unsigned int more[] = {0, SURFACE, GATHER, COLOR};
    const struct image_shape *shape = &image_shapes[which];
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        for (size_t m = 0; m < sizeof(more) / sizeof(more[0]); m++) {
            cudaArray_t array = NULL;
            struct cudaChannelFormatDesc format = channels_of(&image_formats[f]);
            if (cudaMalloc3DArray(&array, &format, shape->extent, shape->flags | more[m]) ==
                cudaSuccess) {
                struct cudaResourceDesc resource = of_type(0, array);
                try_surface(label("%s_%#x", image_formats[f].name, more[m]), &resource);
                (void)cudaFreeArray(array);
            }
            (void)cudaGetLastError();
        }
    }
}

static void ask_resources(int arg)
{
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    cudaMipmappedArray_t chain = NULL;
    cudaArray_t level = NULL;
    cudaSurfaceObject_t object = (cudaSurfaceObject_t)(uintptr_t)77;
    struct cudaResourceDesc resource;
    void *memory = NULL;
    (void)arg;
    start_device();
    answer("chain", cudaMallocMipmappedArray(&chain, &format, extent_of(64, 64, 0), 4, SURFACE));
    answer("memory", cudaMalloc(&memory, 65536));
    cudaArray_t array = make_array(format, extent_of(64, 64, 0), SURFACE);
    resource = of_type(0, array);
    answer("null_out", cudaCreateSurfaceObject(NULL, &resource));
    answer("null_resource", cudaCreateSurfaceObject(&object, NULL));
    resource = of_type(0, NULL);
    try_surface("null_array", &resource);
    resource = of_type(1, chain);
    try_surface("chain_itself", &resource);
    for (unsigned int i = 0; i < 4; i++) {
        answer("level", cudaGetMipmappedArrayLevel(&level, chain, i));
        resource = of_type(0, level);
        try_surface(label("level_%u", i), &resource);
    }
    resource = of_type(2, NULL);
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = 4096;
    try_surface("linear", &resource);
    resource = of_type(3, NULL);
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = resource.res.pitch2D.height = 16;
    resource.res.pitch2D.pitchInBytes = 512;
    try_surface("pitch", &resource);
    for (int type = 4; type < 7; type++) {
        resource = of_type(type, array);
        try_surface(label("type_%d", type), &resource);
    }
    resource = of_type(-1, array);
    try_surface("type_minus_1", &resource);
#ifndef AS_HIP
    for (unsigned int flags = 1; flags < 8; flags *= 2) {
        resource = of_type(0, array);
        resource.flags = flags;
        try_surface(label("resource_flags_%u", flags), &resource);
    }
#endif
    answer("destroy_0", cudaDestroySurfaceObject((cudaSurfaceObject_t)(uintptr_t)0));
    resource = of_type(0, array);
    answer("told_null_out", cudaCreateSurfaceObject(&object, &resource));
    answer("told_null", cudaGetSurfaceObjectResourceDesc(NULL, object));
}

enum { NONE_DESTROY, NONE_TOLD, DESTROYED_DESTROY, DESTROYED_TOLD, GONE };

static void ask_none(int how)
{
    static const unsigned long values[] = {0, 1, 5, 1000, 0x100000, 0xffffffffu};
    struct cudaResourceDesc back;
    start_device();
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        cudaSurfaceObject_t object = (cudaSurfaceObject_t)values[i];
        answer(label("object_%lx", values[i]),
               how == NONE_DESTROY ? cudaDestroySurfaceObject(object)
                                   : cudaGetSurfaceObjectResourceDesc(&back, object));
    }
}

static void ask_life(int how)
{
    struct cudaResourceDesc back;
    cudaSurfaceObject_t object = (cudaSurfaceObject_t)(uintptr_t)0;
    start_device();
    cudaArray_t array = make_array(channels(8, 8, 8, 8, 1), extent_of(64, 64, 0), SURFACE);
    struct cudaResourceDesc resource = of_type(0, array);
    answer("create", cudaCreateSurfaceObject(&object, &resource));
    if (how == GONE) {
        answer("free", cudaFreeArray(array));
        answer("told", cudaGetSurfaceObjectResourceDesc(&back, object));
        answer("destroy", cudaDestroySurfaceObject(object));
        return;
    }
    answer("destroy", cudaDestroySurfaceObject(object));
    answer("again", how == DESTROYED_DESTROY ? cudaDestroySurfaceObject(object)
                                             : cudaGetSurfaceObjectResourceDesc(&back, object));
}

const struct question surface_questions[] = {
    {"image.surface_1d", ask_shape, 0},
    {"image.surface_2d", ask_shape, 1},
    {"image.surface_3d", ask_shape, 2},
    {"image.surface_1d_layered", ask_shape, 3},
    {"image.surface_2d_layered", ask_shape, 4},
    {"image.surface_cubemap", ask_shape, 5},
    {"image.surface_cubemap_layered", ask_shape, 6},
    {"image.surface_resources", ask_resources, 0},
    {"image.surface_none_destroy", ask_none, NONE_DESTROY},
    {"image.surface_none_told", ask_none, NONE_TOLD},
    {"image.surface_destroyed_destroy", ask_life, DESTROYED_DESTROY},
    {"image.surface_destroyed_told", ask_life, DESTROYED_TOLD},
    {"image.surface_gone", ask_life, GONE},
    {NULL, NULL, 0},
};
