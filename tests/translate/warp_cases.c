#include "warp_cases.h"

#include <stdio.h>
#include <string.h>

static const char head[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".entry k(.param .u64 in, .param .u64 out)\n{\n"
    ".reg .b32 %v, %t, %lane, %o0, %o1, %o2, %o3, %r<30>; .reg .b64 %l<9>;\n"
    ".reg .pred %p<9>; .shared .b32 words[1024];\n"
    "mov.u32 %t, %tid.z; mov.u32 %r0, %ntid.y; mov.u32 %r1, %tid.y;\n"
    "mad.lo.s32 %t, %t, %r0, %r1; mov.u32 %r0, %ntid.x; mov.u32 %r1, %tid.x;\n"
    "mad.lo.s32 %t, %t, %r0, %r1; mov.u32 %lane, %laneid;\n"
    "ld.param.u64 %l0, [in]; mul.wide.u32 %l1, %t, 4; add.s64 %l0, %l0, %l1;\n"
    "ld.global.u32 %v, [%l0];\n"
    "mov.u32 %o0, 0; mov.u32 %o1, 0; mov.u32 %o2, 0; mov.u32 %o3, 0;\n";
static const char tail[] =
    "\ndone:\nld.param.u64 %l0, [out]; mul.wide.u32 %l1, %t, 16; add.s64 %l0, %l0, %l1;\n"
    "st.global.v4.u32 [%l0], {%o0, %o1, %o2, %o3};\nret;\n}\n";

void warp_case_text(const struct warp_case *one, char *text, size_t room)
{
    snprintf(text, room, "%s%s%s", head, one->body, tail);
}

void warp_case_input(uint32_t *in, uint32_t threads)
{
    for (uint32_t i = 0; i < threads; i++)
        in[i] = (i * 2654435761u >> 7) ^ i << 3;
}

/* ---- a warp, here ---- */

/* The lanes that exist in the warp of a thread. */
static uint32_t existing(uint32_t thread, uint32_t threads)
{
    uint32_t rest = threads - (thread & ~31u);

    return rest >= 32 ? UINT32_MAX : (1u << rest) - 1;
}

/* The lanes of a thread's warp whose words have a bit. */
static uint32_t lanes_with(const uint32_t *in, uint32_t thread, uint32_t threads, uint32_t bit)
{
    uint32_t mask = 0;

    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t at = (thread & ~31u) + lane;

        if (at < threads && (in[at] & bit))
            mask |= 1u << lane;
    }
    return mask;
}

static uint32_t lanes_in(uint32_t mask)
{
    uint32_t count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* A shuffle as PTX defines it; false: the lane keeps its own. */
static bool shuffle(char mode, uint32_t lane, uint32_t b, uint32_t c, uint32_t *out_from)
{
    uint32_t segment = c >> 8 & 31, clamp = c & 31;
    int32_t first = (int32_t)(lane & segment);
    int32_t last = first | (int32_t)(clamp & ~segment);
    int32_t from = (int32_t)lane;
    bool inside;

    b &= 31;
    if (mode == 'u')
        from -= (int32_t)b;
    else if (mode == 'd')
        from += (int32_t)b;
    else if (mode == 'b')
        from ^= (int32_t)b;
    else
        from = first | (int32_t)(b & ~segment);
    inside = mode == 'u' ? from >= last : from <= last;
    *out_from = inside ? (uint32_t)from : lane;
    return inside;
}

static uint32_t shuffled(const uint32_t *in, uint32_t thread, uint32_t threads, char mode,
                         uint32_t b, uint32_t c)
{
    uint32_t from, inside = shuffle(mode, thread & 31, b, c, &from);
    uint32_t at = (thread & ~31u) + from;

    /* a lane that does not exist has any value: the kernels mask it out */
    return (at < threads ? in[at] : 0) + (inside ? 1u << 31 : 0);
}

/* ---- shuffles ---- */

/* The value plus 2^31 where the lane lies in the segment; 0 for lanes that do not exist. */
#define SHUFFLE(mode, b, c, lane, out) \
    "shfl.sync." mode ".b32 %r3|%p1, %v, " b ", " c ", -1;\n" \
    lane \
    "selp.u32 %r4, 0x80000000, 0, %p1; @%p2 mov.u32 %r3, 0; add.u32 " out ", %r3, %r4;\n"
#define SIZE \
    "mov.u32 %r10, %ntid.x; mov.u32 %r11, %ntid.y; mul.lo.u32 %r10, %r10, %r11;\n" \
    "mov.u32 %r11, %ntid.z; mul.lo.u32 %r10, %r10, %r11; and.b32 %r12, %t, -32;\n"
/* p2: that lane does not exist */
#define UP(by) \
    "sub.s32 %r5, %lane, " by "; selp.b32 %r5, %r5, %lane, %p1; add.s32 %r5, %r5, %r12;\n" \
    "setp.ge.u32 %p2, %r5, %r10;\n"
#define DOWN(by) \
    "add.s32 %r5, %lane, " by "; selp.b32 %r5, %r5, %lane, %p1; add.s32 %r5, %r5, %r12;\n" \
    "setp.ge.u32 %p2, %r5, %r10;\n"
#define BFLY(by) \
    "xor.b32 %r5, %lane, " by "; selp.b32 %r5, %r5, %lane, %p1; add.s32 %r5, %r5, %r12;\n" \
    "setp.ge.u32 %p2, %r5, %r10;\n"
#define TO(lane) \
    "mov.b32 %r5, " lane "; selp.b32 %r5, %r5, %lane, %p1; add.s32 %r5, %r5, %r12;\n" \
    "setp.ge.u32 %p2, %r5, %r10;\n"

static const char shuffles[] = SIZE
    SHUFFLE("up", "3", "0", UP("3"), "%o0")
    SHUFFLE("down", "5", "31", DOWN("5"), "%o1")
    SHUFFLE("bfly", "9", "31", BFLY("9"), "%o2")
    SHUFFLE("idx", "17", "31", TO("17"), "%o3");

static void expect_shuffles(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = shuffled(in, t, threads, 'u', 3, 0);
        out[t * 4 + 1] = shuffled(in, t, threads, 'd', 5, 31);
        out[t * 4 + 2] = shuffled(in, t, threads, 'b', 9, 31);
        out[t * 4 + 3] = shuffled(in, t, threads, 'i', 17, 31);
    }
}

