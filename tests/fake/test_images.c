/* The fake's images: it sees each promise about them that is broken. */
#include <pthread.h>
#include <stdlib.h>

#include "../conformance/images.h"
#include "fake.h"
#include "test_cases.h"

static char broken[512];         /* the last broken promise; "" for none */

static void note(const char *text)
{
    strncpy(broken, text, sizeof broken - 1);
}

static void expect_broken(const char *words)
{
    CONF_THAT(strstr(broken, words) != NULL, "\"%s\" instead of \"%s\"", broken, words);
    broken[0] = '\0';
}

static int set_up(void **state)
{
    struct gifake_device_config config;

    (void)state;
    gifake_default_config(&config, 0);
    gifake_configure(&config, 1);
    gifake_on_violation(note);
    broken[0] = '\0';
    conf_driver = &gifake_driver;
    conf_info = config.info;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (broken[0] != '\0')
        print_error("not expected: %s\n", broken);
    return broken[0] != '\0' || gifake_live_count() != 0;
}

static void refuse(struct conf_queue *queue, const struct gi_command *commands, size_t count,
                   const char *words)
{
    struct gi_batch batch = { .commands = commands, .command_count = count,
                              .value = queue->value + 1 };

    CONF_STATUS(GI_INTERNAL, conf_driver->queue->submit(queue->queue, &batch));
    expect_broken(words);
}

static struct gi_image_shape shape_of(enum gi_format format)
{
    struct gi_image_shape shape = conf_shapes[3];        /* 16 by 40, 3 layers */

    shape.format = format;
    shape.levels = 2;
    return shape;
}

TEST_CASE_WITH(bad_commands, set_up, tear_down)
{
    struct gi_image_shape shape = shape_of(GI_FORMAT_RGBA8_UINT);
    struct conf_own_image own, wide;
    struct conf_rig rig;

    conf_open(&rig);
    CONF_THAT(conf_own_image_open(&rig, &shape, &own), "%s", gi_last_error_detail());
    shape.format = GI_FORMAT_RG32_UINT;
    CONF_THAT(conf_own_image_open(&rig, &shape, &wide), "%s", gi_last_error_detail());
    struct gi_memory *mem = conf_memory(rig.base, 64 << 10, GI_MEMORY_DEVICE);
    struct gi_command good = conf_write_level(own.image, 1, mem, 0), command;
    conf_run(&rig, &good, 1);
    command = good;
    command.dst_image.level = 2;
    refuse(&rig.main, &command, 1, "level 2 of 2");
    command = good;
    command.dst_image.x = 1;
    refuse(&rig.main, &command, 1, "leaves level 1");
    command = good;
    command.dst_image.y = UINT32_MAX;
    refuse(&rig.main, &command, 1, "leaves level 1");
    command = good;
    command.dst_image.z = 1;
    refuse(&rig.main, &command, 1, "leaves level 1");
    command = good;
    command.box.width_bytes -= 1;
    refuse(&rig.main, &command, 1, "elements of 4");
    command = good;
    command.src.offset_bytes = 2;
    refuse(&rig.main, &command, 1, "no multiple of its image's");
    command = good;
    command.src.strides.row_bytes += 2;
    command.src.strides.slice_bytes += 200;
    refuse(&rig.main, &command, 1, "no multiple of its image's");
    command = good;
    command.dst_image.image = NULL;
    refuse(&rig.main, &command, 1, "no dst image");
    command = good;
    command.kind = GI_COMMAND_IMAGE_COPY;
    command.src_image = (struct gi_image_place){ .image = wide.image, .level = 1 };
    refuse(&rig.main, &command, 1, "elements of two sizes");
    command.src_image.image = own.image;
    refuse(&rig.main, &command, 1, "touch the same bytes");
    command = (struct gi_command){ .kind = GI_COMMAND_IMAGE_BEGIN,
                                   .dst_image.image = own.image };
    refuse(&rig.main, &command, 1, "begins an image again");
    conf_memory_free(mem);
    conf_own_image_close(&wide);
    conf_own_image_close(&own);
    conf_close(&rig);
}

