/* Atomics, copies and special registers. Each thread has 8 bytes of device memory at %o. */
#include "operations.h"

static uint64_t found(uint64_t mask, uint64_t base, int offset)
{
    int step = offset > 0 ? 1 : -1;
    int count = (offset > 0 ? offset : -offset) - 1;

    if (offset == 0)
        return mask >> base & 1 ? base : UINT32_MAX;
    for (int at = (int)base; at >= 0 && at < 32; at += step) {
        if ((mask >> at & 1) && count-- == 0)
            return (uint64_t)at;
    }
    return UINT32_MAX;
}

/* The first bytes of a number. */
static uint64_t first(uint64_t value, uint64_t bytes)
{
    return bytes == 0 ? 0 : value & (UINT64_MAX >> (64 - 8 * bytes));
}

static uint64_t joined(uint64_t a, uint64_t b)
{
    return half(h(a) + h(b)) | half(h(a >> 16) + h(b >> 16)) << 16;
}

/* A word, or 16 bytes, of shared memory for each of 512 threads. */
#define SHARED ".shared .align 4 .b8 s[2048]; mov.u32 %e7, s; mad.lo.u32 %e7, %t, 4, %e7; "
#define SHARED16 ".shared .align 16 .b8 s[8192]; mov.u32 %e7, s; mad.lo.u32 %e7, %t, 16, %e7; "