/* Segments of 8 lanes, of 16, and clamps inside of them; the lane and c in registers. */
static const char segments[] = SIZE
    "mov.u32 %r20, 0x1800; mov.u32 %r21, 0x1807; mov.u32 %r22, 0x100f; and.b32 %r23, %lane, 7;\n"
    SHUFFLE("up", "2", "%r20", UP("2"), "%o0")
    SHUFFLE("down", "3", "%r21", DOWN("3"), "%o1")
    SHUFFLE("bfly", "12", "%r22", BFLY("12"), "%o2")
    "and.b32 %r24, %lane, 24; or.b32 %r24, %r24, %r23;\n"
    SHUFFLE("idx", "%r23", "%r21", TO("%r24"), "%o3");

static void expect_segments(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = shuffled(in, t, threads, 'u', 2, 0x1800);
        out[t * 4 + 1] = shuffled(in, t, threads, 'd', 3, 0x1807);
        out[t * 4 + 2] = shuffled(in, t, threads, 'b', 12, 0x100f);
        out[t * 4 + 3] = shuffled(in, t, threads, 'i', t & 7, 0x1807);
    }
}

/* ---- sums of a warp ---- */

#define SUM_STEP(by) \
    "shfl.sync.bfly.b32 %r3, %r2, " by ", 31, %r9; add.u32 %r2, %r2, %r3;\n"
#define SUM SUM_STEP("16") SUM_STEP("8") SUM_STEP("4") SUM_STEP("2") SUM_STEP("1")

static uint32_t sum_of(const uint32_t *in, uint32_t thread, uint32_t threads, uint32_t mask)
{
    uint32_t sum = 0;

    for (uint32_t lane = 0; lane < 32; lane++) {
        if (mask >> lane & 1 && (thread & ~31u) + lane < threads)
            sum += in[(thread & ~31u) + lane];
    }
    return sum;
}

/* Full warps alone: all 32 lanes are there. The rest goes by. */
static const char sums[] =
    SIZE "add.u32 %r12, %r12, 32; setp.gt.u32 %p1, %r12, %r10; mov.u32 %r2, %v;\n"
    "mov.u32 %r9, -1; @%p1 bra done;\n" SUM "mov.u32 %o0, %r2;";

static void expect_sums(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads / 32 * 32; t++)
        out[t * 4] = sum_of(in, t, threads, UINT32_MAX);
}

/* The first warp adds up, in flow that the others do not take; then all wait. */
static const char first_warp[] =
    "setp.gt.u32 %p1, %t, 31; mov.u32 %r2, %v; mov.u32 %r9, -1; @%p1 bra over;\n" SUM
    "mov.u32 %o0, %r2; st.shared.u32 [words], %r2;\n"
    "over:\nbar.sync 0; ld.shared.u32 %o1, [words];";

static void expect_first_warp(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = t < 32 ? sum_of(in, t, threads, UINT32_MAX) : 0;
        out[t * 4 + 1] = sum_of(in, 0, threads, UINT32_MAX);
    }
}

/* Even and odd lanes add up apart, each at its own place, in another order. */
static const char halves[] =
    "and.b32 %r5, %lane, 1; setp.eq.u32 %p1, %r5, 1; mov.u32 %r2, %v; @%p1 bra odd;\n"
    "vote.sync.any.pred %p2, 1, 0x55555555;\n"
    "redux.sync.add.u32 %o0, %v, 0x55555555; redux.sync.xor.b32 %o1, %v, 0x55555555;\n"
    "bra join;\nodd:\n"
    "redux.sync.xor.b32 %o1, %v, 0xaaaaaaaa; redux.sync.add.u32 %o0, %v, 0xaaaaaaaa;\n"
    "join:\nbar.warp.sync -1; vote.sync.ballot.b32 %o2, %p1, -1;";

