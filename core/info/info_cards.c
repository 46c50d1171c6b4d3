#include "info_cards.h"

#include <stdio.h>
#include <string.h>

#include "../cards/device_list.h"
#include "info_format.h"

enum { WHY_BYTES = 512 };

/** A line about one driver and one card. */
struct way {
    const struct gi_driver_facts *facts;
    const char *verdict;         /* a keyword for programs */
    int ordinal;                 /* -1: it is no device */
    char why[WHY_BYTES];
};

static const char *verdict_name(enum gi_driver_verdict verdict)
{
    switch (verdict) {
    case GI_DRIVER_TAKEN:
        return "used";
    case GI_DRIVER_BEHIND:
        return "behind";
    case GI_DRIVER_UNFIT:
        return "unfit";
    case GI_DRIVER_UNWANTED:
        return "unwanted";
    case GI_DRIVER_HIDDEN:
        return "hidden";
    }
    return "";
}

/** A driver's message without the driver's name, which is printed before it. */
static const char *without_name(const struct gi_driver *driver, const char *sentence)
{
    size_t length = strlen(driver->name);
    bool is_named = strncmp(sentence, driver->name, length) == 0
                    && strncmp(sentence + length, ": ", 2) == 0;

    return sentence + (is_named ? length + 2 : 0);
}

/** Finds the next choice of a driver and a card, from *at on. *at is then after it. */
static bool next_way(const struct gi_driver_survey *survey, const struct gi_driver_facts *facts,
                     int card, size_t *at, struct way *out_way)
{
    for (; *at < survey->choice_count; ++*at) {
        const struct gi_driver_choice *choice = &survey->choices[*at];
        char why[WHY_BYTES];

        if (choice->card != card || choice->driver != facts->driver)
            continue;
        *out_way = (struct way){ .facts = facts, .verdict = verdict_name(choice->verdict),
                                 .ordinal = choice->ordinal };
        gi_driver_choice_explain(choice, survey->order, why, sizeof why);
        snprintf(out_way->why, sizeof out_way->why, "%s", without_name(facts->driver, why));
        ++*at;
        return true;
    }
    return false;
}

/** The line of a driver that says nothing about a card. */
static struct way absent_way(const struct gi_driver_facts *facts)
{
    struct way way = { .facts = facts, .verdict = "absent", .ordinal = -1 };

    snprintf(way.why, sizeof way.why, "%s",
             facts->status != GI_OK ? without_name(facts->driver, facts->detail) :
                                      "it does not list the card");
    return way;
}

/** Calls visit for each driver's choices of a card. A driver without one gets a line only if the
 *  card is on a bus; other devices belong to one driver only. */
static void for_each_way(const struct gi_driver_survey *survey, int card, bool is_on_bus,
                         void (*visit)(const struct way *way, int number))
{
    int number = 0;

    for (size_t i = 0; i < survey->fact_count; i++) {
        const struct gi_driver_facts *facts = &survey->facts[i];
        struct way way;
        size_t at = 0;
        int before = number;

        while (next_way(survey, facts, card, &at, &way))
            visit(&way, number++);
        if (number > before || !is_on_bus)
            continue;
        way = absent_way(facts);
        visit(&way, number++);
    }
}

