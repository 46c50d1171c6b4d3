#include "kernel/translate/cfg/jumps.h"

#include <stdlib.h>

enum {
    WORK_PER_RANK = 64, WORK_AT_LEAST = 1 << 14,
    MOVED = 1               /* the value of an IF that is no longer in the list it was added to */
};

gi_status gi_jumps_init(struct gi_jumps *jumps, struct gi_arena *arena, uint32_t rank_count)
{
    *jumps = (struct gi_jumps){
        .arena = arena, .label_count = rank_count,
        .most_work = WORK_AT_LEAST + (uint64_t)WORK_PER_RANK * rank_count
    };
    jumps->count = gi_arena_alloc(arena, rank_count, sizeof(*jumps->count));
    jumps->group = gi_arena_alloc(arena, (size_t)rank_count * 2, sizeof(*jumps->group));
    return jumps->count && jumps->group ? GI_OK : GI_OUT_OF_MEMORY;
}

/* ---- lists -------------------------------------------------------------------------------- */

struct gi_cfg_statement *gi_construct_add(struct gi_arena *arena, struct gi_statement_list *list,
                                            enum gi_cfg_kind kind,
                                            struct gi_cfg_statement **out_before)
{
    *out_before = gi_statement_add(arena, list, GI_CFG_SET);
    return *out_before ? gi_statement_add(arena, list, kind) : NULL;
}

struct gi_cfg_statement *gi_statement_add(struct gi_arena *arena, struct gi_statement_list *list,
                                            enum gi_cfg_kind kind)
{
    struct gi_cfg_statement *statement = gi_arena_alloc(arena, 1, sizeof(*statement));

    if (!statement)
        return NULL;
    statement->kind = kind;
    statement->block = statement->variable = GI_CFG_NONE;
    if (list->last)
        list->last->next = statement;
    else
        list->first = statement;
    list->last = statement;
    return statement;
}

void gi_statement_move(struct gi_statement_list *to, struct gi_statement_list *from)
{
    from->within = to;
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
}

/* The list that a list is part of now. */
static struct gi_statement_list *whole(struct gi_statement_list *list)
{
    while (list->within) {
        if (list->within->within)
            list->within = list->within->within;
        list = list->within;
    }
    return list;
}

bool gi_statement_falls(const struct gi_statement_list *list)
{
    enum gi_cfg_kind kind = list->last ? list->last->kind : GI_CFG_BLOCK;

    return kind != GI_CFG_BREAK && kind != GI_CFG_CONTINUE && kind != GI_CFG_RETURN;
}

/* ---- jumps -------------------------------------------------------------------------------- */

static gi_status open_jump(struct gi_jumps *jumps, const struct gi_jump *jump)
{
    void *open = jumps->open;
    gi_status status = gi_arena_reserve(jumps->arena, &open, jumps->open_count, &jumps->open_room,
                                        jumps->open_count + 1, sizeof(*jumps->open));

    if (status != GI_OK)
        return status;
    jumps->open = open;
    jumps->open[jumps->open_count++] = *jump;
    if (jump->label < jumps->label_count)
        jumps->count[jump->label]++;
    return GI_OK;
}

gi_status gi_jump_add(struct gi_jumps *jumps, struct gi_statement_list *list, uint32_t label)
{
    struct gi_jump jump = { .label = label, .flag = GI_CFG_NONE };

    jump.statement = gi_statement_add(jumps->arena, list, GI_CFG_BREAK);
    return jump.statement ? open_jump(jumps, &jump) : GI_OUT_OF_MEMORY;
}

uint32_t gi_jump_last(const struct gi_jumps *jumps, const struct gi_statement_list *list)
{
    uint32_t last = jumps->open_count - 1;

    return jumps->open_count > 0 && list->last && jumps->open[last].statement == list->last
           ? last : GI_CFG_NONE;
}

void gi_jump_in_branch(struct gi_jumps *jumps, uint32_t number, struct gi_cfg_statement *branch,
                       struct gi_statement_list *list)
{
    jumps->open[number].branch = branch;
    jumps->open[number].level = list;
}

/* The jump is settled: it is a BREAK or CONTINUE of a construct. */
static void settle(struct gi_jump *jump, enum gi_cfg_kind kind,
                   const struct gi_cfg_statement *construct)
{
    jump->statement->kind = kind;
    jump->statement->construct = construct;
}

/* A scope whose end one jump alone goes to, at the end of a branch in the scope's own list: the
 * statements behind the branch become its other case, and the jump falls. */