static void expect_halves(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t mask = t & 1 ? 0xaaaaaaaa : 0x55555555, all = 0;

        for (uint32_t lane = t & 1; lane < 32; lane += 2)
            all ^= (t & ~31u) + lane < threads ? in[(t & ~31u) + lane] : 0;
        out[t * 4] = sum_of(in, t, threads, mask);
        out[t * 4 + 1] = all;
        out[t * 4 + 2] = 0xaaaaaaaa & existing(t, threads);
    }
}

/* ---- votes, matches, reductions ---- */

static const char votes[] =
    "and.b32 %r2, %v, 4; setp.ne.u32 %p1, %r2, 0; setp.ge.s32 %p2, %r2, 0;\n"
    "vote.sync.ballot.b32 %o0, %p1, -1; vote.sync.ballot.b32 %o1, !%p1, 0xff00ff;\n"
    "vote.sync.all.pred %p3, %p1, -1; vote.sync.any.pred %p4, %p1, -1;\n"
    "vote.sync.uni.pred %p5, %p1, -1; vote.sync.all.pred %p6, %p2, -1;\n"
    "vote.sync.uni.pred %p7, %p2, -1; vote.sync.any.pred %p8, !%p2, -1;\n"
    "selp.u32 %o2, 1, 0, %p3; selp.u32 %r3, 2, 0, %p4; or.b32 %o2, %o2, %r3;\n"
    "selp.u32 %r3, 4, 0, %p5; or.b32 %o2, %o2, %r3; selp.u32 %r3, 8, 0, %p6;\n"
    "or.b32 %o2, %o2, %r3; selp.u32 %r3, 16, 0, %p7; or.b32 %o2, %o2, %r3;\n"
    "selp.u32 %r3, 32, 0, %p8; or.b32 %o2, %o2, %r3; activemask.b32 %o3;";

static void expect_votes(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t all = existing(t, threads), yes = lanes_with(in, t, threads, 4);

        out[t * 4] = yes;
        out[t * 4 + 1] = all & ~yes & 0xff00ff;
        out[t * 4 + 2] = (yes == all) | (yes != 0) << 1 | (yes == all || !yes) << 2 | 8 | 16;
        out[t * 4 + 3] = all;
    }
}

/* Of lanes that are outside of the mask, a vote has no result: they do not take part. */
static const char partial_mask[] =
    "and.b32 %r2, %lane, 15; setp.lt.u32 %p1, %r2, 11; and.b32 %r3, %v, 2;\n"
    "setp.ne.u32 %p2, %r3, 0; @!%p1 bra done;\n"
    "vote.sync.ballot.b32 %o0, %p2, 0x07ff07ff; redux.sync.max.s32 %o1, %v, 0x07ff07ff;\n"
    "elect.sync %o2|%p3, 0x07ff07ff; selp.u32 %o3, 1, 0, %p3;";

static void expect_partial_mask(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        int32_t most = INT32_MIN;

        if ((t & 15) >= 11)
            continue;
        for (uint32_t lane = 0; lane < 32; lane++) {
            uint32_t at = (t & ~31u) + lane;

            if ((lane & 15) < 11 && at < threads && (int32_t)in[at] > most)
                most = (int32_t)in[at];
        }
        out[t * 4] = lanes_with(in, t, threads, 2) & 0x07ff07ff;
        out[t * 4 + 1] = (uint32_t)most;
        out[t * 4 + 3] = (t & 31) == 0;
    }
}

static const char matches[] =
    "and.b32 %r2, %v, 3; match.any.sync.b32 %o0, %r2, -1;\n"
    "and.b32 %r3, %v, 8; cvt.u64.u32 %l2, %r3; shl.b64 %l2, %l2, 40; cvt.u64.u32 %l3, %r2;\n"
    "or.b64 %l2, %l2, %l3; match.any.sync.b64 %o1, %l2, -1;\n"
    "match.all.sync.b32 %o2|%p1, %r2, -1; shr.u32 %r4, %t, 5;\n"
    "match.all.sync.b32 %r5|%p2, %r4, -1; selp.u32 %r6, 1, 0, %p1; selp.u32 %r7, 2, 0, %p2;\n"
    "or.b32 %o3, %r6, %r7; xor.b32 %r5, %r5, %o2; shl.b32 %r5, %r5, 2; xor.b32 %o3, %o3, %r5;";

static uint32_t alike(const uint32_t *in, uint32_t thread, uint32_t threads, uint32_t bits)
{
    uint32_t mask = 0;

    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t at = (thread & ~31u) + lane;

        if (at < threads && (in[at] & bits) == (in[thread] & bits))
            mask |= 1u << lane;
    }
    return mask;
}

