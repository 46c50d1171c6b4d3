/* A driver whose tables have a hole is refused, whichever the hole. */
#include "contract/driver.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "fake.h"

struct tables {
    struct gi_driver driver;
    struct gi_device_ops device;
    struct gi_waiter_ops waiter;
    struct gi_memory_ops memory;
    struct gi_image_ops image;
    struct gi_texture_ops texture;
    struct gi_kernel_ops kernel;
    struct gi_semaphore_ops semaphore;
    struct gi_queue_ops queue;
    struct gi_recording_ops recording;
};

struct slot {
    const char *name;
    size_t offset, size;
};

#define SLOT(table, member)                                                                      \
    { #table "." #member, offsetof(struct tables, table.member),                                 \
      sizeof((struct tables *)0)->table.member }

static const struct slot required[] = {
    SLOT(driver, name), SLOT(driver, enumerate), SLOT(driver, device), SLOT(driver, memory),
    SLOT(driver, semaphore), SLOT(driver, queue),
    SLOT(device, size), SLOT(device, open), SLOT(device, close),
    SLOT(device, memory_budget), SLOT(driver, waiter),
    SLOT(waiter, size), SLOT(waiter, init), SLOT(waiter, wait), SLOT(waiter, wake),
    SLOT(waiter, finish),
    SLOT(memory, size), SLOT(memory, allocate), SLOT(memory, import), SLOT(memory, finish),
    SLOT(image, size), SLOT(image, init), SLOT(image, bind), SLOT(image, finish),
    SLOT(texture, size), SLOT(texture, init), SLOT(texture, finish),
    SLOT(kernel, size), SLOT(kernel, init), SLOT(kernel, finish),
    SLOT(semaphore, size), SLOT(semaphore, import), SLOT(semaphore, query),
    SLOT(semaphore, signal), SLOT(semaphore, finish),
    SLOT(queue, size), SLOT(queue, open), SLOT(queue, submit), SLOT(queue, query),
    SLOT(queue, close),
    SLOT(recording, size), SLOT(recording, init), SLOT(recording, finish),
};

static const struct slot optional[] = {
    SLOT(memory, allocate_exportable), SLOT(memory, export), SLOT(memory, wrap_host),
    SLOT(memory, reserve), SLOT(memory, place),
    SLOT(device, calibrate), SLOT(device, tell_fault), SLOT(driver, list_unfit),
    SLOT(driver, image), SLOT(driver, texture),
    SLOT(driver, kernel), SLOT(driver, recording),
    SLOT(semaphore, create), SLOT(semaphore, export), SLOT(semaphore, try_consume),
    SLOT(semaphore, capture), SLOT(semaphore, query_submitted),
};

static void fill(struct tables *tables)
{
    tables->driver = gifake_driver;
    tables->device = *gifake_driver.device;
    tables->waiter = *gifake_driver.waiter;
    tables->memory = *gifake_driver.memory;
    tables->image = *gifake_driver.image;
    tables->texture = *gifake_driver.texture;
    tables->kernel = *gifake_driver.kernel;
    tables->semaphore = *gifake_driver.semaphore;
    tables->queue = *gifake_driver.queue;
    tables->recording = *gifake_driver.recording;
    tables->driver.device = &tables->device;
    tables->driver.waiter = &tables->waiter;
    tables->driver.memory = &tables->memory;
    tables->driver.image = &tables->image;
    tables->driver.texture = &tables->texture;
    tables->driver.kernel = &tables->kernel;
    tables->driver.semaphore = &tables->semaphore;
    tables->driver.queue = &tables->queue;
    tables->driver.recording = &tables->recording;
}

TEST_CASE(every_hole_is_refused)
{
    struct tables tables;

    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        const char *name = required[i].name;
        fill(&tables);
        assert_int_equal(gi_driver_check(&tables.driver), GI_OK);
        memset((char *)&tables + required[i].offset, 0, required[i].size);
        if (gi_driver_check(&tables.driver) != GI_INTERNAL)
            fail_msg("a driver without %s is taken", name);
        if (strncmp(name, "driver.", 7) == 0)    /* the sentence leaves that word out */
            name += 7;
        if (strstr(gi_last_error_detail(), name) == NULL)
            fail_msg("without %s: \"%s\"", name, gi_last_error_detail());
    }
}

TEST_CASE(what_may_be_missing_may)
{
    struct tables tables;

    fill(&tables);
    for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++)
        memset((char *)&tables + optional[i].offset, 0, optional[i].size);
    assert_int_equal(gi_driver_check(&tables.driver), GI_OK);
    tables.memory.reserve = gifake_driver.memory->reserve;       /* not without the other one */
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    tables.memory.reserve = NULL;
    tables.memory.place = gifake_driver.memory->place;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
}

/* Each slot stands in one of the two lists: a new one cannot be forgotten. */
TEST_CASE(no_slot_is_forgotten)
{
    size_t listed = 0;

    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++)
        listed += required[i].size;
    for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++)
        listed += optional[i].size;
    assert_int_equal(listed, sizeof(struct tables));
}

TEST_CASE(structs_too_small_are_refused)
{
    struct tables tables;

    fill(&tables);
    tables.device.size = sizeof(struct gi_device_base) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.waiter.size = sizeof(struct gi_waiter) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.memory.size = sizeof(struct gi_memory) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.image.size = sizeof(struct gi_image) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.texture.size = sizeof(struct gi_texture) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.semaphore.size = sizeof(struct gi_semaphore) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
    fill(&tables);
    tables.queue.size = sizeof(struct gi_queue) - 1;
    assert_int_equal(gi_driver_check(&tables.driver), GI_INTERNAL);
}
