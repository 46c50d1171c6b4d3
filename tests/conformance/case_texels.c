/* Texels of images: what is written to every level, layer and slice is what is read from them, for
 * each format and each kind of image that a device has; between images, and between images of two
 * devices that lie in the same memory. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance.h"
#include "images.h"

enum { PAD_BLOCKS = 3, SEED_OF_LEVEL = 977 };

/* An image with the memory it is in, and a buffer for all texels of it in each direction. */
struct texels {
    struct conf_rig *rig;
    struct gi_image *image;
    struct gi_memory *memory;
    bool owns_memory;
};

static const struct gi_format_info *format_of(const struct texels *t)
{
    return gi_format_info(t->image->shape.format);
}

static uint32_t of_level(uint32_t extent, uint32_t level)
{
    return extent >> level != 0 ? extent >> level : 1;
}

/** All of a level. */
static struct gi_box level_box(const struct gi_image_shape *shape, uint32_t level)
{
    const struct gi_format_info *format = gi_format_info(shape->format);
    uint32_t width = of_level(shape->width, level), height = of_level(shape->height, level);

    return (struct gi_box){
        .width_bytes = (uint64_t)(width + format->block_width - 1) / format->block_width *
                       format->block_bytes,
        .height = (height + format->block_height - 1) / format->block_height,
        .depth = shape->dims == GI_IMAGE_3D ? of_level(shape->depth, level) : shape->layers,
    };
}

static struct gi_strides tight(const struct gi_box *box)
{
    return (struct gi_strides){ box->width_bytes, box->width_bytes * box->height };
}

/** Rows and, if apart, slices with room behind them, so that no region can say them all at once. */
static struct gi_strides loose(const struct gi_box *box, uint64_t block_bytes, bool apart)
{
    struct gi_strides strides = { .row_bytes = box->width_bytes + PAD_BLOCKS * block_bytes };

    strides.slice_bytes = strides.row_bytes * box->height + (apart ? block_bytes : 0);
    return strides;
}

/* ---- images ---------------------------------------------------------------------------------- */

static struct gi_image *image_blank(struct gi_device_base *base, const struct gi_image_shape *shape)
{
    struct gi_image *image = calloc(1, conf_driver->image->size);

    CONF_THAT(image != NULL, "no memory");
    image->device = base;
    image->ops = conf_driver->image;
    image->shape = *shape;
    return image;
}

/** A new image in memory of its own, begun; false if the device has no such images. */
static bool texels_init(struct texels *t, struct conf_rig *rig, const struct gi_image_shape *shape)
{
    struct gi_command begin = { .kind = GI_COMMAND_IMAGE_BEGIN };
    gi_status st;

    *t = (struct texels){ .rig = rig, .image = image_blank(rig->base, shape),
                          .owns_memory = true };
    st = t->image->ops->init(t->image);
    if (st == GI_NOT_SUPPORTED) {
        CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
        t->image->ops->finish(t->image);
        free(t->image);
        return false;
    }
    CONF_OK(st);
    CONF_THAT(t->image->size_bytes != 0, "an image of no bytes");
    t->memory = conf_memory(rig->base, t->image->size_bytes, GI_MEMORY_IMAGE);
    CONF_OK(t->image->ops->bind(t->image, t->memory, 0));
    begin.dst_image.image = t->image;
    conf_run(rig, &begin, 1);
    return true;
}

static void texels_finish(struct texels *t)
{
    t->image->ops->finish(t->image);
    free(t->image);
    if (t->owns_memory)
        conf_memory_free(t->memory);
}

static uint8_t texel_byte(uint32_t seed, uint64_t at)
{
    return conf_byte((size_t)(at + seed));
}

/** Writes the pattern of a seed to a box of a level. */
static void texels_write(const struct texels *t, struct gi_image_place at, struct gi_box box,
                         uint32_t seed, bool apart)
{
    struct gi_strides strides = loose(&box, format_of(t)->block_bytes, apart);
    uint64_t offset = 5 * format_of(t)->block_bytes;
    uint64_t size = offset + gi_box_span(&box, &strides);
    struct gi_memory *memory = conf_memory(t->rig->base, size, GI_MEMORY_HOST);
    uint8_t *bytes = memory->host_address;
    uint64_t i = 0;
    struct gi_command write = {
        .kind = GI_COMMAND_IMAGE_WRITE,
        .dst_image = at,
        .src = { memory, offset, strides },
        .box = box,
    };

    memset(bytes, 0xee, (size_t)size);
    for (uint64_t z = 0; z < box.depth; z++) {
        for (uint64_t y = 0; y < box.height; y++) {
            for (uint64_t x = 0; x < box.width_bytes; x++)
                bytes[offset + gi_box_offset(&strides, x, y, z)] = texel_byte(seed, i++);
        }
    }
    conf_run(t->rig, &write, 1);
    conf_memory_free(memory);
}

