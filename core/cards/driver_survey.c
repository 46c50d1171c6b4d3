#include "driver_survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/vector.h"
#include "contract/calls.h"

/* Blocks that ask for more have so much on NVIDIA's largest devices. */
enum { MOST_SHARED_BYTES = 227 << 10 };

/* ---- asking ---------------------------------------------------------------------------------- */

static gi_status no_list_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to list devices");
}

/** How much shared memory a block has at least: GPUINTEROP_SHARED_BYTES, or as CUDA promises. */
static uint32_t least_shared(void)
{
    const char *text = getenv("GPUINTEROP_SHARED_BYTES");
    char *end = NULL;
    unsigned long bytes;

    if (text == NULL || text[0] == '\0')
        return GI_SHARED_BYTES;
    bytes = strtoul(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && bytes >= GI_SHARED_BYTES
        && bytes <= MOST_SHARED_BYTES)
        return (uint32_t)bytes;
    gi_log(GI_LOG_ALWAYS, "GPUINTEROP_SHARED_BYTES is \"%s\"; right would be a number of bytes "
           "from %d to %d", text, GI_SHARED_BYTES, MOST_SHARED_BYTES);
    return GI_SHARED_BYTES;
}

/** Every device that launches kernels has so much shared memory: kernels take device memory for
 *  what it lacks. */
static void complete_shared(struct gi_device_info *info, uint32_t least)
{
    info->meeting_bytes = info->max_shared_bytes;
    if (info->own_shared_bytes == 0 || info->own_shared_bytes > info->max_shared_bytes)
        info->own_shared_bytes = info->max_shared_bytes;
    if (info->launches && info->max_shared_bytes < least)
        info->max_shared_bytes = least;
}

static gi_status ask_for_devices(struct gi_driver_facts *facts)
{
    size_t capacity = 0, found = 16;
    const uint32_t least = least_shared();

    do {
        if (!gi_grow((void **)&facts->infos, &capacity, found, sizeof *facts->infos))
            return no_list_memory();
        facts->status = gi_call_enumerate(facts->driver, facts->infos, capacity, &found);
    } while (facts->status == GI_OK && found > capacity);
    if (facts->status == GI_OK)
        facts->count = found;
    for (size_t i = 0; i < facts->count; i++)
        complete_shared(&facts->infos[i], least);
    return GI_OK;
}

static gi_status ask_for_unfit(struct gi_driver_facts *facts)
{
    size_t capacity = 0, found = 4;

    do {
        if (!gi_grow((void **)&facts->unfit, &capacity, found, sizeof *facts->unfit))
            return no_list_memory();
        gi_call_list_unfit(facts->driver, facts->unfit, capacity, &found);
    } while (found > capacity);
    facts->unfit_count = found;
    return GI_OK;
}

/** Asks a driver, once. Its failure is a fact. */
static gi_status ask_driver(struct gi_driver_facts *facts)
{
    gi_status status = GI_OK;

    if (facts->asked)
        return GI_OK;
    facts->status = gi_driver_check(facts->driver);
    if (facts->status == GI_OK)
        status = ask_for_devices(facts);
    if (status == GI_OK && facts->status == GI_OK && facts->driver->list_unfit != NULL)
        status = ask_for_unfit(facts);
    if (facts->status == GI_OUT_OF_MEMORY)
        return facts->status;
    if (facts->status != GI_OK)
        snprintf(facts->detail, sizeof facts->detail, "%s", gi_last_error_detail());
    facts->asked = status == GI_OK;
    return status;
}

/* ---- deciding -------------------------------------------------------------------------------- */

static gi_status decide(struct gi_driver_survey *survey)
{
    size_t size = gi_driver_plan_size(survey->facts, survey->fact_count);
    struct gi_driver_choice *choices = calloc(size + 1, sizeof *choices);

    if (choices == NULL)
        return no_list_memory();
    free(survey->choices);
    survey->choices = choices;
    survey->choice_count = gi_driver_plan(survey->facts, survey->fact_count, choices);
    return GI_OK;
}

static void add_driver(struct gi_driver_survey *survey, const struct gi_driver *driver, bool wanted)
{
    for (size_t i = 0; i < survey->fact_count; i++) {
        if (survey->facts[i].driver == driver)
            return;
    }
    if (survey->fact_count < GI_MAX_DRIVERS)
        survey->facts[survey->fact_count++] = (struct gi_driver_facts){ .driver = driver,
                                                                        .wanted = wanted };
}

