/** The reach of an entry: its functions, the spaces that they use, the places of their
 *  variables. */
#ifndef GI_EMIT_SURVEY_H
#define GI_EMIT_SURVEY_H

#include "kernel/translate/analyse/emit.h"

/** Fills the survey of an emission from its entry.
 *  Errors:  GI_NOT_SUPPORTED (recursion, clusters, mixed shared atomics), and those of parsing. */
GI_MUST_CHECK gi_status gi_emit_survey(struct gi_emit *emit, const struct gi_ptx_function *entry);

#endif
