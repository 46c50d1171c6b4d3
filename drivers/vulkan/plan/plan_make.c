/* Makes the plan of a device: chooses it and applies the words behind its name. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

static bool givk_any_fits(const struct givk_facts *facts)
{
    (void)facts;
    return true;
}

static const struct {
    const char *name;
    bool (*fits)(const struct givk_facts *facts);
    void (*make)(const struct givk_facts *facts, struct givk_plan *out_plan);
} givk_plans[] = {
    { "nvidia", givk_nvidia_fits, givk_nvidia_plan },
    { "generic", givk_any_fits, givk_generic_plan },
};

enum { GIVK_PLAN_COUNT = sizeof(givk_plans) / sizeof(givk_plans[0]) };

/** Tells whether the next word is this one, and gives what follows it. */
static bool givk_is_word(const char *words, const char *word, const char **out_rest)
{
    size_t length = strlen(word);

    *out_rest = words + length;
    return strncmp(words, word, length) == 0;
}

static void givk_take_number(const char *rest, uint32_t most, uint32_t *at)
{
    unsigned long number = strtoul(rest, NULL, 10);

    if (number != 0 && number <= most)
        *at = (uint32_t)number;
}

/** Replaces the plan's queues by transfer-only queues, if there are any. */
static void givk_take_transfer_queues(const struct givk_facts *facts, struct givk_plan *plan)
{
    struct givk_plan others = *plan;

    others.family_count = 0;
    others.queue_count = 0;
    for (uint32_t i = 0; i < facts->family_count; i++) {
        VkQueueFlags flags = facts->families[i].queueFlags;
        if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 &&
            (flags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == 0)
            givk_plan_add_family(facts, &others, i, GIVK_MAX_QUEUES);
    }
    if (others.queue_count != 0)
        *plan = others;
}

/** Changes the number of queues, all of the plan's first family. */
static void givk_take_queues(const struct givk_facts *facts, const char *rest,
                             struct givk_plan *plan)
{
    uint32_t count = 0;

    givk_take_number(rest, GIVK_MAX_QUEUES, &count);
    if (count != 0)
        givk_plan_one_family(facts, plan, count);
}

/** Applies a word about memory that kernels read and write. */
static void givk_take_kernel_word(const char *word, struct givk_plan *plan)
{
    unsigned long long most;
    const char *rest;

    if (givk_is_word(word, "private-bytes=", &rest)) {
        givk_take_number(rest, UINT32_MAX, &plan->private_bytes);
    } else if (givk_is_word(word, "shared-bytes=", &rest)) {
        givk_take_number(rest, UINT32_MAX, &plan->shared_bytes);
    } else if (givk_is_word(word, "local-bytes=", &rest)) {
        most = strtoull(rest, NULL, 10);
        if (most != 0)
            plan->most_local_bytes = most;
    } else if (givk_is_word(word, "constants-by-address", &rest)) {
        plan->constant_bytes = 0;
    } else if (givk_is_word(word, "constants-take-turns", &rest)) {
        plan->constants_take_turns = true;
    } else if (givk_is_word(word, "matrices-by-lanes", &rest)) {
        plan->matrices_by_lanes = true;
    } else if (givk_is_word(word, "barriers-untested", &rest)) {
        plan->tests_barriers = false;
    } else if (givk_is_word(word, "host-decides", &rest)) {
        plan->host_decides = true;
    }
}

/** Applies a word about ranges. */
static void givk_take_range_word(const char *word, struct givk_plan *plan)
{
    const char *rest;
    uint32_t step = 0;

    if (givk_is_word(word, "sparse-ranges", &rest)) {
        plan->sparse.on_cpu = true;
    } else if (givk_is_word(word, "shared-ranges", &rest)) {
        plan->sparse.shares = true;
    } else if (givk_is_word(word, "not-aliased-ranges", &rest)) {
        plan->sparse.not_aliased = true;
    } else if (givk_is_word(word, "dedicated-exports", &rest)) {
        plan->dedicated_exports = true;
    } else if (givk_is_word(word, "open-import-sizes", &rest)) {
        plan->open_import_sizes = true;
    } else if (givk_is_word(word, "range-step=", &rest)) {
        givk_take_number(rest, 1 << 30, &step);
        if (step != 0 && (step & (step - 1)) == 0)
            plan->range_step_bytes = step;
    }
}

/** Applies one word behind the plan's name. */
static void givk_take_word(const struct givk_facts *facts, const char *word,
                           struct givk_plan *plan)
{
    struct givk_image_shaders *images = &plan->image_shaders;
    const char *rest;

    if (givk_is_word(word, "transfer-queues", &rest)) {
        givk_take_transfer_queues(facts, plan);
    } else if (givk_is_word(word, "dedicated-imports", &rest)) {
        plan->dedicated_imports = true;
    } else if (givk_is_word(word, "image-commands", &rest)) {
        images->exist = false;
    } else if (givk_is_word(word, "image-shaders", &rest)) {
        images->exist = givk_can_store_images(facts);
        images->all_of_host = true;
    } else if (givk_is_word(word, "image-written=", &rest)) {
        givk_take_number(rest, 16, &images->texels_written);
    } else if (givk_is_word(word, "image-read=", &rest)) {
        givk_take_number(rest, 16, &images->texels_read);
    } else if (givk_is_word(word, "image-of-host=", &rest)) {
        givk_take_number(rest, 16, &images->texels_of_host);
    } else if (givk_is_word(word, "image-pair=", &rest)) {
        givk_take_number(rest, 1024, &images->pair_threads);
    } else if (givk_is_word(word, "image-row=", &rest)) {
        givk_take_number(rest, 1 << 16, &images->row_bytes);
        images->host_row_bytes = images->row_bytes;
    } else if (givk_is_word(word, "image-rows=", &rest)) {
        givk_take_number(rest, 16, &images->rows);
    } else if (givk_is_word(word, "queues=", &rest)) {
        givk_take_queues(facts, rest, plan);
    } else {
        givk_take_range_word(word, plan);
        givk_take_kernel_word(word, plan);
    }
}

void givk_plan_make(const struct givk_facts *facts, const char *wanted, struct givk_plan *out_plan)
{
    size_t chosen = GIVK_PLAN_COUNT;
    size_t length = wanted != NULL ? strcspn(wanted, "+") : 0;

    for (size_t i = 0; wanted != NULL && i < GIVK_PLAN_COUNT; i++) {
        if (strlen(givk_plans[i].name) == length &&
            strncmp(givk_plans[i].name, wanted, length) == 0)
            chosen = i;
    }
    for (size_t i = 0; chosen == GIVK_PLAN_COUNT; i++) {
        if (givk_plans[i].fits(facts))
            chosen = i;
    }
    memset(out_plan, 0, sizeof(*out_plan));
    givk_plans[chosen].make(facts, out_plan);
    out_plan->name = givk_plans[chosen].name;
    for (const char *at = wanted; at != NULL && (at = strchr(at, '+')) != NULL;)
        givk_take_word(facts, ++at, out_plan);
    givk_plan_ranges(facts, out_plan);
}
