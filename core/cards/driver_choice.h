/** Which drivers are used, and which of two that have the same card: what each of them says
 *  (facts), and what follows from it (the plan). Pure; device_list.h acts on it. */
#ifndef GI_DRIVER_CHOICE_H
#define GI_DRIVER_CHOICE_H

#include "contract/driver.h"

enum { GI_MAX_DRIVERS = 8 };

/** The drivers to use, the preferred one first. text is GPUINTEROP_DRIVER: names with commas
 *  between them, in the order that is wanted; NULL or "": all, as the build has them.
 *  Owner:   drivers ends by NULL.
 *  Returns: how many there are; 0 if no driver has any of the names. */
size_t gi_driver_choose(const char *text, const struct gi_driver *const *drivers,
                        const struct gi_driver *out_chosen[static GI_MAX_DRIVERS]);

/** The first name in such a text that is no driver's, and its length; NULL if all are. */
const char *gi_driver_unknown_name(const char *text, const struct gi_driver *const *drivers,
                                   size_t *out_length);

/** Whether two drivers speak of one card: by its UUID, or by its place on the PCI bus. What is not
 *  known of a card, as that of one which no driver could open, is not compared. */
bool gi_device_is_same_card(const struct gi_device_info *one, const struct gi_device_info *other);

/** What one driver says. */
struct gi_driver_facts {
    const struct gi_driver *driver;
    bool asked;                  /* the rest is known */
    bool wanted;                 /* GPUINTEROP_DRIVER does not leave it out */
    gi_status status;
    char detail[400];            /* why it lists nothing, where status says that it failed */
    struct gi_device_info *infos;
    size_t count;
    struct gi_unfit_device *unfit;
    size_t unfit_count;
};

enum gi_driver_verdict {
    GI_DRIVER_TAKEN,             /* the card is a device by this driver */
    GI_DRIVER_BEHIND,            /* a driver that comes first has it */
    GI_DRIVER_UNFIT,             /* the driver cannot drive it */
    GI_DRIVER_UNWANTED,          /* GPUINTEROP_DRIVER leaves the driver out */
    GI_DRIVER_HIDDEN             /* it would be taken, but GPUINTEROP_DEVICES leaves it out */
};

/** One driver's way to one card, and what becomes of it. */
struct gi_driver_choice {
    const struct gi_driver *driver;
    const struct gi_device_info *info;   /* all of it, but of an unfit one what is known */
    enum gi_driver_verdict verdict;
    const char *why_unfit;       /* NULL but for an unfit one */
    const struct gi_driver *instead;     /* of one that is behind: who has the card */
    int card;                    /* the same for all ways to one card; they count from 0 */
    int ordinal;                 /* of one that is taken: the device's number; -1 */
};

/** The most choices that facts can lead to. */
size_t gi_driver_plan_size(const struct gi_driver_facts *facts, size_t fact_count);

/** Decides for each way to each card. The first of the facts whose driver can drive a card has it;
 *  devices get their numbers in that order. A driver that lists a card twice has it twice.
 *  Units:   out_choices has room for gi_driver_plan_size.
 *  Returns: how many there are, the drivers' in the order of the facts. */
size_t gi_driver_plan(const struct gi_driver_facts *facts, size_t fact_count,
                      struct gi_driver_choice *out_choices);

/** Gives the devices that are taken other numbers: ordinals has the old ones in the new order, and
 *  those that it lacks are hidden. */
void gi_driver_plan_select(struct gi_driver_choice *choices, size_t count, const int *ordinals,
                           size_t ordinal_count);

/** A sentence about a choice: why the card was taken by this driver or was not.
 *  Owner: order is what decided, as in "vulkan,amdgpu". */
void gi_driver_choice_explain(const struct gi_driver_choice *choice, const char *order, char *text,
                              size_t room);

#endif
