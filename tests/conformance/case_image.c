/* Images: every shape and format that a device has, whole levels of them, on one queue and on two,
 * and images that share their memory with another device's. */
#include <stdlib.h>
#include <unistd.h>

#include "images.h"

/* ---- what there is -------------------------------------------------------------------------- */

/* Runs for each format, shape, number of levels and set of flags. */
static void for_each_shape(struct conf_rig *rig, void (*look)(struct conf_rig *rig,
                                                              const struct gi_image_shape *shape))
{
    for (int format = GI_FORMAT_NONE + 1; format < GI_FORMAT_COUNT; format++) {
        for (size_t i = 0; i < CONF_SHAPES; i++) {
            struct gi_image_shape shape = conf_shapes[i];
            shape.format = (enum gi_format)format;
            shape.levels = conf_chain(&shape);
            look(rig, &shape);
        }
    }
}

static void init_and_finish(struct conf_rig *rig, const struct gi_image_shape *shape)
{
    static const uint32_t flags[] = { 0, GI_IMAGE_STORAGE, GI_IMAGE_ATTACHMENT,
                                      GI_IMAGE_STORAGE | GI_IMAGE_ATTACHMENT };

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        struct gi_image_shape wanted = *shape;
        wanted.flags |= flags[i];
        struct gi_image *image = conf_image_init(rig->base, &wanted, NULL);
        if (image != NULL)
            conf_image_free(image);
    }
}

static void image_of_every_shape_is_made_or_refused(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    for_each_shape(&rig, init_and_finish);
    conf_close(&rig);
}

/* What every device with images has, so that "not supported" cannot be the answer to all. */
static void image_of_common_shapes_is_there(void **state)
{
    static const enum gi_format common[] = { GI_FORMAT_R8_UINT, GI_FORMAT_RGBA8_UINT,
                                             GI_FORMAT_RGBA8_UNORM, GI_FORMAT_R32_FLOAT,
                                             GI_FORMAT_RGBA16_FLOAT, GI_FORMAT_RGBA32_FLOAT,
                                             GI_FORMAT_RGBA32_UINT };
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    CONF_THAT(conf_info.max_image_2d >= 4096 && conf_info.max_image_layers >= 256,
              "images of %u at most, %u layers", conf_info.max_image_2d,
              conf_info.max_image_layers);
    conf_open(&rig);
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        for (size_t k = 0; k < CONF_SHAPES; k++) {
            struct gi_image_shape shape = conf_shapes[k];
            shape.format = common[i];
            shape.levels = conf_chain(&shape);
            struct gi_image *image = conf_image_init(rig.base, &shape, NULL);
            CONF_THAT(image != NULL, "%s, shape %zu: %s", conf_format(&shape)->name, k,
                      gi_last_error_detail());
            conf_image_free(image);
        }
    }
    conf_close(&rig);
}

static void image_too_large_is_refused(void **state)
{
    struct gi_image_shape shape = { .format = GI_FORMAT_R8_UINT, .dims = GI_IMAGE_2D, .height = 1,
                                    .depth = 1, .layers = 1, .levels = 1 };
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    shape.width = conf_info.max_image_2d + 1;
    CONF_THAT(conf_image_init(rig.base, &shape, NULL) == NULL, "an image wider than the limit");
    shape.width = 1;
    shape.layers = conf_info.max_image_layers + 1;
    CONF_THAT(conf_image_init(rig.base, &shape, NULL) == NULL,
              "an image of more layers than the limit");
    conf_close(&rig);
}

/* A bind that fails leaves an image that can be finished. */
static void expect_unbindable(struct gi_device_base *base, const struct gi_image_shape *shape,
                              struct gi_memory *memory, uint64_t offset, const char *what)
{
    struct gi_image *image = conf_image_init(base, shape, NULL);

    CONF_THAT(image != NULL, "%s", gi_last_error_detail());
    gi_status status = image->ops->bind(image, memory, offset);
    CONF_THAT(status == GI_INVALID_VALUE || status == GI_NOT_SUPPORTED, "%s: %s", what,
              gi_status_name(status));
    CONF_THAT(image->memory == NULL, "%s: it is bound all the same", what);
    conf_image_free(image);
}

static void image_is_not_put_where_it_does_not_fit(void **state)
{
    struct gi_image_shape shape = conf_shapes[2];
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    shape.format = GI_FORMAT_RGBA8_UINT;
    shape.levels = 1;
    struct gi_image *probe = conf_image_init(rig.base, &shape, NULL);
    CONF_THAT(probe != NULL, "%s", gi_last_error_detail());
    uint64_t size = probe->size_bytes, alignment = probe->alignment_bytes;
    conf_image_free(probe);
    struct gi_memory *memory = conf_memory(rig.base, 4 * (size + alignment), GI_MEMORY_IMAGE);
    uint64_t end = ((memory->size_bytes - size) / alignment + 1) * alignment;
    expect_unbindable(rig.base, &shape, memory, end, "at the end");
    expect_unbindable(rig.base, &shape, memory, UINT64_MAX / alignment * alignment, "far outside");
    if (alignment > 1)
        expect_unbindable(rig.base, &shape, memory, alignment / 2, "off the alignment");
    conf_memory_free(memory);
    conf_close(&rig);
}

