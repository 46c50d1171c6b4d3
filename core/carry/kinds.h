/** The kinds of operations, except launches (module/launch.h). */
#ifndef GI_KINDS_H
#define GI_KINDS_H

#include "stream/operation.h"

extern const struct gi_operation_kind gi_kind_copy;
extern const struct gi_operation_kind gi_kind_fill;
extern const struct gi_operation_kind gi_kind_signal;        /* signals of semaphores */
extern const struct gi_operation_kind gi_kind_wait;          /* waits for semaphores */
extern const struct gi_operation_kind gi_kind_record;        /* of an event */
extern const struct gi_operation_kind gi_kind_wait_record;   /* for a record of an event */
extern const struct gi_operation_kind gi_kind_host_call;
extern const struct gi_operation_kind gi_kind_words;         /* of memory: writes and waits */
extern const struct gi_operation_kind gi_kind_pool_alloc;    /* memory in stream order */
extern const struct gi_operation_kind gi_kind_pool_free;

#endif
