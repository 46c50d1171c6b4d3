/** Reading words of device memory that the host cannot reach: a small copy in a stream of the
 *  library's own, then a host function that takes the value. The thread of value_wait.h asks for
 *  it, so nobody sleeps or polls for it. */
#ifndef GI_WORD_COPY_H
#define GI_WORD_COPY_H

#include "stream/operation.h"

/** Makes what reads the word of a wait.
 *  Owner:  keeps the allocation; the reference is the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_word_copy_new(const struct gi_operand *word, uint32_t size_bytes,
                                         struct gi_word_copy **out_copy);

/** Starts a read; gi_value_wait_fetched follows, also if it fails.
 *  Owner:   takes a reference of copy.
 *  Threads: any that holds no lock. */
void gi_word_copy_fetch(struct gi_word_copy *copy);

/** Takes a reference, and drops one.
 *  Threads: any. */
void gi_word_copy_ref(struct gi_word_copy *copy);
void gi_word_copy_unref(struct gi_word_copy *copy);

#endif
