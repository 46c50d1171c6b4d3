/** The findings of the memory check, in words. */
#ifndef GI_CHECK_REPORT_H
#define GI_CHECK_REPORT_H

#include "base/status.h"

struct gi_code;
struct gi_kernel_report;
struct gi_live_ranges;

/** Prints a sentence about what a thread of a kernel did, and returns its error:
 *  GI_ILLEGAL_ADDRESS for an access, GI_LAUNCH_TRAPPED for a barrier. The report says one of the
 *  two.
 *  Threads: any; takes no lock. */
gi_status gi_check_report(const struct gi_kernel_report *found, const char *kernel,
                          const struct gi_code *code, const struct gi_live_ranges *live);

/** The place in the source of a line of PTX, as in "file.cu:12", by the line's .loc. False if no
 *  .loc says it. */
bool gi_check_source(const char *text, size_t byte_count, uint32_t line, char *out_place,
                     size_t room);

#endif
