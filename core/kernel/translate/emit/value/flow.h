/** Control flow inside one instruction. Values that are read there have to be read before. */
#ifndef GI_EMIT_FLOW_H
#define GI_EMIT_FLOW_H

#include "kernel/translate/emit/value/value.h"

/** An if inside an instruction: between begin and otherwise the condition holds, between otherwise
 *  and end it does not. */
struct gi_emit_if {
    gi_id otherwise;
    gi_id merge;
};

struct gi_emit_if gi_emit_if_begin(struct gi_emit *emit, gi_id condition);
void gi_emit_if_otherwise(struct gi_emit *emit, struct gi_emit_if *open);
void gi_emit_if_end(struct gi_emit *emit, struct gi_emit_if *open);

/** A loop inside an instruction. It goes round until it is left; variables hold the values that
 *  live from one round to the next. */
struct gi_emit_loop {
    gi_id head, turn, merge;
};

struct gi_emit_loop gi_emit_loop_begin(struct gi_emit *emit, enum gi_spirv_loop_control control);
void gi_emit_loop_leave_if(struct gi_emit *emit, const struct gi_emit_loop *open, gi_id condition);
void gi_emit_loop_end(struct gi_emit *emit, const struct gi_emit_loop *open);

/** Emits something for each number from the first one on, below an end; all are ids. */
typedef void gi_emit_each(struct gi_emit *emit, void *context, gi_id number);
void gi_emit_each_from(struct gi_emit *emit, gi_id first, gi_id step, gi_id end,
                       gi_emit_each *each, void *context);

/** A variable of the function for values that leave such flow. */
gi_id gi_emit_local(struct gi_emit *emit, enum gi_kind kind);
gi_id gi_emit_load(struct gi_emit *emit, enum gi_kind kind, gi_id variable);
void gi_emit_store(struct gi_emit *emit, gi_id variable, gi_id value);

#endif
