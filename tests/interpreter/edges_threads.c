/* %t is the thread, %o where its answer goes, smem 4 KiB of shared memory, gvar a global word. */
#include "edges.h"

#define DONE INTERPRETER_DONE
#define WRONG INTERPRETER_UNDEFINED

static uint32_t mirrored(uint32_t thread)
{
    return 63 - thread;
}

static uint32_t plus_one(uint32_t thread)
{
    return thread < 20 ? 0 : thread + 1;
}

static uint32_t is_2(uint32_t thread)
{
    (void)thread;
    return 2;
}

static uint32_t is_64(uint32_t thread)
{
    (void)thread;
    return 64;
}

static uint32_t up_by_one(uint32_t thread)
{
    return thread % 8 ? thread - 1 : thread + 100;
}

static uint32_t of_pair(uint32_t thread)
{
    return thread ^ 1;
}

static uint32_t odd_lanes(uint32_t thread)
{
    return thread % 2 ? 0xaaaaaaaa : 0x55555555;
}

static uint32_t lower_half(uint32_t thread)
{
    return thread < 16 ? 0x0000ffff : 0xffff0000;
}

static uint32_t thirds(uint32_t thread)
{
    uint32_t mask = 0;

    for (uint32_t i = thread % 3; i < 32; i += 3)
        mask |= 1u << i;
    return mask;
}

static uint32_t sum_of_lanes(uint32_t thread)
{
    return thread < 10 ? 0 : 496 - 45;
}

static uint32_t leader(uint32_t thread)
{
    return thread < 4 ? 0 : thread == 4 ? 0x104 : 4;
}

static uint32_t from_producer(uint32_t thread)
{
    return thread < 32 ? 0 : thread - 32 + 7;
}

static uint32_t votes(uint32_t thread)
{
    (void)thread;
    return 0xffffff | 2u << 24;         /* any, not all */
}

static uint32_t is_zero(uint32_t thread)
{
    (void)thread;
    return 0;
}

#define ALL "0xffffffff"

/* Ones by metadata in %e0, times ones in each second of four rows of B. */
#define SPARSE \
    "mov.u32 %e1, 0x01010101; mov.u32 %e2, 0x100; mov.u32 %e3, 0; { .reg .b32 %d<4>; " \
    "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%d0, %d1, %d2, %d3}, {%e1, %e1}, " \
    "{%e2, %e2}, {%e3, %e3, %e3, %e3}, %e0, 0; shr.u32 %e1, %d0, 2; add.u32 %e1, %e1, %d2; }"