static bool fall_by_branch(struct gi_jumps *jumps, struct gi_statement_list *list, uint32_t label,
                           uint32_t from)
{
    struct gi_jump *jump = NULL;
    struct gi_cfg_statement **end, *last = list->last;

    if (jumps->count[label] != 1)
        return false;
    for (uint32_t i = from; i < jumps->open_count && !jump; i++)
        jump = jumps->open[i].label == label ? &jumps->open[i] : NULL;
    jumps->work += jumps->open_count - from;
    if (!jump || !jump->branch || whole(jump->level) != list || jump->branch->otherwise
        || jump->branch->value == MOVED)
        return false;
    for (struct gi_cfg_statement *moved = jump->branch->next; moved; moved = moved->next) {
        if (moved->kind == GI_CFG_IF)
            moved->value = MOVED;
        jumps->work++;
    }
    jump->branch->otherwise = jump->branch->next;
    jump->branch->next = NULL;
    list->last = jump->branch;
    for (end = &jump->branch->body; (*end)->next;)
        end = &(*end)->next;
    *end = NULL;
    if (!jump->branch->body) {
        jump->branch->body = jump->branch->otherwise;
        jump->branch->otherwise = NULL;
        jump->branch->negated = !jump->branch->negated;
    }
    if (!jump->branch->body) {
        jump->branch->kind = GI_CFG_SET;
        jump->branch->variable = GI_STATEMENT_DROPPED;
    }
    /* If the list ended in a jump, the branch does now: it may go the same way. */
    for (uint32_t i = from; i < jumps->open_count && !jump->branch->otherwise; i++)
        if (jumps->open[i].statement == last && last != jump->branch)
            gi_jump_in_branch(jumps, i, jump->branch, list);
    jumps->count[label]--;
    *jump = jumps->open[--jumps->open_count];
    return true;
}

static struct gi_jump **group_of(struct gi_jumps *jumps, uint32_t label)
{
    bool again = label & GI_JUMP_AGAIN;

    return &jumps->group[(label & ~GI_JUMP_AGAIN) + (again ? jumps->label_count : 0)];
}

/* Whether a jump is settled, or may stay as it is, when a construct is closed. */
static bool passes(const struct gi_closing *closing, struct gi_jump *jump, bool *out_settled)
{
    *out_settled = true;
    if (closing->inside && jump->label == closing->inside->again) {
        settle(jump, GI_CFG_CONTINUE, closing->construct);
        return true;
    }
    if (jump->label == closing->label && (closing->inside || !jump->through)) {
        settle(jump, GI_CFG_BREAK, closing->construct);
        return true;
    }
    *out_settled = false;
    return !closing->inside && closing->loop->again != GI_CFG_NONE
           && (jump->label == closing->loop->again || jump->label == closing->loop->behind);
}

/* Adds what tests a flag behind the construct and jumps on. */
static gi_status add_check(struct gi_jumps *jumps, const struct gi_closing *closing,
                           struct gi_jump *group)
{
    struct gi_cfg_statement *check = NULL, *clear;
    struct gi_statement_list body = { 0 };

    if (group->flag == GI_CFG_NONE)
        return gi_jump_add(jumps, closing->list, group->label);
    /* Registers of a function's variables are 0 at first: only loops need to clear. */
    clear = group->clear;
    if (clear)
        clear->variable = GI_STATEMENT_DROPPED;
    clear = NULL;
    if (closing->loop->again != GI_CFG_NONE) {
        clear = gi_arena_alloc(jumps->arena, 1, sizeof(*clear));
        if (!clear)
            return GI_OUT_OF_MEMORY;
        *clear = (struct gi_cfg_statement){ .kind = GI_CFG_SET, .block = GI_CFG_NONE,
                                              .variable = group->flag,
                                              .next = closing->before->next };
        closing->before->next = clear;
    }
    check = gi_statement_add(jumps->arena, closing->list, GI_CFG_IF);
    group->statement = check ? gi_statement_add(jumps->arena, &body, GI_CFG_BREAK) : NULL;
    if (!group->statement)
        return GI_OUT_OF_MEMORY;
    check->variable = group->flag;
    check->body = body.first;
    group->branch = check;
    group->level = closing->list;
    group->clear = clear;
    return open_jump(jumps, group);
}

/* Leads a jump that goes past the construct to a check behind it. */
static gi_status lead(struct gi_jumps *jumps, const struct gi_closing *closing,
                      struct gi_jump *jump, struct gi_jump *group, bool alone)
{
    struct gi_cfg_statement *leave;

    if (alone || (jump->flag != GI_CFG_NONE && jump->flag == group->flag)) {
        settle(jump, GI_CFG_BREAK, closing->construct);
        return GI_OK;
    }
    leave = gi_arena_alloc(jumps->arena, 1, sizeof(*leave));
    if (!leave)
        return GI_OUT_OF_MEMORY;
    *leave = (struct gi_cfg_statement){ .kind = GI_CFG_BREAK, .block = GI_CFG_NONE,
                                          .variable = GI_CFG_NONE,
                                          .construct = closing->construct };
    jump->statement->kind = GI_CFG_SET;
    jump->statement->variable = group->flag;
    jump->statement->value = 1;
    jump->statement->next = leave;
    return GI_OK;
}

