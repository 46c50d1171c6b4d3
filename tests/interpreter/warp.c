/* Operations of a warp: they wait until all named lanes that have not left came to the like. */
#include <string.h>

#include "state.h"

/* What a lane gets from one that takes no part: the manual leaves it open. */
static const uint32_t unknown = 0xdeadbeef;

enum step op_warp(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint32_t last = in->operand_count - 1;
    enum gi_ptx_type type = in->opcode == GI_PTX_OP_vote ? GI_PTX_T_PRED : type_of(in, 0);

    if (!gi_ptx_has(in, GI_PTX_M_SYNC)) {
        stop(thread, INTERPRETER_NOT_BUILT, "without .sync it is gone since sm_70");
        return STAYS;
    }
    thread->mask = (uint32_t)value_at(thread, in, last, GI_PTX_T_U32);
    if (!(thread->mask >> thread->number % LANES & 1)) {
        stop(thread, INTERPRETER_UNDEFINED, "the lane is not among those that it names");
        return STAYS;
    }
    thread->sent[0] = last > 1 ? value_at(thread, in, 1, type) : 0;
    for (uint32_t i = 2; i < last && i < 4; i++)
        thread->sent[i - 1] = value_at(thread, in, i, GI_PTX_T_U32);
    thread->waits = in;
    thread->state = AT_WARP;
    return STAYS;
}

static bool alike(const struct gi_ptx_instruction *a, const struct gi_ptx_instruction *b)
{
    return a->opcode == b->opcode && a->modifier_count == b->modifier_count
        && memcmp(a->modifiers, b->modifiers, a->modifier_count) == 0
        && a->types[0] == b->types[0];
}

static void set_pair(struct thread *thread, enum gi_ptx_type type, uint64_t value, bool predicate)
{
    const struct gi_ptx_operand *result = &thread->waits->operands[0];

    if (result->kind == GI_PTX_PAIR) {
        set_value(thread, &result->to.items[0], type, value);
        set_value(thread, &result->to.items[1], GI_PTX_T_PRED, predicate);
    } else {
        set_value(thread, result, type, value);
    }
}

static void shuffle(struct thread *thread, struct thread *const *lanes)
{
    const struct gi_ptx_instruction *in = thread->waits;
    int lane = (int)(thread->number % LANES);
    int amount = (int)(thread->sent[1] & 31);
    int clamp = (int)(thread->sent[2] & 31);
    int segments = (int)(thread->sent[2] >> 8 & 31);
    int most = (lane & segments) | (clamp & ~segments);
    int from;
    bool inside;

    if (gi_ptx_has(in, GI_PTX_M_UP))
        from = lane - amount;
    else if (gi_ptx_has(in, GI_PTX_M_DOWN))
        from = lane + amount;
    else if (gi_ptx_has(in, GI_PTX_M_BFLY))
        from = lane ^ amount;
    else
        from = (lane & segments) | (amount & ~segments);
    inside = gi_ptx_has(in, GI_PTX_M_UP) ? from >= most : from <= most;
    if (!inside)
        from = lane;
    set_pair(thread, GI_PTX_T_B32, lanes[from] && lanes[from]->came ? lanes[from]->sent[0]
             : unknown, inside);
}

/* What the lanes that take part sent, where it is true, and where it equals the first's. */
static uint32_t trues_of(struct thread *const *lanes)
{
    uint32_t trues = 0;

    for (uint32_t i = 0; i < LANES; i++) {
        if (lanes[i] && lanes[i]->came && lanes[i]->sent[0])
            trues |= 1u << i;
    }
    return trues;
}

static uint32_t equals_of(struct thread *const *lanes, uint64_t value)
{
    uint32_t equals = 0;

    for (uint32_t i = 0; i < LANES; i++) {
        if (lanes[i] && lanes[i]->came && lanes[i]->sent[0] == value)
            equals |= 1u << i;
    }
    return equals;
}

static void vote(struct thread *thread, uint32_t trues, uint32_t all)
{
    const struct gi_ptx_instruction *in = thread->waits;

    if (gi_ptx_has(in, GI_PTX_M_BALLOT))
        set_result(thread, in, GI_PTX_T_B32, trues);
    else if (gi_ptx_has(in, GI_PTX_M_ALL))
        set_result(thread, in, GI_PTX_T_PRED, trues == all);
    else if (gi_ptx_has(in, GI_PTX_M_ANY))
        set_result(thread, in, GI_PTX_T_PRED, trues != 0);
    else
        set_result(thread, in, GI_PTX_T_PRED, trues == all || trues == 0);
}

