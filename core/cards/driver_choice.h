/** Which drivers are used, and which driver has a card that several support. The facts are what
 *  each driver says. The plan follows from them. Pure; device_list.h acts on it.
 *  Threads: any. */
#ifndef GI_DRIVER_CHOICE_H
#define GI_DRIVER_CHOICE_H

#include "contract/driver.h"

enum { GI_MAX_DRIVERS = 8 };

/** Chooses the drivers, the preferred one first. text is GPUINTEROP_DRIVER: names separated by
 *  commas, in order of preference. NULL or "" chooses all drivers in the build's order.
 *  Owner:   drivers ends by NULL.
 *  Returns: the number of drivers; 0 if no driver has any of the names. */
size_t gi_driver_choose(const char *text, const struct gi_driver *const *drivers,
                        const struct gi_driver *out_chosen[static GI_MAX_DRIVERS]);

/** Finds the first name in GPUINTEROP_DRIVER that is no driver's, and its length. NULL if all are
 *  known. */
const char *gi_driver_unknown_name(const char *text, const struct gi_driver *const *drivers,
                                   size_t *out_length);

/** Whether two descriptions are of one card, by UUID or by PCI address. Unknown values are not
 *  compared; a card that no driver could open has few known ones. */
bool gi_device_is_same_card(const struct gi_device_info *one, const struct gi_device_info *other);

/** The answers of one driver about its devices. */
struct gi_driver_facts {
    const struct gi_driver *driver;
    bool asked;                  /* the driver was asked: the rest is valid */
    bool wanted;                 /* GPUINTEROP_DRIVER does not exclude it */
    gi_status status;
    char detail[400];            /* the reason of a failure in status */
    struct gi_device_info *infos;
    size_t count;
    struct gi_unfit_device *unfit;
    size_t unfit_count;
};

enum gi_driver_verdict {
    GI_DRIVER_TAKEN,             /* this driver has the card, which is a device */
    GI_DRIVER_BEHIND,            /* a preferred driver has it */
    GI_DRIVER_UNFIT,             /* the driver cannot drive it */
    GI_DRIVER_UNWANTED,          /* GPUINTEROP_DRIVER excludes the driver */
    GI_DRIVER_HIDDEN             /* this driver would have it, but GPUINTEROP_DEVICES excludes the
                                    device */
};

/** One driver with one card, and the verdict. */
struct gi_driver_choice {
    const struct gi_driver *driver;
    const struct gi_device_info *info;   /* complete; for an unfit card the known facts */
    enum gi_driver_verdict verdict;
    const char *why_unfit;       /* NULL unless it is unfit */
    const struct gi_driver *instead;     /* with GI_DRIVER_BEHIND: the driver that has the card */
    int card;                    /* the card's number, counted from 0; equal in all choices of one
                                    card */
    int ordinal;                 /* with GI_DRIVER_TAKEN: the device's number; else -1 */
};

/** The upper bound for the number of choices. */
size_t gi_driver_plan_size(const struct gi_driver_facts *facts, size_t fact_count);

/** Decides for each pair of a driver and a card. The first driver that can drive a card has it, and
 *  devices are numbered in that order. A driver that lists a card twice has both devices.
 *  Units:   out_choices has room for gi_driver_plan_size.
 *  Returns: the number of choices, in the order of the facts. */
size_t gi_driver_plan(const struct gi_driver_facts *facts, size_t fact_count,
                      struct gi_driver_choice *out_choices);

/** Renumbers the taken devices: ordinals has the old numbers in the new order. Devices that it
 *  lacks become hidden. */
void gi_driver_plan_select(struct gi_driver_choice *choices, size_t count, const int *ordinals,
                           size_t ordinal_count);

/** Writes a sentence about a choice: why this driver has the card or has not.
 *  Units: room is the size of text in bytes.
 *  Owner: borrows order: names of drivers with commas between, the preferred one first. */
void gi_driver_choice_explain(const struct gi_driver_choice *choice, const char *order, char *text,
                              size_t room);

#endif
