/* Modules of SPIR-V that libFuzzer changes, followed up to what a driver would see. The facts of
 * the device are taken from the input's checksum, so an input alone repeats a run. */
#include <stdlib.h>

#include "base/disk/disk_cache.h"
#include "code/shader.h"
#include "entry.h"
#include "kernel/reflect/reflect_wide.h"
#include "validator.h"
#include "vulkan/kernel/prelude.h"

/* More memory than this is a refusal of its own, and no finding. */
#define ARENA_BYTES ((size_t)64 << 20)

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    validator_open();
    return 0;
}

static struct gi_translate_target facts_of(uint64_t bits)
{
    return (struct gi_translate_target){
        .push_bytes = bits & 1 ? 8 : 128, .int8 = bits & 2, .int16 = true, .float16 = bits & 4,
        .float64 = true, .int64_atomics = true, .keeps_specials = 7, .keeps_denormals = 7,
        .checks_memory = bits & 8, .private_bytes = bits & 16 ? 16 : 0,
        .merges_wrongly = bits & 32, .reads_for_nobody = bits & 64, .joins_comparisons = bits & 64,
        .prelude = bits & 128 ? NULL
            : givk_prelude(bits & 256 ? GIVK_TEXTURES_IN_MEMORY : GIVK_TEXTURES_BINDLESS,
                           bits & 512),
    };
}

static void widen(struct gi_arena *arena, const struct gi_translate_kernel *kernel)
{
    const struct gi_reflect_wide wide = { .push_offset = 96, .block_x = 32 };
    const uint32_t *words;
    size_t count;

    if (gi_reflect_wide(arena, &wide, kernel->words, kernel->word_count, &words, &count) == GI_OK)
        expect_valid(words, count);
}

static void describe(struct gi_arena *arena, const uint32_t *words, size_t count,
                     const struct gi_reflect_module *module,
                     const struct gi_translate_target *facts)
{
    for (uint32_t i = 0; i < module->kernel_count && i < 4; i++) {
        struct gi_translate_kernel kernel;

        if (gi_shader_describe(arena, words, count, module, &module->kernels[i], facts,
                               &kernel) != GI_OK)
            continue;
        expect_valid(kernel.words, kernel.word_count);
        widen(arena, &kernel);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct gi_translate_target facts = facts_of(gi_disk_cache_checksum(bytes, size));
    uint32_t *words = malloc(size + sizeof *words);
    size_t count = size / sizeof *words;
    struct gi_reflect_module module;
    const uint32_t *plain;
    struct gi_arena arena;

    if (words == NULL)
        return 0;
    if (size > 0)
        memcpy(words, bytes, size);
    gi_arena_init(&arena, ARENA_BYTES);
    (void)!gi_reflect_read(&arena, words, count, &module);       /* without a check before */
    if (gi_shader_read(&arena, words, count, &module, &plain, &count) == GI_OK)
        describe(&arena, plain, count, &module, &facts);
    gi_arena_finish(&arena);
    free(words);
    return 0;
}
