#include "driver.h"

static gi_status hole(const struct gi_driver *driver, const char *slot)
{
    return gi_fail(GI_INTERNAL, "driver %s: its table lacks %s",
                   driver->name != NULL ? driver->name : "without a name", slot);
}

#define REQUIRE(condition, slot) \
    do { \
        if (!(condition)) \
            return hole(driver, slot); \
    } while (0)

gi_status gi_driver_check(const struct gi_driver *driver)
{
    REQUIRE(driver->name != NULL, "name");
    REQUIRE(driver->enumerate != NULL, "enumerate");
    REQUIRE(driver->device != NULL, "device");
    REQUIRE(driver->device->size >= sizeof(struct gi_device_base), "device.size");
    REQUIRE(driver->device->open != NULL, "device.open");
    REQUIRE(driver->device->close != NULL, "device.close");
    REQUIRE(driver->device->memory_budget != NULL, "device.memory_budget");
    REQUIRE(driver->waiter != NULL, "waiter");
    REQUIRE(driver->waiter->size >= sizeof(struct gi_waiter), "waiter.size");
    REQUIRE(driver->waiter->init != NULL, "waiter.init");
    REQUIRE(driver->waiter->wait != NULL, "waiter.wait");
    REQUIRE(driver->waiter->wake != NULL, "waiter.wake");
    REQUIRE(driver->waiter->finish != NULL, "waiter.finish");
    REQUIRE(driver->memory != NULL, "memory");
    REQUIRE(driver->memory->size >= sizeof(struct gi_memory), "memory.size");
    REQUIRE(driver->memory->allocate != NULL, "memory.allocate");
    REQUIRE(driver->memory->import != NULL, "memory.import");
    REQUIRE(driver->memory->finish != NULL, "memory.finish");
    REQUIRE((driver->memory->place != NULL) == (driver->memory->reserve != NULL),
            "one of memory.reserve and memory.place");
    REQUIRE(driver->image == NULL || driver->image->size >= sizeof(struct gi_image), "image.size");
    REQUIRE(driver->image == NULL || driver->image->init != NULL, "image.init");
    REQUIRE(driver->image == NULL || driver->image->bind != NULL, "image.bind");
    REQUIRE(driver->image == NULL || driver->image->finish != NULL, "image.finish");
    if (driver->texture != NULL) {
        REQUIRE(driver->texture->size >= sizeof(struct gi_texture), "texture.size");
        REQUIRE(driver->texture->init != NULL, "texture.init");
        REQUIRE(driver->texture->finish != NULL, "texture.finish");
    }
    if (driver->kernel != NULL) {
        REQUIRE(driver->kernel->size >= sizeof(struct gi_kernel), "kernel.size");
        REQUIRE(driver->kernel->init != NULL, "kernel.init");
        REQUIRE(driver->kernel->finish != NULL, "kernel.finish");
    }
    REQUIRE(driver->semaphore != NULL, "semaphore");
    REQUIRE(driver->semaphore->size >= sizeof(struct gi_semaphore), "semaphore.size");
    REQUIRE(driver->semaphore->import != NULL, "semaphore.import");
    REQUIRE(driver->semaphore->query != NULL, "semaphore.query");
    REQUIRE(driver->semaphore->signal != NULL, "semaphore.signal");
    REQUIRE(driver->semaphore->finish != NULL, "semaphore.finish");
    REQUIRE(driver->queue != NULL, "queue");
    REQUIRE(driver->queue->size >= sizeof(struct gi_queue), "queue.size");
    REQUIRE(driver->queue->open != NULL, "queue.open");
    REQUIRE(driver->queue->submit != NULL, "queue.submit");
    REQUIRE(driver->queue->query != NULL, "queue.query");
    REQUIRE(driver->queue->close != NULL, "queue.close");
    if (driver->recording != NULL) {
        REQUIRE(driver->recording->size >= sizeof(struct gi_recording), "recording.size");
        REQUIRE(driver->recording->init != NULL, "recording.init");
        REQUIRE(driver->recording->finish != NULL, "recording.finish");
    }
    return GI_OK;
}
