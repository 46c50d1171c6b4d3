/** Asks the drivers of the build for their devices, and keeps the answers.
 *  Threads: one at a time for a survey. */
#ifndef GI_DRIVER_SURVEY_H
#define GI_DRIVER_SURVEY_H

#include "driver_choice.h"

struct gi_driver_survey {
    struct gi_driver_facts facts[GI_MAX_DRIVERS];        /* the wanted drivers in their order, then
                                                            the others */
    size_t fact_count;
    const char *const *absent;   /* gi_absent_drivers */
    char order[200];             /* the order of preference and its source, for messages */
    struct gi_driver_choice *choices;    /* the choices, from the facts so far */
    size_t choice_count;
};

/** Asks the wanted drivers, which GPUINTEROP_DRIVER or else the build names, and decides.
 *  Owner:  the caller finishes it, also after a failure.
 *  Errors: GI_OUT_OF_MEMORY only: a driver's failure is a fact. */
GI_MUST_CHECK gi_status gi_driver_survey_begin(struct gi_driver_survey *survey);

/** Asks the other drivers too, and decides again. Devices keep their numbers unless they were
 *  renumbered before.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_driver_survey_complete(struct gi_driver_survey *survey);

/** Fails with the reasons of all wanted drivers for why there is no device.
 *  Errors: the status of the first wanted driver. GI_NO_DEVICE if that driver did not fail, or if
 *          any driver found a device that it cannot drive. GI_NO_DRIVER if no driver is wanted. */
GI_MUST_CHECK gi_status gi_driver_survey_fail(const struct gi_driver_survey *survey);

void gi_driver_survey_finish(struct gi_driver_survey *survey);

#endif
