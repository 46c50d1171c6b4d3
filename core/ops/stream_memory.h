/** Words of memory as semaphores: writes in stream order, and waits until a word satisfies a
 *  condition. A stream, the program or another process may write the word. */
#ifndef GI_STREAM_MEMORY_H
#define GI_STREAM_MEMORY_H

#include "stream/operation.h"

/** Enqueues all operations in order, or none. A write happens after all earlier work of the
 *  stream, and makes it visible. A wait holds back only its own stream, and keeps the memory
 *  alive.
 *  Threads: any that holds no lock.
 *  Errors:  GI_STALE_HANDLE, GI_INVALID_VALUE, GI_OUT_OF_MEMORY; GI_NOT_SUPPORTED for a
 *           multicast address, and for a write to another device's memory. */
GI_MUST_CHECK gi_status gi_stream_words(gi_handle stream, const struct gi_word_list *list);

/** As gi_stream_words, without a program's list. */
GI_MUST_CHECK static inline gi_status gi_stream_word_ops(gi_handle stream,
                                                         const struct gi_value_op *ops,
                                                         size_t count)
{
    return gi_stream_words(stream, &(struct gi_word_list){ .ops = ops, .count = count });
}

/** Whether each operation is one, whatever memory its word is in.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_words_check(const struct gi_word_list *list);

/** Looks up the memory of a list, and makes a kept operation of it for streams of a device.
 *  Owner:   the caller drops the operation (gi_operation_drop).
 *  Threads: any that holds no lock.
 *  Errors:  GI_INVALID_VALUE, GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED; then there is nothing to drop. */
GI_MUST_CHECK gi_status gi_words_prepare(const struct gi_device *device,
                                         const struct gi_word_list *list,
                                         struct gi_operation *out_operation);

#endif
