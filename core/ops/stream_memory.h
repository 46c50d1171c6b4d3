/** Words of memory as semaphores: writes in stream order, and waits until a word satisfies a
 *  condition. A stream, the program or another process may write the word. */
#ifndef GI_STREAM_MEMORY_H
#define GI_STREAM_MEMORY_H

#include "base/handle.h"
#include "stream/wait/value_wait.h"

enum gi_value_op_kind { GI_VALUE_OP_WRITE, GI_VALUE_OP_WAIT };

struct gi_value_op {
    enum gi_value_op_kind kind;
    uint64_t pointer;            /* into an allocation of this library; a multiple of the size */
    uint32_t size_bytes;         /* 4 or 8 */
    uint64_t value;
    uint64_t mask;               /* wait */
    enum gi_value_condition condition;    /* wait */
};

/** Enqueues all operations in order, or none. A write happens after all earlier work of the
 *  stream, and makes it visible. A wait holds back only its own stream, and keeps the memory
 *  alive.
 *  Threads: any that holds no lock.
 *  Errors:  GI_STALE_HANDLE, GI_INVALID_VALUE, GI_OUT_OF_MEMORY; GI_NOT_SUPPORTED for a
 *           multicast address, and for a write to another device's memory. */
GI_MUST_CHECK gi_status gi_stream_word_ops(gi_handle stream, const struct gi_value_op *ops,
                                           size_t count);

#endif