/** Reads a box of a level into bytes, without gaps. */
static void texels_read(const struct texels *t, struct gi_image_place at, struct gi_box box,
                        bool apart, uint8_t *out)
{
    struct gi_strides strides = loose(&box, format_of(t)->block_bytes, apart);
    uint64_t offset = 3 * format_of(t)->block_bytes;
    uint64_t size = offset + gi_box_span(&box, &strides);
    struct gi_memory *memory = conf_memory(t->rig->base, size, GI_MEMORY_HOST);
    struct gi_strides no_gaps = tight(&box);
    const uint8_t *bytes = memory->host_address;
    struct gi_command read = {
        .kind = GI_COMMAND_IMAGE_READ,
        .dst = { memory, offset, strides },
        .src_image = at,
        .box = box,
    };

    memset(memory->host_address, 0xdd, (size_t)size);
    conf_run(t->rig, &read, 1);
    gi_box_move(out, &no_gaps, bytes + offset, &strides, &box);
    for (uint64_t i = 0; i < offset; i++)
        CONF_THAT(bytes[i] == 0xdd, "byte %" PRIu64 " before the box was written", i);
    for (uint64_t y = 0; y + 1 < box.height; y++)
        CONF_THAT(bytes[offset + box.width_bytes + y * strides.row_bytes] == 0xdd,
                  "a byte behind row %" PRIu64 " was written", y);
    conf_memory_free(memory);
}

/** What a level of a seed has been written, with one box of another seed in it, if there is one. */
static void expect(const struct texels *t, uint32_t level, uint32_t seed,
                   const struct gi_image_place *inner_at, const struct gi_box *inner,
                   uint32_t inner_seed, bool apart)
{
    const struct gi_image_shape *shape = &t->image->shape;
    struct gi_box box = level_box(shape, level);
    size_t size = (size_t)gi_box_bytes(&box);
    uint8_t *expected = conf_alloc(size), *got = conf_alloc(size);
    struct gi_strides strides = tight(&box);
    struct gi_image_place all = { .image = t->image, .level = level };
    uint64_t count = 0;
    char what[128];

    for (size_t i = 0; i < size; i++)
        expected[i] = texel_byte(seed, i);
    for (uint64_t z = 0; inner != NULL && z < inner->depth; z++) {
        for (uint64_t y = 0; y < inner->height; y++) {
            for (uint64_t x = 0; x < inner->width_bytes; x++)
                expected[gi_box_offset(&strides, inner_at->x * format_of(t)->block_bytes + x,
                                       inner_at->y + y, inner_at->z + z)] =
                    texel_byte(inner_seed, count++);
        }
    }
    texels_read(t, all, box, apart, got);
    snprintf(what, sizeof(what), "%s, %uD%s %ux%ux%u, %u layers, level %u", format_of(t)->name,
             (unsigned)shape->dims + 1, (shape->flags & GI_IMAGE_CUBE) != 0 ? " cube" : "",
             shape->width, shape->height, shape->depth, shape->layers, level);
    conf_same(what, got, expected, size);
    free(got);
    free(expected);
}

/** Writes every level, then a box within each, and reads all of it. */
static void check_levels(const struct texels *t)
{
    const struct gi_image_shape *shape = &t->image->shape;

    for (uint32_t level = 0; level < shape->levels; level++)
        texels_write(t, (struct gi_image_place){ .image = t->image, .level = level },
                     level_box(shape, level), level * SEED_OF_LEVEL, level % 2 == 0);
    for (uint32_t level = 0; level < shape->levels; level++)
        expect(t, level, level * SEED_OF_LEVEL, NULL, NULL, 0, level % 2 != 0);
    for (uint32_t level = 0; level < shape->levels; level++) {
        struct gi_box box = level_box(shape, level);
        struct gi_image_place at = { .image = t->image, .level = level };
        at.x = box.width_bytes > 2 * format_of(t)->block_bytes;
        at.y = box.height > 1;
        at.z = (uint32_t)box.depth / 2;
        box.width_bytes -= (1 + at.x) * format_of(t)->block_bytes;
        if (box.width_bytes == 0)
            box.width_bytes = format_of(t)->block_bytes;
        box.height -= at.y;
        box.depth -= at.z;
        texels_write(t, at, box, 7, level % 2 != 0);
        expect(t, level, level * SEED_OF_LEVEL, &at, &box, 7, level % 2 == 0);
    }
}

