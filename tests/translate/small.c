/* What becomes of small numbers of f32 (denormals) on the device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "kernel/translate/ptx/ptx.h"

static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p)\n{\n"
    ".reg .b64 %p; .reg .f32 %a, %b;\nld.param.u64 %p, [p];\n"
    "ld.global.f32 %a, [%p]; ld.global.f32 %b, [%p+4];\n"
    "mul.f32 %a, %a, %b; st.global.f32 [%p+8], %a;\nret;\n}\n";

enum { OF_F32 = 2 };                 /* among keeps_denormals */

bool host_keeps_small(void)
{
    static const uint32_t one = 0x3f800000, small = 0x00400000;
    static int answer = -1;
    const char *setting = getenv("GPUINTEROP_TEST_SMALL");
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct host_memory words;
    struct gi_arena arena;

    if (answer >= 0)
        return answer == 1;
    gi_arena_init(&arena, 16 << 20);
    if (gi_ptx_parse(&arena, text, sizeof(text) - 1, &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], host_target(), &kernel) != GI_OK) {
        fprintf(stderr, "%s\n", gi_last_error_detail());
        abort();
    }
    host_reset();
    words = host_alloc(12);
    memcpy(words.bytes, &small, 4);
    memcpy(words.bytes + 4, &one, 4);
    host_run(&kernel, 0, (const void *[]){ &words.address }, (uint32_t[]){ 1, 1, 1 },
             (uint32_t[]){ 1, 1, 1 }, 0);
    answer = memcmp(words.bytes + 8, &small, 4) == 0 && !(setting && strcmp(setting, "0") == 0);
    host_reset();
    gi_arena_finish(&arena);
    if (!answer && !setting && (host_target()->keeps_denormals & OF_F32) != 0) {
        fprintf(stderr, "the device states that it keeps small numbers of f32, and it does not\n");
        abort();
    }
    if (!answer)
        printf("# small numbers of f32 are zeros here\n");
    return answer == 1;
}