TEST_CASE_WITH(missing_barriers, set_up, tear_down)
{
    struct gi_image_shape shape = shape_of(GI_FORMAT_RGBA8_UINT);
    struct conf_own_image own;
    struct conf_rig rig;

    conf_open(&rig);
    CONF_THAT(conf_own_image_open(&rig, &shape, &own), "%s", gi_last_error_detail());
    struct gi_memory *mem = conf_memory(rig.base, 64 << 10, GI_MEMORY_DEVICE);
    struct gi_command commands[3] = {
        conf_write_level(own.image, 0, mem, 0),
        conf_write_level(own.image, 1, mem, 0),
        conf_read_level(mem, 32 << 10, own.image, 1),
    };
    conf_run(&rig, commands, 2);                 /* two levels */
    refuse(&rig.main, commands, 3, "commands 1 and 2 touch the same bytes");
    commands[2].barrier_before = true;
    conf_run(&rig, commands, 3);
    conf_memory_free(mem);
    conf_own_image_close(&own);
    conf_close(&rig);
}

/* An image in memory of its own that has yet to begin. */
static struct conf_own_image bound_image(struct gi_device_base *base)
{
    struct gi_image_shape shape = shape_of(GI_FORMAT_RGBA8_UINT);
    struct conf_own_image own = { .image = conf_image_init(base, &shape, NULL) };

    CONF_THAT(own.image != NULL, "%s", gi_last_error_detail());
    own.memory = conf_memory(base, own.image->size_bytes, GI_MEMORY_IMAGE);
    CONF_OK(own.image->ops->bind(own.image, own.memory, 0));
    return own;
}

TEST_CASE_WITH(used_before_it_has_begun, set_up, tear_down)
{
    struct conf_queue other;
    struct conf_rig rig;

    conf_open(&rig);
    conf_queue_open(rig.base, 1, &other);
    struct conf_own_image own = bound_image(rig.base);
    struct gi_memory *mem = conf_memory(rig.base, 64 << 10, GI_MEMORY_DEVICE);
    struct gi_command command = conf_write_level(own.image, 0, mem, 0);
    struct gi_command begin = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image.image = own.image };
    refuse(&rig.main, &command, 1, "before it has begun");
    gifake_pause_queue(0, 0);
    conf_submit(&rig.main, &begin, 1);
    conf_submit(&rig.main, &command, 1);         /* the same queue keeps the order */
    refuse(&other, &command, 1, "has yet to begin in another queue");
    gifake_resume_queue(0, 0);
    conf_reach(&rig.main, rig.main.value);
    conf_run(&rig, &command, 1);
    conf_submit(&other, &command, 1);
    conf_reach(&other, other.value);
    conf_memory_free(mem);
    conf_own_image_close(&own);
    conf_queue_close(&other);
    conf_close(&rig);
}

TEST_CASE_WITH(bad_making, set_up, tear_down)
{
    struct gi_image_shape shape = shape_of(GI_FORMAT_RGBA8_UINT);
    struct conf_rig rig;

    conf_open(&rig);
    struct gi_image *image = conf_image_init(rig.base, &shape, NULL);
    struct gi_memory *plain = conf_memory(rig.base, 1 << 20, GI_MEMORY_DEVICE);
    CONF_STATUS(GI_NOT_SUPPORTED, image->ops->bind(image, plain, 0));
    CONF_STATUS(GI_INTERNAL, image->ops->init(image));
    expect_broken("not zeroed");
    conf_memory_free(plain);
    conf_image_free(image);
    struct conf_own_image own = bound_image(rig.base);
    CONF_STATUS(GI_INTERNAL, own.image->ops->bind(own.image, own.memory, 0));
    expect_broken("it is bound");
    conf_own_image_close(&own);
    conf_close(&rig);
}

TEST_CASE_WITH(finished_while_in_use, set_up, tear_down)
{
    struct conf_rig rig;

    conf_open(&rig);
    struct conf_own_image own = bound_image(rig.base);
    struct gi_command begin = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image.image = own.image };
    gifake_pause_queue(0, 0);
    conf_submit(&rig.main, &begin, 1);
    own.image->ops->finish(own.image);
    expect_broken("1 places of batches in flight");
    own.memory->ops->finish(own.memory);
    expect_broken("1 places of batches in flight");
    gifake_resume_queue(0, 0);
    conf_reach(&rig.main, rig.main.value);
    conf_own_image_close(&own);
    conf_close(&rig);
}
