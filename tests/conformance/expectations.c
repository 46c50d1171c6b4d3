/* What drivers are known to do wrong. A row goes as soon as its case passes: then the suite fails
 * until it is taken out. */
#include "conformance.h"

/* The emulated card has no shaders, and RADV uses them for much that is no shader's. */
#define RADV_CARD "radv on the emulated card"
#define COPIES "RADV copies and fills 4 KiB or more of the card's memory by shaders"
#define IMAGES "RADV copies to and from images by shaders"
#define ONE_BUFFER "a range by sparse buffers is one buffer, and RADV's have less than 4 GiB"
#define KERNELS "a launch is a shader"
#define TIMES "RADV copies the results of queries by a shader"

/* By the copy engine it does all that needs no shader. */
#define RADV_TRANSFER "radv by transfer queues on the emulated card"
#define NO_QUERIES "no transfer queue copies the results of queries"
#define MANY_BUFFERS "RADV submits 40 command buffers as one job, and the card takes fewer"

const struct conf_expectation conf_expectations[] = {
    { RADV_CARD, "memory.import_same_device", COPIES },
    { RADV_CARD, "memory.import_second_device", COPIES },
    { RADV_CARD, "memory.import_dedicated", COPIES },
    { RADV_CARD, "memory.import_smaller", COPIES },
    { RADV_CARD, "memory.import_larger", COPIES },
    { RADV_CARD, "memory.import_twice", COPIES },
    { RADV_CARD, "copy.device_to_device", COPIES },
    { RADV_CARD, "copy.host_to_device", COPIES },
    { RADV_CARD, "copy.large", COPIES },
    { RADV_CARD, "fill.device", COPIES },
    { RADV_CARD, "fill.large", COPIES },
    { RADV_CARD, "box.device_to_device", COPIES },
    { RADV_CARD, "box.host_to_device", COPIES },
    { RADV_CARD, "box.fill", COPIES },
    { RADV_CARD, "image.levels_come_back", IMAGES },
    { RADV_CARD, "image.commands_of_a_batch_keep_order", IMAGES },
    { RADV_CARD, "image.of_one_queue_is_used_by_another", IMAGES },
    { RADV_CARD, "image.in_shared_memory_is_seen_by_both", IMAGES },
    { RADV_CARD, "image.boxes_go_where_they_belong", IMAGES },
    { RADV_CARD, "image.boxes_of_blocks_go_where_they_belong", IMAGES },
    { RADV_CARD, "texels.every_kind", IMAGES },
    { RADV_CARD, "texels.uses", IMAGES },
    { RADV_CARD, "texels.between_kinds", IMAGES },
    { RADV_CARD, "texels.compressed", IMAGES },
    { RADV_CARD, "texels.one_batch", IMAGES },
    { RADV_CARD, "texels.external", IMAGES },
    { RADV_CARD, "texels.external_dedicated", IMAGES },
    { RADV_CARD, "order.batch_of_hazards", COPIES },
    { RADV_CARD, "order.timestamps_in_device_memory", TIMES },
    { RADV_CARD, "order.query_is_monotonic", COPIES },
    { RADV_CARD, "recording.more_than_once_in_a_batch", COPIES },
    { RADV_CARD, "recording.boxes_and_odd_sizes", COPIES },
    { RADV_CARD, "choice.words_say_which_launches_run", KERNELS },
    { RADV_CARD, "choice.launches_in_front_write_the_word", KERNELS },
    { RADV_CARD, "choice.many_launches_of_a_choice", KERNELS },
    { RADV_CARD, "choice.again_and_again", KERNELS },
    { RADV_CARD, "semaphore.timeline_hand_over", COPIES },
    { RADV_CARD, "semaphore.binary_hand_over", COPIES },
    { RADV_CARD, "semaphore.timeline_hand_over_ahead", COPIES },
    { RADV_CARD, "range.parts_of_pages", COPIES },
    { RADV_CARD, "range.a_large_range", ONE_BUFFER },
    { RADV_TRANSFER, "order.timestamps_in_device_memory", NO_QUERIES },
    { RADV_TRANSFER, "range.a_large_range", ONE_BUFFER },
    { RADV_TRANSFER, "recording.more_than_once_in_a_batch", MANY_BUFFERS },
    { NULL, NULL, NULL },
};
