/** Translations that are kept on disk from one process to the next (base/disk/disk_cache.h).
 *
 *  A file is chosen by the device code, the entry and the facts of the device; another kernel that
 *  falls on the same file replaces it. So there is a limit to their number. A file is taken only if
 *  it has the whole key, and is complete.
 *
 *  Threads: any. */
#ifndef GI_KEPT_WORDS_H
#define GI_KEPT_WORDS_H

#include "code.h"

/** The inputs of a translation: the translator, and a digest of the text, the entry's name and the
 *  facts of the device. Nobody can write another text with the same digest, so a file with this key
 *  is a translation of this text. */
struct gi_kept_key {
    uint64_t translator;
    struct gi_digest digest;
};

struct gi_kept_key gi_kept_key(struct gi_code *code, const struct gi_code_kernel *kernel,
                               const struct gi_translate_target *target);

/** Reads a translation; false if none is kept.
 *  Owner: the arena. */
bool gi_kept_read(const struct gi_kept_key *key, struct gi_arena *arena,
                  struct gi_translate_kernel *out_kernel);

/** Keeps a translation, unless it is very large. */
void gi_kept_write(const struct gi_kept_key *key, const struct gi_translate_kernel *kernel);

#endif
