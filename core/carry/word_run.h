/** Carries out writes of words and waits for them: makes what one run needs. */
#ifndef GI_WORD_RUN_H
#define GI_WORD_RUN_H

#include "stream/operation.h"

/** Carries the operation out.
 *  Threads: any that holds no lock.
 *  Errors:  GI_OUT_OF_MEMORY, and the stream's failure. */
GI_MUST_CHECK gi_status gi_words_in_order(struct gi_stream *stream,
                                          const struct gi_operation_words *words);

#endif