static void expect_matches(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t all = existing(t, threads);
        bool agree = alike(in, t, threads, 3) == all;

        out[t * 4] = alike(in, t, threads, 3);
        out[t * 4 + 1] = alike(in, t, threads, 11);
        out[t * 4 + 2] = agree ? all : 0;
        out[t * 4 + 3] = (agree | 2u) ^ (all ^ out[t * 4 + 2]) << 2;
    }
}

static const char reductions[] =
    "redux.sync.min.u32 %o0, %v, -1; redux.sync.max.u32 %o1, %v, -1;\n"
    "redux.sync.and.b32 %r2, %v, -1; redux.sync.or.b32 %r3, %v, -1;\n"
    "not.b32 %r2, %r2; xor.b32 %o2, %r2, %r3; shl.b32 %r4, %v, 9;\n"
    "redux.sync.min.s32 %r5, %r4, -1; redux.sync.max.s32 %r6, %r4, -1;\n"
    "add.s32 %o3, %r5, %r6; elect.sync _|%p1, -1; @%p1 add.u32 %o3, %o3, 1;";

static void expect_reductions(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t least = UINT32_MAX, most = 0, both = UINT32_MAX, any = 0;
        int32_t low = INT32_MAX, high = INT32_MIN;

        for (uint32_t at = t & ~31u; at < threads && at < (t & ~31u) + 32; at++) {
            int32_t value = (int32_t)(in[at] << 9);

            least = in[at] < least ? in[at] : least;
            most = in[at] > most ? in[at] : most;
            both &= in[at];
            any |= in[at];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        out[t * 4] = least;
        out[t * 4 + 1] = most;
        out[t * 4 + 2] = ~both ^ any;
        out[t * 4 + 3] = (uint32_t)low + (uint32_t)high + (t % 32 == 0);
    }
}

/* ---- in divergent flow ---- */

/* Those with a bit find their places among themselves, as compaction does. */
static const char compaction[] =
    "and.b32 %r2, %v, 1; setp.eq.u32 %p1, %r2, 0; vote.sync.ballot.b32 %r3, !%p1, -1;\n"
    "@%p1 bra done; activemask.b32 %r4; and.b32 %r5, %r4, %r3; setp.ne.u32 %p2, %r5, %r4;\n"
    "selp.u32 %o3, 1, 0, %p2; mov.u32 %r6, %lanemask_lt; and.b32 %r6, %r6, %r3;\n"
    "popc.b32 %o0, %r6; bar.warp.sync %r3; match.any.sync.b32 %o1, %r2, %r3;\n"
    "clz.b32 %r7, %r3; sub.u32 %r7, 31, %r7; shfl.sync.idx.b32 %o2, %v, %r7, 31, %r3;";

static void expect_compaction(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t mask = lanes_with(in, t, threads, 1), last = 31;

        if (!(in[t] & 1))
            continue;
        while (!(mask >> last & 1))
            last--;
        out[t * 4] = lanes_in(mask & ((1u << (t & 31)) - 1));
        out[t * 4 + 1] = mask;
        out[t * 4 + 2] = in[(t & ~31u) + last];
    }
}

/* The lanes that are active elect one, which counts for all: warp-aggregated atomics. Together they
 * get all numbers once; that is checked by a sum, as nobody knows who is active with whom. */
static const char aggregated[] =
    "setp.ne.u32 %p4, %t, 0; @!%p4 st.shared.u32 [words], 0; bar.sync 0;\n"
    "and.b32 %r2, %v, 6; setp.eq.u32 %p1, %r2, 0; @%p1 bra join;\n"
    "activemask.b32 %r3; brev.b32 %r4, %r3; clz.b32 %r4, %r4; popc.b32 %r5, %r3;\n"
    "setp.ne.u32 %p2, %lane, %r4; mov.u32 %r6, 0;\n"
    "@!%p2 atom.shared.add.u32 %r6, [words], %r5;\n"
    "shfl.sync.idx.b32 %r6, %r6, %r4, 31, %r3;\n"
    "mov.u32 %r7, %lanemask_lt; and.b32 %r7, %r7, %r3; popc.b32 %r7, %r7;\n"
    "add.u32 %r6, %r6, %r7; add.u32 %r6, %r6, 1; mul.lo.u32 %r8, %r6, 4;\n"
    "mov.u32 %r9, words; add.u32 %r9, %r9, %r8; st.shared.u32 [%r9], %r6;\n"
    "join:\nbar.sync 0; ld.shared.u32 %o0, [words];\n"
    "mov.u32 %r2, %o0; mov.u32 %r9, words;\n"
    "again: setp.eq.u32 %p3, %r2, 0; @%p3 bra done;\n"
    "add.u32 %r9, %r9, 4; ld.shared.u32 %r3, [%r9]; add.u32 %o1, %o1, %r3;\n"
    "sub.u32 %r2, %r2, 1; bra again;";

