/* Operations of a warp in uniform and divergent flow. The generator knows which lanes run a piece
 * of code, and names these. */
#include "random_case.h"

enum { WORDS = 4, MOST_NESTED = 3 };

struct warps {
    struct random_case *one;
    uint32_t there;             /* lanes that every warp has */
    uint32_t label;
};

static uint32_t word(struct warps *state)
{
    return below(state->one, WORDS);
}

/* A lane among those of a mask. */
static uint32_t lane_of(struct warps *state, uint32_t mask)
{
    uint32_t lane = below(state->one, 32);

    while (!(mask >> lane & 1))
        lane = (lane + 1) % 32;
    return lane;
}

/* Whether each lane of a mask reads one of the mask. */
static bool closed(uint32_t mask, const char *mode, uint32_t amount)
{
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t from = mode[0] == 'b' ? lane ^ amount : mode[0] == 'd' ? lane + amount
            : lane - amount;

        if ((mask >> lane & 1) && from < 32 && !(mask >> from & 1))
            return false;
    }
    return true;
}

static void shuffle(struct warps *state, uint32_t mask)
{
    static const char *const modes[] = { "up", "down", "bfly" };
    struct random_case *one = state->one;
    const char *mode = modes[below(one, 3)];
    uint32_t amount = 1u << below(one, 5), to = word(state), from = word(state);

    if (one_in(one, 3) || !closed(mask, mode, amount)) {
        loose_line(one, "", "shfl.sync.idx.b32 %%r%u, %%r%u, %u, 0x1f, 0x%x;", to, from,
                   lane_of(state, mask), mask);
    } else if (mask == UINT32_MAX && one_in(one, 3)) {
        uint32_t width = 2u << below(one, 4);

        loose_line(one, "", "shfl.sync.%s.b32 %%r%u|%%p1, %%r%u, %%r3, 0x%x, 0x%x;", mode, to,
                   from, (32 - width) << 8 | (mode[0] == 'u' ? 0 : 31), mask);
        loose_line(one, "", "selp.b32 %%r%u, %%r%u, %%t, %%p1;", to, to);
    } else {
        loose_line(one, "", "shfl.sync.%s.b32 %%r%u|%%p1, %%r%u, %u, 0x%x, 0x%x;", mode, to, from,
                   amount, mode[0] == 'u' ? 0 : 31, mask);
        loose_line(one, "", "selp.b32 %%r%u, %%r%u, %%t, %%p1;", to, to);
    }
}

static void vote(struct warps *state, uint32_t mask)
{
    static const char *const modes[] = { "all", "any", "uni" };
    struct random_case *one = state->one;

    loose_line(one, "", "setp.%s.s32 %%p1, %%r%u, %%r%u;", one_in(one, 4) ? "ge" : "gt",
               word(state), word(state));
    if (one_in(one, 2)) {
        loose_line(one, "", "vote.sync.ballot.b32 %%r%u, %s%%p1, 0x%x;", word(state),
                   one_in(one, 2) ? "!" : "", mask);
        return;
    }
    loose_line(one, "", "vote.sync.%s.pred %%p1, %%p1, 0x%x;", modes[below(one, 3)], mask);
    loose_line(one, "", "selp.b32 %%r%u, %%r%u, %%r%u, %%p1;", word(state), word(state),
               word(state));
}

static void match(struct warps *state, uint32_t mask)
{
    struct random_case *one = state->one;
    uint32_t to = word(state);

    loose_line(one, "", "and.b32 %%r5, %%r%u, %u;", word(state), below(one, 8));
    if (one_in(one, 3)) {
        loose_line(one, "", "match.all.sync.b32 %%r5|%%p1, %%r5, 0x%x;", mask);
        loose_line(one, "", "selp.b32 %%r%u, %%r5, %%r%u, %%p1;", to, to);
    } else if (one_in(one, 2)) {
        loose_line(one, "", "cvt.u64.u32 %%l, %%r5; shl.b64 %%l, %%l, 31;");
        loose_line(one, "", "match.any.sync.b64 %%r%u, %%l, 0x%x;", to, mask);
    } else {
        loose_line(one, "", "match.any.sync.b32 %%r%u, %%r5, 0x%x;", to, mask);
    }
}

