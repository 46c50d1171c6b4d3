/* Questions about texture objects: each field of the descriptors, what they tell, their life. */
#include "images.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES (1u << 20)

static struct cudaResourceDesc of_array(cudaArray_t array)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static struct cudaResourceDesc of_chain(cudaMipmappedArray_t chain)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = chain;
    return resource;
}

static struct cudaResourceDesc of_linear(void *memory, struct cudaChannelFormatDesc format,
                                         size_t size)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = size;
    return resource;
}

static struct cudaResourceDesc of_pitch(void *memory, struct cudaChannelFormatDesc format,
                                        size_t width, size_t height, size_t pitch)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return resource;
}

static struct cudaTextureDesc plain_texture(void)
{
    struct cudaTextureDesc texture;
    memset(&texture, 0, sizeof(texture));
    return texture;
}

static const char *texture_text(const struct cudaTextureDesc *t)
{
    return label("%d%d%d %d %d srgb=%d norm=%d aniso=%u %d %g %g..%g border=%g,%g",
                 (int)t->addressMode[0], (int)t->addressMode[1], (int)t->addressMode[2],
                 (int)t->filterMode, (int)t->readMode, t->sRGB, t->normalizedCoords,
                 t->maxAnisotropy, (int)t->mipmapFilterMode, (double)t->mipmapLevelBias,
                 (double)t->minMipmapLevelClamp, (double)t->maxMipmapLevelClamp,
                 (double)t->borderColor[0], (double)t->borderColor[3]);
}

/* Creates, prints what it tells of itself, and destroys. */
static void try_texture(const char *name, const struct cudaResourceDesc *resource,
                        const struct cudaTextureDesc *texture,
                        const struct cudaResourceViewDesc *view)
{
    cudaTextureObject_t object = (cudaTextureObject_t)(uintptr_t)77;
    struct cudaTextureDesc back;
    cudaError_t code = cudaCreateTextureObject(&object, resource, texture, view);
    if (code != cudaSuccess) {
        answer_with(name, code, "out=%s", (uintptr_t)object == 77 ? "unchanged"
                                          : (uintptr_t)object == 0 ? "null" : "set");
        return;
    }
    memset(&back, 0xee, sizeof(back));
    cudaError_t told = cudaGetTextureObjectTextureDesc(&back, object);
    answer_with(name, code, "told=%d %s", (int)told, texture_text(&back));
    code = cudaDestroyTextureObject(object);
    if (code != cudaSuccess)
        answer("destroy", code);
}

/* Every format read in each way. */
static void ask_formats(int which)
{
    const struct image_shape *shape = &image_shapes[which];
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        cudaArray_t array = make_array(channels_of(&image_formats[f]), shape->extent,
                                       shape->flags);
        if (array == NULL)
            continue;
        for (int way = 0; way < 16; way++) {
            struct cudaResourceDesc resource = of_array(array);
            struct cudaTextureDesc texture = plain_texture();
            texture.readMode = (enum cudaTextureReadMode)(way & 1);
            texture.filterMode = (enum cudaTextureFilterMode)(way >> 1 & 1);
            texture.normalizedCoords = way >> 2 & 1;
            texture.sRGB = way >> 3 & 1;
            try_texture(label("%s_read_%d_filter_%d_norm_%d_srgb_%d", image_formats[f].name,
                              way & 1, way >> 1 & 1, way >> 2 & 1, way >> 3 & 1),
                        &resource, &texture, NULL);
        }
        (void)cudaFreeArray(array);
    }
}

