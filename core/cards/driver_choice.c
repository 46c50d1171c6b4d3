#include "driver_choice.h"

#include <stdio.h>
#include <string.h>

/* ---- drivers by name ------------------------------------------------------------------------ */

/** Appends a driver to the chosen ones, unless it is there already. */
static size_t choose_driver(const struct gi_driver *driver, size_t count,
                            const struct gi_driver *chosen[static GI_MAX_DRIVERS])
{
    for (size_t i = 0; i < count; i++) {
        if (chosen[i] == driver)
            return count;
    }
    if (count == GI_MAX_DRIVERS)
        return count;
    chosen[count] = driver;
    return count + 1;
}

static bool is_named(const struct gi_driver *driver, const char *text, size_t length)
{
    return strlen(driver->name) == length && memcmp(driver->name, text, length) == 0;
}

const char *gi_driver_unknown_name(const char *text, const struct gi_driver *const *drivers,
                                   size_t *out_length)
{
    *out_length = 0;
    while (text != NULL && text[0] != '\0') {
        size_t length = strcspn(text, ","), place = 0;

        while (drivers[place] != NULL && !is_named(drivers[place], text, length))
            place++;
        if (drivers[place] == NULL && length > 0) {
            *out_length = length;
            return text;
        }
        text += length + (text[length] == ',');
    }
    return NULL;
}

size_t gi_driver_choose(const char *text, const struct gi_driver *const *drivers,
                        const struct gi_driver *out_chosen[static GI_MAX_DRIVERS])
{
    size_t count = 0;

    for (size_t i = 0; (text == NULL || text[0] == '\0') && drivers[i] != NULL; i++)
        count = choose_driver(drivers[i], count, out_chosen);
    while (text != NULL && text[0] != '\0') {
        size_t length = strcspn(text, ",");
        for (size_t i = 0; drivers[i] != NULL; i++) {
            if (is_named(drivers[i], text, length))
                count = choose_driver(drivers[i], count, out_chosen);
        }
        text += length + (text[length] == ',');
    }
    return count;
}

/* ---- the plan -------------------------------------------------------------------------------- */

bool gi_device_is_same_card(const struct gi_device_info *one, const struct gi_device_info *other)
{
    static const uint8_t unknown[sizeof one->uuid];

    if (memcmp(one->uuid, other->uuid, sizeof one->uuid) == 0
        && memcmp(one->uuid, unknown, sizeof unknown) != 0)
        return true;
    return one->has_pci && other->has_pci && one->pci_domain == other->pci_domain &&
           one->pci_bus == other->pci_bus && one->pci_device == other->pci_device &&
           one->pci_function == other->pci_function;
}

size_t gi_driver_plan_size(const struct gi_driver_facts *facts, size_t fact_count)
{
    size_t size = 0;

    for (size_t i = 0; i < fact_count; i++)
        size += facts[i].count + facts[i].unfit_count;
    return size;
}

/** The card's number: that of an earlier choice of the card, or a new one. */
static int number_card(const struct gi_driver_choice *choices, size_t count,
                       const struct gi_device_info *info)
{
    int next = 0;

    for (size_t i = 0; i < count; i++) {
        if (gi_device_is_same_card(choices[i].info, info))
            return choices[i].card;
        if (choices[i].card >= next)
            next = choices[i].card + 1;
    }
    return next;
}

/** The other driver that has the card already, or NULL. */
static const struct gi_driver *taken_by(const struct gi_driver_choice *choices, size_t count,
                                        const struct gi_driver_choice *choice)
{
    for (size_t i = 0; i < count; i++) {
        if (choices[i].verdict == GI_DRIVER_TAKEN && choices[i].card == choice->card
            && choices[i].driver != choice->driver)
            return choices[i].driver;
    }
    return NULL;
}

/** Adds the choice for one driver and one card. */
static void add_choice(struct gi_driver_choice *choices, size_t *count, int *taken,
                       struct gi_driver_choice choice, bool wanted)
{
    choice.card = number_card(choices, *count, choice.info);
    choice.ordinal = -1;
    choice.instead = taken_by(choices, *count, &choice);
    if (choice.why_unfit != NULL)
        choice.verdict = GI_DRIVER_UNFIT;
    else if (!wanted)
        choice.verdict = GI_DRIVER_UNWANTED;
    else if (choice.instead != NULL)
        choice.verdict = GI_DRIVER_BEHIND;
    else
        choice.ordinal = (*taken)++;
    choices[(*count)++] = choice;
}

size_t gi_driver_plan(const struct gi_driver_facts *facts, size_t fact_count,
                      struct gi_driver_choice *out_choices)
{
    size_t count = 0;
    int taken = 0;

    for (size_t i = 0; i < fact_count; i++) {
        const struct gi_driver_facts *fact = &facts[i];
        for (size_t k = 0; k < fact->count; k++)
            add_choice(out_choices, &count, &taken, (struct gi_driver_choice){
                    .driver = fact->driver, .info = &fact->infos[k] }, fact->wanted);
        for (size_t k = 0; k < fact->unfit_count; k++)
            add_choice(out_choices, &count, &taken, (struct gi_driver_choice){
                    .driver = fact->driver, .info = &fact->unfit[k].info,
                    .why_unfit = fact->unfit[k].why }, fact->wanted);
    }
    return count;
}

void gi_driver_plan_select(struct gi_driver_choice *choices, size_t count, const int *ordinals,
                           size_t ordinal_count)
{
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;

        if (choices[i].verdict != GI_DRIVER_TAKEN)
            continue;
        while (place < ordinal_count && ordinals[place] != choices[i].ordinal)
            place++;
        choices[i].ordinal = place < ordinal_count ? (int)place : -1;
        if (place == ordinal_count)
            choices[i].verdict = GI_DRIVER_HIDDEN;
    }
}

void gi_driver_choice_explain(const struct gi_driver_choice *choice, const char *order, char *text,
                              size_t room)
{
    switch (choice->verdict) {
    case GI_DRIVER_TAKEN:
        snprintf(text, room, "the first of %s that can drive the card", order);
        break;
    case GI_DRIVER_BEHIND:
        snprintf(text, room, "driver %s has the card, which comes first in %s; "
                 "GPUINTEROP_DRIVER=%s would choose this one", choice->instead->name, order,
                 choice->driver->name);
        break;
    case GI_DRIVER_UNFIT:
        snprintf(text, room, "%s", choice->why_unfit);
        break;
    case GI_DRIVER_UNWANTED:
        snprintf(text, room, "GPUINTEROP_DRIVER leaves it out; it could drive the card");
        break;
    case GI_DRIVER_HIDDEN:
        snprintf(text, room, "it would have the card, but GPUINTEROP_DEVICES leaves that out");
        break;
    }
}