/* ---- the grid -------------------------------------------------------------------------------- */

static const struct gi_image_shape kinds[] = {
    { .dims = GI_IMAGE_1D, .width = 37, .height = 1, .depth = 1, .layers = 1, .levels = 6 },
    { .dims = GI_IMAGE_1D, .width = 37, .height = 1, .depth = 1, .layers = 5, .levels = 3 },
    { .dims = GI_IMAGE_2D, .width = 37, .height = 21, .depth = 1, .layers = 1, .levels = 6 },
    { .dims = GI_IMAGE_2D, .width = 21, .height = 37, .depth = 1, .layers = 5, .levels = 6 },
    { .dims = GI_IMAGE_2D, .width = 20, .height = 20, .depth = 1, .layers = 6, .levels = 5,
      .flags = GI_IMAGE_CUBE },
    { .dims = GI_IMAGE_2D, .width = 12, .height = 12, .depth = 1, .layers = 12, .levels = 4,
      .flags = GI_IMAGE_CUBE },
    { .dims = GI_IMAGE_3D, .width = 19, .height = 11, .depth = 7, .layers = 1, .levels = 5 },
};

enum { KIND_COUNT = sizeof(kinds) / sizeof(kinds[0]) };

/** What every device of today has. */
static bool must_have(enum gi_format format)
{
    return gi_format_info(format)->block_width == 1 && format != GI_FORMAT_RGB10A2_UNORM &&
           format != GI_FORMAT_RGBA8_SRGB;
}

static void every_kind(void **state)
{
    struct conf_rig rig;
    struct texels t;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    for (int format = GI_FORMAT_NONE + 1; format < GI_FORMAT_COUNT; format++) {
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            struct gi_image_shape shape = kinds[kind];
            shape.format = (enum gi_format)format;
            if (texels_init(&t, &rig, &shape)) {
                check_levels(&t);
                texels_finish(&t);
            } else {
                CONF_THAT(!must_have(shape.format), "kind %d: %s", kind, gi_last_error_detail());
            }
        }
    }
    conf_close(&rig);
}

/** Images that shaders store to and that are rendered to take the same copies. */
static void uses(void **state)
{
    static const uint32_t flags[] = { GI_IMAGE_STORAGE, GI_IMAGE_ATTACHMENT,
                                      GI_IMAGE_STORAGE | GI_IMAGE_ATTACHMENT };
    struct conf_rig rig;
    struct texels t;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        for (int kind = 2; kind < KIND_COUNT; kind++) {
            struct gi_image_shape shape = kinds[kind];
            shape.format = GI_FORMAT_RGBA8_UNORM;
            shape.flags |= flags[i];
            CONF_THAT(texels_init(&t, &rig, &shape), "kind %d: %s", kind, gi_last_error_detail());
            check_levels(&t);
            texels_finish(&t);
        }
    }
    conf_close(&rig);
}

/* ---- between images -------------------------------------------------------------------------- */

/** Copies a box from one image to the other and looks at both. */
static void check_copy(struct conf_rig *rig, const struct gi_image_shape *dst_shape,
                       struct gi_image_place dst_at, const struct gi_image_shape *src_shape,
                       struct gi_image_place src_at, struct gi_box box)
{
    struct texels dst, src;
    size_t size = (size_t)gi_box_bytes(&box);
    uint8_t *got = conf_alloc(size), *expected = conf_alloc(size);

    CONF_THAT(texels_init(&dst, rig, dst_shape), "%s", gi_last_error_detail());
    CONF_THAT(texels_init(&src, rig, src_shape), "%s", gi_last_error_detail());
    dst_at.image = dst.image;
    src_at.image = src.image;
    struct gi_box all = level_box(src_shape, src_at.level);
    struct gi_image_place src_all = { .image = src.image, .level = src_at.level };
    texels_write(&src, src_all, all, 11, false);
    struct gi_command copies[] = { { .kind = GI_COMMAND_IMAGE_COPY, .dst_image = dst_at,
                                     .src_image = src_at, .box = box } };
    conf_run(rig, copies, 1);
    expect(&src, src_at.level, 11, NULL, NULL, 0, false);
    texels_read(&src, src_at, box, false, expected);
    texels_read(&dst, dst_at, box, true, got);
    conf_same(format_of(&dst)->name, got, expected, size);
    texels_finish(&src);
    texels_finish(&dst);
    free(expected);
    free(got);
}

