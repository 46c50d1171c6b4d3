/* PTX that libFuzzer changes, followed up to the modules that a driver would see. The build is
 * clang's, with its instrumentation; see docs/fuzzing.md.
 *
 * The facts of the device are taken from the text's checksum, so a text alone repeats a run. A text
 * is changed by bytes, or by its lines and words: most of what comes out then is still PTX. */
#include <stdio.h>
#include <stdlib.h>

#include "base/disk/disk_cache.h"
#include "entry.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
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

/* ---- one text -------------------------------------------------------------------------------- */

static bool bit(uint64_t *bits)
{
    bool is_set = *bits & 1;

    *bits >>= 1;
    return is_set;
}

static struct gi_translate_target facts_of(uint64_t bits)
{
    struct gi_translate_target facts = {
        .push_bytes = 128, .int8 = bit(&bits), .int16 = bit(&bits), .float16 = bit(&bits),
        .float64 = !bit(&bits), .int64_atomics = !bit(&bits), .float32_atomic_add = bit(&bits),
        .keeps_specials = bit(&bits) ? 7 : 0, .keeps_denormals = bit(&bits) ? 7 : 0,
        .flushes_denormals = bit(&bits) ? 7 : 0, .flushes_small = bit(&bits),
        .folds_halves = bit(&bits), .subgroup_clock = bit(&bits), .device_clock = bit(&bits),
        .short_clock = bit(&bits),
        .good_exp2 = bit(&bits), .exact_division = bit(&bits), .fused_fma = bit(&bits),
        .near_approximations = bit(&bits),
        .drops_zeros = bit(&bits), .reconverges = bit(&bits), .threads_progress = bit(&bits),
        .fence_is_barrier = bit(&bits), .loop_rounds = bit(&bits) ? 65535 : 0,
        .widens_wrongly = bit(&bits),
        .forgets_in_loops = bit(&bits),
        .always_machine = bit(&bits),
        .ended_at_barriers = bit(&bits) ? GI_TRANSLATE_ENDED_SKIPPED
            : bit(&bits) ? GI_TRANSLATE_ENDED_FOLLOW : GI_TRANSLATE_ENDED_AWAITED
    };

    if (bit(&bits)) {
        facts.subgroup_least = bit(&bits) ? 32 : 8;
        facts.subgroup_most = 32;
        facts.subgroup_can_be_required = bit(&bits);
        facts.subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;
    }
    facts.prelude = bit(&bits) ? NULL
        : givk_prelude(bit(&bits) ? GIVK_TEXTURES_IN_MEMORY : GIVK_TEXTURES_BINDLESS, bit(&bits));
    facts.private_bytes = bit(&bits) ? 16 : 0;
    facts.shared_in_memory = bit(&bits);
    facts.exchange_words = bit(&bits);
    facts.saturates = bit(&bits);
    facts.merges_wrongly = bit(&bits);
    facts.reads_for_nobody = bit(&bits);
    facts.joins_comparisons = bit(&bits);
    facts.barriers_count_warps = bit(&bits);
    facts.dots_bytes = bit(&bits);
    facts.sums_flush = bit(&bits);
    return facts;
}

static void translate(const struct gi_ptx_module *module, const struct gi_ptx_function *entry,
                      const struct gi_translate_target *facts)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status;

    gi_arena_init(&arena, ARENA_BYTES);
    status = gi_translate(&arena, module, entry, facts, &kernel);
    if (status == GI_OK) {
        expect_valid(kernel.words, kernel.word_count);
    } else if (status != GI_INVALID_VALUE && status != GI_NOT_SUPPORTED
               && status != GI_OUT_OF_MEMORY) {
        fprintf(stderr, "a status that no translation has: %s\n", gi_last_error_detail());
        abort();
    }
    gi_arena_finish(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct gi_translate_target facts = facts_of(gi_disk_cache_checksum(bytes, size));
    struct gi_translate_variables variables;
    struct gi_ptx_module *module;
    struct gi_arena arena;

    gi_arena_init(&arena, ARENA_BYTES);
    if (gi_ptx_parse(&arena, (const char *)bytes, size, &module) == GI_OK) {
        if (gi_translate_variables(&arena, module, &variables) == GI_OK
            && variables.bytes < (1 << 20)) {
            uint8_t *image = malloc(variables.bytes + 1);

            if (image != NULL)
                (void)!gi_translate_image(module, &variables, 1 << 20, image);
            free(image);
        }
        for (uint32_t i = 0; i < module->function_count; i++) {
            if (module->functions[i]->is_entry && module->functions[i]->has_body)
                translate(module, module->functions[i], &facts);
        }
    }
    gi_arena_finish(&arena);
    return 0;
}