/* Fields one after the other, in and out of range. */
static void set_field(struct cudaTextureDesc *t, int field, int value)
{
    static const float floats[] = {0, 1, -1, 0.5f, 15, 16, 1000, -1000, INFINITY, NAN};
    float number = floats[value];
    static const int numbers[] = {0, 1, 2, 3, 4, -1, 16, 17, 1000, 0x7fffffff};
    int whole = numbers[value];
    switch (field) {
    case 0: t->addressMode[0] = (enum cudaTextureAddressMode)whole; break;
    case 1: t->addressMode[1] = (enum cudaTextureAddressMode)whole; break;
    case 2: t->addressMode[2] = (enum cudaTextureAddressMode)whole; break;
    case 3: t->filterMode = (enum cudaTextureFilterMode)whole; break;
    case 4: t->readMode = (enum cudaTextureReadMode)whole; break;
    case 5: t->sRGB = whole; break;
    case 6: t->normalizedCoords = whole; break;
    case 7: t->maxAnisotropy = (unsigned int)whole; break;
    case 8: t->mipmapFilterMode = (enum cudaTextureFilterMode)whole; break;
    case 9: t->mipmapLevelBias = number; break;
    case 10: t->minMipmapLevelClamp = number; break;
    case 11: t->maxMipmapLevelClamp = number; break;
    case 12: t->borderColor[0] = t->borderColor[3] = number; break;
#ifndef AS_HIP
    case 13: t->disableTrilinearOptimization = whole; break;
    case 14: t->seamlessCubemap = whole; break;
#endif
    default: break;
    }
}

static const char *const field_names[] = {
    "address_0", "address_1", "address_2", "filter", "read", "srgb", "norm", "anisotropy",
    "mip_filter", "bias", "min_clamp", "max_clamp", "border", "trilinear", "seamless"};

enum { ON_ARRAY, ON_CHAIN, ON_LINEAR, ON_PITCH, ON_LAYERED, ON_CUBEMAP, ON_3D, ON_FLOAT };

static struct cudaResourceDesc resource_on(int what)
{
    void *memory = NULL;
    cudaMipmappedArray_t chain = NULL;
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    switch (what) {
    case ON_CHAIN:
        answer("chain", cudaMallocMipmappedArray(&chain, &format, extent_of(64, 64, 0), 4, 0));
        return of_chain(chain);
    case ON_LINEAR:
    case ON_PITCH:
        answer("memory", cudaMalloc(&memory, MEMORY_BYTES));
        return what == ON_LINEAR ? of_linear(memory, format, 4096)
                                 : of_pitch(memory, format, 64, 32, 512);
    case ON_LAYERED: return of_array(make_array(format, extent_of(64, 64, 5), LAYERED));
    case ON_CUBEMAP: return of_array(make_array(format, extent_of(64, 64, 6), CUBEMAP));
    case ON_3D: return of_array(make_array(format, extent_of(64, 64, 16), 0));
    case ON_FLOAT:
        return of_array(make_array(channels(32, 32, 32, 32, 2), extent_of(64, 64, 0), 0));
    default: return of_array(make_array(format, extent_of(64, 64, 0), 0));
    }
}

static void ask_fields(int what)
{
    start_device();
    struct cudaResourceDesc resource = resource_on(what);
    for (int field = 0; field < 15; field++) {
        for (int value = 0; value < 10; value++) {
            for (int norm = 0; norm < 2; norm++) {
                struct cudaTextureDesc texture = plain_texture();
                texture.normalizedCoords = norm;
                texture.readMode = (enum cudaTextureReadMode)(what != ON_FLOAT && field == 3);
                set_field(&texture, field, value);
                try_texture(label("%s_%d_norm_%d", field_names[field], value, norm), &resource,
                            &texture, NULL);
            }
        }
    }
}

