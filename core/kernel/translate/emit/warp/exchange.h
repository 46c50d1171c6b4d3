/** Atomic operations that are loops: a word of memory is exchanged for a new one until nobody came
 *  between. Lanes of a subgroup that meet at one place take one exchange together where the device
 *  lets them: each gets the word as if they had come one after the other. */
#ifndef GI_EMIT_EXCHANGE_H
#define GI_EMIT_EXCHANGE_H

#include "kernel/translate/emit/value/value.h"

struct gi_emit_exchange {
    enum gi_kind word;          /* GI_KIND_U32 or GI_KIND_U64 */
    gi_id pointer, scope;       /* ids */
    gi_id keys[3];              /* words of 32 bits: lanes take one exchange together where these
                                   are equal. 0: no further ones; with none all lanes do */
    bool is_device;             /* device memory, which many subgroups may come to at once */
    bool down;                  /* a step makes the word smaller, but for the one round */
    const void *context;
    /** The new word. */
    gi_id (*step)(struct gi_emit *emit, const void *context, gi_id old);
    /** The word behind as many equal steps as a number says, at least 1; NULL: lanes of equal keys
     *  may bring different operands. */
    gi_id (*steps)(struct gi_emit *emit, const void *context, gi_id old, gi_id count);
};

/** Emits the operation.
 *  \return  the word before it. */
gi_id gi_emit_exchange(struct gi_emit *emit, const struct gi_emit_exchange *exchange);

#endif