static void expect_aggregated(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    uint32_t count = 0;

    for (uint32_t t = 0; t < threads; t++)
        count += (in[t] & 6) != 0;
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = count;
        out[t * 4 + 1] = count * (count + 1) / 2;
    }
}

/* Loops of different lengths in one warp, with an operation in them: in each turn those who are
 * left vote. */
static const char ragged[] =
    "and.b32 %r2, %v, 7; add.u32 %r2, %r2, 1; mov.u32 %r3, -1; mov.u32 %r5, 0;\n"
    "again: setp.gt.u32 %p1, %r2, %r5; vote.sync.ballot.b32 %r4, %p1, %r3; @!%p1 bra done;\n"
    "mov.u32 %r3, %r4; redux.sync.add.u32 %r6, %v, %r3; mad.lo.u32 %o0, %o0, 3, %r6;\n"
    "add.u32 %r5, %r5, 1; bra again;";

static void expect_ragged(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        for (uint32_t turn = 0; turn < (in[t] & 7) + 1; turn++) {
            uint32_t sum = 0;

            for (uint32_t at = t & ~31u; at < threads && at < (t & ~31u) + 32; at++)
                sum += (in[at] & 7) + 1 > turn ? in[at] : 0;
            out[t * 4] = out[t * 4] * 3 + sum;
        }
    }
}

/* The same operation at two places: PTX lets the lanes meet. */
static const char two_places[] =
    "and.b32 %r2, %lane, 1; setp.eq.u32 %p1, %r2, 0; setp.ge.s32 %p2, %r2, 0;\n"
    "@%p1 bra even; add.u32 %r3, %v, 7; vote.sync.ballot.b32 %o0, %p2, -1;\n"
    "mov.u32 %o1, %r3; bra done;\n"
    "even: vote.sync.ballot.b32 %o0, !%p1, -1;";

static void expect_two_places(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = 0xaaaaaaaa & existing(t, threads);
        out[t * 4 + 1] = t & 1 ? in[t] + 7 : 0;
    }
}

/* ---- barriers ---- */

/* What a thread's mirror in the block wrote, where some return before the barrier: of each four
 * times eight threads eight. */
#define WORD_OF(thread, address) \
    "mul.lo.u32 %r20, " thread ", 4; mov.u32 " address ", words; add.u32 " address ", " address \
    ", %r20;\n"

static const char early[] = SIZE
    "and.b32 %r2, %t, 24; setp.eq.u32 %p1, %r2, 8;\n" WORD_OF("%t", "%r3")
    "st.shared.u32 [%r3], %v; @%p1 ret;\n"
    "bar.sync 0; sub.u32 %r4, %r10, %t; sub.u32 %r4, %r4, 1;\n" WORD_OF("%r4", "%r5")
    "ld.shared.u32 %o0, [%r5]; bar.sync 0; st.shared.u32 [%r3], %o0;\n"
    "bar.sync 0; ld.shared.u32 %o1, [%r5];";

static void expect_early(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t mirror = threads - 1 - t;

        if ((t & 24) == 8)
            continue;
        out[t * 4] = in[mirror];
        out[t * 4 + 1] = (mirror & 24) == 8 ? in[mirror] : in[t];
    }
}

/* Some return in a turn of a loop with a barrier: each turn has fewer. */
static const char leaving[] =
    "and.b32 %r2, %v, 7; mov.u32 %r3, 0;\n"
    WORD_OF("%t", "%r4") "st.shared.u32 [%r4], 0; bar.sync 0;\n"
    "again: setp.eq.u32 %p1, %r3, %r2; @%p1 bra done;\n"
    "mov.u32 %r5, words; atom.shared.add.u32 %r6, [%r5], 1; bar.sync 0;\n"
    "ld.shared.u32 %r7, [%r5]; mad.lo.u32 %o0, %o0, 5, %r7; bar.sync 0;\n"
    "add.u32 %r3, %r3, 1; bra again;";

static void expect_leaving(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    uint32_t sum = 0;

    for (uint32_t turn = 0; turn < 8; turn++) {
        for (uint32_t t = 0; t < threads; t++)
            sum += (in[t] & 7) > turn;
        for (uint32_t t = 0; t < threads; t++)
            out[t * 4] = (in[t] & 7) > turn ? out[t * 4] * 5 + sum : out[t * 4];
    }
}

/* One barrier at two places of divergent flow: both sides come to barrier 0. */
static const char divergent[] = SIZE
    "and.b32 %r2, %v, 1; setp.ne.u32 %p1, %r2, 0;\n" WORD_OF("%t", "%r3")
    "st.shared.u32 [%r3], %v; sub.u32 %r4, %r10, %t; sub.u32 %r4, %r4, 1;\n"
    WORD_OF("%r4", "%r5")
    "@%p1 bra odd; bar.sync 0; ld.shared.u32 %o0, [%r5]; bra join;\n"
    "odd: bar.sync 0; ld.shared.u32 %o0, [%r5]; add.u32 %o0, %o0, 5; bar.sync 0;\n"
    "st.shared.u32 [%r3], 1; bar.sync 0; bra last;\n"
    "join: bar.sync 0; bar.sync 0; ld.shared.u32 %o1, [%r5];\n"
    "last: mov.u32 %o2, 9;";

