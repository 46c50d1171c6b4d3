/** The tree while it is made: lists of statements, and jumps that have not found their place. */
#ifndef GI_JUMPS_H
#define GI_JUMPS_H

#include "kernel/translate/cfg/cfg.h"

/** Where a jump goes: the rank of a node behind it, or of a loop's header with this bit: on with
 *  the loop; GI_CFG_NONE: nowhere, the function has ended. */
#define GI_JUMP_AGAIN (UINT32_C(1) << 30)

/** A statement that is not to be there in the end: a SET of no variable. */
#define GI_STATEMENT_DROPPED GI_CFG_NONE

struct gi_statement_list {
    struct gi_cfg_statement *first, *last;
    struct gi_statement_list *within;   /* the list that it became part of */
};

/** A BREAK, or what it becomes, whose construct is not known yet. */
struct gi_jump {
    struct gi_cfg_statement *statement;
    uint32_t label;
    struct gi_cfg_statement *branch;  /* the IF it ends, if that has nothing in the other case */
    struct gi_statement_list *level;    /* which has the branch */
    uint32_t flag;                      /* 1 wherever the jump is reached, or GI_CFG_NONE */
    struct gi_cfg_statement *clear;   /* of the flag */
    bool through;                       /* has left a SCOPE or SWITCH: only the LOOP settles it */
};

/** The innermost LOOP around a statement. */
struct gi_jump_loop {
    uint32_t again, behind;             /* the labels of CONTINUE and BREAK; GI_CFG_NONE
                                           without a loop */
};

struct gi_jumps {
    struct gi_arena *arena;
    struct gi_jump *open;               /* in the order they were made */
    uint32_t open_count, open_room;
    uint32_t *count;                    /* [rank]: open jumps to it */
    struct gi_jump **group;             /* [label, its bit moved down]: of the construct that
                                           is being closed */
    uint32_t label_count;               /* ranks */
    uint32_t flag_count;
    uint64_t work;                      /* steps done so far */
    uint64_t most_work;
};

/** Errors: GI_OUT_OF_MEMORY, here and below. */
GI_MUST_CHECK gi_status gi_jumps_init(struct gi_jumps *jumps, struct gi_arena *arena,
                                      uint32_t rank_count);

/** Adds an empty statement to the end of a list; NULL without memory. */
struct gi_cfg_statement *gi_statement_add(struct gi_arena *arena, struct gi_statement_list *list,
                                            enum gi_cfg_kind kind);

/** Moves all of one list to the end of another. */
void gi_statement_move(struct gi_statement_list *to, struct gi_statement_list *from);

/** Whether a list that is run to its end falls to what stands behind it. */
bool gi_statement_falls(const struct gi_statement_list *list);

/** Adds a jump to the end of a list. */
GI_MUST_CHECK gi_status gi_jump_add(struct gi_jumps *jumps, struct gi_statement_list *list,
                                    uint32_t label);

/** Adds a LOOP or SWITCH to the end of a list, and before it a dropped statement, behind which the
 *  clearing of flags is put; NULL without memory. */
struct gi_cfg_statement *gi_construct_add(struct gi_arena *arena, struct gi_statement_list *list,
                                            enum gi_cfg_kind kind,
                                            struct gi_cfg_statement **out_before);

/** The number of the open jump that a list ends in, or GI_CFG_NONE. It was opened last. */
uint32_t gi_jump_last(const struct gi_jumps *jumps, const struct gi_statement_list *list);

/** Says that the body of `branch`, an IF of `list` with no other case, ends in an open jump. */
void gi_jump_in_branch(struct gi_jumps *jumps, uint32_t number, struct gi_cfg_statement *branch,
                       struct gi_statement_list *list);

/** Closes a SCOPE around all of a list that ends at `label`, and the jumps that were opened from
 *  number `from` on. Without need for one there is none. `loop` encloses the SCOPE. */
GI_MUST_CHECK gi_status gi_jump_close_scope(struct gi_jumps *jumps, struct gi_statement_list *list,
                                            uint32_t label, uint32_t from,
                                            const struct gi_jump_loop *loop);

/** A construct that is being closed. */
struct gi_closing {
    struct gi_statement_list *list;         /* it is the last of, and gets checks behind it */
    struct gi_cfg_statement *construct;
    struct gi_cfg_statement *before;      /* behind which flags are cleared */
    uint32_t label;                         /* where control falls to behind it */
    uint32_t from;                          /* the number of the first jump opened in it */
    const struct gi_jump_loop *loop;        /* around it */
    const struct gi_jump_loop *inside;      /* of a LOOP: itself; else NULL */
};

/** Closes a construct that is there in any case. */
GI_MUST_CHECK gi_status gi_jump_close(struct gi_jumps *jumps, const struct gi_closing *closing);

/** Whether closing took so long, by hostile graphs alone, that another way is to be taken. */
static inline bool gi_jumps_too_many(const struct gi_jumps *jumps)
{
    return jumps->work > jumps->most_work;
}

#endif