const struct thread_edge thread_edges[] = {
    { "exchange through shared memory",
      "st.shared.u32 [%s], %t; bar.sync 0; sub.u32 %e0, 63, %t; shl.b32 %e0, %e0, 2; "
      "mov.u32 %e1, smem; add.u32 %e1, %e1, %e0; ld.shared.u32 %e2, [%e1]; "
      "st.global.u32 [%o], %e2;", 64, DONE, mirrored },
    { "threads that left are not waited for",
      "setp.lt.u32 %p, %t, 20; @%p exit; bar.sync 0; add.u32 %e0, %t, 1; "
      "st.global.u32 [%o], %e0;", 64, DONE, plus_one },
    { "a barrier that not all can reach",
      "setp.lt.u32 %p, %t, 32; @%p bra A; bar.sync 1; A: bar.sync 0;", 64,
      INTERPRETER_DEADLOCK, NULL },
    { "bar.red.popc", "and.b32 %e0, %t, 1; setp.eq.u32 %p, %e0, 0; "
      "bar.red.popc.u32 %e1, 0, %p; add.u32 %e1, %e1, %e1; st.global.u32 [%o], %e1;", 64, DONE,
      is_64 },
    { "bar.red.and, bar.red.or", "setp.eq.u32 %p, %t, 5; bar.red.and.pred %q, 0, !%p; "
      "selp.u32 %e0, 1, 0, %q; bar.red.or.pred %q, 1, %p; selp.u32 %e1, 2, 0, %q; "
      "add.u32 %e0, %e0, %e1; st.global.u32 [%o], %e0;", 64, DONE, is_2 },
    { "producer and consumer",
      "setp.lt.u32 %p, %t, 32; @!%p bra C; add.u32 %e0, %t, 7; st.shared.u32 [%s], %e0; "
      "bar.arrive 3, 64; ret; C: bar.sync 3, 64; ld.shared.u32 %e0, [%s+-128]; "
      "st.global.u32 [%o], %e0;", 64, DONE, from_producer },
    { "two warps of three meet", "setp.ge.u32 %p, %t, 64; @%p bra A; bar.sync 2, 64; "
      "A: st.global.u32 [%o], 2;", 96, DONE, is_2 },
    { "shfl.up within eight lanes", "shfl.sync.up.b32 %e0|%p, %t, 1, 0x1800, " ALL "; "
      "add.u32 %e1, %t, 100; selp.u32 %e0, %e0, %e1, %p; st.global.u32 [%o], %e0;", 32, DONE,
      up_by_one },
    { "shfl.bfly", "shfl.sync.bfly.b32 %e0, %t, 1, 0x1f, " ALL "; st.global.u32 [%o], %e0;", 32,
      DONE, of_pair },
    { "shfl.idx in divergent flow",
      "and.b32 %e0, %t, 1; setp.eq.u32 %p, %e0, 0; @%p bra A; "
      "vote.sync.ballot.b32 %e2, 1, 0xaaaaaaaa; bra B; "
      "A: vote.sync.ballot.b32 %e2, 1, 0x55555555; B: st.global.u32 [%o], %e2;", 32, DONE,
      odd_lanes },
    { "activemask", "setp.lt.u32 %p, %t, 16; @%p bra A; activemask.b32 %e0; bra B; "
      "A: activemask.b32 %e0; B: st.global.u32 [%o], %e0;", 32, DONE, lower_half },
    { "match.any", "rem.u32 %e0, %t, 3; match.any.sync.b32 %e1, %e0, " ALL "; "
      "st.global.u32 [%o], %e1;", 32, DONE, thirds },
    { "match.all", "match.all.sync.b32 %e1|%p, %t, " ALL "; selp.u32 %e0, 1, %e1, %p; "
      "st.global.u32 [%o], %e0;", 32, DONE, is_zero },
    { "redux without lanes that left", "setp.lt.u32 %p, %t, 10; @%p exit; "
      "redux.sync.add.u32 %e0, %t, " ALL "; st.global.u32 [%o], %e0;", 32, DONE, sum_of_lanes },
    { "redux.min of signs", "sub.u32 %e0, 10, %t; redux.sync.max.s32 %e1, %e0, " ALL "; "
      "redux.sync.min.s32 %e2, %e0, " ALL "; add.u32 %e1, %e1, %e2; add.u32 %e1, %e1, 13; "
      "st.global.u32 [%o], %e1;", 32, DONE, is_2 },
    { "elect", "setp.lt.u32 %p, %t, 4; @%p exit; elect.sync %e0|%q, " ALL "; "
      "selp.u32 %e1, 0x100, 0, %q; add.u32 %e0, %e0, %e1; st.global.u32 [%o], %e0;", 32, DONE,
      leader },
    { "votes", "setp.lt.u32 %p, %t, 24; vote.sync.ballot.b32 %e0, %p, " ALL "; "
      "vote.sync.all.pred %q, %p, " ALL "; selp.u32 %e1, 0x1000000, 0, %q; "
      "or.b32 %e0, %e0, %e1; vote.sync.any.pred %q, %p, " ALL "; "
      "selp.u32 %e1, 0x2000000, 0, %q; or.b32 %e0, %e0, %e1; vote.sync.uni.pred %q, %p, " ALL
      "; selp.u32 %e1, 0x4000000, 0, %q; or.b32 %e0, %e0, %e1; st.global.u32 [%o], %e0;", 32,
      DONE, votes },
    { "a sparse product whose lower rows meet no one", "and.b32 %e0, %t, 1; "
      "setp.eq.u32 %p, %e0, 0; selp.u32 %e0, 0x44444444, 0x88888888, %p; " SPARSE
      " st.global.u32 [%o], %e1;", 32, DONE, is_2 },
    { "metadata with an index twice", "mov.u32 %e0, 0x44444454; " SPARSE, 32, WRONG, NULL },
    { "a lane that does not come", "setp.eq.u32 %p, %t, 3; @%p bra A; bar.warp.sync " ALL "; "
      "A: bar.sync 0;", 32, INTERPRETER_DEADLOCK, NULL },
    { "a lane that is not named", "bar.warp.sync 1;", 32, WRONG, NULL },
    { "atomics of all threads", "atom.global.add.u32 %e0, [gvar], 1; bar.sync 0; "
      "ld.global.u32 %e1, [gvar]; st.global.u32 [%o], %e1;", 64, DONE, is_64 },
    { "inc wraps", "red.global.inc.u32 [gvar], 2; bar.sync 0; ld.global.u32 %e1, [gvar]; "
      "st.global.u32 [%o], %e1;", 32, DONE, is_2 },
    { "a lock that others wait for", "L: atom.shared.cas.b32 %e0, [smem], 0, 1; "
      "setp.ne.u32 %p, %e0, 0; @%p bra L; ld.global.u32 %e1, [gvar]; add.u32 %e1, %e1, 1; "
      "st.global.u32 [gvar], %e1; atom.shared.exch.b32 %e0, [smem], 0; bar.sync 0; "
      "ld.global.u32 %e1, [gvar]; st.global.u32 [%o], %e1;", 64, DONE, is_64 },
    { "an mbarrier of two arrivals", "mbarrier.init.shared.b64 [smem+8], 2; "
      "mbarrier.arrive.noComplete.shared.b64 %q0, [smem+8], 1; "
      "mbarrier.pending_count.b64 %e0, %q0; mbarrier.test_wait.shared.b64 %p, [smem+8], %q0; "
      "selp.u32 %e1, 100, 0, %p; add.u32 %e0, %e0, %e1; mbarrier.arrive.shared.b64 %q0, [smem+8]; "
      "mbarrier.test_wait.shared.b64 %p, [smem+8], %q0; selp.u32 %e1, 0, 100, %p; "
      "add.u32 %e0, %e0, %e1; mbarrier.test_wait.parity.shared.b64 %p, [smem+8], 0; "
      "selp.u32 %e1, 0, 100, %p; add.u32 %e0, %e0, %e1; "
      "mbarrier.test_wait.parity.shared.b64 %p, [smem+8], 1; selp.u32 %e1, 100, 0, %p; "
      "add.u32 %e0, %e0, %e1; st.global.u32 [%o], %e0;", 1, DONE, is_2 },
    { "a phase expects less after arrive_drop", "mbarrier.init.shared.b64 [smem], 3; "
      "mbarrier.arrive_drop.shared.b64 _, [smem]; mbarrier.arrive.shared.b64 _, [smem], 2; "
      "mbarrier.arrive.noComplete.shared.b64 %q0, [smem], 1; mbarrier.pending_count.b64 %e0, %q0; "
      "st.global.u32 [%o], %e0;", 1, DONE, is_2 },
    { "more arrive than are missing", "mbarrier.init.shared.b64 [smem], 1; "
      "mbarrier.arrive.shared.b64 _, [smem], 2;", 1, WRONG, NULL },
    { "an mbarrier that one thread does not reach", "mbarrier.init.shared.b64 [smem], 2; "
      "mbarrier.arrive.shared.b64 %q0, [smem]; L: mbarrier.test_wait.shared.b64 %p, [smem], %q0; "
      "@!%p bra L;", 1, INTERPRETER_TOO_LONG, NULL },
    { "past shared memory", "ld.shared.u32 %e0, [smem+4096];", 1, WRONG, NULL },
    { "not aligned", "ld.shared.u32 %e0, [smem+2];", 1, WRONG, NULL },
    { "past the end", "st.global.u32 [%o+4096], 1;", 1, WRONG, NULL },
    { "never ends", "L: bra L;", 1, INTERPRETER_TOO_LONG, NULL },
};

const uint32_t thread_edge_count = sizeof(thread_edges) / sizeof(thread_edges[0]);