#define LIST(X) \
    X(add_f16, "f16", "f16", "st.global.b16 [%o+2], %a; " \
      "atom.global.add.noftz.f16 %h0, [%o+2], %b; ld.global.b16 %d, [%o+2];", \
      half(h(a) + h(b))) \
    X(add_f16_low, "f16", "b32", "st.global.b32 [%o], 0x55555555; st.global.b16 [%o], %a; " \
      "mov.b16 %h0, 0; red.global.add.noftz.f16 [%o], %h0; ld.global.b32 %d, [%o]; " \
      "shr.u32 %d, %d, 16;", \
      0x5555) \
    X(add_bf16, "bf16", "bf16", "st.global.b16 [%o], %a; " \
      "atom.global.add.noftz.bf16 %h0, [%o], %b; ld.global.b16 %d, [%o];", \
      brain(b16(a) + b16(b))) \
    X(add_f16x2, "f16x2", "f16x2", "st.global.b32 [%o], %a; " \
      "red.global.add.noftz.f16x2 [%o], %b; ld.global.b32 %d, [%o];", joined(a, b)) \
    X(add_shared, "f16", "f16", SHARED "st.shared.b16 [%e7+2], %a; " \
      "atom.shared.add.noftz.f16 %h0, [%e7+2], %b; ld.shared.b16 %d, [%e7+2];", \
      half(h(a) + h(b))) \
    X(cas16, "b16", "b32", "st.global.b16 [%o], %a; st.global.b16 [%o+2], %b; " \
      "atom.global.cas.b16 %h0, [%o+2], %c, 7; ld.global.b32 %d, [%o]; " \
      "cvt.u32.u16 %e0, %h0; xor.b32 %d, %d, %e0;", \
      ((uint16_t)a | ((uint16_t)b == (uint16_t)c ? 7u : (uint32_t)(uint16_t)b) << 16) \
      ^ (uint16_t)b) \
    X(cas16_same, "b16", "b32", SHARED "st.shared.b16 [%e7], %a; st.shared.b16 [%e7+2], %b; " \
      "atom.shared.cas.b16 %h0, [%e7+2], %b, %c; ld.shared.b32 %d, [%e7];", \
      (uint16_t)a | (uint32_t)(uint16_t)c << 16) \
    X(inc, "b32", "b32", "st.global.b32 [%o], %a; atom.global.inc.u32 %e0, [%o], %b; " \
      "ld.global.b32 %d, [%o];", u32(a) >= u32(b) ? 0 : a + 1) \
    X(copy, "b64", "b64", SHARED16 "cp.async.ca.shared.global [%e7], [%i+8], 8; " \
      "cp.async.commit_group; cp.async.wait_group 0; ld.shared.b64 %d, [%e7];", b) \
    X(copy16, "b64", "b64", SHARED16 "cp.async.cg.shared.global.L2::128B [%e7], [%i], 16; " \
      "cp.async.wait_all; ld.shared.b64 %d, [%e7+8];", b) \
    X(copy_part, "b64", "b64", SHARED16 "cvt.u32.u64 %e0, %c; and.b32 %e0, %e0, 7; " \
      "cp.async.ca.shared.global [%e7], [%i], 8, %e0; cp.async.wait_all; " \
      "ld.shared.b64 %d, [%e7];", first(a, c & 7)) \
    X(copy_not, "b64", "b64", SHARED16 "setp.gt.u64 %p, %b, 99; st.shared.b64 [%e7], %c; " \
      "cp.async.ca.shared.global [%e7], [%i], 8, %p; ld.shared.b64 %d, [%e7];", \
      b > 99 ? 0 : a) \
    X(hints, "b32", "b32", "createpolicy.fractional.L2::evict_last.b64 %l0, 1.0; " \
      "prefetch.global.L2 [%i]; prefetchu.L1 [%i]; applypriority.global.L2::evict_normal " \
      "[%i], 128; nanosleep.u32 20; ld.global.L2::cache_hint.b32 %e0, [%i], %l0; " \
      "ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%e1, %e2}, [%i+8]; " \
      "st.global.L2::cache_hint.u32 [%o], %e1, %l0; ld.global.u32 %d, [%o]; " \
      "add.u32 %d, %d, %e0;", a + b) \
    X(programmatic, "b32", "b32", "griddepcontrol.wait; add.u32 %d, %a, %b; " \
      "st.global.u32 [%o], %d; griddepcontrol.launch_dependents; fence.proxy.alias; " \
      "ld.global.u32 %d, [%o]; membar.proxy.alias;", u32(a + b)) \
    X(clock, "b32", "b32", "mov.u32 %e0, %clock; mov.u64 %l0, %clock64; mov.u64 %l1, %clock64; " \
      "setp.ge.u64 %p, %l1, %l0; selp.b32 %d, 1, 0, %p;", 1) \
    X(timer, "b32", "b32", "mov.u64 %l0, %globaltimer; mov.u64 %l1, %globaltimer; " \
      "mov.u32 %e0, %globaltimer_lo; setp.ge.u64 %p, %l1, %l0; selp.b32 %d, 1, 0, %p;", 1) \
    X(wait, "b32", "b32", "mov.u64 %l0, %clock64; L: mov.u64 %l1, %clock64; " \
      "sub.u64 %l1, %l1, %l0; setp.lt.u64 %p, %l1, 5000; @%p bra L; mov.b32 %d, 1;", 1) \
    X(lanes, "b32", "b32", "mov.u32 %e0, %laneid; mov.u32 %e1, %warpid; " \
      "mad.lo.u32 %e0, %e1, 32, %e0; sub.u32 %d, %e0, %t; mov.u32 %e1, %lanemask_lt; " \
      "mov.u32 %e2, %lanemask_ge; xor.b32 %e1, %e1, %e2; add.u32 %d, %d, %e1; " \
      "mov.u32 %e1, %lanemask_le; mov.u32 %e2, %lanemask_gt; and.b32 %e1, %e1, %e2; " \
      "or.b32 %d, %d, %e1;", UINT32_MAX) \
    X(numbers, "b32", "b32", "mov.u32 %e0, %smid; mov.u32 %e1, %nsmid; setp.lt.u32 %p, %e0, " \
      "%e1; mov.u64 %l0, %gridid; mov.u32 %e2, %nwarpid; selp.b32 %d, 1, 0, %p; " \
      "mov.u32 %e3, %total_smem_size; add.u32 %d, %d, %e3;", 1) \
    X(space, "b64", "b32", "isspacep.global %p, %i; selp.b32 %d, 1, 0, %p; " SHARED \
      "cvt.u64.u32 %l0, %e7; cvta.shared.u64 %l0, %l0; isspacep.shared %p, %l0; " \
      "@%p add.u32 %d, %d, 2; isspacep.global %p, %l0; @%p add.u32 %d, %d, 4;", 3) \
    X(fns, "b32", "b32", "and.b32 %e0, %b, 31; cvt.s32.s8 %e1, %c; shr.s32 %e1, %e1, 3; " \
      "fns.b32 %d, %a, %e0, %e1;", found(u32(a), b & 31, (int8_t)c >> 3)) \
    X(lop3_or, "b32", "b32", "setp.gt.u32 %q, %c, 9; lop3.or.b32 %e0|%p, %a, %b, %c, 0x80, %q; " \
      "selp.b32 %d, 1, 0, %p; add.u32 %d, %d, %e0;", \
      u32(a & b & c) + (u32(a & b & c) != 0 || u32(c) > 9))

OPERATIONS_DEFINE(LIST, operations_memory)