static void expect_divergent(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t other = in[threads - 1 - t];

        out[t * 4] = other + (in[t] & 1 ? 5 : 0);
        out[t * 4 + 1] = in[t] & 1 ? 0 : other & 1 ? 1 : other;
        out[t * 4 + 2] = 9;
    }
}

/* The first warp makes words for the second and does not wait; then they change places. */
static const char producer[] =
    "setp.ge.u32 %p1, %t, 64; @%p1 bra done; setp.ge.u32 %p2, %t, 32;\n"
    "mul.lo.u32 %r2, %lane, 4; mov.u32 %r3, words; add.u32 %r3, %r3, %r2; mov.u32 %r6, 0;\n"
    "again: @%p2 bra second;\n"
    "add.u32 %r4, %v, %r6; st.shared.u32 [%r3], %r4; bar.arrive 1, 64; bar.sync 2, 64;\n"
    "ld.shared.u32 %r5, [%r3+128]; bra both;\n"
    "second: bar.sync 1, 64; ld.shared.u32 %r4, [%r3]; add.u32 %r5, %r4, %v;\n"
    "st.shared.u32 [%r3+128], %r5; bar.arrive 2, 64;\n"
    "both: mad.lo.u32 %o0, %o0, 7, %r5; add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 5;\n"
    "bar.sync 3, 64; @%p3 bra again;";

static void expect_producer(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    (void)threads;
    for (uint32_t t = 0; t < 64; t++) {
        for (uint32_t turn = 0; turn < 5; turn++)
            out[t * 4] = out[t * 4] * 7 + in[t & 31] + turn + in[(t & 31) + 32];
    }
}

#define BAR_RED \
    "and.b32 %r2, %v, 2; setp.ne.u32 %p1, %r2, 0; setp.ge.s32 %p2, %r2, 0;\n" \
    "bar.red.popc.u32 %o0, 0, %p1; bar.red.and.pred %p3, 0, %p1; bar.red.or.pred %p4, 0, %p1;\n" \
    "barrier.red.and.pred %p5, 0, %p2; barrier.cta.red.or.aligned.pred %p6, 0, !%p2;\n" \
    "selp.u32 %o1, 1, 0, %p3; selp.u32 %r3, 2, 0, %p4; or.b32 %o1, %o1, %r3;\n" \
    "selp.u32 %r3, 4, 0, %p5; or.b32 %o1, %o1, %r3; selp.u32 %r3, 8, 0, %p6;\n" \
    "or.b32 %o1, %o1, %r3; mov.u32 %r4, 0;\n" \
    "again: setp.lt.u32 %p1, %r4, %t; bar.red.popc.u32 %r5, 0, %p1;\n" \
    "mad.lo.u32 %o2, %o2, 3, %r5; add.u32 %r4, %r4, 1; setp.lt.u32 %p7, %r4, 6;\n" \
    "@%p7 bra again;"

static const char block_votes[] = BAR_RED;

static void block_votes_of(const uint32_t *in, uint32_t *out, uint32_t threads, uint32_t bit)
{
    uint32_t there = 0, count = 0, chain = 0;

    for (uint32_t t = 0; t < threads; t++) {
        there += !(in[t] & bit);
        count += !(in[t] & bit) && (in[t] & 2);
    }
    for (uint32_t turn = 0; turn < 6; turn++) {
        uint32_t above = 0;

        for (uint32_t t = 0; t < threads; t++)
            above += !(in[t] & bit) && t > turn;
        chain = chain * 3 + above;
    }
    for (uint32_t t = 0; t < threads; t++) {
        if (in[t] & bit)
            continue;
        out[t * 4] = count;
        out[t * 4 + 1] = (count == there) | (count != 0) << 1 | 4;
        out[t * 4 + 2] = chain;
    }
}

static void expect_block_votes(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    block_votes_of(in, out, threads, 0);
}

/* The same, after some have returned. */
static const char left_votes[] =
    "and.b32 %r2, %v, 64; setp.ne.u32 %p1, %r2, 0; @%p1 ret;\n" BAR_RED;

static void expect_left_votes(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    block_votes_of(in, out, threads, 64);
}

/* A loop that is entered at two places, with a barrier in it. */
static const char irreducible[] =
    "and.b32 %r2, %v, 1; setp.ne.u32 %p1, %r2, 0; mov.u32 %r3, 0;\n"
    "mov.u32 %r5, words; setp.ne.u32 %p3, %t, 0; @!%p3 st.shared.u32 [%r5], 0; bar.sync 0;\n"
    "@%p1 bra second;\n"
    "first: add.u32 %o1, %o1, 1; bar.sync 0;\n"
    "second: atom.shared.add.u32 %r6, [%r5], 1; add.u32 %r3, %r3, 1; bar.sync 0;\n"
    "add.u32 %o2, %o2, 3; setp.lt.u32 %p2, %r3, 4; @%p2 bra first;\n"
    "bar.sync 0; ld.shared.u32 %o0, [%r5];";