static void ask_pointers(int arg)
{
    cudaTextureObject_t object = (cudaTextureObject_t)(uintptr_t)77;
    struct cudaTextureDesc texture = plain_texture();
    (void)arg;
    start_device();
    struct cudaResourceDesc array = resource_on(ON_ARRAY);
    struct cudaResourceDesc linear = resource_on(ON_LINEAR);
    struct cudaResourceDesc pitch = resource_on(ON_PITCH);
    struct cudaResourceDesc chain = resource_on(ON_CHAIN);
    answer("null_out", cudaCreateTextureObject(NULL, &array, &texture, NULL));
    cudaError_t code = cudaCreateTextureObject(&object, NULL, &texture, NULL);
    answer_with("null_resource", code, "out=%d", (int)(uintptr_t)object);
    answer("array_no_texture", cudaCreateTextureObject(&object, &array, NULL, NULL));
    answer("chain_no_texture", cudaCreateTextureObject(&object, &chain, NULL, NULL));
    answer("linear_no_texture", cudaCreateTextureObject(&object, &linear, NULL, NULL));
    answer("pitch_no_texture", cudaCreateTextureObject(&object, &pitch, NULL, NULL));
    answer("destroy_0", cudaDestroyTextureObject((cudaTextureObject_t)(uintptr_t)0));
    array = of_array(NULL);
    try_texture("null_array", &array, &texture, NULL);
    chain = of_chain(NULL);
    try_texture("null_chain", &chain, &texture, NULL);
    linear.res.linear.devPtr = NULL;
    try_texture("null_linear", &linear, &texture, NULL);
    pitch.res.pitch2D.devPtr = NULL;
    try_texture("null_pitch", &pitch, &texture, NULL);
    for (int type = -1; type < 6; type += type == -1 ? 5 : 1) {
        array.resType = (enum cudaResourceType)type;
        try_texture(label("type_%d", type), &array, &texture, NULL);
    }
#ifndef AS_HIP
    array = resource_on(ON_ARRAY);
    for (unsigned int flags = 1; flags < 8; flags *= 2) {
        array.flags = flags;
        try_texture(label("resource_flags_%u", flags), &array, &texture, NULL);
    }
#endif
}

/* Linear memory: starts, sizes and formats. */
static void ask_linear(int arg)
{
    static const size_t offsets[] = {0, 1, 4, 16, 32, 128, 256, 511, 512};
    static const size_t sizes[] = {0, 1, 3, 4, 5, 4096, 4098, MEMORY_BYTES, MEMORY_BYTES + 4,
                                   SIZE_MAX, SIZE_MAX - 3};
    struct cudaTextureDesc texture = plain_texture();
    unsigned char *memory = NULL;
    (void)arg;
    start_device();
    answer("malloc", cudaMalloc((void **)&memory, MEMORY_BYTES));
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        struct cudaResourceDesc resource = of_linear(memory + offsets[i], channels(8, 8, 8, 8, 1),
                                                     1024);
        try_texture(label("offset_%zu", offsets[i]), &resource, &texture, NULL);
    }
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct cudaResourceDesc resource = of_linear(memory, channels(8, 8, 8, 8, 1), sizes[i]);
        try_texture(label("size_%zx", sizes[i]), &resource, &texture, NULL);
    }
    for (size_t f = 0; f < image_format_count; f++) {
        struct cudaResourceDesc resource = of_linear(memory, channels_of(&image_formats[f]), 4096);
        for (int read = 0; read < 2; read++) {
            texture.readMode = (enum cudaTextureReadMode)read;
            try_texture(label("%s_read_%d", image_formats[f].name, read), &resource, &texture,
                        NULL);
        }
    }
    texture = plain_texture();
    struct cudaResourceDesc host = of_linear(obtain(PINNED, 4096), channels(8, 8, 8, 8, 1), 4096);
    try_texture("pinned", &host, &texture, NULL);
    host.res.linear.devPtr = obtain(PAGEABLE, 4096);
    try_texture("pageable", &host, &texture, NULL);
    host.res.linear.devPtr = GARBAGE;
    try_texture("garbage", &host, &texture, NULL);
    host.res.linear.desc = channels(8, 8, 8, 0, 1);
    host.res.linear.devPtr = memory;
    try_texture("three_channels", &host, &texture, NULL);
    host.res.linear.desc = channels(64, 0, 0, 0, 1);
    try_texture("bits_64", &host, &texture, NULL);
    host.res.linear.desc = channels(0, 0, 0, 0, 1);
    try_texture("bits_0", &host, &texture, NULL);
}