/* ---- whole levels --------------------------------------------------------------------------- */

static void there_and_back(struct conf_rig *rig, const struct gi_image_shape *shape)
{
    struct gi_command commands[CONF_LEVELS];
    struct conf_own_image own;

    if (!conf_own_image_open(rig, shape, &own))
        return;
    uint64_t size = conf_level_at(shape, shape->levels);
    uint8_t *bytes = malloc(size);
    CONF_THAT(bytes != NULL, "no memory");
    conf_fill_levels(shape, bytes, size, 1);
    struct gi_memory *src = conf_memory(rig->base, size, GI_MEMORY_HOST);
    struct gi_memory *dst = conf_memory(rig->base, size, GI_MEMORY_HOST);
    memcpy(src->host_address, bytes, size);
    memset(dst->host_address, 0, size);
    conf_run(rig, commands, conf_write_levels(commands, own.image, src));
    conf_run(rig, commands, conf_read_levels(commands, dst, own.image));
    conf_same_levels(shape, dst->host_address, bytes);
    conf_memory_free(dst);
    conf_memory_free(src);
    free(bytes);
    conf_own_image_close(&own);
}

static void image_levels_come_back(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    for_each_shape(&rig, there_and_back);
    conf_close(&rig);
}

/* Written, copied to another image, read, and all that in one batch. */
static void image_commands_of_a_batch_keep_order(void **state)
{
    struct gi_command commands[3 * CONF_LEVELS];
    struct gi_image_shape shape = conf_shapes[3];
    struct conf_own_image a, b;
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    conf_open(&rig);
    shape.format = GI_FORMAT_RGBA8_UINT;
    shape.levels = conf_chain(&shape);
    CONF_THAT(conf_own_image_open(&rig, &shape, &a), "%s", gi_last_error_detail());
    shape.format = GI_FORMAT_R32_FLOAT;          /* elements as large */
    CONF_THAT(conf_own_image_open(&rig, &shape, &b), "%s", gi_last_error_detail());
    uint64_t size = conf_level_at(&shape, shape.levels);
    struct gi_memory *src = conf_memory(rig.base, size, GI_MEMORY_DEVICE);
    struct gi_memory *dst = conf_memory(rig.base, size, GI_MEMORY_DEVICE);
    uint8_t *bytes = malloc(2 * size), *got = bytes + size;
    CONF_THAT(bytes != NULL, "no memory");
    conf_fill_levels(&shape, bytes, size, 2);
    conf_write(&rig, src, 0, bytes, size);
    size_t count = conf_write_levels(commands, a.image, src);
    for (uint32_t i = 0; i < shape.levels; i++, count++)
        commands[count] = (struct gi_command){ .kind = GI_COMMAND_IMAGE_COPY,
                                               .barrier_before = i == 0,
                                               .dst_image = { .image = b.image, .level = i },
                                               .src_image = { .image = a.image, .level = i },
                                               .box = conf_level_box(&shape, i) };
    conf_read_levels(&commands[count], dst, b.image);
    commands[count].barrier_before = true;
    conf_run(&rig, commands, count + shape.levels);
    conf_read(&rig, dst, 0, got, size);
    conf_same_levels(&shape, got, bytes);
    free(bytes);
    conf_memory_free(dst);
    conf_memory_free(src);
    conf_own_image_close(&b);
    conf_own_image_close(&a);
    conf_close(&rig);
}

static void image_of_one_queue_is_used_by_another(void **state)
{
    struct gi_command command;
    struct gi_image_shape shape = conf_shapes[2];
    struct conf_queue other;
    struct conf_own_image own;
    struct conf_rig rig;

    (void)state;
    conf_need_images();
    if (conf_info.queue_count < 2)
        conf_skip("the device has one queue");
    conf_open(&rig);
    conf_queue_open(rig.base, 1, &other);
    shape.format = GI_FORMAT_RG16_UINT;
    shape.levels = 1;
    CONF_THAT(conf_own_image_open(&rig, &shape, &own), "%s", gi_last_error_detail());
    uint64_t size = conf_level_at(&shape, 1);
    struct gi_memory *memory = conf_memory(rig.base, 2 * size, GI_MEMORY_HOST);
    uint8_t *bytes = memory->host_address;
    conf_fill_levels(&shape, bytes, size, 3);
    memset(bytes + size, 0, size);
    command = conf_write_level(own.image, 0, memory, 0);
    conf_submit(&rig.main, &command, 1);
    struct gi_wait wait = { .queue = rig.main.queue, .value = rig.main.value };
    command = conf_read_level(memory, size, own.image, 0);
    conf_submit_batch(&other, (struct gi_batch){ .commands = &command, .command_count = 1,
                                                 .waits = &wait, .wait_count = 1 });
    conf_reach(&other, other.value);
    conf_same("read by another queue", bytes + size, bytes, (size_t)gi_box_bytes(&command.box));
    conf_memory_free(memory);
    conf_own_image_close(&own);
    conf_queue_close(&other);
    conf_close(&rig);
}

