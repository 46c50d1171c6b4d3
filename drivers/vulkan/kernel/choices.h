/** Choices of recordings (struct gi_recorded_choice). Before the launches of a choice a shader
 *  reads the word, and writes how many groups each of them has. The launches are indirect
 *  dispatches, of no group where the word says no. That is Vulkan 1.0: no extension is needed.
 *
 *  The room of a recording has a place for each choice, then one for each launch. */
#ifndef GIVK_CHOICES_H
#define GIVK_CHOICES_H

#include "contract/driver.h"
#include "vulkan/pipeline/compute.h"

struct givk_device;

/** All zero on devices without choices. */
struct givk_choices {
    VkPipelineLayout layout;
    struct givk_pipeline pipeline;       /* made with the first recording that has a choice */
};

/** The caller calls finish, also after a failure.
 *  Threads: one, as the device opens and closes.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_choices_init(struct givk_device *dev);
void givk_choices_finish(struct givk_device *dev);

/** Records the shader for the choice of a number, behind a barrier and in front of one.
 *  Threads: one at a time for a command pool.
 *  Errors:  Vulkan's, without a sentence, if the pipeline cannot be created. */
VkResult givk_choices_record(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_recorded *recorded, size_t number);

/** The place of the groups of a launch. */
static inline struct gi_place givk_choices_place(const struct gi_recorded *recorded, size_t launch)
{
    struct gi_place place = recorded->choice_room;

    place.offset_bytes += (recorded->choice_count + launch) * GI_CHOICE_BYTES;
    return place;
}

#endif