static uint32_t reduce(const struct gi_ptx_instruction *in, struct thread *const *lanes)
{
    enum gi_ptx_type type = type_of(in, 0);
    bool first = true;
    uint32_t result = 0;

    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t value;
        bool less;

        if (!lanes[i] || !lanes[i]->came)
            continue;
        value = (uint32_t)lanes[i]->sent[0];
        less = is_signed(type) ? (int32_t)value < (int32_t)result : value < result;
        if (first)
            result = value;
        else if (gi_ptx_has(in, GI_PTX_M_ADD))
            result += value;
        else if (gi_ptx_has(in, GI_PTX_M_AND))
            result &= value;
        else if (gi_ptx_has(in, GI_PTX_M_OR))
            result |= value;
        else if (gi_ptx_has(in, GI_PTX_M_XOR))
            result ^= value;
        else if (gi_ptx_has(in, GI_PTX_M_MIN) == less)
            result = value;
        first = false;
    }
    return result;
}

static void finish(struct thread *thread, struct thread *const *lanes, uint32_t all)
{
    const struct gi_ptx_instruction *in = thread->waits;
    uint32_t equals = equals_of(lanes, thread->sent[0]);
    uint32_t lane = thread->number % LANES;

    switch (in->opcode) {
    case GI_PTX_OP_shfl:
        shuffle(thread, lanes);
        break;
    case GI_PTX_OP_vote:
        vote(thread, trues_of(lanes), all);
        break;
    case GI_PTX_OP_match:
        if (gi_ptx_has(in, GI_PTX_M_ANY))
            set_result(thread, in, GI_PTX_T_B32, equals);
        else
            set_pair(thread, GI_PTX_T_B32, equals == all ? all : 0, equals == all);
        break;
    case GI_PTX_OP_redux:
        set_result(thread, in, GI_PTX_T_B32, reduce(in, lanes));
        break;
    case GI_PTX_OP_elect:       /* which lane it is, is open in the manual: here the lowest */
        set_pair(thread, GI_PTX_T_B32, (uint32_t)__builtin_ctz(all),
                 lane == (uint32_t)__builtin_ctz(all));
        break;
    case GI_PTX_OP_mma:
    case GI_PTX_OP_ldmatrix:
    case GI_PTX_OP_stmatrix:
    case GI_PTX_OP_movmatrix:
        finish_matrix(thread, lanes);
        break;
    default:
        break;                  /* bar.warp.sync */
    }
}

/* The lanes of a warp that take part in what one of them waits at; 0 where some have not come. */
static uint32_t partners(struct thread *const *lanes, const struct thread *thread)
{
    uint32_t all = 0;

    for (uint32_t i = 0; i < LANES; i++) {
        if (!(thread->mask >> i & 1) || !lanes[i] || lanes[i]->state == LEFT)
            continue;
        if (lanes[i]->state != AT_WARP || lanes[i]->mask != thread->mask
            || !alike(lanes[i]->waits, thread->waits))
            return 0;
        all |= 1u << i;
    }
    return all;
}

static void lanes_of(struct block *block, uint32_t warp, struct thread **lanes)
{
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t number = warp * LANES + i;

        lanes[i] = number < block->thread_count ? &block->threads[number] : NULL;
    }
}

static bool release_warp(struct thread *const *lanes)
{
    bool released = false;

    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t all = lanes[i] && lanes[i]->state == AT_WARP ? partners(lanes, lanes[i]) : 0;

        if (!all)
            continue;
        for (uint32_t k = 0; k < LANES; k++) {
            if (lanes[k])
                lanes[k]->came = (all >> k & 1) != 0;
        }
        for (uint32_t k = 0; k < LANES; k++) {
            if (all >> k & 1)
                finish(lanes[k], lanes, all);
        }
        for (uint32_t k = 0; k < LANES; k++) {
            if (!(all >> k & 1))
                continue;
            lanes[k]->state = RUNNING;
            top(lanes[k])->at++;
        }
        released = true;
    }
    return released;
}

bool release_warps(struct block *block)
{
    struct thread *lanes[LANES];
    bool released = false;

    for (uint32_t warp = 0; warp < block->warp_count; warp++) {
        lanes_of(block, warp, lanes);
        released |= release_warp(lanes);
    }
    return released;
}

enum step op_activemask(struct thread *thread, const struct gi_ptx_instruction *in)
{
    thread->waits = in;
    thread->state = AT_MASK;
    return STAYS;
}

/* Called when no thread can go on: whoever stands at the same activemask is active together. */
bool release_masks(struct block *block)
{
    struct thread *lanes[LANES];
    bool released = false;

    for (uint32_t warp = 0; warp < block->warp_count; warp++) {
        const struct gi_ptx_instruction *in = NULL;
        uint32_t mask = 0;

        lanes_of(block, warp, lanes);
        for (uint32_t i = 0; i < LANES; i++) {
            if (!lanes[i] || lanes[i]->state != AT_MASK)
                continue;
            in = in ? in : lanes[i]->waits;
            mask |= lanes[i]->waits == in ? 1u << i : 0;
        }
        for (uint32_t i = 0; i < LANES; i++) {
            if (!(mask >> i & 1))
                continue;
            set_result(lanes[i], in, GI_PTX_T_B32, mask);
            lanes[i]->state = RUNNING;
            top(lanes[i])->at++;
            released = true;
        }
    }
    return released;
}
