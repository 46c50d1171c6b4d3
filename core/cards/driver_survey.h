/** Asks the drivers of the build for their devices, and keeps what they said. */
#ifndef GI_DRIVER_SURVEY_H
#define GI_DRIVER_SURVEY_H

#include "driver_choice.h"

struct gi_driver_survey {
    struct gi_driver_facts facts[GI_MAX_DRIVERS];        /* the wanted ones in their order, then
                                                            the others */
    size_t fact_count;
    const char *const *absent;   /* gi_absent_drivers */
    char order[200];             /* who comes first and who says so, for sentences */
    struct gi_driver_choice *choices;    /* what follows from what is known so far */
    size_t choice_count;
};

/** Asks the drivers that are wanted, by GPUINTEROP_DRIVER or else by the build, and decides.
 *  Owner:  the caller finishes it, whatever is answered.
 *  Errors: GI_OUT_OF_MEMORY alone: drivers that fail are facts. */
GI_MUST_CHECK gi_status gi_driver_survey_begin(struct gi_driver_survey *survey);

/** Asks the others too, and decides again; devices keep their numbers, if those were not selected.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_driver_survey_complete(struct gi_driver_survey *survey);

/** Why there is no device, as all drivers that are wanted say it.
 *  Errors: the first one's; GI_NO_DEVICE if that did not fail, or if one knows a device that it
 *          cannot drive; GI_NO_DRIVER if none is wanted. */
GI_MUST_CHECK gi_status gi_driver_survey_fail(const struct gi_driver_survey *survey);

void gi_driver_survey_finish(struct gi_driver_survey *survey);

#endif