static struct gi_image_shape shape_of(int kind, enum gi_format format)
{
    struct gi_image_shape shape = kinds[kind];

    shape.format = format;
    return shape;
}

static void between_kinds(void **state)
{
    struct conf_rig rig;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    for (int dst = 0; dst < KIND_COUNT; dst++) {
        for (int src = 0; src < KIND_COUNT; src++) {
            struct gi_image_shape to = shape_of(dst, GI_FORMAT_RGBA8_UNORM);
            struct gi_image_shape from = shape_of(src, GI_FORMAT_R32_FLOAT);
            struct gi_box a = level_box(&to, 1), b = level_box(&from, 0), box = {
                .width_bytes = 4 * 5,
                .height = a.height > 4 && b.height > 5 ? 4 : 1,
                .depth = a.depth > 2 && b.depth > 3 ? 2 : 1,
            };
            struct gi_image_place to_at = { .level = 1, .x = 1, .z = a.depth > 2 };
            struct gi_image_place from_at = { .x = 2, .y = b.height > 5, .z = b.depth > 3 };
            check_copy(&rig, &to, to_at, &from, from_at, box);
        }
    }
    conf_close(&rig);
}

/** Blocks of a compressed image are texels of one that is as large each, and the other way. */
static void compressed(void **state)
{
    struct gi_image_shape bc1 = { .format = GI_FORMAT_BC1_UNORM, .dims = GI_IMAGE_2D, .width = 38,
                                  .height = 22, .depth = 1, .layers = 2, .levels = 3 };
    struct gi_image_shape words = { .format = GI_FORMAT_RG32_UINT, .dims = GI_IMAGE_2D,
                                    .width = 10, .height = 6, .depth = 1, .layers = 2,
                                    .levels = 1 };
    struct gi_image_shape bc4 = bc1;
    struct conf_rig rig;
    struct texels probe;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    if (texels_init(&probe, &rig, &bc1)) {
        texels_finish(&probe);
        bc4.format = GI_FORMAT_BC4_UNORM;
        struct gi_image_place none = { 0 }, second = { .level = 1, .z = 1 };
        check_copy(&rig, &words, none, &bc1, none, level_box(&bc1, 0));
        check_copy(&rig, &words, none, &bc1, second, (struct gi_box){ 8 * 5, 3, 1 });
        check_copy(&rig, &bc1, none, &words, none, level_box(&bc1, 0));
        check_copy(&rig, &bc1, second, &words, none, (struct gi_box){ 8 * 5, 3, 1 });
        check_copy(&rig, &bc4, second, &bc1, second, (struct gi_box){ 8 * 5, 3, 1 });
        check_copy(&rig, &bc4, second, &bc1, none, (struct gi_box){ 8 * 5, 3, 1 });
        check_copy(&rig, &bc4, none, &bc1, second, (struct gi_box){ 8 * 5, 3, 1 });
    }
    conf_close(&rig);
}

/* ---- several in one batch -------------------------------------------------------------------- */

