#include "barrier_trial.h"

/* The threads of a block write a number, meet, read those of two other warps, and count at a second
 * barrier how many have an odd number. %n counts the numbers that were right; a wrong count makes
 * it too large. */
#define WRITE_AND_MEET \
    "add.u32 %k, %k, 256;\nadd.u32 %v, %k, %t;\nst.shared.u32 [%own], %v;\nbar.sync 0;\n"
#define READ(place, thread) \
    "ld.shared.u32 %v, [" place "];\nadd.u32 %e, %k, " thread ";\n" \
    "setp.eq.u32 %p, %v, %e;\n@%p add.u32 %n, %n, 1;\n"
#define COUNT(right) \
    "bar.red.popc.u32 %v, 0, %one_of_two;\nsetp.ne.u32 %p, %v, " right ";\n" \
    "@%p add.u32 %n, %n, 256;\n"
#define ROUND WRITE_AND_MEET READ("%one", "%t1") READ("%two", "%t2") COUNT("64")
#define SHORT_ROUND WRITE_AND_MEET READ("%one", "%t1") COUNT("48")

static const char text[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry try(.param .u64 words)\n{\n"
    ".shared .align 4 .b8 room[512];\n"
    ".reg .pred %p, %odd, %one_of_two, %more, %last;\n"
    ".reg .b32 %t, %t1, %t2, %w, %k, %v, %e, %n, %i, %x;\n"
    ".reg .b64 %own, %one, %two, %o, %words;\n"
    "ld.param.u64 %words, [words];\nmov.u32 %t, %tid.x;\nmov.u32 %w, %tid.y;\n"
    "mad.lo.u32 %t, %w, 32, %t;\n"
    "xor.b32 %t1, %t, 32;\nxor.b32 %t2, %t, 64;\nmov.u32 %k, 0;\nmov.u32 %n, 0;\n"
    "mul.wide.u32 %o, %t, 4;\nadd.s64 %words, %words, %o;\nmov.u64 %own, room;\n"
    "mul.wide.u32 %one, %t1, 4;\nadd.s64 %one, %one, %own;\n"
    "mul.wide.u32 %two, %t2, 4;\nadd.s64 %two, %two, %own;\nadd.s64 %own, %own, %o;\n"
    "mov.u32 %x, %n;\nand.b32 %e, %t, 1;\nsetp.ne.u32 %one_of_two, %e, 0;\n"
    "and.b32 %i, %w, 1;\nsetp.ne.u32 %odd, %i, 0;\n"
    /* warps in two places, one of which is a loop */
    "@%odd bra ODD;\n" ROUND ROUND "bra BOTH;\n"
    "ODD:\nmov.u32 %i, 2;\n"
    "AGAIN:\n" ROUND "sub.u32 %i, %i, 1;\nsetp.ne.u32 %more, %i, 0;\n@%more bra AGAIN;\n"
    /* two loops, with three rounds of each warp in all; its lanes part before a barrier */
    "BOTH:\nmov.u32 %i, %w;\n"
    "FIRST:\nsetp.eq.u32 %more, %i, 0;\n@%more bra BETWEEN;\n"
    "and.b32 %e, %t, 1;\nsetp.eq.u32 %p, %e, 0;\n@%p bra EVEN;\nld.global.u32 %x, [%words];\n"
    "EVEN:\n" ROUND "sub.u32 %i, %i, 1;\nbra FIRST;\n"
    "BETWEEN:\nsub.u32 %i, 3, %w;\n"
    "SECOND:\nsetp.eq.u32 %more, %i, 0;\n@%more bra LAST;\n"
    ROUND "sub.u32 %i, %i, 1;\nbra SECOND;\n"
    /* the last warp ends, the others meet again */
    "LAST:\nadd.u32 %n, %n, %x;\nst.global.u32 [%words], %n;\n"
    "setp.eq.u32 %last, %w, 3;\n@%last bra END;\n"
    "@%odd bra LAST_ODD;\n" SHORT_ROUND "bra STORE;\n"
    "LAST_ODD:\n" SHORT_ROUND
    "STORE:\nst.global.u32 [%words], %n;\n"
    "END:\nret;\n}\n";

/* Numbers of two other warps in five rounds, and of one in the sixth. There the third warp reads
 * that of the warp which has ended. */
enum { OF_FIRST_WARPS = 2 * 5 + 1, OF_OTHERS = 2 * 5 };

const char *gi_barrier_trial_text(void)
{
    return text;
}

bool gi_barrier_trial_is_right(const uint32_t *words)
{
    for (uint32_t i = 0; i < GI_BARRIER_TRIAL_THREADS; i++) {
        uint32_t expected = i / GI_WARP_THREADS < 2 ? OF_FIRST_WARPS : OF_OTHERS;

        if (words[i] != expected)
            return false;
    }
    return true;
}