static void reduction(struct warps *state, uint32_t mask)
{
    static const char *const forms[] = { "add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                         "max.s32", "and.b32", "or.b32", "xor.b32" };
    struct random_case *one = state->one;

    loose_line(one, "", "redux.sync.%s %%r%u, %%r%u, 0x%x;", forms[below(one, 9)], word(state),
               word(state), mask);
}

/* Of whole numbers, which are exact in any order. */
static void product(struct warps *state)
{
    static const char *const forms[] = { "m16n8k16.row.col.s32.s8.u8.s32",
                                         "m16n8k16.row.col.satfinite.s32.u8.s8.s32",
                                         "m16n8k32.row.col.s32.s4.s4.s32" };
    struct random_case *one = state->one;

    loose_line(one, "", "mma.sync.aligned.%s {%%r0, %%r1, %%r2, %%r3}, {%%r%u, %%r%u}, {%%r%u}, "
               "{%%r%u, %%r%u, %%r%u, %%r%u};", forms[below(one, 3)], word(state), word(state),
               word(state), word(state), word(state), word(state), word(state));
}

/* Of a sparse factor. Metadata of odd lanes is the complement of that of even ones, so that lanes
 * differ and no index stands twice. */
static void sparse_product(struct warps *state)
{
    static const struct {
        const char *form;
        uint32_t selectors;
    } forms[] = { { "m16n8k32.row.col.s32.s8.u8.s32", 2 },
                  { "m16n8k64.row.col.satfinite.s32.u4.s4.s32", 2 },
                  { "m16n8k32.row.col.s32.u8.u8.s32", 2 } };
    static const uint32_t codes[] = { 4, 8, 9, 12, 13, 14, 1, 2, 6, 3, 7, 11 };
    struct random_case *one = state->one;
    uint32_t chosen = below(one, 3), metadata = 0;

    for (int i = 0; i < 8; i++)
        metadata = metadata << 4 | codes[below(one, 12)];
    loose_line(one, "", "and.b32 %%r3, %%lane, 1; neg.s32 %%r3, %%r3; "
               "xor.b32 %%r3, %%r3, 0x%x; mma.sp.sync.aligned.%s {%%r0, %%r1, %%r2, %%r3}, "
               "{%%r%u, %%r%u}, {%%r%u, %%r%u}, {%%r%u, %%r%u, %%r%u, %%r%u}, %%r3, %u;", metadata,
               forms[chosen].form, word(state), word(state), word(state), word(state), word(state),
               word(state), word(state), word(state), below(one, forms[chosen].selectors));
}

/* A row is stored anew each time, without a wait for those who have read the last one. */
static void matrices(struct warps *state)
{
    struct random_case *one = state->one;

    if (one_in(one, 4))
        loose_line(one, "", "st.shared.v4.b32 [%%row], {%%r0, %%r1, %%r2, %%r3}; "
                   "stmatrix.sync.aligned.m8n8.x2%s.shared.b16 [%%row], {%%r%u, %%r%u}; "
                   "ld.shared.v2.b32 {%%r%u, %%r3}, [%%row];", one_in(one, 2) ? ".trans" : "",
                   word(state), word(state), below(one, 3));
    else if (one_in(one, 3))
        loose_line(one, "", "movmatrix.sync.aligned.m8n8.trans.b16 %%r%u, %%r%u;", word(state),
                   word(state));
    else
        loose_line(one, "", "st.shared.v4.b32 [%%row], {%%r0, %%r1, %%r2, %%r3}; "
                   "bar.warp.sync -1; ldmatrix.sync.aligned.m8n8.x2%s.shared.b16 "
                   "{%%r%u, %%r3}, [%%row];", one_in(one, 2) ? ".trans" : "", below(one, 3));
}

static void operation_of(struct warps *state, uint32_t mask)
{
    struct random_case *one = state->one;

    switch (below(one, mask == UINT32_MAX ? 11 : 9)) {
    case 0:
    case 1:
    case 2:
        shuffle(state, mask);
        break;
    case 3:
    case 4:
        vote(state, mask);
        break;
    case 5:
        match(state, mask);
        break;
    case 6:
        reduction(state, mask);
        break;
    case 7:
        loose_line(one, "", "bar.warp.sync 0x%x;", mask);
        break;
    case 9:
        if (one_in(state->one, 2))
            sparse_product(state);
        else
            product(state);
        break;
    case 10:
        matrices(state);
        break;
    default:
        loose_line(one, "", "mad.lo.u32 %%r%u, %%r%u, 5, %%t;", word(state), word(state));
    }
}

static void piece(struct warps *state, uint32_t mask, uint32_t depth);

/* Lanes part by their number; the arms name their own lanes, and meet again. */
static void part(struct warps *state, uint32_t mask, uint32_t depth)
{
    static const uint32_t choices[] = { 0x55555555, 0x0000ffff, 0x000000ff, 0x33333333,
                                        0x00000001, 0x7fffffff, 0x0f0f0f0f };
    struct random_case *one = state->one;
    uint32_t taken = choices[below(one, 7)], label = state->label++;

    if (!(mask & taken) || !(mask & ~taken)) {
        operation_of(state, mask);
        return;
    }
    fixed_line(one, "shl.b32 %%r6, 1, %%lane; and.b32 %%r6, %%r6, 0x%x;", taken);
    fixed_line(one, "setp.ne.u32 %%p0, %%r6, 0;");
    fixed_line(one, "@%%p0 bra ARM%u;", label);
    piece(state, mask & ~taken, depth + 1);
    fixed_line(one, "bra E%u;", label);
    fixed_line(one, "ARM%u:", label);
    piece(state, mask & taken, depth + 1);
    fixed_line(one, "E%u:", label);
}

static void loop(struct warps *state, uint32_t mask, uint32_t depth)
{
    struct random_case *one = state->one;
    uint32_t label = state->label++;

    fixed_line(one, "mov.u32 %%c%u, %u;", label, 1 + below(one, 3));
    fixed_line(one, "L%u:", label);
    piece(state, mask, depth + 1);
    fixed_line(one, "sub.u32 %%c%u, %%c%u, 1; setp.ne.u32 %%p0, %%c%u, 0;", label, label, label);
    fixed_line(one, "@%%p0 bra L%u;", label);
}

static void piece(struct warps *state, uint32_t mask, uint32_t depth)
{
    uint32_t count = 1 + below(state->one, 3);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t choice = depth < MOST_NESTED ? below(state->one, 6) : 5;

        if (choice == 0)
            part(state, mask, depth);
        else if (choice == 1)
            loop(state, mask, depth);
        else
            operation_of(state, mask);
    }
}

