/* The suite on the fake driver, in the shapes that real devices have. */
#include <stdio.h>

#include "../fake/fake.h"
#include "conformance.h"

enum { SHAPES = 4 };

static void name(struct gifake_device_config *config, const char *text)
{
    snprintf(config->info.name, sizeof config->info.name, "%s", text);
}

/* What add.comp does, in the place of a launch: the fake computes nothing. */
static void add(const struct gi_kernel_launch *launch)
{
    uint64_t address = launch->push[0] | (uint64_t)launch->push[1] << 32;
    char *bytes = conf_added_to->host_address;
    uint32_t *word = (uint32_t *)(void *)(bytes + (address - conf_added_to->device_address));

    __atomic_fetch_add(word, launch->push[2] * launch->groups[0], __ATOMIC_RELAXED);
}

void conf_prepare(void)
{
    struct gifake_device_config configs[SHAPES];
    uint32_t queue_only = GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL;
    uint32_t everything = queue_only | GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL
                        | GI_SEMAPHORE_WAIT_AHEAD;

    for (uint32_t i = 0; i < SHAPES; i++) {
        gifake_default_config(&configs[i], i);
        configs[i].info.choices = i < 2;
    }
    gifake_on_launch(add);
    name(&configs[0], "Fake integrated");

    name(&configs[1], "Fake discrete, believes sizes, waits ahead on all semaphores");
    configs[1].addresses = GIFAKE_ADDRESSES_UNMAPPED;
    configs[1].size_is_known = false;
    configs[1].binary_caps = everything;
    configs[1].info.kind = GI_DEVICE_DISCRETE;
    configs[1].info.host_visible_device_memory = false;
    configs[1].info.queue_count = 8;
    configs[1].images_want_own_memory = true;
    configs[1].image_alignment_bytes = 64 << 10;

    name(&configs[2], "Fake with one queue, two numbers for an address, waits once submitted");
    configs[2].addresses = GIFAKE_ADDRESSES_MAPPED;
    configs[2].info.queue_count = 1;
    configs[2].timeline_caps = (everything & ~(uint32_t)GI_SEMAPHORE_WAIT_AHEAD) |
                               GI_SEMAPHORE_TELLS_SUBMITTED;
    configs[2].info.memory_dma_buf = false;
    configs[2].info.images = false;
    snprintf(configs[2].info.why_no_memory_dma_buf, sizeof configs[2].info.why_no_memory_dma_buf,
             "this fake has none");

    name(&configs[3], "Fake CPU, shares no semaphores");
    configs[3].info.kind = GI_DEVICE_CPU;
    configs[3].info.recordings = false;
    configs[3].info.queue_count = 1;
    configs[3].info.binary_opaque_fd = configs[3].info.timeline_opaque_fd = false;
    snprintf(configs[3].info.why_no_binary_opaque_fd,
             sizeof configs[3].info.why_no_binary_opaque_fd, "this fake shares none");
    snprintf(configs[3].info.why_no_timeline_opaque_fd,
             sizeof configs[3].info.why_no_timeline_opaque_fd, "this fake shares none");
    gifake_configure(configs, SHAPES);
}

bool conf_left_nothing(void)
{
    struct gifake_live live;

    gifake_live(&live);
    if (gifake_live_count() == 0)
        return true;
    print_error("left behind: %u devices, %u memories, %u images, %u semaphores, %u queues\n",
                live.devices, live.memories, live.images, live.semaphores, live.queues);
    return false;
}
