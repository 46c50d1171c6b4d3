/* Which way a kernel's warps and barriers go: every row, and that the rows are all there are. */
#include <stddef.h>
#include <stdio.h>

#include "test_cases.h"
#include "kernel/translate/analyse/warp_plan.h"

/* What a row does not name may be anything; the numbers of the enums begin at 0, so + 1. */
#define IS(value) ((value) + 1)
enum { ANY, NO, YES };
enum { SMALL = 1, REQUIRED_32, ONLY_32, REQUIRED_64, ONLY_64, RANGE_UNREQUIRED, SIZES };

struct row {
    int barriers, operations;       /* IS(GI_WARP_...) */
    int operations_among;           /* a set of bits of GI_WARP_... */
    int partial;
    int turns;                      /* that the device does not give by itself */
    int ended;                      /* IS(GI_TRANSLATE_ENDED_...) */
    int reconverges;
    int lanes;                      /* that can be had: 32, 64; NO: neither */
    int counting;                   /* barriers are alike, and the device's count warps */
    enum gi_warp_way way;
};

#define NEVER IS(GI_WARP_NEVER)
#define TOGETHER IS(GI_WARP_TOGETHER)
#define LEFT IS(GI_WARP_LEFT)
#define LEFT_LOOP IS(GI_WARP_LEFT_LOOP)
#define APART IS(GI_WARP_APART)
#define AWAITED IS(GI_TRANSLATE_ENDED_AWAITED)
#define FOLLOW IS(GI_TRANSLATE_ENDED_FOLLOW)
#define SKIPPED IS(GI_TRANSLATE_ENDED_SKIPPED)
#define BIT(reach) (1 << GI_WARP_##reach)

/* Barriers that the device does for this kernel; each of its ways is one line. */
#define ITS_BARRIERS(...) \
    { .barriers = NEVER, .partial = NO, __VA_ARGS__ }, \
    { .barriers = TOGETHER, .partial = NO, __VA_ARGS__ }, \
    { .barriers = LEFT, .partial = NO, .ended = FOLLOW, __VA_ARGS__ }, \
    { .barriers = LEFT, .partial = NO, .ended = SKIPPED, __VA_ARGS__ }, \
    { .barriers = LEFT_LOOP, .partial = NO, .ended = SKIPPED, __VA_ARGS__ }

/* The same where lanes that fill up a block may end, and where they may not. */
#define LANES_MAY_END(...) \
    { .barriers = NEVER, .partial = NO, __VA_ARGS__ }, \
    { .barriers = TOGETHER, .partial = NO, .ended = SKIPPED, __VA_ARGS__ }, \
    { .barriers = LEFT, .partial = NO, .ended = SKIPPED, __VA_ARGS__ }, \
    { .barriers = LEFT_LOOP, .partial = NO, .ended = SKIPPED, __VA_ARGS__ }
#define LANES_MAY_NOT_END(...) \
    { .barriers = TOGETHER, .partial = NO, .ended = AWAITED, __VA_ARGS__ }, \
    { .barriers = TOGETHER, .partial = NO, .ended = FOLLOW, __VA_ARGS__ }
#define CONVERGED (BIT(TOGETHER) | BIT(LEFT) | BIT(LEFT_LOOP))
#define NOT_ALL (BIT(LEFT) | BIT(LEFT_LOOP) | BIT(APART))

