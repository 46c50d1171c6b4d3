/** Whose library the cases run on: this project's, or anybody's as a part of interop-suite. */
#ifndef SCENARIO_WHOSE_LIBRARY_H
#define SCENARIO_WHOSE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/** A part of interop-suite alone (tests/suite). */
extern bool suite_has_sentences(void) __attribute__((weak));

static inline bool library_is_ours(void)
{
    return suite_has_sentences == NULL || suite_has_sentences();
}

#endif
