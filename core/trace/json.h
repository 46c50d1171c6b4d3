/** Texts as strings of JSON.
 *  Threads: any. */
#ifndef GI_JSON_H
#define GI_JSON_H

#include <stddef.h>

/** The most bytes that one byte of a text becomes. */
enum { GI_JSON_GROWTH = 6 };

/** Writes a text as a JSON string, with its quotes and without a zero behind them. A byte that is
 *  no UTF-8 becomes U+FFFD; controls, quotes and backslashes are escaped.
 *  Parameter out: has room for GI_JSON_GROWTH bytes for each byte, and two more.
 *  Returns: how many bytes it has written. */
size_t gi_json_quote(const char *text, size_t length, char *out);

#endif