/** Begin, write, copy and read in one batch, with barriers where the contract has them. */
static void one_batch(void **state)
{
    struct gi_image_shape shape = shape_of(2, GI_FORMAT_RGBA8_UINT);
    struct gi_box box = level_box(&shape, 0);
    size_t size = (size_t)gi_box_bytes(&box);
    struct conf_rig rig;
    struct gi_image *images[2];
    struct gi_memory *memories[2], *host[2];

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    for (int i = 0; i < 2; i++) {
        images[i] = image_blank(rig.base, &shape);
        CONF_OK(images[i]->ops->init(images[i]));
        memories[i] = conf_memory(rig.base, images[i]->size_bytes + images[i]->alignment_bytes,
                                  GI_MEMORY_IMAGE);
        CONF_OK(images[i]->ops->bind(images[i], memories[i],
                                     images[i]->wants_own_memory ? 0 :
                                     images[i]->alignment_bytes));
        host[i] = conf_memory(rig.base, size, GI_MEMORY_HOST);
    }
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)host[0]->host_address)[i] = conf_byte(i);
    struct gi_place from = { host[0], 0, tight(&box) }, to = { host[1], 0, tight(&box) };
    struct gi_image_place one = { .image = images[0] }, two = { .image = images[1] };
    const struct gi_command commands[] = {
        { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image = one },
        { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image = two },
        { .kind = GI_COMMAND_IMAGE_WRITE, .dst_image = one, .src = from, .box = box,
          .barrier_before = true },
        { .kind = GI_COMMAND_IMAGE_COPY, .dst_image = two, .src_image = one, .box = box,
          .barrier_before = true },
        { .kind = GI_COMMAND_IMAGE_READ, .dst = to, .src_image = two, .box = box,
          .barrier_before = true },
    };
    conf_run(&rig, commands, sizeof(commands) / sizeof(commands[0]));
    conf_same("through two images", host[1]->host_address, host[0]->host_address, size);
    for (int i = 0; i < 2; i++) {
        images[i]->ops->finish(images[i]);
        free(images[i]);
        conf_memory_free(memories[i]);
        conf_memory_free(host[i]);
    }
    conf_close(&rig);
}

/* ---- in memory of others --------------------------------------------------------------------- */

/** Puts an external image there, or to the memory's start where the device shares such images only
 *  alone in their memory. */
static gi_status external_bind(struct gi_image *image, struct gi_memory *memory,
                               uint64_t offset_bytes)
{
    gi_status status = image->ops->bind(image, memory, offset_bytes);

    if (status == GI_NOT_SUPPORTED && offset_bytes != 0)
        status = image->ops->bind(image, memory, 0);
    return status;
}

/** An external image in imported memory; its texels are what the memory has. False if the device
 *  says that it cannot have it. */
static bool external_init(struct texels *t, struct conf_rig *rig, struct gi_memory *memory,
                          uint64_t offset_bytes, const struct gi_image_shape *shape)
{
    *t = (struct texels){ .rig = rig, .image = image_blank(rig->base, shape), .memory = memory };
    t->image->memory = memory;
    gi_status status = t->image->ops->init(t->image);
    if (status == GI_OK)
        status = external_bind(t->image, memory, offset_bytes);
    if (status != GI_NOT_SUPPORTED)
        CONF_OK(status);
    return status == GI_OK;
}

/** False if the device cannot have it. */
static bool external_shape(int kind, enum gi_format format, bool dedicated)
{
    struct gi_image_shape shape = shape_of(kind, format);
    struct conf_rig rigs[2];
    struct gi_memory *imports[2], *memory;
    struct gi_os_handle handle;
    struct texels t[2];
    int had = 0;

    shape.flags |= GI_IMAGE_EXTERNAL;
    for (int i = 0; i < 2; i++)
        conf_open(&rigs[i]);
    shape.flags |= dedicated ? GI_IMAGE_DEDICATED : 0;
    memory = conf_memory_shared(rigs[0].base, 1 << 18, &handle);
    for (int i = 0; i < 2; i++) {
        uint64_t size = dedicated ? memory->size_bytes : 1 << 18;
        imports[i] = conf_memory_blank(rigs[i].base);
        CONF_OK(imports[i]->ops->import(imports[i], &handle, size, dedicated));
        had += external_init(&t[i], &rigs[i], imports[i], dedicated ? 0 : 1 << 16, &shape);
    }
    CONF_THAT(had != 1, "one of two devices has the image");
    for (uint32_t level = 0; had != 0 && level < shape.levels; level++) {
        struct gi_image_place at = { .image = t[0].image, .level = level };
        texels_write(&t[0], at, level_box(&shape, level), level * SEED_OF_LEVEL, true);
    }
    for (uint32_t level = 0; had != 0 && level < shape.levels; level++)
        expect(&t[1], level, level * SEED_OF_LEVEL, NULL, NULL, 0, false);
    if (had != 0)
        check_levels(&t[1]);
    for (int i = 0; i < 2; i++) {
        texels_finish(&t[i]);
        conf_memory_free(imports[i]);
    }
    conf_memory_free(memory);
    assert_int_equal(close(handle.fd), 0);
    for (int i = 0; i < 2; i++)
        conf_close(&rigs[i]);
    return had != 0;
}