static void expect_irreducible(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    uint32_t even = 0;

    for (uint32_t t = 0; t < threads; t++)
        even += !(in[t] & 1);
    for (uint32_t t = 0; t < threads; t++) {
        /* who entered behind reads at its end, which is one barrier earlier, when the others have
         * passed the fourth count as well, or not if nobody is left to wait for */
        out[t * 4 + 1] = in[t] & 1 ? 3 : 4;
        out[t * 4 + 2] = 12;
        out[t * 4] = even ? threads * 4 : threads * 4;
    }
}

/* Values of all widths, arrays of the thread and predicates outlive a meeting. */
static const char keeping[] =
    ".local .b32 own[4]; .reg .f64 %d<3>; .reg .b16 %h<3>; .reg .f32 %f<3>; .reg .b64 %k<3>;\n"
    "st.local.u32 [own+8], %v; cvt.rn.f64.u32 %d1, %v; cvt.u16.u32 %h1, %v;\n"
    "cvt.rn.f32.u32 %f1, %lane; cvt.u64.u32 %k1, %v; shl.b64 %k1, %k1, 20;\n"
    "setp.lt.u32 %p1, %lane, 9; @%p1 bra other; bar.warp.sync 0xfffffe00; bra join;\n"
    "other: bar.warp.sync 0x1ff;\n"
    "join: ld.local.u32 %o0, [own+8]; cvt.rzi.u32.f64 %r2, %d1; add.u32 %o0, %o0, %r2;\n"
    "cvt.u32.u16 %o1, %h1; cvt.rzi.u32.f32 %r3, %f1; shl.b32 %r3, %r3, 16; or.b32 %o1, %o1, %r3;\n"
    "shr.u64 %k1, %k1, 18; cvt.u32.u64 %o2, %k1; selp.u32 %o3, 1, 2, %p1;";

static void expect_keeping(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = in[t] * 2;
        out[t * 4 + 1] = (in[t] & 0xffff) | (t & 31) << 16;
        out[t * 4 + 2] = in[t] << 2;
        out[t * 4 + 3] = (t & 31) < 9 ? 1 : 2;
    }
}

/* An operation under a guard, a jump table, and code behind the last meeting. */
static const char guarded[] =
    "and.b32 %r2, %v, 3; setp.eq.u32 %p1, %r2, 0; vote.sync.ballot.b32 %r3, %p1, -1;\n"
    "@%p1 redux.sync.add.u32 %o0, %v, %r3; table: .branchtargets a, b, c, d;\n"
    "brx.idx %r2, table;\n"
    "a: match.any.sync.b32 %o1, %v, %r3; add.u32 %o2, %o2, 1; bra e;\n"
    "b: add.u32 %o2, %o2, 2; bra e;\nc: bar.warp.sync 0; bra e;\nd: add.u32 %o2, %o2, 4;\n"
    "e: bar.sync 0; add.u32 %o3, %o2, %r2;";

static void expect_guarded(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    static const uint32_t added[4] = { 1, 2, 0, 4 };

    for (uint32_t t = 0; t < threads; t++) {
        uint32_t kind = in[t] & 3, mask = 0;

        for (uint32_t at = t & ~31u; at < threads && at < (t & ~31u) + 32; at++)
            mask |= (in[at] & 3) == 0 ? 1u << (at & 31) : 0;
        if (kind == 0) {
            out[t * 4] = sum_of(in, t, threads, mask);
            out[t * 4 + 1] = alike(in, t, threads, UINT32_MAX) & mask;
        }
        out[t * 4 + 2] = added[kind];
        out[t * 4 + 3] = added[kind] + kind;
    }
}

/* The forms of PTX before sm_70, in flow that all threads take. */
static const char unsynced[] =
    "and.b32 %r2, %v, 4; setp.ne.u32 %p1, %r2, 0; vote.ballot.b32 %o0, %p1;\n"
    "vote.all.pred %p2, %p1; vote.any.pred %p3, %p1; selp.u32 %o1, 1, 0, %p2;\n"
    "selp.u32 %r3, 2, 0, %p3; or.b32 %o1, %o1, %r3; shfl.idx.b32 %o2, %v, 0, 31;\n"
    "shfl.up.b32 %o3|%p4, %v, 1, 0; @%p4 add.u32 %o3, %o3, 1;";

static void expect_unsynced(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t yes = lanes_with(in, t, threads, 4);

        out[t * 4] = yes;
        out[t * 4 + 1] = (yes == existing(t, threads)) | (yes != 0) << 1;
        out[t * 4 + 2] = in[t & ~31u];
        out[t * 4 + 3] = t & 31 ? in[t - 1] + 1 : in[t];
    }
}

