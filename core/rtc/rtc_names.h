/** Names of kernels and variables in C++ and in the code.
 *
 *  A line for each name stands behind the source. It defines a variable with the address, so that
 *  clang makes what is named, and its PTX says the name in the code. The variables are taken out.
 *  Pure; threads: any. */
#ifndef GI_RTC_NAMES_H
#define GI_RTC_NAMES_H

#include "clang/words.h"
#include "rtc/rtc_text.h"

/** The file of the lines behind the source, in messages of the compiler. */
#define GI_RTC_NAMES_FILE "name expression"

/** Whether a name may become such a line: it has balanced brackets and ends no declaration.
 *  Parameter out_why: why not. */
bool gi_rtc_name_is_expression(const char *name, const char **out_why);

/** Appends the lines for the names. */
void gi_rtc_names_add(struct gi_rtc_text *source, const struct gi_words *names);

/** Gives static kernels and variables outside of namespaces the vendor's names: clang's
 *  _ZL5table becomes table, and _ZL4fillPi becomes _Z4fillPi.
 *  Parameter io_bytes: of the text, without the zero at its end. */
void gi_rtc_names_of_vendor(char *ptx, size_t *io_bytes);

/** Takes the variables out of PTX, and lists the name in the code for each.
 *  Parameter io_bytes: of the text, without the zero at its end.
 *  Returns: false if one is missing. */
bool gi_rtc_names_take(char *ptx, size_t *io_bytes, size_t count, struct gi_words *out_lowered);

#endif