/* ---- changes by lines and words -------------------------------------------------------------- */

struct piece {
    size_t at, size;
};

static size_t below(unsigned *seed, size_t limit)
{
    return limit == 0 ? 0 : (size_t)rand_r(seed) % limit;
}

static bool is_of_word(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
        || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '%' || byte == '.';
}

/* A word somewhere in the text, and a line. */
static struct piece pick_word(const uint8_t *bytes, size_t size, unsigned *seed)
{
    struct piece word = { below(seed, size), 0 };

    while (word.at < size && !is_of_word(bytes[word.at]))
        word.at++;
    while (word.at > 0 && is_of_word(bytes[word.at - 1]))
        word.at--;
    while (word.at + word.size < size && is_of_word(bytes[word.at + word.size]))
        word.size++;
    return word;
}

static struct piece pick_line(const uint8_t *bytes, size_t size, unsigned *seed)
{
    struct piece line = { below(seed, size), 0 };

    while (line.at > 0 && bytes[line.at - 1] != '\n' && bytes[line.at - 1] != ';')
        line.at--;
    while (line.at + line.size < size && line.size < 200) {
        uint8_t byte = bytes[line.at + line.size++];

        if (byte == '\n' || byte == ';')
            break;
    }
    return line;
}

/* Puts other bytes in the place of a piece; nothing if there is no room. */
static size_t replace(uint8_t *bytes, size_t size, size_t most, struct piece old,
                      const uint8_t *other, size_t other_size)
{
    if (size - old.size + other_size > most)
        return size;
    memmove(bytes + old.at + other_size, bytes + old.at + old.size, size - old.at - old.size);
    memcpy(bytes + old.at, other, other_size);
    return size - old.size + other_size;
}

/* Words that stand for something of their own, and numbers at the edges of their types. */
static const char *const words[] = {
    ".u8", ".s16", ".u32", ".s32", ".b32", ".u64", ".b64", ".f16", ".f16x2", ".bf16", ".f32",
    ".f64", ".pred", ".v2", ".v4", ".global", ".shared", ".local", ".param", ".const", ".rn",
    ".rz", ".ftz", ".sat", ".approx", ".full", ".lo", ".hi", ".wide", ".cc", ".sync", ".aligned",
    ".volatile", ".relaxed", ".acquire", ".gpu", ".cta", ".sys", ".warp", "0", "1", "-1", "31",
    "32", "33", "0x7fffffff", "0x80000000", "0xffffffff", "0x7fffffffffffffff",
    "0xffffffffffffffff", "0f7f800000", "0f00000001", "0dfff0000000000000", "%tid.x", "%laneid",
    "%ctaid.x", "%clock", "WARP_SZ", "_", "!", "@"
};

static size_t change(uint8_t *bytes, size_t size, size_t most, unsigned *seed)
{
    struct piece word = pick_word(bytes, size, seed), other = pick_word(bytes, size, seed);
    struct piece line = pick_line(bytes, size, seed), second = pick_line(bytes, size, seed);
    uint8_t kept[256];
    const char *fixed;

    switch (below(seed, 6)) {
    case 0:                              /* a word as another one */
    case 1:
        if (other.size > sizeof kept)
            return size;
        memcpy(kept, bytes + other.at, other.size);
        return replace(bytes, size, most, word, kept, other.size);
    case 2:                              /* a word of the language */
        fixed = words[below(seed, sizeof words / sizeof words[0])];
        return replace(bytes, size, most, word, (const uint8_t *)fixed, strlen(fixed));
    case 3:                              /* a line once more */
        memcpy(kept, bytes + second.at, second.size);
        line.size = 0;
        return replace(bytes, size, most, line, kept, second.size);
    case 4:                              /* one less */
        return replace(bytes, size, most, line, kept, 0);
    default:                             /* a line in the place of another one */
        memcpy(kept, bytes + second.at, second.size);
        return replace(bytes, size, most, line, kept, second.size);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    if (size == 0 || below(&seed, 5) == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    for (size_t i = below(&seed, 3) + 1; i > 0; i--)
        size = change(bytes, size, most, &seed);
    return size;
}