/* A large range: past the longest row of texels. */
static void ask_linear_limit(int arg)
{
    struct cudaTextureDesc texture = plain_texture();
    void *memory = NULL;
    (void)arg;
    start_device();
    answer("malloc", cudaMalloc(&memory, (size_t)1 << 30));
    for (unsigned int shift = 26; shift <= 30; shift++) {
        for (int more = -1; more <= 1; more++) {
            size_t size = ((size_t)1 << shift) + (size_t)(more * 16);
            struct cudaResourceDesc resource = of_linear(memory, channels(8, 0, 0, 0, 1), size);
            if (size > (size_t)1 << 30)
                continue;
            try_texture(label("u8x1_%u%+d", shift, more), &resource, &texture, NULL);
            resource.res.linear.desc = channels(8, 8, 8, 8, 1);
            try_texture(label("u8x4_%u%+d", shift, more), &resource, &texture, NULL);
            resource.res.linear.desc = channels(32, 32, 32, 32, 2);
            try_texture(label("f32x4_%u%+d", shift, more), &resource, &texture, NULL);
        }
    }
}

/* Rows of memory: starts, pitches, sizes. */
static void ask_pitch(int arg)
{
    static const size_t offsets[] = {0, 1, 4, 16, 32, 64, 128, 256, 511, 512};
    static const size_t pitches[] = {0, 1, 16, 31, 32, 33, 48, 64, 96, 255, 256, 260, 288, 512,
                                     1ul << 21, 1ul << 40, SIZE_MAX, SIZE_MAX - 31};
    static const size_t sizes[][2] = {{0, 32}, {64, 0}, {0, 0}, {1, 1}, {128, 8}, {129, 8},
                                      {127, 8}, {64, 2048}, {64, 2049}, {SIZE_MAX, 1},
                                      {64, SIZE_MAX}, {1ul << 20, 1}, {64, 1ul << 20}};
    struct cudaTextureDesc texture = plain_texture();
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    unsigned char *memory = NULL;
    (void)arg;
    start_device();
    answer("malloc", cudaMalloc((void **)&memory, MEMORY_BYTES));
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        struct cudaResourceDesc resource = of_pitch(memory + offsets[i], format, 64, 32, 512);
        try_texture(label("offset_%zu", offsets[i]), &resource, &texture, NULL);
    }
    for (size_t i = 0; i < sizeof(pitches) / sizeof(pitches[0]); i++) {
        struct cudaResourceDesc resource = of_pitch(memory, format, 4, 8, pitches[i]);
        try_texture(label("pitch_%zx", pitches[i]), &resource, &texture, NULL);
        resource.res.pitch2D.width = 64;
        try_texture(label("pitch_%zx_wide", pitches[i]), &resource, &texture, NULL);
        resource.res.pitch2D.height = 1;
        try_texture(label("pitch_%zx_one_row", pitches[i]), &resource, &texture, NULL);
    }
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct cudaResourceDesc resource = of_pitch(memory, format, sizes[i][0], sizes[i][1], 512);
        try_texture(label("size_%zx_%zx", sizes[i][0], sizes[i][1]), &resource, &texture, NULL);
    }
    for (size_t f = 0; f < image_format_count; f++) {
        struct cudaResourceDesc resource = of_pitch(memory, channels_of(&image_formats[f]), 16, 8,
                                                    512);
        try_texture(image_formats[f].name, &resource, &texture, NULL);
        texture.readMode = cudaReadModeNormalizedFloat;
        texture.filterMode = cudaFilterModeLinear;
        try_texture(label("%s_linear", image_formats[f].name), &resource, &texture, NULL);
        texture = plain_texture();
    }
}