/* ---- shared with another device ------------------------------------------------------------- */

enum { SHARED_BYTES = 4 << 20 };

/* The same memory and an image in it, as another device or program has them. */
struct shared_image {
    struct conf_rig rig;
    struct gi_memory *memory;
    struct gi_image *image;
};

/* False if the device cannot have it. The image lies at its alignment, or at the start where the
 * device shares such images only alone in their memory. */
static bool shared_open(struct shared_image *shared, const struct gi_os_handle *handle,
                        const struct gi_image_shape *shape)
{
    conf_open(&shared->rig);
    shared->memory = conf_memory_blank(shared->rig.base);
    CONF_OK(shared->memory->ops->import(shared->memory, handle, SHARED_BYTES, false));
    shared->image = conf_image_init(shared->rig.base, shape, shared->memory);
    if (shared->image == NULL) {
        conf_memory_free(shared->memory);
        conf_close(&shared->rig);
        return false;
    }
    CONF_THAT(shared->image->alignment_bytes + shared->image->size_bytes <= SHARED_BYTES,
              "a small image takes %" PRIu64 " bytes", shared->image->size_bytes);
    gi_status status = shared->image->ops->bind(shared->image, shared->memory,
                                                shared->image->alignment_bytes);
    if (status == GI_NOT_SUPPORTED)
        status = shared->image->ops->bind(shared->image, shared->memory, 0);
    CONF_OK(status);
    return true;
}

static void shared_close(struct shared_image *shared)
{
    conf_image_free(shared->image);
    conf_memory_free(shared->memory);
    conf_close(&shared->rig);
}

static void copy_levels(struct shared_image *from, struct shared_image *to, unsigned seed)
{
    const struct gi_image_shape *shape = &from->image->shape;
    struct gi_command commands[CONF_LEVELS];
    uint64_t size = conf_level_at(shape, shape->levels);
    struct gi_memory *src = conf_memory(from->rig.base, size, GI_MEMORY_HOST);
    struct gi_memory *dst = conf_memory(to->rig.base, size, GI_MEMORY_HOST);

    conf_fill_levels(shape, src->host_address, size, seed);
    memset(dst->host_address, 0, size);
    conf_run(&from->rig, commands, conf_write_levels(commands, from->image, src));
    conf_run(&to->rig, commands, conf_read_levels(commands, dst, to->image));
    conf_same_levels(shape, dst->host_address, src->host_address);
    conf_memory_free(dst);
    conf_memory_free(src);
}

static void share(const struct gi_image_shape *shape)
{
    struct shared_image a, b;
    struct gi_os_handle handle;
    struct conf_rig owner;

    conf_open(&owner);
    struct gi_memory *memory = conf_memory_shared(owner.base, SHARED_BYTES, &handle);
    if (shared_open(&a, &handle, shape)) {
        CONF_THAT(shared_open(&b, &handle, shape), "%s", gi_last_error_detail());
        copy_levels(&a, &b, 6);
        copy_levels(&b, &a, 7);
        copy_levels(&a, &b, 8);
        shared_close(&b);
        shared_close(&a);
    }
    close(handle.fd);
    conf_memory_free(memory);
    conf_close(&owner);
}

static void image_in_shared_memory_is_seen_by_both(void **state)
{
    (void)state;
    conf_need_images();
    conf_need_shared_memory();
    for (size_t i = 0; i < CONF_SHAPES; i++) {
        struct gi_image_shape shape = conf_shapes[i];
        shape.format = GI_FORMAT_RGBA8_UNORM;
        shape.levels = conf_chain(&shape);
        shape.flags |= GI_IMAGE_EXTERNAL;
        share(&shape);
        shape.format = GI_FORMAT_RG32_UINT;
        shape.flags |= GI_IMAGE_STORAGE;
        share(&shape);
    }
}

const struct conf_case conf_image_cases[] = {
    { "image.of_every_shape_is_made_or_refused", image_of_every_shape_is_made_or_refused },
    { "image.of_common_shapes_is_there", image_of_common_shapes_is_there },
    { "image.too_large_is_refused", image_too_large_is_refused },
    { "image.is_not_put_where_it_does_not_fit", image_is_not_put_where_it_does_not_fit },
    { "image.levels_come_back", image_levels_come_back },
    { "image.commands_of_a_batch_keep_order", image_commands_of_a_batch_keep_order },
    { "image.of_one_queue_is_used_by_another", image_of_one_queue_is_used_by_another },
    { "image.in_shared_memory_is_seen_by_both", image_in_shared_memory_is_seen_by_both },
    { NULL, NULL },
};