/* The farthest label first, so that what follows a check can become its other case. */
static int compare_groups(const void *a, const void *b)
{
    uint32_t left = ((const struct gi_jump *)a)->label, right = ((const struct gi_jump *)b)->label;

    return left < right ? 1 : left > right ? -1 : 0;
}

/* One group for each label that jumps go to past the construct, in the order of the jumps. The
 * jumps stand behind `kept` in jumps->open. */
static gi_status close_groups(struct gi_jumps *jumps, const struct gi_closing *closing,
                              uint32_t kept, bool breaks)
{
    uint32_t count = jumps->open_count - kept, many = 0;
    struct gi_jump *past = gi_arena_alloc(jumps->arena, count, sizeof(*past));
    struct gi_jump *groups = gi_arena_alloc(jumps->arena, count, sizeof(*groups));
    gi_status status = past && groups ? GI_OK : GI_OUT_OF_MEMORY;
    bool alone;

    for (uint32_t i = 0; i < count && status == GI_OK; i++) {
        struct gi_jump **group = group_of(jumps, jumps->open[kept + i].label);

        past[i] = jumps->open[kept + i];
        if (past[i].label < jumps->label_count)
            jumps->count[past[i].label]--;
        if (!*group) {
            *group = &groups[many++];
            **group = (struct gi_jump){ .label = past[i].label, .flag = GI_CFG_NONE };
        }
        if ((*group)->flag == GI_CFG_NONE && past[i].flag != GI_CFG_NONE) {
            (*group)->flag = past[i].flag;
            (*group)->clear = past[i].clear;
        }
    }
    jumps->open_count = kept;
    jumps->work += (uint64_t)count * 2;
    /* A LOOP that is left in one way only needs no flag. */
    alone = many == 1 && closing->inside && !breaks;
    for (uint32_t i = 0; i < many && status == GI_OK; i++)
        if (alone)
            groups[i].flag = GI_CFG_NONE;
        else if (groups[i].flag == GI_CFG_NONE)
            groups[i].flag = jumps->flag_count++;
    for (uint32_t i = 0; i < count && status == GI_OK; i++)
        status = lead(jumps, closing, &past[i], *group_of(jumps, past[i].label), alone);
    for (uint32_t i = 0; i < many; i++)
        *group_of(jumps, groups[i].label) = NULL;
    if (status == GI_OK)
        qsort(groups, many, sizeof(*groups), compare_groups);
    for (uint32_t i = 0; i < many && status == GI_OK; i++)
        status = add_check(jumps, closing, &groups[i]);
    return status;
}

gi_status gi_jump_close(struct gi_jumps *jumps, const struct gi_closing *closing)
{
    uint32_t from = closing->from, kept = from, past = 0, count = jumps->open_count - from;
    bool breaks = false;
    struct gi_jump *rest;

    if (count == 0)
        return GI_OK;
    rest = gi_arena_alloc(jumps->arena, count, sizeof(*rest));
    if (!rest)
        return GI_OUT_OF_MEMORY;
    jumps->work += count;
    for (uint32_t i = from; i < jumps->open_count; i++) {
        struct gi_jump jump = jumps->open[i];
        bool settled;

        if (!passes(closing, &jump, &settled)) {
            rest[past++] = jump;
        } else if (!settled) {
            jump.branch = NULL;
            jump.through = true;
            jumps->open[kept++] = jump;
        } else {
            breaks = breaks || jump.label == closing->label;
            if (jump.label < jumps->label_count)
                jumps->count[jump.label]--;
        }
    }
    for (uint32_t i = 0; i < past; i++)
        jumps->open[kept + i] = rest[i];
    jumps->open_count = kept + past;
    return past ? close_groups(jumps, closing, kept, breaks) : GI_OK;
}

gi_status gi_jump_close_scope(struct gi_jumps *jumps, struct gi_statement_list *list,
                              uint32_t label, uint32_t from, const struct gi_jump_loop *loop)
{
    struct gi_closing closing = { .list = list, .label = label, .from = from, .loop = loop };
    struct gi_cfg_statement *body = list->first;

    if (jumps->count[label] == 0 || fall_by_branch(jumps, list, label, from))
        return GI_OK;
    *list = (struct gi_statement_list){ 0 };
    closing.construct = gi_construct_add(jumps->arena, list, GI_CFG_SCOPE, &closing.before);
    if (!closing.construct)
        return GI_OUT_OF_MEMORY;
    closing.construct->body = body;
    return gi_jump_close(jumps, &closing);
}