/* Views: every format on resources of every plain format. */
static void ask_view_formats(int chain)
{
    start_device();
    for (size_t f = 0; f < PLAIN_FORMATS; f++) {
        struct cudaChannelFormatDesc format = channels_of(&image_formats[f]);
        cudaMipmappedArray_t mipmapped = NULL;
        struct cudaResourceDesc resource;
        if (chain != 0) {
            (void)cudaMallocMipmappedArray(&mipmapped, &format, extent_of(64, 64, 0), 4, 0);
            resource = of_chain(mipmapped);
        } else {
            resource = of_array(make_array(format, extent_of(64, 64, 0), 0));
        }
        for (int view_format = 0; view_format <= 35; view_format++) {
            struct cudaTextureDesc texture = plain_texture();
            struct cudaResourceViewDesc view;
            bool blocks = view_format > 24 && view_format < 35;
            memset(&view, 0, sizeof(view));
            view.format = (enum cudaResourceViewFormat)view_format;
            view.width = view.height = blocks ? 256 : 64;
            view.lastMipmapLevel = chain != 0 ? 3 : 0;
            try_texture(label("%s_as_%d", image_formats[f].name, view_format), &resource, &texture,
                        &view);
        }
        if (chain != 0)
            (void)cudaFreeMipmappedArray(mipmapped);
        else
            (void)cudaFreeArray(resource.res.array.array);
    }
}

struct view_case {
    const char *name;
    size_t width, height, depth;
    unsigned int first_level, last_level, first_layer, last_layer;
};

static const struct view_case view_cases[] = {
    {"whole_0", 64, 64, 0, 0, 0, 0, 0},      {"whole_3", 64, 64, 0, 0, 3, 0, 0},
    {"zeros", 0, 0, 0, 0, 0, 0, 0},          {"width_63", 63, 64, 0, 0, 0, 0, 0},
    {"width_32", 32, 64, 0, 0, 0, 0, 0},     {"width_128", 128, 64, 0, 0, 0, 0, 0},
    {"half", 32, 32, 0, 0, 0, 0, 0},         {"half_from_1", 32, 32, 0, 1, 3, 0, 0},
    {"whole_from_1", 64, 64, 0, 1, 3, 0, 0}, {"levels_past", 64, 64, 0, 0, 4, 0, 0},
    {"levels_99", 64, 64, 0, 0, 99, 0, 0},   {"levels_max", 64, 64, 0, 0, ~0u, 0, 0},
    {"levels_turned", 64, 64, 0, 2, 1, 0, 0}, {"from_past", 64, 64, 0, 4, 4, 0, 0},
    {"depth_1", 64, 64, 1, 0, 0, 0, 0},      {"depth_5", 64, 64, 5, 0, 0, 0, 4},
    {"depth_5_layers_0", 64, 64, 5, 0, 0, 0, 0}, {"layers_4", 64, 64, 0, 0, 0, 0, 4},
    {"layers_1_3", 64, 64, 0, 0, 0, 1, 3},   {"layers_depth_3", 64, 64, 3, 0, 0, 1, 3},
    {"layers_past", 64, 64, 0, 0, 0, 0, 5},  {"layers_turned", 64, 64, 0, 0, 0, 3, 1},
    {"layers_from_past", 64, 64, 0, 0, 0, 9, 9}, {"faces_6", 64, 64, 6, 0, 0, 0, 5},
    {"faces_5", 64, 64, 5, 0, 0, 1, 5},      {"width_max", SIZE_MAX, 64, 0, 0, 0, 0, 0},
    {"depth_16", 64, 64, 16, 0, 0, 0, 0},    {"depth_8", 64, 64, 8, 0, 0, 0, 0},
};

static void ask_views(int what)
{
    start_device();
    struct cudaResourceDesc resource = resource_on(what);
    for (size_t i = 0; i < sizeof(view_cases) / sizeof(view_cases[0]); i++) {
        const struct view_case *c = &view_cases[i];
        for (int format = 0; format <= 3; format += 3) {
            struct cudaTextureDesc texture = plain_texture();
            struct cudaResourceViewDesc view;
            memset(&view, 0, sizeof(view));
            view.format = (enum cudaResourceViewFormat)format;
            view.width = c->width;
            view.height = c->height;
            view.depth = c->depth;
            view.firstMipmapLevel = c->first_level;
            view.lastMipmapLevel = c->last_level;
            view.firstLayer = c->first_layer;
            view.lastLayer = c->last_layer;
            try_texture(label("%s_format_%d", c->name, format), &resource, &texture, &view);
#ifndef AS_HIP
            view.reserved[0] = 1;
            if (i == 0)
                try_texture(label("reserved_format_%d", format), &resource, &texture, &view);
#endif
        }
    }
}