/** Appends to the order where it comes from, and what is wrong with it. */
static void say_who_decides(struct gi_driver_survey *survey, const char *text)
{
    bool by_user = text != NULL && text[0] != '\0';
    size_t length;
    const char *unknown = gi_driver_unknown_name(text, gi_drivers, &length);
    int shown = length < 32 ? (int)length : 32;

    gi_append(survey->order, sizeof survey->order, "%s (%s", survey->order[0] == '\0' ? "none" : "",
              by_user ? "GPUINTEROP_DRIVER" : "this build's order");
    if (unknown != NULL) {
        gi_append(survey->order, sizeof survey->order, ", in which \"%.*s\" is no driver of this "
                  "build", shown, unknown);
        gi_log(GI_LOG_ERROR, "GPUINTEROP_DRIVER is \"%s\", and \"%.*s\" is no driver of this "
               "build", text, shown, unknown);
    }
    gi_append(survey->order, sizeof survey->order, ")");
}

gi_status gi_driver_survey_begin(struct gi_driver_survey *survey)
{
    const struct gi_driver *wanted[GI_MAX_DRIVERS];
    const char *text = getenv("GPUINTEROP_DRIVER");
    size_t count = gi_driver_choose(text, gi_drivers, wanted);

    memset(survey, 0, sizeof *survey);
    survey->absent = gi_absent_drivers;
    for (size_t i = 0; i < count; i++) {
        add_driver(survey, wanted[i], true);
        gi_append(survey->order, sizeof survey->order, "%s%s", i > 0 ? ", " : "", wanted[i]->name);
    }
    for (size_t i = 0; gi_drivers[i] != NULL; i++)
        add_driver(survey, gi_drivers[i], false);
    say_who_decides(survey, text);
    for (size_t i = 0; i < count; i++) {
        gi_status status = ask_driver(&survey->facts[i]);
        if (status != GI_OK)
            return status;
    }
    return decide(survey);
}

gi_status gi_driver_survey_complete(struct gi_driver_survey *survey)
{
    for (size_t i = 0; i < survey->fact_count; i++) {
        gi_status status = ask_driver(&survey->facts[i]);
        if (status != GI_OK)
            return status;
    }
    return decide(survey);
}

/* ---- when there is none ---------------------------------------------------------------------- */

/** Fails if no driver is wanted: says what was asked for. */
static gi_status fail_without_driver(const struct gi_driver_survey *survey)
{
    char absent[80] = "";
    const char *text = getenv("GPUINTEROP_DRIVER");

    for (size_t i = 0; survey->absent[i] != NULL; i++)
        gi_append(absent, sizeof absent, "%s%s", i > 0 ? " and " : "; it was made without ",
                  survey->absent[i]);
    if (survey->fact_count == 0)
        return gi_fail(GI_NO_DRIVER, "this build of the library has no driver%s", absent);
    return gi_fail(GI_NO_DRIVER, "GPUINTEROP_DRIVER is \"%s\", which names no driver of this "
                   "build; \"%s\" would be right%s", text, gi_drivers[0]->name, absent);
}

/** Writes one driver's reason for having no device. */
static void say(const struct gi_driver_facts *facts, char *said, size_t room)
{
    if (facts->status != GI_OK)
        gi_append(said, room, "%s", facts->detail);
    else if (facts->count > 0)
        gi_append(said, room, "GPUINTEROP_DEVICES leaves none of driver %s's devices",
                  facts->driver->name);
    else if (facts->unfit_count == 0)
        gi_append(said, room, "driver %s lists none", facts->driver->name);
    for (size_t i = 0; i < facts->unfit_count; i++) {
        const struct gi_device_info *info = &facts->unfit[i].info;

        gi_append(said, room, "%s%s", i > 0 || facts->count > 0 ? "; " : "", info->name);
        if (info->has_pci)
            gi_append(said, room, " at %04x:%02x:%02x.%x", info->pci_domain, info->pci_bus,
                      info->pci_device, info->pci_function);
        gi_append(said, room, ": %s", facts->unfit[i].why);
    }
}

gi_status gi_driver_survey_fail(const struct gi_driver_survey *survey)
{
    char said[400] = "";
    gi_status first = survey->fact_count > 0 ? survey->facts[0].status : GI_NO_DRIVER;

    if (survey->fact_count == 0 || !survey->facts[0].wanted)
        return fail_without_driver(survey);
    for (size_t i = 0; i < survey->fact_count && survey->facts[i].wanted; i++) {
        const struct gi_driver_facts *facts = &survey->facts[i];
        if (i > 0)
            gi_append(said, sizeof said, "; ");
        say(facts, said, sizeof said);
        if (first == GI_OK || facts->unfit_count > 0)
            first = GI_NO_DEVICE;
    }
    return gi_fail(first, "no usable device: %s", said);
}

void gi_driver_survey_finish(struct gi_driver_survey *survey)
{
    for (size_t i = 0; i < survey->fact_count; i++) {
        free(survey->facts[i].infos);
        free(survey->facts[i].unfit);
    }
    free(survey->choices);
    memset(survey, 0, sizeof *survey);
}
