#include "kernel/translate/analyse/volatile.h"

#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/ptx/facts.h"

/* A body with more accesses than this is not one that reduces in steps. */
enum { MOST_MEETINGS = 300 };

/* The state of the lanes: apart, met, or their last access since they met. */
enum since { APART, MET, LOADED, STORED };

struct ordering {
    const struct gi_ptx_body *body;
    bool *is_target;                /* of each instruction: a label stands before it */
    bool *needs;                    /* of each instruction: a meeting has to stand before it */
    uint32_t count;
};

static bool is_volatile(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_does(instruction, GI_PTX_LOADS | GI_PTX_STORES)
        && instruction->space == GI_PTX_SHARED && gi_ptx_has(instruction, GI_PTX_M_VOLATILE);
}

static bool parts_lanes(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_ends_block(instruction) || gi_ptx_does(instruction, GI_PTX_CALLS);
}

static void find_ordered_variables(struct ordering *ordering)
{
    enum since since = APART;

    for (uint32_t i = 0; i < ordering->body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &ordering->body->instructions[i];
        bool loads = gi_ptx_does(at, GI_PTX_LOADS);

        if (ordering->is_target[i] || parts_lanes(at))
            since = APART;
        else if (gi_emit_meeting_of(at) != GI_EMIT_MEETS_NOBODY)
            since = MET;
        if (!is_volatile(at))
            continue;
        ordering->needs[i] = since != MET && !(loads && since == LOADED);
        ordering->count += ordering->needs[i];
        since = loads ? LOADED : STORED;
    }
}

/* Whether an instruction is one that locks are made of: a compare-and-swap or an exchange. */
static bool exchanges(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_does(instruction, GI_PTX_UPDATES)
        && (gi_ptx_has(instruction, GI_PTX_M_CAS) || gi_ptx_has(instruction, GI_PTX_M_EXCH));
}

/* Whether lanes may rely on the order of volatile accesses alone. */
static bool relies_on_order(const struct gi_ptx_body *body)
{
    bool any = false;

    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (exchanges(&body->instructions[i]))
            return false;
        any |= is_volatile(&body->instructions[i]);
    }
    return any;
}

static gi_status insert(struct gi_arena *arena, struct gi_ptx_body *body,
                        const struct ordering *ordering)
{
    uint32_t count = body->instruction_count;
    struct gi_ptx_instruction *all = gi_arena_alloc(arena, (size_t)count + ordering->count,
                                                    sizeof(*all));
    uint32_t *places = gi_arena_alloc(arena, (size_t)count + 1, sizeof(*places));
    struct gi_ptx_operand *mask = gi_arena_alloc(arena, 1, sizeof(*mask));
    uint32_t next = 0;

    if (!all || !places || !mask)
        return GI_OUT_OF_MEMORY;
    mask->kind = GI_PTX_INTEGER_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        places[i] = next;
        if (ordering->needs[i])
            all[next++] = (struct gi_ptx_instruction){
                .opcode = GI_PTX_OP_bar, .modifiers = { GI_PTX_M_WARP }, .modifier_count = 1,
                .vector = 1, .line = at->line, .spelling = at->spelling,
                .operands = mask, .operand_count = 1 };
        all[next++] = *at;
    }
    places[count] = next;
    for (uint32_t i = 0; i < body->label_count; i++) {
        if (body->labels[i].instruction <= count)
            body->labels[i].instruction = places[body->labels[i].instruction];
    }
    body->instructions = all;
    body->instruction_count = next;
    return GI_OK;
}

gi_status gi_ptx_order_volatile(struct gi_arena *arena, struct gi_ptx_body *body)
{
    struct ordering ordering = { .body = body };

    if (!relies_on_order(body))
        return GI_OK;
    ordering.is_target = gi_arena_alloc(arena, (size_t)body->instruction_count + 1, sizeof(bool));
    ordering.needs = gi_arena_alloc(arena, (size_t)body->instruction_count + 1, sizeof(bool));
    if (!ordering.is_target || !ordering.needs)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < body->label_count; i++) {
        if (body->labels[i].kind == GI_PTX_PLACE
            && body->labels[i].instruction <= body->instruction_count)
            ordering.is_target[body->labels[i].instruction] = true;
    }
    find_ordered_variables(&ordering);
    return ordering.count > MOST_MEETINGS ? GI_OK : insert(arena, body, &ordering);
}