/* What an object tells. */
static void ask_told(int what)
{
    cudaTextureObject_t object = (cudaTextureObject_t)(uintptr_t)0;
    struct cudaTextureDesc texture = plain_texture();
    struct cudaResourceDesc back;
    struct cudaResourceViewDesc view;
    struct cudaResourceViewDesc view_back;
    start_device();
    struct cudaResourceDesc resource = resource_on(what);
    texture.normalizedCoords = 1;
    texture.maxAnisotropy = 3;
    texture.borderColor[0] = 0.25f;
    answer("create", cudaCreateTextureObject(&object, &resource, &texture, NULL));
    memset(&back, 0xee, sizeof(back));
    cudaError_t code = cudaGetTextureObjectResourceDesc(&back, object);
    answer_with("resource", code, "type=%d same=%s", (int)back.resType,
                back.res.array.array == resource.res.array.array ? "yes" : "no");
    if (what == ON_LINEAR)
        note("linear", "size=%zu %s", back.res.linear.sizeInBytes,
             format_text(&back.res.linear.desc));
    if (what == ON_PITCH)
        note("pitch", "%zux%zu pitch=%zu %s", back.res.pitch2D.width, back.res.pitch2D.height,
             back.res.pitch2D.pitchInBytes, format_text(&back.res.pitch2D.desc));
    memset(&view_back, 0xee, sizeof(view_back));
    code = cudaGetTextureObjectResourceViewDesc(&view_back, object);
    answer_with("view_of_none", code, "format=%d", (int)view_back.format);
    answer("resource_null", cudaGetTextureObjectResourceDesc(NULL, object));
    answer("texture_null", cudaGetTextureObjectTextureDesc(NULL, object));
    answer("view_null", cudaGetTextureObjectResourceViewDesc(NULL, object));
    answer("destroy", cudaDestroyTextureObject(object));
    memset(&view, 0, sizeof(view));
    view.format = (enum cudaResourceViewFormat)3;
    view.width = view.height = 64;
    view.depth = what == ON_LAYERED ? 5 : what == ON_CUBEMAP ? 6 : what == ON_3D ? 16 : 0;
    view.lastLayer = what == ON_LAYERED ? 4 : what == ON_CUBEMAP ? 5 : 0;
    code = cudaCreateTextureObject(&object, &resource, &texture, &view);
    answer("create_with_view", code);
    if (code == cudaSuccess) {
        code = cudaGetTextureObjectResourceViewDesc(&view_back, object);
        answer_with("view", code, "format=%d %zux%zux%zu levels=%u..%u layers=%u..%u",
                    (int)view_back.format, view_back.width, view_back.height, view_back.depth,
                    view_back.firstMipmapLevel, view_back.lastMipmapLevel, view_back.firstLayer,
                    view_back.lastLayer);
    }
}

/* Objects that are none: 0 and never made are asked in one process each call. */
enum { NEVER_DESTROY, NEVER_RESOURCE, NEVER_TEXTURE, NEVER_VIEW, NEVER_CALLS };

static cudaError_t call_on(int call, cudaTextureObject_t object)
{
    struct cudaTextureDesc texture;
    struct cudaResourceDesc resource;
    struct cudaResourceViewDesc view;
    switch (call) {
    case NEVER_DESTROY: return cudaDestroyTextureObject(object);
    case NEVER_RESOURCE: return cudaGetTextureObjectResourceDesc(&resource, object);
    case NEVER_TEXTURE: return cudaGetTextureObjectTextureDesc(&texture, object);
    default: return cudaGetTextureObjectResourceViewDesc(&view, object);
    }
}