/** The first description of a card; NULL after the last card. */
static const struct gi_device_info *card_info(const struct gi_driver_survey *survey, int card)
{
    for (size_t i = 0; i < survey->choice_count; i++) {
        if (survey->choices[i].card == card)
            return survey->choices[i].info;
    }
    return NULL;
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_way(const struct way *way, int number)
{
    (void)number;
    if (way->ordinal >= 0)
        printf("  device %-4d %s: %s\n", way->ordinal, way->facts->driver->name, way->why);
    else
        printf("  no device   %s: %s\n", way->facts->driver->name, way->why);
}

static void print_driver(const struct gi_driver_facts *facts)
{
    printf("  %-11s ", facts->driver->name);
    if (facts->status != GI_OK)
        printf("%s", without_name(facts->driver, facts->detail));
    else
        printf("lists %zu", facts->count);
    if (facts->unfit_count > 0)
        printf(", and %zu that it cannot drive", facts->unfit_count);
    printf("%s\n", facts->wanted ? "" : "; GPUINTEROP_DRIVER leaves it out");
}

void info_print_cards(void)
{
    struct gi_driver_survey survey;
    const struct gi_device_info *info;
    char pci[INFO_PCI_BYTES];

    if (gi_device_survey(&survey) != GI_OK) {
        printf("\nno drivers: %s\n", gi_last_error_detail());
        return;
    }
    printf("\ndrivers: %s\n", survey.order);
    for (size_t i = 0; i < survey.fact_count; i++)
        print_driver(&survey.facts[i]);
    for (size_t i = 0; survey.absent[i] != NULL; i++)
        printf("  %-11s not in this build\n", survey.absent[i]);
    for (int card = 0; (info = card_info(&survey, card)) != NULL; card++) {
        printf("\ncard %d: %s", card, info->name);
        if (info->has_pci) {
            info_write_pci(info, pci, sizeof pci);
            printf(", PCI %s", pci);
        }
        printf("\n");
        for_each_way(&survey, card, info->has_pci, print_way);
    }
}

/* ---- for programs --------------------------------------------------------------------------- */

static void json_way(const struct way *way, int number)
{
    printf("%s\n        {\"driver\": ", number > 0 ? "," : "");
    info_json_string(way->facts->driver->name);
    printf(", \"verdict\": \"%s\", \"device\": ", way->verdict);
    if (way->ordinal >= 0)
        printf("%d", way->ordinal);
    else
        printf("null");
    printf(", \"why\": ");
    info_json_string(way->why);
    printf("}");
}

static void json_driver(const struct gi_driver_facts *facts)
{
    printf("    {\"name\": ");
    info_json_string(facts->driver->name);
    printf(", \"in_build\": true, \"wanted\": %s, \"devices\": %zu, \"unfit\": %zu, "
           "\"error\": ", facts->wanted ? "true" : "false", facts->count, facts->unfit_count);
    if (facts->status != GI_OK)
        info_json_string(facts->detail);
    else
        printf("null");
    printf("}");
}

static void json_drivers(const struct gi_driver_survey *survey)
{
    printf("  \"drivers\": [");
    for (size_t i = 0; i < survey->fact_count; i++) {
        printf("%s\n", i > 0 ? "," : "");
        json_driver(&survey->facts[i]);
    }
    for (size_t i = 0; survey->absent[i] != NULL; i++) {
        printf("%s\n    {\"name\": ", i + survey->fact_count > 0 ? "," : "");
        info_json_string(survey->absent[i]);
        printf(", \"in_build\": false, \"wanted\": false, \"devices\": 0, \"unfit\": 0, "
               "\"error\": null}");
    }
    printf("\n  ],\n");
}

void info_json_cards(void)
{
    struct gi_driver_survey survey;
    const struct gi_device_info *info;
    char text[INFO_PCI_BYTES];

    if (gi_device_survey(&survey) != GI_OK) {
        printf("  \"order\": \"\",\n  \"drivers\": [],\n  \"cards\": []\n");
        return;
    }
    printf("  \"order\": ");
    info_json_string(survey.order);
    printf(",\n");
    json_drivers(&survey);
    printf("  \"cards\": [");
    for (int card = 0; (info = card_info(&survey, card)) != NULL; card++) {
        printf("%s\n    {\n      \"name\": ", card > 0 ? "," : "");
        info_json_string(info->name);
        printf(",\n      \"pci\": ");
        if (info->has_pci) {
            info_write_pci(info, text, sizeof text);
            info_json_string(text);
        } else {
            printf("null");
        }
        printf(",\n      \"ways\": [");
        for_each_way(&survey, card, info->has_pci, json_way);
        printf("\n      ]\n    }");
    }
    printf("\n  ]\n");
}