static const struct row rows[] = {
    /* turns that the device does not give, and barriers that no device has */
    { .turns = YES, .way = GI_WARP_MACHINE },
    { .partial = YES, .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = NO, .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = NO,
      .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = YES, .lanes = NO,
      .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = YES, .lanes = 64,
      .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = YES, .lanes = 32,
      .ended = AWAITED, .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = YES, .lanes = 32,
      .ended = FOLLOW, .way = GI_WARP_MACHINE },

    /* warps come to barriers apart, and operations or none between their lanes */
    { .partial = NO, .barriers = APART, .counting = YES, .reconverges = YES, .lanes = 32,
      .ended = SKIPPED, .way = GI_WARP_NATIVE_32 },

    { .partial = NO, .barriers = LEFT, .ended = AWAITED, .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = LEFT_LOOP, .ended = AWAITED, .way = GI_WARP_MACHINE },
    { .partial = NO, .barriers = LEFT_LOOP, .ended = FOLLOW, .way = GI_WARP_MACHINE },

    /* no operations */
    ITS_BARRIERS(.operations = NEVER, .way = GI_WARP_PLAIN),

    /* subgroups; in divergent flow only where they reconverge */
    LANES_MAY_END(.operations_among = CONVERGED, .lanes = 32, .way = GI_WARP_NATIVE_32),
    LANES_MAY_END(.operations_among = CONVERGED, .lanes = 64, .way = GI_WARP_NATIVE_64),
    LANES_MAY_END(.operations = APART, .reconverges = YES, .lanes = 32, .way = GI_WARP_NATIVE_32),
    LANES_MAY_END(.operations = APART, .reconverges = YES, .lanes = 64, .way = GI_WARP_NATIVE_64),

    /* shared memory, where all threads come to the operation and to all barriers */
    LANES_MAY_NOT_END(.operations = TOGETHER, .way = GI_WARP_EXCHANGE),
    { .barriers = NEVER, .partial = NO, .operations = TOGETHER, .lanes = NO,
      .way = GI_WARP_EXCHANGE },
    { .barriers = TOGETHER, .partial = NO, .ended = SKIPPED, .operations = TOGETHER,
      .lanes = NO, .way = GI_WARP_EXCHANGE },

    /* the machine does the rest */
    LANES_MAY_NOT_END(.operations_among = NOT_ALL, .way = GI_WARP_MACHINE),
    { .barriers = LEFT, .partial = NO, .ended = FOLLOW,
      .operations_among = CONVERGED | BIT(APART), .way = GI_WARP_MACHINE },
    { .barriers = NEVER, .partial = NO, .operations_among = NOT_ALL, .lanes = NO,
      .way = GI_WARP_MACHINE },
    { .barriers = TOGETHER, .partial = NO, .ended = SKIPPED,
      .operations_among = NOT_ALL, .lanes = NO, .way = GI_WARP_MACHINE },
    { .barriers = LEFT, .partial = NO, .ended = SKIPPED,
      .operations_among = CONVERGED | BIT(APART), .lanes = NO, .way = GI_WARP_MACHINE },
    { .barriers = LEFT_LOOP, .partial = NO, .ended = SKIPPED,
      .operations_among = CONVERGED | BIT(APART), .lanes = NO, .way = GI_WARP_MACHINE },
    { .barriers = NEVER, .partial = NO, .operations = APART, .reconverges = NO,
      .lanes = YES, .way = GI_WARP_MACHINE },
    { .barriers = TOGETHER, .partial = NO, .ended = SKIPPED, .operations = APART,
      .reconverges = NO, .lanes = YES, .way = GI_WARP_MACHINE },
    { .barriers = LEFT, .partial = NO, .ended = SKIPPED, .operations = APART,
      .reconverges = NO, .lanes = YES, .way = GI_WARP_MACHINE },
    { .barriers = LEFT_LOOP, .partial = NO, .ended = SKIPPED, .operations = APART,
      .reconverges = NO, .lanes = YES, .way = GI_WARP_MACHINE },
};

/* Tests ask for the machine; a kernel without meetings has no use for it. */
static bool asked_for_machine(const struct gi_translate_target *target,
                              const struct gi_warp_needs *needs)
{
    return target->always_machine && (needs->barriers || needs->operations || needs->turns);
}

static int lanes_of(int sizes)
{
    return sizes == REQUIRED_32 || sizes == ONLY_32 ? 32
        : sizes == REQUIRED_64 || sizes == ONLY_64 ? 64 : NO;
}

