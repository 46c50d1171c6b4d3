/** All kinds of operations. */
#ifndef GIFAKE_KINDS_H
#define GIFAKE_KINDS_H

#include "module/launch.h"
#include "carry/kinds.h"

enum {
    KIND_COPY, KIND_FILL, KIND_SIGNAL, KIND_WAIT, KIND_RECORD, KIND_WAIT_RECORD, KIND_HOST_CALL,
    KIND_WORDS, KIND_POOL_ALLOC, KIND_POOL_FREE, KIND_LAUNCH, KINDS
};

static const struct gi_operation_kind *const all_kinds[KINDS] = {
    [KIND_COPY] = &gi_kind_copy,
    [KIND_FILL] = &gi_kind_fill,
    [KIND_SIGNAL] = &gi_kind_signal,
    [KIND_WAIT] = &gi_kind_wait,
    [KIND_RECORD] = &gi_kind_record,
    [KIND_WAIT_RECORD] = &gi_kind_wait_record,
    [KIND_HOST_CALL] = &gi_kind_host_call,
    [KIND_WORDS] = &gi_kind_words,
    [KIND_POOL_ALLOC] = &gi_kind_pool_alloc,
    [KIND_POOL_FREE] = &gi_kind_pool_free,
    [KIND_LAUNCH] = &gi_kind_launch,
};

#endif
