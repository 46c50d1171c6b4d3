#include "kept_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/disk/disk_cache.h"
#include "translator_id.h"

/* At most so many files of so many bytes are kept. */
#define MOST_FILES 512u
#define MOST_BYTES ((size_t)1 << 20)

enum { NAME_BYTES = 32 };

/* In front of the parameters and the words. */
struct kept {
    struct gi_kept_key key;
    struct gi_translate_kernel kernel;   /* its pointers are NULL */
};

/* ---- keys ------------------------------------------------------------------------------------ */

/* Computed once for a prelude, whose words are many. */
static uint64_t checksum_of(struct gi_spirv_prelude *prelude)
{
    uint64_t checksum = prelude != NULL ? atomic_load(&prelude->checksum) : 0;

    if (prelude != NULL && checksum == 0) {
        checksum = gi_disk_cache_checksum(prelude->words, prelude->count * sizeof(uint32_t));
        atomic_store(&prelude->checksum, checksum);
    }
    return checksum;
}

/* The name comes last, for it alone has any length. */
struct gi_kept_key gi_kept_key(struct gi_code *code, const struct gi_code_kernel *kernel,
                               const struct gi_translate_target *target)
{
    const struct gi_digest text = gi_code_digest(code);
    const uint64_t prelude = checksum_of(target->prelude);
    struct gi_translate_target facts = *target;
    struct gi_digest_state state;

    facts.prelude = NULL;        /* addresses of this process */
    facts.rounds_remedy = NULL;
    gi_digest_begin(&state);
    gi_digest_add(&state, &text, sizeof text);
    gi_digest_add(&state, &prelude, sizeof prelude);
    gi_digest_add(&state, &facts, sizeof facts);
    gi_digest_add(&state, kernel->name, strlen(kernel->name));
    return (struct gi_kept_key){ GI_TRANSLATOR_ID ^ sizeof(struct kept), gi_digest_end(&state) };
}

/* Another version of the library replaces the files of this one. */
static void words_name(const struct gi_kept_key *key, char name[static NAME_BYTES])
{
    uint32_t chosen;

    memcpy(&chosen, key->digest.bytes, sizeof chosen);
    (void)snprintf(name, NAME_BYTES, "kernel-%03u.spv", (unsigned)chosen % MOST_FILES);
}

/* ---- files ----------------------------------------------------------------------------------- */

static size_t parameters_bytes(const struct gi_translate_kernel *kernel)
{
    return (size_t)kernel->parameter_count * sizeof *kernel->parameters;
}

static size_t words_bytes(const struct gi_translate_kernel *kernel)
{
    return (size_t)kernel->word_count * sizeof *kernel->words;
}

static bool take_words(const uint8_t *contents, size_t size_bytes, const struct gi_kept_key *key,
                       struct gi_arena *arena, struct gi_translate_kernel *out_kernel)
{
    struct gi_translate_parameter *parameters;
    struct kept kept;
    uint32_t *words;

    if (size_bytes < sizeof kept)
        return false;
    memcpy(&kept, contents, sizeof kept);
    if (memcmp(&kept.key, key, sizeof *key) != 0 ||
        size_bytes != sizeof kept + parameters_bytes(&kept.kernel) + words_bytes(&kept.kernel))
        return false;
    parameters = gi_arena_alloc(arena, (size_t)kept.kernel.parameter_count + 1, sizeof *parameters);
    words = gi_arena_alloc(arena, (size_t)kept.kernel.word_count + 1, sizeof *words);
    if (parameters == NULL || words == NULL)
        return false;
    contents += sizeof kept;
    memcpy(parameters, contents, parameters_bytes(&kept.kernel));
    memcpy(words, contents + parameters_bytes(&kept.kernel), words_bytes(&kept.kernel));
    kept.kernel.parameters = parameters;
    kept.kernel.words = words;
    *out_kernel = kept.kernel;
    return true;
}

bool gi_kept_read(const struct gi_kept_key *key, struct gi_arena *arena,
                  struct gi_translate_kernel *out_kernel)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    char name[NAME_BYTES];
    size_t size_bytes;
    void *contents;
    bool is_taken;

    if (disk == NULL)
        return false;
    words_name(key, name);
    if (!gi_disk_cache_read(disk, name, &contents, &size_bytes))
        return false;
    is_taken = take_words(contents, size_bytes, key, arena, out_kernel);
    free(contents);
    return is_taken;
}

void gi_kept_write(const struct gi_kept_key *key, const struct gi_translate_kernel *kernel)
{
    const struct gi_disk_cache *disk = gi_disk_cache_shared();
    size_t size_bytes = sizeof(struct kept) + parameters_bytes(kernel) + words_bytes(kernel);
    struct kept kept;
    char name[NAME_BYTES];
    uint8_t *contents;

    contents = disk != NULL && size_bytes <= MOST_BYTES ? malloc(size_bytes) : NULL;
    if (contents == NULL)
        return;
    memset(&kept, 0, sizeof kept);
    kept.key = *key;
    kept.kernel = *kernel;
    kept.kernel.parameters = NULL;
    kept.kernel.words = NULL;
    memcpy(contents, &kept, sizeof kept);
    memcpy(contents + sizeof kept, kernel->parameters, parameters_bytes(kernel));
    memcpy(contents + sizeof kept + parameters_bytes(kernel), kernel->words, words_bytes(kernel));
    words_name(key, name);
    (void)gi_disk_cache_write(disk, name, contents, size_bytes);
    free(contents);
}
