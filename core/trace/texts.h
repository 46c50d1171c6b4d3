/** Texts that stay until the process ends: names that records point to.
 *  Threads: any. */
#ifndef GI_TEXTS_H
#define GI_TEXTS_H

/** The text, cut as names of records are; each has one pointer.
 *  Returns: NULL if there is no memory, or if the process has too many texts. */
const char *gi_trace_text(const char *text);

#endif