/* Some lanes leave: those that stay may name them all the same, but read none of them. */
static uint32_t leave(struct warps *state, uint32_t mask)
{
    struct random_case *one = state->one;
    uint32_t first = 1 + below(one, 31);

    if (!one_in(one, 4) || !(mask & ((1u << first) - 1)))
        return mask;
    fixed_line(one, "setp.ge.u32 %%p0, %%lane, %u;", first);
    fixed_line(one, "@%%p0 exit;");
    loose_line(one, "", "vote.sync.ballot.b32 %%r0, %%p1, 0x%x;", mask);
    return mask & ((1u << first) - 1);
}

void generate_warps(struct random_case *one)
{
    static const uint32_t sizes[] = { 32, 64, 96, 40 };
    struct warps state = { .one = one };
    uint32_t mask = UINT32_MAX;

    one->grid = 1;
    one->block = sizes[below(one, 4)];
    if (one->block % 32)
        mask = (1u << one->block % 32) - 1;
    word_input(one, WORDS);
    module_lines(one);
    entry_lines(one);
    fixed_line(one, ".reg .b32 %%r<8>; .reg .b32 %%lane; .reg .b32 %%c<60>; .reg .b64 %%l;");
    fixed_line(one, ".reg .pred %%p<2>; .reg .b32 %%row; .shared .align 16 .b8 rows[1536];");
    fixed_line(one, "mov.u32 %%row, rows; mad.lo.u32 %%row, %%t, 16, %%row;");
    fixed_line(one, "mov.u32 %%lane, %%laneid;");
    load_words(one, WORDS);
    fixed_line(one, "mov.b64 %%l, 0; mov.u32 %%r5, 0; setp.gt.s32 %%p1, %%r1, %%r2;");
    if (one->block % 32 == 0) {
        piece(&state, mask, 0);
        mask = leave(&state, mask);
    } else {                    /* lanes that the last warp lacks do not take part */
        fixed_line(one, "setp.ge.u32 %%p0, %%lane, %u;", one->block % 32);
        fixed_line(one, "@%%p0 bra Z;");
    }
    piece(&state, mask, 0);
    fixed_line(one, "Z:");
    store_words(one, WORDS);
}