static void ask_none(int call)
{
    static const unsigned long values[] = {0, 1, 5, 1000, 0x100000, 0xffffffffu};
    start_device();
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        answer(label("object_%lx", values[i]), call_on(call, (cudaTextureObject_t)values[i]));
}

static void ask_destroyed(int call)
{
    cudaTextureObject_t object = (cudaTextureObject_t)(uintptr_t)0;
    struct cudaTextureDesc texture = plain_texture();
    start_device();
    struct cudaResourceDesc resource = resource_on(ON_ARRAY);
    answer("create", cudaCreateTextureObject(&object, &resource, &texture, NULL));
    answer("destroy", cudaDestroyTextureObject(object));
    answer("again", call_on(call, object));
}

/* The resource goes first. */
static void ask_resource_gone(int what)
{
    cudaTextureObject_t object = (cudaTextureObject_t)(uintptr_t)0;
    struct cudaTextureDesc texture = plain_texture();
    start_device();
    struct cudaResourceDesc resource = resource_on(what);
    struct cudaResourceDesc back;
    answer("create", cudaCreateTextureObject(&object, &resource, &texture, NULL));
    if (what == ON_CHAIN)
        answer("free", cudaFreeMipmappedArray(resource.res.mipmap.mipmap));
    else if (what == ON_LINEAR)
        answer("free", cudaFree(resource.res.linear.devPtr));
    else
        answer("free", cudaFreeArray(resource.res.array.array));
    answer("texture", cudaGetTextureObjectTextureDesc(&texture, object));
    answer("resource", cudaGetTextureObjectResourceDesc(&back, object));
    answer("destroy", cudaDestroyTextureObject(object));
    answer("create_again", cudaCreateTextureObject(&object, &resource, &texture, NULL));
}

#define KINDS_OF(name, ask) \
    {"image." name "_array", ask, ON_ARRAY}, {"image." name "_chain", ask, ON_CHAIN}, \
    {"image." name "_linear", ask, ON_LINEAR}, {"image." name "_pitch", ask, ON_PITCH}, \
    {"image." name "_layered", ask, ON_LAYERED}, {"image." name "_cubemap", ask, ON_CUBEMAP}, \
    {"image." name "_volume", ask, ON_3D}

const struct question texture_questions[] = {
    {"image.texture_1d", ask_formats, 0},
    {"image.texture_2d", ask_formats, 1},
    {"image.texture_3d", ask_formats, 2},
    {"image.texture_2d_layered", ask_formats, 4},
    {"image.texture_cubemap", ask_formats, 5},
    KINDS_OF("texture_fields", ask_fields),
    {"image.texture_fields_float", ask_fields, ON_FLOAT},
    {"image.texture_pointers", ask_pointers, 0},
    {"image.texture_linear", ask_linear, 0},
    {"image.texture_linear_limit", ask_linear_limit, 0},
    {"image.texture_pitch", ask_pitch, 0},
    {"image.view_formats_array", ask_view_formats, 0},
    {"image.view_formats_chain", ask_view_formats, 1},
    KINDS_OF("views", ask_views),
    KINDS_OF("texture_told", ask_told),
    {"image.texture_none_destroy", ask_none, NEVER_DESTROY},
    {"image.texture_none_resource", ask_none, NEVER_RESOURCE},
    {"image.texture_none_texture", ask_none, NEVER_TEXTURE},
    {"image.texture_none_view", ask_none, NEVER_VIEW},
    {"image.texture_destroyed_destroy", ask_destroyed, NEVER_DESTROY},
    {"image.texture_destroyed_resource", ask_destroyed, NEVER_RESOURCE},
    {"image.texture_destroyed_texture", ask_destroyed, NEVER_TEXTURE},
    {"image.texture_destroyed_view", ask_destroyed, NEVER_VIEW},
    {"image.texture_gone_array", ask_resource_gone, ON_ARRAY},
    {"image.texture_gone_chain", ask_resource_gone, ON_CHAIN},
    {"image.texture_gone_linear", ask_resource_gone, ON_LINEAR},
    {NULL, NULL, 0},
};
