#include "choices.h"

#include <string.h>

#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"
#include "givk_choose.spv.h"

/* Launches whose groups one dispatch of the shader writes. With these the push constants fit into
 * the 128 bytes that every device has. */
enum { GIVK_CHOSEN = 7 };

/** The push constants; shaders/choose.comp has the same. An address is never 0. */
struct givk_choice_parameters {
    uint64_t word, note, outer, places;
    uint32_t number, is_equal, count;
    uint32_t groups[GIVK_CHOSEN][3];
};

_Static_assert(sizeof(struct givk_choice_parameters) == 128, "every device has 128 bytes");

gi_status givk_choices_init(struct givk_device *dev)
{
    VkResult result;

    givk_pipeline_init(&dev->choices.pipeline);
    if (!dev->facts->info.choices)
        return GI_OK;
    result = givk_make_compute_layout(dev, NULL, 0, sizeof(struct givk_choice_parameters),
                                      &dev->choices.layout);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "making the layout of choices");
}

void givk_choices_finish(struct givk_device *dev)
{
    givk_pipeline_finish(dev, &dev->choices.pipeline);
    dev->vk.DestroyPipelineLayout(dev->handle, dev->choices.layout, NULL);
}

static uint64_t givk_place_address(const struct gi_place *place)
{
    return place->memory->device_address + place->offset_bytes;
}

static uint64_t givk_note_address(const struct gi_recorded *recorded, size_t number)
{
    return givk_place_address(&recorded->choice_room) + number * GI_CHOICE_BYTES;
}

/** The first launch of a choice from one on; the count of launches if there is none. */
static size_t givk_next_launch(const struct gi_recorded *recorded, size_t number, size_t launch)
{
    while (launch < recorded->launch_count && recorded->launch_choices[launch] != number + 1)
        launch++;
    return launch;
}

/** Lists the launches of a choice from one on that stand side by side; returns the next one. */
static size_t givk_list_launches(const struct gi_recorded *recorded, size_t number, size_t launch,
                                 struct givk_choice_parameters *parameters)
{
    const struct gi_place place = givk_choices_place(recorded, launch);

    parameters->places = givk_place_address(&place);
    parameters->count = 0;
    while (launch < recorded->launch_count && parameters->count < GIVK_CHOSEN &&
           recorded->launch_choices[launch] == number + 1)
        memcpy(parameters->groups[parameters->count++], recorded->launches[launch++].groups,
               sizeof(parameters->groups[0]));
    return givk_next_launch(recorded, number, launch);
}

VkResult givk_choices_record(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_recorded *recorded, size_t number)
{
    const struct givk_code code = { givk_choose_spv, sizeof(givk_choose_spv) };
    const struct givk_pipeline_source source = { .layout = dev->choices.layout, .code = &code };
    const struct gi_recorded_choice *choice = &recorded->choices[number];
    struct givk_choice_parameters parameters = {
        .word = givk_place_address(&choice->word), .note = givk_note_address(recorded, number),
        .outer = choice->within != 0 ? givk_note_address(recorded, choice->within - 1) : 0,
        .number = choice->number, .is_equal = choice->is_equal,
    };
    size_t launch = givk_next_launch(recorded, number, 0);
    VkResult result = givk_pipeline_need(dev, &dev->choices.pipeline, &source);

    if (result != VK_SUCCESS)
        return result;
    dev->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            givk_pipeline_handle(&dev->choices.pipeline));
    do {                                 /* the first dispatch makes the note, also for no launch */
        launch = givk_list_launches(recorded, number, launch, &parameters);
        dev->vk.CmdPushConstants(commands, dev->choices.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 sizeof(parameters), &parameters);
        dev->vk.CmdDispatch(commands, 1, 1, 1);
        parameters.note = 0;
    } while (launch < recorded->launch_count);
    return VK_SUCCESS;
}