static void external(void **state)
{
    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_need_shared_memory();
    for (int kind = 0; kind < KIND_COUNT; kind++)
        (void)external_shape(kind, GI_FORMAT_RGBA8_UINT, false);
    CONF_THAT(external_shape(2, GI_FORMAT_RGBA32_FLOAT, false), "%s", gi_last_error_detail());
    CONF_THAT(external_shape(3, GI_FORMAT_RG16_SNORM, false), "%s", gi_last_error_detail());
}

static void external_dedicated(void **state)
{
    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_need_shared_memory();
    if (!external_shape(2, GI_FORMAT_RGBA8_UINT, true))
        conf_skip("the device asks who made such memory");
    CONF_THAT(external_shape(3, GI_FORMAT_R32_FLOAT, true), "%s", gi_last_error_detail());
    (void)external_shape(6, GI_FORMAT_R32_FLOAT, true);      /* volumes are not shared by all */
}

/** What does not fit, is not aligned or is of another sort is refused, and leaves nothing. */
static void refused_memory(void **state)
{
    struct gi_image_shape shape = shape_of(2, GI_FORMAT_RGBA8_UINT);
    struct conf_rig rig;
    struct gi_os_handle handle;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_need_shared_memory();
    conf_open(&rig);
    shape.flags |= GI_IMAGE_EXTERNAL;
    struct gi_memory *memory = conf_memory_shared(rig.base, 1 << 18, &handle);
    struct gi_memory *twin = conf_memory_blank(rig.base);
    CONF_OK(twin->ops->import(twin, &handle, 1 << 18, false));
    close(handle.fd);
    struct gi_image *image = image_blank(rig.base, &shape);
    image->memory = twin;
    CONF_OK(image->ops->init(image));
    uint64_t last = (twin->size_bytes - image->size_bytes) & ~(image->alignment_bytes - 1);
    CONF_STATUS(GI_INVALID_VALUE,
                image->ops->bind(image, twin, last + image->alignment_bytes));
    CONF_STATUS(GI_INVALID_VALUE, image->ops->bind(image, twin, UINT64_MAX));
    CONF_STATUS(GI_INVALID_VALUE, image->ops->bind(image, twin, 1));
    CONF_OK(external_bind(image, twin, last));
    image->ops->finish(image);
    free(image);
    shape.flags = 0;
    image = image_blank(rig.base, &shape);
    CONF_OK(image->ops->init(image));
    CONF_STATUS(GI_NOT_SUPPORTED, image->ops->bind(image, twin, 0));
    image->ops->finish(image);
    free(image);
    conf_memory_free(twin);
    conf_memory_free(memory);
    conf_close(&rig);
}

static void refused_shapes(void **state)
{
    static const struct gi_image_shape good = {
        .format = GI_FORMAT_RGBA8_UINT, .dims = GI_IMAGE_2D, .width = 16, .height = 16,
        .depth = 1, .layers = 1, .levels = 1,
    };
    struct gi_image_shape bad[6];
    struct conf_rig rig;

    (void)state;
    if (!conf_info.images)
        conf_skip("the device has no images");
    conf_open(&rig);
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].width = conf_info.max_image_2d + 1;
    bad[1].height = UINT32_MAX;
    bad[2].layers = conf_info.max_image_layers + 1;
    bad[3].dims = GI_IMAGE_1D;
    bad[3].height = 1;
    bad[3].width = conf_info.max_image_1d + 1;
    bad[4].dims = GI_IMAGE_3D;
    bad[4].depth = conf_info.max_image_3d + 1;
    bad[5].format = GI_FORMAT_BC1_UNORM;
    bad[5].flags = GI_IMAGE_STORAGE;
    for (int i = 0; i < 6; i++) {
        struct gi_image *image = image_blank(rig.base, &bad[i]);
        CONF_STATUS(GI_NOT_SUPPORTED, image->ops->init(image));
        CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
        image->ops->finish(image);
        free(image);
    }
    conf_close(&rig);
}

const struct conf_case conf_texel_cases[] = {
    { "texels.every_kind", every_kind },
    { "texels.uses", uses },
    { "texels.between_kinds", between_kinds },
    { "texels.compressed", compressed },
    { "texels.one_batch", one_batch },
    { "texels.external", external },
    { "texels.external_dedicated", external_dedicated },
    { "texels.refused_memory", refused_memory },
    { "texels.refused_shapes", refused_shapes },
    { NULL, NULL },
};
