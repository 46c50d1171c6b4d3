/** A text that grows up to a limit, as the log of a compiler does.
 *  Threads: one for each. */
#ifndef GI_RTC_TEXT_H
#define GI_RTC_TEXT_H

#include "base/status.h"

/** The most bytes that a text keeps. */
enum { GI_RTC_TEXT_MOST = 1 << 20 };

/** One of zeros is empty. */
struct gi_rtc_text {
    char *bytes;                        /* with a zero at the end; NULL: empty */
    size_t count, room;
    bool is_short;                      /* memory ended: bytes are missing */
};

/** Appends bytes. Bytes over the limit are left out. */
void gi_rtc_text_add(struct gi_rtc_text *text, const char *bytes, size_t count);

/** Appends by a format. */
GI_PRINTF(2, 3) void gi_rtc_text_say(struct gi_rtc_text *text, const char *format, ...);

/** Leaves out all places of a word. */
void gi_rtc_text_drop(struct gi_rtc_text *text, const char *word);

/** The text; "" if it is empty.
 *  Owner: the text's, until it changes. */
const char *gi_rtc_text_of(const struct gi_rtc_text *text);

void gi_rtc_text_finish(struct gi_rtc_text *text);

#endif