/* Sums by volatile accesses alone: in each step all lanes read before one writes. The words of
 * lanes that do not exist are 0. */
#define CLEAR \
    "mov.u32 %r3, words; mad.lo.u32 %r3, %t, 4, %r3; mov.u32 %r2, 0;\n" \
    "st.shared.u32 [%r3], %r2; st.shared.u32 [%r3+128], %r2; bar.sync 0;\n"
#define ADD(by) \
    "xor.b32 %r4, %t, " #by "; mov.u32 %r5, words; mad.lo.u32 %r4, %r4, 4, %r5;\n" \
    "ld.volatile.shared.u32 %r6, [%r3]; ld.volatile.shared.u32 %r7, [%r4];\n" \
    "add.u32 %r6, %r6, %r7; st.volatile.shared.u32 [%r3], %r6;\n"
#define STEPS \
    "st.volatile.shared.u32 [%r3], %v;\n" ADD(16) ADD(8) ADD(4) ADD(2) ADD(1) \
    "ld.volatile.shared.u32 %o0, [%r3];"

static const char volatiles[] = CLEAR STEPS;

static const char volatile_warp[] = CLEAR "setp.ge.u32 %p1, %t, 32; @%p1 bra done;\n" STEPS;

static void add_volatiles(const uint32_t *in, uint32_t *out, uint32_t threads, uint32_t lanes)
{
    uint32_t words[WARP_MOST_THREADS + 32] = { 0 };

    memcpy(words, in, lanes * sizeof(*in));
    for (uint32_t by = 16; by; by /= 2) {
        uint32_t before[WARP_MOST_THREADS + 32];

        memcpy(before, words, sizeof(before));
        for (uint32_t t = 0; t < lanes; t++)
            words[t] += before[t ^ by];
    }
    for (uint32_t t = 0; t < threads; t++)
        out[t * 4] = t < lanes ? words[t] : 0;
}

static void expect_volatiles(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    add_volatiles(in, out, threads, threads);
}

static void expect_volatile_warp(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    add_volatiles(in, out, threads, 32);
}

/* Numbers of threads and lanes. */
static const char numbers[] =
    "vote.sync.all.pred %p1, 1, -1; mov.u32 %o0, %t; mov.u32 %o1, %warpid;\n"
    "mov.u32 %o2, %lanemask_le; mov.u32 %r2, %tid.x; mov.u32 %r3, %tid.y; mov.u32 %r4, %tid.z;\n"
    "mov.u32 %r5, %ntid.x; mov.u32 %r6, %ntid.y; mad.lo.u32 %o3, %r4, %r6, %r3;\n"
    "mad.lo.u32 %o3, %o3, %r5, %r2;";

static void expect_numbers(const uint32_t *in, uint32_t *out, uint32_t threads)
{
    (void)in;
    for (uint32_t t = 0; t < threads; t++) {
        out[t * 4] = out[t * 4 + 3] = t;
        out[t * 4 + 1] = t / 32;
        out[t * 4 + 2] = (2u << (t & 31)) - 1;
    }
}

#define CASE(title, id, ...) \
    { .name = title, .body = id, .expect = expect_##id, __VA_ARGS__ }
#define EXCHANGED .way = GI_WARP_EXCHANGE
#define APART .way = GI_WARP_MACHINE
#define ALWAYS .way = GI_WARP_MACHINE, .always_machine = true
#define PLAIN .way = GI_WARP_PLAIN

const struct warp_case warp_cases[] = {
    CASE("numbers", numbers, EXCHANGED),
    CASE("shuffles", shuffles, EXCHANGED),
    CASE("segments", segments, EXCHANGED),
    CASE("votes", votes, EXCHANGED),
    CASE("matches", matches, EXCHANGED),
    CASE("reductions", reductions, EXCHANGED),
    CASE("unsynced", unsynced, EXCHANGED),
    CASE("volatiles", volatiles, EXCHANGED, .least_threads = 32),
    CASE("volatile warp", volatile_warp, APART, .least_threads = 32),
    CASE("sums", sums, APART),
    CASE("first warp", first_warp, APART, .least_threads = 32),
    CASE("halves", halves, APART),
    CASE("partial mask", partial_mask, APART),
    CASE("compaction", compaction, APART),
    CASE("aggregated", aggregated, APART),
    CASE("ragged", ragged, APART),
    CASE("keeping", keeping, APART),
    CASE("two places", two_places, APART, .apart_in_subgroups = true),
    CASE("guarded", guarded, APART),
    CASE("early return", early, PLAIN),
    CASE("leaving", leaving, APART, .barriers_alone = true),
    CASE("block votes", block_votes, PLAIN),
    CASE("left votes", left_votes, APART, .barriers_alone = true),
    CASE("divergent barriers", divergent, ALWAYS),
    CASE("producer", producer, ALWAYS, .least_threads = 64),
    CASE("irreducible", irreducible, ALWAYS),
    { 0 },
};