static bool holds(const struct row *row, const struct gi_translate_target *target,
                  const struct gi_warp_needs *needs, int sizes)
{
    int lanes = lanes_of(sizes);

    bool turns = needs->turns && !target->threads_progress;

    /* the other rows are those of kernels that want no turns */
    if (turns || row->turns == YES)
        return turns && row->turns == YES;
    return (row->barriers == ANY || row->barriers == IS((int)needs->barriers))
        && (row->operations == ANY || row->operations == IS((int)needs->operations))
        && (!row->operations_among || row->operations_among >> needs->operations & 1)
        && (row->partial == ANY || (row->partial == YES) == needs->partial_barriers)
        && (row->ended == ANY || row->ended == IS((int)target->ended_at_barriers))
        && (row->reconverges == ANY || (row->reconverges == YES) == target->reconverges)
        && (row->counting == ANY || (row->counting == YES)
            == (needs->alike_barriers && target->barriers_count_warps))
        && (row->lanes == ANY || row->lanes == lanes || (row->lanes == YES && lanes != NO));
}

static void set_sizes(struct gi_translate_target *target, int sizes, bool shuffles)
{
    static const uint32_t least[SIZES] = { 0, 8, 8, 32, 64, 64, 16 };
    static const uint32_t most[SIZES] = { 0, 8, 32, 32, 128, 64, 64 };

    target->subgroup_least = least[sizes];
    target->subgroup_most = most[sizes];
    target->subgroup_can_be_required = sizes == REQUIRED_32 || sizes == REQUIRED_64;
    target->subgroup_operations = GI_TRANSLATE_BALLOT | (shuffles ? GI_TRANSLATE_SHUFFLE : 0);
}

static void check(const struct gi_translate_target *target, const struct gi_warp_needs *needs,
                  int sizes)
{
    enum gi_warp_way way = gi_warp_plan(target, needs);
    int found = 0;

    if (asked_for_machine(target, needs)) {
        assert_int_equal(way, GI_WARP_MACHINE);
        return;
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (!holds(&rows[i], target, needs, sizes))
            continue;
        if (rows[i].way != way)
            fail_msg("row %zu has way %d, not %d", i, rows[i].way, way);
        found++;
    }
    if (found != 1)
        fail_msg("%d rows: barriers %d, operations %d, partial %d, ended %d, reconverges %d, "
                 "sizes %d", found, needs->barriers, needs->operations, needs->partial_barriers,
                 target->ended_at_barriers, target->reconverges, sizes);
}

TEST_CASE(test_rows)
{
    for (unsigned i = 0; i < 5u * 5 * 2 * 3 * 2 * 2 * 2 * 2 * 2 * 2 * 2 * (SIZES - 1); i++) {
        struct gi_translate_target target = { 0 };
        struct gi_warp_needs needs = { 0 };
        unsigned rest = i;
        int sizes;
        bool shuffles;

        needs.barriers = (enum gi_warp_reach)(rest % 5), rest /= 5;
        needs.operations = (enum gi_warp_reach)(rest % 5), rest /= 5;
        needs.partial_barriers = rest % 2, rest /= 2;
        target.ended_at_barriers = (enum gi_translate_ended)(rest % 3), rest /= 3;
        target.reconverges = rest % 2, rest /= 2;
        target.always_machine = rest % 2, rest /= 2;
        shuffles = rest % 2, rest /= 2;
        needs.turns = rest % 2, rest /= 2;
        needs.alike_barriers = rest % 2, rest /= 2;
        target.barriers_count_warps = rest % 2, rest /= 2;
        target.threads_progress = rest % 2, rest /= 2;
        sizes = (int)rest + 1;
        set_sizes(&target, sizes, shuffles);
        check(&target, &needs, shuffles ? sizes : SMALL);
    }
}

/* Where both sizes can be required, 32 it is. */
TEST_CASE(test_both)
{
    struct gi_translate_target target = {
        .subgroup_least = 32, .subgroup_most = 64, .subgroup_can_be_required = true,
        .subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE };
    struct gi_warp_needs needs = { .operations = GI_WARP_TOGETHER };

    assert_int_equal(gi_warp_plan(&target, &needs), GI_WARP_NATIVE_32);
    target.subgroup_can_be_required = false;
    assert_int_equal(gi_warp_plan(&target, &needs), GI_WARP_EXCHANGE);
}
